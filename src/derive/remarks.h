// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the equations on the page do not say.

#include "derive/page.h"
#include "zwang/description.h"

namespace zwang::deriving {

/// A sentence for inequalities, servo constraints, controls and non-ideal forces; nothing where the
/// page says all.
void write_remarks(const Description& description, const std::vector<equations::Row>& rows,
                   Page& page);

}  // namespace zwang::deriving

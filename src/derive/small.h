// SPDX-License-Identifier: Apache-2.0
#pragma once
// A model that is small enough to be written out entry by entry, and its explicit motion.

#include "derive/page.h"
#include "derive/system.h"
#include "scope/names.h"

namespace zwang::deriving {

void write_small(compile::Scope& scope, const compile::Names& names, const System& system,
                 Page& page);

}  // namespace zwang::deriving

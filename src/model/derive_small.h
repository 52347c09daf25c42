// SPDX-License-Identifier: Apache-2.0
#pragma once
// A model that is small enough to be written out entry by entry, and its explicit motion.

#include "model/compile_names.h"
#include "model/derive_page.h"
#include "model/derive_system.h"

namespace zwang::model {

void write_small(Scope& scope, const Names& names, const System& system, Page& page);

}  // namespace zwang::model

// SPDX-License-Identifier: Apache-2.0
#pragma once
// A large model: its formulas family by family, each once with its index.

#include "model/compile_assembly.h"
#include "model/derive_page.h"

namespace zwang::model {

void write_families(Scope& scope, const Assembly& assembly, const Names& names, Page& page);

}  // namespace zwang::model

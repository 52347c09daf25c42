// SPDX-License-Identifier: Apache-2.0
#pragma once
// A large model: its formulas family by family, each once with its index.

#include "assemble/assembly.h"
#include "derive/page.h"

namespace zwang::deriving {

void write_families(compile::Scope& scope, const compile::Assembly& assembly,
                    const compile::Names& names, Page& page);

}  // namespace zwang::deriving

// SPDX-License-Identifier: Apache-2.0
#pragma once
// Bodies that have no mass and carry none.

#include "assemble/assembly.h"

namespace zwang::compile {

/// Complains of those that move and that no constraint and no kinetic energy takes hold of: nothing
/// decides how. After all rows are written.
void check_massless(Scope& scope, const Assembly& assembly);

}  // namespace zwang::compile

// SPDX-License-Identifier: Apache-2.0
#pragma once
// The numbers of a solid and of its joint, as formulas of parameters.

#include "assemble/bodies/numbers.h"
#include "scope/scope.h"

namespace zwang::compile {

/// Reads all of them into a solid whose body, joint and coordinates are known; complains of what no
/// body can have.
void read_solid_numbers(Scope& scope, Solid& solid);

}  // namespace zwang::compile

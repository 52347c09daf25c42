// SPDX-License-Identifier: Apache-2.0
#pragma once
// What shapes weigh.

#include "scope/scope.h"

namespace zwang::compile {

/// Mass, center and inertia of a solid from its shapes, as far as its body does not give them. Its
/// shapes must have been read.
void weigh_shapes(Scope& scope, Solid& solid);

}  // namespace zwang::compile

// SPDX-License-Identifier: Apache-2.0
#pragma once
// Moments of inertia that a body can move with.

#include "scope/scope.h"

namespace zwang::compile {

/// About the center, in the body's axes; complains of negative moments where the body moves.
Matrix3 read_inertia(Scope& scope, const Body& body, bool moves);

}  // namespace zwang::compile

// SPDX-License-Identifier: Apache-2.0
#pragma once
// Moments of inertia that a body can have.

#include "compile/scope.h"

namespace zwang::compile {

/// About the center, in the body's axes; complains of moments that no distribution of mass has.
Matrix3 read_inertia(Scope& scope, const Body& body);

}  // namespace zwang::compile

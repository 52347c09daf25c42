// SPDX-License-Identifier: Apache-2.0
#pragma once
// Rows of closures that a mechanism does not feel: out of the plane of a planar linkage they are zero
// wherever it stands. Written out over coordinates, rounding would make them look as if they bound it.

#include "scope/scope.h"

namespace zwang::compile {

/// A residual written out over coordinates; 0 where neither it nor its derivatives are anything but
/// rounding, at states without any symmetry.
formula::Node felt_residual(Scope& scope, formula::Node residual);

}  // namespace zwang::compile

// SPDX-License-Identifier: Apache-2.0
#pragma once
// The faces of a convex hull.

#include <array>

#include "scope/scope.h"

namespace zwang::compile {

/// Numbers of three corners, seen from outside against the clock.
using Triangle = std::array<std::size_t, 3>;

/// Decided by what the corners are where parameters have their values; corners inside are of no face.
std::vector<Triangle> hull_faces(Scope& scope, const std::vector<Vector3>& corners);

}  // namespace zwang::compile

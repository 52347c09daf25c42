// SPDX-License-Identifier: Apache-2.0
#pragma once
// Joints between bodies become residuals of points, vectors and angular velocities.

#include <vector>

#include "scope/scope.h"

namespace zwang::compile {

/// The rows of a constraint that has a closure; none and a complaint if it cannot be.
std::vector<formula::Node> closure_residuals(Scope& scope, const Constraint& constraint);

}  // namespace zwang::compile

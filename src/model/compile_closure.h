// SPDX-License-Identifier: Apache-2.0
#pragma once
// Joints between bodies become residuals of points, vectors and angular velocities.

#include <vector>

#include "model/compile_scope.h"

namespace zwang::model {

/// The rows of a constraint that has a closure; none and a complaint if it cannot be.
std::vector<formula::Node> closure_residuals(Scope& scope, const Constraint& constraint);

}  // namespace zwang::model

// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a curve's own mesh does not see of its equations. Two looks that share nothing with the estimate of
// the error: arguments of formulas that pass what matters between two points of the mesh, and the balance
// of momentum and energy over its points, from which whatever happens between them is missing.

#include <vector>

#include "extremal/attempt.h"

namespace zwang::extremal {

/// All of them, to this relative tolerance. Leaves the p of the curve set.
std::vector<Unseen> unseen_layers(Question& question, const bvp::Curve& curve, double tolerance);

/// The curve on a mesh that sees these places.
bvp::Curve with_points_at(const bvp::Curve& curve, const std::vector<Unseen>& layers);

/// Solves again, on meshes that see what the last one did not, until nothing is unseen. False: what is left
/// unseen after that is `left`, and the solution no answer.
bool see_layers(Attempt& attempt, bvp::Solution& solution, Unseen& left);

/// The largest range along the guess of an argument that may have a layer.
double steepest_argument(Attempt& attempt);

}  // namespace zwang::extremal

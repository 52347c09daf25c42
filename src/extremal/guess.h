// SPDX-License-Identifier: Apache-2.0
#pragma once
// First curves for Newton's iteration: what the user wrote, or a straight line between the ends, or
// points that somebody else found.

#include "extremal/question/question.h"

namespace zwang::extremal {

/// Points x(τ_k), (N + 1) × n, even in τ: coordinates with a formula of the user by it, the others
/// along the line between the ends. p has been set.
std::vector<double> guessed_points(Question& question, Index intervals);

/// The curve through such points, rates by differences; integrals are summed up, λ is left zero.
bvp::Curve curve_through(Question& question, Index stages, const std::vector<double>& x,
                         const std::vector<double>& p);

// λ of velocity rows and μ of integrals for a curve that is no extremal yet: those for which Euler's
// equations and the natural conditions are met best. Both are linear in them.

/// Fills λ into the points of the curve, and μ into its p.
void guess_multipliers(Question& question, bvp::Curve& curve);

}  // namespace zwang::extremal

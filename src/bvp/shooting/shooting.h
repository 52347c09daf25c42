// SPDX-License-Identifier: Apache-2.0
#pragma once
// Multiple shooting: initial value problems by Dormand and Prince's method of order 8, with the
// variational equation beside them, matched by Newton's iteration.

#include "bvp/collocation/collocation.h"

namespace zwang::bvp {

/// On `pieces` pieces (0: as many as the growth of neighbouring motions asks for), from a guess as
/// solve() takes it. The curve of the solution has the polynomials of collocation through the
/// shots' own points. Its error: what shots of a tenth of the tolerance would change. Asks no
/// options.newton.factor.
Solution shoot(const Bvp& bvp, const SolveOptions& options, const Curve& guess, Index pieces = 0);

/// The initial value problem from z0 with parameters p: the curve, whatever it does at τ = 1.
/// done; not_finite, or too_fine after 20 000 steps: the curve then ends before τ = 1.
Outcome follow(const Bvp& bvp, double tolerance, const double* z0, const std::vector<double>& p,
               Curve& curve);

}  // namespace zwang::bvp

// SPDX-License-Identifier: Apache-2.0
#pragma once
// What is asked about the fields along an extremal.

#include <vector>

#include "extremal/curve.h"
#include "extremal/functional.h"

namespace zwang::extremal {

struct JacobiPlan {
  const Bvp* bvp = nullptr;  // p has been set
  const Functional* functional = nullptr;
  const Curve* curve = nullptr;
  double t0 = 0, t1 = 1;  // t = t0 + τ (t1 − t0); velocities are dx/dτ in z, dx/dt in F
  Index lambdas = 0;      // the first of w; the next `integrals` are the integrals' values
  Index integrals = 0;    // the first of p are their multipliers
  double tolerance = 1e-12;
  double beyond = 1;  // look as far as τ = this: later than the end only for fixed starts
  /// Variations (δz, δp) that the start allows, one column of size + parameters after the other;
  /// empty: fixed start, x does not move.
  std::vector<double> start;
};

}  // namespace zwang::extremal

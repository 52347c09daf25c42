// SPDX-License-Identifier: Apache-2.0
#pragma once
// Jacobi fields along an extremal: where neighbouring extremals from the same start meet again.
// Morse: the second variation has as many negative directions as there are such points before the
// end, each counted as often as fields vanish there.

#include <vector>

#include "variation/fields/jacobi_plan.h"
#include "variation/fields/legendre.h"

namespace zwang::variation {

struct ConjugatePoint {
  double tau = 0;
  Index multiplicity = 1;
};

struct JacobiResult {
  bool done = false;  // not where F_vv is not definite, nor where a start is no Lagrangian plane
  std::vector<ConjugatePoint> points;  // in order, 0 < τ < 1; behind the end up to plan.beyond
  bool at_end = false;                 // the end is conjugate itself
  /// How far from it: the smallest ratio of a field at the end to its root mean square on the way.
  double end_gap = 0;
  /// Directions in which the second variation vanishes, of all that the ends allow; −1: not known.
  Index nullity = -1;
  Index index = -1;   // with plan.ends: directions in which it is negative; −1: not known
  bool focal = true;  // the points are those of the ends; else of a start that is fixed
};

JacobiResult conjugate_points(const JacobiPlan& plan);

}  // namespace zwang::variation

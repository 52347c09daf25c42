// SPDX-License-Identifier: Apache-2.0
#pragma once
// All modes of planar contacts, one by one: linear solves, and where a mode leaves shares free, non-negative least
// squares (Lawson, Hanson) say whether an admissible share exists. Slow, obvious, and nothing in common
// with what it checks but the law.

#include <vector>

#include "laws/friction/contact_problem.h"
#include "support/algebra.h"

namespace zwang::test {

struct ContactTruth {
  std::vector<Vector> motions;  // Hᵀr of answers that differ, in units of their size
  bool continuum = false;
};

ContactTruth all_modes(const least::ContactProblem& problem);

/// z ≥ 0 of least |A z − b|; `left`: that length.
Vector nonnegative_least_squares(const Matrix& A, const Vector& b, double* left);

}  // namespace zwang::test

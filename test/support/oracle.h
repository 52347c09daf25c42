// SPDX-License-Identifier: Apache-2.0
#pragma once
// The instant in quadruple precision, by a route of its own: orthonormal bases of the row space
// and the null space of A by Gram–Schmidt, least squares within the first, stationarity of
// Gauss's function within the second. Any symmetric M, any rows, any rank.

#include "support/quad.h"

namespace zwang::test {

struct Answer {
  bool determined = true;  // false: ZᵀMZ is singular, and only rank and residual are set
  bool contradictory = false;
  std::size_t rank = 0;
  QuadVector xdd, F_L, F_C, multipliers, residual;
  QuadVector a;  // empty where M is singular
  Quad gauss = 0;
};

/// `rank` fixes the number of independent rows; else they are those whose part outside the rows
/// before, relative to the row, exceeds 1e-25.
Answer oracle(const System& system, Index rank = -1);

/// ‖x − reference‖ / ‖reference‖ in quad.
double relative_error(const std::vector<double>& x, const QuadVector& reference);

}  // namespace zwang::test

// SPDX-License-Identifier: Apache-2.0
#pragma once
// The formulas as printed, in double and with no regard to cost: the slow, obvious twins of what
// the library computes.

#include "support/algebra.h"

namespace zwang::test {

/// Every matrix and vector of the fundamental equation, M positive definite.
struct Printed {
  Matrix D;      // A M^(-1/2)                                         [FKNU05 2]
  Matrix K, K1;  // M^(1/2) D⁺, M^(-1/2) D⁺
  Matrix R;      // I − D⁺D
  Vector a, e, xdd, F_L, F_C;
};
Printed printed(const System& system, Index rank = -1);

/// The β–R recursion letter by letter; the first r columns of C must be independent.
struct PrintedBellman {
  std::vector<Matrix> R;  // R[k], r ≤ k ≤ n
  Matrix beta;            // column k−1: β_k
  Vector y;               // the shortest solution
};
PrintedBellman printed_bellman(const Matrix& C, const Vector& d, Index r);

}  // namespace zwang::test

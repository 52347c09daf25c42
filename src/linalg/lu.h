// SPDX-License-Identifier: Apache-2.0
#pragma once
// P A = L U of a square matrix, real or complex, with partial pivoting. By hand: in place on the
// caller's arrays, so that factoring again allocates nothing, and elementwise over contiguous
// columns, so that the bits do not depend on the instruction set.

#include "base/index.h"

namespace zwang::linalg {

/// Views of arrays that the caller owns.
struct Lu {
  Index size = 0;
  double* A = nullptr;     // size × size, column-major; in: the matrix; out: L below (unit), U
  Index* order = nullptr;  // size: step k exchanged rows k and order[k]
};

/// The same for A + iB. The parts stand apart: std::complex would check every product for NaN.
struct ComplexLu {
  Index size = 0;
  double* A = nullptr;  // size × size, column-major
  double* B = nullptr;
  Index* order = nullptr;
};

/// Factors in place. False if a pivot is zero or not finite; the arrays are then spoilt.
bool factor_lu(const Lu& f) noexcept;
bool factor_lu(const ComplexLu& f) noexcept;

/// Solves A x = b in place.
void solve_lu(const Lu& f, double* b) noexcept;

/// Solves (A + iB)(x + iy) = b + ic in place.
void solve_lu(const ComplexLu& f, double* b, double* c) noexcept;

}  // namespace zwang::linalg

// SPDX-License-Identifier: Apache-2.0
#pragma once
// A symmetric matrix that is usually definite, of either sign, and now and then is not: Cholesky
// first, Bunch and Parlett where it fails. One face for both.

#include "base/index.h"
#include "linalg/symmetric.h"

namespace zwang::linalg {

struct AnySymmetric {
  Symmetric general;          // the matrix in general.H, kept by the Cholesky attempt
  double* L = nullptr;        // ld × size (+ 16): the Cholesky factor of ±H
  double* inverse = nullptr;  // size
  int sign = 0;               // ±1: L is valid; 0: general is factored
  SymmetricInertia inertia;
};

/// Solves (L Lᵀ)x = b in place, L column-major as kernels().factor leaves it.
void solve_cholesky(Index size, const double* L, Index ld, const double* inverse,
                    double* x) noexcept;

/// Factors; sets sign and inertia.
void factor_any(AnySymmetric& f) noexcept;

/// Solves H x = b in place; padded to whole registers. scratch: size.
void solve_any(const AnySymmetric& f, double* b, double* scratch) noexcept;

}  // namespace zwang::linalg

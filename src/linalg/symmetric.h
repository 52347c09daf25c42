// SPDX-License-Identifier: Apache-2.0
#pragma once
// P H Pᵀ = L B Lᵀ of a symmetric matrix that may be indefinite or singular: Bunch and Parlett's
// complete pivoting, B of 1×1 and 2×2 blocks. Gives the inertia, solves, and names a null
// direction. By hand because no library of ours has it: Eigen's LDLT has 1×1 pivots only (wrong
// for indefinite matrices), LAPACK's dsytrf has no rank-revealing pivots and its bits depend on
// the machine's BLAS.

#include "base/index.h"

namespace zwang::linalg {

struct Symmetric {
  Index size = 0;
  double* H = nullptr;  // in: full matrix, column-major, ld apart; out: L and B
  Index ld = 0;
  Index* order = nullptr;         // size
  unsigned char* pair = nullptr;  // size: 1 where a 2×2 block begins
  double tolerance = 0;           // a remainder at most tolerance × reference is zero
  double reference = 0;           // the size of what H was computed from; 0: H's largest entry
};

struct SymmetricInertia {
  Index positive = 0, negative = 0, zero = 0;
};

/// Factors in place.
SymmetricInertia factor_symmetric(const Symmetric& f) noexcept;

/// Solves H x = b in place (in the order of the caller) if nothing was zero; components along
/// zero pivots are set to 0 otherwise. scratch: size.
void solve_symmetric(const Symmetric& f, const SymmetricInertia& inertia, double* b,
                     double* scratch) noexcept;

/// The same for `count` columns, size apart; their bits are those of one column after the other. scratch:
/// size × side_by_side.
inline constexpr Index side_by_side = 8;
void solve_symmetric(const Symmetric& f, const SymmetricInertia& inertia, Index count, double* B,
                     double* scratch) noexcept;

/// x with H x = 0, largest entry 1, for inertia.zero > 0.
void null_vector(const Symmetric& f, const SymmetricInertia& inertia, double* x,
                 double* scratch) noexcept;

}  // namespace zwang::linalg

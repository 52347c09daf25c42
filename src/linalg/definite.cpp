// SPDX-License-Identifier: Apache-2.0
#include "linalg/definite.h"

#include "base/contract.h"
#include "linalg/kernels.h"

namespace zwang::linalg {

/// Whether the Cholesky pivots are far enough from rounding to be trusted without pivoting.
static bool trusted(const AnySymmetric& f) {
  const double least = 1e-8 * f.general.reference;
  for (Index j = 0; j < f.general.size; ++j)
    if (!(1 > least * f.inverse[j] * f.inverse[j])) return false;
  return true;
}

void solve_cholesky(Index size, const double* L, Index ld, const double* inverse,
                    double* x) noexcept {
  for (Index j = 0; j < size; ++j) {
    x[j] *= inverse[j];
    for (Index i = j + 1; i < size; ++i) x[i] -= L[j * ld + i] * x[j];
  }
  kernels().back_substitute(size, L, ld, inverse, &x, 1);
}

void factor_any(AnySymmetric& f) noexcept {
  const Index size = f.general.size, ld = f.general.ld;
  expects(ld % kLane == 0 && ld >= size);
  f.inertia = {};
  f.sign = 1;
  if (size == 0) return;
  f.sign = f.general.H[0] < 0 ? -1 : 1;
  for (Index j = 0; j < size; ++j)
    for (Index i = j / kLane * kLane; i < ld; ++i)
      f.L[j * ld + i] = i < j || i >= size ? 0 : f.sign * f.general.H[j * ld + i];
  if (kernels().factor(size, f.L, ld, nullptr, 0, f.inverse, f.general.tolerance) == size &&
      trusted(f)) {
    (f.sign > 0 ? f.inertia.positive : f.inertia.negative) = size;
    return;
  }
  f.sign = 0;
  f.inertia = factor_symmetric(f.general);
}

void solve_any(const AnySymmetric& f, double* b, double* scratch) noexcept {
  if (f.sign == 0) return solve_symmetric(f.general, f.inertia, b, scratch);
  const Index size = f.general.size, ld = f.general.ld;
  if (size == 0) return;
  solve_cholesky(size, f.L, ld, f.inverse, b);
  for (Index j = 0; j < size; ++j) b[j] *= f.sign;
}

}  // namespace zwang::linalg

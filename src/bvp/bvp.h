// SPDX-License-Identifier: Apache-2.0
#pragma once
// A problem with two ends, on 0 ≤ τ ≤ 1:
//   x'' = a(τ, x, v, w, p),  v = x',   w' = c(τ, x, v, w, p),   B(z(0), z(1), p) = 0,
// where z = (x, v, w), and p are constants, unknown as well. Methods know nothing but this.

#include "base/index.h"

namespace zwang::bvp {

/// Plain functions; `self` is handed to each. False: the numbers went bad.
struct Bvp {
  Index n = 0;                                              // of x
  Index extra = 0;                                          // of w
  Index parameters = 0;                                     // of p
  Index size() const { return 2 * n + extra; }              // of z
  Index rates() const { return n + extra; }                 // of (a, c)
  Index conditions() const { return size() + parameters; }  // of B: as many as there are unknowns
  void* self = nullptr;

  /// Takes p, until others come.
  bool (*set)(void* self, const double* p) noexcept = nullptr;
  /// g ← (a, c).  [ENDS 1]
  bool (*rate)(void* self, double tau, const double* z, double* g) noexcept = nullptr;
  /// The same with gz = ∂g/∂z, rates × size, and gp = ∂g/∂p, rates × parameters, row-major.
  bool (*slopes)(void* self, double tau, const double* z, double* g, double* gz,
                 double* gp) noexcept = nullptr;
  /// B, and its derivatives by z(0), z(1) and p, conditions × … row-major, or null: not asked for.
  bool (*ends)(void* self, const double* z0, const double* z1, double* B, double* B0, double* B1,
               double* Bp) noexcept = nullptr;
};

}  // namespace zwang::bvp

// SPDX-License-Identifier: Apache-2.0
#include "ode/jacobian.h"

#include <algorithm>
#include <cmath>

#include "linalg/rank.h"
#include "linalg/vector.h"

namespace zwang::ode {

namespace {

/// How far to move component j. Where the tolerances are absolute only, a millionth stands for the
/// relative one.
double displacement(const Tolerances& tolerances, Index j, double y_j) noexcept {
  const double seen = tolerances.absolute[j] / std::fmax(tolerances.relative, 1e-6);
  const double size = std::fmax(std::fabs(y_j), seen);
  return std::sqrt(linalg::kEps) * (size > 0 ? size : 1);
}

/// Column j of J; y is moved in place and put back.
bool difference(const System& f, double t, double* y, const double* f0, Index j, double by,
                double* J, double* f1) noexcept {
  const double y_j = y[j];
  y[j] = y_j + by;
  const double moved = y[j] - y_j;  // what was really added
  const bool good = f.f(f.self, t, y, f1);
  y[j] = y_j;
  if (!good) return false;
  for (Index i = 0; i < f.n; ++i) J[i * f.n + j] = (f1[i] - f0[i]) / moved;  // [STEPS 17]
  return true;
}

}  // namespace

bool form_jacobian(const System& f, double t, const double* y, const double* f0,
                   const Tolerances& tolerances, double* J, double* scratch) noexcept {
  if (f.jacobian) {
    if (!f.jacobian(f.self, t, y, J, nullptr)) return false;
  } else {
    double *moved = scratch, *f1 = scratch + f.n;
    std::copy_n(y, f.n, moved);
    for (Index j = 0; j < f.n; ++j) {
      double by = displacement(tolerances, j, y[j]);
      if (f.within) by = f.within(f.self, t, y, j, by);
      // f may have an edge near y: then look to the other side.
      if (!difference(f, t, moved, f0, j, by, J, f1) && !difference(f, t, moved, f0, j, -by, J, f1))
        return false;
    }
  }
  return linalg::all_finite(J, f.n * f.n);
}

}  // namespace zwang::ode

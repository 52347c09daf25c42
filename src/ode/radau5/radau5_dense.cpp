// SPDX-License-Identifier: Apache-2.0
// The polynomial of collocation between the ends of a step of radau5.

#include <algorithm>

#include "ode/radau5/radau5.h"
#include "ode/radau5/radau5_cubic.h"

namespace zwang::ode {

Outcome prepare_dense(Radau5& step, const System&, const double* y_end, const double*) noexcept {
  Dense& u = step.dense;
  const double *Z_1 = step.row(step.Z, 0), *Z_2 = step.row(step.Z, 1), *y = step.y.data();
  for (Index i = 0; i < step.n; ++i) {
    const RadauCubic cubic(Z_1[i], Z_2[i], y_end[i] - y[i]);
    u.row(0)[i] = y[i];
    u.row(1)[i] = cubic.r_1;
    u.row(2)[i] = cubic.r_2;
    u.row(3)[i] = cubic.r_3;
  }
  std::copy_n(y_end, step.n, u.end.data());
  u.degree = 3;
  return Outcome::done;
}

}  // namespace zwang::ode

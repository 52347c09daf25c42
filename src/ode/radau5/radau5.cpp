// SPDX-License-Identifier: Apache-2.0
#include "ode/radau5/radau5.h"

#include "ode/power.h"

namespace zwang::ode {

Radau5::Radau5(Index size)
    : Step(size, 3),
      ld(round_up(size, 8)),
      Z(3 * ld),
      f0(size),
      error(size),
      W(3 * ld),
      F(3 * ld),
      scale(size),
      scratch(2 * size) {}

double judge(const Radau5& step, const double* y_end, const Tolerances& tolerances) noexcept {
  return error_norm(step.n, step.error.data(), step.y.data(), y_end, tolerances);
}

double tolerance_factor(double relative) noexcept { return 0.1 * power(relative, -1.0 / 3); }

}  // namespace zwang::ode

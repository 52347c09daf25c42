// SPDX-License-Identifier: Apache-2.0
#include "ode/tolerance.h"

#include <cmath>

namespace zwang::ode {

double error_norm(Index n, const double* error, const double* y_old, const double* y_new,
                  const Tolerances& tolerances) noexcept {
  double sum = 0;
  for (Index i = 0; i < n; ++i) {
    const double size = std::fmax(std::fabs(y_old[i]), std::fabs(y_new[i]));
    const double allowed = tolerances.absolute[i] + tolerances.relative * size;
    const double share = error[i] == 0 ? 0 : error[i] / allowed;
    sum += share * share;
  }
  return n ? std::sqrt(sum / static_cast<double>(n)) : 0;
}

}  // namespace zwang::ode

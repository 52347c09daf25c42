// SPDX-License-Identifier: Apache-2.0
#include "ode/controller.h"

#include <algorithm>
#include <cmath>

#include "linalg/rank.h"
#include "ode/power.h"

namespace zwang::ode {

Decision decide(Controller& c, double error, double dt) noexcept {
  if (!(error <= 1)) {
    c.rejected = true;
    // The memory says nothing about a step that failed.
    const double factor = c.safety * power(error, -c.alpha);
    return {false, dt * (factor > c.least ? std::min(factor, 1.0) : c.least)};  // NaN: least
  }
  double factor = c.safety * power(error, -c.alpha) * power(c.error_before, c.beta);
  factor = std::clamp(factor, c.least, c.rejected ? 1.0 : c.most);
  // A step that happened to be exact would otherwise promise too much.
  c.error_before = std::max(error, 1e-4);
  c.rejected = false;
  return {true, dt * factor};
}

bool too_small(double t, double dt) noexcept {
  return 0.1 * std::fabs(dt) <= linalg::kEps * std::fabs(t);
}

}  // namespace zwang::ode

// SPDX-License-Identifier: Apache-2.0
// The next step of radau5, and what of its memory the next step may use. Hairer, Wanner, Solving
// Ordinary Differential Equations II, IV.8, "Step size selection" and "Implementation".

#include <algorithm>
#include <cmath>

#include "ode/radau5/radau5.h"

namespace zwang::ode {

namespace {

constexpr double kSafety = 0.9;
constexpr double kLeast = 1.0 / 5, kMost = 8;  // of dt
constexpr double kKeepFactors = 1.2;           // growth of dt that is not worth new factors

double fourth_root(double x) noexcept { return std::sqrt(std::sqrt(x)); }

/// dt/dt_new as the error of this step alone asks for; many iterations ask for more caution.
double shrinkage(const Radau5& step, double error) noexcept {
  const int most = Radau5::most_iterations, count = step.iterations;
  const double safety = std::fmin(kSafety, kSafety * (1 + 2 * most) / (count + 2 * most));
  return std::clamp(fourth_root(error) / safety, 1 / kMost, 1 / kLeast);
}

}  // namespace

Decision decide(Radau5Memory& m, const Radau5& step, double error) noexcept {
  const double dt = step.dt;
  if (!(error <= 1)) {
    const bool first = m.dt_before == 0;
    m.formed = m.current;  // an old J may be to blame
    m.rejected = true;
    if (first || !std::isfinite(error)) return {false, 0.1 * dt};
    return {false, dt / std::fmax(shrinkage(step, error), 1 / kSafety)};
  }

  double quotient = shrinkage(step, error);
  if (m.dt_before != 0) {  // Gustafsson: if the error grew, it will grow again
    const double trend = (m.dt_before / dt) * fourth_root(error * error / m.error_before);
    quotient = std::fmax(quotient, std::clamp(trend / kSafety, 1 / kMost, 1 / kLeast));
  }
  if (m.rejected) quotient = std::fmax(quotient, 1);

  m.dt_before = dt;
  m.error_before = std::fmax(error, 0.01);
  std::copy_n(step.Z.data(), step.Z.size(), m.Z_before.data());
  m.rejected = false;
  m.current = false;
  m.formed = m.theta <= Radau5Memory::keep_below;
  const double factor = 1 / quotient;
  const bool keep = m.formed && factor >= 1 && factor <= kKeepFactors;
  return {true, keep ? dt : dt * factor};
}

double recover(Radau5Memory& m, const Radau5& step, Outcome outcome) noexcept {
  m.formed = m.current;
  m.rejected = true;
  return step.dt * (outcome == Outcome::not_converged ? m.retry : 0.5);
}

}  // namespace zwang::ode

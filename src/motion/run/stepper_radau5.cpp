// SPDX-License-Identifier: Apache-2.0
#include "motion/run/stepper_radau5.h"

#include <algorithm>
#include <cmath>

namespace zwang::motion {

Radau5Stepper::Radau5Stepper(RightSide& side)
    : system_(side.system_with_jacobian()),
      method_(system_.n),
      memory_(system_.n),
      absolute_(system_.n) {}

// The estimate is of order 3, the result of order 5: it is judged by wider tolerances. Newton's
// iteration goes to a small part of them, about the root of the relative one, which must not be below
// what rounding leaves.
void Radau5Stepper::widen(const Start& start) noexcept {
  const double factor = ode::tolerance_factor(start.tolerances.relative);
  wide_ = {absolute_.data(), factor * start.tolerances.relative};
  const double part = std::sqrt(wide_.relative);
  for (Index i = 0; i < method_.n; ++i) {
    absolute_.data()[i] = std::max(factor * start.tolerances.absolute[i], start.rounding[i] / part);
  }
}

ode::Outcome Radau5Stepper::advance(const Start& start, double dt) noexcept {
  widen(start);
  outcome_ = ode::advance(method_, memory_, system_, start.t, start.y, start.f0, dt, wide_);
  return outcome_;
}

double Radau5Stepper::judge(const Start&, double, const double* y_end) noexcept {
  const double error = ode::judge(method_, y_end, wide_);
  const bool unsettled = memory_.dt_before == 0 || memory_.rejected;
  if (error <= 1 || !unsettled) return error;
  if (ode::refine_error(method_, memory_, system_) != ode::Outcome::done) return error;
  return ode::judge(method_, y_end, wide_);
}

ode::Decision Radau5Stepper::decide(double error, double) noexcept {
  if (outcome_ != ode::Outcome::done) return {false, recover(memory_, method_, outcome_)};
  return ode::decide(memory_, method_, error);
}

}  // namespace zwang::motion

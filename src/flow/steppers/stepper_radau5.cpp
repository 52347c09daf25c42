// SPDX-License-Identifier: Apache-2.0
#include "flow/steppers/stepper_radau5.h"

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
  if (outcome_ == ode::Outcome::done && method_.iterations <= 2 &&
      start.side.equations().order == 2) {
    sum_works(start, dt);
  }
  return outcome_;
}

// The books follow the iteration one behind: what they have is of the stages before the last. Where
// a damper is strong and the first guess was off, that is nothing like the work that is done.
// The coefficients are Butcher's of the method.
void Radau5Stepper::sum_works(const Start& start, double dt) noexcept {
  const double root = std::sqrt(6.0);
  const double c[3] = {(4 - root) / 10, (4 + root) / 10, 1};
  const double a[3][3] = {{(88 - 7 * root) / 360, (296 - 169 * root) / 1800, (-2 + 3 * root) / 225},
                          {(296 + 169 * root) / 1800, (88 + 7 * root) / 360, (-2 - 3 * root) / 225},
                          {(16 - root) / 36, (16 + root) / 36, 1.0 / 9}};
  double* const stage = method_.scratch.data();
  for (Index s = 0; s < 3; ++s) {
    const double* const Z = method_.row(method_.Z, s);
    for (Index i = 0; i < method_.n; ++i) stage[i] = start.y[i] + Z[i];
    if (!system_.f(system_.self, start.t + c[s] * dt, stage, method_.row(method_.F, s))) return;
  }
  const instant::StateLayout at = start.side.layout();
  for (const Index i : {at.applied_work(), at.constraint_work(), at.nonideal_work()}) {
    for (Index s = 0; s < 3; ++s) {
      double sum = 0;
      for (Index k = 0; k < 3; ++k) sum += a[s][k] * method_.row(method_.F, k)[i];
      method_.row(method_.Z, s)[i] = dt * sum;
    }
    method_.y_new.data()[i] = start.y[i] + method_.row(method_.Z, 2)[i];
  }
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

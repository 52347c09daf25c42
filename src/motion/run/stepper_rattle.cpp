// SPDX-License-Identifier: Apache-2.0
#include "motion/run/stepper_rattle.h"

#include <algorithm>

namespace zwang::motion {

RattleStepper::RattleStepper(RightSide& side, std::span<const double> composition)
    : rattle_(side),
      composition_(composition),
      at_(side.layout()),
      y_(at_.size()),
      f0_(at_.size()),
      y_new_(at_.size()),
      f_(at_.size()),
      slope_(at_.size()),
      dense_(at_.size(), 5) {}

ode::Outcome RattleStepper::advance(const Start& start, double dt) noexcept {
  t_ = start.t;
  dt_ = dt;
  std::copy_n(start.y, at_.size(), y_.data());
  std::copy_n(start.f0, at_.size(), f0_.data());
  std::copy_n(start.y, at_.size(), y_new_.data());
  std::copy_n(start.f0, at_.size(), f_.data());
  const int count = ode::composition_steps(composition_);
  double gone = 0, t = start.t;
  for (int i = 0; i < count; ++i) {
    gone += ode::composition_step(composition_, i);
    const double t_end = start.t + (i + 1 < count ? gone * dt : dt);
    const ode::Outcome outcome =
        rattle_.step(start.side, start.projector, t, t_end, y_new_.data(), f_.data());
    if (outcome != ode::Outcome::done) return outcome;
    t = t_end;
  }
  return ode::Outcome::done;
}

void RattleStepper::prepare_dense(RightSide&, const double* y_end, const double* f_end) noexcept {
  ode::set_hermite(dense_, y_.data(), y_end, f0_.data(), f_end, dt_);
  std::fill_n(dense_.row(4), at_.size(), 0.0);
  std::fill_n(dense_.row(5), at_.size(), 0.0);
  // The bubbles θ²(1−θ)² and θ³(1−θ)² have second derivatives 2, 2 and 0, 2 at the ends.
  for (Index i = 0; i < at_.n; ++i) {
    const double rise = 6 * (y_end[i] - y_.data()[i]);
    const double m0 = dt_ * f0_.data()[i], m1 = dt_ * f_end[i];
    const double a0 = dt_ * dt_ * f0_.data()[at_.v() + i], a1 = dt_ * dt_ * f_end[at_.v() + i];
    const double miss_0 = a0 - (rise - 4 * m0 - 2 * m1), miss_1 = a1 - (2 * m0 + 4 * m1 - rise);
    dense_.row(4)[i] = 0.5 * miss_0;
    dense_.row(5)[i] = 0.5 * (miss_1 - miss_0);
  }
  dense_.degree = 5;
}

void RattleStepper::interpolate(double at, double* y) noexcept {
  const double theta = (at - t_) / dt_;
  ode::evaluate(dense_, theta, y);
  ode::evaluate_slope(dense_, theta, slope_.data());
  for (Index i = 0; i < at_.n; ++i) y[at_.v() + i] = slope_.data()[i] / dt_;
}

}  // namespace zwang::motion

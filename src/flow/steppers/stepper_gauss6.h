// SPDX-License-Identifier: Apache-2.0
#pragma once
// Gauss's collocation of order 6 with a fixed step, on the explicit equation of motion. Where
// nothing is projected it is symplectic and holds the energy. The projection after each step is not
// symmetric in time, and spoils that: a pendulum in x and y at 40 steps per period loses 6e-8 J each
// period as long as it runs (at 100 steps 1e-10 J), where the same pendulum in its angle stays within
// 2e-8 J. For long runs with constraints there is RATTLE.

#include <algorithm>

#include "flow/steppers/stepper.h"
#include "ode/gauss6.h"

namespace zwang::motion {

class Gauss6Stepper : public FixedStep {
 public:
  static constexpr int order = ode::Gauss6::order;

  explicit Gauss6Stepper(Index size) : method_(size), carry_(size) {}

  ode::Outcome advance(const Start& start, double dt) noexcept {
    return ode::advance(method_, start.side.system(), start.t, start.y, carry_.data(), start.f0,
                        dt);
  }
  const double* y_new() const noexcept { return method_.y_new.data(); }
  /// A step that is taken hands on what it rounded off; what the projection then moves is rounding
  /// or an error of the method, which the carry need not know.
  ode::Decision decide(double error, double dt) noexcept {
    if (error <= 1) std::copy_n(method_.carry_new.data(), method_.n, carry_.data());
    return FixedStep::decide(error, dt);
  }
  void prepare_dense(RightSide& side, const double* y_end, const double* f_end) noexcept {
    ode::prepare_dense(method_, side.system(), y_end, f_end);
  }
  void interpolate(double at, double* y) const noexcept { ode::interpolate(method_, at, y); }
  void save(StepMemory& memory) const {
    memory.carry.assign(carry_.data(), carry_.data() + method_.n);
  }
  void restore(const StepMemory& memory) {
    std::copy(memory.carry.begin(), memory.carry.end(), carry_.data());
  }

 private:
  ode::Gauss6 method_;
  AlignedArray carry_;
};

}  // namespace zwang::motion

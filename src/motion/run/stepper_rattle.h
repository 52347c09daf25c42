// SPDX-License-Identifier: Apache-2.0
#pragma once
// RATTLE with a fixed step, and its symmetric compositions of order 4, 6 and 8.

#include <span>

#include "motion/run/rattle.h"
#include "motion/run/stepper.h"
#include "ode/compose.h"
#include "ode/step.h"

namespace zwang::motion {

/// One step of RATTLE.
inline constexpr double compose_2[] = {1};

/// The state of a step is on the constraints to rounding, so that the projection of the loop finds
/// nothing to do, and takes nothing from the long-time behaviour.
class RattleStepper : public FixedStep {
 public:
  static constexpr int order = 2;  // of the estimate of a first step, which is never asked for

  RattleStepper(RightSide& side, std::span<const double> composition);

  ode::Outcome advance(const Start& start, double dt) noexcept;
  const double* y_new() const noexcept { return y_new_.data(); }

  /// The quintic through q, v and ẍ of both ends, of order 6; the rates are its slope, of order 5.
  void prepare_dense(RightSide& side, const double* y_end, const double* f_end) noexcept;
  void interpolate(double at, double* y) noexcept;

 private:
  Rattle rattle_;
  std::span<const double> composition_;
  instant::StateLayout at_;
  double t_ = 0, dt_ = 0;
  AlignedArray y_, f0_, y_new_, f_, slope_;
  ode::Dense dense_;
};

}  // namespace zwang::motion

// SPDX-License-Identifier: Apache-2.0
#pragma once
// Radau IIA with Jacobians of the instant. Its matrices and its last stages are carried from step to
// step and cannot be written down: a run forgets them at every checkpoint.

#include <cmath>

#include "flow/steppers/stepper.h"
#include "ode/radau5/radau5.h"

namespace zwang::motion {

class Radau5Stepper {
 public:
  static constexpr int order = ode::Radau5::order;
  static constexpr bool fixed = false;
  static constexpr bool resumes_anywhere = false;
  static constexpr bool implicit = true;
  static double slack(double tolerance) noexcept { return ode::tolerance_factor(tolerance); }

  explicit Radau5Stepper(RightSide& side);

  ode::Outcome advance(const Start& start, double dt) noexcept;
  const double* y_new() const noexcept { return method_.y_new.data(); }
  double judge(const Start& start, double t_end, const double* y_end) noexcept;
  double book_error(const instant::StateLayout&) const noexcept { return 0; }
  ode::Decision decide(double error, double dt) noexcept;
  double error_of(Index i) const noexcept { return std::abs(method_.error.data()[i]); }
  bool strained(const double*, const double*, const ode::Tolerances&) noexcept { return false; }
  void prepare_dense(RightSide&, const double* y_end, const double* f_end) noexcept {
    ode::prepare_dense(method_, system_, y_end, f_end);
  }
  void interpolate(double at, double* y) const noexcept { ode::interpolate(method_, at, y); }

  void save(StepMemory&) const {}
  void restore(const StepMemory&) {}
  void forget() noexcept { ode::forget(memory_); }

 private:
  void widen(const Start& start) noexcept;
  void sum_works(const Start& start, double dt) noexcept;

  ode::System system_;
  ode::Radau5 method_;
  ode::Radau5Memory memory_;
  AlignedArray absolute_;
  ode::Tolerances wide_;
  ode::Outcome outcome_ = ode::Outcome::done;
};

}  // namespace zwang::motion

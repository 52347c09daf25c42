// SPDX-License-Identifier: Apache-2.0
#pragma once
// The steppers of a run: what the loop in run_loop.h asks of a method. Each owns what its steps
// write to, and nothing that a rejected step would have to undo.

#include "flow/project.h"
#include "flow/right_side.h"
#include "flow/steppers/step_memory.h"
#include "ode/controller.h"
#include "ode/explicit/rk4.h"

namespace zwang::motion {

/// Where a step begins and what it may use.
struct Start {
  RightSide& side;
  Projector& projector;
  double t;
  const double* y;
  const double* f0;  // f(t, y)
  ode::Tolerances tolerances;
  const double* rounding = nullptr;  // of each component, as far as it is in the tolerances
};

/// What a method with a fixed step and no memory has in common with others.
class FixedStep {
 public:
  static constexpr bool fixed = true;
  static constexpr bool resumes_anywhere = true;  // a checkpoint may be taken after any step

  double judge(const Start&, double, const double*) noexcept { return 0; }
  double book_error(const instant::StateLayout&) const noexcept { return 0; }
  ode::Decision decide(double error, double dt) noexcept { return {error <= 1, dt}; }
  bool strained(const double*, const double*, const ode::Tolerances&) noexcept { return false; }
  void save(StepMemory&) const {}
  void restore(const StepMemory&) {}
  void forget() noexcept {}
};

/// Methods of ode/ without an estimate: every step has the length that was asked for.
template <class Method>
class FixedStepper : public FixedStep {
 public:
  static constexpr int order = Method::order;

  explicit FixedStepper(Index size) : method_(size) {}

  ode::Outcome advance(const Start& start, double dt) noexcept {
    return ode::advance(method_, start.side.system(), start.t, start.y, start.f0, dt);
  }
  const double* y_new() const noexcept { return method_.y_new.data(); }
  void prepare_dense(RightSide& side, const double* y_end, const double* f_end) noexcept {
    ode::prepare_dense(method_, side.system(), y_end, f_end);
  }
  void interpolate(double at, double* y) const noexcept { ode::interpolate(method_, at, y); }

 private:
  Method method_;
};

}  // namespace zwang::motion

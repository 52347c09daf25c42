// SPDX-License-Identifier: Apache-2.0
#pragma once
// The steppers of a run: what the loop in run_loop.h asks of a method. Each owns what its steps
// write to, and nothing that a rejected step would have to undo.

#include <limits>
#include <vector>

#include "motion/project.h"
#include "motion/right_side.h"
#include "ode/dopri5.h"
#include "ode/dopri853.h"
#include "ode/rk4.h"

namespace zwang::motion {

/// Where a step begins and what it may use.
struct Start {
  RightSide& side;
  Projector& projector;
  double t;
  const double* y;
  const double* f0;  // f(t, y)
  ode::Tolerances tolerances;
};

/// Methods of ode/ with an estimate of their error and nothing carried from step to step but the
/// memory of the controller.
template <class Method>
class EstimatingStepper {
 public:
  static constexpr int order = Method::order;
  static constexpr bool fixed = false;
  static constexpr bool resumes_anywhere = true;  // a checkpoint may be taken after any step

  explicit EstimatingStepper(Index size) : method_(size), controller_(controller_for(method_)) {}

  ode::Outcome advance(const Start& start, double dt) noexcept {
    return ode::advance(method_, start.side.system(), start.t, start.y, start.f0, dt);
  }
  const double* y_new() const noexcept { return method_.y_new.data(); }
  double judge(const double* y_end, const ode::Tolerances& tolerances) noexcept {
    return ode::judge(method_, y_end, tolerances);
  }
  ode::Decision decide(double error, double dt) noexcept {
    return ode::decide(controller_, error, dt);
  }
  void prepare_dense(RightSide& side, const double* y_end, const double* f_end) noexcept {
    ode::prepare_dense(method_, side.system(), y_end, f_end);
  }
  void interpolate(double at, double* y) const noexcept { ode::interpolate(method_, at, y); }

  void save(std::vector<double>& memory) const {
    memory.push_back(controller_.error_before);
    memory.push_back(controller_.rejected ? 1 : 0);
  }
  std::size_t restore(const std::vector<double>& memory, std::size_t at) {
    controller_.error_before = memory[at];
    controller_.rejected = memory[at + 1] != 0;
    return at + 2;
  }
  void forget() noexcept {}

 private:
  Method method_;
  ode::Controller controller_;
};

/// Methods of ode/ without an estimate: every step has the length that was asked for.
template <class Method>
class FixedStepper {
 public:
  static constexpr int order = Method::order;
  static constexpr bool fixed = true;
  static constexpr bool resumes_anywhere = true;

  explicit FixedStepper(Index size) : method_(size) {}

  ode::Outcome advance(const Start& start, double dt) noexcept {
    return ode::advance(method_, start.side.system(), start.t, start.y, start.f0, dt);
  }
  const double* y_new() const noexcept { return method_.y_new.data(); }
  double judge(const double*, const ode::Tolerances&) noexcept { return 0; }
  ode::Decision decide(double error, double dt) noexcept { return {error <= 1, dt}; }
  void prepare_dense(RightSide& side, const double* y_end, const double* f_end) noexcept {
    ode::prepare_dense(method_, side.system(), y_end, f_end);
  }
  void interpolate(double at, double* y) const noexcept { ode::interpolate(method_, at, y); }
  void save(std::vector<double>&) const {}
  std::size_t restore(const std::vector<double>&, std::size_t at) { return at; }
  void forget() noexcept {}

 private:
  Method method_;
};

}  // namespace zwang::motion

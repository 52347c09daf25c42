// SPDX-License-Identifier: Apache-2.0
#pragma once
// Dormand and Prince's methods: an estimate of the error, and nothing carried from step to step but
// the memory of the controller and of the test for stiffness.

#include <algorithm>
#include <cmath>

#include "flow/steppers/body_axes.h"
#include "flow/steppers/stepper.h"
#include "ode/explicit/dopri5.h"
#include "ode/explicit/dopri853.h"

namespace zwang::motion {

/// The last stage before the end, and the border of stability on the negative real axis.
struct DopriShape {
  Index last;
  double border;
};
constexpr DopriShape shape_of(const ode::Dopri5&) { return {5, 3.25}; }
constexpr DopriShape shape_of(const ode::Dopri853&) { return {11, 6.1}; }

template <class Method>
class DopriStepper {
 public:
  static constexpr int order = Method::order;
  static constexpr bool fixed = false;
  static constexpr bool resumes_anywhere = true;
  /// How many times as large as tolerances say errors may be.
  static double slack(double) noexcept { return 1; }

  explicit DopriStepper(RightSide& side)
      : method_(side.layout().size()),
        axes_(side),
        controller_(controller_for(method_)),
        difference_(method_.n),
        y_new_(axes_.empty() ? 0 : method_.n),
        y_(axes_.empty() ? 0 : method_.n),
        f_(axes_.empty() ? 0 : method_.n) {}

  ode::Outcome advance(const Start& start, double dt) noexcept {
    if (axes_.empty()) {
      return ode::advance(method_, start.side.system(), start.t, start.y, start.f0, dt);
    }
    axes_.from_coordinates(start.y, y_.data());
    axes_.rate_from_coordinates(start.y, start.f0, f_.data());
    const ode::Outcome outcome =
        ode::advance(method_, axes_.system(), start.t, y_.data(), f_.data(), dt);
    if (outcome == ode::Outcome::done) axes_.to_coordinates(method_.y_new.data(), y_new_.data());
    return outcome;
  }
  const double* y_new() const noexcept {
    return axes_.empty() ? method_.y_new.data() : y_new_.data();
  }
  /// The error along the constraints, which projection leaves, and across them, which it takes
  /// away: the greater of the two. Where rows are nearly dependent, rounding makes an error across
  /// them look huge in some coordinate; rows themselves do not see it.
  /// Elsewhere it hardly matters: beside the raw estimate, on a pendulum and a chain of 10 at
  /// tolerances 1e-6 and 1e-10, the number of steps differs by less than a sixth, errors by at most a
  /// factor of 2, and the time is up to a third more. The part along the constraints alone saves 2 to
  /// 15 per cent of the steps and lets errors grow up to twofold there, thirtyfold on a chain of 5.
  double judge(const Start& start, double t_end, const double* y_end) noexcept {
    double across = 0;
    Projector& projector = start.projector;
    if (!axes_.empty()) {
      axes_.error_to_coordinates(method_.y_new.data(), method_.error.data());
      if constexpr (requires { method_.error_3; }) {
        axes_.error_to_coordinates(method_.y_new.data(), method_.error_3.data());
      }
    }
    if (projector.prepare_errors()) {
      const instant::StateLayout at = start.side.layout();
      const double *const q = y_end + at.q(), *const v = y_end + at.v();
      across = projector.across(method_.error.data(), y_end, start.tolerances);
      projector.project_error(t_end, q, v, method_.error.data());
      if constexpr (requires { method_.error_3; }) {
        across = ode::combine_norms(
            across, projector.across(method_.error_3.data(), y_end, start.tolerances));
        projector.project_error(t_end, q, v, method_.error_3.data());
        clear_rest(start, y_end, method_.error_3.data());
      }
      clear_rest(start, y_end, method_.error.data());
    }
    const auto size = [&](const AlignedArray& error) {
      return error_norm(method_.n, error.data(), start.y, y_end, start.tolerances);
    };
    if constexpr (requires { method_.error_3; }) {
      along_ = ode::combine_norms(size(method_.error), size(method_.error_3));
    } else {
      along_ = size(method_.error);
    }
    return std::max(0.3 * across, along_);
  }
  /// Of one component, after judge.
  double error_of(Index i) const noexcept {
    const double error = std::abs(method_.error.data()[i]);
    if constexpr (requires { method_.error_3; }) {
      return ode::combine_norms(error, std::abs(method_.error_3.data()[i]));
    }
    return error;
  }
  /// How wrong the works of the step may be, which do not steer it.
  double book_error(const instant::StateLayout& at) const noexcept {
    const double* const error = method_.error.data();
    return std::abs(error[at.applied_work()]) + std::abs(error[at.constraint_work()]) +
           std::abs(error[at.nonideal_work()]);
  }
  /// The part of it that projection leaves.
  double along() const noexcept { return along_; }
  ode::Decision decide(double error, double dt) noexcept {
    return ode::decide(controller_, error, dt);
  }
  /// Whether the motion has shown to be stiff; told of the end of every step that was accepted,
  /// before prepare_dense.
  bool strained(const double* y_end, const double* f_end,
                const ode::Tolerances& tolerances) noexcept {
    const DopriShape shape = shape_of(method_);
    in_steps(y_end, f_end);
    const auto size_of_difference = [&](const double* x, const double* y) {
      for (Index i = 0; i < method_.n; ++i) difference_.data()[i] = x[i] - y[i];
      return error_norm(method_.n, difference_.data(), method_.y.data(), y_end, tolerances);
    };
    const double slopes = size_of_difference(f_end, method_.k[shape.last]);
    const double states = size_of_difference(y_end, method_.k.Y.data());
    if (states > 0) test_.note(method_.dt * slopes / states, shape.border);
    return test_.found;
  }
  bool is_strained() const noexcept {
    return test_.found;
  }  // by the last step that was asked about
  void prepare_dense(RightSide& side, const double* y_end, const double* f_end) noexcept {
    in_steps(y_end, f_end);
    ode::prepare_dense(method_, axes_.empty() ? side.system() : axes_.system(), y_end, f_end);
  }
  void interpolate(double at, double* y) noexcept {
    if (axes_.empty()) return ode::interpolate(method_, at, y);
    ode::interpolate(method_, at, y_.data());
    axes_.to_coordinates(y_.data(), y);
  }

  void save(StepMemory& memory) const {
    memory.error_before = controller_.error_before;
    memory.rejected = controller_.rejected;
    memory.stiffness = test_;
  }
  void restore(const StepMemory& memory) {
    controller_.error_before = memory.error_before;
    controller_.rejected = memory.rejected;
    test_ = memory.stiffness;
  }
  void forget() noexcept {}

 private:
  /// A state and its rate in the variables of the steps.
  void in_steps(const double*& y, const double*& f) noexcept {
    if (axes_.empty()) return;
    axes_.from_coordinates(y, y_.data());
    axes_.rate_from_coordinates(y, f, f_.data());
    y = y_.data();
    f = f_.data();
  }

  /// Projecting an error leaves rounding of the others in components that have never moved, and for
  /// which nothing is allowed.
  void clear_rest(const Start& start, const double* y_end, double* error) const noexcept {
    for (Index i = 0; i < 2 * start.side.layout().n; ++i) {
      const bool rests = start.y[i] == 0 && y_end[i] == 0 && start.tolerances.absolute[i] == 0;
      if (rests) error[i] = 0;
    }
  }

  Method method_;
  BodyAxes axes_;
  double along_ = 0;
  ode::Controller controller_;
  StiffnessTest test_;
  AlignedArray difference_;
  AlignedArray y_new_, y_, f_;  // where steps are not made in coordinates
};

}  // namespace zwang::motion

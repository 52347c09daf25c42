// SPDX-License-Identifier: Apache-2.0
#pragma once
// Dormand and Prince's methods: an estimate of the error, and nothing carried from step to step but
// the memory of the controller and of the test for stiffness.

#include <algorithm>

#include "motion/run/stepper.h"
#include "ode/explicit/dopri5.h"
#include "ode/explicit/dopri853.h"

namespace zwang::motion {

/// Hairer's test: the last two slopes of a step belong to the same time, and the quotient of their
/// difference and that of the states is about |λ|, the fastest rate. Where dt |λ| is at the border of
/// the region of stability again and again, stability keeps the steps short, not accuracy. Hairer,
/// Wanner, Solving Ordinary Differential Equations II, IV.2.
struct StiffnessTest {
  int strained = 0, calm = 0;  // steps
  bool found = false;

  void note(double dt_lambda, double border) noexcept {
    if (dt_lambda > border) {
      calm = 0;
      found = found || ++strained == 15;
    } else if (++calm == 6) {
      strained = 0;
    }
  }
};

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

  explicit DopriStepper(Index size)
      : method_(size), controller_(controller_for(method_)), difference_(size) {}

  ode::Outcome advance(const Start& start, double dt) noexcept {
    return ode::advance(method_, start.side.system(), start.t, start.y, start.f0, dt);
  }
  const double* y_new() const noexcept { return method_.y_new.data(); }
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
    if (projector.prepare_errors()) {
      const instant::StateLayout at = start.side.layout();
      const double *const q = y_end + at.q(), *const v = y_end + at.v();
      across = projector.across(method_.error.data(), y_end, start.tolerances);
      projector.project_error(t_end, q, v, method_.error.data());
      if constexpr (requires { method_.error_3; }) {
        across = ode::combine_norms(
            across, projector.across(method_.error_3.data(), y_end, start.tolerances));
        projector.project_error(t_end, q, v, method_.error_3.data());
      }
    }
    along_ = ode::judge(method_, y_end, start.tolerances);
    return std::max(0.3 * across, along_);
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
    const auto size_of_difference = [&](const double* x, const double* y) {
      for (Index i = 0; i < method_.n; ++i) difference_.data()[i] = x[i] - y[i];
      return error_norm(method_.n, difference_.data(), method_.y.data(), y_end, tolerances);
    };
    const double slopes = size_of_difference(f_end, method_.k[shape.last]);
    const double states = size_of_difference(y_end, method_.k.Y.data());
    if (states > 0) test_.note(method_.dt * slopes / states, shape.border);
    return test_.found;
  }
  void prepare_dense(RightSide& side, const double* y_end, const double* f_end) noexcept {
    ode::prepare_dense(method_, side.system(), y_end, f_end);
  }
  void interpolate(double at, double* y) const noexcept { ode::interpolate(method_, at, y); }

  void save(std::vector<double>& memory) const {
    memory.push_back(controller_.error_before);
    memory.push_back(controller_.rejected ? 1 : 0);
    memory.push_back(test_.strained);
    memory.push_back(test_.calm);
    memory.push_back(test_.found ? 1 : 0);
  }
  void restore(const std::vector<double>& memory, std::size_t at) {
    controller_.error_before = memory[at];
    controller_.rejected = memory[at + 1] != 0;
    test_.strained = static_cast<int>(memory[at + 2]);
    test_.calm = static_cast<int>(memory[at + 3]);
    test_.found = memory[at + 4] != 0;
  }
  void forget() noexcept {}

 private:
  Method method_;
  double along_ = 0;
  ode::Controller controller_;
  StiffnessTest test_;
  AlignedArray difference_;
};

}  // namespace zwang::motion

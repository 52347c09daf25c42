// SPDX-License-Identifier: Apache-2.0
#pragma once
// The step at hand: step → project → estimate, and the states within it. Until the loop accepts it,
// nothing of the run has changed.

#include <algorithm>
#include <limits>
#include <utility>

#include "flow/interpolant.h"
#include "flow/steppers/stepper.h"
#include "motion/run/course.h"

namespace zwang::motion {

template <class Stepper>
class Candidate {
 public:
  Candidate(Course& run, Stepper method)
      : course(run), stepper(std::move(method)), end(run.at.size()), f1(run.at.size()) {}

  /// The size of its error, infinite where it failed. `until` is t + dt, better rounded where steps are
  /// counted.
  double attempt(double dt, double until) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    t = until;
    const ode::Tolerances allowed = tolerances(dt);
    const Start start{course.side,
                      course.projector,
                      course.t,
                      course.y.data(),
                      course.f0.data(),
                      allowed,
                      course.tolerances.rounding()};
    outcome = stepper.advance(start, dt);
    if (outcome != ode::Outcome::done) return infinity;
    std::copy(stepper.y_new(), stepper.y_new() + course.at.size(), end.data());
    moved = course.projector.project(t, end.data() + course.at.q(), end.data() + course.at.v());
    if (!moved.converged) {
      outcome = ode::Outcome::not_projected;
      return infinity;
    }
    independence = course.projector.independence();
    return stepper.judge(start, t, end.data());
  }
  double attempt(double dt) { return attempt(dt, time_after(dt)); }

  /// For a step of this length.
  ode::Tolerances tolerances(double dt) noexcept {
    if constexpr (requires { Stepper::implicit; }) {
      return course.tolerances.view_of_implicit(dt, course.y.data(), course.f0.data());
    }
    return course.tolerances.view(dt);
  }

  /// A step as long as what is left ends at the end, whatever the sum is.
  double time_after(double dt) const {
    return dt == course.options.t_end - course.t ? course.options.t_end : course.t + dt;
  }

  /// The rate at its end. False: the numbers went bad there.
  bool find_rate() noexcept { return course.rate_at(t, end.data(), f1.data()); }

  /// To be called when the end or its rate is another: dense output is prepared when it is asked for.
  void forget_within() { dense_ = false; }

  void interpolate(double at, double* y) {
    if (!dense_) stepper.prepare_dense(course.side, end.data(), f1.data());
    dense_ = true;
    stepper.interpolate(at, y);
  }

  /// A step of no length.
  void stand_still() {
    t = course.t;
    std::copy_n(course.y.data(), course.at.size(), end.data());
    std::copy_n(course.f0.data(), course.at.size(), f1.data());
    dense_ = true;
  }

  /// States within the step, on the constraints.
  Interpolant states() {
    return {this, [](void* self, double at, double* y) noexcept {
              Candidate& step = *static_cast<Candidate*>(self);
              Course& run = step.course;
              if (at == step.t || at == run.t) {
                const AlignedArray& known = at == step.t ? step.end : run.y;
                std::copy_n(known.data(), run.at.size(), y);
                return;
              }
              step.interpolate(at, y);
              run.projector.project(at, y + run.at.q(), y + run.at.v());
            }};
  }

  Course& course;
  Stepper stepper;
  double t = 0;          // where it ends
  AlignedArray end, f1;  // the state there, and its rate once that was found
  Projection moved;
  double independence = 0;  // of the rows there, as the projector says
  ode::Outcome outcome = ode::Outcome::done;

 private:
  bool dense_ = false;
};

}  // namespace zwang::motion

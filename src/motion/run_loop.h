// SPDX-License-Identifier: Apache-2.0
#pragma once
// The loop of a run, once for every stepper.

#include <limits>

#include "motion/course.h"
#include "motion/stepper.h"
#include "ode/first_step.h"

namespace zwang::motion {

template <class Stepper>
class Loop {
 public:
  Loop(RightSide& side, const RunOptions& options, const Listener& listener, RunResult& result,
       Stepper stepper)
      : course_(side, options, listener, result),
        stepper_(std::move(stepper)),
        end_(course_.at.size()),
        f1_(course_.at.size()),
        scratch_(2 * course_.at.size()) {}

  void run(const Snapshot* resume) {
    RunResult& result = course_.result;
    if (!(resume ? go_on_from(*resume) : begin())) return;
    while (course_.t < course_.options.t_end && result.ending == Ending::done) {
      const double dt = next_dt();
      const double error = attempt(dt);  // step → project → estimate
      const ode::Decision decision = stepper_.decide(error, dt);
      if (decision.accepted) {
        accept(decision.dt);
      } else {
        reject(decision.dt);
      }
    }
    course_.finish();
  }

 private:
  bool begin() {
    if (!course_.begin()) return false;
    dt_ = first_dt();
    if (!Stepper::resumes_anywhere) take_snapshot();
    return true;
  }

  bool go_on_from(const Snapshot& snapshot) {
    if (!course_.go_on_from(snapshot)) return false;
    dt_ = snapshot.dt;
    stepper_.restore(snapshot.memory, course_.restored);
    return true;
  }

  double first_dt() {
    const double span = course_.options.t_end - course_.t;
    if (Stepper::fixed) return course_.options.step;
    const double guess =
        ode::guess_first_step(course_.side.system(), course_.t, course_.y.data(), course_.f0.data(),
                              span, Stepper::order, course_.tolerances.view(), scratch_.data());
    return guess > 0 ? guess : 1e-6 * span;  // not a number either: nothing has a magnitude yet
  }

  // The last step ends at the end; one before it that would leave a crumb shares with it.
  double next_dt() const {
    const double left = course_.options.t_end - course_.t;
    if (dt_ >= left * (1 - 1e-12)) return left;
    return !Stepper::fixed && dt_ > 0.5 * left ? 0.5 * left : dt_;
  }

  // Equal steps are counted, for their sum would gather rounding.
  double time_after(double dt) const {
    if (dt == course_.options.t_end - course_.t) return course_.options.t_end;
    if (!Stepper::fixed) return course_.t + dt;
    return course_.t_start + static_cast<double>(course_.tally.steps + 1) * dt;
  }

  // step → project → estimate: the size of the error, infinite where the step failed.
  double attempt(double dt) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    t_new_ = time_after(dt);
    const Start start{course_.side,     course_.projector, course_.t,
                      course_.y.data(), course_.f0.data(), course_.tolerances.view()};
    outcome_ = stepper_.advance(start, dt);
    if (outcome_ != ode::Outcome::done) return infinity;
    std::copy(stepper_.y_new(), stepper_.y_new() + course_.at.size(), end_.data());
    moved_ = course_.projector.project(t_new_, end_.data() + course_.at.q(),
                                       end_.data() + course_.at.v());
    if (!moved_.converged) {
      outcome_ = ode::Outcome::not_projected;
      return infinity;
    }
    return stepper_.judge(start, t_new_, end_.data());
  }

  // record, and move on.
  void accept(double dt) {
    if (!course_.rate_at(t_new_, end_.data(), f1_.data())) {
      outcome_ = ode::Outcome::not_finite;
      return reject(0.25 * (t_new_ - course_.t));
    }
    if (!course_.note_rank(t_new_)) return;
    course_.tally.stiff = stepper_.strained(end_.data(), f1_.data(), course_.tolerances.view());
    bool dense = false;
    course_.record(t_new_, end_.data(), [&](double at, double* y) {
      if (!dense) stepper_.prepare_dense(course_.side, end_.data(), f1_.data());
      dense = true;
      stepper_.interpolate(at, y);
    });
    dt_ = dt;
    course_.arrive(t_new_, end_, f1_, moved_.left);
    report();
  }

  void reject(double dt) {
    ++course_.tally.rejected;
    if (!Stepper::fixed && !ode::too_small(course_.t, dt)) {
      dt_ = dt;
      return;
    }
    course_.result.status = course_.side.status();
    course_.result.ending = ending_of(outcome_, course_.result.status);
  }

  void report() {
    const bool fresh = course_.tally.steps % steps_between_fresh_starts == 0;
    if (!Stepper::resumes_anywhere && fresh) {
      stepper_.forget();
      take_snapshot();
    }
    const Listener& listener = course_.listener;
    if ((Stepper::resumes_anywhere || fresh) && listener.wants_snapshot &&
        listener.wants_snapshot(listener.self)) {
      take_snapshot();
      listener.snapshot(listener.self, course_.result.last);
    }
    if (!course_.goes_on() && Stepper::resumes_anywhere) take_snapshot();
  }

  void take_snapshot() {
    course_.save(course_.result.last, dt_);
    stepper_.save(course_.result.last.memory);
  }

  Course course_;
  Stepper stepper_;
  AlignedArray end_, f1_, scratch_;
  double dt_ = 0, t_new_ = 0;
  Projection moved_;
  ode::Outcome outcome_ = ode::Outcome::done;
};

}  // namespace zwang::motion

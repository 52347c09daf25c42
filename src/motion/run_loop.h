// SPDX-License-Identifier: Apache-2.0
#pragma once
// The loop of a run, once for every stepper.

#include <cmath>
#include <limits>

#include <memory>

#include "motion/course.h"
#include "motion/hybrid.h"
#include "motion/rank_watch.h"
#include "motion/singular_pose.h"
#include "motion/stepper.h"
#include "ode/first_step.h"

namespace zwang::motion {

template <class Stepper>
class Loop {
 public:
  Loop(RightSide& side, const RunOptions& options, const Listener& listener, RunResult& result,
       Stepper stepper)
      : course_(side, options, listener, result),
        pose_(course_),
        stepper_(std::move(stepper)),
        end_(course_.at.size()),
        f1_(course_.at.size()),
        scratch_(2 * course_.at.size()) {
    if (side.equations().m > 0) {
      rank_ = std::make_unique<RankWatch>(side.equations(), side.numbers(), options.tolerance);
      if (!rank_->watches()) rank_.reset();
    }
    course_.rank_is_watched = rank_ != nullptr;
    if (!has_events(side.equations())) return;
    const double t0 = options.from ? options.from->t : side.equations().t;
    hybrid_ = std::make_unique<Hybrid>(side, course_.projector, options, options.t_end - t0,
                                       result.happenings);
  }

  void run(const Snapshot* resume) {
    RunResult& result = course_.result;
    if (!(resume ? go_on_from(*resume) : begin())) return;
    while (course_.t < course_.options.t_end && result.ending == Ending::done) {
      double dt = next_dt();
      if (!Stepper::fixed && crawls(dt)) break;
      double error = attempt(dt);  // step → project → estimate
      if constexpr (knows_error_along) {
        if (may_pass(error)) error = pass(dt, error);
      }
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
  static constexpr bool knows_error_along = requires(const Stepper& stepper) { stepper.along(); };

  bool begin() {
    const auto decide_mode = [this] {
      RunResult& result = course_.result;
      if (!hybrid_) return true;
      const bool good = goes_on(hybrid_->begin(course_.t, course_.y.data(), result.contradictory));
      if (result.ending == Ending::not_projected) result.ending = Ending::start_impossible;
      return good;
    };
    if (!course_.begin(decide_mode)) return false;
    dt_ = first_dt();
    t_even_ = course_.t;
    if (rank_) rank_->set_active(course_.side.mode().acts.data());
    if (!Stepper::resumes_anywhere) take_snapshot();
    return true;
  }

  bool go_on_from(const Snapshot& snapshot) {
    if (!course_.go_on_from(snapshot)) return false;
    dt_ = snapshot.dt;
    std::size_t next = course_.restored;
    t_even_ = snapshot.memory[next++];
    even_steps_ = static_cast<long>(snapshot.memory[next++]);
    for (double* const x : {&independence_, &pivot_change_, &pivot_dt_}) {
      *x = snapshot.memory[next++];
    }
    if (hybrid_) next += hybrid_->restore(snapshot.memory, next);
    if (keeps_mode()) {
      next += restore(snapshot.memory, next, course_.side.mode());
      course_.projector.follow_mode();
    }
    if (rank_) {
      rank_->set_active(course_.side.mode().acts.data());
      next = rank_->restore(snapshot.memory, next);
    }
    // The rate was found before the mode was known.
    if (course_.side.laws() && !course_.rate_at(course_.t, course_.y.data(), course_.f0.data()))
      return false;
    course_.side.set_evaluations(snapshot.tally.evaluations);
    stepper_.restore(snapshot.memory, next);
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
    return t_even_ + static_cast<double>(even_steps_ + 1) * dt;
  }

  // step → project → estimate: the size of the error, infinite where the step failed.
  double attempt(double dt) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    t_new_ = std::isnan(aim_) ? time_after(dt) : aim_;
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

  // Whether rounding decides about the step at hand: it ends within reach of a singular pose, or errors
  // across the constraints forbid it, those along them do not.
  bool may_pass(double error) {
    if (outcome_ != ode::Outcome::done || !pose_.is_known()) return false;
    return (error > 1 && stepper_.along() <= 1) || course_.projector.least_pivot() < pose_.reach();
  }

  // Over the pose, if there is one, by a step of another length: to beyond its reach, or else to well
  // before. Such a step is judged by its error along the constraints and by the energy, and may be as
  // wrong as rounding where it begins. The lengths put the pose where stages leave room: dopri853 has
  // none between 1/3 and 3/5 of a step, and few after.
  double pass(double& dt, double error) {
    const double reach = pose_.reach();
    const bool ends_there = course_.projector.least_pivot() < reach;
    const auto [d0, until] = pose_.look_ahead(dt);
    const bool comes = ends_there ? until < 3 * dt : until < dt && d0 < 0.25;
    if (!comes) return stay(error);
    const double allowed = std::max(1.0, pose_.turned_by(d0) / course_.options.tolerance);
    double best = 0, least = 30 * allowed, last = 0;
    for (const double length :
         {dt, until / 0.75, until / 0.47, until / 0.7, until / 0.52, until / 0.42, 0.6 * until}) {
      const bool crumb = length > 0.99 * (course_.options.t_end - course_.t);
      if (length != dt && (crumb || length < 0.05 * dt || length > 4 * dt)) continue;
      last = length;
      if (!(attempt(length) < std::numeric_limits<double>::infinity())) continue;
      const double d1 = course_.projector.least_pivot(), along = stepper_.along();
      const double wrong = pose_.energy_error(t_new_, end_.data());
      const bool clear = d1 > reach || (length > until && d1 > 0.3 * d0);
      if (!clear || !(along <= allowed) || !(wrong < least)) continue;
      least = wrong;
      best = length;
      if (wrong <= 1 && along <= 1) break;
    }
    if (best == 0 && error > 1) return stay(error);
    if (best > 0) dt = best;
    if (last != dt) error = attempt(dt);
    return best > 0 ? std::min(1.0, stepper_.along()) : error;
  }

  // The step at hand is what it was; looking ahead has left the numbers of another state.
  double stay(double error) {
    outcome_ = ode::Outcome::done;
    if (error > 1) return error;
    std::copy_n(end_.data(), course_.at.size(), scratch_.data());
    course_.projector.project(t_new_, scratch_.data() + course_.at.q(),
                              scratch_.data() + course_.at.v());
    return error;
  }

  // record, and move on.
  void accept(double dt) {
    if (!course_.rate_at(t_new_, end_.data(), f1_.data())) {
      outcome_ = ode::Outcome::not_finite;
      return reject(0.25 * (t_new_ - course_.t));
    }
    dense_ = false;
    rank_at_end_ = course_.side.rank();
    Crossing crossing;
    const bool happens = hybrid_ && hybrid_->look(course_.t, t_new_, states(), crossing);
    if (happens && !step_to(crossing)) return;
    const bool falls = rank_ && look_at_rank(crossing);
    if (course_.result.ending != Ending::done || !course_.note_rank(t_new_, rank_at_end_)) return;
    course_.tally.stiff = stepper_.strained(end_.data(), f1_.data(), course_.tolerances.view());
    course_.record(t_new_, end_.data(), [this](double at, double* y) { interpolate(at, y); });
    dt_ = dt;
    ++even_steps_;
    course_.arrive(t_new_, end_, f1_, moved_.left);
    if (falls && !act_on_rank()) return;
    if (!happens && !falls && hybrid_) hybrid_->arrive(course_.y.data());
    if (happens && !falls && !turn(crossing)) return;
    report();
  }

  // Poses in this step where rows become dependent. True: the step now ends at one, and what the user
  // asks for has to be done there.
  bool look_at_rank(Crossing& crossing) {
    if (!may_fall()) return false;
    const bool last = t_new_ >= course_.options.t_end;
    RankFall fall;
    for (double from = course_.t; rank_->look(from, t_new_, states(), fall, last); from = fall.t) {
      if (!(fall.t > from)) break;
      fall_row_ = fall.drop;
      course_.note_fall(fall);
      if (course_.options.rank_change == RankRule::keep) {
        if (fall.t >= t_new_) break;
        continue;
      }
      crossing = {fall.t, 0, 0, 0, true, false, false};
      return step_to(crossing);
    }
    return false;
  }

  // The least pivots of the rows at both ends of the step tell whether they can become dependent in
  // between: on the way down to zero and up again they would change by their sum. Four times what
  // they do change by, in this step and in the one before, is not enough for that far from such
  // poses, and then looking costs nothing.
  bool may_fall() {
    const double dt = t_new_ - course_.t, before = independence_, longer = dt / pivot_dt_;
    independence_ = course_.projector.independence();
    const double change = std::abs(independence_ - before);
    const double most = std::max(change, pivot_change_ * std::max(1.0, longer));
    const bool known = before > 0.02 && independence_ > 0.02 && pivot_dt_ > 0;
    const bool far = known && before + independence_ > 4 * most;
    pivot_change_ = change;
    pivot_dt_ = dt;
    // Where steps shrink to nothing there is no way through, and no use in looking.
    if (dt < 1e-8 * (course_.options.t_end - course_.t_start)) return false;
    return !far || rank_at_end_ != course_.tally.rank;
  }

  // The run ends there, or goes on without a row.
  bool act_on_rank() {
    RunResult& result = course_.result;
    if (course_.options.rank_change == RankRule::stop || fall_row_ < 0) {
      result.ending = Ending::rank_changed;
      return false;
    }
    Mode& mode = course_.side.mode();
    mode.acts[static_cast<std::size_t>(fall_row_)] = 0;
    mode.switched[static_cast<std::size_t>(fall_row_)] = 0;
    course_.projector.follow_mode();
    rank_->set_active(mode.acts.data());
    rank_->forget();
    if (!course_.turn(course_.tally.energy.jumps)) return false;
    start_even();
    return true;
  }

  // A mode that changes although nothing is watched: rows are dropped.
  bool keeps_mode() { return !hybrid_ && course_.side.laws(); }

  void start_even() {
    pivot_dt_ = 0;
    stepper_.forget();
    t_even_ = course_.t;
    even_steps_ = 0;
    dt_ = Stepper::fixed ? course_.options.step : std::min(first_dt(), 10 * dt_);
  }

  void interpolate(double at, double* y) {
    if (!dense_) stepper_.prepare_dense(course_.side, end_.data(), f1_.data());
    dense_ = true;
    stepper_.interpolate(at, y);
  }

  // States within the step, on the constraints.
  Interpolant states() {
    return {this, [](void* self, double at, double* y) noexcept {
              Loop& loop = *static_cast<Loop*>(self);
              if (at == loop.t_new_) {
                std::copy_n(loop.end_.data(), loop.course_.at.size(), y);
                return;
              }
              if (at == loop.course_.t) {
                std::copy_n(loop.course_.y.data(), loop.course_.at.size(), y);
                return;
              }
              loop.interpolate(at, y);
              loop.course_.projector.project(at, y + loop.course_.at.q(), y + loop.course_.at.v());
            }};
  }

  // Ends the step where the crossing is. Dense output has found it; steps that end there are more
  // accurate, and move it by a little.
  bool step_to(Crossing& crossing) {
    const double t0 = course_.t, whole = t_new_ - t0;
    double before = 0, other = crossing.t;
    for (int round = 0; round < 4; ++round) {
      const double dt = crossing.t - t0;
      if (ode::too_small(t0, dt)) {  // it is where the step began
        t_new_ = t0;
        std::copy_n(course_.y.data(), course_.at.size(), end_.data());
        std::copy_n(course_.f0.data(), course_.at.size(), f1_.data());
        dense_ = true;
        return true;
      }
      if (!(attempt_to(crossing.t) && course_.rate_at(t_new_, end_.data(), f1_.data()))) {
        reject(0.25 * dt);
        return false;
      }
      dense_ = false;
      if (crossing.grazes || crossing.lost || crossing.slope == 0) break;
      const double left = hybrid_->value(crossing, t_new_, end_.data());
      // A formula that jumps has no slope there: back to where it was found.
      if (round > 0 && !(std::abs(left) < std::abs(before))) {
        if (round == 3) break;
        std::swap(crossing.t, other);
        crossing.slope = 0;
        continue;
      }
      before = left;
      other = crossing.t;
      const double nearer = crossing.t - left / crossing.slope;
      if (!(std::abs(nearer - crossing.t) < 1e-3 * whole) || nearer == crossing.t) break;
      if (!(nearer > t0) || round > 1) break;
      crossing.t = nearer;
    }
    // What was asked of the numbers since has left others behind.
    return course_.rate_at(t_new_, end_.data(), f1_.data());
  }

  bool attempt_to(double t_end) {
    aim_ = t_end;
    const bool good = attempt(t_end - course_.t) < std::numeric_limits<double>::infinity();
    aim_ = std::numeric_limits<double>::quiet_NaN();
    return good;
  }

  // What happens there, and the motion from there on.
  bool turn(const Crossing& crossing) {
    RunResult& result = course_.result;
    const bool on = goes_on(hybrid_->act(crossing, course_.t, course_.y.data()));
    result.happened = hybrid_->count();
    const Ending ending = result.ending;
    if (!on && ending != Ending::stopped_by_event) return false;
    if (!course_.turn(hybrid_->jumps()) || !on) {
      if (on == false) result.ending = ending;
      return false;
    }
    if (rank_) {
      rank_->set_active(course_.side.mode().acts.data());
      rank_->forget();
    }
    start_even();
    return true;
  }

  bool goes_on(Turn turn) {
    RunResult& result = course_.result;
    switch (turn) {
      case Turn::goes_on:
        return true;
      case Turn::stops:
        result.ending = Ending::stopped_by_event;
        return false;
      case Turn::no_instant:
        result.status = hybrid_->status();
        result.ending = Ending::no_instant;
        return false;
      case Turn::not_projected:
        result.ending = Ending::not_projected;
        return false;
      case Turn::endless:
        result.ending = Ending::endless_events;
        return false;
    }
    return false;
  }

  // Steps that are nothing beside the run lead nowhere, also where the time is near zero.
  bool crawls(double dt) {
    const double span = course_.options.t_end - course_.t_start;
    crawling_ = dt < 1e-17 * span && course_.t + dt < course_.options.t_end ? crawling_ + 1 : 0;
    if (crawling_ < 300) return false;  // the first steps of a run may be as short
    course_.result.status = course_.side.status();
    course_.result.ending = Ending::step_too_small;
    return true;
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
    course_.result.last.memory.push_back(t_even_);
    course_.result.last.memory.push_back(static_cast<double>(even_steps_));
    for (const double x : {independence_, pivot_change_, pivot_dt_}) {
      course_.result.last.memory.push_back(x);
    }
    if (hybrid_) hybrid_->save(course_.result.last.memory);
    if (keeps_mode()) save(course_.side.mode(), course_.result.last.memory);
    if (rank_) rank_->save(course_.result.last.memory);
    stepper_.save(course_.result.last.memory);
  }

  Course course_;
  SingularPose pose_;
  Stepper stepper_;
  AlignedArray end_, f1_, scratch_;
  std::unique_ptr<Hybrid> hybrid_;          // null: nothing happens but motion
  std::unique_ptr<RankWatch> rank_;         // null: there are no rows, or too many
  double pivot_change_ = 0, pivot_dt_ = 0;  // in the last step, and how long that was
  double independence_ = 0;                 // of the rows where the last step ended
  std::size_t rank_at_end_ = 0;             // of the step at hand
  Index fall_row_ = -1;
  int crawling_ = 0;
  double dt_ = 0, t_new_ = 0;
  double aim_ = std::numeric_limits<double>::quiet_NaN();  // where a step must end
  double t_even_ = 0;                                      // since when steps are equal
  long even_steps_ = 0;                                    // how many
  bool dense_ = false;
  Projection moved_;
  ode::Outcome outcome_ = ode::Outcome::done;
};

}  // namespace zwang::motion

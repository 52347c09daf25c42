// SPDX-License-Identifier: Apache-2.0
#pragma once
// The loop of a run, once for every stepper.

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>

#include "equations/time_map.h"
#include "hybrid/hybrid.h"
#include "motion/rank/pivot_watch.h"
#include "motion/rank/rank_watch.h"
#include "motion/rank/singular_pass.h"
#include "motion/run/candidate.h"
#include "motion/run/course.h"
#include "motion/run/land.h"
#include "motion/run/layer_watch.h"
#include "motion/run/paused_run.h"
#include "motion/sizes/sizer.h"
#include "ode/controller.h"

namespace zwang::motion {

template <class Stepper>
class Loop final : public PausedRun {
 public:
  Loop(RightSide& side, const RunOptions& options, const Listener& listener, RunResult& result,
       Stepper stepper)
      : course_(side, options, listener, result),
        step_(course_, std::move(stepper)),
        pass_(step_),
        sizer_(std::in_place, course_),
        scratch_(2 * course_.at.size()) {
    if (side.equations().m > 0) {
      rank_ = std::make_unique<RankWatch>(side.equations(), side.numbers(), options.tolerance);
      if (!rank_->watches()) rank_.reset();
    }
    course_.rank_is_watched = rank_ != nullptr;
    if constexpr (!Stepper::fixed) {
      course_.audit.open(Stepper::slack(options.tolerance),
                         course_.tolerances.magnitudes().largest.data());
    }
    const double t0 = options.from ? options.from->t : side.equations().t;
    if (!Stepper::fixed && !side.equations().clocks.empty()) {
      clock_ = std::make_unique<equations::TimeMap>(side.equations(), side.equations().parameters,
                                                    t0, options.t_end);
      if (clock_->empty()) clock_.reset();
    }
    if (!Stepper::fixed && !side.equations().arguments.empty()) {
      layers_ = std::make_unique<LayerWatch>(side);
      if (!layers_->watches()) layers_.reset();
    }
    // Symplectic steps are all alike, and end nowhere else.
    if (!instant::has_events(side.equations()) &&
        (symplectic || !instant::has_switches(side.equations()))) {
      return;
    }
    hybrid_ = std::make_unique<Hybrid>(side, course_.projector, options, options.t_end - t0,
                                       result.happenings);
  }

  void run(const Snapshot* resume) {
    if (!(resume ? go_on_from(*resume) : begin())) return;
    while (course_.t < course_.options.t_end && course_.result.ending == Ending::done) {
      if (!attempt()) break;
      if (waits_) complete();
    }
    if (!course_.result.hands_over) course_.finish();
  }

  bool open(const Snapshot* resume) override {
    if (!(resume ? go_on_from(*resume) : begin())) return false;
    if (!resume && Stepper::resumes_anywhere) take_snapshot();
    return true;
  }

  void go_to(double t, double land) override {
    RunResult& result = course_.result;
    land_ = land;
    long steps = 0;
    if (result.ending == Ending::stopped_by_event) {  // the user wants to go on
      result.ending = Ending::done;
      begin_anew();
      take_snapshot();
    }
    while (result.ending == Ending::done) {
      if (waits_) {
        if (step_.t > t) return;
        complete();
        const bool due = Stepper::resumes_anywhere && steps++ % steps_between_snapshots == 0;
        if (due && result.ending == Ending::done) take_snapshot();
      } else if (course_.t >= std::min(t, course_.options.t_end) || !attempt()) {
        return;
      }
    }
  }

  // As a sample of a run.
  void state_at(double t, double* y) override {
    if (!waits_ || t <= course_.t) {
      std::copy_n(course_.y.data(), course_.at.size(), y);
      return;
    }
    step_.interpolate(t, y);
    course_.projector.project(t, y + course_.at.q(), y + course_.at.v());
  }

  bool restart(double t, const double* y) override {
    RunResult& result = course_.result;
    const bool stands = t == course_.t;
    result.ending = Ending::done;
    waits_ = false;
    course_.go_to(t, y);
    Tally& tally = course_.tally;
    for (; !tally.changes.empty() && tally.changes.back().t > t; --tally.rank_changes) {
      tally.changes.pop_back();  // of the step that is forgotten
    }
    double jumps = course_.tally.energy.jumps;
    if (hybrid_) {
      hybrid_->span = course_.options.t_end - t;
      if (!goes_on(go_on_with(*hybrid_, t, course_.y.data(), stands))) return false;
      result.happened = hybrid_->state.count;
      jumps = hybrid_->state.jumps;
    }
    if (!course_.turn(jumps)) return false;
    // The motion is as smooth as before, and the next step about as long.
    const double usual = dt_;
    begin_anew();
    if (!Stepper::fixed) dt_ = std::max(dt_, std::min(usual, 30 * dt_));
    take_snapshot();
    return true;
  }

  void keep() override {
    step_.stepper.forget();
    count_anew();
    take_snapshot();
  }
  double time() const override { return course_.t; }
  void conclude() override { course_.finish(); }

 private:
  static constexpr long steps_between_snapshots = 16;  // of a run that waits: copies repeat them
  static constexpr bool symplectic = requires { Stepper::symplectic; };
  static constexpr bool implicit = requires { Stepper::implicit; };
  static constexpr bool sized = !Stepper::fixed || implicit;  // it goes by tolerances

  bool begin() {
    const auto decide_mode = [this] {
      RunResult& result = course_.result;
      if (!hybrid_) return true;
      const bool good =
          goes_on(begin_mode(*hybrid_, course_.t, course_.y.data(), result.contradictory));
      if (result.ending == Ending::not_projected) result.ending = Ending::start_impossible;
      return good;
    };
    if (!course_.begin(decide_mode)) return false;
    if (hybrid_) hold_directions(*hybrid_);
    if (sized) sizer_->begin();
    stiffness_.turned = hybrid_ || course_.side.laws();
    const double turning = see_slip();
    dt_ = Stepper::fixed ? first_dt() : std::min(first_dt(), 10 * turning);
    even_.since = course_.t;
    if (rank_) rank_->set_active(course_.side.mode().acts.data());
    if (!Stepper::resumes_anywhere) take_snapshot();
    return true;
  }

  bool go_on_from(const Snapshot& snapshot) {
    if (!course_.go_on_from(snapshot)) return false;
    dt_ = snapshot.dt;
    even_ = snapshot.even;
    pivots_ = snapshot.pivots;
    stiffness_ = snapshot.stiffness;
    if (hybrid_ || course_.side.laws()) {
      course_.side.mode() = snapshot.mode;
      course_.projector.follow_mode();
    }
    if (hybrid_) {
      restore(snapshot.events, *hybrid_);
      hybrid_->happenings = snapshot.happenings;
    }
    if (rank_) {
      rank_->set_active(course_.side.mode().acts.data());
      rank_->restore(snapshot.rank);
    }
    // The rate was found before the mode was known.
    const bool moded = course_.side.laws() || instant::has_switches(course_.side.equations());
    if (moded && !course_.rate_at(course_.t, course_.y.data(), course_.f0.data())) return false;
    course_.side.set_evaluations(snapshot.tally.evaluations);
    course_.side.uses() = snapshot.tally.uses;
    step_.stepper.restore(snapshot.step);
    return true;
  }

  double first_dt() {
    const double span = course_.options.t_end - course_.t;
    if (Stepper::fixed) return course_.options.step;
    const double guess =
        ode::guess_first_step(course_.side.system(), course_.t, course_.y.data(), course_.f0.data(),
                              span, Stepper::order, step_.tolerances(1e-3 * span), scratch_.data());
    return guess > 0 ? guess : 1e-6 * span;  // not a number either: nothing has a magnitude yet
  }

  // The last step ends at the end; one before it that would leave a crumb shares with it.
  double next_dt() const {
    const double left = end_of_steps() - course_.t;
    double dt = dt_;
    if (dt_ >= left * (1 - 1e-12)) {
      dt = left;
    } else if (!Stepper::fixed && dt_ > 0.5 * left) {
      dt = 0.5 * left;
    }
    return clock_ ? clock_->longest(course_.t, dt) : dt;
  }

  double end_of_steps() const {
    const double t_end = course_.options.t_end;
    return land_ > course_.t && land_ < t_end ? land_ : t_end;
  }

  double time_after(double dt) const {
    const bool last = dt == end_of_steps() - course_.t;
    if (last) return end_of_steps();
    if (!Stepper::fixed) return step_.time_after(dt);
    return even_.since + static_cast<double>(even_.count + 1) * dt;
  }

  // One step, or one that is not good. False: the run ends, or another method takes over.
  bool attempt() {
    if (sized) {
      if (course_.options.may_switch && hand_over()) return false;
      sizer_->before_attempt();
    }
    double dt = next_dt();
    if (!Stepper::fixed && crawls(dt)) return false;
    double error = step_.attempt(dt, time_after(dt));  // step → project → estimate
    if constexpr (SingularPass<Stepper>::applies) {
      if (pass_.may_help(error)) error = pass_.pass(dt, error);
    }
    const ode::Decision decision = step_.stepper.decide(error, dt);
    if (decision.accepted && !energy_allows()) {
      reject(0.5 * dt);
    } else if (decision.accepted) {
      accept(decision.dt);
    } else {
      reject(decision.dt);
    }
    return true;
  }

  // A good step waits to be completed; nothing of the run has changed until then.
  void accept(double dt) {
    if (!step_.find_rate()) {
      step_.outcome = ode::Outcome::not_finite;
      return reject(0.25 * (step_.t - course_.t));
    }
    step_.forget_within();
    rank_at_end_ = course_.side.rank();
    if (layers_) {
      const TakenStep taken{course_.t,         step_.t,          course_.y.data(),
                            course_.f0.data(), step_.end.data(), step_.f1.data()};
      const double shorter =
          layers_->shorter(taken, step_.states(), course_.tolerances.view(step_.t - course_.t));
      if (shorter > 0) return reject(shorter);
    }
    Crossing crossing;
    const bool happens =
        hybrid_ && look_for_event(*hybrid_, course_.t, step_.t, step_.states(), crossing);
    if (happens && !step_to(crossing)) return;
    if (!Stepper::fixed && chatters()) return;
    const bool falls = rank_ && look_at_rank(crossing);
    if (course_.result.ending != Ending::done || !course_.note_rank(step_.t, rank_at_end_)) return;
    course_.tally.stiff =
        step_.stepper.strained(step_.end.data(), step_.f1.data(), step_.tolerances(dt)) &&
        !is_known_not_stiff();
    next_ = {dt, crossing, happens, falls};
    waits_ = true;
  }

  // record, and move on.
  void complete() {
    waits_ = false;
    const auto [dt, crossing, happens, falls] = next_;
    course_.record(step_.t, step_.end.data(),
                   [this](double at, double* y) { step_.interpolate(at, y); });
    dt_ = dt;
    refused_ = infeasible_ = 0;
    ++even_.count;
    if (!course_.arrive(step_.t, step_.end, step_.f1, step_.moved.left, step_.independence,
                        step_.stepper.book_error(course_.at))) {
      return;
    }
    if (course_.t == land_) count_anew();
    if (falls && !act_on_rank()) return;
    if (!happens && !falls && hybrid_) motion::arrive(*hybrid_, course_.y.data());
    if (happens && !falls && !turn(crossing)) return;
    report();
  }

  // A step that loses or gains far too much is tried shorter, three times; then the sum decides.
  bool energy_allows() {
    if (Stepper::fixed || refused_ == 3) return true;
    if (course_.audit.allows(step_.t, step_.end.data(),
                             course_.tolerances.view(step_.t - course_.t), step_.t - course_.t,
                             step_.stepper.book_error(course_.at), course_.tally.energy)) {
      return true;
    }
    ++refused_;
    return false;
  }

  // Poses in this step where rows become dependent. True: the step now ends at one, and what the user
  // asks for has to be done there.
  bool look_at_rank(Crossing& crossing) {
    if (!may_fall()) return false;
    const bool last = step_.t >= course_.options.t_end;
    RankFall fall;
    for (double from = course_.t; rank_->look(from, step_.t, step_.states(), fall, last);
         from = fall.t) {
      if (!(fall.t > from)) break;
      fall_row_ = fall.drop;
      course_.note_fall(fall);
      if (course_.options.rank_change == RankRule::keep) {
        if (fall.t >= step_.t) break;
        continue;
      }
      crossing = {fall.t, 0, 0, 0, true, false};
      return step_to(crossing);
    }
    return false;
  }

  bool may_fall() {
    const double dt = step_.t - course_.t;
    // Pivots of combinations, which are others in each step, cannot be compared.
    const bool far =
        stays_far(pivots_, dt, course_.projector.independence()) && !course_.kept.is_kept();
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
    instant::Mode& mode = course_.side.mode();
    mode.acts[fall_row_] = 0;
    mode.switched[fall_row_] = 0;
    course_.projector.follow_mode();
    rank_->set_active(mode.acts.data());
    rank_->forget();
    if (!course_.turn(course_.tally.energy.jumps)) return false;
    start_even();
    return true;
  }

  // After a step that had to end somewhere, the next ones are as long as before.
  void count_anew() {
    if (!Stepper::fixed) return;
    even_ = {course_.t, 0};
    dt_ = course_.options.step;
  }

  void start_even() {
    pivots_.forget();
    step_.stepper.forget();
    stiffness_.turned = true;
    even_ = {course_.t, 0};
    if (hybrid_) hold_directions(*hybrid_);
    if (sized) sizer_->look_ahead();
    const double turning = see_slip();
    dt_ = Stepper::fixed ? course_.options.step : std::min({first_dt(), 10 * dt_, 10 * turning});
  }

  // Slip that begins in space turns to its direction within no time: that is stiff. Returns that time: a first step far
  // beyond it may end on another side of the cone, where friction drives, for the equations of an implicit step have
  // that solution, too.
  double see_slip() {
    constexpr double never = std::numeric_limits<double>::infinity();
    if (!hybrid_) return never;
    if (!set_least_slip(*hybrid_, course_.t, course_.y.data(), course_.tolerances)) return never;
    course_.rate_at(course_.t, course_.y.data(), course_.f0.data());
    stiffness_.next_turn = 0;
    return time_to_turn(*hybrid_, course_.t, course_.y.data(), course_.f0.data());
  }

  // Ends the step where the crossing is.
  bool step_to(Crossing& crossing) {
    double shorter = 0;
    if (land(step_, hybrid_.get(), crossing, shorter)) return true;
    if (shorter > 0) reject(shorter);
    return false;
  }

  // What happens there, and the motion from there on.
  bool turn(const Crossing& crossing) {
    RunResult& result = course_.result;
    const bool on = goes_on(act(*hybrid_, crossing, course_.t, course_.y.data()));
    result.happened = hybrid_->state.count;
    const Ending ending = result.ending;
    if (!on && ending != Ending::stopped_by_event) return false;
    if (!course_.turn(hybrid_->state.jumps) || !on) {
      if (on == false) result.ending = ending;
      return false;
    }
    follow_mode();
    start_even();
    return true;
  }

  void follow_mode() {
    if (!rank_) return;
    rank_->set_active(course_.side.mode().acts.data());
    rank_->forget();
  }

  // From a state that the motion was brought to from outside; steps are judged as those of a run that is
  // resumed there.
  void begin_anew() {
    follow_mode();
    if (sized) sizer_.emplace(course_);
    crawling_ = refused_ = infeasible_ = 0;
    chatter_ = {};
    start_even();
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
        result.status = hybrid_->status;
        result.chatters = hybrid_->present.undecided;
        if (result.chatters) {
          result.ending = Ending::step_too_small;
          return false;
        }
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

  // Rows that were met are missed however short the step: it is not its length.
  bool is_contradiction() {
    const bool missed = step_.outcome == ode::Outcome::not_projected && course_.kept.is_kept();
    infeasible_ = missed ? infeasible_ + 1 : 0;
    const double tried = course_.result.tried_t;  // the farthest off tells most
    if (missed && !(tried > course_.t && tried >= step_.t)) {
      course_.keep_tried(step_.t, step_.end.data());
    }
    return infeasible_ == 8;
  }

  // Forces that jump to and fro hold the motion on the surface they jump across, and steps lead along it by
  // crumbs: each crosses a jump, which no shorter step would make smaller, so that more are rejected than taken.
  bool chatters() {
    const double span = course_.options.t_end - course_.t_start;
    if (step_.t - course_.t > 1e-5 * span || slides_in_space()) return false;
    double change = 0, size = 0;
    for (Index i = course_.at.v(); i < course_.at.v() + course_.at.n; ++i) {
      change = std::max(change, std::abs(step_.f1.data()[i] - course_.f0.data()[i]));
      size = std::max({size, std::abs(step_.f1.data()[i]), std::abs(course_.f0.data()[i])});
    }
    if (!(change > 1e-2 * size)) return false;
    if (step_.t - chatter_.since > 1e-3 * span) chatter_ = {step_.t, 0, course_.tally.rejected};
    if (++chatter_.jumps < 100 || course_.tally.rejected - chatter_.rejected < 2 * chatter_.jumps)
      return false;
    course_.result.chatters = true;
    course_.result.ending = Ending::step_too_small;
    return true;
  }

  // Friction turns there as fast as slow slip does, and no formula jumps.
  bool slides_in_space() const noexcept {
    const std::vector<equations::Sliding>& sliding = course_.side.equations().sliding;
    for (std::size_t k = 0; k < sliding.size(); ++k) {
      if (sliding[k].rows > 1 && course_.side.mode().slip[k] == instant::Slip::slides) return true;
    }
    return false;
  }

  void reject(double dt) {
    ++course_.tally.rejected;
    if constexpr (!Stepper::fixed) {
      if (step_.outcome == ode::Outcome::done) sizer_->learn(step_.end.data(), step_.stepper);
    }
    const bool parts = is_contradiction();
    if (!parts && !Stepper::fixed && !ode::too_small(course_.t, dt)) {
      dt_ = dt;
      return;
    }
    course_.result.status = course_.side.status();
    course_.result.ending =
        infeasible_ > 0 ? Ending::contradiction : ending_of(step_.outcome, course_.result.status);
  }

  void report() {
    const bool fresh = course_.tally.steps % steps_between_fresh_starts == 0;
    if (!Stepper::resumes_anywhere && fresh) {
      step_.stepper.forget();
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

  bool is_strained() const noexcept {
    if constexpr (requires { step_.stepper.is_strained(); }) return step_.stepper.is_strained();
    return false;
  }
  // Steps were strained and the equations looked at: it is oscillation, which no method can leave out.
  bool is_known_not_stiff() const noexcept {
    return course_.options.may_switch && stiffness_.next_step > 0 &&
           course_.side.equations().n <= most_looked_at;
  }

  // Where the motion has become stiff, or is so no longer, another method goes on from a snapshot.
  bool hand_over() {
    Tally& tally = course_.tally;
    if (!stiffness_.is_due(tally.steps, is_strained())) return false;
    const double t = course_.t, left = course_.options.t_end - t;
    if (is_stiff(course_.side, t, course_.y.data(), course_.f0.data(), left,
                 step_.tolerances(dt_)) == implicit) {
      tally.stiff = tally.stiff && !is_known_not_stiff();
      return false;
    }
    const motion::Stepper other =
        implicit ? explicit_for(course_.options.tolerance) : motion::Stepper::radau5;
    if (tally.methods.back().t == t) tally.methods.pop_back();
    tally.methods.push_back({t, other});
    tally.stiff = false;
    step_.stepper.forget();
    take_snapshot();
    course_.result.last.step = {};
    course_.result.hands_over = true;
    return true;
  }

  void take_snapshot() {
    course_.save(course_.result.last, dt_);
    Snapshot& snapshot = course_.result.last;
    snapshot.even = even_;
    snapshot.pivots = pivots_;
    snapshot.stiffness = stiffness_;
    if (hybrid_) {
      save(*hybrid_, snapshot.events);
      snapshot.happenings = hybrid_->happenings;
    }
    if (rank_) snapshot.rank = rank_->memory();
    step_.stepper.save(snapshot.step);
  }

  Course course_;
  Candidate<Stepper> step_;
  SingularPass<Stepper> pass_;
  std::optional<Sizer> sizer_;  // always there
  AlignedArray scratch_;
  std::unique_ptr<Hybrid> hybrid_;             // null: nothing happens but motion
  std::unique_ptr<RankWatch> rank_;            // null: there are no rows, or too many
  std::unique_ptr<equations::TimeMap> clock_;  // null: nothing of the time alone is narrow
  std::unique_ptr<LayerWatch> layers_;         // null: nothing of the state is narrow
  PivotWatch pivots_;
  StiffnessWatch stiffness_;
  std::size_t rank_at_end_ = 0;  // of the step at hand
  Index fall_row_ = -1;
  int crawling_ = 0, refused_ = 0, infeasible_ = 0;
  struct Chatter {
    double since = 0;
    long jumps = 0, rejected = 0;  // across which forces jumped; of all steps, when counting began
  };
  Chatter chatter_;
  double dt_ = 0;                                           // of the next step
  double land_ = -std::numeric_limits<double>::infinity();  // where a step has to end
  struct Next {
    double dt = 0;  // of the step after it
    Crossing crossing;
    bool happens = false, falls = false;
  };
  Next next_;           // what completing the step at hand will do
  bool waits_ = false;  // a good step is at hand
  EvenSteps even_;
};

}  // namespace zwang::motion

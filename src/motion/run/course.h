// SPDX-License-Identifier: Apache-2.0
#pragma once
// What every run has, whatever its method: the state it has come to, its samples, its tally.

#include <algorithm>
#include <functional>

#include "flow/run_plan.h"
#include "flow/tolerances.h"
#include "motion/rank/kept_rank.h"
#include "motion/rank/rank_watch.h"
#include "motion/run/energy_audit.h"
#include "motion/run/growth_watch.h"
#include "motion/run/run_result.h"
#include "motion/run/sample_loss.h"
#include "ode/system.h"

namespace zwang::motion {

/// Methods whose memory cannot be written down start afresh after so many steps, always, so that a
/// resumed run does the same.
inline constexpr long steps_between_fresh_starts = 512;

/// What a step that could not be saved says about the run.
Ending ending_of(ode::Outcome outcome, Status status);

class Course {
 public:
  Course(RightSide& side, const RunOptions& options, const Listener& listener, RunResult& result);

  /// The start, on the constraints. False: the run ends here. The samples that belong to it wait for the
  /// first step, whose length they tell. `decide_mode` may change rates before they count.
  bool begin(const std::function<bool()>& decide_mode = nullptr);
  /// The state of a snapshot instead.
  bool go_on_from(const Snapshot& snapshot);

  /// From now on it is there, without a step; what follows from a state has still to be found: turn().
  void go_to(double time, const double* state) noexcept;

  /// f (n) ← the rate at a state; the rates of a first-order system are then what it says.
  bool rate_at(double time, double* state, double* f) noexcept;

  /// A pose within a step where rows become dependent.
  void note_fall(const RankFall& fall);
  /// Looks at the rank at the end of a step; false: the run ends here. Where ranks are watched within
  /// steps, it only counts.
  bool note_rank(double time, std::size_t rank);
  /// Goes to the end of a step, whose state is on the constraints up to `left`; `independence` as the
  /// projector said there, `book_error` as the method estimates. False: the run ends here.
  bool arrive(double time, AlignedArray& state, AlignedArray& f, const Residuals& left,
              double independence, double book_error = 0);

  /// A state where rows that were met are met as nearly as can be.
  void keep_tried(double time, const double* state);

  /// Gives out the samples up to the end of a step, before arriving. interpolate(at, y) gives the
  /// state within the step; samples are projected, and never change the motion.
  template <class Interpolate>
  void record(double until, const double* end, Interpolate&& interpolate) {
    if (until > t) dt_ = until - t;
    if (starts_) emit_start();
    if (options.every_step) {
      emit(until, end);
    } else {
      emit_within(until, end, interpolate);
    }
    if (listener.step) tell_step(until, end, interpolate);
  }

  /// After a happening: the same time, another state. False: the numbers went bad there.
  bool turn(double jumps);

  /// All but the memory of the method.
  void save(Snapshot& snapshot, double next_dt);
  /// Where the result says the run ended.
  void finish();
  /// Asks the listener whether to go on.
  bool goes_on();

  RightSide& side;
  Projector projector;
  KeptRank kept;
  EnergyAudit audit;
  const RunOptions& options;
  const Listener& listener;
  RunResult& result;
  Tally& tally;
  instant::StateLayout at;
  Tolerances tolerances;
  AlignedArray y, f0;  // the state and its rate
  double t = 0, t_start = 0;
  bool rank_is_watched = false;

 private:
  template <class Interpolate>
  void emit_within(double until, const double* end, Interpolate& interpolate) {
    for (; next_ < options.times.size() && options.times[next_] <= until; ++next_) {
      const double time = options.times[next_];
      if (time == until) {
        emit(time, end);
        continue;
      }
      interpolate(time, sample_.data());
      projector.project(time, sample_.data() + at.q(), sample_.data() + at.v());
      emit(time, sample_.data());
    }
    loss_.pass(until, end);
  }
  template <class Interpolate>
  void tell_step(double until, const double* end, Interpolate& interpolate) {
    struct Within {
      Course& course;
      Interpolate& interpolate;
      double until;
      const double* end;
    } within{*this, interpolate, until, end};
    const auto state = [](void* self, double time, double* to) noexcept {
      Within& step = *static_cast<Within*>(self);
      Course& run = step.course;
      if (time >= step.until || time <= run.t) {
        std::copy_n(time >= step.until ? step.end : run.y.data(), run.at.size(), to);
        return;
      }
      step.interpolate(time, to);
      run.projector.project(time, to + run.at.q(), to + run.at.v());
    };
    listener.step(listener.self, {t, until, y.data(), end, {&within, state}, fresh_});
    fresh_ = false;
  }
  void tell_end();
  bool assemble();
  bool is_off() const;
  void look_beyond();
  void emit_start();
  void emit(double time, const double* state);
  void emit_end();
  double energy(double time, const double* state);
  const double* acceleration() const {
    return f0.data() + (side.equations().order == 2 ? at.v() : at.q());
  }
  void note_state(const Residuals& left);

  SampleLoss loss_;
  GrowthWatch growth_;
  AlignedArray sample_, last_;  // last_: what was given out last, at last_t_
  double last_t_ = 0;
  std::size_t next_ = 0, samples_ = 0;
  double dt_ = 0;        // of the last step that was recorded
  bool fresh_ = true;    // the state is not where a step ended that the listener knows
  bool starts_ = false;  // the samples of the start are still to be given out
};

}  // namespace zwang::motion

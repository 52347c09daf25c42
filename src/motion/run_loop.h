// SPDX-License-Identifier: Apache-2.0
#pragma once
// The loop of a run, once for every stepper.

#include <algorithm>
#include <cmath>
#include <limits>

#include "motion/run_plan.h"
#include "motion/run_result.h"
#include "motion/stepper.h"
#include "motion/tolerances.h"
#include "ode/first_step.h"

namespace zwang::motion {

/// Methods whose memory cannot be written down start afresh after so many steps, always, so that a
/// resumed run does the same.
inline constexpr long steps_between_fresh_starts = 512;

template <class Stepper>
class Loop {
 public:
  Loop(RightSide& side, const RunOptions& options, const Listener& listener, RunResult& result,
       Stepper stepper)
      : side_(side),
        projector_(side),
        options_(options),
        listener_(listener),
        result_(result),
        tally_(result.tally),
        at_(side.layout()),
        stepper_(std::move(stepper)),
        tolerances_(at_, options.tolerance, options.absolute),
        y_(at_.size()),
        end_(at_.size()),
        sample_(at_.size()),
        f0_(at_.size()),
        f1_(at_.size()),
        scratch_(2 * at_.size()) {}

  void run(const Snapshot* resume) {
    if (!(resume ? go_on_from(*resume) : begin())) return;
    while (t_ < options_.t_end && result_.ending == Ending::done) {
      const double dt = next_dt();
      const double error = attempt(dt);  // step → project → estimate
      const ode::Decision decision = stepper_.decide(error, dt);
      if (decision.accepted) {
        accept(decision.dt);
      } else {
        reject(decision.dt);
      }
    }
    result_.t = t_;
    result_.q.assign(y_.data(), y_.data() + at_.n);
    result_.v.assign(y_.data() + at_.v(), y_.data() + at_.v() + at_.n);
    tally_.evaluations = side_.evaluations();
  }

 private:
  // The start, on the constraints.
  bool begin() {
    const equations::Equations& equations = side_.equations();
    t_ = equations.t;
    std::copy(equations.q.begin(), equations.q.end(), y_.data() + at_.q());
    std::copy(equations.v.begin(), equations.v.end(), y_.data() + at_.v());
    result_.start_moved = projector_.assemble(t_, y_.data() + at_.q(), y_.data() + at_.v());
    result_.t = t_;
    result_.start_q.assign(y_.data(), y_.data() + at_.n);
    result_.start_v.assign(y_.data() + at_.v(), y_.data() + at_.v() + at_.n);
    result_.q = result_.start_q;
    result_.v = result_.start_v;
    const Projection& moved = result_.start_moved;
    if (!moved.converged || !moved.feasible) {
      result_.ending = Ending::start_impossible;
    } else if (options_.start == StartRule::strict && is_off()) {
      result_.ending = Ending::start_is_off;
    }
    if (result_.ending != Ending::done) return false;
    if (!first_rate()) return false;
    tally_.rank = tally_.least_rank = tally_.most_rank = side_.rank();
    tally_.energy.start = energy(y_.data());
    tolerances_.see(y_.data(), f0_.data());
    note_state();
    dt_ = first_dt();
    if (options_.every_step) emit(t_, y_.data());
    while (next_ < options_.times.size() && options_.times[next_] <= t_) {
      emit(options_.times[next_++], y_.data());
    }
    return true;
  }

  bool first_rate() {
    if (!side_.rate(t_, y_.data(), f0_.data())) {
      result_.status = side_.status();
      result_.ending = Ending::no_instant;
      return false;
    }
    keep_rates(y_.data(), f0_.data());
    return true;
  }

  // The rates of a first-order system are what its instant says.
  void keep_rates(double* y, const double* dydt) const {
    if (side_.equations().order == 2) return;
    std::copy(dydt + at_.q(), dydt + at_.q() + at_.n, y + at_.v());
  }

  // Data are given to so many digits; beyond them a start is taken for wrong.
  bool is_off() const {
    const double size = largest(result_.start_q), rate = largest(result_.start_v);
    return result_.start_moved.moved > 1e-9 * size || result_.start_moved.rate_moved > 1e-9 * rate;
  }

  static double largest(const std::vector<double>& x) {
    double most = 0;
    for (const double value : x) most = std::max(most, std::abs(value));
    return most;
  }

  double first_dt() {
    const double span = options_.t_end - t_;
    if (Stepper::fixed) return options_.step;
    const double guess = ode::guess_first_step(side_.system(), t_, y_.data(), f0_.data(), span,
                                               Stepper::order, tolerances_.view(), scratch_.data());
    return guess > 0 ? guess : 1e-6 * span;  // not a number either: nothing has a magnitude yet
  }

  // The last step ends at the end; one before it that would leave a crumb shares with it.
  double next_dt() const {
    const double left = options_.t_end - t_;
    if (dt_ >= left * (1 - 1e-12)) return left;
    return !Stepper::fixed && dt_ > 0.5 * left ? 0.5 * left : dt_;
  }

  // step → project → estimate: the size of the error, infinite where the step failed.
  double attempt(double dt) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    t_new_ = dt == options_.t_end - t_ ? options_.t_end : t_ + dt;
    const Start start{side_, projector_, t_, y_.data(), f0_.data(), tolerances_.view()};
    outcome_ = stepper_.advance(start, dt);
    if (outcome_ != ode::Outcome::done) return infinity;
    std::copy(stepper_.y_new(), stepper_.y_new() + at_.size(), end_.data());
    moved_ = projector_.project(t_new_, end_.data() + at_.q(), end_.data() + at_.v());
    if (!moved_.converged) {
      outcome_ = ode::Outcome::not_projected;
      return infinity;
    }
    return stepper_.judge(end_.data(), tolerances_.view());
  }

  // record, and move on.
  void accept(double dt) {
    if (!side_.rate(t_new_, end_.data(), f1_.data())) {
      outcome_ = ode::Outcome::not_finite;
      return reject(0.25 * (t_new_ - t_));
    }
    keep_rates(end_.data(), f1_.data());
    note_rank();
    if (result_.ending != Ending::done) return;
    ++tally_.steps;
    record();
    t_ = t_new_;
    dt_ = dt;
    std::swap(y_, end_);
    std::swap(f0_, f1_);
    tolerances_.see(y_.data(), f0_.data());
    note_state();
    report();
  }

  void reject(double dt) {
    ++tally_.rejected;
    if (!Stepper::fixed && !ode::too_small(t_, dt)) {
      dt_ = dt;
      return;
    }
    result_.status = side_.status();
    switch (outcome_) {
      case ode::Outcome::not_projected:
        result_.ending = Ending::not_projected;
        break;
      case ode::Outcome::not_finite:
        result_.ending = result_.status == Status::ok ? Ending::not_finite : Ending::no_instant;
        break;
      case ode::Outcome::not_converged:
      case ode::Outcome::singular:
        result_.ending = Ending::not_converged;
        break;
      default:
        result_.ending = Ending::step_too_small;
    }
  }

  // Samples within the step, by dense output and projection; they never change the motion.
  void record() {
    if (options_.every_step) return emit(t_new_, end_.data());
    bool dense = false;
    for (; next_ < options_.times.size() && options_.times[next_] <= t_new_; ++next_) {
      const double at = options_.times[next_];
      if (at == t_new_) {
        emit(at, end_.data());
        continue;
      }
      if (!dense) stepper_.prepare_dense(side_, end_.data(), f1_.data());
      dense = true;
      stepper_.interpolate(at, sample_.data());
      projector_.project(at, sample_.data() + at_.q(), sample_.data() + at_.v());
      emit(at, sample_.data());
    }
  }

  void emit(double t, const double* y) {
    ++samples_;
    if (listener_.sample) listener_.sample(listener_.self, t, y);
  }

  double energy(const double* y) {
    side_.numbers().evaluate(side_.equations().energy, t_, y + at_.q(), y + at_.v());
    return side_.numbers().energy();
  }

  void note_rank() {
    const std::size_t rank = side_.rank();
    if (side_.near_singular() > 0) ++tally_.near_singular;
    if (rank == tally_.rank) return;
    ++tally_.rank_changes;
    if (tally_.changes.size() < 1000) tally_.changes.push_back({t_new_, tally_.rank, rank});
    tally_.rank = rank;
    tally_.least_rank = std::min(tally_.least_rank, rank);
    tally_.most_rank = std::max(tally_.most_rank, rank);
    if (options_.rank_change == RankRule::stop) result_.ending = Ending::rank_changed;
  }

  void note_state() {
    const Residuals now = tally_.steps == 0 ? result_.start_moved.left : moved_.left;
    tally_.worst.position = std::max(tally_.worst.position, now.position);
    tally_.worst.velocity = std::max(tally_.worst.velocity, now.velocity);
    Books& books = tally_.energy;
    books.end = energy(y_.data());
    books.applied = y_.data()[at_.applied_work()];
    books.constraints = y_.data()[at_.constraint_work()];
    books.worst = std::max(books.worst, std::abs(books.drift()));
  }

  void report() {
    if (!Stepper::resumes_anywhere && tally_.steps % steps_between_fresh_starts == 0) {
      stepper_.forget();
      take_snapshot(result_.last);
      side_.rate(t_, y_.data(), f0_.data());
    }
    const bool resumable =
        Stepper::resumes_anywhere || tally_.steps % steps_between_fresh_starts == 0;
    if (resumable && listener_.wants_snapshot && listener_.wants_snapshot(listener_.self)) {
      take_snapshot(result_.last);
      listener_.snapshot(listener_.self, result_.last);
    }
    if (listener_.goes_on && !listener_.goes_on(listener_.self, t_, tally_)) {
      result_.ending = Ending::interrupted;
      if (Stepper::resumes_anywhere) take_snapshot(result_.last);
    }
  }

  void take_snapshot(Snapshot& snapshot) {
    snapshot.t = t_;
    snapshot.dt = dt_;
    snapshot.y.assign(y_.data(), y_.data() + at_.size());
    snapshot.memory.clear();
    tolerances_.save(snapshot.memory);
    stepper_.save(snapshot.memory);
    snapshot.samples = samples_;
    tally_.evaluations = side_.evaluations();
    snapshot.tally = tally_;
  }

  bool go_on_from(const Snapshot& snapshot) {
    t_ = snapshot.t;
    dt_ = snapshot.dt;
    std::copy(snapshot.y.begin(), snapshot.y.end(), y_.data());
    stepper_.restore(snapshot.memory, tolerances_.restore(snapshot.memory, 0));
    samples_ = snapshot.samples;
    next_ = options_.every_step ? 0 : snapshot.samples;
    if (!first_rate()) return false;
    tally_ = snapshot.tally;
    side_.set_evaluations(snapshot.tally.evaluations);
    result_.last = snapshot;
    return true;
  }

  RightSide& side_;
  Projector projector_;
  const RunOptions& options_;
  const Listener& listener_;
  RunResult& result_;
  Tally& tally_;
  StateLayout at_;
  Stepper stepper_;
  Tolerances tolerances_;
  AlignedArray y_, end_, sample_, f0_, f1_, scratch_;
  double t_ = 0, dt_ = 0, t_new_ = 0;
  std::size_t next_ = 0, samples_ = 0;
  Projection moved_;
  ode::Outcome outcome_ = ode::Outcome::done;
};

}  // namespace zwang::motion

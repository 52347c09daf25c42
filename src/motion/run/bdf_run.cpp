// SPDX-License-Identifier: Apache-2.0
#include "motion/run/bdf_run.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "motion/sizes/sizer.h"
#include "ode/bdf.h"

namespace zwang::motion {

namespace {

class BdfRun final : public PausedRun {
 public:
  BdfRun(RightSide& side, const RunOptions& options, const Listener& listener, RunResult& result)
      : course_(side, options, listener, result),
        sizer_(std::in_place, course_),
        end_(course_.at.size()),
        f1_(course_.at.size()),
        along_(course_.at.size()) {
    course_.audit.open(1, course_.tolerances.magnitudes().largest.data());
  }

  void run(const Snapshot* resume) {
    if (!open(resume)) return;
    while (course_.t < course_.options.t_end && course_.result.ending == Ending::done) {
      attempt();
      if (waits_) complete();
    }
    note_counts();
    course_.finish();
  }

  bool open(const Snapshot* resume) override {
    if (!(resume ? course_.go_on_from(*resume) : course_.begin())) return false;
    if (resume) return true;
    sizer_->begin();
    course_.save(course_.result.last, 0);
    return true;
  }

  void go_to(double t, double land) override {
    land_ = land;
    while (course_.result.ending == Ending::done) {
      if (waits_) {
        if (bdf_->time() > t) return;
        complete();
      } else if (course_.t >= std::min(t, course_.options.t_end)) {
        return;
      } else {
        attempt();
      }
    }
  }

  void state_at(double t, double* y) override {
    if (!waits_ || t <= course_.t) {
      std::copy_n(course_.y.data(), course_.at.size(), y);
      return;
    }
    bdf_->interpolate(t, y);
    course_.projector.project(t, y + course_.at.q(), y + course_.at.v());
  }

  bool restart(double t, const double* y) override {
    course_.result.ending = Ending::done;
    waits_ = false;
    note_counts();
    course_.go_to(t, y);
    if (!course_.turn(course_.tally.energy.jumps)) return false;
    sizer_.emplace(course_);
    sizer_->look_ahead();
    course_.save(course_.result.last, 0);
    return true;
  }

  void keep() override {
    note_counts();
    course_.save(course_.result.last, 0);
  }
  double time() const override { return course_.t; }

  void conclude() override {
    const long rejected = course_.tally.rejected;
    if (bdf_) course_.tally.rejected += bdf_->counts().rejected;
    course_.finish();
    course_.tally.rejected = rejected;
  }

 private:
  // One step of CVODE, which then waits to be completed.
  void attempt() {
    ode::Outcome outcome = ode::Outcome::done;
    const bool landed = course_.t == land_;
    if (!bdf_ || landed || course_.tally.steps % steps_between_fresh_starts == 0) {
      outcome = start_afresh();
    }
    if (outcome == ode::Outcome::done) outcome = bdf_->step();
    if (outcome == ode::Outcome::done) outcome = take(bdf_->time());
    if (outcome == ode::Outcome::done && !creeps()) return;
    course_.result.chatters = outcome == ode::Outcome::done;
    if (course_.result.chatters) outcome = ode::Outcome::too_small;
    course_.result.status = course_.side.status();
    course_.result.ending = ending_of(outcome, course_.result.status);
  }

  // Forces that jump back and forth lead along their surface by crumbs, which this method cannot follow otherwise.
  bool creeps() {
    if (!instant::has_switches(course_.side.equations())) return false;
    const double span = course_.options.t_end - course_.t_start;
    if (course_.t - creeping_.since > 1e-3 * span) creeping_ = {course_.t, 0};
    return ++creeping_.steps > 3000;
  }

  // The tolerances follow the magnitudes that the motion has shown so far.
  ode::Outcome start_afresh() {
    note_counts();
    course_.save(course_.result.last, 0);
    const Listener& listener = course_.listener;
    if (course_.tally.steps > 0 && listener.wants_snapshot &&
        listener.wants_snapshot(listener.self)) {
      listener.snapshot(listener.self, course_.result.last);
    }
    if (course_.tally.steps > 0) sizer_->look();
    const ode::Tolerances tolerances =
        course_.tolerances.view_of_implicit(usual_step(), course_.y.data(), course_.f0.data());
    std::copy_n(tolerances.absolute, course_.at.size(), along_.data());
    lend(course_.at.q());
    lend(course_.at.v());
    ode::BdfOptions options;
    options.relative = tolerances.relative;
    options.absolute = {along_.data(), static_cast<std::size_t>(course_.at.size())};
    options.projection.self = this;
    if (course_.side.equations().m > 0) options.projection.project = project;
    bdf_.emplace(course_.side.system_with_jacobian(), options);
    const double t_end = course_.options.t_end;
    const bool lands = land_ > course_.t && land_ < t_end;
    return bdf_->start(course_.t, course_.y.data(), lands ? land_ : t_end);
  }

  // CVODE takes no tolerance of zero, and asks for tolerances only when it starts: what has shown no size
  // until then has a share of what the others have.
  void lend(Index begin) {
    double* const absolute = along_.data() + begin;
    const Index n = course_.at.n;
    const double most = *std::max_element(absolute, absolute + n);
    const double share = 1e-3 * (most > 0 ? most : course_.options.tolerance);
    for (Index i = 0; i < n; ++i) {
      if (!(absolute[i] > 0)) absolute[i] = share;
    }
  }

  // So far; CVODE chooses its steps later.
  double usual_step() const {
    const double start = course_.t_start;
    if (course_.tally.steps == 0) return 1e-3 * (course_.options.t_end - start);
    return (course_.t - start) / static_cast<double>(course_.tally.steps);
  }

  void note_counts() {
    if (bdf_) course_.tally.rejected += bdf_->counts().rejected;
    bdf_.reset();
  }

  // What CVODE calls after each of its steps.
  static bool project(void* self, double t, const double* y, double* correction, double,
                      double* error) noexcept {
    BdfRun& run = *static_cast<BdfRun*>(self);
    const instant::StateLayout at = run.course_.at;
    double* const moved = run.f1_.data();  // free until the step is taken
    std::copy_n(y, at.size(), moved);
    Projector& projector = run.course_.projector;
    if (!projector.project(t, moved + at.q(), moved + at.v()).converged) return false;
    for (Index i = 0; i < at.size(); ++i) correction[i] = moved[i] - y[i];
    if (error && projector.prepare_errors()) run.lighten(t, moved, error);
    return true;
  }

  // The part of an error across the constraints counts less, but it counts: where nothing is free to
  // move it is all that tells how long a step may be.
  void lighten(double t, const double* y, double* error) noexcept {
    const instant::StateLayout at = course_.at;
    std::copy_n(error, at.size(), along_.data());
    course_.projector.project_error(t, y + at.q(), y + at.v(), along_.data());
    for (Index i = 0; i < at.size(); ++i) error[i] = 0.3 * error[i] + 0.7 * along_.data()[i];
  }

  // A step that CVODE has accepted: to rounding on the constraints.
  ode::Outcome take(double t_new) {
    const instant::StateLayout at = course_.at;
    std::copy_n(bdf_->state(), at.size(), end_.data());
    const Projection moved =
        course_.projector.project(t_new, end_.data() + at.q(), end_.data() + at.v());
    if (!moved.converged) return ode::Outcome::not_projected;
    left_ = moved.left;
    independence_ = course_.projector.independence();
    if (!course_.rate_at(t_new, end_.data(), f1_.data())) return ode::Outcome::not_finite;
    waits_ = course_.note_rank(t_new, course_.side.rank());
    return ode::Outcome::done;
  }

  void complete() {
    waits_ = false;
    const double t_new = bdf_->time();
    course_.record(t_new, end_.data(), [&](double time, double* y) { bdf_->interpolate(time, y); });
    if (course_.arrive(t_new, end_, f1_, left_, independence_, book_error())) course_.goes_on();
  }

  // How wrong the works of the step may be, which do not steer it: from the start of order one, wholly.
  double book_error() noexcept {
    const instant::StateLayout at = course_.at;
    const double* const error = bdf_->error();
    return std::abs(error[at.applied_work()]) + std::abs(error[at.constraint_work()]) +
           std::abs(error[at.nonideal_work()]);
  }

  Course course_;
  std::optional<Sizer> sizer_;  // always there
  std::optional<ode::Bdf> bdf_;
  AlignedArray end_, f1_, along_;
  Residuals left_;           // of the step at hand
  double independence_ = 0;  // the same
  double land_ = -std::numeric_limits<double>::infinity();
  struct Creeping {
    double since = 0;
    long steps = 0;
  };
  Creeping creeping_;
  bool waits_ = false;
};

}  // namespace

void run_bdf(RightSide& side, const RunOptions& options, const Listener& listener,
             RunResult& result, const Snapshot* resume) {
  BdfRun(side, options, listener, result).run(resume);
}

std::unique_ptr<PausedRun> pause_bdf(RightSide& side, const RunOptions& options,
                                     const Listener& listener, RunResult& result) {
  return std::make_unique<BdfRun>(side, options, listener, result);
}

}  // namespace zwang::motion

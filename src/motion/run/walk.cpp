// SPDX-License-Identifier: Apache-2.0
#include "motion/run/walk.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "motion/run/run.h"

namespace zwang::motion {

namespace {

constexpr double nowhere = -std::numeric_limits<double>::infinity();

// Contacts are decided anew where a motion begins; what events have switched stays so.
void open_contacts(const equations::Equations& equations, instant::Mode& mode) {
  for (std::size_t i = 0; i < equations.rows.size(); ++i) {
    if (equations.rows[i].kind == equations::Kind::unilateral) mode.acts[i] = 0;
  }
  std::fill(mode.slip.begin(), mode.slip.end(), instant::Slip::off);
}

void add(const Tally& tally, Tally& sum) {
  sum.steps += tally.steps;
  sum.rejected += tally.rejected;
  sum.evaluations += tally.evaluations;
  sum.worst.position = std::max(sum.worst.position, tally.worst.position);
  sum.worst.velocity = std::max(sum.worst.velocity, tally.worst.velocity);
  sum.energy.applied += tally.energy.applied;
  sum.energy.constraints += tally.energy.constraints;
  sum.energy.nonideal += tally.energy.nonideal;
  sum.energy.jumps += tally.energy.jumps;
  sum.energy.worst = std::max(sum.energy.worst, tally.energy.worst);
  sum.near_singular += tally.near_singular;
}

}  // namespace

Walk::Walk(RightSide& side, RunOptions plan, Listener listener)
    : side_(side),
      plan_(std::move(plan)),
      duration_(plan_.t_end - (plan_.from ? plan_.from->t : side.equations().t)),
      listener_(listener),
      land_(nowhere),
      y_(at(side.layout().size())) {}

Walk::Walk(RightSide& side, const Walk& other, Listener listener)
    : side_(side),
      plan_(other.plan_),
      duration_(other.duration_),
      t_(other.t_),
      asked_(other.asked_),
      land_(other.land_),
      changed_(other.changed_),
      y_(other.y_),
      before_(other.before_),
      happened_(other.happened_) {
  side_.mode() = other.side_.mode();
  open_contacts(side_.equations(), side_.mode());
  const Snapshot& last = other.result_.last;
  result_.tally = last.tally;
  result_.start_moved = other.result_.start_moved;
  // From where it can be resumed as the other went: nobody is asked on the way.
  if (!last.tally.methods.empty() && open(last.tally.methods.back().stepper, &last)) go_to(asked_);
  result_.ending = other.result_.ending;
  result_.status = other.result_.status;
  result_.happenings = other.result_.happenings;
  changed_ = other.changed_;
  land_ = other.land_;
  t_ = other.t_;
  y_ = other.y_;
  listener_ = listener;
}

bool Walk::open(Stepper stepper, const Snapshot* resume) {
  run_.reset();  // it may hold on to parts of the side
  run_ = pause(stepper, side_, plan_, listener_, result_);
  return run_->open(resume);
}

bool Walk::begin() {
  const double t = plan_.from ? plan_.from->t : side_.equations().t;
  result_.tally.methods.assign(1, {t, plan_.stepper});
  t_ = asked_ = t;
  const bool good = open(plan_.stepper, nullptr);
  if (good) {
    run_->state_at(t_, y_.data());
  } else {
    std::copy(result_.q.begin(), result_.q.end(), y_.begin());
    std::copy(result_.v.begin(), result_.v.end(), y_.begin() + side_.layout().v());
  }
  return good;
}

// Whether what ended can be gone on with: a stop is a pause.
bool Walk::may_go_on() {
  if (result_.ending == Ending::interrupted) result_.ending = Ending::done;
  return result_.ending == Ending::done || result_.ending == Ending::stopped_by_event;
}

void Walk::go_to(double t) {
  asked_ = t;
  if (!may_go_on() || !run_) return;
  if (std::exchange(changed_, false)) land_ = t;
  for (;;) {
    run_->go_to(t, land_);
    if (result_.hands_over) {
      result_.hands_over = false;
      const Snapshot here = result_.last;
      if (!open(here.tally.methods.back().stepper, &here)) break;
    } else if (result_.ending == Ending::done && t > plan_.t_end && run_->time() >= plan_.t_end) {
      extend();
    } else {
      break;
    }
    if (result_.ending != Ending::done) break;
  }
  arrive();
}

void Walk::arrive() {
  if (result_.ending != Ending::done && !result_.hands_over) run_->conclude();
  t_ = result_.ending == Ending::done ? asked_ : run_->time();
  run_->state_at(t_, y_.data());
}

// The same motion from a snapshot of here.
void Walk::reopen() {
  run_->keep();
  const Snapshot here = result_.last;
  open(here.tally.methods.back().stepper, &here);
}

void Walk::extend() {
  const instant::StateLayout at = side_.layout();
  const double t = run_->time();
  run_->state_at(t, y_.data());
  plan_.from = {t, {y_.begin(), y_.begin() + at.v()}, {y_.begin() + at.v(), y_.begin() + 2 * at.n}};
  plan_.start = StartRule::project;
  plan_.t_end = t + duration_;
  reopen();
}

void Walk::change_forces(bool laws) {
  if (!may_go_on() || !run_) return;
  const instant::StateLayout at = side_.layout();
  // The span of the motion is what is ahead, and must not end at a stop.
  const bool far = plan_.t_end - t_ < 0.5 * duration_;
  if (far) plan_.t_end = t_ + duration_;
  plan_.from = {
      t_, {y_.begin(), y_.begin() + at.v()}, {y_.begin() + at.v(), y_.begin() + 2 * at.n}};
  plan_.start = StartRule::project;
  changed_ = true;
  land_ = nowhere;
  asked_ = t_;
  if (!run_->restart(t_, y_.data())) {
    run_->conclude();
  } else if (far || laws) {
    reopen();
  }
  t_ = run_->time();
  run_->state_at(t_, y_.data());
}

double Walk::energy() {
  const instant::StateLayout at = side_.layout();
  side_.numbers().evaluate(equations::Stage::energy, t_, y_.data() + at.q(), y_.data() + at.v());
  return *side_.numbers().energy();
}

void Walk::begin_at(StartState state, double energy) {
  RunResult until = result();
  until.happenings = std::move(result_.happenings);
  plan_.t_end = state.t + duration_;
  plan_.from = std::move(state);
  plan_.start = StartRule::project;
  changed_ = true;
  land_ = nowhere;
  open_contacts(side_.equations(), side_.mode());
  run_.reset();
  side_.set_evaluations(0);
  result_ = {};
  begin();
  carry(until, energy);
}

void Walk::inherit(Walk& earlier, double energy) { carry(earlier.result(), energy); }

// A change of the state or of parameters is a jump in the books.
void Walk::carry(const RunResult& until, double energy) {
  result_.happenings.insert(result_.happenings.begin(), until.happenings.begin(),
                            until.happenings.end());
  happened_ = until.happened;
  before_ = {};
  add(until.tally, before_);
  before_.energy.start = until.tally.energy.start;
  before_.energy.jumps += this->energy() - energy;
  before_.methods = until.tally.methods;
}

RunResult Walk::result() {
  RunResult result = result_;
  const instant::StateLayout at = side_.layout();
  result.t = t_;
  result.q.assign(y_.begin(), y_.begin() + at.n);
  result.v.assign(y_.begin() + at.v(), y_.begin() + at.v() + at.n);
  result.happened += happened_;
  Tally& tally = result.tally;
  tally.evaluations = side_.evaluations();
  tally.uses = side_.uses();
  Books& books = tally.energy;
  books.applied = y_[zwang::at(at.applied_work())];
  books.constraints = y_[zwang::at(at.constraint_work())];
  books.nonideal = y_[zwang::at(at.nonideal_work())];
  if (!before_.methods.empty()) {
    add(before_, tally);
    books.start = before_.energy.start;
  }
  books.end = energy();
  return result;
}

}  // namespace zwang::motion

// SPDX-License-Identifier: Apache-2.0
#include "motion/events/hybrid.h"

#include <algorithm>
#include <cmath>

#include "motion/events/hybrid_limits.h"
#include "motion/natural_size.h"

namespace zwang::motion {

namespace {

Index tangents(const equations::Equations& equations) {
  Index count = 0;
  for (const equations::Sliding& contact : equations.sliding) count += contact.rows;
  return count;
}

}  // namespace

Hybrid::Hybrid(RightSide& side, Projector& projector, const RunOptions& options, double span,
               std::vector<Happening>& happenings)
    : side_(side),
      projector_(projector),
      options_(options),
      span_(span),
      happenings_(happenings),
      watch_(side),
      locator_(side, watch_),
      unilateral_(side.equations().n, side.equations().m),
      impact_(side.equations().n, side.equations().m, tangents(side.equations())) {
  const equations::Equations& equations = side.equations();
  const std::size_t m = equations.rows.size(), n = static_cast<std::size_t>(equations.n);
  const auto t = static_cast<std::size_t>(tangents(equations));
  for (std::vector<unsigned char>* x : {&kind_, &binds_, &bounced_, &forced_, &sunk_}) x->resize(m);
  for (std::vector<double>* x : {&restitution_, &phi_t_, &friction_, &rest_time_}) x->resize(m);
  slips_.resize(equations.sliding.size());
  W_.resize(t * n);
  w_t_.resize(t);
  w_.resize(t);
  tangent_of_.resize(t);
  before_.resize(n);
}

double Hybrid::energy(double t, const double* y) noexcept {
  const instant::StateLayout layout = side_.layout();
  side_.numbers().evaluate(equations::Stage::energy, t, y + layout.q(), y + layout.v());
  return *side_.numbers().energy();
}

void Hybrid::see(const double* y) noexcept {
  const instant::StateLayout layout = side_.layout();
  length_ = std::max(length_, natural_size(side_.equations()));
  for (Index i = 0; i < layout.n; ++i) {
    length_ = std::max(length_, std::abs(y[layout.q() + i]));
    speed_ = std::max(speed_, std::abs(y[layout.v() + i]));
  }
  projector_.set_sizes(length_, speed_);
}

Happening& Hybrid::tell(What what, std::uint32_t number, double t, const double* y) {
  ++count_;
  if (happenings_.size() == most_happenings) happenings_.pop_back();
  Happening& happening = happenings_.emplace_back();
  const instant::StateLayout layout = side_.layout();
  happening.what = what;
  happening.number = number;
  happening.t = t;
  happening.q.assign(y + layout.q(), y + layout.q() + layout.n);
  happening.v.assign(y + layout.v(), y + layout.v() + layout.n);
  return happening;
}

// What is told of an event is the state after it.
void Hybrid::tell_jump(std::size_t number, const double* y) {
  Happening& happening = happenings_[number];
  const instant::StateLayout layout = side_.layout();
  happening.v_before = happening.v;
  happening.q.assign(y + layout.q(), y + layout.q() + layout.n);
  happening.v.assign(y + layout.v(), y + layout.v() + layout.n);
}

bool Hybrid::solve(double t, const double* y) noexcept {
  const instant::StateLayout layout = side_.layout();
  status_ = side_.full_instant(t, y + layout.q(), y + layout.v()).status;
  return usable(status_);
}

// From a state where something happened to the mode it goes on in.
Turn Hybrid::settle(double t, double* y, bool tells, double after) {
  const instant::StateLayout layout = side_.layout();
  const instant::Mode before = side_.mode();
  const double energy_before = energy(t, y);
  if (fill_impact(t, y, nullptr) && !blow(t, y, nullptr)) return Turn::no_instant;
  if (side_.laws()) {
    const bool rests = find_resting(t, y);
    for (const Contact& contact : contacts_) side_.mode().acts[at(contact.row)] = contact.rests;
    const bool good = rests ? close_contacts(t, y) : decide_slip(t, y);
    if (!good) return Turn::no_instant;
  }
  projector_.follow_mode();
  whole_.assign(y, y + layout.size());
  const Projection moved = projector_.project(t, y + layout.q(), y + layout.v());
  if (!moved.converged || (!moved.feasible && !contradictory_) || moved.moved > 1e-6 * length_) {
    std::copy(whole_.begin(), whole_.end(), y);  // for the message
    return Turn::not_projected;
  }
  jumps_ += energy(t, y) - energy_before;
  if (tells) tell_changes(before, t, y);
  look_at_contacts(t, y);
  mark_fresh(t, y, after);
  std::fill(bounced_.begin(), bounced_.end(), static_cast<unsigned char>(0));
  std::fill(forced_.begin(), forced_.end(), static_cast<unsigned char>(0));
  std::fill(sunk_.begin(), sunk_.end(), static_cast<unsigned char>(0));
  std::fill(slips_.begin(), slips_.end(), static_cast<unsigned char>(0));
  return Turn::goes_on;
}

Turn Hybrid::begin(double t, double* y, bool contradictory) {
  see(y);
  contradictory_ = contradictory;
  last_ = mark_ = t - span_;
  due_events_.assign(side_.equations().events.size(), 0);
  due_values_.assign(side_.equations().events.size(), 0);
  const Turn verdict = settle(t, y, false, 0);
  jumps_ = 0;  // the start is what it is after this
  return verdict;
}

// The user's actions: set, switch, strike.
bool Hybrid::act_as_user(const equations::Event& event, double t, double* y) {
  const equations::Equations& equations = side_.equations();
  const instant::StateLayout layout = side_.layout();
  if (!event.set.empty()) {
    side_.numbers().evaluate(equations::Stage::set, t, y + layout.q(), y + layout.v());
    for (std::size_t k = 0; k < event.set.size(); ++k) {
      const equations::Event::Target& target = event.set[k];
      y[(target.rate ? layout.v() : layout.q()) + target.coordinate] =
          side_.numbers().sets()[at(event.first_set) + k];
    }
  }
  for (const equations::Event::Switch& change : event.switches) {
    switch_rows(equations, change.constraint, change.on, side_.mode());
  }
  if (!event.impact.empty() && fill_impact(t, y, &event)) return blow(t, y, &event);
  return true;
}

Turn Hybrid::act(const Crossing& crossing, double t, double* y) {
  const equations::Equations& equations = side_.equations();
  see(y);
  at_once_ = t - last_ <= 1e-14 * std::max(span_, std::abs(t)) ? at_once_ + 1 : 0;
  if (t - mark_ > short_flight * span_) {
    mark_ = t;
    since_mark_ = 0;
  }
  plastic_ = ++since_mark_ > many_blows;
  gathered_ = t - last_ <= close_by * span_ ? gathered_ + 1 : 0;
  if (gathered_ > most_gathered) return Turn::endless;
  last_ = t;
  if (at_once_ > most_at_once) return Turn::endless;

  const double energy_before = energy(t, y);
  bool stops = false;
  jumped_ = false;
  std::fill(due_events_.begin(), due_events_.end(), static_cast<unsigned char>(0));
  // The list changes with the mode; first all that is due is noted.
  for (Index k = 0; k < watch_.size(); ++k) {
    const Watched& watched = watch_[k];
    if (crossing.grazes ? k != crossing.first : !locator_.is_due(k)) continue;
    if (watched.kind == Watched::Kind::event) {
      due_events_[at(watched.number)] = 1;
      due_values_[at(watched.number)] = locator_.value(k, t, y);
    }
    if (watched.kind == Watched::Kind::press) forced_[at(watched.number)] = 1;
    if (watched.kind == Watched::Kind::gap && crossing.stays) sunk_[at(watched.number)] = 1;
    if (watched.kind == Watched::Kind::hold) slips_[at(watched.number)] = 1;
  }
  for (std::size_t k = 0; k < due_events_.size(); ++k) {
    if (!due_events_[k]) continue;
    const equations::Event& event = equations.events[k];
    const auto number = static_cast<std::uint32_t>(k);
    tell(crossing.grazes ? What::graze : crossing.lost ? What::lost : What::event, number, t, y);
    if (crossing.grazes || crossing.lost) continue;
    const std::size_t told = happenings_.size() - 1;
    if (!act_as_user(event, t, y)) return Turn::no_instant;
    if (!event.set.empty()) tell_jump(told, y);
    jumped_ = jumped_ || !event.set.empty() || !event.switches.empty() || !event.impact.empty();
    stops = stops || event.stop;
  }
  jumps_ += energy(t, y) - energy_before;
  const Turn verdict = settle(t, y, true, crossing.after);
  return verdict == Turn::goes_on && stops ? Turn::stops : verdict;
}

void Hybrid::arrive(const double* y) noexcept {
  see(y);
  locator_.arrive();
  // The direction that a contact in space slides in turns with it.
  const equations::Equations& equations = side_.equations();
  instant::Mode& mode = side_.mode();
  const bool any = std::any_of(equations.sliding.begin(), equations.sliding.end(),
                               [](const equations::Sliding& x) { return x.rows > 1; });
  if (!any) return;
  const double* w = watch_.last_w();
  for (std::size_t k = 0; k < equations.sliding.size(); ++k) {
    const auto size = static_cast<std::size_t>(equations.sliding[k].rows);
    double norm = 0;
    for (std::size_t i = 0; i < size; ++i) norm = std::hypot(norm, w[i]);
    if (mode.slip[k] == instant::Slip::slides) mode.speed[k] = norm;
    for (std::size_t i = 0;
         size > 1 && norm > 0 && mode.slip[k] == instant::Slip::slides && i < size; ++i) {
      mode.direction[3 * k + i] = w[i] / norm;
    }
    w += size;
  }
}

void Hybrid::save(std::vector<double>& memory) const {
  instant::save(side_.mode(), memory);
  watch_.save(memory);
  locator_.save(memory);
  for (const double x : {length_, speed_, force_, jumps_, mark_, last_, static_cast<double>(count_),
                         static_cast<double>(at_once_), static_cast<double>(since_mark_),
                         static_cast<double>(gathered_), static_cast<double>(contradictory_)}) {
    memory.push_back(x);
  }
  memory.push_back(static_cast<double>(contacts_.size()));
  for (const Contact& x : contacts_) {
    for (const double number : {static_cast<double>(x.row), x.size, x.touches ? 1.0 : 0.0}) {
      memory.push_back(number);
    }
  }
  motion::save(happenings_, memory);
}

std::size_t Hybrid::restore(const std::vector<double>& memory, std::size_t begin) {
  std::size_t next = begin + instant::restore(memory, begin, side_.mode());
  projector_.follow_mode();
  watch_.follow_mode();
  next += watch_.restore(memory, next);
  next += locator_.restore(memory, next);
  for (double* const x : {&length_, &speed_, &force_, &jumps_, &mark_, &last_}) *x = memory[next++];
  for (long* const x : {&count_, &at_once_, &since_mark_, &gathered_})
    *x = static_cast<long>(memory[next++]);
  contradictory_ = memory[next++] != 0;
  projector_.set_sizes(length_, speed_);
  due_events_.assign(side_.equations().events.size(), 0);
  due_values_.assign(side_.equations().events.size(), 0);
  contacts_.resize(static_cast<std::size_t>(memory[next++]));
  for (Contact& x : contacts_) {
    x = {static_cast<Index>(memory[next]), 0, 0, memory[next + 1], 0, memory[next + 2] != 0, false};
    next += 3;
  }
  return next + motion::restore(memory, next, happenings_) - begin;
}

}  // namespace zwang::motion

// SPDX-License-Identifier: Apache-2.0
#include "hybrid/hybrid.h"

#include <algorithm>
#include <cmath>

#include "hybrid/hybrid_parts.h"

namespace zwang::motion {

namespace {

double energy(RightSide& side, double t, const double* y) noexcept {
  const instant::StateLayout layout = side.layout();
  side.numbers().evaluate(equations::Stage::energy, t, y + layout.q(), y + layout.v());
  return *side.numbers().energy();
}

void tell_sizes(Hybrid& hybrid) noexcept {
  const Sizes& sizes = hybrid.state.sizes;
  hybrid.projector.set_sizes(sizes.length, sizes.speed);
  hybrid.projector.set_parts(hybrid.row_sizes.parts(), hybrid.row_sizes.rate_parts());
}

void see(Hybrid& hybrid, const double* y) noexcept {
  const instant::StateLayout layout = hybrid.side.layout();
  hybrid.row_sizes.see(y + layout.q(), y + layout.v(), hybrid.state.sizes);
  tell_sizes(hybrid);
}

void clear(std::vector<unsigned char>& flags) {
  std::fill(flags.begin(), flags.end(), static_cast<unsigned char>(0));
}

// From a state where something happened to the mode it goes on in.
Turn settle(Hybrid& hybrid, double t, double* y, bool tells, double after) {
  RightSide& side = hybrid.side;
  EventState& state = hybrid.state;
  const instant::StateLayout layout = side.layout();
  const instant::Mode before = side.mode();
  const double energy_before = energy(side, t, y);
  if (fill_impact(hybrid, t, y, nullptr) && !strike(hybrid, t, y, nullptr)) {
    return Turn::no_instant;
  }
  if (!decide_switches(hybrid, t, y)) return Turn::no_instant;
  if (side.laws()) {
    const bool rests = find_resting(hybrid, t, y);
    const bool bounced =
        std::count(hybrid.present.bounced.begin(), hybrid.present.bounced.end(), 1);
    const bool goes_on = tells && !hybrid.present.jumped && !bounced;
    if (!decide_mode(hybrid, t, y, rests, goes_on ? &before : nullptr)) return Turn::no_instant;
  }
  hybrid.projector.follow_mode();
  hybrid.whole.assign(y, y + layout.size());
  const Projection moved = hybrid.projector.project(t, y + layout.q(), y + layout.v());
  if (!moved.converged || (!moved.feasible && !state.contradictory) ||
      moved.moved > 1e-6 * state.sizes.length) {
    std::copy(hybrid.whole.begin(), hybrid.whole.end(), y);  // for the message
    return Turn::not_projected;
  }
  state.jumps += energy(side, t, y) - energy_before;
  if (tells) tell_changes(hybrid, before, t, y);
  look_at_contacts(hybrid, t, y);
  mark_fresh(hybrid, t, y, after);
  Present& present = hybrid.present;
  for (auto* const flags : {&present.bounced, &present.forced, &present.slips, &present.turns}) {
    clear(*flags);
  }
  return Turn::goes_on;
}

// The user's actions: set, switch, strike.
bool act_as_user(Hybrid& hybrid, const equations::Event& event, double t, double* y) {
  RightSide& side = hybrid.side;
  const equations::Equations& equations = side.equations();
  const instant::StateLayout layout = side.layout();
  if (!event.set.empty()) {
    side.numbers().evaluate(equations::Stage::set, t, y + layout.q(), y + layout.v());
    for (std::size_t k = 0; k < event.set.size(); ++k) {
      const equations::Event::Target& target = event.set[k];
      y[(target.rate ? layout.v() : layout.q()) + target.coordinate] =
          side.numbers().sets()[event.first_set + static_cast<Index>(k)];
    }
  }
  for (const equations::Event::Switch& change : event.switches) {
    switch_rows(equations, change.constraint, change.on, side.mode());
  }
  if (!event.impact.empty() && fill_impact(hybrid, t, y, &event)) {
    return strike(hybrid, t, y, &event);
  }
  return true;
}

// False: they follow each other without end.
bool note_event(Pace& pace, double t, double span) noexcept {
  pace.at_once = t - pace.last <= 1e-14 * std::max(span, std::abs(t)) ? pace.at_once + 1 : 0;
  if (t - pace.mark > short_flight * span) {
    pace.mark = t;
    pace.since_mark = 0;
  }
  pace.plastic = ++pace.since_mark > many_blows;
  pace.gathered = t - pace.last <= close_by * span ? pace.gathered + 1 : 0;
  if (pace.gathered > most_gathered) return false;
  pace.last = t;
  return pace.at_once <= most_at_once;
}

// The list of what is watched changes with the mode; first all that is due is noted.
void note_due(Hybrid& hybrid, const Crossing& crossing, double t, const double* y) noexcept {
  Present& present = hybrid.present;
  present.jumped = false;
  clear(present.events);
  for (Index k = 0; k < hybrid.watch.size(); ++k) {
    const Watched& watched = hybrid.watch[k];
    if (crossing.grazes ? k != crossing.first : !hybrid.locator.is_due(k)) continue;
    if (watched.kind == Watched::Kind::event) {
      present.events[watched.number] = 1;
      present.values[watched.number] = hybrid.locator.value(k, t, y);
    }
    if (watched.kind == Watched::Kind::side || watched.kind == Watched::Kind::share) {
      present.turns[watched.number] = 1;
    }
    if (watched.kind == Watched::Kind::press) present.forced[watched.number] = 1;
    if (watched.kind == Watched::Kind::hold) present.slips[watched.number] = 1;
  }
}

}  // namespace

bool solve(Hybrid& hybrid, double t, const double* y) noexcept {
  const instant::StateLayout layout = hybrid.side.layout();
  hybrid.status = hybrid.side.full_instant(t, y + layout.q(), y + layout.v()).status;
  return instant::usable(hybrid.status);
}

Turn begin_mode(Hybrid& hybrid, double t, double* y, bool contradictory) {
  see(hybrid, y);
  hybrid.state.contradictory = contradictory;
  hybrid.state.pace.last = hybrid.state.pace.mark = t - hybrid.span;
  const Turn verdict = settle(hybrid, t, y, false, 0);
  hybrid.state.jumps = 0;  // the start is what it is after this
  const std::vector<double>& sides = hybrid.side.mode().side;
  for (std::size_t k = 0; verdict == Turn::goes_on && k < sides.size(); ++k) {
    if (sides[k] == 0) tell(hybrid, What::along, static_cast<std::uint32_t>(k), t, y);
  }
  return verdict;
}

bool look_for_event(Hybrid& hybrid, double t0, double t1, const Interpolant& states,
                    Crossing& found) noexcept {
  return hybrid.locator.look(t0, t1, states, found);
}

Turn act(Hybrid& hybrid, const Crossing& crossing, double t, double* y) {
  see(hybrid, y);
  if (!note_event(hybrid.state.pace, t, hybrid.span)) return Turn::endless;
  const double energy_before = energy(hybrid.side, t, y);
  note_due(hybrid, crossing, t, y);
  bool stops = false;
  for (std::size_t k = 0; k < hybrid.present.events.size(); ++k) {
    if (!hybrid.present.events[k]) continue;
    const equations::Event& event = hybrid.side.equations().events[k];
    const What what = crossing.grazes ? What::graze : crossing.lost ? What::lost : What::event;
    tell(hybrid, what, static_cast<std::uint32_t>(k), t, y);
    if (what != What::event) continue;
    const std::size_t told = hybrid.happenings.size() - 1;
    if (!act_as_user(hybrid, event, t, y)) return Turn::no_instant;
    if (!event.set.empty()) tell_jump(hybrid, told, y);
    hybrid.present.jumped = hybrid.present.jumped || !event.set.empty() ||
                            !event.switches.empty() || !event.impact.empty();
    stops = stops || event.stop;
  }
  hybrid.state.jumps += energy(hybrid.side, t, y) - energy_before;
  const Turn verdict = settle(hybrid, t, y, true, crossing.after);
  return verdict == Turn::goes_on && stops ? Turn::stops : verdict;
}

Turn go_on_with(Hybrid& hybrid, double t, double* y, bool stands) {
  see(hybrid, y);
  Present& present = hybrid.present;
  present.jumped = false;
  clear(present.events);
  double after = 0;
  const Marks& marks = hybrid.locator.marks();
  for (Index k = 0; stands && k < hybrid.watch.size(); ++k) {
    const Watched& watched = hybrid.watch[k];
    if (watched.kind != Watched::Kind::event || !marks.fresh[k]) continue;
    present.events[watched.number] = 1;
    present.values[watched.number] = hybrid.locator.value(k, t, y);
    after = marks.expected[k];
  }
  return settle(hybrid, t, y, true, after);
}

void arrive(Hybrid& hybrid, const double* y) noexcept {
  see(hybrid, y);
  hybrid.locator.arrive();
  turn_directions(hybrid);
}

void save(const Hybrid& hybrid, EventMemory& memory) {
  memory.state = hybrid.state;
  memory.slack = hybrid.watch.slack();
  memory.marks = hybrid.locator.marks();
}

void restore(const EventMemory& memory, Hybrid& hybrid) {
  hybrid.state = memory.state;
  hybrid.row_sizes.spread(hybrid.state.sizes);
  tell_sizes(hybrid);
  hybrid.watch.follow_mode();
  hybrid.watch.restore(memory.slack);
  hybrid.locator.restore(memory.marks);
}

}  // namespace zwang::motion

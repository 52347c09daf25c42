// SPDX-License-Identifier: Apache-2.0
// Coming to rest. A contact that departs with c and is pulled back by a < 0 returns after 2c/|a|, and each
// flight is ρ times as long as the one before: infinitely many are over after 2c/(|a|(1 − ρ)). Where that
// is a crumb of the run, or a flight rises by no more than the rounding of its height, the contact rests.
// That holds whoever threw it: its own blow, or one at another contact, as a block rocks.

#include <algorithm>
#include <cmath>

#include "motion/events/hybrid_parts.h"

namespace zwang::motion {

namespace {

// How fast the gap of an open row speeds up, in the motion `hybrid.room`.
double gap_acceleration(const Hybrid& hybrid, Index i) noexcept {
  const equations::Equations& equations = hybrid.side.equations();
  equations::Workspace& numbers = hybrid.side.numbers();
  double a = -numbers.b()[i];  // −e of this row, of the motion without it [FKNU05 3]
  for (Index e = equations.A().begin[i]; e < equations.A().begin[i + 1]; ++e) {
    a += numbers.A()[e] * hybrid.room[equations.A().column[e]];
  }
  return a;
}

// The part of its speed that the contact keeps from one flight to the next: of its last two departures,
// or what its own law says before there are two.
double kept(const Hybrid& hybrid, const Contact& contact) noexcept {
  if (hybrid.state.pace.plastic) return 0;
  const double last = hybrid.state.departures[contact.row];
  if (last > 0) return contact.speed / last;
  return hybrid.side.equations().rows[contact.row].restitution;
}

// Whether what departs is as good as back.
bool comes_to_rest(Hybrid& hybrid, const Contact& contact, double t) noexcept {
  const double a = gap_acceleration(hybrid, contact.row), ratio = kept(hybrid, contact);
  if (!(a < 0)) return false;
  const double flight = 2 * contact.speed / -a;
  const bool rises = 0.25 * contact.speed * flight > hardly_up * contact.rounding;
  if (rises && !(flight <= short_flight * hybrid.span * (1 - ratio))) return false;
  hybrid.present.rest_time[contact.row] = t + (ratio < 1 ? flight / (1 - ratio) : flight);
  return true;
}

}  // namespace

bool find_resting(Hybrid& hybrid, double t, const double* y) {
  RightSide& side = hybrid.side;
  const instant::StateLayout layout = side.layout();
  std::vector<Contact>& contacts = hybrid.state.contacts;
  Present& present = hybrid.present;
  look_at_contacts(hybrid, t, y);
  const auto is_struck = [](unsigned char x) { return x != 0; };
  const bool blow = std::any_of(present.bounced.begin(), present.bounced.end(), is_struck);
  bool any = false, flies = false;
  for (Contact& contact : contacts) {
    const double least = at_rest * hybrid.state.sizes.speed * contact.size;
    contact.rests = contact.touches && !present.forced[contact.row] && contact.speed <= least;
    present.rest_time[contact.row] = t;
    flies = flies || (blow && contact.touches && contact.speed > least);
    any = any || contact.rests;
  }
  if (!flies) return any;
  // Their accelerations while they are open.
  for (const Contact& contact : contacts) side.mode().acts[contact.row] = contact.rests;
  set_slip_by_rates(hybrid, t, y);
  if (!solve(hybrid, t, y)) return any;
  std::copy_n(side.full_instant(t, y + layout.q(), y + layout.v()).acceleration.begin(), layout.n,
              hybrid.room.begin());
  side.numbers().evaluate(equations::Stage::dynamics, t, y + layout.q(), y + layout.v());
  for (Contact& contact : contacts) {
    if (contact.rests || !contact.touches || present.forced[contact.row]) continue;
    contact.rests = comes_to_rest(hybrid, contact, t);
    hybrid.state.departures[contact.row] = contact.rests ? 0 : contact.speed;
    any = any || contact.rests;
  }
  return any;
}

}  // namespace zwang::motion

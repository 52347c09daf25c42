// SPDX-License-Identifier: Apache-2.0
// Coming to rest. A contact that departs with c and is pulled back by a < 0 returns after 2c/|a|, and each
// flight is ρ times as long as the one before: infinitely many are over after 2c/(|a|(1 − ρ)). Where that
// is a crumb of the run, or a flight rises by no more than the rounding of its height, the contact rests.
// That holds whoever threw it: its own blow, or one at another contact, as a block rocks.

#include <algorithm>
#include <cmath>
#include <limits>

#include "hybrid/hybrid_parts.h"

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

bool rubs(const Hybrid& hybrid, Index row) noexcept {
  const equations::Equations& equations = hybrid.side.equations();
  for (const equations::Sliding& contact : equations.sliding) {
    for (const Index k : contact.normals)
      if (equations.reactions[k].first_row == row) return true;
  }
  return false;
}

// How high a flight may be that is not followed. One contact by itself bounces down to rounding, in closed form as it were.
// Several, or one that rubs, hand what is left to each other in thousands of flights, of which each decides by rounding
// which comes next: flights that the tolerance of the run cannot tell from rest are rest.
double hardly_rises(const Hybrid& hybrid, const Contact& contact) noexcept {
  const double rounding = hardly_up * contact.rounding;
  const std::vector<Contact>& all = hybrid.state.contacts;
  const auto touching =
      std::count_if(all.begin(), all.end(), [](const Contact& x) { return x.touches; });
  if (hybrid.side.equations().rows[contact.row].restitution >= 1) return rounding;
  if (touching < 2 && !rubs(hybrid, contact.row)) return rounding;
  // By the terms of the gap, which have its unit; what its row has seen mixes those of lengths and angles.
  const double terms = contact.rounding / std::numeric_limits<double>::epsilon();
  const double length = std::min(terms, hybrid.row_sizes.length(contact.row));
  const double unseen = std::min(hybrid.tolerance, loosest) * length;
  return std::max(rounding, unseen);
}

// Whether what departs is as good as back; `flight` is then its last one, if that is longer.
bool comes_to_rest(Hybrid& hybrid, const Contact& contact, double t, double& flight,
                   double times) noexcept {
  const double a = gap_acceleration(hybrid, contact.row), ratio = kept(hybrid, contact);
  if (!(a < 0)) return false;
  const double own = 2 * contact.speed / -a;
  const bool rises = 0.25 * contact.speed * own > times * hardly_rises(hybrid, contact);
  if (rises && !(own <= short_flight * hybrid.span * (1 - ratio))) return false;
  hybrid.present.rest_time[contact.row] = t + (ratio < 1 ? own / (1 - ratio) : own);
  flight = std::max(flight, own);
  return true;
}

double slowest(const Hybrid& hybrid, const Contact& contact) noexcept {
  return at_rest * hybrid.row_sizes.speed(contact.row);
}

// Contacts that touch and do not depart. True: some do, of which a blow may have thrown each.
bool mark_resting(Hybrid& hybrid) noexcept {
  bool departs = false;
  for (Contact& contact : hybrid.state.contacts) {
    const bool slow = contact.speed <= slowest(hybrid, contact);
    contact.rests = contact.touches && slow && !hybrid.present.forced[contact.row];
    departs = departs || (contact.touches && !slow);
  }
  return departs;
}

bool any_rests(const Hybrid& hybrid) noexcept {
  const std::vector<Contact>& all = hybrid.state.contacts;
  return std::any_of(all.begin(), all.end(), [](const Contact& x) { return x.rests; });
}

// Accelerations while what departs is open, into hybrid.room.
bool find_open_motion(Hybrid& hybrid, double t, const double* y) noexcept {
  RightSide& side = hybrid.side;
  const instant::StateLayout layout = side.layout();
  for (const Contact& contact : hybrid.state.contacts) {
    side.mode().acts[contact.row] = contact.rests;
  }
  set_slip_by_rates(hybrid, t, y);
  if (!solve(hybrid, t, y)) return false;
  std::copy_n(side.full_instant(t, y + layout.q(), y + layout.v()).acceleration.begin(), layout.n,
              hybrid.room.begin());
  side.numbers().evaluate(equations::Stage::dynamics, t, y + layout.q(), y + layout.v());
  return true;
}

// Of what departs, all that is as good as back; false where nothing is, or nothing departs any more. What was put down
// before and was thrown open by the others, as good as back again, rests without another blow: they would hand it to
// and fro without end.
bool put_down_next(Hybrid& hybrid, double t, double* y) {
  Present& present = hybrid.present;
  if (!find_open_motion(hybrid, t, y)) return false;
  double flight = 0, once = 0;
  bool first = false;
  // What rises about as high rests with it: corners of one edge, which rounding alone tells apart.
  const auto rests_at_once = [&](const Contact& x) {
    return !x.rests && x.touches && !present.forced[x.row] && comes_to_rest(hybrid, x, t, once, 1);
  };
  const std::vector<Contact>& all = hybrid.state.contacts;
  const double times = std::any_of(all.begin(), all.end(), rests_at_once) ? 4 : 1;
  for (Contact& contact : hybrid.state.contacts) {
    if (contact.rests || !contact.touches || present.forced[contact.row]) continue;
    contact.rests = comes_to_rest(hybrid, contact, t, flight, times);
    hybrid.state.departures[contact.row] = contact.rests ? 0 : contact.speed;
    first = first || (contact.rests && !present.put_down[contact.row]);
    present.put_down[contact.row] |= contact.rests;
  }
  if (!first || !put_down(hybrid, t, y, flight)) return false;
  look_at_contacts(hybrid, t, y);
  return mark_resting(hybrid);
}

}  // namespace

bool find_resting(Hybrid& hybrid, double t, double* y) {
  Present& present = hybrid.present;
  look_at_contacts(hybrid, t, y);
  for (const Contact& contact : hybrid.state.contacts) present.rest_time[contact.row] = t;
  const bool blow = std::any_of(present.bounced.begin(), present.bounced.end(),
                                [](unsigned char x) { return x != 0; });
  std::fill(present.put_down.begin(), present.put_down.end(), static_cast<unsigned char>(0));
  bool departs = mark_resting(hybrid) && blow;
  // What stands on a thing that has just come to rest can come to rest next: while both flew, nothing pulled it back.
  for (std::size_t round = 0; departs && round <= hybrid.state.contacts.size(); ++round) {
    departs = put_down_next(hybrid, t, y);
  }
  return any_rests(hybrid);
}

}  // namespace zwang::motion

// SPDX-License-Identifier: Apache-2.0
#include "hybrid/contact_findings.h"

#include <algorithm>
#include <cmath>

#include "hybrid/hybrid_parts.h"

namespace zwang::motion {

namespace {

using State = ContactFinding::State;

State state_of(const instant::Mode& mode, std::size_t k) {
  switch (mode.slip[k]) {
    case instant::Slip::sticks:
      return State::sticks;
    case instant::Slip::slides:
      return State::slides;
    default:
      return State::open;
  }
}

/// The contact that presses on what rubs, where it is one.
Index row_of(const equations::Equations& equations, std::size_t k) {
  const equations::Sliding& contact = equations.sliding[k];
  if (contact.normals.size() != 1) return -1;
  const equations::Reaction& normal = equations.reactions[contact.normals.front()];
  const bool unilateral =
      normal.rows == 1 && equations.rows[normal.first_row].kind == equations::Kind::unilateral;
  return unilateral ? normal.first_row : -1;
}

}  // namespace

ContactFindings find_contacts(Hybrid& hybrid, double t, const double* y) {
  RightSide& side = hybrid.side;
  const equations::Equations& equations = side.equations();
  const instant::StateLayout layout = side.layout();
  ContactFindings findings;
  if (!side.laws() || (hybrid.state.contacts.empty() && equations.sliding.empty())) return findings;
  const instant::Mode decided = side.mode();
  if (!solve(hybrid, t, y)) return findings;
  for (const Contact& contact : hybrid.state.contacts) {
    side.mode().acts[contact.row] = hybrid.deciding.candidates[contact.row];
  }
  set_slip_by_rates(hybrid, t, y);
  const std::vector<unsigned char> no_row(equations.rows.size(), 0),
      no_slip(equations.sliding.size(), 0);
  ContactRows& rows = hybrid.deciding.rows;
  const Status filled =
      rows.fill(side, t, y, {hybrid.deciding.candidates, no_row, no_slip, no_slip, nullptr});
  side.mode() = decided;
  if (!instant::usable(filled) || !solve(hybrid, t, y)) return findings;
  const double* const lambda = side.laws()->multipliers();
  std::vector<double> limits(side.numbers().limits(),
                             side.numbers().limits() + 2 * equations.sliding.size());
  const Instant now = side.full_instant(t, y + layout.q(), y + layout.v());
  const std::vector<double> r = rows.forces(side, lambda, limits);
  const std::vector<double> all(lambda, lambda + equations.m);
  side.numbers().evaluate(equations::Stage::dynamics, t, y + layout.q(), y + layout.v());
  const std::vector<double> a = rows.accelerations(side, now.acceleration.data());
  const least::ContactResiduals worst = least::judge(rows.problem(), r.data(), a.data());
  findings.pulls = worst.pulls;
  findings.sinks = std::max(worst.sinks, worst.apart);
  findings.cone = worst.cone;
  findings.opposes = worst.opposes;

  std::vector<unsigned char> rubs(equations.rows.size(), 0);
  const least::ContactMode& mode = rows.translate_decided(side);
  least::ContactAnswer answer;
  answer.r = r.data();
  answer.mode = &mode;
  const std::vector<least::SlipFactor> factors = least::slip_factors(rows.problem(), answer);
  for (std::size_t k = 0; k < equations.sliding.size(); ++k) {
    ContactFinding x;
    x.row = row_of(equations, k);
    x.sliding = static_cast<Index>(k);
    x.state = state_of(decided, k);
    if (x.row >= 0) rubs[x.row] = 1;
    if (x.row >= 0) x.normal = all[x.row];
    const bool sticks = x.state == State::sticks;
    x.limit = x.state == State::open ? 0 : limits[2 * k + (sticks ? 1 : 0)];
    const Index item = rows.item(k);
    if (sticks && item >= 0) {
      x.friction = rows.size_of_friction(k, r);
      x.needed = factors[item].needed;
      x.shared = factors[item].shared;
    } else if (x.state == State::slides) {
      x.friction = x.limit;
      x.needed = 1;
    }
    findings.contacts.push_back(x);
  }
  for (const Contact& contact : hybrid.state.contacts) {
    if (rubs[contact.row]) continue;
    ContactFinding x;
    x.row = contact.row;
    x.state = decided.acts[contact.row] ? State::presses : State::open;
    x.normal = all[contact.row];
    findings.contacts.push_back(x);
  }
  return findings;
}

}  // namespace zwang::motion

// SPDX-License-Identifier: Apache-2.0
#include "instant/mode.h"

#include <algorithm>

namespace zwang::instant {

using equations::Kind;

Mode first_mode(const equations::Equations& equations) {
  Mode mode;
  for (const equations::Row& row : equations.rows) {
    mode.acts.push_back(row.kind == Kind::equality || row.kind == Kind::norm ||
                        row.kind == Kind::hidden);
    mode.switched.push_back(1);
  }
  mode.slip.assign(equations.sliding.size(), Slip::off);
  mode.direction.assign(3 * equations.sliding.size(), 0.0);
  mode.speed.assign(equations.sliding.size(), 0.0);
  mode.least.assign(equations.sliding.size(), 0.0);
  return mode;
}

bool has_events(const equations::Equations& equations) {
  const auto is_contact = [](const equations::Row& row) { return row.kind == Kind::unilateral; };
  return !equations.events.empty() || !equations.sliding.empty() ||
         std::any_of(equations.rows.begin(), equations.rows.end(), is_contact);
}

bool has_switches(const equations::Equations& equations) { return !equations.switches.empty(); }

bool has_laws(const equations::Equations& equations) {
  const auto switches = [](const equations::Event& event) {
    return !event.switches.empty() || !event.impact.empty();
  };
  const auto is_special = [](const equations::Row& row) {
    return row.kind != Kind::equality && row.kind != Kind::norm;
  };
  // Those that only events and observables read change no instant.
  const auto is_read = [](const equations::Reaction& reaction) {
    return reaction.reading != equations::Reading::watched;
  };
  return equations.has(equations::Stage::nonideal) || !equations.control_slots.empty() ||
         std::any_of(equations.events.begin(), equations.events.end(), switches) ||
         std::any_of(equations.reactions.begin(), equations.reactions.end(), is_read) ||
         std::any_of(equations.rows.begin(), equations.rows.end(), is_special);
}

void switch_rows(const equations::Equations& equations, std::uint32_t constraint, bool on,
                 Mode& mode) {
  for (std::size_t i = 0; i < equations.rows.size(); ++i) {
    const equations::Row& row = equations.rows[i];
    if (row.constraint != constraint) continue;
    mode.switched[i] = on;
    if (row.kind == Kind::equality || !on) mode.acts[i] = on && row.kind == Kind::equality;
  }
}

}  // namespace zwang::instant

// SPDX-License-Identifier: Apache-2.0
// What is told of happenings.

#include "hybrid/hybrid_parts.h"

namespace zwang::motion {

namespace {

void tell_state(const RightSide& side, const double* y, Happening& happening) {
  const instant::StateLayout layout = side.layout();
  happening.q.assign(y + layout.q(), y + layout.q() + layout.n);
  happening.v.assign(y + layout.v(), y + layout.v() + layout.n);
}

}  // namespace

Happening& tell(Hybrid& hybrid, What what, std::uint32_t number, double t, const double* y) {
  ++hybrid.state.count;
  if (hybrid.happenings.size() == most_happenings) hybrid.happenings.pop_back();
  Happening& happening = hybrid.happenings.emplace_back();
  happening.what = what;
  happening.number = number;
  happening.t = t;
  tell_state(hybrid.side, y, happening);
  return happening;
}

void tell_jump(Hybrid& hybrid, std::size_t number, const double* y) {
  Happening& happening = hybrid.happenings[number];
  happening.v_before = happening.v;
  tell_state(hybrid.side, y, happening);
}

void tell_changes(Hybrid& hybrid, const instant::Mode& before, double t, const double* y) {
  const equations::Equations& equations = hybrid.side.equations();
  const instant::Mode& now = hybrid.side.mode();
  for (std::size_t i = 0; i < now.acts.size(); ++i) {
    const equations::Row& row = equations.rows[i];
    if (row.kind != equations::Kind::unilateral || now.acts[i] == before.acts[i]) continue;
    if (now.acts[i]) tell(hybrid, What::rest, row.constraint, hybrid.present.rest_time[i], y);
    if (!now.acts[i] && !hybrid.present.bounced[i]) {
      tell(hybrid, What::leave, row.constraint, t, y);
    }
  }
  for (std::size_t k = 0; k < now.slip.size(); ++k) {
    if (now.slip[k] == before.slip[k]) continue;
    const auto number = static_cast<std::uint32_t>(k);
    if (now.slip[k] == instant::Slip::sticks) tell(hybrid, What::stick, number, t, y);
    if (now.slip[k] == instant::Slip::slides && before.slip[k] == instant::Slip::sticks) {
      tell(hybrid, What::slip, number, t, y);
    }
  }
  for (std::size_t k = 0; k < before.side.size(); ++k) {
    if ((now.side[k] == 0) == (before.side[k] == 0)) continue;
    tell(hybrid, now.side[k] == 0 ? What::along : What::apart, static_cast<std::uint32_t>(k), t, y);
  }
}

}  // namespace zwang::motion

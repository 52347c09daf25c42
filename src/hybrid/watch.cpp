// SPDX-License-Identifier: Apache-2.0
#include "hybrid/watch.h"

#include <algorithm>
#include <cmath>

namespace zwang::motion {

using equations::Kind;

std::size_t most_watched(const equations::Equations& equations) {
  const auto is_contact = [](const equations::Row& row) { return row.kind == Kind::unilateral; };
  const auto contacts = std::count_if(equations.rows.begin(), equations.rows.end(), is_contact);
  return equations.events.size() + static_cast<std::size_t>(contacts) + equations.sliding.size() +
         equations.switches.size();
}

Watch::Watch(RightSide& side) : side_(side), list_(most_watched(side.equations())) {
  const equations::Equations& equations = side.equations();
  Index next = 0;
  for (const equations::Sliding& contact : equations.sliding) {
    first_w_.push_back(next);
    next += contact.rows;
  }
  slack_.resize(list_.size());
  residual_.resize(equations.rows.size());
  w_.resize(at(next));
  follow_mode();
}

void Watch::add(Watched::Kind kind, Index number) noexcept {
  slack_[size_] = 0;
  list_[size_++] = {kind, number};
}

void Watch::follow_mode() noexcept {
  const equations::Equations& equations = side_.equations();
  const instant::Mode& mode = side_.mode();
  size_ = 0;
  needs_instant_ = needs_rows_ = needs_w_ = false;
  needs_events_ = !equations.events.empty();
  for (std::size_t k = 0; k < equations.events.size(); ++k) {
    add(Watched::Kind::event, static_cast<Index>(k));
    needs_instant_ = needs_instant_ || equations.events[k].needs_instant;
  }
  for (std::size_t i = 0; i < equations.rows.size(); ++i) {
    if (equations.rows[i].kind != Kind::unilateral || !mode.switched[i]) continue;
    add(mode.acts[i] ? Watched::Kind::press : Watched::Kind::gap, static_cast<Index>(i));
    (mode.acts[i] ? needs_instant_ : needs_rows_) = true;
  }
  for (std::size_t k = 0; k < mode.slip.size(); ++k) {
    if (mode.slip[k] == instant::Slip::off) continue;
    const bool sticks = mode.slip[k] == instant::Slip::sticks;
    add(sticks ? Watched::Kind::hold : Watched::Kind::slide, static_cast<Index>(k));
    (sticks ? needs_instant_ : needs_w_) = true;
  }
  for (std::size_t k = 0; k < mode.side.size(); ++k) {
    const bool slides = mode.side[k] == 0;
    add(slides ? Watched::Kind::share : Watched::Kind::side, static_cast<Index>(k));
    (slides ? needs_instant_ : needs_events_) = true;
  }
}

double Watch::value(const Watched& watched) const noexcept {
  const equations::Equations& equations = side_.equations();
  const std::size_t k = at(watched.number);
  switch (watched.kind) {
    case Watched::Kind::event:
      return side_.numbers().events()[k];
    case Watched::Kind::gap:
      return residual_[k];
    case Watched::Kind::press:
      return side_.laws()->multipliers()[k];
    case Watched::Kind::slide: {
      double along = 0;
      for (std::size_t i = 0; i < equations.sliding[k].direction_slots.size(); ++i) {
        along += w_[at(first_w_[k]) + i] * side_.mode().direction[3 * k + i];
      }
      return along;
    }
    case Watched::Kind::hold:
      return side_.numbers().limits()[2 * k + 1] -
             std::abs(side_.laws()->reactions()[equations.sliding[k].holding]);
    case Watched::Kind::side:
      return side_.numbers().switches()[3 * k] * side_.mode().side[k];
    case Watched::Kind::share:
      return 1 - std::abs(side_.sliding_share(watched.number));
  }
  return 0;
}

void Watch::values(double t, const double* y, double* g) noexcept {
  equations::Workspace& numbers = side_.numbers();
  const instant::StateLayout layout = side_.layout();
  const double *const q = y + layout.q(), *const v = y + layout.v();
  if (needs_rows_) {
    numbers.evaluate(equations::Stage::projection, t, q, v);
    std::copy_n(numbers.residual(), residual_.size(), residual_.begin());
  }
  if (needs_w_) {
    numbers.evaluate(equations::Stage::slide, t, q, v);
    std::copy_n(numbers.sliding(), w_.size(), w_.begin());
  }
  if (needs_instant_) {
    const Instant& now = side_.full_instant(t, q, v);
    numbers.set_accelerations(now.acceleration.data());
    if (side_.laws()) numbers.set_controls(side_.laws()->controls());
  }
  if (needs_events_) numbers.evaluate(equations::Stage::watch, t, q, v);
  numbers.set_controls(nullptr);
  for (Index k = 0; k < size_; ++k) g[k] = value(list_[k]) + slack_[k];
}

}  // namespace zwang::motion

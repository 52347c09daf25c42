// SPDX-License-Identifier: Apache-2.0
// What is at zero because it was just dealt with.

#include <algorithm>
#include <cmath>
#include <limits>

#include "hybrid/hybrid_parts.h"

namespace zwang::motion {

namespace {

void set_slack(Hybrid& hybrid, Index k) noexcept {
  const Watched& watched = hybrid.watch[k];
  Locator& locator = hybrid.locator;
  const ForceSizes& sizes = hybrid.force_sizes;
  const double size = watched.kind == Watched::Kind::press
                          ? sizes.force(watched.number)
                          : sizes.force(hybrid.side.equations().sliding[at(watched.number)]);
  const double slack = barely * size;
  if (locator.start(k) > slack) return;
  if (locator.start(k) <= -slack) locator.mark_fresh(k, 1);
  hybrid.watch.set_slack(k, slack);
  locator.add_to_start(k, slack);
}

double slide_speed(const Hybrid& hybrid, Index number) noexcept {
  const equations::Sliding& contact = hybrid.side.equations().sliding[at(number)];
  return hybrid.row_sizes.speed(contact);
}

// What slip may come to that is held at zero by others, within the lengths there are.
double held_speed(const Hybrid& hybrid, Index number) noexcept {
  const equations::Sliding& contact = hybrid.side.equations().sliding[at(number)];
  double length = 0;
  for (Index i = contact.first_row; i < contact.first_row + contact.rows; ++i)
    length = std::max(length, hybrid.row_sizes.length(i));
  return std::max(slide_speed(hybrid, number),
                  std::sqrt(hybrid.force_sizes.acceleration(contact) * length));
}

// The sign that g is about to take, after rates were changed.
double way_of(Hybrid& hybrid, Index k, double t, const double* y) noexcept {
  RightSide& side = hybrid.side;
  const instant::StateLayout layout = side.layout();
  const double h = 1e-6 * hybrid.span;
  hybrid.whole.resize(2 * static_cast<std::size_t>(layout.size()));
  double* const f = hybrid.whole.data() + layout.size();
  if (!side.rate(t, y, f)) return 0;
  for (Index i = 0; i < layout.size(); ++i) hybrid.whole[i] = y[i] + h * f[i];
  return hybrid.locator.value(k, t + h, hybrid.whole.data()) - hybrid.locator.start(k);
}

}  // namespace

void mark_fresh(Hybrid& hybrid, double t, const double* y, double after) noexcept {
  Watch& watch = hybrid.watch;
  Locator& locator = hybrid.locator;
  const Present& present = hybrid.present;
  watch.follow_mode();
  hybrid.force_sizes.measure(hybrid.side, hybrid.row_sizes, t, y);
  locator.begin(t, y);
  for (Index k = 0; k < watch.size(); ++k) {
    const Watched& watched = watch[k];
    switch (watched.kind) {
      case Watched::Kind::event:
        // One that an action moved away from zero is as any other.
        if (present.events[watched.number] && locator.start(k) == present.values[watched.number]) {
          locator.mark_fresh(k,
                             present.jumped ? way_of(hybrid, k, t, y)
                             : after > 0    ? 1.0
                                            : -1.0,
                             present.jumped);
        }
        break;
      case Watched::Kind::gap:
        for (const Contact& contact : hybrid.state.contacts) {
          if (contact.row == watched.number && contact.touches)
            locator.mark_open(k, without_sign * contact.rounding);
        }
        break;
      case Watched::Kind::slide:
        if (locator.start(k) > slow_now(hybrid) * slide_speed(hybrid, watched.number)) break;
        if (speeds_up(hybrid, watched.number, t, y)) {
          locator.mark_fresh(k, 1);
        } else {  // others hold it: it stays at zero
          const double slack = barely * held_speed(hybrid, watched.number);
          watch.set_slack(k, slack);
          locator.add_to_start(k, slack);
        }
        break;
      case Watched::Kind::side:
        if (present.at_zero[watched.number]) locator.mark_fresh(k, 1);
        break;
      case Watched::Kind::share:
        // It may begin at the edge, and rounding would carry it across.
        if (locator.start(k) > edge_of_share) break;
        watch.set_slack(k, 2 * edge_of_share);
        locator.add_to_start(k, 2 * edge_of_share);
        break;
      default:
        set_slack(hybrid, k);
        break;
    }
  }
}

}  // namespace zwang::motion

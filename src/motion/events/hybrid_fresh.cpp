// SPDX-License-Identifier: Apache-2.0
// What is at zero because it was just dealt with.

#include <algorithm>
#include <cmath>
#include <limits>

#include "motion/events/hybrid.h"
#include "motion/events/hybrid_limits.h"

namespace zwang::motion {

using equations::Kind;

// Forces there are: applied, of inertia, and those that would turn the motion round.
double Hybrid::force_size(double t, const double* y) noexcept {
  const equations::Equations& equations = side_.equations();
  const instant::StateLayout layout = side_.layout();
  side_.numbers().evaluate(equations::Stage::dynamics, t, y + layout.q(), y + layout.v());
  const double* M = side_.numbers().M();
  double size = 0, mass = 0;
  for (const std::size_t block : equations.mass_blocks) {
    for (std::size_t i = 0; i < block; ++i) mass = std::max(mass, std::abs(M[i * block + i]));
    M += block * block;
  }
  for (Index i = 0; i < layout.n; ++i) size = std::max(size, std::abs(side_.numbers().Q()[i]));
  size = length_ > 0 ? std::max(size, mass * speed_ * speed_ / length_) : size;
  mass_ = mass > 0 ? mass : 1;
  rate_ = std::max(speed_, std::sqrt(size * length_ / mass_));
  return size;
}

void Hybrid::set_slack(Index k) noexcept {
  const Watched& watched = watch_[k];
  double size = 1;
  for (const Contact& contact : contacts_) {
    if (watched.kind == Watched::Kind::press && contact.row == watched.number) size = contact.size;
  }
  const double slack = barely * force_ / size;
  if (locator_.start(k) > slack) return;
  if (locator_.start(k) <= -slack) locator_.mark_fresh(k, 1);
  watch_.set_slack(k, slack);
  locator_.add_to_start(k, slack);
}

// The sign that g is about to take, after rates were changed.
double Hybrid::way_of(Index k, double t, const double* y) noexcept {
  const instant::StateLayout layout = side_.layout();
  const double h = 1e-6 * span_;
  whole_.resize(2 * static_cast<std::size_t>(layout.size()));
  double* const f = whole_.data() + layout.size();
  if (!side_.rate(t, y, f)) return 0;
  for (Index i = 0; i < layout.size(); ++i) whole_[at(i)] = y[i] + h * f[i];
  return locator_.value(k, t + h, whole_.data()) - locator_.start(k);
}

// What is at zero because it was just dealt with, and the sign it leaves zero by.
void Hybrid::mark_fresh(double t, const double* y, double after) noexcept {
  watch_.follow_mode();
  force_ = std::max(force_, force_size(t, y));
  locator_.begin(t, y);
  for (Index k = 0; k < watch_.size(); ++k) {
    const Watched& watched = watch_[k];
    switch (watched.kind) {
      case Watched::Kind::event:
        // One that an action moved away from zero is as any other.
        if (due_events_[at(watched.number)] &&
            locator_.start(k) == due_values_[at(watched.number)]) {
          locator_.mark_fresh(k, jumped_ ? way_of(k, t, y) : after > 0 ? 1.0 : -1.0, jumped_);
        }
        break;
      case Watched::Kind::gap:
        for (const Contact& contact : contacts_) {
          if (contact.row == watched.number && contact.touches) locator_.mark_fresh(k, 1);
        }
        break;
      case Watched::Kind::slide:
        if (locator_.start(k) > slow * speed_) break;
        if (speeds_up(watched.number, t, y)) {
          locator_.mark_fresh(k, 1);
        } else {  // others hold it: it stays at zero
          watch_.set_slack(k, barely * rate_);
          locator_.add_to_start(k, barely * rate_);
        }
        break;
      default:
        set_slack(k);
        break;
    }
  }
}

}  // namespace zwang::motion

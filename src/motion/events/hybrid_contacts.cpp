// SPDX-License-Identifier: Apache-2.0
// Contacts: which touch, which rest, which bear.

#include <algorithm>
#include <cmath>
#include <limits>

#include "motion/events/hybrid.h"
#include "motion/events/hybrid_limits.h"

namespace zwang::motion {

using equations::Kind;

// Gaps and speeds; `numbers` then holds M, A, φ, φ̇ of all rows.
void Hybrid::look_at_contacts(double t, const double* y) noexcept {
  const equations::Equations& equations = side_.equations();
  const instant::StateLayout layout = side_.layout();
  equations::Workspace& numbers = side_.numbers();
  numbers.evaluate(equations::Stage::projection, t, y + layout.q(), y + layout.v());
  contacts_.clear();
  for (std::size_t i = 0; i < equations.rows.size(); ++i) {
    if (equations.rows[i].kind != Kind::unilateral || !side_.mode().switched[i]) continue;
    double size = 0, terms = 0;
    for (Index e = equations.A().begin[i]; e < equations.A().begin[i + 1]; ++e) {
      size = std::max(size, std::abs(numbers.A()[e]));
      terms += std::abs(numbers.A()[e] * y[layout.q() + equations.A().column[at(e)]]);
    }
    const double gap = numbers.residual()[i];
    const bool touches = side_.mode().acts[i] || gap <= touching * length_ * size;
    contacts_.push_back({static_cast<Index>(i), gap, numbers.rate()[i], size,
                         std::numeric_limits<double>::epsilon() * terms, touches, false});
  }
}

// Contacts that touch and neither part nor bounce for long: those are candidates for closing. A ball
// that bounces with ε < 1 comes to rest after 2c/(|a|(1 − ε)), in infinitely many bounces; where that
// is a crumb of the run, it rests.
bool Hybrid::find_resting(double t, const double* y) {
  const equations::Equations& equations = side_.equations();
  const instant::StateLayout layout = side_.layout();
  look_at_contacts(t, y);
  bool any = false, flies = false;
  for (Contact& contact : contacts_) {
    const double least = at_rest * speed_ * contact.size;
    contact.rests = contact.touches && !forced_[at(contact.row)] &&
                    (contact.speed <= least || sunk_[at(contact.row)]);
    rest_time_[at(contact.row)] = t;
    flies = flies || (contact.touches && contact.speed > least && bounced_[at(contact.row)]);
    any = any || contact.rests;
  }
  if (!flies) return any;
  // Their accelerations while they are open.
  for (const Contact& contact : contacts_) side_.mode().acts[at(contact.row)] = contact.rests;
  set_slip_by_rates(t, y);
  if (!solve(t, y)) return any;
  std::copy_n(side_.full_instant(t, y + layout.q(), y + layout.v()).acceleration.begin(), layout.n,
              before_.begin());
  side_.numbers().evaluate(equations::Stage::dynamics, t, y + layout.q(), y + layout.v());
  for (Contact& contact : contacts_) {
    const std::size_t i = at(contact.row);
    if (contact.rests || !contact.touches || !bounced_[i]) continue;
    double a = -side_.numbers().b()[i];
    for (Index e = equations.A().begin[i]; e < equations.A().begin[i + 1]; ++e) {
      a += side_.numbers().A()[e] * before_[at(equations.A().column[at(e)])];
    }
    const double epsilon = plastic_ ? 0 : equations.rows[i].restitution;
    if (a >= 0 || epsilon >= 1) continue;
    // Nor does it fly where it rises by less than rounding of its height.
    const double rest = 2 * contact.speed / (-a * (1 - epsilon));
    const double height = 0.5 * contact.speed * contact.speed / -a;
    contact.rests = rest <= short_flight * span_ || height <= 64 * contact.rounding;
    if (contact.rests) rest_time_[i] = t + rest;
    any = any || contact.rests;
  }
  return any;
}

// Which of the resting contacts bear, by Gauss's principle; friction and pressure are found in turn.
bool Hybrid::close_contacts(double t, double* y) {
  const equations::Equations& equations = side_.equations();
  const instant::StateLayout layout = side_.layout();
  instant::Mode& mode = side_.mode();
  for (const Contact& contact : contacts_) mode.acts[at(contact.row)] = contact.rests;
  projector_.follow_mode();
  projector_.project(t, y + layout.q(), y + layout.v());
  for (std::size_t round = 0; round < 2 * contacts_.size() + 3; ++round) {
    if (!decide_slip(t, y)) return false;
    for (std::size_t i = 0; i < kind_.size(); ++i) {
      const bool equality = mode.acts[i] && equations.rows[i].kind != Kind::unilateral;
      kind_[i] = equality ? least::equality_row : least::idle_row;
      binds_[i] = mode.acts[i];
    }
    for (const Contact& contact : contacts_) {
      if (contact.rests) kind_[at(contact.row)] = least::unilateral_row;
    }
    std::copy_n(side_.laws()->nonideal_force(), layout.n, before_.begin());
    equations::Workspace& numbers = side_.numbers();
    numbers.evaluate(equations::Stage::dynamics, t, y + layout.q(), y + layout.v());
    for (Index i = 0; i < layout.n; ++i) numbers.Q()[i] += side_.laws()->control_force()[i];
    least::Task task = side_.kernel().dense()->task(numbers);
    task.C = before_.data();
    status_ = unilateral_.solve(task, kind_.data(), binds_.data(), RankTolerance::stepping).status;
    if (!usable(status_)) return false;
    bool same = true;
    for (const Contact& contact : contacts_) {
      const std::size_t i = at(contact.row);
      const bool acts = contact.rests && (binds_[i] != least::leaves || sunk_[i]);
      same = same && acts == (mode.acts[i] != 0);
      mode.acts[i] = acts;
    }
    if (same) return true;
  }
  return decide_slip(t, y);
}

void Hybrid::tell_changes(const instant::Mode& before, double t, const double* y) {
  const equations::Equations& equations = side_.equations();
  const instant::Mode& now = side_.mode();
  for (std::size_t i = 0; i < now.acts.size(); ++i) {
    const equations::Row& row = equations.rows[i];
    if (row.kind != Kind::unilateral || now.acts[i] == before.acts[i]) continue;
    if (now.acts[i]) tell(What::rest, row.constraint, rest_time_[i], y);
    if (!now.acts[i] && !bounced_[i]) tell(What::leave, row.constraint, t, y);
  }
  for (std::size_t k = 0; k < now.slip.size(); ++k) {
    if (now.slip[k] == before.slip[k]) continue;
    if (now.slip[k] == instant::Slip::sticks)
      tell(What::stick, static_cast<std::uint32_t>(k), t, y);
    if (now.slip[k] == instant::Slip::slides && before.slip[k] == instant::Slip::sticks) {
      tell(What::slip, static_cast<std::uint32_t>(k), t, y);
    }
  }
}

// A contact that touched when the step began, and is below at its end without having left, was
// lost to rounding: it rests from the beginning on.
bool Hybrid::look(double t0, double t1, const Interpolant& states, Crossing& found) noexcept {
  if (locator_.look(t0, t1, states, found)) return true;
  for (Index k = 0; k < watch_.size(); ++k) {
    if (watch_[k].kind != Watched::Kind::gap) continue;
    const Contact* touched = nullptr;
    for (const Contact& contact : contacts_) {
      if (contact.row == watch_[k].number && contact.touches) touched = &contact;
    }
    if (!touched) continue;
    const double depth = touching * length_ * touched->size;
    if (!locator_.is_fresh(k) || locator_.end(k) >= -depth) continue;
    sunk_[at(touched->row)] = 1;
    found = {t0, k, 0, 1, false, false, true};
    return true;
  }
  return false;
}

}  // namespace zwang::motion

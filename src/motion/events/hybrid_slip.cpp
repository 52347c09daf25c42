// SPDX-License-Identifier: Apache-2.0
// Friction: what sticks, what slides, and which way.

#include <algorithm>
#include <cmath>
#include <limits>

#include "motion/events/hybrid.h"
#include "motion/events/hybrid_limits.h"

namespace zwang::motion {

using equations::Kind;

bool Hybrid::presses(Index number) const noexcept {
  const equations::Equations& equations = side_.equations();
  if (equations.sliding[at(number)].normals.empty()) return true;  // of a joint: its own limit
  for (const Index k : equations.sliding[at(number)].normals) {
    const equations::Reaction& normal = equations.reactions[at(k)];
    for (Index i = normal.first_row; i < normal.first_row + normal.rows; ++i) {
      if (side_.mode().acts[at(i)]) return true;
    }
  }
  return false;
}

void Hybrid::set_stick_rows() noexcept {
  const equations::Equations& equations = side_.equations();
  for (std::size_t k = 0; k < equations.sliding.size(); ++k) {
    const equations::Sliding& contact = equations.sliding[k];
    for (Index i = contact.first_row; i < contact.first_row + contact.rows; ++i) {
      side_.mode().acts[at(i)] = side_.mode().slip[k] == instant::Slip::sticks;
    }
  }
}

// Contacts that move slide the way they move; the others try to stick.
void Hybrid::set_slip_by_rates(double t, const double* y) noexcept {
  const equations::Equations& equations = side_.equations();
  if (equations.sliding.empty()) return;
  const instant::StateLayout layout = side_.layout();
  instant::Mode& mode = side_.mode();
  const double* const w = side_.laws()->sliding(side_.numbers(), t, y + layout.q(), y + layout.v());
  Index next = 0;
  for (std::size_t k = 0; k < equations.sliding.size(); ++k) {
    const auto size = static_cast<std::size_t>(equations.sliding[k].rows);
    double norm = 0;
    for (std::size_t i = 0; i < size; ++i) norm = std::hypot(norm, w[at(next) + i]);
    const bool moves = norm > slow * speed_;
    mode.speed[k] = moves ? norm : 0;
    mode.slip[k] = !presses(static_cast<Index>(k)) ? instant::Slip::off
                   : moves                         ? instant::Slip::slides
                                                   : instant::Slip::sticks;
    for (std::size_t i = 0; moves && i < size; ++i) {
      mode.direction[3 * k + i] = w[at(next) + i] / norm;
    }
    next += equations.sliding[k].rows;
  }
  set_stick_rows();
}

// It gives way against the force that held it.
void Hybrid::let_slip(Index number) noexcept {
  const equations::Sliding& contact = side_.equations().sliding[at(number)];
  instant::Mode& mode = side_.mode();
  double norm = 0;
  for (Index i = 0; i < contact.rows; ++i) {
    norm = std::hypot(norm, side_.laws()->multipliers()[contact.first_row + i]);
  }
  for (Index i = 0; i < contact.rows; ++i) {
    const double f = side_.laws()->multipliers()[contact.first_row + i];
    mode.direction[3 * at(number) + at(i)] = norm > 0 ? -f / norm : (i == 0 ? 1.0 : 0.0);
  }
  mode.slip[at(number)] = instant::Slip::slides;
  mode.speed[at(number)] = 0;
  set_stick_rows();
}

// All that may stick tries to; what would have to bear most beyond its limit gives way, one after
// the other.
bool Hybrid::decide_slip(double t, const double* y) noexcept {
  const equations::Equations& equations = side_.equations();
  if (equations.sliding.empty()) return solve(t, y);
  set_slip_by_rates(t, y);
  const instant::Mode& mode = side_.mode();
  for (std::size_t round = 0; round <= equations.sliding.size(); ++round) {
    if (!solve(t, y)) return false;
    Index worst = -1;
    double most = 1 + 1e-12;
    for (std::size_t k = 0; k < equations.sliding.size(); ++k) {
      if (mode.slip[k] != instant::Slip::sticks) continue;
      const double holds = std::abs(side_.laws()->reactions()[equations.sliding[k].holding]);
      const double limit = side_.numbers().limits()[2 * k + 1];
      const double share = slips_[k]   ? std::numeric_limits<double>::infinity()
                           : holds > 0 ? holds / limit
                                       : 0.0;
      if (share <= most) continue;
      most = share;
      worst = static_cast<Index>(k);
    }
    if (worst < 0) return true;
    let_slip(worst);
    slips_[at(worst)] = 0;
  }
  return solve(t, y);
}

// Whether a contact that gave way does begin to slide. It may be that all else holds it.
bool Hybrid::speeds_up(Index number, double t, const double* y) noexcept {
  const equations::Equations& equations = side_.equations();
  const equations::Sliding& contact = equations.sliding[at(number)];
  const instant::StateLayout layout = side_.layout();
  const Instant& now = side_.full_instant(t, y + layout.q(), y + layout.v());
  if (!usable(now.status)) return false;
  std::copy_n(now.acceleration.begin(), layout.n, before_.begin());
  side_.numbers().evaluate(equations::Stage::dynamics, t, y + layout.q(), y + layout.v());
  double along = 0, size = 0;
  for (Index k = 0; k < contact.rows; ++k) {
    const std::size_t i = at(contact.first_row + k);
    double a = -side_.numbers().b()[i];
    for (Index e = equations.A().begin[i]; e < equations.A().begin[i + 1]; ++e) {
      const double term = side_.numbers().A()[e] * before_[at(equations.A().column[at(e)])];
      a += term;
      size = std::max(size, std::abs(term));
    }
    along += a * side_.mode().direction[3 * at(number) + at(k)];
  }
  return along > 1e-9 * std::max(size, force_ / mass_);
}

}  // namespace zwang::motion

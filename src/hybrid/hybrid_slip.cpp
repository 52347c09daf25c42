// SPDX-License-Identifier: Apache-2.0
// Friction: what sticks, what slides, and which way.

#include <algorithm>
#include <cmath>
#include <limits>

#include "hybrid/hybrid.h"
#include "hybrid/hybrid_parts.h"

namespace zwang::motion {

namespace {

bool presses(const RightSide& side, Index number) noexcept {
  const equations::Equations& equations = side.equations();
  if (equations.sliding[number].normals.empty()) return true;  // of a joint: its own limit
  for (const Index k : equations.sliding[number].normals) {
    const equations::Reaction& normal = equations.reactions[k];
    for (Index i = normal.first_row; i < normal.first_row + normal.rows; ++i) {
      if (side.mode().acts[i]) return true;
    }
  }
  return false;
}

void set_stick_rows(RightSide& side) noexcept {
  const equations::Equations& equations = side.equations();
  for (std::size_t k = 0; k < equations.sliding.size(); ++k) {
    const equations::Sliding& contact = equations.sliding[k];
    for (Index i = contact.first_row; i < contact.first_row + contact.rows; ++i) {
      side.mode().acts[i] = side.mode().slip[k] == instant::Slip::sticks;
    }
  }
}

// It gives way against the force that held it.
void let_slip(RightSide& side, Index number) noexcept {
  const equations::Sliding& contact = side.equations().sliding[number];
  instant::Mode& mode = side.mode();
  double norm = 0;
  for (Index i = 0; i < contact.rows; ++i) {
    norm = std::hypot(norm, side.laws()->multipliers()[contact.first_row + i]);
  }
  for (Index i = 0; i < contact.rows; ++i) {
    const double f = side.laws()->multipliers()[contact.first_row + i];
    mode.direction[3 * number + i] = norm > 0 ? -f / norm : (i == 0 ? 1.0 : 0.0);
  }
  mode.slip[number] = instant::Slip::slides;
  mode.speed[number] = 0;
  set_stick_rows(side);
}

}  // namespace

void set_slip_by_rates(Hybrid& hybrid, double t, const double* y) noexcept {
  RightSide& side = hybrid.side;
  const equations::Equations& equations = side.equations();
  if (equations.sliding.empty()) return;
  const instant::StateLayout layout = side.layout();
  instant::Mode& mode = side.mode();
  const double* w = side.laws()->sliding(side.numbers(), t, y + layout.q(), y + layout.v());
  for (std::size_t k = 0; k < equations.sliding.size(); ++k) {
    const auto size = static_cast<std::size_t>(equations.sliding[k].rows);
    double norm = 0;
    for (std::size_t i = 0; i < size; ++i) norm = std::hypot(norm, w[i]);
    const bool moves = norm > slow_now(hybrid) * hybrid.row_sizes.speed(equations.sliding[k]);
    mode.speed[k] = moves ? norm : 0;
    mode.slip[k] = !presses(side, static_cast<Index>(k)) ? instant::Slip::off
                   : moves                               ? instant::Slip::slides
                                                         : instant::Slip::sticks;
    for (std::size_t i = 0; moves && i < size; ++i) {
      mode.direction[3 * k + i] = w[i] / norm;
    }
    w += size;
  }
  set_stick_rows(side);
}

// All that may stick tries to; what would have to bear most beyond its limit gives way, one after
// the other.
bool decide_slip(Hybrid& hybrid, double t, const double* y) noexcept {
  RightSide& side = hybrid.side;
  const equations::Equations& equations = side.equations();
  if (equations.sliding.empty()) return solve(hybrid, t, y);
  set_slip_by_rates(hybrid, t, y);
  const instant::Mode& mode = side.mode();
  for (std::size_t round = 0; round <= equations.sliding.size(); ++round) {
    if (!solve(hybrid, t, y)) return false;
    Index worst = -1;
    double most = 1 + 1e-12;
    for (std::size_t k = 0; k < equations.sliding.size(); ++k) {
      if (mode.slip[k] != instant::Slip::sticks) continue;
      const double holds = std::abs(side.laws()->reactions()[equations.sliding[k].holding]);
      const double limit = side.numbers().limits()[2 * k + 1];
      const double share = hybrid.present.slips[k] ? std::numeric_limits<double>::infinity()
                           : holds > 0             ? holds / limit
                                                   : 0.0;
      if (share <= most) continue;
      most = share;
      worst = static_cast<Index>(k);
    }
    if (worst < 0) return true;
    let_slip(side, worst);
    hybrid.present.slips[worst] = 0;
  }
  return solve(hybrid, t, y);
}

bool speeds_up(Hybrid& hybrid, Index number, double t, const double* y) noexcept {
  RightSide& side = hybrid.side;
  const equations::Equations& equations = side.equations();
  const equations::Sliding& contact = equations.sliding[number];
  const instant::StateLayout layout = side.layout();
  const Instant& now = side.full_instant(t, y + layout.q(), y + layout.v());
  if (!instant::usable(now.status)) return false;
  std::copy_n(now.acceleration.begin(), layout.n, hybrid.room.begin());
  side.numbers().evaluate(equations::Stage::dynamics, t, y + layout.q(), y + layout.v());
  double along = 0, size = 0;
  for (Index k = 0; k < contact.rows; ++k) {
    const Index i = contact.first_row + k;
    double a = -side.numbers().b()[i];  // −e of this row, of the motion without it [FKNU05 3]
    for (Index e = equations.A().begin[i]; e < equations.A().begin[i + 1]; ++e) {
      const double term = side.numbers().A()[e] * hybrid.room[equations.A().column[e]];
      a += term;
      size = std::max(size, std::abs(term));
    }
    along += a * side.mode().direction[3 * number + k];
  }
  return along > 1e-9 * std::max(size, hybrid.force_sizes.acceleration(contact));
}

void hold_directions(Hybrid& hybrid) noexcept {
  constexpr double always = 1e100;
  instant::Mode& mode = hybrid.side.mode();
  for (std::size_t k = 0; k < mode.slip.size(); ++k) {
    if (mode.slip[k] == instant::Slip::slides && mode.speed[k] == 0) mode.least[k] = always;
  }
}

bool set_least_slip(Hybrid& hybrid, double t, const double* y, Tolerances& allowed) noexcept {
  constexpr double unseen = 0.1,
                   rounding = 1e-13;  // of what the tolerances allow the rates; of rates
  RightSide& side = hybrid.side;
  const equations::Equations& equations = side.equations();
  const instant::StateLayout layout = side.layout();
  instant::Mode& mode = side.mode();
  const ode::Tolerances tolerances = allowed.view(1e-3 * hybrid.span);
  // What has not moved yet has no size but the one that forces give it within the time of a first look.
  const auto begun = [&](Index j) {
    const double a = hybrid.force_sizes.of_coordinate(j), length = hybrid.row_sizes.seen(j);
    const double time = 1e-3 * hybrid.span;
    return length > 0 && a > 0 ? std::min(a * time, std::sqrt(a * length)) : a * time;
  };
  bool begins = false, known = false;
  for (std::size_t k = 0; k < equations.sliding.size(); ++k) {
    const equations::Sliding& contact = equations.sliding[k];
    if (contact.rows < 2 || mode.slip[k] != instant::Slip::slides) continue;
    if (!known) hybrid.force_sizes.measure(side, hybrid.row_sizes, t, y);
    known = true;
    double least = 0;
    for (Index i = contact.first_row; i < contact.first_row + contact.rows; ++i) {
      double sum = 0;
      for (Index e = equations.A().begin[i]; e < equations.A().begin[i + 1]; ++e) {
        const Index j = layout.v() + equations.A().column[e];
        const double size =
            std::max({std::abs(y[j]), allowed.magnitudes().largest[at(j)], begun(j - layout.v())});
        sum += std::abs(side.numbers().A()[e]) *
               std::max(tolerances.absolute[j], std::max(tolerances.relative, rounding) * size);
      }
      least = std::max(least, sum);
    }
    mode.least[k] = unseen * least;
    begins = begins || mode.speed[k] == 0;
  }
  return begins;
}

double time_to_turn(Hybrid& hybrid, double t, const double* y, const double* rates) noexcept {
  RightSide& side = hybrid.side;
  const equations::Equations& equations = side.equations();
  const instant::StateLayout layout = side.layout();
  const instant::Mode& mode = side.mode();
  side.numbers().evaluate(equations::Stage::dynamics, t, y + layout.q(), y + layout.v());
  double time = std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < equations.sliding.size(); ++k) {
    const equations::Sliding& contact = equations.sliding[k];
    const bool begins = mode.slip[k] == instant::Slip::slides && mode.speed[k] == 0;
    if (contact.rows < 2 || !begins) continue;
    double quickening = 0;
    for (Index i = contact.first_row; i < contact.first_row + contact.rows; ++i) {
      double a = -side.numbers().b()[i];  // −e of this row, as in speeds_up
      for (Index e = equations.A().begin[i]; e < equations.A().begin[i + 1]; ++e)
        a += side.numbers().A()[e] * rates[layout.v() + equations.A().column[e]];
      quickening = std::hypot(quickening, a);
    }
    if (quickening > 0) time = std::min(time, mode.least[k] / quickening);
  }
  return time;
}

void turn_directions(Hybrid& hybrid) noexcept {
  const equations::Equations& equations = hybrid.side.equations();
  instant::Mode& mode = hybrid.side.mode();
  const bool any = std::any_of(equations.sliding.begin(), equations.sliding.end(),
                               [](const equations::Sliding& x) { return x.rows > 1; });
  if (!any) return;
  const double* w = hybrid.watch.last_w();
  for (std::size_t k = 0; k < equations.sliding.size(); ++k) {
    const auto size = static_cast<std::size_t>(equations.sliding[k].rows);
    const bool slides = mode.slip[k] == instant::Slip::slides;
    double norm = 0, e[3];
    for (std::size_t i = 0; i < size; ++i) {
      e[i] = w[i] + mode.least[k] * mode.direction[3 * k + i];
      norm = std::hypot(norm, e[i]);
    }
    if (slides) mode.speed[k] = norm;
    for (std::size_t i = 0; slides && size > 1 && norm > 0 && i < size; ++i) {
      mode.direction[3 * k + i] = e[i] / norm;
    }
    w += size;
  }
}

}  // namespace zwang::motion

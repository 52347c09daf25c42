// SPDX-License-Identifier: Apache-2.0
// Formulas that jump, in a mode: on one side of σ = 0, or along it. There the motion is the mean of those on both
// sides that keeps σ at zero (Filippov): with degree 1 σ̇ = 0, with degree 2, where σ knows no rates, σ̈ = 0.

#include <algorithm>
#include <cmath>
#include <limits>

#include "instant/usable.h"
#include "motion/right_side.h"

namespace zwang::motion {

namespace {

constexpr int most_rounds = 8;
// Of what derivatives are on both sides: such a one is none.
constexpr double no_change = 64 * std::numeric_limits<double>::epsilon();

struct Two {
  double x, y;
};

// J u = −r; the shortest where both say the same.
Two solve(Two first, Two second, Two r) {
  const double det = first.x * second.y - first.y * second.x;
  const double size =
      first.x * first.x + first.y * first.y + second.x * second.x + second.y * second.y;
  if (!(size > 0)) return {0, 0};
  if (std::abs(det) > 1e-10 * size) {
    return {-(r.x * second.y - r.y * second.x) / det, -(first.x * r.y - first.y * r.x) / det};
  }
  return {-(first.x * r.x + first.y * r.y) / size, -(second.x * r.x + second.y * r.y) / size};
}

}  // namespace

bool RightSide::slides_on_surface() const noexcept {
  return std::any_of(mode_.side.begin(), mode_.side.end(), [](double side) { return side == 0; });
}

const double* RightSide::switches_at(double t, const double* q, const double* v) noexcept {
  numbers_.evaluate(equations::Stage::watch, t, q, v);
  return numbers_.switches();
}

// The derivatives of all σ where switch k is at u.
bool RightSide::try_share(std::size_t k, double u, double t, const double* q, const double* v,
                          double* derivatives) noexcept {
  numbers_.set(equations_.switches[k].value_slot, u);
  evaluate(equations::Stage::dynamics, t, q, v);
  const Instant& now = laws_ ? laws_->solve(numbers_, t, q, v, false) : kernel_.solve(numbers_);
  if (!instant::usable(now.status)) return false;
  numbers_.set_accelerations(now.acceleration.data());
  const double* const at = switches_at(t, q, v);
  for (std::size_t j = 0, next = 0; j < equations_.switches.size(); ++j) {
    if (mode_.side[j] != 0) continue;
    derivatives[next++] = at[3 * j + static_cast<std::size_t>(equations_.switches[j].degree)];
    if (next == 2) break;
  }
  return true;
}

// The derivative is linear in u, unless friction reads reactions that u changes.
double RightSide::share_of_one(std::size_t k, double t, const double* q, const double* v) noexcept {
  double below[2] = {}, above[2] = {};
  if (!try_share(k, -1, t, q, v, below) || !try_share(k, 1, t, q, v, above)) return share_[k];
  double a = -1, fa = below[0], b = 1, fb = above[0];
  const double size = std::max(std::abs(fa), std::abs(fb));
  if (!(std::abs(fb - fa) > no_change * size)) return 0;
  double u = a - fa * (b - a) / (fb - fa);
  for (int round = 0; laws_ && round < most_rounds; ++round) {
    double f[2] = {};
    if (!try_share(k, u, t, q, v, f) || std::abs(f[0]) <= 1e-14 * size) break;
    (std::abs(fa) > std::abs(fb) ? a : b) = u;
    (std::abs(fa) > std::abs(fb) ? fa : fb) = f[0];
    if (!(std::abs(fb - fa) > 0)) break;
    u = a - fa * (b - a) / (fb - fa);
  }
  return u;
}

// Linear in each of both: Newton's method, with slopes from the four sides.
void RightSide::share_of_two(const std::size_t* k, double t, const double* q,
                             const double* v) noexcept {
  Two u{std::clamp(share_[k[0]], -1.0, 1.0), std::clamp(share_[k[1]], -1.0, 1.0)};
  for (int round = 0; round < most_rounds; ++round) {
    double below[2] = {}, above[2] = {}, left[2] = {}, right[2] = {};
    numbers_.set(equations_.switches[k[1]].value_slot, u.y);
    if (!try_share(k[0], -1, t, q, v, below) || !try_share(k[0], 1, t, q, v, above)) return;
    numbers_.set(equations_.switches[k[0]].value_slot, u.x);
    if (!try_share(k[1], -1, t, q, v, left) || !try_share(k[1], 1, t, q, v, right)) return;
    const Two first{0.5 * (above[0] - below[0]), 0.5 * (above[1] - below[1])};
    const Two second{0.5 * (right[0] - left[0]), 0.5 * (right[1] - left[1])};
    const Two r{0.5 * (above[0] + below[0]) + u.x * first.x,
                0.5 * (above[1] + below[1]) + u.x * first.y};
    // Where both say the same the shortest u is wanted, not the shortest change of it.
    const Two whole{r.x - first.x * u.x - second.x * u.y, r.y - first.y * u.x - second.y * u.y};
    const Two next = solve(first, second, whole);
    const double change = std::max(std::abs(next.x - u.x), std::abs(next.y - u.y));
    u = next;
    if (!(change > no_change)) break;
  }
  share_[k[0]] = u.x;
  share_[k[1]] = u.y;
}

void RightSide::set_switches(double t, const double* q, const double* v) noexcept {
  if (equations_.switches.empty()) return;
  const bool held = !mode_.side.empty();
  numbers_.set(equations_.switches.front().held_slot, held ? 1.0 : 0.0);
  if (!held) return;
  std::size_t sliding[2] = {}, count = 0;
  for (std::size_t k = 0; k < mode_.side.size(); ++k) {
    numbers_.set(equations_.switches[k].value_slot, mode_.side[k]);
    if (mode_.side[k] == 0 && count < 2) sliding[count++] = k;
  }
  if (count == 1) share_[sliding[0]] = share_of_one(sliding[0], t, q, v);
  if (count == 2) share_of_two(sliding, t, q, v);
  for (std::size_t i = 0; i < count; ++i)
    numbers_.set(equations_.switches[sliding[i]].value_slot, share_[sliding[i]]);
}

// The programs differentiate at a given u; along a surface u depends on the state.
bool RightSide::difference_jacobian(double t, const double* y, double* J) noexcept {
  const instant::StateLayout at = layout();
  double *const moved = differed_.data(), *const f0 = moved + at.size(), *const f1 = f0 + at.size();
  std::fill_n(J, at.size() * at.size(), 0.0);
  std::copy_n(y, at.size(), moved);
  if (!rate(t, y, f0)) return false;
  double largest = 0;
  for (Index j = 0; j < 2 * at.n; ++j) largest = std::max(largest, std::abs(y[j]));
  for (Index j = 0; j < at.v() + at.n; ++j) {
    const double h = 1.5e-8 * std::max({std::abs(y[j]), 1e-3 * largest, 1e-100});
    moved[j] = y[j] + h;
    if (!rate(t, moved, f1)) return false;
    for (Index i = 0; i < at.v() + at.n; ++i)
      J[i * at.size() + j] = (f1[i] - f0[i]) / (moved[j] - y[j]);
    moved[j] = y[j];
  }
  return true;
}

}  // namespace zwang::motion

// SPDX-License-Identifier: Apache-2.0
// Formulas that jump, in a mode: on one side of σ = 0, or along it. There the motion is the mean of those on both
// sides that keeps σ at zero (Filippov): with degree 1 σ̇ = 0, with degree 2, where σ knows no rates, σ̈ = 0.

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "flow/right_side.h"
#include "instant/usable.h"

namespace zwang::motion {

namespace {

constexpr int most_rounds = 8;
// Of what derivatives are on both sides: such a one is none.
constexpr double no_change = 64 * std::numeric_limits<double>::epsilon();

constexpr std::size_t most = 12;  // switches that a model may have (compile/switches.cpp)
using Numbers = std::array<double, most>;
using Square = std::array<Numbers, most>;

/// The shortest u with J u = −r, J by columns: u = −Jᵀ(J Jᵀ + δ)⁻¹ r, mended twice for the small shift δ, without which
/// surfaces that say the same would have no answer.
class Shortest {
 public:
  Shortest(const Square& J, std::size_t n) : J_(J), n_(n) {
    double trace = 0;
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j <= i; ++j) {
        L_[i][j] = 0;
        for (std::size_t k = 0; k < n; ++k) L_[i][j] += J[k][i] * J[k][j];
      }
      trace += L_[i][i];
    }
    for (std::size_t i = 0; i < n; ++i) {
      L_[i][i] += 1e-13 * trace;
      for (std::size_t j = 0; j <= i; ++j) {
        double sum = L_[i][j];
        for (std::size_t k = 0; k < j; ++k) sum -= L_[i][k] * L_[j][k];
        L_[i][j] = i == j ? std::sqrt(std::max(sum, 0.0)) : L_[j][j] > 0 ? sum / L_[j][j] : 0;
      }
    }
  }

  Numbers solve(const Numbers& r) const {
    Numbers u{};
    for (int round = 0; round < 3; ++round) {
      Numbers left = r;
      for (std::size_t k = 0; k < n_; ++k) {
        for (std::size_t i = 0; i < n_; ++i) left[i] += J_[k][i] * u[k];
      }
      const Numbers x = half(left);
      for (std::size_t k = 0; k < n_; ++k) {
        for (std::size_t i = 0; i < n_; ++i) u[k] -= J_[k][i] * x[i];
      }
    }
    return u;
  }

 private:
  // (L Lᵀ)⁻¹ r
  Numbers half(Numbers r) const {
    for (std::size_t i = 0; i < n_; ++i) {
      for (std::size_t k = 0; k < i; ++k) r[i] -= L_[i][k] * r[k];
      r[i] = L_[i][i] > 0 ? r[i] / L_[i][i] : 0;
    }
    for (std::size_t i = n_; i-- > 0;) {
      for (std::size_t k = i + 1; k < n_; ++k) r[i] -= L_[k][i] * r[k];
      r[i] = L_[i][i] > 0 ? r[i] / L_[i][i] : 0;
    }
    return r;
  }

  const Square& J_;
  std::size_t n_;
  Square L_{};
};

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
  }
  return true;
}

// The derivative is linear in u, unless friction reads reactions that u changes.
double RightSide::share_of_one(std::size_t k, double t, const double* q, const double* v) noexcept {
  double below[most] = {}, above[most] = {};
  if (!try_share(k, -1, t, q, v, below) || !try_share(k, 1, t, q, v, above)) return share_[k];
  double a = -1, fa = below[0], b = 1, fb = above[0];
  const double size = std::max(std::abs(fa), std::abs(fb));
  if (!(std::abs(fb - fa) > no_change * size)) return 0;
  double u = a - fa * (b - a) / (fb - fa);
  for (int round = 0; laws_ && round < most_rounds; ++round) {
    double f[most] = {};
    if (!try_share(k, u, t, q, v, f) || std::abs(f[0]) <= 1e-14 * size) break;
    (std::abs(fa) > std::abs(fb) ? a : b) = u;
    (std::abs(fa) > std::abs(fb) ? fa : fb) = f[0];
    if (!(std::abs(fb - fa) > 0)) break;
    u = a - fa * (b - a) / (fb - fa);
  }
  return u;
}

// Linear in each: Newton's method, with slopes from both sides of each. Where surfaces say the same the shortest u
// is wanted, not the shortest change of it.
void RightSide::share_of_several(const std::size_t* k, std::size_t n, double t, const double* q,
                                 const double* v) noexcept {
  Numbers u{};
  for (std::size_t i = 0; i < n; ++i) u[i] = std::clamp(share_[k[i]], -1.0, 1.0);
  for (int round = 0; round < most_rounds; ++round) {
    for (std::size_t i = 0; i < n; ++i) numbers_.set(equations_.switches[k[i]].value_slot, u[i]);
    Square J{};
    Numbers whole{};
    for (std::size_t i = 0; i < n; ++i) {
      Numbers below{}, above{};
      if (!try_share(k[i], -1, t, q, v, below.data()) ||
          !try_share(k[i], 1, t, q, v, above.data())) {
        return;
      }
      numbers_.set(equations_.switches[k[i]].value_slot, u[i]);
      for (std::size_t j = 0; j < n; ++j) {
        J[i][j] = 0.5 * (above[j] - below[j]);
        if (i == 0) whole[j] = 0.5 * (above[j] + below[j]);
      }
    }
    for (std::size_t i = 1; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) whole[j] -= J[i][j] * u[i];
    }
    const Numbers next = Shortest(J, n).solve(whole);
    double change = 0;
    for (std::size_t i = 0; i < n; ++i) change = std::max(change, std::abs(next[i] - u[i]));
    u = next;
    if (!(change > no_change)) break;
  }
  for (std::size_t i = 0; i < n; ++i) share_[k[i]] = u[i];
}

void RightSide::hold_switches() noexcept {
  if (equations_.switches.empty()) return;
  numbers_.set(equations_.switches.front().held_slot, mode_.side.empty() ? 0.0 : 1.0);
  for (std::size_t k = 0; k < mode_.side.size(); ++k)
    numbers_.set(equations_.switches[k].value_slot, mode_.side[k]);
}

void RightSide::set_switches(double t, const double* q, const double* v) noexcept {
  hold_switches();
  std::size_t sliding[most] = {}, count = 0;
  for (std::size_t k = 0; k < mode_.side.size(); ++k) {
    if (mode_.side[k] == 0) sliding[count++] = k;
  }
  if (count == 1) share_[sliding[0]] = share_of_one(sliding[0], t, q, v);
  if (count > 1) share_of_several(sliding, count, t, q, v);
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

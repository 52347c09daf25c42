// SPDX-License-Identifier: Apache-2.0
#include "ode/gauss6.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "linalg/vector.h"
#include "ode/gauss6_tableau.h"

namespace zwang::ode {

namespace {

using namespace gauss6;

constexpr int kMost = 100;  // iterations: enough where each gains a sixth of a digit

/// Σ_j (hi_j + lo_j) k_j, the small parts together, so that they are not rounded away one by one.
double sum(const double* hi, const double* lo, double k_0, double k_1, double k_2) noexcept {
  return (hi[0] * k_0 + hi[1] * k_1 + hi[2] * k_2) + (lo[0] * k_0 + lo[1] * k_1 + lo[2] * k_2);
}

/// k_s ← Σ_j ℓ_j(1 + c_s r) k_j: the polynomial of the last step's slopes, r steps of it further.
void extrapolate(Stages& k, double r) noexcept {
  double weight[3][3];
  for (int s = 0; s < 3; ++s) {
    const double x = 1 + c[s] * r;
    for (int j = 0; j < 3; ++j) {
      const int p = (j + 1) % 3, q = (j + 2) % 3;
      weight[s][j] = (x - c[p]) * (x - c[q]) / ((c[j] - c[p]) * (c[j] - c[q]));
    }
  }
  for (Index i = 0; i < k.n; ++i) {
    const double k_0 = k[0][i], k_1 = k[1][i], k_2 = k[2][i];
    for (int s = 0; s < 3; ++s)
      k[s][i] = weight[s][0] * k_0 + weight[s][1] * k_1 + weight[s][2] * k_2;
  }
}

/// Z_s ← dt Σ_j a_sj k_j, and how far that moved them.
void update(Gauss6& step) noexcept {
  const Stages& k = step.k;
  for (Index i = 0; i < step.n; ++i) {
    double change = 0;
    for (int s = 0; s < 3; ++s) {
      double& Z = step.Z.data()[s * k.ld + i];
      const double next = step.dt * sum(a[s], a_rest[s], k[0][i], k[1][i], k[2][i]);  // [STEPS 10]
      const double moved = std::fabs(next - Z);
      if (!(moved <= change)) change = moved;  // a NaN stays
      Z = next;
    }
    step.change.data()[i] = change;
  }
}

/// Whether every component is at rest, or moves by rounding and no longer ever less. Rounding is
/// 1e-10 of the component, or 1e-13 of the largest one, which may be what it was computed from.
bool at_rest(Gauss6& step) noexcept {
  const double *y = step.y.data(), *last = step.Z.data() + 2 * step.k.ld;
  double largest = 0;
  for (Index i = 0; i < step.n; ++i)
    largest = std::fmax(largest, std::fabs(y[i]) + std::fabs(last[i]));
  bool rest = true;
  for (Index i = 0; i < step.n; ++i) {
    const double change = step.change.data()[i], size = std::fabs(y[i]) + std::fabs(last[i]);
    double& least = step.least.data()[i];
    const bool rounding = change <= std::fmax(1e-10 * size, 1e-13 * largest);
    rest = rest && (change == 0 || (rounding && change >= least));
    least = std::fmin(least, change);
  }
  return rest;
}

/// k ← f at the stages. The carry belongs to y.
bool evaluate_stages(Gauss6& step, const System& f) noexcept {
  Stages& k = step.k;
  for (int s = 0; s < 3; ++s) {
    const double *y = step.y.data(), *carry = step.carry.data(), *Z = step.Z.data() + s * k.ld;
    for (Index i = 0; i < step.n; ++i) k.Y.data()[i] = y[i] + (Z[i] + carry[i]);
    if (!f.f(f.self, step.t + c[s] * step.dt, k.Y.data(), k[s])) return false;
  }
  return true;
}

Outcome solve_stages(Gauss6& step, const System& f) noexcept {
  std::fill_n(step.least.data(), step.n, std::numeric_limits<double>::infinity());
  std::fill_n(step.Z.data(), step.Z.size(), 0.0);
  update(step);
  for (step.iterations = 1; step.iterations <= kMost; ++step.iterations) {
    if (!evaluate_stages(step, f)) return Outcome::not_finite;
    update(step);
    if (!linalg::all_finite(step.change.data(), step.n)) return Outcome::not_finite;
    if (at_rest(step)) return Outcome::done;
  }
  return Outcome::not_converged;
}

/// y_new + carry_new ← y + carry + dt Σ b_s k_s, by Knuth's exact sum of two numbers.
void add_exactly(Gauss6& step) noexcept {
  const Stages& k = step.k;
  for (Index i = 0; i < step.n; ++i) {
    const double move = step.dt * sum(b, b_rest, k[0][i], k[1][i], k[2][i]) + step.carry.data()[i];
    const double y = step.y.data()[i], y_new = y + move, part = y_new - y;
    step.y_new.data()[i] = y_new;
    step.carry_new.data()[i] = (y - (y_new - part)) + (move - part);  // [STEPS 11]
  }
}

}  // namespace

Gauss6::Gauss6(Index size)
    : Step(size, 5),
      k(size, 3),
      f0(size),
      carry(size),
      carry_new(size),
      Z(3 * round_up(size, 8)),
      change(size),
      least(size),
      slopes(2 * round_up(size, 8)) {}

Outcome advance(Gauss6& step, const System& f, double t, const double* y, const double* carry,
                const double* f0, double dt, Guess guess) noexcept {
  const bool extrapolated = guess == Guess::extrapolated && step.done;
  const double r = extrapolated ? dt / step.dt : 0;
  begin(step, t, y, dt);
  step.done = false;
  if (!carry)
    std::fill_n(step.carry.data(), step.n, 0.0);
  else
    std::copy_n(carry, step.n, step.carry.data());
  if (f0 && f0 != step.f0.data()) std::copy_n(f0, step.n, step.f0.data());
  if (!f0 && !f.f(f.self, t, step.y.data(), step.f0.data())) return Outcome::not_finite;

  if (extrapolated)
    extrapolate(step.k, r);
  else
    for (int s = 0; s < 3; ++s) std::copy_n(step.f0.data(), step.n, step.k[s]);
  const Outcome outcome = solve_stages(step, f);
  if (outcome != Outcome::done) return outcome;
  add_exactly(step);
  step.done = finish(step) == Outcome::done;
  return step.done ? Outcome::done : Outcome::not_finite;
}

// The polynomial between the ends of a step of gauss6.
//
// The stages are good to dt⁴ only, the ends to dt⁷. A quartic through the ends, with the difference
// of the outer stages, is good to dt⁵; f at its points therefore fixes a quintic good to dt⁶.

namespace {

/// The bubbles γ θ²(1−θ)² and δ θ²(1−θ)²(2θ−1) that give the polynomial the slopes k_0 and k_2 (dt
/// times f) at c_0 and c_2, where the first has slopes ±√15/25 and the second −1/10. Without
/// `both`, γ alone.
void set_bubbles(Dense& u, const double* k_0, const double* k_2, double dt, bool both,
                 double* scratch) noexcept {
  double *at_0 = scratch, *at_2 = scratch + u.ld;
  u.degree = 3;
  evaluate_slope(u, c[0], at_0);
  evaluate_slope(u, c[2], at_2);
  for (Index i = 0; i < u.n; ++i) {
    const double miss_0 = dt * k_0[i] - at_0[i], miss_2 = dt * k_2[i] - at_2[i];
    const double gamma = (miss_0 - miss_2) / 0.309838667696593350814341231983;
    const double delta = both ? -5 * (miss_0 + miss_2) : 0;
    u.row(4)[i] = gamma - delta;
    u.row(5)[i] = 2 * delta;
  }
  u.degree = 5;
}

}  // namespace

Outcome prepare_dense(Gauss6& step, const System& f, const double* y_end,
                      const double* f_end) noexcept {
  Dense& u = step.dense;
  Stages& k = step.k;
  double *fresh_0 = step.Z.data(), *fresh_2 = fresh_0 + k.ld, *scratch = step.slopes.data();
  set_hermite(u, step.y.data(), y_end, step.f0.data(), f_end, step.dt);
  set_bubbles(u, k[0], k[2], step.dt, false, scratch);
  for (const auto& [theta, fresh] : {std::pair{c[0], fresh_0}, {c[2], fresh_2}}) {
    evaluate(u, theta, k.Y.data());
    if (!f.f(f.self, step.t + theta * step.dt, k.Y.data(), fresh)) return Outcome::not_finite;
  }
  set_bubbles(u, fresh_0, fresh_2, step.dt, true, scratch);
  return Outcome::done;
}

}  // namespace zwang::ode

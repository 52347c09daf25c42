// SPDX-License-Identifier: Apache-2.0
// Gragg's midpoint rule, extrapolated with 2, 4, … 12 substeps: a Runge–Kutta method of order 12
// without a table of coefficients.

#include "motion_reference.h"

#include <array>
#include <cmath>
#include <map>
#include <tuple>

namespace bench {
namespace {

using Real = long double;
constexpr int most_links = 5;
using State = std::array<Real, 2 * most_links>;  // angles from the x axis, then their rates

constexpr Real g = 9.81L;

/// Σ_j c_ij cos(θi − θj) θj'' = −Σ_j c_ij sin(θi − θj) θj'² − g c_i cos θi, c_ij the number of
/// masses beyond both joints; solved by Cholesky's method.
State chain_rates(const State& y, int n) {
  Real M[most_links][most_links], right[most_links];
  for (int i = 0; i < n; ++i) {
    right[i] = -g * (n - i) * std::cos(y[i]);
    for (int j = 0; j < n; ++j) {
      const Real c = n - std::max(i, j), apart = y[i] - y[j];
      M[i][j] = c * std::cos(apart);
      right[i] -= c * std::sin(apart) * y[n + j] * y[n + j];
    }
  }
  for (int j = 0; j < n; ++j) {
    for (int k = 0; k < j; ++k) M[j][j] -= M[j][k] * M[j][k];
    M[j][j] = std::sqrt(M[j][j]);
    for (int i = j + 1; i < n; ++i) {
      for (int k = 0; k < j; ++k) M[i][j] -= M[i][k] * M[j][k];
      M[i][j] /= M[j][j];
    }
    for (int k = 0; k < j; ++k) right[j] -= M[j][k] * right[k];
    right[j] /= M[j][j];
  }
  State rates{};
  for (int i = n; i-- > 0;) {
    Real x = right[i];
    for (int k = i + 1; k < n; ++k) x -= M[k][i] * rates[n + k];
    rates[n + i] = x / M[i][i];
    rates[i] = y[n + i];
  }
  return rates;
}

/// All cranks stay parallel: θ'' = −g cos θ ((N+1)/2 + N) / ((N+1)/3 + N), N = 2.
State four_bar_rates(const State& y, int) { return {y[1], -g * std::cos(y[0]) * (3.5L / 3)}; }

using Rates = State (*)(const State&, int);

State step(const State& y, Real dt, Rates rates, int n) {
  constexpr int columns = 6;
  std::array<State, columns> T;
  for (int k = 0; k < columns; ++k) {
    const int substeps = 2 * (k + 1);
    const Real h = dt / substeps;
    State before = y, now = y;
    const State first = rates(y, n);
    for (int i = 0; i < 2 * n; ++i) now[i] += h * first[i];
    for (int s = 1; s < substeps; ++s) {
      const State slope = rates(now, n);
      for (int i = 0; i < 2 * n; ++i) {
        const Real after = before[i] + 2 * h * slope[i];
        before[i] = now[i];
        now[i] = after;
      }
    }
    T[k] = now;
    for (int j = k; j-- > 0;) {  // Aitken and Neville, in h²
      const Real ratio = static_cast<Real>(substeps) / (2 * (j + 1));
      for (int i = 0; i < 2 * n; ++i)
        T[j][i] = T[j + 1][i] + (T[j + 1][i] - T[j][i]) / (ratio * ratio - 1);
    }
  }
  return T[0];
}

bool has_reference(const MotionTask& task) {
  if (task.four_bar || task.links == 1) return task.duration <= 10;
  return task.links <= most_links && task.duration <= 2;
}

std::vector<double> positions(const MotionTask& task, const State& y) {
  std::vector<double> q;
  if (task.four_bar) {
    for (int i = 0; i < 3; ++i) {
      q.push_back(static_cast<double>(i + std::cos(y[0])));
      q.push_back(static_cast<double>(std::sin(y[0])));
    }
    return q;
  }
  Real x = 0, height = 0;
  for (int i = 0; i < task.links; ++i) {
    q.push_back(static_cast<double>(x += std::cos(y[i])));
    q.push_back(static_cast<double>(height += std::sin(y[i])));
  }
  return q;
}

}  // namespace

std::vector<double> final_positions(const MotionTask& task, int steps_per_second) {
  if (!has_reference(task)) return {};
  State y{};
  if (task.four_bar) y = {std::acos(-1.0L) / 2, -1};
  const Rates rates = task.four_bar ? four_bar_rates : chain_rates;
  const int n = task.four_bar ? 1 : task.links;
  const int steps = static_cast<int>(std::ceil(task.duration * steps_per_second));
  const Real dt = static_cast<Real>(task.duration) / steps;
  for (int s = 0; s < steps; ++s) y = step(y, dt, rates, n);
  return positions(task, y);
}

std::vector<double> final_positions(const MotionTask& task) {
  static std::map<std::tuple<int, bool, double>, std::vector<double>> known;
  const auto [place, fresh] = known.try_emplace({task.links, task.four_bar, task.duration});
  if (fresh) place->second = final_positions(task, 100);
  return place->second;
}

}  // namespace bench

// SPDX-License-Identifier: Apache-2.0
#include "motion_task.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "motion_reference.h"

namespace bench {
namespace {

/// Horizontal, at rest.
PointSystem chain(int links) {
  PointSystem system;
  const auto n = static_cast<std::size_t>(links);
  system.mass.assign(n, 1);
  system.coupling.assign(n - 1, 0);
  system.weight.assign(n, 1);
  for (int i = 0; i < links; ++i) {
    system.rods.push_back({i - 1, i});
    system.q.insert(system.q.end(), {i + 1.0, 0.0});
  }
  system.v.assign(2 * n, 0);
  return system;
}

/// Three cranks on pivots (i, 0), standing up, joined by two couplers; the tips move at 1 m/s.
/// A crank gives its tip m/3 and half its weight, a coupler both ends m/3, m/6 between them and
/// half its weight each.
PointSystem four_bar() {
  PointSystem system;
  system.mass = {2.0 / 3, 1, 2.0 / 3};
  system.coupling = {1.0 / 6, 1.0 / 6};
  system.weight = {1, 1.5, 1};
  for (int i = 0; i < 3; ++i) {
    system.rods.push_back({-1, i, static_cast<double>(i), 0});
    system.q.insert(system.q.end(), {static_cast<double>(i), 1.0});
    system.v.insert(system.v.end(), {1.0, 0.0});
  }
  for (int i = 0; i < 2; ++i) system.rods.push_back({i, i + 1});
  return system;
}

/// Solves K x = x in place by elimination with row exchanges; K is row-major.
void solve(std::vector<double>& K, std::vector<double>& x) {
  const std::size_t n = x.size();
  const auto row = [&](std::size_t i) { return K.begin() + static_cast<std::ptrdiff_t>(i * n); };
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t pivot = k;
    for (std::size_t i = k + 1; i < n; ++i) {
      if (std::abs(row(i)[k]) > std::abs(row(pivot)[k])) pivot = i;
    }
    std::swap_ranges(row(k), row(k) + n, row(pivot));
    std::swap(x[k], x[pivot]);
    for (std::size_t i = k + 1; i < n; ++i) {
      const double factor = row(i)[k] / row(k)[k];
      for (std::size_t j = k; j < n; ++j) row(i)[j] -= factor * row(k)[j];
      x[i] -= factor * x[k];
    }
  }
  for (std::size_t i = n; i-- > 0;) {
    for (std::size_t j = i + 1; j < n; ++j) x[i] -= row(i)[j] * x[j];
    x[i] /= row(i)[i];
  }
}

}  // namespace

std::string MotionTask::name() const {
  return four_bar ? "four-bar" : "chain " + std::to_string(links);
}

PointSystem point_system(const MotionTask& task) {
  return task.four_bar ? four_bar() : chain(task.links);
}

double energy(const PointSystem& system, const double* q, const double* v) {
  double E = 0;
  for (int i = 0; i < system.points(); ++i) {
    const double* v_i = v + 2 * i;
    E += 0.5 * system.mass[i] * (v_i[0] * v_i[0] + v_i[1] * v_i[1]);
    if (i + 1 < system.points()) E += system.coupling[i] * (v_i[0] * v_i[2] + v_i[1] * v_i[3]);
    E += gravity * system.weight[i] * q[2 * i + 1];
  }
  return E;
}

double constraint_drift(const PointSystem& system, const double* q) {
  double largest = 0;
  for (const Rod& rod : system.rods) {
    const double x = rod.from < 0 ? rod.anchor_x : q[2 * rod.from];
    const double y = rod.from < 0 ? rod.anchor_y : q[2 * rod.from + 1];
    const double length = std::hypot(q[2 * rod.to] - x, q[2 * rod.to + 1] - y);
    largest = std::max(largest, std::abs(length - 1));
  }
  return largest;
}

void start_accelerations(const PointSystem& system, std::vector<double>& qdd,
                         std::vector<double>& lambda) {
  const std::size_t n = system.q.size(), m = system.rods.size(), size = n + m;
  std::vector<double> K(size * size), x(size);  // [M Aᵀ; A 0] [q̈; λ] = [Q; b]
  const auto entry = [&](std::size_t i, std::size_t j) -> double& { return K[i * size + j]; };
  for (std::size_t i = 0; i < n; ++i) {
    entry(i, i) = system.mass[i / 2];
    if (i + 2 < n) entry(i, i + 2) = entry(i + 2, i) = system.coupling[i / 2];
    if (i % 2 == 1) x[i] = -gravity * system.weight[i / 2];
  }
  for (std::size_t k = 0; k < m; ++k) {
    const Rod& rod = system.rods[k];
    for (std::size_t axis = 0; axis < 2; ++axis) {
      const std::size_t to = 2 * static_cast<std::size_t>(rod.to) + axis, row = n + k;
      double d = system.q[to] - (axis == 0 ? rod.anchor_x : rod.anchor_y), dv = system.v[to];
      if (rod.from >= 0) {
        const std::size_t from = 2 * static_cast<std::size_t>(rod.from) + axis;
        d = system.q[to] - system.q[from];
        dv -= system.v[from];
        entry(row, from) = entry(from, row) = -d;
      }
      entry(row, to) = entry(to, row) = d;
      x[row] -= dv * dv;
    }
  }
  solve(K, x);
  qdd.assign(x.begin(), x.begin() + static_cast<std::ptrdiff_t>(n));
  lambda.assign(x.begin() + static_cast<std::ptrdiff_t>(n), x.end());
}

MotionResult assess(const MotionTask& task, MotionSamples& samples, double seconds, long steps) {
  const PointSystem system = point_system(task);
  const double E0 = energy(system, system.q.data(), system.v.data());
  MotionResult result;
  result.seconds = seconds;
  result.steps = steps;
  for (int k = 0; k < output_count; ++k) {
    const double change = std::abs(energy(system, samples.q(k), samples.v(k)) - E0) / gravity;
    // Written so that NaN fails the run.
    if (!std::isfinite(change)) return failed_run();
    result.energy_drift = std::max(result.energy_drift, change);
    result.constraint_drift =
        std::max(result.constraint_drift, constraint_drift(system, samples.q(k)));
  }
  result.position_error = std::numeric_limits<double>::quiet_NaN();
  const std::vector<double> reference = final_positions(task);
  if (reference.empty()) return result;
  result.position_error = 0;
  for (std::size_t i = 0; i < reference.size(); ++i) {
    result.position_error =
        std::max(result.position_error, std::abs(samples.q(output_count - 1)[i] - reference[i]));
  }
  return result;
}

MotionResult failed_run() {
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  return {none, none, none, none, 0};
}

}  // namespace bench

// SPDX-License-Identifier: Apache-2.0
#include "motion_ggl.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace bench {

Layout::Layout(const MotionTask& task) : system(point_system(task)) {
  const std::size_t rods = system.rods.size();
  lambda.resize(rods);
  mu.resize(rods);
  for (int i = 0; i < system.points(); ++i) {
    for (std::size_t k = 0; k < rods; ++k) {
      if (system.rods[k].to != i) continue;
      lambda[k] = count++;
      mu[k] = count++;
    }
    q.push_back(count);
    v.push_back(count + 2);
    count += 4;
  }
}

void Layout::difference(const Rod& rod, const double* y, double d[2], double dv[2]) const {
  const double* to = y + q[rod.to];
  d[0] = to[0] - rod.anchor_x;
  d[1] = to[1] - rod.anchor_y;
  dv[0] = to[2];
  dv[1] = to[3];
  if (rod.from < 0) return;
  const double* from = y + q[rod.from];
  for (int axis = 0; axis < 2; ++axis) {
    d[axis] = to[axis] - from[axis];
    dv[axis] = to[2 + axis] - from[2 + axis];
  }
}

void residual(const Layout& at, const double* y, const double* yp, double* r) {
  const PointSystem& system = at.system;
  const int P = system.points();
  for (int i = 0; i < P; ++i) {
    for (int axis = 0; axis < 2; ++axis) {
      const int q = at.q[i] + axis, v = at.v[i] + axis;
      r[q] = yp[q] - y[v];
      r[v] = system.mass[i] * yp[v];
      if (i > 0) r[v] += system.coupling[i - 1] * yp[at.v[i - 1] + axis];
      if (i + 1 < P) r[v] += system.coupling[i] * yp[at.v[i + 1] + axis];
    }
    r[at.v[i] + 1] += gravity * system.weight[i];
  }
  for (std::size_t k = 0; k < system.rods.size(); ++k) {
    const Rod& rod = system.rods[k];
    const double lambda = y[at.lambda[k]], mu = y[at.mu[k]];
    double d[2], dv[2];
    at.difference(rod, y, d, dv);
    r[at.lambda[k]] = 0.5 * (d[0] * d[0] + d[1] * d[1] - 1);
    r[at.mu[k]] = d[0] * dv[0] + d[1] * dv[1];
    for (int axis = 0; axis < 2; ++axis) {
      r[at.q[rod.to] + axis] += mu * d[axis];
      r[at.v[rod.to] + axis] += lambda * d[axis];
      if (rod.from < 0) continue;
      r[at.q[rod.from] + axis] -= mu * d[axis];
      r[at.v[rod.from] + axis] -= lambda * d[axis];
    }
  }
}

Pattern::Pattern(const Layout& at) {
  std::vector<std::pair<int, int>> terms;  // column, row
  double scrap = 0;
  const std::vector<double> y(static_cast<std::size_t>(at.count));
  fill_jacobian(at, 1, y.data(), [&](int row, int column) -> double& {
    terms.emplace_back(column, row);
    return scrap;
  });
  std::vector<std::pair<int, int>> entries = terms;
  std::ranges::sort(entries);
  entries.erase(std::unique(entries.begin(), entries.end()), entries.end());
  starts.assign(static_cast<std::size_t>(at.count) + 1, 0);
  for (const auto& [column, row] : entries) {
    ++starts[static_cast<std::size_t>(column) + 1];
    rows.push_back(row);
  }
  std::partial_sum(starts.begin(), starts.end(), starts.begin());
  for (const auto& term : terms)
    slots.push_back(std::ranges::lower_bound(entries, term) - entries.begin());
}

}  // namespace bench

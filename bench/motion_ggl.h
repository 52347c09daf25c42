// SPDX-License-Identifier: Apache-2.0
#pragma once
// The stabilised index-2 form of Gear, Gupta and Leimkuhler:
//   q' = v − Aᵀμ,   M v' = Q − Aᵀλ,   φ(q) = 0,   A v = 0,   φ_k = (|d_k|² − 1)/2.
// The unknowns of a point stand behind those of the rods that end there, as an ordering for little
// fill would have them.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "motion_task.h"

namespace bench {

struct Layout {
  PointSystem system;
  std::vector<int> q, v;        // of a point: x, then y
  std::vector<int> lambda, mu;  // of a rod
  int count = 0;

  explicit Layout(const MotionTask& task);
  /// d and its rate, for the coordinates and rates in y.
  void difference(const Rod& rod, const double* y, double d[2], double dv[2]) const;
};

/// r(y, y')
void residual(const Layout& at, const double* y, const double* yp, double* r);

/// A point on a rod, and the sign of its coordinates in d.
struct End {
  int point = 0;
  double sign = 0;
};

/// Adds ∂r/∂y + c ∂r/∂y' through `entry(row, column) → double&`; the matrix is zero before.
template <class Entry>
void fill_jacobian(const Layout& at, double c, const double* y, const Entry& entry) {
  const PointSystem& system = at.system;
  const int P = system.points();
  for (int i = 0; i < P; ++i) {
    for (int axis = 0; axis < 2; ++axis) {
      const int q = at.q[i] + axis, v = at.v[i] + axis;
      entry(q, q) += c;
      entry(q, v) -= 1;
      entry(v, v) += c * system.mass[i];
      if (i + 1 == P || system.coupling[i] == 0) continue;
      entry(v, at.v[i + 1] + axis) += c * system.coupling[i];
      entry(at.v[i + 1] + axis, v) += c * system.coupling[i];
    }
  }
  for (std::size_t k = 0; k < system.rods.size(); ++k) {
    const Rod& rod = system.rods[k];
    double d[2], dv[2];
    at.difference(rod, y, d, dv);
    const End ends[] = {{rod.to, 1}, {rod.from, -1}};
    const int count = rod.from < 0 ? 1 : 2;
    for (int e = 0; e < count; ++e) {
      for (int axis = 0; axis < 2; ++axis) {
        const double s = ends[e].sign;
        const int q = at.q[ends[e].point] + axis, v = at.v[ends[e].point] + axis;
        entry(at.lambda[k], q) += s * d[axis];
        entry(at.mu[k], v) += s * d[axis];
        entry(at.mu[k], q) += s * dv[axis];
        entry(q, at.mu[k]) += s * d[axis];
        entry(v, at.lambda[k]) += s * d[axis];
        for (int f = 0; f < count; ++f) {
          const int other = at.q[ends[f].point] + axis;
          entry(q, other) += s * ends[f].sign * y[at.mu[k]];
          entry(v, other) += s * ends[f].sign * y[at.lambda[k]];
        }
      }
    }
  }
}

/// Where the Jacobian is not zero, and where each term of fill_jacobian goes in the array of values
/// of the compressed columns.
struct Pattern {
  explicit Pattern(const Layout& at);

  std::vector<std::int64_t> starts, rows;
  std::vector<std::ptrdiff_t> slots;
};

}  // namespace bench

// SPDX-License-Identifier: Apache-2.0
#pragma once
// Rows of A as the recursions over bodies want them: over the rates of the joints, not over the
// coordinates. What a row does not feel is an exact 0 in A (equations/moving_solids_reduce.cpp), and
// stays one.

#include <vector>

#include "bodies/space/quaternion.h"
#include "equations/equations.h"

namespace zwang::instant {

/// What a row says of one rate, or of the three of a quaternion.
struct RateEntry {
  Index to;          // among the coordinates before the tree's and, behind them, the rates
  Index quaternion;  // where it begins among the tree's coordinates; −1: a number of its own
  Index from[4];     // entries of A; −1: not there

  Index count() const { return quaternion < 0 ? 1 : 3; }
  /// Calls set(k, number) for each rate to + k; q: of the tree.
  template <class Set>
  void read(const double* A, const double* q, Set&& set) const {
    if (quaternion < 0) return set(Index{0}, A[from[0]]);
    double over_e[4];
    for (int k = 0; k < 4; ++k) over_e[k] = from[k] < 0 ? 0 : A[from[k]];
    const bodies::Vec3<double> over_omega =
        bodies::over_omega(bodies::quaternion(q + quaternion), bodies::quaternion<double>(over_e));
    set(Index{0}, over_omega.x);
    set(Index{1}, over_omega.y);
    set(Index{2}, over_omega.z);
  }
};

/// By row, those of the first `rows`. The equations have solids.
std::vector<std::vector<RateEntry>> rate_entries(const equations::Equations& equations, Index rows);
/// The same of the written rows, as far as they speak of coordinates: entries of the written A.
std::vector<std::vector<RateEntry>> written_entries(const equations::Equations& equations,
                                                    Index rows);

}  // namespace zwang::instant

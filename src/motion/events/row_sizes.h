// SPDX-License-Identifier: Apache-2.0
#pragma once
// How large the motion has been so far, as a row sees it: by this, what touches and what rests is told, in any
// units of length, mass and time. Coordinates have no common unit, but √(M_kk) S_k have, and a row has the length
// √(Σ A²/M) beside them; strangers, which nothing joins to the row, do not count.

#include <vector>

#include "equations/evaluate.h"
#include "motion/events/event_state.h"

namespace zwang::motion {

class RowSizes {
 public:
  explicit RowSizes(const equations::Equations& equations);

  /// Of the state whose M and A are in `numbers`.
  void measure(const Sizes& seen, equations::Workspace& numbers) noexcept;

  double length(Index row) const noexcept { return length_[at(row)]; }
  double speed(Index row) const noexcept { return speed_[at(row)]; }

 private:
  void measure(const std::vector<double>& seen, const double* A, std::vector<double>& of) noexcept;

  const equations::Equations& equations_;
  std::vector<double> natural_;
  std::vector<Index> group_;
  std::vector<double> mass_, largest_;  // n: M_kk; by group: √(Σ M_kk S_k²)
  std::vector<double> length_, speed_;  // m
};

}  // namespace zwang::motion

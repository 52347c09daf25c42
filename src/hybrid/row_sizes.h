// SPDX-License-Identifier: Apache-2.0
#pragma once
// How large the motion has been so far, as a row sees it: by this, what touches and what rests is told. Lengths and
// angles have no common unit, and beside the numbers of a quaternion, which are of size 1, all that a small
// mechanism does would be nothing: each kind of coordinate counts with the row's coefficients of that kind.

#include <algorithm>
#include <vector>

#include "equations/evaluate.h"
#include "hybrid/event_state.h"

namespace zwang::motion {

class RowSizes {
 public:
  explicit RowSizes(const equations::Equations& equations);

  /// Takes a state into account.
  void see(const double* q, const double* v, Sizes& seen) const noexcept;
  /// Of the state whose A is in `numbers`.
  void measure(const Sizes& seen, equations::Workspace& numbers) noexcept;

  /// How far coordinates of the kind of j have been.
  double seen(Index j) const noexcept { return natural_[at(j)] > 0 ? angle_ : way_; }
  double length(Index row) const noexcept { return length_[at(row)]; }
  double speed(Index row) const noexcept { return speed_[at(row)]; }
  /// Of slip, whose rows are components along the world's axes: one of them may be nothing.
  double speed(const equations::Sliding& slip) const noexcept {
    double most = 0;
    for (Index i = slip.first_row; i < slip.first_row + slip.rows; ++i)
      most = std::max(most, speed_[at(i)]);
    return most;
  }

 private:
  const equations::Equations& equations_;
  std::vector<double> natural_;         // n: 1 of what turns
  std::vector<double> length_, speed_;  // m
  double way_ = 0, angle_ = 0;          // seen so far
};

}  // namespace zwang::motion

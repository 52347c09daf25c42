// SPDX-License-Identifier: Apache-2.0
#pragma once
// How large the motion has been so far, as a row sees it: by this, what touches and what rests is told. Lengths and
// angles have no common unit, and beside the numbers of a quaternion, which are of size 1, all that a small
// mechanism does would be nothing: each kind of coordinate counts with the row's coefficients of that kind. Of coordinates
// that are a user's own nobody knows the kind, but inertia does: √M_jj q_j has the same unit whatever q_j is. A row sees no
// more than s·|A_ij|/√M_jj, where s is the largest of these; rounding that rows hand to each other stays below that as well.

#include <algorithm>
#include <vector>

#include "equations/evaluate.h"
#include "hybrid/event_state.h"

namespace zwang::motion {

class RowSizes {
 public:
  explicit RowSizes(const equations::Equations& equations);

  /// Takes a state into account.
  void see(const double* q, const double* v, Sizes& seen) noexcept;
  /// Of the state whose M and A are in `numbers`.
  void measure(Sizes& seen, equations::Workspace& numbers) noexcept;
  /// What was seen, for each coordinate.
  void spread(const Sizes& seen) noexcept;

  /// How far coordinates of the kind of j have been.
  double seen(Index j) const noexcept { return reach_[at(j)]; }
  double length(Index row) const noexcept { return length_[at(row)]; }
  double speed(Index row) const noexcept { return speed_[at(row)]; }
  /// Of slip, whose rows are components along the world's axes: one of them may be nothing.
  double speed(const equations::Sliding& slip) const noexcept {
    double most = 0;
    for (Index i = slip.first_row; i < slip.first_row + slip.rows; ++i)
      most = std::max(most, speed_[at(i)]);
    return most;
  }

  /// Coordinates and rates as parts of the largest of all, at most 1; null where joints say what turns.
  const double* parts() const noexcept { return has_own_kinds() ? part_.data() : nullptr; }
  const double* rate_parts() const noexcept {
    return has_own_kinds() ? rate_part_.data() : nullptr;
  }

 private:
  void weigh(Sizes& seen, equations::Workspace& numbers) const noexcept;
  bool has_own_kinds() const noexcept;

  const equations::Equations& equations_;
  std::vector<double> natural_;           // n: 1 of what turns
  std::vector<double> reach_, pace_;      // n: what was seen of its kind
  std::vector<double> part_, rate_part_;  // n
  std::vector<double> length_, speed_;    // m
  double extent_ = 0;                     // of the solids
};

}  // namespace zwang::motion

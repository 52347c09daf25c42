// SPDX-License-Identifier: Apache-2.0
#pragma once
// How large forces are, as a row sees them: below a small part of it, a contact does not press and slip does not begin. A
// force and a torque have no common unit: each coordinate counts with the row's coefficient and its own mass.

#include <vector>

#include "flow/right_side.h"
#include "hybrid/row_sizes.h"

namespace zwang::motion {

class ForceSizes {
 public:
  explicit ForceSizes(const equations::Equations& equations);

  /// Of a state, with its reactions; evaluates its dynamics.
  void measure(RightSide& side, const RowSizes& rows, double t, const double* y) noexcept;

  /// Σ_j |A_ij| |F_j|/M_jj and what turns the motion round: the terms of A ẍ in row i.
  double acceleration(Index row) const noexcept { return acceleration_[at(row)]; }
  /// The multiplier that makes so much.
  double force(Index row) const noexcept { return force_[at(row)]; }
  /// Of slip, by the largest of its rows.
  double acceleration(const equations::Sliding& slip) const noexcept;
  double force(const equations::Sliding& slip) const noexcept;
  /// |F_j|/M_jj of a coordinate.
  double of_coordinate(Index j) const noexcept { return own_[at(j)]; }

 private:
  void measure_coordinates(RightSide& side) noexcept;

  const equations::Equations& equations_;
  std::vector<double> mass_, own_;            // n: M_jj; |F_j|/M_jj
  std::vector<double> acceleration_, force_;  // m
};

}  // namespace zwang::motion

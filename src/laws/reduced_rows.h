// SPDX-License-Identifier: Apache-2.0
#pragma once
// Inequalities on what equalities leave free. In the coordinates of the weighed and factored equality
// rows, Lᵀẍ = Q_h (z, w): z is what they ask for, w is free, and a unilateral row says n·w ≥ h, its
// length in D made 1 so that units do not count:
//   n_i = Zᵀd_i/‖d_i‖,   h_i = (b_i − (Yᵀd_i)ᵀz)/‖d_i‖,   w₀ = ZᵀL⁻¹(Q + C).

#include <vector>

#include "least/row_kind.h"
#include "least/workspace.h"

namespace zwang::least {

class ReducedRows {
 public:
  ReducedRows(Index n, Index m);

  /// ok, contradictory (equality rows fight and hold in least squares), mass_not_definite,
  /// not_finite_input or overflow; with the last three nothing is valid.
  Status reduce(const Task& task, const unsigned char* kind, RankTolerance tolerance) noexcept;

  Index freedom() const noexcept { return n_ - ws_.rows.rank; }
  Index count() const noexcept { return unilateral_; }
  Index row_of(Index i) const noexcept { return order_[at(equality_ + i)]; }
  Index equality_count() const noexcept { return equality_; }
  Index equality_rank() const noexcept { return ws_.rows.rank; }
  Index equality(Index j) const noexcept { return order_[at(j)]; }

  const double* row(Index i) const noexcept { return rows_.data() + i * n_; }
  double demand(Index i) const noexcept { return demand_[at(i)]; }
  double length(Index i) const noexcept { return length_[at(i)]; }
  const double* free_motion() const noexcept { return free_.data(); }
  double size() const noexcept { return size_; }  // of z and of the free motion, in weighed units

  /// ẍ of w.
  void expand(const double* w, double* x) noexcept;

  /// λ of all rows of the task from those of the reduced ones: of the equality rows the shortest that
  /// makes M ẍ = Q + C + Aᵀλ.
  void multipliers(const double* reduced, double* lambda) noexcept;

  /// Marks the equality rows of which Σ reduced_i n_i is a combination, where that vanishes as a
  /// reduced row.
  void mark_involved(const double* reduced, unsigned char* marks) noexcept;

 private:
  static std::size_t at(Index i) noexcept { return static_cast<std::size_t>(i); }
  void sort_rows(const Task& task, const unsigned char* kind) noexcept;
  bool meet_equalities(RankTolerance tolerance) noexcept;
  void fill_reduced(double tolerance) noexcept;

  Index n_, m_, equality_ = 0, unilateral_ = 0;
  Workspace ws_;
  Task sorted_, held_;  // equality rows first; equality rows only
  std::vector<Index> order_;
  std::vector<double> A_, b_, W_, rows_, demand_, length_, free_, lambda_;
  double size_ = 0;
};

}  // namespace zwang::least

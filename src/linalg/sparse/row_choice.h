// SPDX-License-Identifier: Apache-2.0
#pragma once
// Which of some rows are independent, in units that are given and not in lengths of the moment; and the
// space of their combinations: W of orthonormal rows such that W D has as many as D has independent
// ones, N of those that leave nothing, N D = 0. Householder, with pivots on the way down.

#include <vector>

#include "base/aligned.h"

namespace zwang::linalg {

class RowChoice {
 public:
  RowChoice(Index m, Index n);

  double* D() noexcept { return D_.data(); }  // m × n, to be filled in

  /// A row counts if what it adds to those before it is more than `tolerance` times the first; at
  /// most so many do. Uses up D.
  void choose(double tolerance, Index most) noexcept;

  Index rank() const { return rank_; }
  /// What the last row adds that counts, and the most that one of the others would, relative to the
  /// first.
  double least() const { return least_; }
  double next() const { return next_; }
  /// Rows in the order of choice: the first rank() of them are independent.
  const Index* order() const { return order_.data(); }

  /// W (rank × m). Each of its rows has something of every direction, so that where one of the rows W D
  /// vanishes, lengths of the others do not hide it.
  void fill_range(double* W) noexcept;
  void fill_null(double* N) noexcept;  // (m − rank) × m

 private:
  void turn_back(double* x) const noexcept;

  Index m_, n_, rank_ = 0;
  double least_ = 1, next_ = 0;
  AlignedArray D_, gamma_, x_;
  std::vector<Index> order_;
};

}  // namespace zwang::linalg

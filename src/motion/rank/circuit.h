// SPDX-License-Identifier: Apache-2.0
#pragma once
// Which rows follow from rows before them, in the order of the model's file, and the first such
// combination. It is a circuit: no row of it can be left out.

#include <vector>

#include "base/aligned.h"
#include "base/index.h"

namespace zwang::motion {

class Circuit {
 public:
  Circuit(Index n, Index m);

  /// Rows of D (m × n), row i in units of unit[i], one after the other; those with takes_part 0 are
  /// passed over. A row depends if no more than `tolerance` of it is left when what earlier
  /// independent rows say is taken away.
  void find(const double* D, const double* unit, const unsigned char* takes_part,
            double tolerance) noexcept;

  /// m: 1 where the row takes part and does not follow from earlier ones.
  const unsigned char* independent() const { return independent_.data(); }
  /// The first row that depends; −1: none.
  Index first() const { return first_; }
  /// w (m): the combination of that row with earlier ones that is zero, in units of the rows of D;
  /// its first entry is 1, and entries below 1e-6 of the largest are cleaned away.
  void combination(const double* unit, double* w) const noexcept;

 private:
  double remove_earlier(double* x, double* coefficients) const noexcept;
  void solve_for_rows() noexcept;

  Index n_, m_, rank_ = 0, first_ = -1, terms_ = 0;
  AlignedArray basis_, R_, x_, rest_;  // orthonormal rows; triangle; of the first dependent row
  std::vector<Index> row_;             // of the k-th independent row its number
  std::vector<unsigned char> independent_;
};

}  // namespace zwang::motion

// SPDX-License-Identifier: Apache-2.0
#pragma once
// Few rows on many coordinates, D = R Qᵀ with R of as many columns as D has rows: what the rows decide
// is then a small problem, and the rest of the coordinates is free. Householder, row by row.

#include <vector>

#include "base/aligned.h"

namespace zwang::instant {

class ThinRows {
 public:
  /// `rows` rows of `n` numbers. Where there are not many more coordinates than rows, or few of
  /// both, Q = 1.
  ThinRows(Index rows, Index n);

  double* D() noexcept { return D_.data(); }  // rows × n, to be filled in
  /// D ← R, the first columns() numbers of each row of which count.
  void factor() noexcept;

  Index columns() const { return columns_; }
  /// R, rows × columns.
  const double* R() const { return turned() ? R_.data() : D_.data(); }

  void turn_in(double* x) const noexcept;   // x ← Qᵀx, n numbers
  void turn_out(double* x) const noexcept;  // x ← Q x

 private:
  bool turned() const { return columns_ < n_; }

  Index rows_, n_, columns_;
  AlignedArray D_, R_, gamma_;  // D: the reflectors after factor()
};

}  // namespace zwang::instant

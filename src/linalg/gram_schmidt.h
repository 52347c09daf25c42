// SPDX-License-Identifier: Apache-2.0
#pragma once
// Vectors made orthonormal one after the other, by modified Gram-Schmidt.

#include <vector>

#include "base/index.h"

namespace zwang::linalg {

/// Rows of a small matrix taken one after the other: which are independent of those before, an
/// orthonormal basis of what they span, and of what they leave free. Twice over, because the order of
/// the rows decides which of dependent ones stays, and pivoting would not keep it.
class RowSpace {
 public:
  explicit RowSpace(Index columns);

  void clear();
  /// Takes a row; false if it depends on those before: what is left of it is at most `tolerance`
  /// times its length.
  bool add(const double* row, double tolerance);
  /// Fills in the rest of an orthonormal basis.
  void complete();

  Index rank() const { return rank_; }
  Index free() const { return columns_ - rank_; }
  const double* basis(Index k) const { return Y_.data() + k * columns_; }
  const double* free_basis(Index k) const { return Y_.data() + (rank_ + k) * columns_; }
  /// ν (rank) with Σ ν_k·row_k nearest to x.
  void multipliers(const double* x, double* nu) const;
  /// The shortest d with row_k·d = demand_k.
  void shortest(const double* demand, double* d) const;

 private:
  double remove(Index count, double* x, double* parts) const;

  Index columns_, rank_ = 0;
  std::vector<double> Y_;  // orthonormal, one after the other
  std::vector<double> R_;  // rows = R Y, lower triangle, columns_ apart
  std::vector<double> x_, parts_;
};

// Columns that are combined until they are orthonormal, the one with most left of it first, so that
// what is nearly lost comes last and spoils no other column.

/// W ← W C (N × N, column-major) and C (N × N) ← how: the first columns orthonormal, as many as
/// have more left of them, when those before are taken out, than `least` times their `size` (N,
/// spoilt). Returns their number; what is left of the others stands behind them.
Index orthonormalise(Index N, double* W, double* C, double* size, double least) noexcept;

/// The first `count` of columns of length `rows` ← their product with C (count × count). `row`: count.
void combine_columns(Index rows, Index count, const double* C, double* columns,
                     double* row) noexcept;

/// R ← A B, all N × N, column-major; or AᵀB.
void multiply(Index N, const double* A, const double* B, double* R) noexcept;
void multiply_transposed(Index N, const double* A, const double* B, double* R) noexcept;

}  // namespace zwang::linalg

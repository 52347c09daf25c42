// SPDX-License-Identifier: Apache-2.0
#pragma once
// Rows of a small matrix taken one after the other: which are independent of those before, an
// orthonormal basis of what they span, and of what they leave free. By modified Gram-Schmidt, twice
// over, because the order of the rows decides which of dependent ones stays, and pivoting would not
// keep it.

#include <vector>

#include "base/index.h"

namespace zwang::variation {

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

}  // namespace zwang::variation

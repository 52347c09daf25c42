// SPDX-License-Identifier: Apache-2.0
#pragma once
// Rows of any rank: y = g + D⁺(b − D g) by a pivoted QR of Dᵀ, rows equilibrated for the one rule
// that decides rank; contradictory rows in least squares, in the norm in which they were given.
// The conventions are those of least/explicit.cpp, in coordinates where the mass is the identity.

#include <vector>

#include "base/aligned.h"
#include "linalg/lanes.h"
#include "linalg/tall_qr.h"
#include "zwang/instant.h"

namespace zwang::bodies {

struct RowsRank {
  Status status = Status::ok;  // or contradictory, or overflow
  Index rank = 0;
  Index near_singular = 0;  // of these, between the two tolerances: solved with damping
  double least_pivot = 1;   // how far the last independent row stands out
};

class RankedRows {
 public:
  /// The only call that allocates.
  RankedRows(Index columns, Index rows);

  /// Where D is to be written: entry (row, column) at D()[column·stride() + row]. Used up by solve().
  double* D() noexcept { return X_.data(); }
  Index stride() const noexcept { return qr_.ldx; }

  /// From g (columns) to y, in place; lambda (rows): of least norm with Dᵀλ = y − g, or null;
  /// weights (rows) of contradictory rows, or null for 1.
  RowsRank solve(const double* b, const double* weights, RankTolerance tolerance, double* g,
                 double* lambda) noexcept;

  /// After solve(): 1 where λ has only this value.
  void find_unique(unsigned char* unique) noexcept;

 private:
  double* row(Index i) noexcept { return X_.data() + i * qr_.ldx; }
  bool factor(const double* b) noexcept;
  bool meet(const double* b, const double* weights, double size, double tolerance) noexcept;
  void damp(const double* b) noexcept;
  void share(double* lambda) noexcept;
  linalg::TallQr tall(const double* weights) noexcept;

  Index n_, m_, rank_ = 0;
  double least_pivot_ = 1;
  linalg::RowQr qr_;
  AlignedArray X_, V_, gamma_, scale_, norms_, exact_, w_, demand_, z_, y_;
  AlignedArray T_, tall_numbers_, side_;
  AlignedArray gram_, gram_inverse_, step_;
  std::vector<Index> order_, tall_rows_, tall_columns_;
};

}  // namespace zwang::bodies

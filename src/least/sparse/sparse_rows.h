// SPDX-License-Identifier: Apache-2.0
#pragma once
// Sparse rows, and the same rows weighed by a mass matrix of small blocks: D = A L⁻ᵀ, each scaled to
// length 1. The pattern is fixed at construction; what follows does not allocate.

#include <vector>

#include "base/index.h"

namespace zwang::least {

/// Rows in compressed form: row i has its columns and values at begin[i] … begin[i + 1] − 1.
struct SparseRows {
  Index m = 0, n = 0;
  const Index* begin = nullptr;  // m + 1
  const Index* column = nullptr;
  const double* value = nullptr;
};

/// out_i ← row i · x.
void multiply(const SparseRows& rows, const double* x, double* out) noexcept;
/// out ← out + rowsᵀ y.
void add_transposed(const SparseRows& rows, const double* y, double* out) noexcept;

struct SparsePattern {
  Index m = 0, n = 0;
  std::vector<Index> begin, column;  // begin: m + 1; a column that is named twice is summed

  SparseRows with(const double* value) const { return {m, n, begin.data(), column.data(), value}; }
};

class WeighedRows {
 public:
  /// blocks: sizes of the diagonal blocks of M; empty: M is diagonal.
  WeighedRows(const SparsePattern& A, std::vector<Index> blocks);

  /// M: its blocks one after the other, row-major, the upper triangle read. +1: M = L Lᵀ; −1:
  /// M = −L Lᵀ; 0: not definite, nothing is valid.
  int weigh(const double* M, const double* A_values) noexcept;

  /// Whether the squares of the rows' lengths stayed within double's range.
  bool in_range() const { return in_range_; }

  /// D with rows of length 1 (a vanished row stays zero), and what each was multiplied by (0 for it).
  SparseRows D() const { return pattern_.with(D_.data()); }
  const double* scale() const { return scale_.data(); }
  const SparsePattern& pattern() const { return pattern_; }

  void divide(double* x) const noexcept;             // x ← L⁻¹x
  void divide_transposed(double* x) const noexcept;  // x ← L⁻ᵀx
  void multiply(double* x) const noexcept;           // x ← L x

 private:
  bool factor_block(Index block, const double* M, double sign) noexcept;
  bool factor_diagonal(const double* M, double sign) noexcept;
  double weigh_row(Index i) noexcept;
  double weigh_row_diagonally(Index i) noexcept;

  bool in_range_ = true, diagonal_ = false, positive_ = true;
  std::vector<Index> A_begin_, block_first_, block_entry_, block_of_;
  SparsePattern pattern_;              // of D: whole blocks
  std::vector<Index> place_;           // entry of A → entry of D
  std::vector<double> M_, inverse_;    // of a diagonal M: as it was, and 1/L
  std::vector<double> L_, D_, scale_;  // L: row-major blocks, lower triangles
};

}  // namespace zwang::least

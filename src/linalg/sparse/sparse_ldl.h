// SPDX-License-Identifier: Apache-2.0
#pragma once
// P H Pᵀ = L Δ Lᵀ of a sparse symmetric matrix whose pattern stays: analysed once, then factored and
// solved on fixed arrays without an allocation. Pivots are taken as they come, which is stable for
// what it serves: a semidefinite matrix plus or minus a damping.

#include <vector>

#include "base/index.h"

namespace zwang::linalg {

/// Where everything lies. H is given by its strict lower triangle by rows, and its diagonal.
struct LdlPattern {
  /// begin, column: as in ordering.h, which chooses the order of elimination.
  LdlPattern(const std::vector<Index>& begin, const std::vector<Index>& column);

  Index size = 0;
  std::vector<Index> order;                      // position → row of the caller
  std::vector<Index> H_begin, H_column, H_from;  // row by position: columns, and entry of H
  std::vector<Index> row_begin, row_column;      // L by rows, columns ascending
  std::vector<Index> column_begin, column_row;   // L by columns, rows ascending

  /// Off-diagonal entries of L.
  Index entries() const noexcept { return static_cast<Index>(row_column.size()); }
};

/// The numbers of one factorisation.
struct SparseLdl {
  explicit SparseLdl(const LdlPattern& pattern);

  std::vector<double> L, pivot, inverse, work;  // inverse: of the pivots
  std::vector<Index> next;
};

/// Factors. Returns how many pivots are negative, which is how many eigenvalues of H are
/// (Sylvester); −1 if a pivot is zero or not a number: then nothing can be solved.
Index factor_ldl(const LdlPattern& pattern, const double* H, const double* diagonal,
                 SparseLdl& f) noexcept;

/// Solves H x = b in place.
void solve_ldl(const LdlPattern& pattern, SparseLdl& f, double* x) noexcept;

}  // namespace zwang::linalg

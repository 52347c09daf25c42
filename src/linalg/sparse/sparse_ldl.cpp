// SPDX-License-Identifier: Apache-2.0
// Row k of L solves (L_{k−1} Δ_{k−1}) l = h_k. Its columns are those that the tree of eliminations
// reaches from the columns of h_k (Liu 1986): found once, in the analysis.

#include "linalg/sparse/sparse_ldl.h"

#include <algorithm>
#include <cmath>

#include "linalg/sparse/ldl_elimination.h"
#include "linalg/sparse/ordering.h"

namespace zwang::linalg {

namespace {

auto at(Index i) { return static_cast<std::size_t>(i); }

/// The strict lower triangle of P H Pᵀ by rows.
void permute(LdlPattern& p, const std::vector<Index>& begin, const std::vector<Index>& column) {
  std::vector<Index> position(p.order.size());
  for (Index k = 0; k < p.size; ++k) position[at(p.order[at(k)])] = k;
  p.H_begin.assign(at(p.size) + 1, 0);
  const auto lower = [&position](Index i, Index j) {
    return std::max(position[at(i)], position[at(j)]);
  };
  for (Index i = 0; i < p.size; ++i)
    for (Index e = begin[at(i)]; e < begin[at(i) + 1]; ++e)
      ++p.H_begin[at(lower(i, column[at(e)])) + 1];
  for (Index k = 0; k < p.size; ++k) p.H_begin[at(k) + 1] += p.H_begin[at(k)];
  p.H_column.resize(column.size());
  p.H_from.resize(column.size());
  std::vector<Index> next(p.H_begin.begin(), p.H_begin.end() - 1);
  for (Index i = 0; i < p.size; ++i)
    for (Index e = begin[at(i)]; e < begin[at(i) + 1]; ++e) {
      const Index j = column[at(e)], k = lower(i, j), place = next[at(k)]++;
      p.H_column[at(place)] = std::min(position[at(i)], position[at(j)]);
      p.H_from[at(place)] = e;
    }
}

/// The rows of L, by walks up the tree of eliminations.
void reach(LdlPattern& p) {
  std::vector<Index> parent(at(p.size), -1), seen(at(p.size), -1);
  p.row_begin.assign(1, 0);
  for (Index k = 0; k < p.size; ++k) {
    seen[at(k)] = k;
    for (Index e = p.H_begin[at(k)]; e < p.H_begin[at(k) + 1]; ++e)
      for (Index j = p.H_column[at(e)]; seen[at(j)] != k; j = parent[at(j)]) {
        if (parent[at(j)] < 0) parent[at(j)] = k;
        seen[at(j)] = k;
        p.row_column.push_back(j);
      }
    std::sort(p.row_column.begin() + p.row_begin.back(), p.row_column.end());
    p.row_begin.push_back(static_cast<Index>(p.row_column.size()));
  }
}

void transpose(LdlPattern& p) {
  p.column_begin.assign(at(p.size) + 1, 0);
  for (Index j : p.row_column) ++p.column_begin[at(j) + 1];
  for (Index k = 0; k < p.size; ++k) p.column_begin[at(k) + 1] += p.column_begin[at(k)];
  p.column_row.resize(p.row_column.size());
  std::vector<Index> next(p.column_begin.begin(), p.column_begin.end() - 1);
  for (Index k = 0; k < p.size; ++k)
    for (Index e = p.row_begin[at(k)]; e < p.row_begin[at(k) + 1]; ++e)
      p.column_row[at(next[at(p.row_column[at(e)])]++)] = k;
}

}  // namespace

LdlPattern::LdlPattern(const std::vector<Index>& begin, const std::vector<Index>& column)
    : size(static_cast<Index>(begin.size()) - 1), order(minimum_degree_order(begin, column)) {
  permute(*this, begin, column);
  reach(*this);
  transpose(*this);
}

SparseLdl::SparseLdl(const LdlPattern& pattern)
    : L(pattern.row_column.size()),
      pivot(pattern.order.size()),
      inverse(pattern.order.size()),
      work(pattern.order.size()),
      next(pattern.order.size()) {}

Index factor_ldl(const LdlPattern& p, const double* H, const double* diagonal,
                 SparseLdl& f) noexcept {
  Index negative = 0;
  const bool done = eliminate(p, H, diagonal, f, [&negative](Index, double& pivot) {
    negative += pivot < 0;
    return std::fabs(pivot) > 0;
  });
  return done ? negative : -1;
}

void solve_ldl(const LdlPattern& p, SparseLdl& f, double* x) noexcept {
  double* w = f.work.data();
  for (Index k = 0; k < p.size; ++k) w[k] = x[p.order[at(k)]];
  for (Index k = 0; k < p.size; ++k)
    for (Index e = p.column_begin[at(k)]; e < p.column_begin[at(k) + 1]; ++e)
      w[p.column_row[at(e)]] -= f.L[at(e)] * w[k];
  for (Index k = p.size; k-- > 0;) {
    w[k] *= f.inverse[at(k)];
    for (Index e = p.column_begin[at(k)]; e < p.column_begin[at(k) + 1]; ++e)
      w[k] -= f.L[at(e)] * w[p.column_row[at(e)]];
  }
  for (Index k = 0; k < p.size; ++k) x[p.order[at(k)]] = w[k];
}

}  // namespace zwang::linalg

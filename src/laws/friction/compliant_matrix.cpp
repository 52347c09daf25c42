// SPDX-License-Identifier: Apache-2.0
#include "laws/friction/compliant_matrix.h"

#include <algorithm>

#include "linalg/lu.h"
#include "linalg/vector.h"

namespace zwang::least {

namespace {

/// Columns that some row of one law has in common, as a strict lower triangle by rows.
void fill_pattern(const Island& island, std::vector<Index>& begin, std::vector<Index>& column) {
  std::vector<std::vector<Index>> lower(static_cast<std::size_t>(island.H.freedom));
  std::vector<Index> columns, before;
  const auto take = [&](Index first, Index count) {
    for (Index e = island.H.begin[first]; e < island.H.begin[first + count]; ++e)
      columns.push_back(island.H.column[e]);
  };
  const auto couple = [&] {
    std::sort(columns.begin(), columns.end());
    columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
    if (columns == before) return;
    before = columns;
    for (std::size_t i = 0; i < columns.size(); ++i)
      lower[columns[i]].insert(lower[columns[i]].end(), columns.begin(),
                               columns.begin() + static_cast<std::ptrdiff_t>(i));
  };
  for (Index j = 0; j < island.normals; ++j) {
    columns.clear();
    take(j, 1);
    couple();
  }
  for (const IslandRubbing& x : island.rubbing) {
    columns.clear();
    take(x.first, x.rows);
    for (const Coefficient& mu : x.coefficients) take(mu.normal, 1);
    couple();
  }
  begin.assign(1, 0);
  column.clear();
  for (std::vector<Index>& row : lower) {
    std::sort(row.begin(), row.end());
    row.erase(std::unique(row.begin(), row.end()), row.end());
    column.insert(column.end(), row.begin(), row.end());
    begin.push_back(static_cast<Index>(column.size()));
  }
}

linalg::LdlPattern pattern_of(const Island& island, std::vector<Index>& begin,
                              std::vector<Index>& column) {
  fill_pattern(island, begin, column);
  return linalg::LdlPattern(begin, column);
}

}  // namespace

CompliantMatrix::CompliantMatrix(const Island& island)
    : island_(island),
      pattern_(pattern_of(island, begin_, column_)),
      ldl_(pattern_),
      H_(column_.size()),
      diagonal_(static_cast<std::size_t>(island.H.freedom)) {}

void CompliantMatrix::clear() {
  std::fill(H_.begin(), H_.end(), 0.0);
  std::fill(diagonal_.begin(), diagonal_.end(), 1.0);
  skew_.clear();
}

void CompliantMatrix::add_entry(Index i, Index j, double x) {
  const auto first = column_.begin() + begin_[i], last = column_.begin() + begin_[i + 1];
  H_[static_cast<std::size_t>(std::lower_bound(first, last, j) - column_.begin())] += x;
}

void CompliantMatrix::add(Index first, Index count, const double* w) {
  const IslandRows& H = island_.H;
  for (Index a = 0; a < count; ++a)
    for (Index b = 0; b < count; ++b) {
      const double weight = w[a * count + b];
      if (weight == 0) continue;
      for (Index e = H.begin[first + a]; e < H.begin[first + a + 1]; ++e)
        for (Index f = H.begin[first + b]; f < H.begin[first + b + 1]; ++f) {
          const Index i = H.column[e], j = H.column[f];
          const double x = weight * H.value[e] * H.value[f];
          if (i == j) diagonal_[i] += x;
          if (i > j) add_entry(i, j, x);
        }
    }
}

void CompliantMatrix::add_both(Index a, Index b, double w) {
  const IslandRows& H = island_.H;
  for (Index e = H.begin[a]; e < H.begin[a + 1]; ++e)
    for (Index f = H.begin[b]; f < H.begin[b + 1]; ++f) {
      const Index i = H.column[e], j = H.column[f];
      const double x = w * H.value[e] * H.value[f];
      if (i == j)
        diagonal_[i] += 2 * x;
      else
        add_entry(std::max(i, j), std::min(i, j), x);
    }
}

void CompliantMatrix::add_skew(Index first, Index count, const double* e, Index other, double s) {
  if (s == 0) return;
  Skew skew{first, count, other, {0, 0, 0}, s};
  std::copy_n(e, count, skew.e);
  skew_.push_back(skew);
}

void CompliantMatrix::scatter(Index row, double by, double* x) const {
  for (Index e = island_.H.begin[row]; e < island_.H.begin[row + 1]; ++e)
    x[island_.H.column[e]] += by * island_.H.value[e];
}

double CompliantMatrix::dot(Index row, const double* x) const {
  double sum = 0;
  for (Index e = island_.H.begin[row]; e < island_.H.begin[row + 1]; ++e)
    sum += island_.H.value[e] * x[island_.H.column[e]];
  return sum;
}

/// With S the symmetric part: I + Vᵀ S⁻¹ U, U of s p and V of h.
bool CompliantMatrix::factor() {
  if (linalg::factor_ldl(pattern_, H_.data(), diagonal_.data(), ldl_) < 0) return false;
  const auto count = static_cast<Index>(skew_.size()), d = island_.H.freedom;
  if (count == 0) return true;
  solved_.assign(static_cast<std::size_t>(count * d), 0.0);
  small_.assign(static_cast<std::size_t>(count * count), 0.0);
  right_.resize(static_cast<std::size_t>(count));
  order_.resize(static_cast<std::size_t>(count));
  for (Index k = 0; k < count; ++k) {
    double* const x = solved_.data() + k * d;
    const Skew& skew = skew_[k];
    for (Index a = 0; a < skew.count; ++a) scatter(skew.first + a, skew.s * skew.e[a], x);
    linalg::solve_ldl(pattern_, ldl_, x);
    for (Index j = 0; j < count; ++j)
      small_[k * count + j] = (j == k ? 1 : 0) + dot(skew_[j].other, x);
  }
  return linalg::factor_lu({count, small_.data(), order_.data()});
}

void CompliantMatrix::solve(double* x) {
  const auto count = static_cast<Index>(skew_.size()), d = island_.H.freedom;
  linalg::solve_ldl(pattern_, ldl_, x);
  if (count == 0) return;
  for (Index j = 0; j < count; ++j) right_[j] = dot(skew_[j].other, x);
  linalg::solve_lu({count, small_.data(), order_.data()}, right_.data());
  for (Index k = 0; k < count; ++k)
    for (Index i = 0; i < d; ++i) x[i] -= right_[k] * solved_[k * d + i];
}

double CompliantMatrix::work() const {
  const auto entries = static_cast<double>(pattern_.entries()),
             size = static_cast<double>(island_.H.freedom + 1),
             skew = static_cast<double>(skew_.size());
  return entries * (entries / size + 2 * skew) + skew * skew * (skew + 12) + 200 * size;
}

}  // namespace zwang::least

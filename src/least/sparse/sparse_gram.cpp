// SPDX-License-Identifier: Apache-2.0
#include "least/sparse/sparse_gram.h"

#include <algorithm>

namespace zwang::least {

// The rows that have entries in a column, column by column in one list: earlier rows stand first.
SparsePattern gram_pattern(const SparsePattern& D) {
  std::vector<Index> first(at(D.n) + 1), user(D.column.size());
  for (const Index j : D.column) ++first[at(j) + 1];
  for (std::size_t j = 0; j + 1 < first.size(); ++j) first[j + 1] += first[j];
  std::vector<Index> end(first.begin(), first.end() - 1);  // of those that were seen
  SparsePattern gram{D.m, D.m, {0}, {}};
  gram.begin.reserve(at(D.m) + 1);
  std::vector<Index> seen(at(D.m), -1);
  for (Index i = 0; i < D.m; ++i) {
    for (Index e = D.begin[at(i)]; e < D.begin[at(i) + 1]; ++e) {
      const auto column = at(D.column[at(e)]);
      for (Index k = first[column]; k < end[column]; ++k) {
        const Index j = user[at(k)];
        if (seen[at(j)] == i) continue;
        seen[at(j)] = i;
        gram.column.push_back(j);
      }
    }
    std::sort(gram.column.begin() + gram.begin.back(), gram.column.end());
    gram.begin.push_back(static_cast<Index>(gram.column.size()));
    for (Index e = D.begin[at(i)]; e < D.begin[at(i) + 1]; ++e) {
      user[at(end[at(D.column[at(e)])]++)] = i;
    }
  }
  return gram;
}

void fill_gram(const SparseRows& D, const SparsePattern& gram, double* w, double* G,
               double* diagonal) noexcept {
  for (Index i = 0; i < D.m; ++i) {
    double d2 = 0;
    for (Index e = D.begin[i]; e < D.begin[i + 1]; ++e) {
      w[D.column[e]] = D.value[e];
      d2 += D.value[e] * D.value[e];
    }
    diagonal[i] = d2;
    for (Index e = gram.begin[at(i)]; e < gram.begin[at(i) + 1]; ++e) {
      const Index j = gram.column[at(e)];
      double s = 0;
      for (Index k = D.begin[j]; k < D.begin[j + 1]; ++k) s += D.value[k] * w[D.column[k]];
      G[e] = s;
    }
    for (Index e = D.begin[i]; e < D.begin[i + 1]; ++e) w[D.column[e]] = 0;
  }
}

}  // namespace zwang::least

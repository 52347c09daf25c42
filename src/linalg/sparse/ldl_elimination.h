// SPDX-License-Identifier: Apache-2.0
#pragma once
// The elimination of LDLᵀ, for all that it is used for: Pattern is LdlPattern, Factor is SparseLdl.

#include <algorithm>

#include "base/index.h"

namespace zwang::linalg {

/// Row after row; decide(k, pivot) may change the pivot of row k. False: it did not let it go on.
template <class Pattern, class Factor, class Decide>
bool eliminate(const Pattern& p, const double* H, const double* diagonal, Factor& f,
               Decide decide) {
  double* w = f.work.data();
  std::fill(f.work.begin(), f.work.end(), 0.0);
  std::copy(p.column_begin.begin(), p.column_begin.end() - 1, f.next.begin());
  for (Index k = 0; k < p.size; ++k) {
    for (Index e = p.H_begin[at(k)]; e < p.H_begin[at(k) + 1]; ++e)
      w[p.H_column[at(e)]] += H[p.H_from[at(e)]];
    double pivot = diagonal[p.order[at(k)]];
    for (Index t = p.row_begin[at(k)]; t < p.row_begin[at(k) + 1]; ++t) {
      const Index j = p.row_column[at(t)], end = f.next[at(j)]++;
      const double y = w[j];
      w[j] = 0;
      for (Index e = p.column_begin[at(j)]; e < end; ++e) w[p.column_row[at(e)]] -= f.L[at(e)] * y;
      f.L[at(end)] = y * f.inverse[at(j)];
      pivot -= f.L[at(end)] * y;
    }
    if (!decide(k, pivot)) return false;
    f.pivot[at(k)] = pivot;
    f.inverse[at(k)] = 1 / pivot;
  }
  return true;
}

}  // namespace zwang::linalg

// SPDX-License-Identifier: Apache-2.0
#pragma once
// Where the entries of a sparse matrix stand; their values live elsewhere, in the same order.

#include <utility>
#include <vector>

#include "base/index.h"

namespace zwang::equations {

/// Row i has the columns column[begin[i]] … column[begin[i + 1] − 1], ascending.
struct Pattern {
  std::vector<Index> begin{0}, column;

  Index rows() const { return static_cast<Index>(begin.size()) - 1; }
  Index entries() const { return static_cast<Index>(column.size()); }
};

/// From (row, column) pairs in any order, repeated ones counted once.
Pattern make_pattern(Index rows, std::vector<std::pair<Index, Index>> places);

/// The number of an entry that is there.
Index position(const Pattern& pattern, Index row, Index column);

}  // namespace zwang::equations

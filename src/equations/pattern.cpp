// SPDX-License-Identifier: Apache-2.0
#include "equations/pattern.h"

#include <algorithm>

#include "base/contract.h"

namespace zwang::equations {

Pattern make_pattern(Index rows, std::vector<std::pair<Index, Index>> places) {
  std::sort(places.begin(), places.end());
  places.erase(std::unique(places.begin(), places.end()), places.end());
  Pattern pattern;
  pattern.begin.assign(at(rows) + 1, 0);
  pattern.column.reserve(places.size());
  for (const auto& [row, column] : places) {
    ++pattern.begin[row + 1];
    pattern.column.push_back(column);
  }
  for (std::size_t i = 1; i < pattern.begin.size(); ++i) pattern.begin[i] += pattern.begin[i - 1];
  return pattern;
}

Index position(const Pattern& pattern, Index row, Index column) {
  const auto first = pattern.column.begin() + pattern.begin[row];
  const auto last = pattern.column.begin() + pattern.begin[row + 1];
  const auto found = std::lower_bound(first, last, column);
  expects(found != last && *found == column);
  return found - pattern.column.begin();
}

}  // namespace zwang::equations

// SPDX-License-Identifier: Apache-2.0
#include "equations/row_map.h"

namespace zwang::equations {

ColumnMap by_columns(const Pattern& pattern, Index columns) {
  ColumnMap map;
  map.begin.assign(static_cast<std::size_t>(columns) + 1, 0);
  map.row.resize(pattern.column.size());
  map.entry.resize(pattern.column.size());
  for (const Index column : pattern.column) ++map.begin[static_cast<std::size_t>(column) + 1];
  for (std::size_t j = 1; j < map.begin.size(); ++j) map.begin[j] += map.begin[j - 1];
  std::vector<Index> next(map.begin);
  for (Index i = 0; i < pattern.rows(); ++i) {
    const auto row = static_cast<std::size_t>(i);
    for (Index k = pattern.begin[row]; k < pattern.begin[row + 1]; ++k) {
      const auto column = static_cast<std::size_t>(pattern.column[static_cast<std::size_t>(k)]);
      const auto at = static_cast<std::size_t>(next[column]++);
      map.row[at] = i;
      map.entry[at] = k;
    }
  }
  return map;
}

}  // namespace zwang::equations

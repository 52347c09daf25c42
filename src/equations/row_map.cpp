// SPDX-License-Identifier: Apache-2.0
#include "equations/row_map.h"

namespace zwang::equations {

ColumnMap by_columns(const Pattern& pattern, Index columns) {
  ColumnMap map;
  map.begin.assign(at(columns) + 1, 0);
  map.row.resize(pattern.column.size());
  map.entry.resize(pattern.column.size());
  for (const Index column : pattern.column) ++map.begin[column + 1];
  for (std::size_t j = 1; j < map.begin.size(); ++j) map.begin[j] += map.begin[j - 1];
  std::vector<Index> next(map.begin);
  for (Index i = 0; i < pattern.rows(); ++i) {
    for (Index k = pattern.begin[i]; k < pattern.begin[i + 1]; ++k) {
      const Index place = next[pattern.column[k]]++;
      map.row[place] = i;
      map.entry[place] = k;
    }
  }
  return map;
}

}  // namespace zwang::equations

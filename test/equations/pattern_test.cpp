// SPDX-License-Identifier: Apache-2.0
// Where entries stand: patterns, their columns, and the blocks of M.

#include "equations/pattern.h"

#include <gtest/gtest.h>

#include "equations/mass_blocks.h"
#include "equations/row_map.h"
#include "support/random.h"

namespace zwang::test {
namespace {

using equations::Pattern;
using Indices = std::vector<Index>;

TEST(Pattern, SortsPlacesAndCountsRepeatedOnesOnce) {
  const Pattern pattern = equations::make_pattern(4, {{2, 5}, {0, 3}, {2, 1}, {0, 3}, {3, 0}});
  EXPECT_EQ(pattern.rows(), 4);
  EXPECT_EQ(pattern.entries(), 4);
  EXPECT_EQ(pattern.begin, (Indices{0, 1, 1, 3, 4}));
  EXPECT_EQ(pattern.column, (Indices{3, 1, 5, 0}));
  EXPECT_EQ(position(pattern, 0, 3), 0);
  EXPECT_EQ(position(pattern, 2, 5), 2);
  EXPECT_EQ(position(pattern, 3, 0), 3);
}

TEST(Pattern, ByColumnsHasEveryEntryOnceInItsColumn) {
  for (unsigned seed = 0; seed < 50; ++seed) {
    Random random(seed);
    const Index rows = 1 + seed % 6, columns = 1 + seed % 5;
    std::vector<std::pair<Index, Index>> places;
    for (Index i = 0; i < rows; ++i) {
      for (Index j = 0; j < columns; ++j) {
        if (random.uniform(0, 1) < 0.4) places.emplace_back(i, j);
      }
    }
    const Pattern pattern = equations::make_pattern(rows, places);
    const equations::ColumnMap map = equations::by_columns(pattern, columns);
    ASSERT_EQ(map.begin.back(), pattern.entries()) << "seed " << seed;
    std::vector<int> seen(places.size(), 0);
    for (Index j = 0; j < columns; ++j) {
      for (Index k = map.begin[at(j)]; k < map.begin[at(j) + 1]; ++k) {
        EXPECT_EQ(position(pattern, map.row[at(k)], j), map.entry[at(k)]) << "seed " << seed;
        ++seen[at(map.entry[at(k)])];
      }
    }
    EXPECT_EQ(seen, std::vector<int>(places.size(), 1)) << "seed " << seed;
  }
}

TEST(MassBlocks, AreRunsOfCoordinatesThatAreCoupled) {
  equations::MassBlocks blocks(7);
  EXPECT_EQ(blocks.sizes(), std::vector<std::size_t>(7, 1));
  blocks.couple(1, 3);  // 2 lies between
  blocks.couple(5, 5);
  blocks.couple(4, 3);
  EXPECT_EQ(blocks.sizes(), (std::vector<std::size_t>{1, 4, 1, 1}));
}

TEST(MassBlocks, EntriesStandRowByRowInEachBlock) {
  const equations::MassPlaces places({1, 3, 2});
  EXPECT_EQ(places.size(), 1 + 9 + 4);
  Index next = 0;
  for (const auto& [first, size] : {std::pair<Index, Index>{0, 1}, {1, 3}, {4, 2}}) {
    for (Index i = first; i < first + size; ++i) {
      EXPECT_EQ(places.block_size(i), size);
      for (Index j = first; j < first + size; ++j) EXPECT_EQ(places(i, j), next++);
    }
  }
}

}  // namespace
}  // namespace zwang::test

// SPDX-License-Identifier: Apache-2.0
#include "record/table.h"

#include <gtest/gtest.h>

#include "record/sample.h"

namespace zwang::record {
namespace {

TEST(Table, GivesBackWhatWasAppendedToTheBit) {
  constexpr std::uint64_t seed = 1;
  for (Index width : {1, 3, 20, 40000}) {  // the last: a row is longer than a usual chunk
    test::Random random(seed);
    const Index rows = width > 1000 ? 5 : 20000;
    Table table(test::wide_heading(width));
    std::vector<double> all;
    for (Index i = 0; i < rows; ++i) {
      if (table.room() == 0) table.prepare(1);
      const auto row = test::any_doubles(random, width);
      ASSERT_TRUE(table.append(row));
      all.insert(all.end(), row.begin(), row.end());
    }
    EXPECT_EQ(table.rows(), rows);
    EXPECT_EQ(test::bits(test::all_rows(table)), test::bits(all)) << "seed " << seed;
  }
}

TEST(Table, AColumnIsTheSameNumbersTheOtherWay) {
  const Table table = test::any_table(test::sample_heading(), 100, 2);
  for (Index j = 0; j < table.width(); ++j) {
    const auto column = table.column(j);
    ASSERT_EQ(column.size(), 100u);
    for (Index i = 0; i < 100; ++i)
      EXPECT_EQ(test::bits({&column[static_cast<std::size_t>(i)], 1}),
                test::bits({&table.row(i)[static_cast<std::size_t>(j)], 1}));
  }
}

TEST(Table, WithoutRoomNothingIsTaken) {
  Table table(test::sample_heading());
  const std::vector<double> row(4, 1.0);
  EXPECT_EQ(table.room(), 0);
  EXPECT_FALSE(table.append(row));
  table.prepare(1);
  while (table.room() > 0) ASSERT_TRUE(table.append(row));
  const Index full = table.rows();
  EXPECT_FALSE(table.append(row));
  EXPECT_EQ(table.rows(), full);
}

TEST(Table, ARowOfAnotherLengthIsNotTaken) {
  Table table(test::sample_heading());
  table.prepare(1);
  EXPECT_FALSE(table.append(std::vector<double>(3)));
  EXPECT_FALSE(table.append(std::vector<double>(5)));
  EXPECT_EQ(table.rows(), 0);
}

TEST(Table, PreparingMovesNoRow) {
  Table table(test::sample_heading());
  table.prepare(1);
  table.append(std::vector<double>(4));
  const double* const first = table.row(0).data();
  table.prepare(1000000);
  EXPECT_GE(table.room(), 1000000);
  EXPECT_EQ(table.row(0).data(), first);
}

TEST(Table, OneOfFewRowsTakesNoMoreRoomThanTheyNeedAndGrowsAllTheSame) {
  Table table(test::sample_heading(), 5);
  table.prepare(5);
  EXPECT_EQ(table.room(), 5);
  const std::vector<double> row(static_cast<std::size_t>(table.width()), 1.5);
  for (int i = 0; i < 12; ++i) {
    if (table.room() == 0) table.prepare(1);
    ASSERT_TRUE(table.append(row));
  }
  EXPECT_EQ(table.rows(), 12);
  Table none(test::sample_heading(), 0);
  none.prepare(1);
  EXPECT_TRUE(none.append(row));
}

TEST(Table, RowsThatWereExpectedLieInOnePiece) {
  const std::vector<double> row(4, 1.0);
  Table table(test::sample_heading());
  EXPECT_EQ(table.in_one_piece(), nullptr);
  table.prepare(30000);
  for (int i = 0; i < 30000; ++i) ASSERT_TRUE(table.append(row));
  EXPECT_EQ(table.in_one_piece(), table.row(0).data());
  EXPECT_EQ(table.row(29999).data(), table.row(0).data() + 4 * 29999);
  while (table.room() > 0) table.append(row);
  EXPECT_NE(table.in_one_piece(), nullptr);
  table.prepare(1);
  table.append(row);
  EXPECT_EQ(table.in_one_piece(), nullptr);
}

TEST(Table, ItsRowsReadAsASourceMakeItAgain) {
  for (Index rows : {0, 1, 8191, 8192, 8193, 30000}) {  // around the ends of chunks
    const Table table = test::any_table(test::sample_heading(), rows, 3);
    TableRows source(table);
    const Table copy = read_table(source);
    EXPECT_EQ(copy.rows(), rows);
    EXPECT_EQ(copy.heading().columns, table.heading().columns);
    EXPECT_EQ(test::bits(test::all_rows(copy)), test::bits(test::all_rows(table)));
  }
}

}  // namespace
}  // namespace zwang::record

// SPDX-License-Identifier: Apache-2.0
#include "record/hdf5/column_sets.h"

#include <gtest/gtest.h>

#include "record/hdf5/file.h"
#include "record/hdf5/record_file.h"
#include "record/scratch.h"
#include "record/table.h"

namespace zwang::record {
namespace {

using test::Scratch;

Columns chain(Index beads) {
  std::vector<Column> columns = {{"t", "time", "s"}};
  for (Index k = 1; k <= beads; ++k) {
    for (const char* const axis : {".x", ".y"}) {
      columns.push_back(
          {"p[" + std::to_string(k) + "]" + axis, "coordinate " + std::to_string(k), "m"});
    }
  }
  columns.push_back({"energy", "", "J"});
  return Columns(columns);
}

Table any_rows(const Columns& columns, Index rows) {
  Heading heading;
  heading.columns = columns;
  Table table(heading);
  table.prepare(rows);
  std::vector<double> row(static_cast<std::size_t>(columns.count()));
  for (Index i = 0; i < rows; ++i) {
    for (std::size_t j = 0; j < row.size(); ++j)
      row[j] = static_cast<double>(i) + 0.001 * static_cast<double>(j);
    table.append(row);
  }
  return table;
}

TEST(ColumnSets, NumbersInBracketsAreStars) {
  EXPECT_EQ(family_name("p[12].x'"), "p[*].x'");
  EXPECT_EQ(family_name("force(rod[3]).p[14].x"), "force(rod[*]).p[*].x");
  EXPECT_EQ(family_name("g[1,2]"), "g[*,*]");
  EXPECT_EQ(family_name("x2"), "x2");
}

TEST(ColumnSets, AFamilyIsOneSetOnceItIsLarge) {
  const std::vector<ColumnSet> few = group_columns(chain(kLeastFamily - 1));
  EXPECT_EQ(few.size(), 2 * static_cast<std::size_t>(kLeastFamily - 1) + 2);
  const std::vector<ColumnSet> many = group_columns(chain(kLeastFamily));
  ASSERT_EQ(many.size(), 4u);
  EXPECT_EQ(many[1].name, "p[*].x");
  EXPECT_EQ(many[2].first, 2);
  EXPECT_EQ(many[2].stride, 2);
  EXPECT_EQ(many[2].count, kLeastFamily);
  EXPECT_TRUE(many[1].family && !many[0].family);
}

TEST(ColumnSets, MembersThatAreNotEvenlyPlacedStandAlone) {
  std::vector<Column> columns;
  for (Index k = 0; k < 100; ++k) {
    columns.push_back({"p[" + std::to_string(k) + "]", "", ""});
    if (k == 50) columns.push_back({"t", "", ""});
  }
  EXPECT_EQ(group_columns(Columns(columns)).size(), 101u);
}

TEST(ColumnSets, AreReadAsTheyWereWritten) {
  const Scratch scratch;
  for (const Index rows : {0, 1, 3, 500, 9000}) {
    const Table table = any_rows(chain(100), rows);
    TableRows source(table);
    write_hdf5(scratch.path("a.h5"), source, {});
    const RecordFile file(scratch.path("a.h5"));
    ASSERT_EQ(file.columns(), table.heading().columns);
    ASSERT_EQ(file.rows(), static_cast<std::uint64_t>(rows));
    for (const Index j : {0, 1, 2, 99, 200, 201}) {
      const std::vector<double> all = table.column(j);
      EXPECT_EQ(file.column(j, 0, 1, 100000), all) << rows << " rows, column " << j;
      const std::vector<double> some = file.column(j, 1, 3, 4);
      for (std::size_t k = 0; k < some.size(); ++k) EXPECT_EQ(some[k], all[1 + 3 * k]);
    }
  }
}

TEST(ColumnSets, LinesComeBack) {
  for (const std::vector<std::string>& texts :
       {std::vector<std::string>{"a", "", "c"}, {""}, {"", ""}}) {
    EXPECT_EQ(split_lines(join_lines(texts)), texts);
  }
}

}  // namespace
}  // namespace zwang::record

// SPDX-License-Identifier: Apache-2.0
#include "record/columns.h"

#include <gtest/gtest.h>

#include "record/sample.h"
#include "record/scratch.h"
#include "zwang/status.h"

namespace zwang::record {
namespace {

std::string refusal(std::vector<Column> columns) {
  return test::message_of<InputError>([&] { Columns refused(std::move(columns)); });
}

TEST(Columns, EveryNameIsFoundAtItsPlace) {
  const Columns columns = test::sample_heading().columns;
  for (Index i = 0; i < columns.count(); ++i) EXPECT_EQ(columns.find(columns[i].name), i);
  for (const char* name : {"", "a", "bob", "bob.x''", "zzz"}) EXPECT_EQ(columns.find(name), -1);
}

TEST(Columns, KeepTheirOrder) {
  const Columns columns({{"z", "", ""}, {"a", "", ""}, {"m", "", ""}});
  std::string names;
  for (const Column& column : columns) names += column.name;
  EXPECT_EQ(names, "zam");
}

TEST(Columns, NamesAreNeitherEmptyNorTwice) {
  EXPECT_EQ(refusal({}), "columns: there are none");
  EXPECT_EQ(refusal({{"a", "", ""}, {"", "", ""}}), "columns: a name is empty");
  EXPECT_EQ(refusal({{"a", "one", ""}, {"b", "", ""}, {"a", "two", ""}}),
            "columns: the name 'a' is used twice");
}

}  // namespace
}  // namespace zwang::record

// SPDX-License-Identifier: Apache-2.0
#include "record/csv.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <sstream>

#include "record/file.h"
#include "record/part_reader.h"
#include "record/part_writer.h"
#include "record/sample.h"
#include "record/scratch.h"

namespace zwang::record {
namespace {

using test::Scratch;

std::string csv_of(const Table& table) {
  const Scratch scratch;
  TableRows rows(table);
  write_csv(scratch.path("a.csv"), rows);
  return test::bytes_of(scratch.path("a.csv"));
}

/// The numbers below the line of names, read by the C library.
std::vector<double> numbers_of(const std::string& csv) {
  std::vector<double> values;
  std::istringstream lines(csv);
  std::string line;
  while (std::getline(lines, line) && line[0] == '#') continue;  // ends with the names
  while (std::getline(lines, line)) {
    std::istringstream fields(line);
    for (std::string field; std::getline(fields, field, ',');)
      values.push_back(std::strtod(field.c_str(), nullptr));
  }
  return values;
}

/// Bits, but one NaN for all: text has no other.
std::vector<std::uint64_t> bits_but_nan(std::vector<double> values) {
  for (double& value : values)
    if (std::isnan(value)) value = std::numeric_limits<double>::quiet_NaN();
  return test::bits(values);
}

TEST(Csv, HasThisForm) {
  Table table(test::sample_heading());
  table.prepare(2);
  table.append(std::vector<double>{0, 1, -0.0, 0.1});
  table.append(std::vector<double>{0.001, std::nan(""), INFINITY, 1e-300});
  EXPECT_EQ(csv_of(table),
            "# zwang 0.1.0\n"
            "# title: A pendulum\n"
            "# model: pendulum.toml (0123456789abcdef)\n"
            "# method: dopri853, explicit, 1e-9\n"
            "# parameter: len = 1.25\n"
            "# parameter: g = 9.81\n"
            "# units: s, m, -, N\n"
            "t,bob.x,bob.x',force(rod).bob.x\n"
            "0,1,-0,0.1\n"
            "0.001,nan,inf,1e-300\n");
}

TEST(Csv, NamesWithMarksOfTheFormatAreQuoted) {
  Table table(
      {{}, Columns({{"a,b", "", ""}, {"say \"x\"", "", ""}, {"#c", "", ""}, {"d e", "", ""}})});
  const std::string csv = csv_of(table);
  EXPECT_NE(csv.find("\n\"a,b\",\"say \"\"x\"\"\",\"#c\",d e\n"), std::string::npos) << csv;
}

TEST(Csv, ATitleOfManyLinesStaysAComment) {
  Heading heading = test::sample_heading();
  heading.identity.title = "one\n2,3\r\nfour";
  EXPECT_NE(csv_of(Table(heading)).find("\n# title: one 2,3  four\n"), std::string::npos);
}

TEST(Csv, NumbersReadBackToTheBit) {
  constexpr std::uint64_t seed = 31;
  for (const Heading& heading : {test::sample_heading(), test::wide_heading(1)}) {
    const Table table = test::any_table(heading, 5000, seed);  // more than the writer's buffer
    EXPECT_EQ(bits_but_nan(numbers_of(csv_of(table))), bits_but_nan(test::all_rows(table)))
        << "seed " << seed;
  }
}

TEST(Csv, FromDiskAndFromMemoryTheBytesAreTheSame) {
  const Scratch scratch;
  const Table table = test::any_table(test::sample_heading(), 1000, 32);
  PartWriter writer(scratch.path("a.part"), table.heading(), {1e9, 70});
  for (Index i = 0; i < table.rows(); ++i) writer.append(table.row(i));
  writer.finish();
  PartReader reader(scratch.path("a.part"));
  write_csv(scratch.path("a.csv"), reader);
  EXPECT_TRUE(test::bytes_of(scratch.path("a.csv")) == csv_of(table));
}

TEST(Csv, OnAFullDiskTheOldFileStaysAndNothingElse) {
  const Scratch scratch;
  const std::string path = scratch.path("a.csv");
  test::put_bytes(path, "old");
  const Table table = test::any_table(test::sample_heading(), 1000, 33);
  TableRows rows(table);
  std::string message;
  {
    const test::SmallDisk disk(10000);
    message = test::message_of<FileError>([&] { write_csv(path, rows); });
  }
  EXPECT_EQ(message, path + ": cannot be written: File too large");
  EXPECT_EQ(test::bytes_of(path), "old");
  EXPECT_EQ(scratch.names(), std::vector<std::string>{"a.csv"});
}

}  // namespace
}  // namespace zwang::record

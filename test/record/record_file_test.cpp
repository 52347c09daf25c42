// SPDX-License-Identifier: Apache-2.0
#include "record/hdf5/record_file.h"

#include <gtest/gtest.h>

#include <cmath>

#include "record/file.h"
#include "record/hdf5/file.h"
#include "record/scratch.h"
#include "record/table.h"
#include "support/random.h"

namespace zwang::record {
namespace {

using test::Random;
using test::Scratch;

Table small_record(Index rows) {
  Heading heading;
  heading.identity.version = "1.2.3";
  heading.identity.title = "Títle </script>";
  heading.identity.model = "a.toml";
  heading.columns = Columns({{"t", "time", "s"}, {"b/c", "coordinate", ""}, {"a", "rate", "m"}});
  Table table(heading);
  table.prepare(rows);
  for (Index i = 0; i < rows; ++i) {
    const auto x = static_cast<double>(i);
    const double row[] = {x, std::sin(x), -x};
    table.append(row);
  }
  return table;
}

void write_small(const std::string& path, Index rows = 20) {
  const Table table = small_record(rows);
  TableRows source(table);
  const NamedText texts[] = {{"words", "<p>ü</p>"}, {"scene", "{}"}, {"nothing", ""}};
  write_hdf5(path, source, texts);
}

std::string refusal(const std::string& path, Unsealed unsealed = Unsealed::refuse) {
  try {
    const RecordFile record(path, unsealed);
    for (Index k = 0; k < record.columns().count(); ++k) record.column(k, 0, 1, 1000000);
    record.text("words");
  } catch (const FileError& error) {
    return error.reason();
  }
  return "";
}

TEST(RecordFile, GivesBackWhatWasWritten) {
  const Scratch scratch;
  write_small(scratch.path("a.h5"), 10000);
  const RecordFile record(scratch.path("a.h5"));
  EXPECT_EQ(record.title(), "Títle </script>");
  EXPECT_EQ(record.model(), "a.toml");
  EXPECT_EQ(record.version(), "zwang 1.2.3");
  EXPECT_EQ(record.rows(), 10000u);
  EXPECT_EQ(record.columns(), small_record(0).heading().columns);
  const auto values = record.column(1, 5, 7, 3);
  EXPECT_EQ(values, (std::vector<double>{std::sin(5.0), std::sin(12.0), std::sin(19.0)}));
  EXPECT_EQ(record.column(0, 9998, 1, 50), (std::vector<double>{9998, 9999}));
  EXPECT_TRUE(record.column(0, 10000, 1, 50).empty());
  EXPECT_EQ(record.text("words"), "<p>ü</p>");
  EXPECT_EQ(record.text("nothing"), "");
  EXPECT_EQ(record.text("else"), std::nullopt);
}

TEST(RecordFile, EqualRecordsAreEqualBytes) {
  const Scratch scratch;
  write_small(scratch.path("a.h5"));
  write_small(scratch.path("b.h5"));
  EXPECT_EQ(test::bytes_of(scratch.path("a.h5")), test::bytes_of(scratch.path("b.h5")));
}

TEST(RecordFile, OtherFilesAreRefusedInWords) {
  const Scratch scratch;
  EXPECT_THROW(RecordFile(scratch.path("none.h5")), FileError);
  test::put_bytes(scratch.path("empty.h5"), "");
  EXPECT_EQ(refusal(scratch.path("empty.h5")),
            "is not a results file of a run: it is not an HDF5 file");
  test::put_bytes(scratch.path("head.h5"), "\x89HDF\r\n\x1A\n and no more");
  EXPECT_EQ(refusal(scratch.path("head.h5")),
            "is without its checksum: truncated, or written to by another program");
  const hid_t other =
      H5Fcreate(scratch.path("other.h5").c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
  H5Fclose(other);
  EXPECT_EQ(refusal(scratch.path("other.h5"), Unsealed::read),
            "is not a results file of a run: it has no 'version'");
}

TEST(RecordFile, AnyByteThatChangesIsNoticed) {
  const Scratch scratch;
  write_small(scratch.path("a.h5"));
  const std::string whole = test::bytes_of(scratch.path("a.h5"));
  ASSERT_EQ(refusal(scratch.path("a.h5")), "");
  Random random(7);
  for (int k = 0; k < 100; ++k) {
    std::string bytes = whole;
    const auto at =
        static_cast<std::size_t>(random.integer(0, static_cast<Index>(bytes.size()) - 1));
    bytes[at] = static_cast<char>(bytes[at] ^ static_cast<char>(1 << random.integer(0, 7)));
    test::put_bytes(scratch.path("b.h5"), bytes);
    EXPECT_NE(refusal(scratch.path("b.h5")), "") << "seed 7, byte " << at;
  }
}

// Flips, cuts, and zeros put in: none may get as far as HDF5, which may crash on it.
TEST(RecordFile, DamageOfAnyKindIsRefused) {
  const Scratch scratch;
  write_small(scratch.path("a.h5"));
  const std::string whole = test::bytes_of(scratch.path("a.h5"));
  Random random(8);
  const auto place = [&](std::size_t size) {
    return static_cast<std::size_t>(random.integer(0, static_cast<Index>(size) - 1));
  };
  for (int k = 0; k < 200; ++k) {
    std::string bytes = whole;
    for (Index flips = random.integer(0, 3); flips > 0; --flips)
      bytes[place(bytes.size())] ^= static_cast<char>(1 + random.integer(0, 254));
    if (random.chance(0.3)) bytes.resize(place(bytes.size()));
    if (!bytes.empty() && random.chance(0.3)) {
      const auto zeros = static_cast<std::size_t>(random.integer(1, 600));
      bytes.insert(place(bytes.size()), zeros, '\0');
    }
    if (bytes == whole) continue;
    test::put_bytes(scratch.path("b.h5"), bytes);
    EXPECT_NE(refusal(scratch.path("b.h5")), "") << "seed 8, damage " << k;
  }
}

TEST(RecordFile, WhatIsCutOffIsRefused) {
  const Scratch scratch;
  write_small(scratch.path("a.h5"));
  const std::string whole = test::bytes_of(scratch.path("a.h5"));
  for (std::size_t size = 0; size < whole.size(); size += 307) {
    test::put_bytes(scratch.path("b.h5"), whole.substr(0, size));
    EXPECT_NE(refusal(scratch.path("b.h5")), "") << size << " of " << whole.size();
  }
}

TEST(RecordFile, WithoutItsSealARecordIsReadOnlyWhereThatIsAskedFor) {
  const Scratch scratch;
  write_small(scratch.path("a.h5"));
  const std::string whole = test::bytes_of(scratch.path("a.h5"));
  test::put_bytes(scratch.path("b.h5"), whole.substr(0, whole.size() - 24));
  EXPECT_NE(refusal(scratch.path("b.h5")), "");
  EXPECT_EQ(refusal(scratch.path("b.h5"), Unsealed::read), "");
}

}  // namespace
}  // namespace zwang::record

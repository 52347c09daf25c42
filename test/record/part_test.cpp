// SPDX-License-Identifier: Apache-2.0
// What a run writes while it goes on can be read at any moment, to the bit.

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <chrono>
#include <thread>

#include "record/bytes.h"
#include "record/file.h"
#include "record/part_reader.h"
#include "record/part_writer.h"
#include "record/sample.h"
#include "record/scratch.h"
#include "zwang/status.h"

namespace zwang::record {
namespace {

using Ending = PartReader::Ending;
using test::Scratch;

constexpr double kNever = 1e9;  // seconds: only full blocks are written

/// The rows that can be read, and how the file ends.
struct Read {
  std::vector<double> rows;
  Ending ending;
};

Read read(const std::string& path) {
  PartReader reader(path);
  const Table table = read_table(reader);
  EXPECT_EQ(table.rows(), reader.rows());
  return {test::all_rows(table), reader.ending()};
}

void append_all(PartWriter& writer, const Table& table) {
  for (Index i = 0; i < table.rows(); ++i) ASSERT_TRUE(writer.append(table.row(i)));
}

TEST(Part, AFinishedRecordComesBackToTheBit) {
  const Scratch scratch;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    test::Random random(seed);
    const Index rows = random.integer(0, 60), block = random.integer(0, 7);
    const Table table = test::any_table(test::sample_heading(), rows, seed);
    PartWriter writer(scratch.path("a.part"), table.heading(), {kNever, block});
    append_all(writer, table);
    writer.finish();
    const Read back = read(scratch.path("a.part"));
    EXPECT_EQ(test::bits(back.rows), test::bits(test::all_rows(table))) << "seed " << seed;
    EXPECT_EQ(back.ending, Ending::finished) << "seed " << seed;
  }
  EXPECT_EQ(scratch.names(), std::vector<std::string>{"a.part"});
}

TEST(Part, TheHeadingComesBack) {
  const Scratch scratch;
  const Heading heading = test::sample_heading();
  PartWriter(scratch.path("a.part"), heading).finish();
  const PartReader reader(scratch.path("a.part"));
  EXPECT_EQ(reader.heading().columns, heading.columns);
  EXPECT_EQ(differences(reader.heading().identity, heading.identity), "");
  EXPECT_EQ(reader.heading().identity.title, "A pendulum");
}

// The layout is a promise: files of today must be read by programs of tomorrow.
TEST(Part, TheLayoutIsTheDocumentedOne) {
  const Scratch scratch;
  PartWriter writer(scratch.path("a.part"), test::wide_heading(2), {kNever, 8});
  writer.append(std::vector<double>{1.0, -2.0});
  writer.finish();
  const std::string bytes = test::bytes_of(scratch.path("a.part"));
  using namespace std::string_literals;
  EXPECT_EQ(bytes.substr(0, 16), "\x8AZWG\r\n\x1A\n\x01\0\0\0part"s);
  EXPECT_EQ(bytes.substr(16, 4), "head");
  const std::string done = bytes.substr(bytes.size() - 24), rows = bytes.substr(bytes.size() - 64);
  EXPECT_EQ(done.substr(0, 4), "done");
  EXPECT_EQ(done.substr(8), "\x08\0\0\0\0\0\0\0\x01\0\0\0\0\0\0\0"s);
  EXPECT_EQ(rows.substr(0, 4), "rows");
  EXPECT_EQ(rows.substr(8, 16), "\x18\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"s);
  EXPECT_EQ(rows.substr(24, 16), "\0\0\0\0\0\0\xF0\x3F\0\0\0\0\0\0\0\xC0"s);
  EXPECT_EQ(load_u32(&rows[4]), crc32c("rows" + rows.substr(8, 32)));
}

TEST(Part, WhatWasFlushedIsThereWhileTheRunGoesOn) {
  const Scratch scratch;
  const Table table = test::any_table(test::sample_heading(), 10, 1);
  PartWriter writer(scratch.path("a.part"), table.heading(), {kNever, 100});
  for (Index i = 0; i < table.rows(); ++i) {
    ASSERT_TRUE(writer.append(table.row(i)));
    EXPECT_EQ(read(scratch.path("a.part")).rows.size(), static_cast<std::size_t>(4 * i));
    ASSERT_TRUE(writer.flush());
    const Read now = read(scratch.path("a.part"));
    EXPECT_EQ(test::bits(now.rows), test::bits(test::first_rows(test::all_rows(table), i + 1, 4)));
    EXPECT_EQ(now.ending, Ending::unfinished);
  }
}

TEST(Part, RowsWaitNoLongerThanAsked) {
  const Scratch scratch;
  PartWriter writer(scratch.path("a.part"), test::sample_heading(), {0.05, 1000});
  const std::vector<double> row(4, 1.0);
  writer.append(row);
  std::this_thread::sleep_for(std::chrono::milliseconds(60));
  writer.append(row);
  EXPECT_EQ(read(scratch.path("a.part")).rows.size(), 8u);
}

TEST(Part, AfterAKillEveryWholeBlockIsThere) {
  const Scratch scratch;
  const Table table = test::any_table(test::sample_heading(), 11, 5);
  const pid_t child = ::fork();
  if (child == 0) {
    PartWriter writer(scratch.path("a.part"), table.heading(), {kNever, 4});
    for (Index i = 0; i < table.rows(); ++i) writer.append(table.row(i));
    ::kill(::getpid(), SIGKILL);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
  const Read back = read(scratch.path("a.part"));
  EXPECT_EQ(test::bits(back.rows), test::bits(test::first_rows(test::all_rows(table), 8, 4)));
  EXPECT_EQ(back.ending, Ending::unfinished);
}

TEST(Part, AWriterThatIsLeftWritesWhatWaits) {
  const Scratch scratch;
  {
    PartWriter writer(scratch.path("a.part"), test::sample_heading(), {kNever, 100});
    writer.append(std::vector<double>(4, 1.0));
  }
  const Read back = read(scratch.path("a.part"));
  EXPECT_EQ(back.rows.size(), 4u);
  EXPECT_EQ(back.ending, Ending::unfinished);
}

TEST(Part, AFullDiskIsSaidAndOnceThereIsRoomNothingIsMissing) {
  const Scratch scratch;
  const std::string path = scratch.path("a.part");
  const Table table = test::any_table(test::sample_heading(), 100, 6);
  PartWriter writer(path, table.heading(), {kNever, 10});
  Index taken = 0;
  {
    const test::SmallDisk disk(2000);  // about four blocks
    while (taken < table.rows() && writer.append(table.row(taken))) taken = writer.rows();
    taken = writer.rows();
    EXPECT_LT(taken, 100);
    EXPECT_GT(taken, 10);
    EXPECT_FALSE(writer.append(table.row(taken)));  // no room is left for a further row
    EXPECT_EQ(writer.rows(), taken);
    EXPECT_EQ(test::message_of<FileError>([&] { writer.check(); }),
              path + ": cannot be written: File too large");
    EXPECT_EQ(read(path).ending, Ending::unfinished);  // no half of a block stays
  }
  for (; taken < table.rows(); ++taken) ASSERT_TRUE(writer.append(table.row(taken)));
  writer.check();
  writer.finish();
  const Read back = read(path);
  EXPECT_EQ(back.ending, Ending::finished);
  EXPECT_EQ(test::bits(back.rows), test::bits(test::all_rows(table)));
}

TEST(Part, ARowOfAnotherLengthIsRefused) {
  const Scratch scratch;
  PartWriter writer(scratch.path("a.part"), test::sample_heading());
  EXPECT_FALSE(writer.append(std::vector<double>(3)));
  EXPECT_FALSE(writer.append(std::vector<double>(5)));
  EXPECT_EQ(writer.rows(), 0);
}

TEST(Part, AfterTheEndNothingIsTaken) {
  const Scratch scratch;
  PartWriter writer(scratch.path("a.part"), test::sample_heading());
  ASSERT_TRUE(writer.append(std::vector<double>(4, 1.0)));
  writer.finish();
  EXPECT_FALSE(writer.append(std::vector<double>(4, 1.0)));
  EXPECT_EQ(writer.rows(), 1);
  EXPECT_EQ(read(scratch.path("a.part")).ending, Ending::finished);
}

TEST(Part, OptionsThatCannotBeAreNamed) {
  const Scratch scratch;
  const auto refusal = [&](const PartOptions& options) {
    return test::message_of<InputError>(
        [&] { PartWriter(scratch.path("a.part"), test::sample_heading(), options); });
  };
  EXPECT_EQ(refusal({-1, 0}), "seconds: is negative or not a number");
  EXPECT_EQ(refusal({std::numeric_limits<double>::quiet_NaN(), 0}),
            "seconds: is negative or not a number");
  EXPECT_EQ(refusal({1, -1}), "block_rows: is negative");
  EXPECT_TRUE(scratch.names().empty());
}

TEST(Part, WhatIsNoRecordIsSaid) {
  const Scratch scratch;
  const std::string path = scratch.path("a.part");
  const auto refusal = [&] {
    return test::message_of<FileError>([&] { PartReader reader(path); });
  };
  EXPECT_EQ(refusal(), path + ": cannot be read: No such file or directory");
  std::filesystem::create_directory(path);
  EXPECT_EQ(refusal(), path + ": cannot be read: Is a directory");
  std::filesystem::remove(path);
  test::put_bytes(path, "t,x\n0,1\n and some more lines of another file");
  EXPECT_EQ(refusal(), path + ": is not a record of a run");
  test::put_bytes(path, preamble(FileKind::checkpoint));
  EXPECT_EQ(refusal(), path + ": is not a record of a run, but another file of this program");
  std::string newer = preamble(FileKind::part);
  newer[8] = 2;
  test::put_bytes(path, newer);
  EXPECT_EQ(refusal(), path + ": has format 2, this program reads format 1");
  test::put_bytes(path, preamble(FileKind::part));
  EXPECT_EQ(refusal(), path + ": its header is truncated or damaged; no sample can be read");
}

TEST(Part, TheEndingIsASentence) {
  EXPECT_EQ(sentence(Ending::finished, 3), "The record is complete: 3 rows.");
  EXPECT_EQ(sentence(Ending::unfinished, 0),
            "The run has not finished; the record has 0 rows so far.");
  EXPECT_EQ(sentence(Ending::truncated, 1),
            "The record is truncated; 1 row before the cut can be read.");
  EXPECT_EQ(sentence(Ending::damaged, 2),
            "The record is damaged; 2 rows before the damage can be read.");
}

}  // namespace
}  // namespace zwang::record

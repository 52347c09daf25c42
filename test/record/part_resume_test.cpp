// SPDX-License-Identifier: Apache-2.0
// A run that goes on after a stop leaves the record that it would have left without.

#include <gtest/gtest.h>
#include <sys/wait.h>

#include "record/file.h"
#include "record/part_reader.h"
#include "record/part_writer.h"
#include "record/sample.h"
#include "record/scratch.h"

namespace zwang::record {
namespace {

using test::Scratch;

constexpr double kNever = 1e9;  // seconds: only full blocks are written

std::string refusal(const std::string& path, const Heading& heading, Index rows) {
  return test::message_of<FileError>([&] { PartWriter::resume(path, heading, rows); });
}

/// The first `written` rows of the table, as a stopped run leaves them.
void write_stopped(const std::string& path, const Table& table, Index written, Index block) {
  PartWriter writer(path, table.heading(), {kNever, block});
  for (Index i = 0; i < written; ++i) ASSERT_TRUE(writer.append(table.row(i)));
}

TEST(PartResume, FromEveryRowTheRecordIsTheSame) {
  const Scratch scratch;
  const std::string path = scratch.path("a.part");
  const Table table = test::any_table(test::sample_heading(), 12, 21);
  for (Index written : {0, 4, 9})
    for (Index from = 0; from <= written; ++from)
      for (Index block : {3, 100}) {
        write_stopped(path, table, written, block);
        PartWriter writer = PartWriter::resume(path, table.heading(), from, {kNever, 4});
        EXPECT_EQ(writer.rows(), from);
        for (Index i = from; i < table.rows(); ++i) ASSERT_TRUE(writer.append(table.row(i)));
        writer.finish();
        PartReader reader(path);
        EXPECT_EQ(test::bits(test::all_rows(read_table(reader))), test::bits(test::all_rows(table)))
            << "from row " << from << " of " << written << ", blocks of " << block;
        EXPECT_EQ(reader.ending(), PartReader::Ending::finished);
      }
}

TEST(PartResume, RowsBeforeTheStopAreOnDiskAtOnce) {
  const Scratch scratch;
  const Table table = test::any_table(test::sample_heading(), 12, 22);
  write_stopped(scratch.path("a.part"), table, 12, 5);
  const PartWriter writer = PartWriter::resume(scratch.path("a.part"), table.heading(), 7);
  PartReader reader(scratch.path("a.part"));
  EXPECT_EQ(read_table(reader).rows(), 7);
}

TEST(PartResume, AHalfBlockAtTheEndIsCutOff) {
  const Scratch scratch;
  const std::string path = scratch.path("a.part");
  const Table table = test::any_table(test::sample_heading(), 6, 23);
  write_stopped(path, table, 6, 2);
  std::filesystem::resize_file(path, std::filesystem::file_size(path) - 3);
  EXPECT_EQ(refusal(path, table.heading(), 6),
            path + ": has 4 whole rows, not the 6 after which the run is to continue");
  PartWriter::resume(path, table.heading(), 4).finish();
  PartReader reader(path);
  EXPECT_EQ(read_table(reader).rows(), 4);
  EXPECT_EQ(reader.ending(), PartReader::Ending::finished);
}

TEST(PartResume, TheRecordOfAnotherRunIsRefusedAndKept) {
  const Scratch scratch;
  const std::string path = scratch.path("a.part");
  const Table table = test::any_table(test::sample_heading(), 6, 24);
  write_stopped(path, table, 6, 2);
  const std::string before = test::bytes_of(path);
  Heading other = table.heading();
  other.identity.parameters[1].value = 1.62;
  EXPECT_EQ(refusal(path, other, 4),
            path + ": belongs to another run: the parameter 'g' was 9.81 and is now 1.62");
  const Heading wider{test::sample_identity(), test::wide_heading(5).columns};
  EXPECT_EQ(refusal(path, wider, 4), path + ": has other columns");
  EXPECT_EQ(test::bytes_of(path), before);
}

TEST(PartResume, AMissingRecordIsSaid) {
  const Scratch scratch;
  EXPECT_EQ(refusal(scratch.path("a.part"), test::sample_heading(), 0),
            scratch.path("a.part") + ": cannot be read: No such file or directory");
}

// Locks are between processes: the writer lives in a child, which ends when the pipe closes.
TEST(PartResume, ARecordThatAnotherProcessWritesIsLeftAlone) {
  const Scratch scratch;
  const std::string path = scratch.path("a.part");
  int ready[2], stop[2];
  ASSERT_EQ(::pipe(ready), 0);
  ASSERT_EQ(::pipe(stop), 0);
  const pid_t child = ::fork();
  if (child == 0) {
    ::close(stop[1]);
    PartWriter writer(path, test::sample_heading());
    char byte = writer.append(std::vector<double>(4, 1.0)) && writer.flush() ? 1 : 0;
    if (::write(ready[1], &byte, 1) == 1) byte = static_cast<char>(::read(stop[0], &byte, 1));
    ::_exit(0);
  }
  char byte = 0;
  EXPECT_EQ(::read(ready[0], &byte, 1), 1);
  const std::string message = refusal(path, test::sample_heading(), 1);
  for (int end : {stop[1], stop[0], ready[0], ready[1]}) ::close(end);
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(message, path + ": is being written by another process");
  EXPECT_EQ(refusal(path, test::sample_heading(), 1), "");
}

}  // namespace
}  // namespace zwang::record

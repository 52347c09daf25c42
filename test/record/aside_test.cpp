// SPDX-License-Identifier: Apache-2.0
// A file is there as a whole or not at all, and says why not.

#include "record/aside.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "record/file.h"
#include "record/scratch.h"

namespace zwang::record {
namespace {

using test::Scratch;
using Names = std::vector<std::string>;

std::string failure(const std::string& path, const std::string& bytes = "new") {
  return test::message_of<FileError>([&] { replace_file(path, bytes); });
}

TEST(Aside, NothingHasTheNameBeforeTheFileIsComplete) {
  const Scratch scratch;
  AsideFile file(scratch.path("a.txt"));
  file.write("new");
  EXPECT_FALSE(std::filesystem::exists(scratch.path("a.txt")));
  file.commit();
  EXPECT_EQ(test::bytes_of(scratch.path("a.txt")), "new");
  EXPECT_EQ(scratch.names(), Names{"a.txt"});
}

TEST(Aside, AnOldFileStaysUntilThen) {
  const Scratch scratch;
  test::put_bytes(scratch.path("a.txt"), "old");
  AsideFile file(scratch.path("a.txt"));
  file.write("new");
  EXPECT_EQ(test::bytes_of(scratch.path("a.txt")), "old");
  file.commit();
  EXPECT_EQ(test::bytes_of(scratch.path("a.txt")), "new");
}

TEST(Aside, WithoutCommitNothingIsLeft) {
  const Scratch scratch;
  test::put_bytes(scratch.path("a.txt"), "old");
  {
    AsideFile file(scratch.path("a.txt"));
    file.write("new");
    EXPECT_EQ(scratch.names().size(), 2u);
  }
  EXPECT_EQ(scratch.names(), Names{"a.txt"});
  EXPECT_EQ(test::bytes_of(scratch.path("a.txt")), "old");
}

TEST(Aside, TwoAtATimeDoNotMeet) {
  const Scratch scratch;
  AsideFile first(scratch.path("a.txt")), second(scratch.path("a.txt"));
  first.write("first");
  second.write("second");
  first.commit();
  EXPECT_EQ(test::bytes_of(scratch.path("a.txt")), "first");
  second.commit();
  EXPECT_EQ(test::bytes_of(scratch.path("a.txt")), "second");
  EXPECT_EQ(scratch.names(), Names{"a.txt"});
}

TEST(Aside, AMissingFolderIsSaidWithThePathThatWasGiven) {
  const Scratch scratch;
  const std::string path = scratch.path("none/a.txt");
  EXPECT_EQ(failure(path), path + ": cannot be written: No such file or directory");
}

TEST(Aside, AFolderInThePlaceOfTheFileIsSaidAndStays) {
  const Scratch scratch;
  std::filesystem::create_directory(scratch.path("a.txt"));
  EXPECT_EQ(failure(scratch.path("a.txt")),
            scratch.path("a.txt") + ": cannot be written: Is a directory");
  EXPECT_EQ(scratch.names(), Names{"a.txt"});
}

// The superuser may write everywhere, so the test becomes nobody for a moment.
TEST(Aside, AFolderWithoutPermissionIsSaid) {
  const Scratch scratch;
  test::put_bytes(scratch.path("a.txt"), "old");
  ASSERT_EQ(::chmod(scratch.path().c_str(), 0555), 0);
  const uid_t user = ::geteuid();
  if (user == 0) ASSERT_EQ(::seteuid(65534), 0);
  const std::string message = failure(scratch.path("a.txt"));
  if (user == 0) ASSERT_EQ(::seteuid(user), 0);
  ASSERT_EQ(::chmod(scratch.path().c_str(), 0755), 0);
  EXPECT_EQ(message, scratch.path("a.txt") + ": cannot be written: Permission denied");
  EXPECT_EQ(test::bytes_of(scratch.path("a.txt")), "old");
  EXPECT_EQ(scratch.names(), Names{"a.txt"});
}

TEST(Aside, AFullDiskIsSaidAndTheOldFileKept) {
  const Scratch scratch;
  test::put_bytes(scratch.path("a.txt"), "old");
  std::string message;
  {
    const test::SmallDisk disk(1000);
    message = failure(scratch.path("a.txt"), std::string(2000, 'x'));
  }
  EXPECT_EQ(message, scratch.path("a.txt") + ": cannot be written: File too large");
  EXPECT_EQ(test::bytes_of(scratch.path("a.txt")), "old");
  EXPECT_EQ(scratch.names(), Names{"a.txt"});
}

TEST(Aside, WhatAKilledProcessLeftIsNotInTheWay) {
  const Scratch scratch;
  const std::string left = "a.txt.tmp-" + std::to_string(::getpid()) + "-0";
  test::put_bytes(scratch.path(left), "half");
  replace_file(scratch.path("a.txt"), "new");
  EXPECT_EQ(test::bytes_of(scratch.path("a.txt")), "new");
  EXPECT_EQ(test::bytes_of(scratch.path(left)), "half");
}

}  // namespace
}  // namespace zwang::record

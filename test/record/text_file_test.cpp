// SPDX-License-Identifier: Apache-2.0
#include "record/text_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <thread>

#include "record/file.h"

namespace zwang::record {
namespace {

class TextFile : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::temp_directory_path() /
              ("zwang-text-" + std::to_string(::getpid()) + "-" +
               testing::UnitTest::GetInstance()->current_test_info()->name());
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  std::string path(const char* name) const { return (folder_ / name).string(); }
  static std::string refusal(const std::string& path) {
    try {
      read_text(path, 100);
    } catch (const FileError& error) {
      return error.reason();
    }
    return "";
  }

 private:
  std::filesystem::path folder_;
};

TEST_F(TextFile, IsReadWholeOrAsFarAsAsked) {
  std::ofstream(path("a"), std::ios::binary) << std::string(200'000, 'x') << "end";
  EXPECT_EQ(read_text(path("a"), 1'000'000).size(), 200'003u);
  EXPECT_EQ(read_text(path("a"), 70'000), std::string(70'000, 'x'));
  std::ofstream(path("empty"));
  EXPECT_EQ(read_text(path("empty"), 100), "");
}

TEST_F(TextFile, IsNoFolderDeviceOrPipeWithoutAWriter) {
  EXPECT_EQ(refusal(path("none")), "cannot be read: No such file or directory");
  EXPECT_EQ(refusal(path(".")), "cannot be read: Is a directory");
  EXPECT_EQ(refusal("/dev/zero"), "is a device, not a file");
  ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
  EXPECT_EQ(refusal(path("pipe")), "is a pipe without a writer");
}

TEST_F(TextFile, MayComeSlowlyThroughAPipe) {
  ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
  std::fstream writer(path("pipe"), std::ios::in | std::ios::out);  // does not wait for a reader
  writer << "first " << std::flush;
  std::thread later([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    writer << "second" << std::flush;
    writer.close();
  });
  EXPECT_EQ(read_text(path("pipe"), 100), "first second");
  later.join();
}

}  // namespace
}  // namespace zwang::record

// SPDX-License-Identifier: Apache-2.0
#include "zwang/compare.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "zwang/run.h"

namespace zwang::test {
namespace {

/// x = sin(w t) as a spring moves it, recorded.
class Records : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::temp_directory_path() /
              (std::string("zwang_compare_") +
               testing::UnitTest::GetInstance()->current_test_info()->name());
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string record(const std::string& name, double w, double duration, long samples,
                     double from = 0) {
    const std::string text = "[parameters]\nw = " + std::to_string(w) +
                             "\n[coordinates]\nx = { start = 0, rate = \"w\" }\n"
                             "[free]\nlagrangian = \"x'^2/2 - w^2*x^2/2\"\n"
                             "[simulate]\nduration = 1\nfrom = " +
                             std::to_string(from) + "\n";
    RunOptions options;
    options.tolerance = 1e-11;
    options.duration = duration;
    options.samples = samples;
    const std::string path = (folder_ / name).string();
    write_hdf5(run(read_model(text, name), options), path);
    return path;
  }

  static const Comparison::Column& column(const Comparison& found, const std::string& name) {
    for (const auto& column : found.columns) {
      if (column.name == name) return column;
    }
    throw std::runtime_error("no column " + name);
  }

  const std::filesystem::path& folder() const { return folder_; }

 private:
  std::filesystem::path folder_;
};

TEST_F(Records, OfOneRunAreEqual) {
  const std::string path = record("a.h5", 1, 10, 101);
  const Comparison found = compare(path, path);
  EXPECT_EQ(found.rows, 101u);
  EXPECT_TRUE(found.same_rows);
  EXPECT_GT(found.columns.size(), 3u);
  for (const auto& column : found.columns) EXPECT_EQ(column.largest, 0) << column.name;
  EXPECT_TRUE(found.only_first.empty());
}

TEST_F(Records, OfTwoFrequenciesAreApartByTheDifferenceOfTheirSines) {
  const Comparison found = compare(record("a.h5", 1, 10, 101), record("b.h5", 1.1, 10, 101));
  double largest = 0, at = 0;
  for (int k = 0; k <= 100; ++k) {
    const double t = 0.1 * k, apart = std::abs(std::sin(t) - std::sin(1.1 * t));
    if (apart > largest) largest = apart, at = t;
  }
  EXPECT_NEAR(column(found, "x").largest, largest, 1e-9);
  EXPECT_NEAR(column(found, "x").at, at, 1e-12);
}

// A cubic between samples h apart is off by h⁴/384 of the fourth derivative, a chord by h²/8 of the second.
TEST_F(Records, OfOtherTimesAreInterpolated) {
  const Comparison found = compare(record("a.h5", 1, 8, 321), record("b.h5", 1, 10, 101));
  EXPECT_FALSE(found.same_rows);
  EXPECT_EQ(found.rows, 321u);
  EXPECT_EQ(found.to, 8);
  EXPECT_LT(column(found, "x").largest, 1.1e-4 / 384 + 1e-8);
  EXPECT_GT(column(found, "x").largest, 0.5e-4 / 384);
  EXPECT_LT(column(found, "kinetic").largest, 2 * 1.1e-2 / 8);
}

// The page holds both runs, and its table what differs.
TEST_F(Records, StandOnOnePage) {
  const std::string first = record("a.h5", 1, 10, 101), second = record("b.h5", 1.1, 10, 101);
  const std::string page = (folder() / "both.html").string();
  write_comparison(compare(first, second), first, second, page);
  std::ifstream file(page);
  const std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  for (const char* part : {"id=\"zwang-data\"", "id=\"zwang-other-data\">",
                           "id=\"zwang-other-scene\">", "id=\"comparison\"", "b.h5", "<td>"})
    EXPECT_NE(text.find(part), text.npos) << part;
  EXPECT_THROW(write_comparison(compare(first, second), first, "nowhere.h5", page), FileTrouble);
}

TEST_F(Records, ThatShareNoTimeAreRefused) {
  const std::string early = record("a.h5", 1, 1, 5), late = record("b.h5", 1, 1, 5, 20);
  EXPECT_THROW(compare(early, late), InputError);
}

TEST_F(Records, ThatAreNoneAreRefused) {
  EXPECT_THROW(compare(record("a.h5", 1, 1, 5), "nowhere.h5"), FileTrouble);
}

}  // namespace
}  // namespace zwang::test

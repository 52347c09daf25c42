// SPDX-License-Identifier: Apache-2.0
// Runs that take too long, ends that are known, and several who share one sweep.

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <mutex>

#include "record/hdf5/record_file.h"
#include "zwang/sweep.h"

namespace zwang {
namespace {

namespace fs = std::filesystem;

constexpr const char* swing = R"toml(
[parameters]
T = 1
[coordinates]
x = 1
[free]
lagrangian = "x'^2/2 - x^2/2"
[simulate]
duration = "T"
[sweep]
vary = { T = { grid = [1, 2, 1000, 3, 4, 5, 6, 7, 8] } }
watch = { at = "end(x)" }
)toml";

struct Scratch {
  Scratch() : path(fs::temp_directory_path() / ("zwang_limits_" + std::to_string(std::rand()))) {
    fs::create_directories(path);
  }
  ~Scratch() { fs::remove_all(path); }
  std::string file(const std::string& name) const { return (path / name).string(); }
  fs::path path;
};

TEST(SweepLimits, ARunWithTooManyStepsIsGivenUpAndHarmsNoOther) {
  const Model model = read_model(swing, "swing");
  Sweep asked = *asked_sweep(model);
  asked.step_limit = 200;
  std::string bytes;
  for (const unsigned threads : {1u, 3u}) {
    SweepOptions options;
    options.threads = threads;
    const SweepResult result = sweep(model, asked, options);
    for (std::size_t k = 0; k < result.runs.size(); ++k) {
      const SweepRun& run = result.runs[k];
      if (k == 2) {
        EXPECT_EQ(run.status, "step_limit");
        EXPECT_EQ(run.message, "the run did not end within 200 steps");
        EXPECT_TRUE(std::isnan(run.watched[0]));
      } else {
        EXPECT_EQ(run.status, "ok");
        EXPECT_NEAR(run.watched[0], std::cos(run.varied[0]), 1e-5);
      }
    }
    if (bytes.empty()) bytes = to_csv(result);
    EXPECT_EQ(to_csv(result), bytes);
    ASSERT_EQ(failures(result).size(), 1u);
    EXPECT_EQ(failures(result)[0].first_run, 3);
  }
}

TEST(SweepLimits, ARunThatTakesTooLongIsGivenUp) {
  const Model model = read_model(swing, "swing");
  Sweep asked = *asked_sweep(model);
  asked.vary[0].numbers = {1, 1e9, 2};
  asked.time_limit = 0.05;
  const SweepResult result = sweep(model, asked);
  EXPECT_EQ(result.runs[1].status, "time_limit");
  EXPECT_EQ(result.runs[1].message, "the run took longer than 0.05 s");
  EXPECT_EQ(result.runs[2].status, "ok");
}

TEST(SweepLimits, TheTableSaysThem) {
  std::string text = swing;
  text += "time_limit = 2.5\nstep_limit = 100\n";
  const Sweep asked = *asked_sweep(read_model(text, "swing"));
  EXPECT_EQ(asked.time_limit, 2.5);
  EXPECT_EQ(asked.step_limit, 100);
}

TEST(SweepLimits, KnownEndsAreWrittenDownAndNotDone) {
  const Model model = read_model(swing, "swing");
  const Scratch scratch;
  SweepOptions options;
  options.journal = scratch.file("journal");
  options.known = {{3, "crashed", "the run ended its process"}};
  std::vector<long> begun;
  options.begins = [&](unsigned, long run) {
    if (run != 0) begun.push_back(run);
  };
  const std::string whole = to_csv(sweep(model, *asked_sweep(model), options));
  EXPECT_EQ(begun, (std::vector<long>{1, 2, 4, 5, 6, 7, 8, 9}));
  EXPECT_NE(whole.find("3,1000,crashed,,the run ended its process"), std::string::npos) << whole;
  options.known.clear();
  options.resume = true;
  EXPECT_EQ(to_csv(sweep(model, *asked_sweep(model), options)), whole);
}

// Any division of the work over journals gives the same bytes; also where some of it was done twice, or not at all.
TEST(SweepLimits, ThoseWhoShareASweepGiveTheSameBytes) {
  const Model model = read_model(swing, "swing");
  Sweep asked = *asked_sweep(model);
  asked.step_limit = 200;
  const std::string whole = to_csv(sweep(model, asked));
  const Scratch scratch;
  for (const long ranks : {1L, 2L, 3L, 8L}) {
    std::vector<std::string> journals;
    long next = 1;
    for (long rank = 0; rank < ranks; ++rank) {
      SweepOptions options;
      options.threads = 1 + static_cast<unsigned>(rank % 2);
      options.journal =
          scratch.file("journal." + std::to_string(ranks) + "." + std::to_string(rank));
      journals.push_back(options.journal);
      long left = 2;  // each takes a few
      options.claim = [&]() -> std::pair<long, long> {
        if (left-- == 0 || next > 9) return {1, 0};
        next += 2;
        return {next - 2, next - 1};
      };
      sweep(model, asked, options);
    }
    SweepOptions last;
    last.journal = journals.front();
    last.resume = true;
    last.others.assign(journals.begin() + 1, journals.end());
    EXPECT_EQ(to_csv(sweep(model, asked, last)), whole) << ranks;
  }
  SweepOptions strange;
  strange.others = {scratch.file("journal.3.1")};
  EXPECT_THROW(sweep(model, *asked_sweep(model), strange), FileTrouble);
}

TEST(SweepFiles, HDF5HasWhatTheTableHas) {
  const Model model = read_model(swing, "swing");
  Sweep asked = *asked_sweep(model);
  asked.step_limit = 200;
  const SweepResult result = sweep(model, asked);
  const Scratch scratch;
  write_hdf5(result, scratch.file("a.h5"));
  write_hdf5(result, scratch.file("b.h5"));
  const auto bytes = [&](const char* name) {
    std::ifstream in(scratch.file(name), std::ios::binary);
    return std::string{std::istreambuf_iterator<char>(in), {}};
  };
  EXPECT_EQ(bytes("a.h5"), bytes("b.h5"));
  const record::RecordFile file(scratch.file("a.h5"));
  ASSERT_EQ(file.rows(), 9u);
  ASSERT_EQ(file.columns().count(), 4);
  const auto status = file.column(1, 0, 1, 9), T = file.column(2, 0, 1, 9),
             at = file.column(3, 0, 1, 9);
  for (std::size_t k = 0; k < 9; ++k) {
    EXPECT_EQ(status[k], k == 2 ? 2 : 0);
    EXPECT_EQ(T[k], result.runs[k].varied[0]);
    if (k != 2) EXPECT_EQ(at[k], result.runs[k].watched[0]);
  }
  EXPECT_EQ(file.text("statuses"), "ok\nevent\nstep_limit\n");
}

TEST(SweepFiles, ThePageHoldsAllAndAsksForNothing) {
  const Model model = read_model(swing, "<b>swing</b>");
  Sweep asked = *asked_sweep(model);
  asked.step_limit = 200;
  const Scratch scratch;
  write_page(sweep(model, asked), scratch.file("a.html"));
  std::ifstream in(scratch.file("a.html"), std::ios::binary);
  const std::string page{std::istreambuf_iterator<char>(in), {}};
  EXPECT_NE(page.find("the run did not end within 200 steps"), std::string::npos);
  EXPECT_NE(page.find("\"total\": 9"), std::string::npos);
  EXPECT_EQ(page.find("<b>swing"), std::string::npos);
  EXPECT_EQ(page.find("%ZWANG_"), std::string::npos);
}

}  // namespace
}  // namespace zwang

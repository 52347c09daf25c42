// SPDX-License-Identifier: Apache-2.0
// Many runs: the same bytes for any number of threads, and after any end of the program.

#include "zwang/sweep.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <numbers>

namespace zwang {
namespace {

namespace fs = std::filesystem;

constexpr const char* oscillator = R"toml(
[parameters]
w = 2
x0 = 1
T = 1
[coordinates]
x = { start = "x0" }
[free]
lagrangian = "x'^2/2 - w^2*x^2/2"
[[observe]]
name = "height"
formula = "x"
[[events]]
name = "down"
when = "x"
[simulate]
duration = "T"
tolerance = 1e-10
[sweep]
runs = 40
scheme = "latin"
seed = 3
vary = { w = { uniform = [1, 3] }, x0 = { normal = [1, 0.1] } }
watch = { at = "end(x)", speed = "end(x')", high = "max(x)", sum = "integral(x)", cross = "first(down)", often = "count(down)" }
)toml";

struct Scratch {
  Scratch() : path(fs::temp_directory_path() / ("zwang_sweep_" + std::to_string(std::rand()))) {
    fs::create_directories(path);
  }
  ~Scratch() { fs::remove_all(path); }
  std::string file(const char* name) const { return (path / name).string(); }
  fs::path path;
};

SweepResult swept(const Model& model, unsigned threads, const std::string& journal = {},
                  bool resume = false) {
  SweepOptions options;
  options.threads = threads;
  options.journal = journal;
  options.resume = resume;
  return sweep(model, *asked_sweep(model), options);
}

TEST(Sweep, EachRunIsWhatTheClosedFormSays) {
  const Model model = read_model(oscillator, "oscillator");
  const SweepResult result = swept(model, 1);
  ASSERT_EQ(result.runs.size(), 40u);
  for (const SweepRun& run : result.runs) {
    ASSERT_EQ(run.status, "ok") << run.message;
    const double w = run.varied[0], x0 = run.varied[1];
    EXPECT_NEAR(run.watched[0], x0 * std::cos(w), 1e-8);
    EXPECT_NEAR(run.watched[1], -x0 * w * std::sin(w), 1e-8);
    EXPECT_NEAR(run.watched[2], x0, 1e-12);
    EXPECT_NEAR(run.watched[3], x0 * std::sin(w) / w, 1e-8);
    const double cross = std::numbers::pi / (2 * w);
    if (cross < 1) {
      EXPECT_NEAR(run.watched[4], cross, 1e-8);
    }
    EXPECT_EQ(run.watched[5], cross < 1 ? 1 : 0);
    EXPECT_EQ(std::isnan(run.watched[4]), cross >= 1);
  }
}

TEST(Sweep, HasTheSameBytesForAnyNumberOfThreads) {
  const Model model = read_model(oscillator, "oscillator");
  const SweepResult one = swept(model, 1);
  for (const unsigned threads : {2u, 8u}) {
    const SweepResult many = swept(model, threads);
    EXPECT_EQ(to_csv(one), to_csv(many));
    EXPECT_EQ(to_json(one), to_json(many));
  }
}

TEST(Sweep, GoesOnAfterAnyEndWithTheSameBytes) {
  const Model model = read_model(oscillator, "oscillator");
  const Scratch scratch;
  const std::string journal = scratch.file("journal");
  const std::string whole = to_csv(swept(model, 2, journal));
  std::ifstream in(journal, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  // The program may have ended anywhere in the file.
  for (std::size_t cut = 0; cut <= text.size(); cut += 1 + text.size() / 23) {
    std::ofstream(journal, std::ios::binary) << text.substr(0, cut);
    EXPECT_EQ(to_csv(swept(model, 1 + static_cast<unsigned>(cut % 3), journal, true)), whole)
        << cut;
  }
  // A line with a wrong bit counts for nothing.
  std::string wrong = text;
  wrong[text.size() / 2] ^= 1;
  std::ofstream(journal, std::ios::binary) << wrong;
  EXPECT_EQ(to_csv(swept(model, 2, journal, true)), whole);
  // Another sweep's journal is refused.
  const Model other = model.with({{"T", 0.9}});
  EXPECT_THROW(swept(other, 1, journal, true), FileTrouble);
}

TEST(Sweep, StopsWhereItIsAskedAndGoesOn) {
  const Model model = read_model(oscillator, "oscillator");
  const Scratch scratch;
  const std::string whole = to_csv(swept(model, 1));
  SweepOptions options;
  options.journal = scratch.file("journal");
  options.goes_on = [](const SweepProgress& progress) { return progress.done < 7; };
  EXPECT_FALSE(sweep(model, *asked_sweep(model), options).complete());
  EXPECT_EQ(to_csv(swept(model, 2, options.journal, true)), whole);
}

TEST(Sweep, ASampleAloneIsTheRunOfTheSweep) {
  const Model model = read_model(oscillator, "oscillator");
  const SweepResult result = swept(model, 1);
  for (const long number : {1L, 17L, 40L}) {
    const SweepSample sample = sample_of(model, *asked_sweep(model), number);
    const Trajectory alone = run(model.with(sample.settings));
    EXPECT_EQ(alone.summary().end.q[0],
              result.runs[static_cast<std::size_t>(number - 1)].watched[0]);
  }
  EXPECT_THROW(sample_of(model, *asked_sweep(model), 41), InputError);
}

TEST(Sweep, AFailingRunIsAStatusWithItsSentence) {
  const Model model = read_model(oscillator, "oscillator");
  Sweep asked{0, "grid", 1, {{"T", Variation::Kind::values, {1, -1, 2}}}, {{"at", "end(x)", {}}}};
  const SweepResult result = sweep(model, asked);
  EXPECT_EQ(result.runs[1].status, "refused");
  EXPECT_NE(result.runs[1].message.find("positive"), std::string::npos);
  EXPECT_TRUE(std::isnan(result.runs[1].watched[0]));
  EXPECT_TRUE(result.runs[0].ok() && result.runs[2].ok());
  ASSERT_EQ(failures(result).size(), 1u);
  EXPECT_EQ(failures(result)[0].first_run, 2);
  EXPECT_EQ(spreads(result)[0].count, 2u);
}

TEST(Sweep, TheStartVariesToo) {
  const Model model = read_model(oscillator, "oscillator");
  Sweep asked{0,
              "grid",
              1,
              {{"x'", Variation::Kind::values, {0, 3}}, {"w", Variation::Kind::values, {2}}},
              {{"at", "end(x)", {}}}};
  const SweepResult result = sweep(model, asked);
  EXPECT_NEAR(result.runs[1].watched[0], std::cos(2.0) + 1.5 * std::sin(2.0), 1e-8);
}

TEST(Sweep, RefusesWhatCannotBe) {
  const Model model = read_model(oscillator, "oscillator");
  const Variation good{"w", Variation::Kind::values, {1, 2}};
  EXPECT_THROW(sweep(model, {0, "grid", 1, {{"ww", good.kind, {1}}}, {}}), InputError);
  EXPECT_THROW(sweep(model, {0, "grid", 1, {good, good}, {}}), InputError);
  EXPECT_THROW(sweep(model, {0, "sobol", 1, {good}, {}}), InputError);
  EXPECT_THROW(sweep(model, {0, "net", 1, {good}, {}}), InputError);
  EXPECT_THROW(sweep(model, {0, "grid", 1, {good}, {{"a", "x", {}}}}), ModelError);
  EXPECT_THROW(sweep(model, {0, "grid", 1, {good}, {{"a", "max(x, 1)", {}}}}), ModelError);
  EXPECT_THROW(sweep(model, {0, "grid", 1, {good}, {{"a", "end(y)", {}}}}), ModelError);
  EXPECT_THROW(sweep(model, {0, "grid", 1, {good}, {{"a", "first(up)", {}}}}), ModelError);
}

}  // namespace
}  // namespace zwang

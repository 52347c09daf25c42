// SPDX-License-Identifier: Apache-2.0
// Runs side by side against the same runs one by one: every bit.

#include "api/run/lanes.h"

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <string>

#include "support/random.h"
#include "tape/functions.h"
#include "zwang/sweep.h"

namespace zwang {
namespace {

using test::Random;

std::string number(double x) { return std::to_string(x); }

/// n coordinates whose mass matrix is full and depends on them, or constant and diagonal; with springs, a drive by time
/// and a potential that is not even. Parameters p and k.
std::string random_text(Random& random, int n, bool full) {
  std::string text = "[parameters]\np = 1.5\nk = 0.7\n[coordinates]\n";
  const auto name = [](int i) { return "x" + std::to_string(i); };
  for (int i = 0; i < n; ++i) text += name(i) + " = " + number(random.uniform(-1, 1)) + "\n";
  std::string energy;
  for (int i = 0; i < n; ++i) {
    std::string rate = name(i) + "'";
    for (int j = 0; full && j < n; ++j)
      rate +=
          " + " + number(random.uniform(-0.4, 0.4)) + "*sin(" + name(j) + " + p)*" + name(j) + "'";
    energy += (i ? " + " : "") + ("0.5*(1 + k^2)*(" + rate + ")^2");
    energy += " - k*" + name(i) + "^2 - exp(-" + name(i) + ")/p";
    energy += " + " + number(random.uniform(-1, 1)) + "*cos(3*t)*" + name(i);
  }
  text += "[free]\nlagrangian = \"" + energy +
          "\"\n[simulate]\nduration = " + number(random.uniform(0.5, 1.5)) +
          "\nmethod = \"rk4\"\nstep = " + number(random.uniform(0.005, 0.02)) + "\n";
  return text + "[[observe]]\nname = \"shown\"\nformula = \"end(x0 + x0'*t)/start(x0^2 + 1)\"\n";
}

RunOptions ends_only() {
  RunOptions options;
  options.columns.emplace();
  return options;
}

bool same(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}
bool same(const std::vector<double>& a, const std::vector<double>& b) {
  bool equal = a.size() == b.size();
  for (std::size_t i = 0; equal && i < a.size(); ++i) equal = same(a[i], b[i]);
  return equal;
}

void expect_same(const Summary& lane, const Summary& alone) {
  EXPECT_TRUE(same(lane.end.q, alone.end.q));
  EXPECT_TRUE(same(lane.end.v, alone.end.v));
  EXPECT_EQ(lane.steps, alone.steps);
  EXPECT_EQ(lane.ending, alone.ending);
  ASSERT_EQ(lane.reductions.size(), alone.reductions.size());
  for (std::size_t i = 0; i < lane.reductions.size(); ++i)
    EXPECT_TRUE(same(lane.reductions[i].value, alone.reductions[i].value));
}

TEST(RunLanes, HaveTheBitsOfLoneRuns) {
  if (!tape::has_avx2()) GTEST_SKIP() << "products are not fused here";
  for (std::uint64_t seed = 1; seed <= 24; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const int n = 1 + static_cast<int>(seed % 8);
    const Model model = read_model(random_text(random, n, seed % 3 != 0), "random");
    const auto lanes = RunLanes::of(model, ends_only());
    ASSERT_TRUE(lanes);
    std::vector<LaneRun> runs;
    const std::size_t count = 1 + seed * 7 % RunLanes::most;
    for (std::size_t k = 0; k < count; ++k) {
      LaneRun one{model, ends_only()};
      if (k % 2 == 0)
        one.model = model.with({{"p", random.uniform(1, 2)}, {"k", random.uniform(0.1, 1)}});
      State start = one.model.start();
      for (double& x : start.q) x += random.uniform(-0.5, 0.5);
      for (double& x : start.v) x += random.uniform(-0.5, 0.5);
      if (k % 3 != 0) one.options.start = start;
      runs.push_back(std::move(one));
    }
    const auto ended = lanes->run(runs, {});
    for (std::size_t k = 0; k < count; ++k) {
      SCOPED_TRACE("run " + std::to_string(k));
      ASSERT_TRUE(ended[k]);
      expect_same(ended[k]->summary(), run(runs[k].model, runs[k].options).summary());
    }
  }
}

// x'' = x³: from x(0) = 2, x'(0) = 0 on it leaves every bound before t = 2; from 0.1 it does not.
constexpr const char* runaway = R"toml(
[coordinates]
x = 0.1
[free]
lagrangian = "x'^2/2 + x^4/4"
[simulate]
duration = 4
method   = "rk4"
step     = 0.01
[sweep]
vary  = { x = { grid = [0.1, 2, 0.2, 3, 0.3] } }
watch = { at = "end(x)" }
)toml";

TEST(RunLanes, WhatGoesWrongInOneIsToldAsOfALoneRunAndHarmsNoOther) {
  const Model model = read_model(runaway, "runaway");
  Sweep asked = *asked_sweep(model);
  const SweepResult side_by_side = sweep(model, asked);
  asked.step_limit = 1000000;  // runs with limits are made alone
  const SweepResult alone = sweep(model, asked);
  ASSERT_EQ(alone.runs.size(), 5u);
  for (std::size_t k = 0; k < 5; ++k) {
    EXPECT_EQ(side_by_side.runs[k].status, alone.runs[k].status);
    EXPECT_EQ(side_by_side.runs[k].message, alone.runs[k].message);
    EXPECT_TRUE(same(side_by_side.runs[k].watched[0], alone.runs[k].watched[0]) ||
                !alone.runs[k].ok());
    EXPECT_EQ(alone.runs[k].ok(), k % 2 == 0);
  }
}

TEST(RunLanes, TakeNothingThatTheyCannotDo) {
  const auto takes = [](const std::string& more, const std::string& method) {
    const Model model =
        read_model("[coordinates]\nx = 1\n[free]\nlagrangian = \"x'^2/2 - x^2/2\"\n" + more +
                       "[simulate]\nduration = 1\nstep = 0.1\nmethod = \"" + method + "\"\n",
                   "small");
    return RunLanes::of(model, ends_only()) != nullptr;
  };
  EXPECT_EQ(takes("", "rk4"), tape::has_avx2());
  EXPECT_FALSE(takes("", "dopri853"));
  EXPECT_FALSE(takes("[[constraints]]\nname = \"c\"\nequation = \"x = 1\"\n", "rk4"));
  EXPECT_FALSE(takes("[[observe]]\nname = \"m\"\nformula = \"max(x)\"\n", "rk4"));
  EXPECT_FALSE(takes("[[events]]\nname = \"e\"\nwhen = \"x\"\n", "rk4"));
}

}  // namespace
}  // namespace zwang

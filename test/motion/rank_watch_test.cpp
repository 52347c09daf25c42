// SPDX-License-Identifier: Apache-2.0
// Singular poses inside steps, along motions that are known in closed form: when they are told.

#include "motion/rank/rank_watch.h"

#include <numbers>

#include "motion/rank_walk.h"
#include "support/random.h"

namespace zwang::test {
namespace {

using motion::RankFall;
using motion::RankWatch;
using std::numbers::pi;

TEST(RankWatch, FindsAPoseThatAStepJumpsOver) {
  RankWalk walk(crank(), crank_at(evenly));
  const std::vector<SeenFall> falls = walk.steps(0.5, 5.5, 0.37);
  ASSERT_EQ(falls.size(), 2u);
  for (std::size_t k = 0; k < 2; ++k) {
    const double expected = pi * (0.5 + static_cast<double>(k));
    EXPECT_NEAR(falls[k].t, expected, 1e-12);  // 1e-13 of a step, and rounding
    EXPECT_EQ(falls[k].before, 2);
    EXPECT_EQ(falls[k].at, 1);
    EXPECT_LT(falls[k].nearness, 1e-12);
    EXPECT_EQ(falls[k].drop, 1);
    ASSERT_EQ(falls[k].w.size(), 2u);
    EXPECT_EQ(falls[k].w[0], 1);  // both rows are (0, 2 y, 0)
    EXPECT_NEAR(falls[k].w[1], -1, 1e-12);
    EXPECT_EQ(falls[k].dependent, (std::vector<unsigned char>{0, 1}));
  }
  EXPECT_EQ(walk.watch.memory().rank, 2);
}

TEST(RankWatch, TimesDoNotDependOnTheSteps) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    std::vector<double> times{random.uniform(-1, 1.5)};
    while (times.back() < 20) times.push_back(times.back() + random.uniform(0.001, 1.1));
    RankWalk walk(crank(), crank_at(evenly));
    const std::vector<SeenFall> falls = walk.through(times);
    std::vector<double> expected;
    for (double t = pi / 2; t < times.back(); t += pi) expected.push_back(t);
    ASSERT_EQ(falls.size(), expected.size());
    for (std::size_t k = 0; k < falls.size(); ++k) EXPECT_NEAR(falls[k].t, expected[k], 1e-11);
  }
}

TEST(RankWatch, PoseAtTheEndOfAStepIsToldOnce) {
  for (const double off :
       {0.0, 1e-15, -1e-15, 1e-12, -1e-12, 1e-9, -1e-9, 3e-7, -3e-7, 1e-5, -1e-5}) {
    SCOPED_TRACE("off " + std::to_string(off * 1e9) + "e-9");
    RankWalk walk(crank(), crank_at(evenly));
    const std::vector<SeenFall> falls = walk.through({1.0, 1.3, pi / 2 + off, 1.8, 2.2});
    ASSERT_EQ(falls.size(), 1u);
    EXPECT_NEAR(falls[0].t, pi / 2, 1e-11);
  }
}

TEST(RankWatch, PoseAtTheEndOfTheRunIsTold) {
  RankWalk walk(crank(), crank_at(evenly));
  const std::vector<SeenFall> falls = walk.through({1.0, 1.3, pi / 2 - 2e-7});
  ASSERT_EQ(falls.size(), 1u);
  EXPECT_NEAR(falls[0].t, pi / 2, 1e-6);
}

TEST(RankWatch, TwoPosesInOneStep) {
  RankWalk walk(crank(), crank_at([](double t) { return pi / 2 + 0.3 * std::sin(6 * t); }));
  const std::vector<SeenFall> falls = walk.through({-0.1, 0.6, 0.9, 1.2});
  ASSERT_EQ(falls.size(), 3u);
  for (std::size_t k = 0; k < 3; ++k)
    EXPECT_NEAR(falls[k].t, static_cast<double>(k) * pi / 6, 1e-11);
}

// Far from singular poses a step costs one state.
TEST(RankWatch, LooksIntoStepsOnlyNearPoses) {
  RankWalk walk(platform, level_platform([](double t) { return -1.5 + 0.9 * std::sin(t); }));
  EXPECT_TRUE(walk.steps(0, 20, 0.05).empty());
  EXPECT_LE(walk.asked, 401 + 9);  // and of the first step, which is always searched
}

TEST(RankWatch, LargeSystemsAreNotWatched) {
  const equations::Equations equations = built(chain(200));
  equations::Workspace numbers(equations);
  RankWatch watch(equations, numbers, 1e-9);
  EXPECT_FALSE(watch.watches());
  RankFall found;
  EXPECT_FALSE(watch.look(0, 1, {}, found));
}

TEST(RankWatch, GoesOnFromWhatItSaved) {
  const auto wavy = [](double t) { return pi / 2 - 1e-7 + 0.3 * std::sin(3 * t); };
  const std::vector<double> times{-1, -0.7, -0.45, -0.2, 1e-8, 0.2, 0.5, 0.8, 1.1, 1.4};
  RankWalk whole(crank(), crank_at(wavy));
  const std::vector<SeenFall> expected = whole.through(times);
  for (std::size_t cut = 1; cut + 1 < times.size(); ++cut) {
    RankWalk first(crank(), crank_at(wavy)), second(crank(), crank_at(wavy));
    std::vector<SeenFall> falls;
    RankFall found;
    for (std::size_t k = 0; k + 1 < times.size(); ++k) {
      RankWalk& walk = k < cut ? first : second;
      if (k == cut) second.watch.restore(first.watch.memory());
      for (double t = times[k]; walk.watch.look(t, times[k + 1], walk.interpolant(), found);
           t = found.t) {
        falls.push_back({found.t, 0, 0, 0, 0, {}, {}});
      }
    }
    ASSERT_EQ(falls.size(), expected.size());
    for (std::size_t k = 0; k < falls.size(); ++k) EXPECT_EQ(falls[k].t, expected[k].t);
  }
}

}  // namespace
}  // namespace zwang::test

// SPDX-License-Identifier: Apache-2.0
// Poses that a motion only comes near to, touches, rests in or starts in.

#include <cstdio>
#include <numbers>

#include "motion/rank_walk.h"

namespace zwang::test {
namespace {

using std::numbers::pi;

// A rod longer by d lets the slider pass at a distance of √(2 d): near, but not there.
TEST(RankWatch, PoseThatIsOnlyApproachedIsNone) {
  for (const double d : {1e-2, 1e-4, 1e-6, 1e-8, 1e-10}) {
    SCOPED_TRACE("longer by " + std::to_string(d * 1e10) + "e-10");
    char length[40];
    std::snprintf(length, sizeof length, "%.17g", 1 + d);
    RankWalk walk(crank(length), [d](double t, double* q) {
      q[0] = std::cos(t);
      q[1] = std::sin(t);
      // √(l² − y²), without cancellation
      q[2] = q[0] + std::sqrt(q[0] * q[0] + d * (2 + d));
    });
    EXPECT_TRUE(walk.steps(0.5, 4, 0.3).empty());
    // Rows (0, 1, 0) and (−g, 1, g)/√(1 + 2g²) make an angle of about √2·g; σ of two unit rows is
    // 2 sin(angle/2)/√2.
    const double g = std::sqrt(d * (2 + d));
    const double angle = std::atan(std::sqrt(2.0) * g);
    EXPECT_NEAR(walk.watch.memory().nearest, std::sqrt(2.0) * std::sin(angle / 2), 0.2 * g);
    EXPECT_NEAR(walk.watch.memory().nearest_at, pi / 2, 0.7 * g + 1e-9);
  }
}

TEST(RankWatch, PoseThatIsTouchedIsTold) {
  RankWalk walk(crank(), crank_at([](double t) { return pi / 2 - 0.4 * t * t; }));
  const std::vector<SeenFall> falls = walk.steps(-1, 1, 0.19);
  ASSERT_EQ(falls.size(), 1u);
  EXPECT_NEAR(falls[0].t, 0, 1e-7);  // σ is t²: its minimum is known to the root of rounding
}

TEST(RankWatch, MotionThatComesToRestInAPoseTellsOnce) {
  RankWalk walk(crank(), crank_at([](double t) { return pi / 2 - std::exp(-t); }));
  const std::vector<SeenFall> falls = walk.steps(0, 40, 0.3);
  ASSERT_EQ(falls.size(), 1u);
  EXPECT_NEAR(falls[0].t, std::log(1e6), 1);
  EXPECT_EQ(falls[0].drop, 1);
  EXPECT_NEAR(falls[0].w[1], -1, 1e-5);
  EXPECT_EQ(walk.watch.memory().rank, 1);
}

TEST(RankWatch, MotionThatStaysSingularTellsOnceAndAgainAfterItLeft) {
  // The rod turns with the crank while the slider rests: singular only in one pose; here it stays.
  RankWalk walk(crank(), crank_at([](double t) {
                  return pi / 2 + (t < 1 ? t - 1 : t > 2 ? std::sin(t - 2) : 0);
                }));
  const std::vector<SeenFall> falls = walk.steps(0, 6, 0.07);
  ASSERT_EQ(falls.size(), 2u);
  EXPECT_NEAR(falls[0].t, 1, 0.07 / 8);  // no passage, but the first sample that is there
  EXPECT_NEAR(falls[1].t, 2 + pi, 1e-11);
}

TEST(RankWatch, StartInASingularPoseIsNoChange) {
  RankWalk walk(crank(), crank_at([](double t) { return pi / 2 + t; }));
  const std::vector<SeenFall> falls = walk.steps(0, 4, 0.2);
  ASSERT_EQ(falls.size(), 1u);
  EXPECT_NEAR(falls[0].t, pi, 1e-11);
}

TEST(RankWatch, RowThatBecomesShortByAndByIsNoChange) {
  RankWalk walk(
      "[coordinates]\nx = 0\n[free]\nkinetic = \"0.5*x'^2\"\n"
      "[[constraints]]\nname = 'fades'\nequation = 'exp(-20*x) = 0'\n",
      [](double t, double* q) { q[0] = t; });
  EXPECT_TRUE(walk.steps(0, 10, 0.05).empty());
}

}  // namespace
}  // namespace zwang::test

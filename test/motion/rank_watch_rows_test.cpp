// SPDX-License-Identifier: Apache-2.0
// Singular poses inside steps: which rows depend, and how.

#include <cstdio>
#include <numbers>

#include "motion/rank_walk.h"
#include "support/random.h"

namespace zwang::test {
namespace {

using std::numbers::pi;

TEST(RankWatch, RedundantRowDoesNotHideAChange) {
  RankWalk walk(platform, level_platform([](double t) { return 0.3 - t; }));
  const std::vector<SeenFall> falls = walk.steps(0, 4, 0.23);
  ASSERT_EQ(falls.size(), 2u);
  EXPECT_NEAR(falls[0].t, 0.3, 1e-11);
  EXPECT_NEAR(falls[1].t, 0.3 + pi, 1e-11);
  EXPECT_EQ(walk.watch.memory().rank, 2);
  for (const SeenFall& fall : falls) {
    EXPECT_EQ(fall.before, 2);
    EXPECT_EQ(fall.at, 1);
    EXPECT_EQ(fall.drop, 1);  // 'right' was redundant before
    EXPECT_EQ(fall.w[0], 1);
    EXPECT_NEAR(fall.w[1], -1, 1e-10);
    EXPECT_EQ(fall.w[2], 0);
    EXPECT_EQ(fall.dependent, (std::vector<unsigned char>{0, 1, 0}));
  }
}

TEST(RankWatch, CombinationIsInTheUnitsOfTheRows) {
  RankWalk walk(crank("1", 1000, 0.25), crank_at(evenly));
  const std::vector<SeenFall> falls = walk.steps(1, 2, 0.31);
  ASSERT_EQ(falls.size(), 1u);
  EXPECT_EQ(falls[0].w[0], 1);
  EXPECT_NEAR(falls[0].w[1], -4000, 1e-6);
}

// Rows mixed and scaled by six orders either way say the same.
TEST(RankWatch, RotatedAndScaledRowsGiveTheSameTimes) {
  const char* const rows[] = {"((x - cos(phi) + 1)^2 + (y - sin(phi))^2 - 1)", "(x^2 + y^2 - 1)",
                              "((x + cos(phi) - 1)^2 + (y + sin(phi))^2 - 1)"};
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const Matrix R = random_orthogonal(random, 3);
    std::string text =
        "[coordinates]\nx = 1\ny = 0\nphi = 0\n"
        "[free]\nkinetic = \"0.5*(x'^2 + y'^2) + 0.2*phi'^2\"\n";
    for (Index i = 0; i < 3; ++i) {
      const double scale = std::pow(10.0, random.uniform(-6, 6));
      text += "[[constraints]]\nname = 'c" + std::to_string(i) + "'\nequation = '0";
      for (Index j = 0; j < 3; ++j) {
        char factor[40];
        std::snprintf(factor, sizeof factor, " + (%.17g)*", scale * R(i, j));
        text += factor + std::string(rows[j]);
      }
      text += " = 0'\n";
    }
    RankWalk walk(text, level_platform([](double t) { return 0.3 - t; }));
    const std::vector<SeenFall> falls = walk.steps(0, 4, 0.23);
    ASSERT_EQ(falls.size(), 2u);
    EXPECT_NEAR(falls[0].t, 0.3, 1e-9);
    EXPECT_NEAR(falls[1].t, 0.3 + pi, 1e-9);
    EXPECT_EQ(falls[0].before, 2);
    EXPECT_EQ(falls[0].at, 1);
  }
}

// N four-bars in a line: the cranks and couplers along x depend, 2 N + 1 rows and N + 1 directions.
TEST(RankWatch, RankMayFallByMoreThanOne) {
  const std::string text =
      "[parameters]\nN = 2\n[[particles]]\nname = 'b'\ncount = 'N + 1'\nmass = 1\n"
      "position = ['i - 1', 1]\n"
      "[[constraints]]\nname = 'cranks'\nfor = 'i in 1..N+1'\n"
      "equation = '(b[i].x - (i - 1))^2 + b[i].y^2 = 1'\n"
      "[[constraints]]\nname = 'couplers'\nfor = 'i in 1..N'\n"
      "equation = 'distance(b[i], b[i+1]) = 1'\n";
  RankWalk walk(text, [](double t, double* q) {
    for (int i = 0; i < 3; ++i) {
      q[2 * i] = i + std::sin(t);
      q[2 * i + 1] = std::cos(t);
    }
  });
  const std::vector<SeenFall> falls = walk.steps(0, 5, 0.29);
  ASSERT_EQ(falls.size(), 2u);
  for (std::size_t k = 0; k < 2; ++k) {
    EXPECT_NEAR(falls[k].t, pi * (0.5 + static_cast<double>(k)), 1e-11);
    EXPECT_EQ(falls[k].before, 5);
    EXPECT_EQ(falls[k].at, 3);
    EXPECT_EQ(falls[k].drop, 3);  // the first coupler follows from the cranks beside it
    EXPECT_EQ(falls[k].w[2], 0);
    EXPECT_EQ(falls[k].w[4], 0);
    EXPECT_EQ(falls[k].dependent, (std::vector<unsigned char>{0, 0, 0, 1, 1}));
  }
}

TEST(RankWatch, RowThatVanishesIsAChange) {
  RankWalk walk(
      "[coordinates]\nx = 1\ny = 0\n[free]\nkinetic = \"0.5*(x'^2 + y'^2)\"\n"
      "[[constraints]]\nname = 'axes'\nequation = 'x*y = 0'\n",
      [](double t, double* q) {
        q[0] = 1 - t;
        q[1] = 0;
      });
  const std::vector<SeenFall> falls = walk.steps(0, 3, 0.3);
  ASSERT_EQ(falls.size(), 1u);
  EXPECT_NEAR(falls[0].t, 1, 1e-12);
  EXPECT_EQ(falls[0].before, 1);
  EXPECT_EQ(falls[0].at, 0);
  EXPECT_EQ(falls[0].drop, 0);
  EXPECT_EQ(falls[0].w, std::vector<double>{1});
}

TEST(RankWatch, RowsThatDoNotActDoNotCount) {
  RankWalk walk(crank(), crank_at(evenly));
  const unsigned char active[] = {1, 0};
  walk.watch.set_active(active);
  EXPECT_TRUE(walk.steps(0.5, 5.5, 0.37).empty());
  EXPECT_EQ(walk.watch.memory().rank, 1);
}

}  // namespace
}  // namespace zwang::test

// SPDX-License-Identifier: Apache-2.0
// Frames with bars to spare, that fit and that do not, and rows that hide others.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <random>

#include "api/run_files.h"

namespace zwang::test {
namespace {

// A free rigid body: its centre of mass falls, its bars keep their lengths, and those that none
// repeats have one force.
TEST(Frames, ATrussWithBarsToSpareMovesAsARigidBody) {
  const Trajectory motion = run_file("truss.toml", to_rounding());
  const Summary& summary = motion.summary();
  ASSERT_EQ(summary.ending, Ending::done) << summary.message;
  EXPECT_EQ(summary.rank, 7u);  // 10 coordinates, 3 freedoms
  EXPECT_EQ(summary.rows, 9u);
  EXPECT_LE(summary.max_position_residual, 1e-13);
  const double mass[] = {1, 2, 1, 3, 1};
  double y = 0, v = 0, y0 = 0;
  for (std::size_t k = 0; k < 5; ++k) {
    y0 += mass[k] * summary.start.q[2 * k + 1] / 8;
    v += mass[k] * summary.start.v[2 * k + 1] / 8;
    y += mass[k] * summary.end.q[2 * k + 1] / 8;
  }
  EXPECT_NEAR(y, y0 + 2 * v - 0.5 * 9.81 * 4, 1e-10);
  for (const ConstraintForce& force : summary.forces) {
    const bool alone = force.name == "be" || force.name == "ce";
    EXPECT_EQ(force.unique, alone) << force.name;
  }
}

// The least sum of squares of what six bars miss: each by the same, alternating, as the one state of
// self-stress says. With bars of equal weight and a state of self-stress n (sides 1, diagonals −√2
// of it), what the bars miss is n (n·misfit)/‖n‖²: (1, …, −√2, −√2) · (−√2·0.01)/8.
TEST(Frames, ABarThatDoesNotFitGivesTheMotionOfLeastSquares) {
  const Trajectory motion = run_file("rigid_frame.toml", to_rounding(1e-10));
  const Summary& summary = motion.summary();
  ASSERT_EQ(summary.ending, Ending::done) << summary.message;
  EXPECT_NE(summary.message.find("least-squares"), std::string::npos) << summary.message;
  const auto distance = [](const State& s, std::size_t i, std::size_t j) {
    return std::hypot(s.q[2 * i] - s.q[2 * j], s.q[2 * i + 1] - s.q[2 * j + 1]);
  };
  for (const State* const state : {&summary.start, &summary.end}) {
    // The strains are small, so that first order is right to about 1 in 200.
    const double side = 0.01 * std::sqrt(2.0) / 8, diagonal = 0.01 * 2 / 8;
    for (std::size_t k = 0; k < 4; ++k) {
      EXPECT_NEAR(distance(*state, k, (k + 1) % 4) - 1, side, 2e-5) << k;
    }
    EXPECT_NEAR(distance(*state, 0, 2) - std::sqrt(2.0), -diagonal, 3e-5);
    EXPECT_NEAR(distance(*state, 1, 3) - std::sqrt(2.0) - 0.01, -diagonal, 3e-5);
  }
  const Diagnosis diagnosis = check(motion.model());
  const auto conflict =
      std::find_if(diagnosis.findings.begin(), diagnosis.findings.end(),
                   [](const Finding& finding) { return finding.severity == "error"; });
  ASSERT_NE(conflict, diagnosis.findings.end());
  EXPECT_EQ(conflict->constraints.size(), 6u);  // a braced square: all six, and no smaller set
}

// x1' + x2 = 0 and x1' − x3 = 0 hide x2 + x3 = 0, and with it ẍ2 + ẍ3 = 0.
TEST(Frames, RowsThatHideAnotherGetIt) {
  const std::string text = R"toml(
[coordinates]
x1 = { start = 0, rate = -0.5 }
x2 = { start = 0.5, rate = 0.25 }
x3 = { start = -0.5, rate = -0.25 }
[free]
mass = [1, 1, 1]
force = ["0", "1", "0"]
[[constraints]]
name = "one"
equation = "x1' + x2 = 0"
[[constraints]]
name = "two"
equation = "x1' - x3 = 0"
[simulate]
duration = 2
)toml";
  const Trajectory motion = run_text(text, to_rounding());
  const Summary& summary = motion.summary();
  ASSERT_EQ(summary.ending, Ending::done) << summary.message;
  EXPECT_NE(summary.message.find("imply a hidden condition"), std::string::npos) << summary.message;
  const auto a2 = motion.column("x2''"), a3 = motion.column("x3''");
  for (std::size_t k = 0; k < a2.size(); ++k) EXPECT_NEAR(a2[k] + a3[k], 0, 1e-13);
  EXPECT_NEAR(summary.end.q[1] + summary.end.q[2], 0, 1e-12);
}

// Rows c(x1' − a·x) = 0 and d(x1' − e·x) = 0 hide (a − e)·x = 0 and (a − e)·x' = 0. By hand: what is least in the
// metric of the masses, in any units of rows and coordinates and any order.
TEST(Frames, AStartThatMissesWhatRowsHideIsMovedByTheLeastChange) {
  std::mt19937 random(8);
  std::uniform_real_distribution<double> uniform(-1, 1);
  for (int seed = 0; seed < 12; ++seed) {
    const auto number = [&](double x) {
      char digits[40];
      std::snprintf(digits, sizeof digits, "(%.17g)", x);
      return std::string(digits);
    };
    const double size = std::pow(10.0, 6 * uniform(random));
    double w[2], x[2], v[2], m[3];
    std::string of[2], coordinates = "[coordinates]\nx1 = 0\n";
    for (int i = 0; i < 2; ++i) {
      const double a = uniform(random), e = uniform(random);
      w[i] = a - e;
      x[i] = size * uniform(random);
      v[i] = size * uniform(random);
      const std::string name = "x" + std::to_string(i + 2);
      of[0] += " + " + number(a) + "*" + name;
      of[1] += " + " + number(e) + "*" + name;
      coordinates +=
          name + " = { start = '" + number(x[i]) + "', rate = '" + number(v[i]) + "' }\n";
    }
    for (double& mass : m) mass = 1.5 + uniform(random);
    std::string rows;
    for (const int k : {seed % 2, 1 - seed % 2}) {
      const std::string factor = number(std::pow(10.0, 4 * uniform(random)));
      rows += "[[constraints]]\nname = 'r" + std::to_string(k) + "'\nequation = \"" + factor +
              "*x1' = " + factor + "*(0" + of[k] + ")\"\n";
    }
    const Trajectory motion = run_text(
        coordinates + "[free]\nmass = ['" + number(m[0]) + "', '" + number(m[1]) + "', '" +
            number(m[2]) + "']\nforce = ['0', '0', '0']\n" + rows + "[simulate]\nduration = 1\n",
        to_rounding());
    const Summary& s = motion.summary();
    ASSERT_EQ(s.ending, Ending::done) << "seed " << seed << s.message;
    const double norm = w[0] * w[0] / m[1] + w[1] * w[1] / m[2];
    const double off = (w[0] * x[0] + w[1] * x[1]) / norm,
                 rate = (w[0] * v[0] + w[1] * v[1]) / norm;
    for (int i = 0; i < 2; ++i) {
      const double mass = m[i + 1];
      EXPECT_NEAR(s.start.q[static_cast<std::size_t>(i + 1)], x[i] - off * w[i] / mass, 1e-8 * size)
          << "seed " << seed;
      EXPECT_NEAR(s.start.v[static_cast<std::size_t>(i + 1)], v[i] - rate * w[i] / mass,
                  1e-8 * size)
          << "seed " << seed;
    }
    EXPECT_GT(s.start_moved + s.start_rate_moved, 0) << "seed " << seed;
    EXPECT_NEAR(w[0] * s.end.q[1] + w[1] * s.end.q[2], 0, 1e-9 * size) << "seed " << seed;
  }
}

}  // namespace
}  // namespace zwang::test

// SPDX-License-Identifier: Apache-2.0
// Xu, Udwadia, Moore, Kalaba, "Lagrange's problem without Lagrange multipliers I" (1994), section 6: the
// example as the model models/seed_circle.toml, asked between two ends. Every number that the paper
// derives is read off the extremal, and compared with the paper's formula at the same state.

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "zwang/zwang.h"

namespace zwang {
namespace {

constexpr double rounding = 1e-14;  // of numbers of the order of 1, a few operations each

// A sample of the extremal with the paper's letters.
struct Sample {
  double x, y, xd, yd, xdd, ydd;
  double lambda;      // of φ = x² + y² − 1
  double Qc_x, Qc_y;  // forces of the constraint
  double ac_x, ac_y;  // what it adds to the acceleration
  State state;

  double tau() const { return (y - (xd * xd + yd * yd)) / (x * x + y * y); }
};

Extremals example(long samples = 41) {
  ExtremalOptions options;
  options.tolerance = 1e-12;
  options.all = 1;
  options.samples = samples;
  options.cross_check = true;
  return find_extremals(load_model(ZWANG_TEST_DATA "/../../models/seed_circle.toml"), options);
}

std::vector<Sample> samples_of(const Extremals& extremals) {
  std::array<std::vector<double>, 12> c;
  const char* names[12] = {"t",
                           "x",
                           "y",
                           "x'",
                           "y'",
                           "x''",
                           "y''",
                           "multiplier(circle)",
                           "force(circle).x",
                           "force(circle).y",
                           "deviation.x",
                           "deviation.y"};
  for (std::size_t k = 0; k < 12; ++k) c[k] = extremals.column(names[k]);
  std::vector<Sample> samples;
  for (std::size_t i = 0; i < extremals.samples(); ++i) {
    samples.push_back({c[1][i], c[2][i], c[3][i], c[4][i], c[5][i], c[6][i], c[7][i], c[8][i],
                       c[9][i], c[10][i], c[11][i],
                       State{c[0][i], {c[1][i], c[2][i]}, {c[3][i], c[4][i]}}});
  }
  return samples;
}

TEST(Xumk94Example, StepsOneToFourGiveThePapersMatrices) {
  const Extremals extremals = example();
  for (const Sample& s : samples_of(extremals)) {
    const ModelInstant at = solve_instant(extremals.model(), s.state);
    EXPECT_EQ(at.mass_matrix, (std::vector<double>{1, 0, 0, 1}));           // [XUMK94 61]
    EXPECT_EQ(at.applied_force, (std::vector<double>{0, -1}));              // [XUMK94 63]
    EXPECT_EQ(at.instant.free_acceleration, (std::vector<double>{0, -1}));  // [XUMK94 64]
    // Ours is the row of x² + y² − 1 as written, twice the paper's.
    EXPECT_NEAR(at.constraint_matrix[0] / 2, s.x, rounding);  // [XUMK94 67]
    EXPECT_NEAR(at.constraint_matrix[1] / 2, s.y, rounding);
    EXPECT_NEAR(at.constraint_rhs[0] / 2, -(s.xd * s.xd + s.yd * s.yd), rounding);  // [XUMK94 68]
    const double row[2] = {s.x, s.y};
    const PseudoInverse plus = pseudo_inverse(row, 1, 2);
    EXPECT_NEAR(plus.matrix[0], s.x / (s.x * s.x + s.y * s.y), rounding);  // [XUMK94 70]
    EXPECT_NEAR(plus.matrix[1], s.y / (s.x * s.x + s.y * s.y), rounding);
    EXPECT_NEAR(at.instant.acceleration[0], s.xdd, rounding);  // [XUMK94 69]
    EXPECT_NEAR(at.instant.acceleration[1], s.ydd, rounding);
  }
}

TEST(Xumk94Example, TheExtremalObeysTheExplicitEquations) {
  for (const Sample& s : samples_of(example())) {
    EXPECT_NEAR(s.xdd, s.tau() * s.x, rounding);  // [XUMK94 71]
    EXPECT_NEAR(s.ydd, -1 + s.tau() * s.y, rounding);
    EXPECT_NEAR(s.x * s.xdd + s.y * s.ydd, -(s.xd * s.xd + s.yd * s.yd),
                rounding);                                 // [XUMK94 65,66]
    EXPECT_NEAR(s.x * s.x + s.y * s.y, 1, 10 * rounding);  // [XUMK94 57]
    EXPECT_NEAR(s.x * s.xd + s.y * s.yd, 0, 10 * rounding);
  }
}

TEST(Xumk94Example, TheMultiplierIsThePapersAndGivesTheSameEquations) {
  for (const Sample& s : samples_of(example())) {
    EXPECT_NEAR(s.lambda, s.tau() / 2, rounding);      // [XUMK94 75]
    EXPECT_NEAR(s.xdd, 2 * s.lambda * s.x, rounding);  // [XUMK94 73]
    EXPECT_NEAR(s.ydd, -1 + 2 * s.lambda * s.y, rounding);
    EXPECT_NEAR(s.x * (2 * s.lambda * s.x) + s.y * (-1 + 2 * s.lambda * s.y),
                -(s.xd * s.xd + s.yd * s.yd), rounding);  // [XUMK94 74]
  }
}

TEST(Xumk94Example, TheConstraintsForceAndItsAccelerationAreThePapers) {
  for (const Sample& s : samples_of(example())) {
    EXPECT_NEAR(s.Qc_x, s.tau() * s.x, rounding);  // [XUMK94 77]
    EXPECT_NEAR(s.Qc_y, s.tau() * s.y, rounding);
    EXPECT_NEAR(s.ac_x, s.Qc_x, rounding);  // M = 1                 [XUMK94 78]
    EXPECT_NEAR(s.ac_y, s.Qc_y, rounding);
    EXPECT_NEAR(s.ac_x, s.xdd - 0, rounding);  // Ẍ − a              [XUMK94 79]
    EXPECT_NEAR(s.ac_y, s.ydd + 1, rounding);
  }
}

// Equation (17) as printed would have Q = (0, +1), and the pendulum would fall upwards: the action of
// neighbours tells which sign is right. Neighbours on the circle: the angle of the extremal, and a
// bump that vanishes at both ends.                                            [XUMK94 56, erratum 1]
TEST(Xumk94Example, NeighboursOnTheCircleHaveAGreaterAction) {
  const Extremals extremals = example(2001);
  const std::vector<Sample> samples = samples_of(extremals);
  const auto action = [&](double bump) {
    double sum = 0;  // by the trapezoidal rule, the same for all
    const double dt = 1.0 / static_cast<double>(samples.size() - 1);
    for (std::size_t i = 0; i < samples.size(); ++i) {
      const Sample& s = samples[i];
      const double t = static_cast<double>(i) * dt, rate = s.xd * -s.y + s.yd * s.x;
      const double th = std::atan2(s.x, -s.y) + bump * std::sin(M_PI * t);
      const double thd = rate + bump * M_PI * std::cos(M_PI * t);
      const double F = 0.5 * thd * thd + std::cos(th);  // ½(ẋ² + ẏ²) − y
      sum += (i == 0 || i + 1 == samples.size() ? 0.5 : 1) * F * dt;
    }
    return sum;
  };
  const double least = action(0);
  EXPECT_NEAR(least, *extremals.summary().extremals[0].action, 1e-6);  // O(dt²)
  for (const double bump : {-0.1, -0.01, 0.01, 0.1}) EXPECT_GT(action(bump), least) << bump;
  // Stationary: the first order vanishes, the second is ½∫(η'² − cos(th) η²).
  EXPECT_NEAR((action(1e-3) - action(-1e-3)) / 2e-3, 0, 1e-6);
}

// "The fact that there are no multipliers makes it possible to trace the extremals numerically": both
// ways give one curve, and the way with multipliers takes its own time.
TEST(Xumk94Example, BothWaysGiveOneCurve) {
  const ExtremalSummary summary = example().summary();
  ASSERT_EQ(summary.extremals.size(), 1u);
  ASSERT_TRUE(summary.extremals[0].cross_check.has_value());
  EXPECT_LE(*summary.extremals[0].cross_check, 1e-8);  // [XUMK94 76]
  // θ̇ = ẋ cos θ + ẏ sin θ at θ = 0.5.
  const State& start = summary.extremals[0].start;
  EXPECT_NEAR(start.v[0] * std::cos(0.5) + start.v[1] * std::sin(0.5), -0.680697068386169209,
              1e-12);
}

}  // namespace
}  // namespace zwang

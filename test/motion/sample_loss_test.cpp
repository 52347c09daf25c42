// SPDX-License-Identifier: Apache-2.0
// What samples do not show, of curves that are known.

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "motion/run/sample_loss.h"

namespace zwang::test {

namespace {

/// Steps of dt along x = f(t), y = 1 (it stays), sampled every so many of them.
template <class F, class D>
motion::SampleLoss::Worst lost(F f, D slope, double dt, int steps, int each) {
  const instant::StateLayout at{2};
  motion::SampleLoss loss(at);
  for (int k = 0; k <= steps; ++k) {
    const double t = dt * k;
    const std::array<double, 7> y{f(t), 1, slope(t), 0, 0, 0, 0};
    k % each == 0 ? loss.sample(t, y.data()) : loss.pass(t, y.data());
  }
  return loss.worst();
}

}  // namespace

TEST(SampleLoss, CubicsAreShownWhole) {
  const auto worst = lost([](double t) { return t * t * t - t; },
                          [](double t) { return 3 * t * t - 1; }, 0.01, 100, 10);
  EXPECT_LT(worst.distance, 1e-14 * 2);
}

// x moves, y stays where it is but for its rounding, and is not said to be lost.
TEST(SampleLoss, RoundingIsNoMotion) {
  for (const double place : {0.0, 0.988771}) {
    const instant::StateLayout at{2};
    motion::SampleLoss loss(at);
    for (int k = 0; k <= 100; ++k) {
      const double t = 0.01 * k, noise = 2e-16 * std::sin(37.0 * k);
      const std::array<double, 7> y{t, place + noise, 1, 0, 0, 0, 0};
      k % 10 == 0 ? loss.sample(t, y.data()) : loss.pass(t, y.data());
    }
    EXPECT_EQ(loss.worst().coordinate, -1) << place;
  }
}

// Of a quartic, f⁗ s²(1−s)² h⁴/24 is missing, at the middle h⁴/16.
TEST(SampleLoss, QuarticsLoseWhatTheRestOfHermiteSays) {
  const auto worst = lost([](double t) { return t * t * t * t; },
                          [](double t) { return 4 * t * t * t; }, 0.0625, 16, 8);
  EXPECT_EQ(worst.coordinate, 0);
  EXPECT_NEAR(worst.distance, std::pow(0.5, 4) / 16, 1e-15);
  EXPECT_NEAR(worst.range, 1, 1e-15);
}

// Samples once a turn see nothing of it, also where far more steps than are kept lie between.
TEST(SampleLoss, SamplesOnceATurnShowNothing) {
  const double turn = 6.283185307179586;
  for (const int steps : {6, 8, 20, 50, 1000}) {
    const auto worst = lost([](double t) { return std::sin(t); },
                            [](double t) { return std::cos(t); }, turn / steps, 4 * steps, steps);
    // The cubic with slope 1 at both ends is 3π/16 at a quarter of the way, where the sine is 1.
    EXPECT_GT(worst.distance, 0.39) << steps;
    EXPECT_LT(worst.distance, 0.43) << steps;
  }
}

TEST(SampleLoss, JumpsAreNoLoss) {
  const instant::StateLayout at{1};
  motion::SampleLoss loss(at);
  const std::array<double, 5> before{0, 0, 0, 0, 0}, behind{5, 0, 0, 0, 0};
  loss.sample(0, before.data());
  loss.pass(1, before.data());
  loss.jump();
  loss.pass(2, behind.data());
  loss.sample(3, behind.data());
  EXPECT_EQ(loss.worst().distance, 0);
}

}  // namespace zwang::test

// SPDX-License-Identifier: Apache-2.0
// Dry friction in a ball joint: a torque of one size against the angular velocity, whatever its axis.

#include <gtest/gtest.h>

#include <cmath>

#include "zwang/run.h"

namespace zwang::test {
namespace {

/// A ball of inertia 2 about its joint, turning with `omega`, a torque along (2, −1, 2)/3 on it.
std::string rubbing_ball(const std::string& omega, const std::string& torque,
                         const std::string& duration) {
  return "[parameters]\nT = " + torque +
         "\n[[bodies]]\nname = 'ball'\njoint = 'ball'\nmass = 1\ninertia = [2, 2, 2]\n"
         "friction = 3\nstart = { omega = " +
         omega + " }\n[[forces]]\non = 'ball'\ntorque = ['2*T/3', '-T/3', '2*T/3']\n" +
         "[simulate]\nduration = " + duration + "\ntolerance = 1e-11\n";
}

/// By which angle the end is turned, 0 … π.
double turned_by(const State& end) { return 2 * std::acos(std::min(1.0, std::abs(end.q[0]))); }

double largest_rate(const State& end) {
  double most = 0;
  for (const double x : end.v) most = std::max(most, std::abs(x));
  return most;
}

// J ω̇ = −τ until ω = 0, after 1 s here, having turned by ½ J ω²/τ = 0.75; then it stands.
TEST(BallFriction, BrakesAnyAxisAlikeAndThenHolds) {
  const Summary run =
      zwang::run(read_model(rubbing_ball("[1, -0.5, 1]", "0", "2"), "test")).summary();
  ASSERT_EQ(run.ending, Ending::done) << run.message;
  EXPECT_NEAR(turned_by(run.end), 0.75, 1e-8);
  EXPECT_LE(largest_rate(run.end), 1e-12);
}

TEST(BallFriction, HoldsAgainstALesserTorque) {
  const Summary run =
      zwang::run(read_model(rubbing_ball("[0, 0, 0]", "2.9", "1"), "test")).summary();
  ASSERT_EQ(run.ending, Ending::done) << run.message;
  EXPECT_LE(turned_by(run.end), 1e-12);
}

// J α = T − τ: ½ α t² = ½ (4 − 3)/2 = 0.25 after 1 s.
TEST(BallFriction, GivesWayToAGreaterTorque) {
  const Summary run = zwang::run(read_model(rubbing_ball("[0, 0, 0]", "4", "1"), "test")).summary();
  ASSERT_EQ(run.ending, Ending::done) << run.message;
  EXPECT_NEAR(turned_by(run.end), 0.25, 1e-8);
}

}  // namespace
}  // namespace zwang::test

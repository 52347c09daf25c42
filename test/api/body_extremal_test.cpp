// SPDX-License-Identifier: Apache-2.0
// Two-ended questions about bodies, against the same systems as Lagrangians, closed forms, and runs by
// the recursions from the start that was found.

#include <gtest/gtest.h>

#include <cmath>

#include "support/four_bar_text.h"
#include "zwang/extremal.h"
#include "zwang/run.h"

namespace zwang::test {
namespace {

ExtremalSummary answer_of(const std::string& text) {
  ExtremalOptions options;
  options.tolerance = 1e-11;
  const ExtremalSummary summary = find_extremals(read_model(text, "test"), options).summary();
  EXPECT_EQ(summary.ending, ExtremalEnding::done) << summary.message;
  EXPECT_FALSE(summary.extremals.empty());
  return summary;
}

/// The recursions go where the extremal says, from its start: within what both promise, and what
/// neighbours part by in between.
void expect_the_motion(const std::string& text, const ExtremalSummary& answer, double allowed) {
  const ExtremalCurve& curve = answer.extremals.front();
  RunOptions options;
  options.start = curve.start;
  options.duration = curve.end.t - curve.start.t;
  options.tolerance = 1e-12;
  const Summary run = zwang::run(read_model(text, "test"), options).summary();
  ASSERT_EQ(run.ending, Ending::done) << run.message;
  for (std::size_t i = 0; i < run.end.q.size(); ++i) {
    EXPECT_NEAR(run.end.q[i], curve.end.q[i], allowed) << "coordinate " << i;
    EXPECT_NEAR(run.end.v[i], curve.end.v[i], 10 * allowed) << "rate " << i;
  }
}

TEST(BodyExtremal, OfADoublePendulumIsThatOfItsLagrangian) {
  const std::string bodies = R"toml(
[free]
gravity = [0, -9.81, 0]
[[bodies]]
name = "upper"
joint = "hinge"
mass = 1
center = [0, -1, 0]
[[bodies]]
name = "lower"
parent = "upper"
joint = "hinge"
at = [0, -1, 0]
mass = 1
center = [0, -1, 0]
[extremal]
from = { t = 0, "upper.angle" = 0.3, "lower.angle" = 0.1 }
to = { t = 1.2, "upper.angle" = -0.2, "lower.angle" = 0.5 }
)toml",
                    formulas = R"toml(
[coordinates]
a = 0
b = 0
[define]
x1 = "sin(a)"
y1 = "-cos(a)"
x2 = "x1 + sin(a + b)"
y2 = "y1 - cos(a + b)"
[free]
kinetic = "0.5*(x1'^2 + y1'^2) + 0.5*(x2'^2 + y2'^2)"
potential = "9.81*(y1 + y2)"
[extremal]
from = { t = 0, a = 0.3, b = 0.1 }
to = { t = 1.2, a = -0.2, b = 0.5 }
)toml";
  const ExtremalSummary x = answer_of(bodies), y = answer_of(formulas);
  const ExtremalCurve &p = x.extremals.front(), &q = y.extremals.front();
  EXPECT_NEAR(*p.action, *q.action, 1e-9 * std::abs(*q.action));
  EXPECT_EQ(p.verdict, q.verdict);
  EXPECT_EQ(p.index, q.index);
  for (std::size_t i = 0; i < 2; ++i) EXPECT_NEAR(p.start.v[i], q.start.v[i], 1e-8);
  expect_the_motion(bodies, x, 1e-7);
}

// A ball turns about one axis at one speed: ½ J θ²/T, here ½ · 2 · 1.2²/0.8.
TEST(BodyExtremal, OfABallIsAnArcOfRotations) {
  const std::string text = R"toml(
[[bodies]]
name = "ball"
joint = "ball"
mass = 1
inertia = [2, 2, 2]
[extremal]
from = { t = 0, "ball.orientation.w" = 1, "ball.orientation.x" = 0, "ball.orientation.y" = 0, "ball.orientation.z" = 0 }
to = { t = 0.8, "ball.orientation.w" = "cos(0.6)", "ball.orientation.x" = "0.6*sin(0.6)", "ball.orientation.y" = "0.8*sin(0.6)", "ball.orientation.z" = 0 }
)toml";
  const ExtremalSummary answer = answer_of(text);
  const ExtremalCurve& curve = answer.extremals.front();
  EXPECT_NEAR(*curve.action, 1.44 / 0.8, 1e-10);
  EXPECT_EQ(curve.verdict, "minimum");
  EXPECT_EQ(answer.freedom, 3U);
  // ė = ½ ω at the start.
  const double expected[] = {0, 0.5 * 0.6 * 1.5, 0.5 * 0.8 * 1.5, 0};
  for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(curve.start.v[i], expected[i], 1e-9) << i;
}

TEST(BodyExtremal, OfATumblingBodyIsItsMotion) {
  const std::string text = R"toml(
[free]
gravity = [0, 0, -9.81]
[[bodies]]
name = "box"
joint = "free"
mass = 2
inertia = [1, 2, 2.5]
center = [0.1, 0, 0.2]
[extremal]
from = { t = 0, "box.position.x" = 0, "box.position.y" = 0, "box.position.z" = 0, "box.orientation.w" = 1, "box.orientation.x" = 0, "box.orientation.y" = 0, "box.orientation.z" = 0 }
to = { t = 1, "box.position.x" = 1, "box.position.y" = 0, "box.position.z" = 0.5, "box.orientation.w" = "cos(0.6)", "box.orientation.x" = "0.6*sin(0.6)", "box.orientation.y" = "0.8*sin(0.6)", "box.orientation.z" = 0 }
)toml";
  expect_the_motion(text, answer_of(text), 1e-8);
}

const FourBarText four_bar{{"1", "1", "[0.01, 0.1, 0.1]", "angle = 1.3"},
                           {"2", "1.5", "[0.01, 0.3, 0.3]", "angle = -1.1"},
                           {"1.4", "1.2", "[0.01, 0.2, 0.2]", "angle = 1.5"},
                           "2.1"};

std::string four_bar_between(const std::string& closure) {
  return "[free]\ngravity = [0, -9.81, 0]\n" + four_bar.text() + R"toml([extremal]
from = { t = 0, "crank.angle" = 1.3 }
to = { t = 0.4, "crank.angle" = 1.9 }
)toml" + closure;
}

TEST(BodyExtremal, OfALoopIsItsMotionHoweverItIsClosed) {
  const std::string hinge = four_bar_between(hinge_of_ends);
  const std::string two = four_bar_between(
      "[[constraints]]\nname = 'closure'\n"
      "equations = ['coupler.end.x = rocker.end.x', 'coupler.end.y = rocker.end.y']\n");
  const ExtremalSummary x = answer_of(hinge), y = answer_of(two);
  EXPECT_EQ(x.rank, 2U);
  EXPECT_EQ(x.extremals.front().verdict, "minimum");
  EXPECT_NEAR(*x.extremals.front().action, *y.extremals.front().action, 1e-9);
  expect_the_motion(hinge, x, 1e-8);
}

// A free end lets go: there the momentum vanishes.
TEST(BodyExtremal, OfAFreeEndHasNoMomentumThere) {
  const std::string text = R"toml(
[free]
gravity = [0, -9.81, 0]
[[bodies]]
name = "rod"
joint = "hinge"
mass = 2
inertia = [0, 0.2, 0.2]
center = [0, -0.5, 0]
points = { tip = [0, -1, 0] }
[extremal]
from = { t = 0, "rod.angle" = 0.9 }
to = { t = 0.3 }
)toml";
  const ExtremalSummary answer = answer_of(text);
  EXPECT_NEAR(answer.extremals.front().end.v[0], 0, 1e-9);
  expect_the_motion(text, answer, 1e-8);
}

// Damped and pushed it makes no integral stationary, but goes between its ends all the same.
TEST(BodyExtremal, EndsWhereAPointOfABodyShall) {
  const std::string text = R"toml(
[free]
gravity = [0, -9.81, 0]
[[bodies]]
name = "rod"
joint = "ball"
mass = 2
inertia = [0.1, 0.2, 0.3]
center = [0, -0.5, 0]
points = { tip = [0, -1, 0] }
damping = 0.1
[[forces]]
on = "rod.tip"
force = [0.3, 0, "-0.2*rod.tip.x"]
torque = [0, 0.4, 0]
frame = "body"
[extremal]
from = { t = 0, "rod.orientation.w" = 1, "rod.orientation.x" = 0, "rod.orientation.y" = 0, "rod.orientation.z" = 0 }
to = { t = 0.5, "rod.orientation.y" = 0.1 }
on = { to = ["rod.tip.x = 0.4", "rod.tip.z = 0.1"] }
)toml";
  const ExtremalSummary answer = answer_of(text);
  EXPECT_EQ(answer.extremals.front().verdict, "solution");
  expect_the_motion(text, answer, 1e-8);
}

}  // namespace
}  // namespace zwang::test

// SPDX-License-Identifier: Apache-2.0
// Sensitivities of runs with bodies: lengths, masses, inertias, anchors, spring rates, and the start.

#include "api/sensitivity_runs.h"
#include "support/bodies_text.h"
#include "support/four_bar_text.h"

namespace zwang::test {
namespace {

// An inertia of 0.1 wants smaller steps than lengths of 1.
TEST(BodySensitivity, OfADoublePendulumIsTheDifferenceOfDoublePendulums) {
  expect_differences(R"toml(
[parameters]
l = 0.8
m = 1.5
J = 0.1
k = 3
lean = 0.7
[ground]
points = { wall = [1, -1, 0] }
[free]
gravity = [0, -9.81, 0]
[[bodies]]
name = "upper"
joint = "hinge"
mass = "m"
inertia = ["J/2", "J", "J"]
center = ["l/2", 0, 0]
points = { tip = ["l", 0, 0] }
damping = 0.05
start = { angle = "lean", rate = 0.4 }
[[bodies]]
name = "lower"
parent = "upper"
joint = "hinge"
axis = [0, 0.3, 1]
at = ["l", 0, 0]
mass = 1
inertia = ["J/3", "J", "J"]
center = [0.4, 0.05, 0]
points = { tip = ["0.9*l", 0, 0] }
[[forces]]
spring = { between = ["lower.tip", "ground.wall"], stiffness = "k", length = 0.5, damping = 0.1 }
)toml",
                     {"l", "m", "J", "k", "lean", "lower.angle", "upper.angle'"}, 1, 5e-4);
}

// The start is assembled anew for each length, and five rows hold what two would.
TEST(BodySensitivity, OfAFourBarClosedByAHingeInSpace) {
  const FourBarText bars{{"\"arm\"", "1", "[0.01, 0.1, 0.1]", "angle = 1.3, rate = 2"},
                         {"2", "1.5", "[0.01, 0.3, 0.3]", "angle = -1.1"},
                         {"1.4", "1.2", "[0.01, 0.2, 0.2]", "angle = 1.5"},
                         "\"base\""};
  expect_differences("[parameters]\narm = 1\nbase = 2.1\n[free]\ngravity = [0, -9.81, 0]\n" +
                         bars.text() + hinge_of_ends,
                     {"arm", "base"}, 0.6, 1e-3);
}

// A ball that rolls: rows hold rates of points, and a quaternion turns.
TEST(BodySensitivity, OfABallThatRollsDownABowl) {
  expect_differences(R"toml(
[parameters]
r = 0.3
J = 0.05
tilt = 0.4
[free]
gravity = ["9.81*sin(tilt)", 0, "-9.81*cos(tilt)"]
[[bodies]]
name = "ball"
joint = "free"
mass = 1.3
inertia = ["J", "1.2*J", "1.5*J"]
center = [0.02, 0.01, 0]
start = { position = [0, 0, "r"], velocity = [0.2, "-r", 0], omega = [1, "0.2/r", 0.5] }
[[constraints]]
name = "rolls"
roll = { body = "ball", radius = "r" }
)toml",
                     {"r", "J", "tilt", "ball.position.x", "ball.orientation.y"}, 0.7, 1e-3);
}

TEST(BodySensitivity, OfRandomTreesIsTheirDifference) {
  for (unsigned seed = 0; seed < 6; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    expect_differences(random_bodies_text(random, {.bodies = 2, .rows = false}), {"a", "b", "c"},
                       0.5);
    if (testing::Test::HasFailure()) return;
  }
}

}  // namespace
}  // namespace zwang::test

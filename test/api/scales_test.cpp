// SPDX-License-Identifier: Apache-2.0
// The same mechanism in other units of length and time has the same motion and the same findings.

#include <gtest/gtest.h>

#include <cmath>
#include <sstream>

#include "api/run_files.h"

namespace zwang::test {
namespace {

std::string number(double x) {
  std::ostringstream text;
  text.precision(17);
  text << x;
  return text.str();
}

std::string head(double L, double T, double duration) {
  return "[parameters]\nL = " + number(L) + "\nT = " + number(T) +
         "\n[simulate]\nduration = " + number(duration * T) + "\n";
}

constexpr double units[] = {1e9, 1.0, 1e-9};

// A four-bar of hinges in a plane that leans: three of the five equations that close it lie across its plane, and what they miss is
// rounding of its lengths.
TEST(Scales, OfAPlanarLinkageDoNotMakeItImpossible) {
  std::vector<double> known;
  for (const double L : units) {
    const Trajectory motion = run_text(head(L, 1, 2) + R"toml(
[free]
gravity = [0, "-9.81*L", 0]
[[bodies]]
name = "stand"
joint = "fixed"
rotation = { axis = [1, -1, 2], angle = 0.7 }
[[bodies]]
name = "crank"
parent = "stand"
joint = "hinge"
mass = 1
inertia = ["0.001*L^2", "L^2/12", "L^2/12"]
center = ["L/2", 0, 0]
start = { angle = 0.3, rate = 6 }
[[bodies]]
name = "coupler"
parent = "crank"
joint = "hinge"
at = ["L", 0, 0]
mass = 3
inertia = ["0.001*L^2", "2.25*L^2", "2.25*L^2"]
center = ["1.5*L", 0, 0]
points = { end = ["3*L", 0, 0] }
start = { angle = 0.28, rate = -8.5 }
[[bodies]]
name = "rocker"
parent = "stand"
joint = "hinge"
at = ["3*L", 0, 0]
mass = 2
inertia = ["0.001*L^2", "L^2/1.5", "L^2/1.5"]
center = ["L", 0, 0]
points = { end = ["2*L", 0, 0] }
start = { angle = 1.34, rate = -1.2 }
[[constraints]]
name = "pin"
hinge = { between = ["coupler.end", "rocker.end"], axis = [0, 0, 1], axis2 = [0, 0, 1] }
)toml");
    ASSERT_EQ(motion.summary().ending, Ending::done) << L;
    EXPECT_TRUE(motion.summary().contradictory.empty()) << L;
    const std::vector<double>& q = motion.summary().end.q;
    if (known.empty()) known = q;
    for (std::size_t i = 0; i < q.size(); ++i) EXPECT_NEAR(q[i], known[i], 1e-6) << L;
  }
}

// A frame with a bar that is too long moves in the sense of least squares, however fast: positions and rates
// have no common unit.
TEST(Scales, OfTimeDoNotDecideWhetherAFrameMoves) {
  std::vector<double> known;
  for (const double T : units) {
    const Trajectory motion = run_text(head(1, T, 2) + R"toml(
[[particles]]
name = "a"
mass = 1
position = [0, 0]
velocity = ["0.1/T", 0]
[[particles]]
name = "b"
mass = 1
position = [1, 0]
velocity = ["0.1/T", "0.2/T"]
[[particles]]
name = "c"
mass = 1
position = [0.5, 1]
velocity = [0, "0.1/T"]
[[particles]]
name = "d"
mass = 1
position = [0.5, 0.4]
[[constraints]]
name = "ab"
equation = "distance(a, b) = 1"
[[constraints]]
name = "bc"
equation = "distance(b, c) = 1.1"
[[constraints]]
name = "ca"
equation = "distance(c, a) = 1.1"
[[constraints]]
name = "ad"
equation = "distance(a, d) = 0.6"
[[constraints]]
name = "bd"
equation = "distance(b, d) = 0.6"
[[constraints]]
name = "cd"
equation = "distance(c, d) = 0.9"
)toml");
    ASSERT_EQ(motion.summary().ending, Ending::done) << T;
    EXPECT_EQ(motion.summary().contradictory.size(), 6u) << T;
    const std::vector<double>& q = motion.summary().end.q;
    if (known.empty()) known = q;
    for (std::size_t i = 0; i < q.size(); ++i) EXPECT_NEAR(q[i], known[i], 1e-6) << T;
  }
}

// A ball falls beside a step onto the floor: it must strike the floor alone, and come back after 2 ε v/g.
TEST(Scales, OfLengthDoNotLetABallStrikeWhatIsFar) {
  for (const double L : units) {
    const Trajectory motion = run_text(head(L, 1, 1) + R"toml(
[free]
gravity = [0, 0, "-9.81*L"]
[ground]
shapes = [
  { name = "floor", plane = [0, 0, 1] },
  { name = "step", box = ["0.4*L", "L", "0.3*L"], at = ["0.38*L", 0, "0.15*L"] },
]
[[bodies]]
name = "ball"
joint = "free"
density = "600/L^3"
shape = { sphere = "0.1*L" }
start = { position = [0, 0, "0.8*L"], omega = [0, 0, 3] }
[[contacts]]
between = "all"
restitution = 0.6
)toml");
    ASSERT_EQ(motion.summary().ending, Ending::done) << L;
    const std::vector<RunEvent> blows = events_of(motion, "impact");
    ASSERT_EQ(blows.size(), 2u) << L;
    const double fall = std::sqrt(2 * 0.7 / 9.81);
    EXPECT_NEAR(blows[0].state.t, fall, 1e-9) << L;
    EXPECT_NEAR(blows[1].state.t, fall * 2.2, 1e-8) << L;
    for (const RunEvent& blow : blows)
      EXPECT_EQ(blow.text.find("step"), std::string::npos) << blow.text;
  }
}

}  // namespace
}  // namespace zwang::test

// SPDX-License-Identifier: Apache-2.0
// Sensitivities of whole runs, against differences between runs that were started anew.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "api/sensitivity_runs.h"

namespace zwang::test {
namespace {

using Names = std::vector<std::string>;
using Numbers = std::vector<double>;

TEST(Sensitivity, OfAPendulumIsTheDifferenceOfPendulums) {
  expect_differences(pendulum_text, {"l", "g", "m", "bob.x", "bob.y", "bob.x'", "bob.y'"}, 1.5);
}

// Lengths that fit the start are computed, and can be given other values all the same.
TEST(Sensitivity, OfALoopOfRods) {
  expect_differences(R"toml(
[parameters]
crank = "hypot(0.3, 0.9)"
coupler = "hypot(1.1, 0.2)"
rocker = "hypot(0.6, 1.1)"
heavy = 2
[[particles]]
name = "a"
mass = 1
position = [0.3, 0.9]
[[particles]]
name = "b"
mass = "heavy"
position = [1.4, 1.1]
[free]
gravity = [0, -9.81]
[[constraints]]
name = "crank"
equation = "norm(a) = crank"
[[constraints]]
name = "coupler"
equation = "distance(a, b) = coupler"
[[constraints]]
name = "rocker"
equation = "distance(b, [2, 0]) = rocker"
)toml",
                     {"crank", "coupler", "rocker", "heavy", "a.x", "b.y'"}, 1);
}

const std::string chain = R"toml(
[parameters]
N = 5
l = 0.4
k = "3*l"
drag = "k/10"
[[particles]]
name = "p"
count = "N"
mass = "1 + k*i/10"
position = ["l*i*0.6", "-l*i*0.8"]
force = ["-drag*p[i].x'", "-drag*p[i].y'"]
[free]
gravity = [0, -9.81]
[[constraints]]
name = "top"
equation = "norm(p[1]) = l"
[[constraints]]
name = "links"
for = "i in 1..N-1"
equation = "distance(p[i], p[i+1]) = l"
)toml";

// k comes from l, and drag from k.
TEST(Sensitivity, OfAChainWhoseMassesAndDragFollowFromItsLength) {
  expect_differences(chain, {"l", "k", "drag", "p[3].x", "p[5].y'"}, 1, 5e-4);
}

TEST(Sensitivity, WhereARowContainsTheTime) {
  expect_differences(R"toml(
[parameters]
a = 0.1
omega = 3
l = 1
[[particles]]
name = "bob"
mass = 1
position = ["0.6*l", "a - 0.8*l"]
velocity = [0, 0]
[free]
gravity = [0, -9.81]
[[constraints]]
name = "rod"
equation = "bob.x^2 + (bob.y - a*cos(omega*t))^2 = l^2"
)toml",
                     {"l", "a", "omega", "bob.x", "bob.x'"}, 1.5);
}

TEST(Sensitivity, WhereRowsRepeatEachOther) {
  expect_differences(R"toml(
[parameters]
l = 1
g = 9.81
[[particles]]
name = "bob"
mass = 2
position = ["l*cos(0.3)", "-l*sin(0.3)"]
force = [0, "-2*g"]
[[constraints]]
name = "first"
equation = "bob.x^2 + bob.y^2 = l^2"
[[constraints]]
name = "second"
equation = "hypot(bob.x, bob.y) = l"
)toml",
                     {"l", "g", "bob.x", "bob.y'"}, 1.5);
}

// Only the start contains heading and speed.
TEST(Sensitivity, WhereRowsHoldRates) {
  expect_differences(R"toml(
[parameters]
J = 0.2
slope = 0.5
heading = 1.2
speed = 0.4
[coordinates]
x = { start = 0, rate = "speed*cos(heading)" }
y = { start = 0.1, rate = "speed*sin(heading)" }
phi = { start = "heading", rate = 1.3 }
[free]
kinetic = "0.5*(x'^2 + y'^2) + 0.5*J*phi'^2"
potential = "-9.81*slope*x"
[[constraints]]
name = "edge"
equation = "x'*sin(phi) - y'*cos(phi) = slope*t*sin(x)"
)toml",
                     {"J", "slope", "heading", "speed", "y", "phi", "x'", "phi'"}, 1);
}

TEST(Sensitivity, WhereARowBendsInTheRates) {
  expect_differences(R"toml(
[parameters]
speed = 2
pull = 3
[[particles]]
name = "p"
mass = 1
position = [0.2, 0.1]
velocity = ["0.6*speed", "0.8*speed"]
force = ["pull*sin(p.y)", "-pull*p.x"]
[[constraints]]
name = "pace"
equation = "norm(p') = speed"
)toml",
                     {"speed", "pull", "p.x", "p.x'"}, 2);
}

// Such rows are not kept by projection, and a start that breaks them stays where it is.
TEST(Sensitivity, WhereRowsAreOfBaumgarte) {
  expect_differences(R"toml(
[parameters]
l = 1
alpha = 3
[[particles]]
name = "bob"
mass = 1
position = [0.9, -0.6]
velocity = [1, 1]
[free]
gravity = [0, -9.81]
[[constraints]]
name = "rod"
equation = "bob.x^2 + bob.y^2 = l^2"
drift = { baumgarte = ["alpha", 5] }
)toml",
                     {"l", "alpha", "bob.x", "bob.y'"}, 1);
}

TEST(Sensitivity, OfAFirstOrderSystem) {
  expect_differences(R"toml(
[parameters]
rate = 0.7
whole = 1
[coordinates]
x = "0.6*whole"
y = "0.4*whole"
[free]
acceleration = ["-rate*x^2", "rate*sin(y)"]
order = 1
[[constraints]]
name = "whole"
equation = "x + y = whole"
)toml",
                     {"rate", "whole", "x"}, 1);
}

// The start lies off the constraints by a tenth, and its rates do not fit: it is moved, and another
// start would be moved otherwise.
TEST(Sensitivity, OfAStartThatIsMovedFar) {
  expect_differences(R"toml(
[parameters]
l = 1.1
heavy = 3
[[particles]]
name = "a"
mass = 1
position = [0.5, -0.9]
velocity = [1, 0.2]
[[particles]]
name = "b"
mass = "heavy"
position = ["1.3*l", -1.1]
[free]
gravity = [0, -9.81]
[[constraints]]
name = "first"
equation = "norm(a) = l"
[[constraints]]
name = "second"
equation = "distance(a, b) = l"
)toml",
                     {"l", "heavy", "a.x", "b.y'"}, 1);
}

// From rest at the bottom of a bowl, tilted by a wind: where that is answers to the wind.
TEST(Sensitivity, OfAnEquilibriumIsThatOfItsPlace) {
  const std::string text = R"toml(
[parameters]
l = 2
wind = 3
[[particles]]
name = "bob"
mass = 1
position = [0.5, -1.9]
force = ["wind", -9.81]
[[constraints]]
name = "rod"
equation = "norm(bob) = l"
[simulate]
duration = 1
start = "equilibrium"
sensitivity = ["wind", "l", "bob.x"]
)toml";
  const Summary summary = run(read_model(text, "test")).summary();
  ASSERT_EQ(summary.sensitivities.size(), 3u) << summary.message;
  // bob = l (w, −g)/√(w² + g²), at rest for ever; 1e-9 is the tolerance of the run.
  const double w = 3, g = 9.81, r = std::hypot(w, g), l = 2;
  EXPECT_NEAR(summary.sensitivities[0].q[0], l * g * g / (r * r * r), 1e-8);
  EXPECT_NEAR(summary.sensitivities[0].q[1], l * g * w / (r * r * r), 1e-8);
  EXPECT_NEAR(summary.sensitivities[1].q[0], w / r, 1e-8);
  EXPECT_NEAR(summary.sensitivities[1].q[1], -g / r, 1e-8);
  EXPECT_NEAR(summary.sensitivities[2].q[0], 0, 1e-8);
}

/// The sentence of the exception that a run throws.
std::string refusal(const std::string& text, const Names& names) {
  RunOptions options;
  options.duration = 1;
  options.sensitivity = names;
  try {
    run(read_model(text, "test"), options);
  } catch (const std::exception& error) {
    return error.what();
  }
  return "";
}

TEST(Sensitivity, ToANameThatIsNotThereNamesTheNearest) {
  EXPECT_EQ(refusal(pendulum_text, {"l", "bob.z"}),
            "sensitivity: 'bob.z' is neither a parameter nor a coordinate nor a rate; did you mean "
            "'bob.x'?");
  EXPECT_EQ(refusal(pendulum_text, {"quite"}),
            "sensitivity: 'quite' is neither a parameter nor a coordinate nor a rate");
  EXPECT_EQ(refusal(pendulum_text, {"l", "l"}), "sensitivity: 'l' is listed twice");
  EXPECT_EQ(refusal(first_order_text, {"x'"}),
            "sensitivity: in a first-order system rates are not start values, so 'x'' is not one");
}

TEST(Sensitivity, OfTheModelFileIsRefusedWhereItStands) {
  EXPECT_EQ(refusal(pendulum_text + "sensitivity = [\"g\", \"len\"]\n", {}),
            "test:26:22: E347: 'len' is neither a parameter nor a coordinate nor a rate\n"
            "  sensitivity = [\"g\", \"len\"]\n"
            "                       ^\n");
}

TEST(Sensitivity, OfTheModelFileIsAskedForWithoutTheCall) {
  const Model model = read_model(pendulum_text + "sensitivity = [\"g\", \"bob.y'\"]\n", "test");
  const auto found = run(model).summary().sensitivities;
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].by, "g");
  EXPECT_EQ(found[1].by, "bob.y'");
  RunOptions options;
  options.sensitivity = {"l"};  // the call comes first
  ASSERT_EQ(run(model, options).summary().sensitivities.size(), 1u);
}

TEST(Sensitivity, IsRefusedWhereMotionsAreNotSmooth) {
  const std::string particle = R"toml(
[[particles]]
name = "p"
mass = 1
position = [0, 1]
[free]
gravity = [0, -9.81]
)toml";
  const Names by = {"p.y"};
  EXPECT_EQ(refusal(particle + "[[constraints]]\nname = 'floor'\nequation = 'p.y >= 0'\n", by),
            "sensitivity: sensitivities are not available with contacts and impacts");
  EXPECT_EQ(
      refusal(particle + "[[events]]\nwhen = 'p.y'\naction = 'stop'\n", by),
      "sensitivity: sensitivities are not available with events that change or end the motion");
  EXPECT_EQ(refusal(particle + "[[events]]\nwhen = 'p.y - 0.5'\n", by), "");
  EXPECT_EQ(
      refusal(particle + "[[constraints]]\nname = 'rod'\nequation = 'norm(p) = 1'\n"
                         "[[nonideal]]\nfriction = { constraint = 'rod', coefficient = 0.2 }\n",
              by),
      "sensitivity: sensitivities are not available with friction that sticks and slips");
  EXPECT_EQ(refusal(particle + "[controls]\nu = {}\n[[forces]]\non = 'p'\nforce = ['u', 0]\n"
                               "[[constraints]]\nname = 'aim'\nequation = 'p.x = 0'\n"
                               "servo = ['u']\ngains = [2, 1]\n",
                    by),
            "sensitivity: sensitivities are not available with servo constraints");
  EXPECT_EQ(
      refusal(R"toml([parameters]
N = 151
[[particles]]
name = "p"
count = "N"
mass = 1
position = ["i", 0]
)toml",
              {"p[1].x"}),
      "sensitivity: sensitivities are available for up to 300 coordinates; this model has 302");
}

TEST(Sensitivity, SaysWhereConstraintsWouldComeApart) {
  const std::string text = "[parameters]\nl = 1\n" + two_rods_text +
                           "sensitivity = [\"l\", \"bob.x'\"]\n"
                           "[[constraints]]\nname = \"third\"\nequation = \"norm(bob) = l\"\n";
  const Summary summary = run(read_model(text, "test")).summary();
  ASSERT_EQ(summary.sensitivities.size(), 1u);
  EXPECT_EQ(summary.sensitivities[0].by, "bob.x'");
  EXPECT_NE(summary.message.find("The constraints cannot all be satisfied when 'l' changes"),
            std::string::npos)
      << summary.message;
}

TEST(Sensitivity, IsPartOfTheJson) {
  RunOptions options;
  options.sensitivity = {"l"};
  const Trajectory motion = run(read_model(pendulum_text, "test"), options);
  const auto json = nlohmann::json::parse(to_json(motion));
  const Sensitivity& s = motion.summary().sensitivities[0];
  EXPECT_EQ(json["sensitivities"]["l"]["bob.x"].get<double>(), s.q[0]);
  EXPECT_EQ(json["sensitivities"]["l"]["bob.y'"].get<double>(), s.v[1]);
  const auto without = nlohmann::json::parse(to_json(run(read_model(pendulum_text, "test"))));
  EXPECT_FALSE(without.contains("sensitivities"));
}

TEST(Sensitivity, LeavesTheRunAsItIs) {
  RunOptions options;
  const Model model = read_model(pendulum_text, "test");
  const auto plain = bits(run(model, options));
  options.sensitivity = {"l", "bob.x"};
  EXPECT_EQ(bits(run(model, options)), plain);
}

// A start that the call gives is the same for every length, but for the rod it is put on.
TEST(Sensitivity, ToAParameterKnowsThatTheCallGivesTheStart) {
  RunOptions options = accurately(1, {"g"});
  const std::string text = R"toml(
[parameters]
g = 2
[[particles]]
name = "p"
mass = 1
position = ["g", 0]
[free]
gravity = [0, "-g"]
)toml";
  options.start = State{0, {5, 0}, {0, 0}};
  const Summary given = run(read_model(text, "test"), options).summary();
  EXPECT_NEAR(given.sensitivities[0].q[0], 0, 1e-15);
  EXPECT_NEAR(given.sensitivities[0].q[1], -0.5, 1e-14);
  options.start.reset();
  EXPECT_NEAR(run(read_model(text, "test"), options).summary().sensitivities[0].q[0], 1, 1e-14);
}

}  // namespace
}  // namespace zwang::test

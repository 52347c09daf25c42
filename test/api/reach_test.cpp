// SPDX-License-Identifier: Apache-2.0
// Mechanisms that are driven beyond their reach: the run says where, and which constraint would have to
// open, and tells no force that only rounding made.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <random>
#include <string>

#include "zwang/run.h"

namespace zwang {
namespace {

std::string text(double x) {
  char digits[40];
  std::snprintf(digits, sizeof digits, "(%.17g)", x);
  return digits;
}

// A hand on two links is pulled along a line through the shoulder, farther than the links are long. By hand: the arm
// is straight when the hand is l1 + l2 away.
struct Arm {
  double l1 = 1, l2 = 1, from = 1, speed = 1, turn = 0, tolerance = 1e-9;
  bool swapped = false;  // the order of the constraints

  double end() const { return (l1 + l2 - from) / speed; }
  double shoulder() const {
    return turn + std::acos((l1 * l1 + from * from - l2 * l2) / (2 * l1 * from));
  }
  double elbow() const {
    return std::acos((l1 * l1 + l2 * l2 - from * from) / (2 * l1 * l2)) - std::acos(-1.0);
  }
  // Along and across the line.
  std::string rows(const std::string& x, const std::string& y) const {
    const std::string c = text(std::cos(turn)), s = text(std::sin(turn));
    const std::string along = "[[constraints]]\nname = 'along'\nequation = '" + x + "*" + c +
                              " + " + y + "*" + s + " = " + text(from) + " + " + text(speed) +
                              "*t'\n";
    const std::string across = "[[constraints]]\nname = 'across'\nequation = '" + y + "*" + c +
                               " - " + x + "*" + s + " = 0'\n";
    return swapped ? across + along : along + across;
  }
  std::string rest(const std::string& place, const std::string& rate) const {
    return "[[observe]]\nname = 'pull'\nformula = 'multiplier(along)'\n"
           "[[observe]]\nname = 'place'\nformula = '" +
           place +
           "'\n"
           "[[observe]]\nname = 'hardest'\nformula = 'max(multiplier(along))'\n"
           "[[observe]]\nname = 'nearest'\nformula = 'start(" +
           place +
           ")'\n"
           "[[observe]]\nname = 'rate'\nformula = \"" +
           rate +
           "\"\n"
           "[simulate]\noutput = 50\nduration = " +
           std::to_string(2 * end()) + "\ntolerance = " + std::to_string(tolerance) + "\n";
  }
};

std::string of_bodies(const Arm& arm, bool plane) {
  const std::string zero = plane ? "" : ", 0", mass = text(arm.l1),
                    axis = plane ? "" : "axis = [0, 0, 1]\n";
  const auto inertia = [&](double l) {
    const std::string i = "'" + text(0.1 * l * l) + "'";
    return "inertia = " + (plane ? i : "[" + i + ", " + i + ", " + i + "]") + "\n";
  };
  return (plane ? "[plane]\n" : std::string()) + "[[bodies]]\nname = 'upper'\njoint = 'hinge'\n" +
         axis + "mass = 1\n" + inertia(arm.l1) + "start = { angle = '" + text(arm.shoulder()) +
         "' }\n[[bodies]]\nname = 'fore'\nparent = 'upper'\njoint = 'hinge'\n" + axis + "at = ['" +
         text(arm.l1) + "', 0" + zero + "]\nmass = 1\n" + inertia(arm.l2) + "points = { hand = ['" +
         text(arm.l2) + "', 0" + zero + "] }\nstart = { angle = '" + text(arm.elbow()) + "' }\n" +
         arm.rows("fore.hand.x", "fore.hand.y") + arm.rest("fore.hand.x", "upper.angle'");
}

std::string of_points(const Arm& arm) {
  const auto place = [](double x, double y) { return "['" + text(x) + "', '" + text(y) + "']"; };
  const double a = arm.shoulder();
  return "[[particles]]\nname = 'elbow'\nmass = 1\nposition = " +
         place(arm.l1 * std::cos(a), arm.l1 * std::sin(a)) +
         "\n[[particles]]\nname = 'hand'\nmass = 2\nposition = " +
         place(arm.from * std::cos(arm.turn), arm.from * std::sin(arm.turn)) +
         "\n[[constraints]]\nname = 'upper'\nequation = 'elbow.x^2 + elbow.y^2 = " + text(arm.l1) +
         "^2'\n[[constraints]]\nname = 'fore'\nequation = 'distance(elbow, hand) = " +
         text(arm.l2) + "'\n" + arm.rows("hand.x", "hand.y") + arm.rest("hand.x", "elbow.x'");
}

// No number that belongs to the growth is left anywhere.
void expect_end_of_reach(const Trajectory& run, const Arm& arm, const std::string& context) {
  const Summary& s = run.summary();
  ASSERT_EQ(s.ending, Ending::contradiction) << context << "\n" << s.message;
  ASSERT_TRUE(s.unbounded) << context << "\n" << s.message;
  EXPECT_NEAR(s.end.t, arm.end(), 1e-6 * arm.end()) << context;
  EXPECT_NE(s.message.find("end of its motion"), std::string::npos) << s.message;
  EXPECT_NE(s.message.find("'along'"), std::string::npos) << s.message;
  EXPECT_TRUE(std::count(s.parting.begin(), s.parting.end(), "along")) << context;
  for (const double rate : s.end.v) EXPECT_TRUE(std::isnan(rate)) << context;
  for (const ConstraintForce& force : s.forces) {
    for (const auto& [name, number] : force.force) EXPECT_TRUE(std::isnan(number)) << context;
    for (const double number : force.multipliers) EXPECT_TRUE(std::isnan(number)) << context;
  }
  for (const JointForce& joint : s.joints) EXPECT_TRUE(std::isnan(joint.force[0])) << context;
  EXPECT_TRUE(std::isnan(s.energy.end) && std::isnan(s.energy.drift)) << context;
  EXPECT_EQ(s.lost_between_samples, 0) << context;
  EXPECT_TRUE(std::isnan(s.observables[0]) && std::isnan(s.observables[2])) << context;
  const double reach = (arm.l1 + arm.l2) * std::cos(arm.turn);
  EXPECT_NEAR(s.observables[1], reach, 1e-6 * (arm.l1 + arm.l2)) << context;
  EXPECT_TRUE(std::isnan(s.reductions[0].value)) << context;
  EXPECT_NEAR(s.reductions[1].value, arm.from * std::cos(arm.turn), 1e-9 * arm.from) << context;
  const std::vector<double> pull = run.column("multiplier(along)");
  EXPECT_TRUE(std::isnan(pull.back())) << context;
  EXPECT_TRUE(std::isfinite(pull[pull.size() - 2])) << context;
  EXPECT_NEAR(run.column("place").back(), reach, 1e-6 * (arm.l1 + arm.l2)) << context;
  bool grows = false;
  for (const Peak& peak : s.peaks) {
    const bool force = peak.kind != "coordinate" && peak.name != "place";
    grows = grows || (force && std::isinf(peak.most));
    if (!force) EXPECT_TRUE(std::isfinite(peak.most - peak.least)) << context << peak.name;
  }
  EXPECT_TRUE(grows) << context;
  const std::vector<Finding> all = findings(run);
  EXPECT_TRUE(std::count(all.back().constraints.begin(), all.back().constraints.end(), "along"));
  EXPECT_NE(to_json(run).find("\"unbounded\": true"), std::string::npos);
}

TEST(Reach, TellsNoForcesWhereTheyGrowWithoutBound) {
  std::mt19937 random(20);
  std::uniform_real_distribution<double> uniform(0, 1);
  for (int seed = 0; seed < 18; ++seed) {
    Arm arm;
    const double size = std::pow(10.0, seed % 3 == 0 ? 0 : 8 * uniform(random) - 4);
    arm.l1 = size * (0.7 + 0.6 * uniform(random));
    arm.l2 = size * (0.7 + 0.6 * uniform(random));
    arm.from = size * (0.7 + 0.3 * uniform(random));
    arm.speed = size * (0.3 + uniform(random));
    arm.turn = 1.2 * uniform(random);
    arm.swapped = seed % 2 == 1;
    arm.tolerance = std::pow(10.0, -4 - seed % 3);
    const int kind = seed / 2 % 3;
    const std::string model = kind == 0 ? of_points(arm) : of_bodies(arm, kind == 1);
    const std::string context = "seed " + std::to_string(seed);
    expect_end_of_reach(run(read_model(model, "arm")), arm, context);
  }
}

// Constraints that part while nothing grows keep their numbers.
TEST(Reach, KeepsForcesWhereConstraintsPartWithoutGrowth) {
  const Trajectory part = run(read_model(R"toml(
[coordinates]
x = { start = 0 }
[free]
lagrangian = "x'^2/2"
[[constraints]]
name = "still"
equation = "x = 0"
[[constraints]]
name = "driven"
equation = "x = max(0, t - 1)^4"
[simulate]
duration = 3
)toml",
                                         "part"));
  const Summary& s = part.summary();
  EXPECT_EQ(s.ending, Ending::contradiction) << s.message;
  EXPECT_FALSE(s.unbounded);
  EXPECT_TRUE(std::isfinite(s.end.v[0]) && std::isfinite(s.forces[0].multipliers[0]));
  EXPECT_NE(s.message.find("'still' and 'driven' exclude each other"), std::string::npos)
      << s.message;
}

}  // namespace
}  // namespace zwang

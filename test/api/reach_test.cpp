// SPDX-License-Identifier: Apache-2.0
// Mechanisms that are driven beyond their reach: the run says where, and which constraint would have to
// open, and tells no force that only rounding made.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
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

// A swing is driven beside an arm. What rounding leaves in its force of those that grow to 1e17 is no peak of it: by hand,
// |swing″| ≤ 1.
TEST(Reach, TellsNoPeaksThatOnlyRoundingMade) {
  const Trajectory beside = run(read_model(R"toml(
[coordinates]
fall = { start = 0, rate = 1 }
swing = { start = 0.3 }
[[particles]]
name = "elbow"
mass = 1
position = [0.5, 0.8660254037844386]
[[particles]]
name = "hand"
mass = 2
position = [1, 0]
[free]
kinetic = "fall'^2/2 + swing'^2/2"
potential = "9.81*fall"
[[constraints]]
name = "upper"
equation = "elbow.x^2 + elbow.y^2 = 1"
[[constraints]]
name = "fore"
equation = "distance(elbow, hand) = 1"
[[constraints]]
name = "along"
equation = "hand.x = 1 + 0.5*t"
[[constraints]]
name = "across"
equation = "hand.y = 0"
[[constraints]]
name = "swings"
equation = "swing = 0.3 + sin(t)"
[simulate]
duration = 4
samples = 30
)toml",
                                           "beside"));
  const Summary& s = beside.summary();
  ASSERT_TRUE(s.unbounded) << s.message;
  const auto peak = std::find_if(s.peaks.begin(), s.peaks.end(),
                                 [](const Peak& one) { return one.name == "reaction(swings)"; });
  ASSERT_NE(peak, s.peaks.end());
  EXPECT_NEAR(peak->most, 1, 1e-4);
  EXPECT_NEAR(peak->most_t, std::acos(0.0), 1e-2);
}

// What stands beside a mechanism at the end of its reach keeps its rates and forces: by hand, a swing that is prescribed and a fall. A
// damper between the arm and a cart leaves the cart its rate, which is an integral of the growth, but no acceleration; a
// spring, whose force is one of the pose, leaves it both.
std::string beside(const std::string& link, int samples) {
  return R"toml(
[[particles]]
name = "elbow"
mass = 1
position = [0.5, 0.8660254037844386]
[[particles]]
name = "hand"
mass = 2
position = [1, 0]
[coordinates]
fall = { start = 0, rate = 1 }
swing = { start = 0.3, rate = 1 }
cart = 0
[free]
kinetic = "fall'^2/2 + 3*swing'^2/2 + cart'^2/2"
potential = "9.81*fall"
[[forces]]
on = "cart"
force = ")toml" +
         link + R"toml("
[[constraints]]
name = "upper"
equation = "elbow.x^2 + elbow.y^2 = 1"
[[constraints]]
name = "fore"
equation = "distance(elbow, hand) = 1"
[[constraints]]
name = "along"
equation = "hand.x = 1 + 0.5*t"
[[constraints]]
name = "across"
equation = "hand.y = 0"
[[constraints]]
name = "swings"
equation = "swing = 0.3 + sin(t)"
[[observe]]
name = "speed"
formula = "fall'"
[[observe]]
name = "push"
formula = "multiplier(swings)"
[[observe]]
name = "least"
formula = "min(fall')"
[[observe]]
name = "mean_push"
formula = "mean(multiplier(swings))"
[simulate]
duration = 4
samples = )toml" +
         std::to_string(samples) + "\n";
}

double column_end(const Trajectory& run, const std::string& name) {
  return run.column(name).back();
}

TEST(Reach, KeepsWhatStandsBeside) {
  const double end = 2, fall = 1 - 9.81 * end, push = -3 * std::sin(end);
  for (const bool damper : {true, false}) {
    const Trajectory motion =
        run(read_model(beside(damper ? "elbow.y'" : "-elbow.y", 30), damper ? "damper" : "spring"));
    const Summary& s = motion.summary();
    ASSERT_TRUE(s.unbounded) << s.message;
    EXPECT_NEAR(s.end.t, end, 1e-6);
    for (std::size_t i = 0; i < s.end.v.size(); ++i) {
      const std::string& name = motion.model().coordinates()[i];
      const bool of_arm = name.starts_with("elbow") || name.starts_with("hand");
      EXPECT_EQ(std::isnan(s.end.v[i]), of_arm) << name;
    }
    // Its rate has taken part in steps beside forces of 1e17.
    EXPECT_NEAR(column_end(motion, "fall'"), fall, 1e-4);
    EXPECT_NEAR(column_end(motion, "fall''"), -9.81, 1e-6);
    EXPECT_NEAR(column_end(motion, "multiplier(swings)"), push, 1e-5);
    EXPECT_NEAR(column_end(motion, "push"), push, 1e-5);
    EXPECT_NEAR(column_end(motion, "speed"), fall, 1e-4);
    EXPECT_TRUE(std::isfinite(column_end(motion, "cart'")));
    EXPECT_EQ(std::isnan(column_end(motion, "cart''")), damper);
    EXPECT_TRUE(std::isnan(column_end(motion, "multiplier(along)")));
    EXPECT_TRUE(std::isnan(column_end(motion, "energy")));
    for (const ConstraintForce& force : s.forces) {
      EXPECT_EQ(std::isnan(force.multipliers[0]), force.name != "swings") << force.name;
    }
    EXPECT_NEAR(s.observables[0], fall, 1e-4);
    EXPECT_NEAR(s.observables[1], push, 1e-5);
    EXPECT_NEAR(s.reductions[1].value, 3 * (std::cos(end) - 1) / end, 1e-4);
    for (const Peak& peak : s.peaks) {
      if (peak.name == "reaction(swings)") EXPECT_NEAR(peak.most, 3, 1e-3);
      if (peak.name == "speed") EXPECT_NEAR(peak.least, fall, 1e-4);
    }
  }
}

// Runs whose samples stay in their file, being too many for memory, tell the same.
TEST(Reach, IsToldOfSamplesInAFileToo) {
  if (!std::getenv("ZWANG_SOAK")) GTEST_SKIP() << "writes more than 128 MiB";
  const std::string folder = ::testing::TempDir() + "zwang_reach_kept";
  std::filesystem::create_directories(folder);
  RunOptions options;
  options.keep = folder + "/run";
  options.samples = 700000;  // of 26 numbers and more: above 128 MiB
  const Trajectory motion = run(read_model(beside("-elbow.y", 30), "kept"), options);
  ASSERT_TRUE(motion.summary().unbounded) << motion.summary().message;
  EXPECT_TRUE(std::isnan(column_end(motion, "multiplier(along)")));
  EXPECT_NEAR(column_end(motion, "push"), -3 * std::sin(2.0), 1e-5);
  for (const double number : motion.column("multiplier(along)"))
    EXPECT_FALSE(std::abs(number) > 1e12) << number;
  std::filesystem::remove_all(folder);
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

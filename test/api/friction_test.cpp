// SPDX-License-Identifier: Apache-2.0
// Coulomb friction along motions, against closed forms.

#include <gtest/gtest.h>

#include <cmath>

#include "api/run_files.h"

namespace zwang::test {
namespace {

// v = v0/(1 + μ v0 t/R), by both laws and by a formula that reads the reaction.
TEST(Friction, OnARimHasTheSpeedOfTheTextbook) {
  const std::string head = R"toml(
[[particles]]
name = "bob"
mass = 1
position = [2, 0]
velocity = [0, 3]
[[constraints]]
name = "rim"
equation = "bob.x^2 + bob.y^2 = 4"
[[observe]]
name = "speed"
formula = "norm(bob')"
[simulate]
duration = 2
[[nonideal]]
)toml";
  for (const char* const law :
       {"friction = { constraint = \"rim\", coefficient = 0.3 }",
        "friction = { constraint = \"rim\", coefficient = 0.3, law = \"explicit\" }",
        "on = \"bob\"\nforce = \"-0.3*reaction(rim)*bob'/norm(bob')\"",
        "on = \"bob\"\nlaw = \"explicit\"\nforce = \"-0.3*reaction(rim)*bob'/norm(bob')\""}) {
    const Summary end = run_text(head + law + "\n", to_rounding()).summary();
    ASSERT_EQ(end.ending, Ending::done) << law << end.message;
    EXPECT_NEAR(end.observables[0], 1.57894736842105263, 1e-11) << law;
    EXPECT_NEAR(end.energy.work_nonideal, end.energy.end - 4.5, 1e-10) << law;
    EXPECT_EQ(end.energy.work_constraints, 0) << law;
    EXPECT_LE(end.virtual_work, 1e-14) << law;
  }
}

std::string incline(double slope, double rate) {
  return R"toml(
[[particles]]
name = "block"
mass = 3
position = [0, 0]
velocity = [)toml" +
         std::to_string(rate) + R"toml(, 0]
[parameters]
s = )toml" +
         std::to_string(slope) +
         R"toml(
[free]
gravity = ["9.81*sin(s)", "-9.81*cos(s)"]
[[constraints]]
name = "plane"
equation = "block.y >= 0"
friction = 0.4
[simulate]
duration = 1
)toml";
}

TEST(Friction, HoldsABlockOnAGentleSlopeAndLetsItGoOnASteepOne) {
  const Trajectory gentle = run_text(incline(0.375, 0), to_rounding());  // tan = 0.394
  EXPECT_EQ(gentle.summary().end.q[0], 0);
  const Trajectory steep = run_text(incline(0.5, 0), to_rounding());
  EXPECT_NEAR(steep.summary().end.q[0], 0.5 * 9.81 * (std::sin(0.5) - 0.4 * std::cos(0.5)), 1e-11);
}

// Upwards it slows down, stops at v/a, and stays there.
TEST(Friction, StopsAndSticksAtTheRightTime) {
  const double a = 9.81 * (std::sin(0.375) + 0.4 * std::cos(0.375));
  const Trajectory motion = run_text(incline(0.375, -1.5), to_rounding());
  const auto sticks = events_of(motion, "stick");
  ASSERT_EQ(sticks.size(), 1u);
  EXPECT_NEAR(sticks[0].state.t, 1.5 / a, 1e-12);
  EXPECT_NEAR(motion.summary().end.q[0], -0.5 * 1.5 * 1.5 / a, 1e-12);
  EXPECT_NEAR(motion.summary().end.v[0], 0, 1e-15);
}

// In space the friction turns with the sliding: on a level table it stays straight, and the puck
// stops after v/(μ g).
TEST(Friction, OnATableInSpaceStopsAStraightSlide) {
  const std::string text = R"toml(
[[particles]]
name = "puck"
mass = 0.5
position = [0, 0, 0]
velocity = [3, 4, 0]
[free]
gravity = [0, 0, -9.81]
[[constraints]]
name = "table"
equation = "puck.z = 0"
[[nonideal]]
friction = { constraint = "table", coefficient = 0.5 }
[simulate]
duration = 2
)toml";
  const Trajectory motion = run_text(text, to_rounding());
  ASSERT_EQ(motion.summary().ending, Ending::done) << motion.summary().message;
  const auto sticks = events_of(motion, "stick");
  ASSERT_EQ(sticks.size(), 1u);
  EXPECT_NEAR(sticks[0].state.t, 5 / (0.5 * 9.81), 1e-10);
  const double way = 25 / (2 * 0.5 * 9.81);
  EXPECT_NEAR(motion.summary().end.q[0], 0.6 * way, 1e-10);
  EXPECT_NEAR(motion.summary().end.q[1], 0.8 * way, 1e-10);
}

// Events by bisection of the closed forms between them with 40 digits.
TEST(Friction, ABlockOnABeltSticksAndSlipsWhenItShould) {
  const Trajectory motion = run_file("stick_slip_belt.toml", to_rounding());
  const std::vector<std::pair<std::string, double>> known = {
      {"stick", 1.074241951791816468}, {"slip", 1.413806472406928588},
      {"stick", 3.859694615632320920}, {"slip", 4.428192409061617248},
      {"stick", 5.481614233053826831}, {"slip", 5.649889140102674902},
      {"stick", 6.961676754934727027}, {"slip", 7.531701228976424571},
      {"stick", 8.603801371005538929}, {"slip", 8.833564131261061890}};
  const auto& events = motion.summary().events;
  ASSERT_EQ(events.size(), known.size());
  for (std::size_t k = 0; k < known.size(); ++k) {
    EXPECT_EQ(events[k].what, known[k].first);
    EXPECT_NEAR(events[k].state.t, known[k].second, 1e-10);
  }
}

// Two walls press; the sum of their normal forces rubs, not the resultant.
TEST(Friction, InAGrooveAddsTheNormalForces) {
  const Trajectory motion = run_file("v_groove.toml", to_rounding());
  EXPECT_NEAR(motion.column("block.y''").back(), 3.70352528116485114, 1e-13);
}

}  // namespace
}  // namespace zwang::test

// SPDX-License-Identifier: Apache-2.0
// Contacts and impacts, against closed forms and balances.

#include <gtest/gtest.h>

#include <cmath>

#include "api/run_files.h"

namespace zwang::test {
namespace {

// Σ of the flights: t1 (1 + ε)/(1 − ε). A step error of 1e-12 per bounce, and flights shorter than
// 1e-12 of the run are not followed.
TEST(Contacts, ABouncingBallComesToRestAtTheRightTime) {
  for (const double epsilon : {0.3, 0.8, 0.95}) {
    RunOptions options = to_rounding();
    const double t1 = std::sqrt(2 / 9.81), rest = t1 * (1 + epsilon) / (1 - epsilon);
    options.duration = 1.25 * rest;
    const Trajectory motion = run_file("bouncing_ball.toml", options, {{"eps", epsilon}});
    ASSERT_EQ(motion.summary().ending, Ending::done) << motion.summary().message;
    const auto rests = events_of(motion, "rest");
    ASSERT_EQ(rests.size(), 1u);
    EXPECT_NEAR(rests[0].state.t, rest, 1e-10 * rest);
    EXPECT_NEAR(motion.summary().end.q[1], 0, 1e-15);
    EXPECT_EQ(motion.summary().end.v[1], 0);
    EXPECT_NEAR(motion.summary().end.q[0], 0.1 * options.duration.value(), 1e-12);  // it rolls on
    EXPECT_NEAR(motion.summary().energy.jumps, -9.81, 1e-10);
    EXPECT_NEAR(motion.summary().energy.drift, 0, 1e-10);
    EXPECT_NEAR(motion.summary().forces[0].force[0].second, 9.81, 1e-12);
  }
}

TEST(Contacts, BouncesLoseWhatCarnotSays) {
  const Trajectory motion = run_file("bouncing_ball.toml", to_rounding());
  const auto impacts = events_of(motion, "impact");
  ASSERT_GT(impacts.size(), 50u);
  for (const RunEvent& impact : impacts) {
    const double lost = impact.kinetic_before - impact.kinetic_after;
    EXPECT_NEAR(lost, impact.carnot, 1e-12 * impact.kinetic_before);
    // The rate along the floor, 0.1, takes no part.
    const double falling = impact.kinetic_before - 0.005;
    EXPECT_NEAR(lost, (1 - 0.64) * falling, 1e-10 * falling + 1e-15);
  }
}

TEST(Contacts, TheCradleInSequenceAndAtOnce) {
  const Summary one = run_file("newtons_cradle.toml").summary();
  ASSERT_EQ(one.ending, Ending::done) << one.message;
  const std::vector<double> last = {0, 0, 0, 0, 1}, parted = {-0.6, 0.4, 0.4, 0.4, 0.4};
  for (std::size_t i = 0; i < 5; ++i) EXPECT_NEAR(one.end.v[i], last[i], 1e-14);
  Description text = load_model(ZWANG_TEST_DATA "/../../models/newtons_cradle.toml").description();
  text.simulate->impact = ImpactPolicy::simultaneous;
  const Summary all = run(compile_model(text)).summary();
  for (std::size_t i = 0; i < 5; ++i) EXPECT_NEAR(all.end.v[i], parted[i], 1e-14);
  for (const Summary* const summary : {&one, &all}) {
    ASSERT_GE(summary->events.size(), 1u);
    const RunEvent& impact = summary->events[0];
    EXPECT_EQ(impact.what, "impact");
    EXPECT_NEAR(impact.state.t, 0.2, 1e-14);
    EXPECT_NEAR(impact.kinetic_before, 0.5, 1e-15);
    EXPECT_NEAR(impact.kinetic_after, 0.5, 1e-15);  // elastic: Carnot's loss is none
    EXPECT_NEAR(impact.carnot, 0, 1e-15);
  }
  EXPECT_EQ(one.events[0].blows, 4u);
  EXPECT_EQ(all.events[0].blows, 1u);
}

// No law fixes where it ends; what must hold is: nothing falls through the floor, the rod keeps its
// length, the books balance, every blow loses what it should, and it lies in the end.
TEST(Contacts, ARodFallsOnItsCornerAndLies) {
  RunOptions options = to_rounding(1e-10);
  options.samples = 601;
  const Trajectory motion = run_file("falling_rod.toml", options);
  const Summary& summary = motion.summary();
  ASSERT_EQ(summary.ending, Ending::done) << summary.message;
  for (const char* name : {"a.y", "b.y"}) {
    for (const double y : motion.column(name)) EXPECT_GE(y, -1e-12);
  }
  EXPECT_LE(summary.max_position_residual, 1e-13);
  EXPECT_NEAR(summary.energy.drift, 0, 1e-9);
  for (const RunEvent& impact : events_of(motion, "impact")) {
    const double lost = impact.kinetic_before - impact.kinetic_after;
    EXPECT_NEAR(lost, impact.carnot, 1e-12 * impact.kinetic_before);
    EXPECT_GE(lost, -1e-15);
  }
  for (const double rate : summary.end.v) EXPECT_NEAR(rate, 0, 1e-12);
  for (const ConstraintForce& force : summary.forces) {
    if (force.name != "rod") EXPECT_NEAR(force.force[0].second, 9.81, 1e-10) << force.name;
  }
}

// A bead that slides down a smooth ball leaves it where cos = 2/3 + v0²/(3 g R).
TEST(Contacts, ABeadLeavesABallWhereItsPressureEnds) {
  const std::string text = R"toml(
[[particles]]
name = "bead"
mass = 2
position = [0, 1.5]
velocity = [0.7, 0]
[free]
gravity = [0, -9.81]
[[constraints]]
name = "ball"
equation = "bead.x^2 + bead.y^2 >= 1.5^2"
[simulate]
duration = 2
)toml";
  const Trajectory motion = run_text(text, to_rounding());
  const auto leaves = events_of(motion, "leave");
  ASSERT_EQ(leaves.size(), 1u);
  const double cosine = 2.0 / 3 + 0.49 / (3 * 9.81 * 1.5);
  EXPECT_NEAR(leaves[0].state.q[1], 1.5 * cosine, 1e-10);
  EXPECT_NEAR(motion.summary().energy.drift, 0, 1e-9);
}

// Ten feet under a stiff table bear what one or three could: redundant contacts press, none pulls.
TEST(Contacts, ATableOnManyFeetStands) {
  const std::string text = R"toml(
[coordinates]
y = { start = 0 }
a = { start = 0 }
[free]
mass = [2, 0.3]
force = ["-2*9.81", "1.5*sin(3*t)"]
[[constraints]]
name = "foot"
equation = "y + (i - 5.5)*0.2*sin(a) >= 0"
for = "i in 1..10"
[simulate]
duration = 2
)toml";
  const Trajectory motion = run_text(text, to_rounding(1e-9));
  EXPECT_EQ(motion.summary().ending, Ending::done) << motion.summary().message;
  EXPECT_EQ(motion.summary().events.size(), 0u);
  double bears = 0;
  for (const double multiplier : motion.summary().forces[0].multipliers) {
    EXPECT_GE(multiplier, -1e-12);
    bears += multiplier;
  }
  EXPECT_NEAR(bears, 2 * 9.81, 1e-10);
  EXPECT_FALSE(motion.summary().forces[0].unique);
}

// A ball between two walls that come nearer: blows follow each other, and none is missed.
TEST(Contacts, ABallBetweenMovingWallsStaysBetweenThem) {
  const std::string text = R"toml(
[coordinates]
x = { start = 0.1, rate = 3 }
[free]
mass = [1]
force = [0]
[[constraints]]
name = "left"
equation = "x >= -1 + 0.2*t"
restitution = 1
[[constraints]]
name = "right"
equation = "x <= 1 - 0.2*t"
restitution = 1
[simulate]
duration = 4
)toml";
  RunOptions options = to_rounding();
  options.samples = 2001;
  const Trajectory motion = run_text(text, options);
  ASSERT_EQ(motion.summary().ending, Ending::done) << motion.summary().message;
  const auto x = motion.column("x"), t = motion.column("t");
  for (std::size_t k = 0; k < x.size(); ++k) EXPECT_LE(std::abs(x[k]), 1 - 0.2 * t[k] + 1e-12);
  // Each wall adds twice its speed of 0.2.
  EXPECT_NEAR(std::abs(motion.summary().end.v[0]),
              3 + 0.4 * static_cast<double>(motion.summary().events.size()), 1e-11);
}

TEST(Contacts, StepsThatJumpOverAThinTouchFindItAllTheSame) {
  // A parabola that dips below the floor for a hundredth of a second within long steps.
  const std::string text = R"toml(
[coordinates]
x = { start = 1, rate = -2 }
[free]
mass = [1]
force = ["2*(1 + 1e-4)"]
[[constraints]]
name = "floor"
equation = "x >= 1.5e-4"
restitution = 1
[simulate]
duration = 3
)toml";
  const Trajectory motion = run_text(text, to_rounding(1e-6));
  EXPECT_EQ(events_of(motion, "impact").size(), 1u);
}

}  // namespace
}  // namespace zwang::test

// SPDX-License-Identifier: Apache-2.0
// Events, dry friction and contacts of bodies, against closed forms and against the same system of
// particles.

#include <gtest/gtest.h>

#include <cmath>

#include "api/run_files.h"

namespace zwang::test {
namespace {

// A stick is thrown up, spinning: when does its tip come down? z0 + 3t − g t²/2 + 0.7 sin 5t = 0.
TEST(BodyEvents, TheTipOfASpinningStickHitsTheGround) {
  const Trajectory motion = run_text(R"toml(
[free]
gravity = [0, 0, -9.81]
[[bodies]]
name = "stick"
joint = "free"
mass = 1
inertia = [0.01, 0.1, 0.1]
points = { tip = [0.7, 0, 0] }
start = { position = [0, 0, 2], velocity = [1, 0, 3], omega = [0, -5, 0] }
[[events]]
name = "hit"
when = "stick.tip.z"
direction = "falling"
action = "stop"
[simulate]
duration = 20
)toml",
                                     to_rounding());
  const auto height = [](double t) {
    return 2 + 3 * t - 0.5 * 9.81 * t * t + 0.7 * std::sin(5 * t);
  };
  double low = 0.8, high = 1.0;  // by halving: it falls through zero once between
  ASSERT_GT(height(low), 0);
  ASSERT_LT(height(high), 0);
  for (int k = 0; k < 60; ++k) (height(0.5 * (low + high)) > 0 ? low : high) = 0.5 * (low + high);
  EXPECT_EQ(motion.summary().ending, Ending::event);
  EXPECT_NEAR(motion.summary().end.t, low, 1e-12);
  EXPECT_NEAR(motion.summary().end.q[0], low, 1e-12);
}

// Cut loose, the stick flies: its center on a parabola, its spin as it was.
TEST(BodyEvents, AStickThatIsCutLooseFlies) {
  const Trajectory motion = run_text(R"toml(
[free]
gravity = [0, 0, -9.81]
[[bodies]]
name = "stick"
joint = "free"
mass = 1
inertia = [0.01, 0.1, 0.1]
points = { tip = [-0.7, 0, 0] }
start = { position = [0.7, 0, 0] }
[[constraints]]
name = "nail"
point = { between = ["stick.tip", "ground"] }
[[events]]
name = "cut"
when = "stick.center.z + 0.5"
action = { switch = { nail = false } }
[simulate]
duration = 0.7
)toml",
                                     to_rounding());
  const Summary& summary = motion.summary();
  ASSERT_EQ(summary.ending, Ending::done) << summary.message;
  const auto cuts = events_of(motion, "event");
  ASSERT_EQ(cuts.size(), 1u);
  // Energy of a pendulum: ½ (J + m l²) ω² = m g h.
  const double omega = std::sqrt(2 * 9.81 * 0.5 / (0.1 + 0.49)), sine = 0.5 / 0.7;
  const double s = 0.7 - cuts[0].state.t, cosine = std::sqrt(1 - sine * sine);
  EXPECT_NEAR(motion.column("stick.joint_omega.y").back(), omega, 1e-10);
  EXPECT_NEAR(motion.column("stick.position.x").back(), 0.7 * cosine - 0.7 * omega * sine * s,
              1e-10);
  EXPECT_NEAR(motion.column("stick.position.z").back(),
              -0.5 - 0.7 * omega * cosine * s - 0.5 * 9.81 * s * s, 1e-10);
}

// What is not named stays: of a body in space that turns about an oblique axis.
TEST(BodyEvents, SetsOneComponentOfAnAngularVelocity) {
  const std::string top = R"toml(
[[bodies]]
name = "top"
joint = "ball"
mass = 1
inertia = [3, 2, 1]
start = { orientation = [1, 2, 0, 1], omega = [0.1, 0.2, 0.3] }
[simulate]
duration = 1
)toml";
  const std::string event = R"toml(
[[events]]
name = "spin"
when = "t - 1"
action = { set = { "top.joint_omega.x" = "1 + top.joint_omega.z", "top.joint_omega.z" = -2 } }
)toml";
  const Trajectory plain = run_text(top, to_rounding());
  RunOptions options = to_rounding();
  options.duration = 2;
  const Trajectory motion = run_text(top + event, options);
  ASSERT_EQ(motion.summary().ending, Ending::done) << motion.summary().message;
  const auto spins = events_of(motion, "event");
  ASSERT_EQ(spins.size(), 1u);
  const std::vector<double> before = rates_at(plain.model(), plain.summary().end);
  const std::vector<double> after = rates_at(motion.model(), spins[0].state);
  EXPECT_NEAR(after[0], 1 + before[2], 1e-11);
  EXPECT_NEAR(after[1], before[1], 1e-11);
  EXPECT_NEAR(after[2], -2, 1e-14);
  EXPECT_LE(motion.summary().max_position_residual, 1e-14);
}

// A flywheel on a rough axle stops after J ω/T, having turned by J ω²/(2T), and stays.
TEST(BodyFriction, StopsAFlywheelAndHoldsIt) {
  const Trajectory motion = run_text(R"toml(
[[bodies]]
name = "wheel"
joint = "hinge"
rotation = { rpy = [0.3, 1, 0.2] }
mass = 2
inertia = [1, 1, 2]
friction = 0.5
start = { rate = 3 }
[simulate]
duration = 20
)toml",
                                     to_rounding());
  const auto sticks = events_of(motion, "stick");
  ASSERT_EQ(sticks.size(), 1u);
  EXPECT_EQ(sticks[0].name, "wheel");
  EXPECT_NEAR(sticks[0].state.t, 12, 1e-11);
  EXPECT_NEAR(motion.column("wheel.angle").back(), 18, 1e-10);
  EXPECT_NEAR(motion.summary().energy.work_nonideal, -9, 1e-10);
  EXPECT_NEAR(motion.column("wheel.angle'").back(), 0, 1e-15);
}

// A block on a rough guide between springs: each half period π√(m/k) it loses 2F/k of its swing,
// 1, −0.78, 0.56, −0.34, 0.12, and sticks at 0.10, where the spring cannot move it.
TEST(BodyFriction, TakesTheSameFromEverySwingOfABlock) {
  const Trajectory motion = run_text(R"toml(
[[bodies]]
name = "block"
joint = "slider"
axis = [1, 2, 2]
mass = 2
friction = 0.88
start = { position = 1 }
[[forces]]
on = "block.position"
force = "-8*block.position"
[simulate]
duration = 12
)toml",
                                     to_rounding());
  const auto sticks = events_of(motion, "stick");
  ASSERT_EQ(sticks.size(), 1u);
  const double pi = std::acos(-1.0);
  EXPECT_NEAR(sticks[0].state.t, 5 * pi / 2, 1e-5);  // it creeps to a stop: t as √ of the speed
  EXPECT_NEAR(motion.column("block.position").back(), 0.10, 1e-10);
}

// Two hinges, both rough: the arm is released where the weight turns the elbow but not the shoulder.
// Stuck, the shoulder carries the elbow's friction, T = 0.3: (J + m c²) α = m g c − T.
TEST(BodyFriction, HoldsAShoulderWhileTheElbowFalls) {
  const Model model = read_model(R"toml(
[free]
gravity = [0, -9.81, 0]
[[bodies]]
name = "upper"
joint = "hinge"
mass = 1
inertia = [0, 0.02, 0.02]
center = [0.2, 0, 0]
friction = 30
[[bodies]]
name = "fore"
parent = "upper"
joint = "hinge"
at = [0.4, 0, 0]
mass = 0.5
inertia = [0, 0.01, 0.01]
center = [0.2, 0, 0]
friction = 0.3
[simulate]
duration = 0.1
)toml",
                                 "arm.toml");
  const Trajectory motion = run(model, to_rounding());
  const double fall = -(0.5 * 9.81 * 0.2 - 0.3) / (0.01 + 0.5 * 0.04);
  EXPECT_NEAR(motion.column("fore.angle''").front(), fall, 1e-10);
  EXPECT_NEAR(motion.column("upper.angle''").front(), 0, 1e-12);
  EXPECT_NEAR(motion.column("upper.angle").back(), 0, 1e-12);
}

// A rod of two bobs falls on its corner, bounces and rubs until it lies still: as one body, and as two
// particles at a distance.
TEST(BodyContacts, ARodOfTwoBobsFallsAsTwoParticlesDo) {
  const auto floors = [](const std::string& a, const std::string& b) {
    return "[[constraints]]\nname = 'floor_a'\nequation = '" + a +
           " >= 0'\nrestitution = 0.4\nfriction = 0.3\n"
           "[[constraints]]\nname = 'floor_b'\nequation = '" +
           b + " >= 0'\nrestitution = 0.4\nfriction = 0.3\n[simulate]\nduration = 1.5\n";
  };
  const Trajectory particles = run_text(R"toml(
[free]
gravity = [0, -9.81]
[[particles]]
name = "a"
mass = 0.5
position = [0, 0.5]
[[particles]]
name = "b"
mass = 0.5
position = ["cos(0.6)", "0.5 + sin(0.6)"]
[[constraints]]
name = "rod"
equation = "distance(a, b) = 1"
)toml" + floors("a.y", "b.y"),
                                        to_rounding());
  const Trajectory body = run_text(R"toml(
[free]
gravity = [0, 0, -9.81]
[[bodies]]
name = "rod"
joint = "planar"
rotation = { axis = [1, 0, 0], angle = "pi/2" }
mass = 1
inertia = [0, 0.25, 0.25]
points = { a = [-0.5, 0, 0], b = [0.5, 0, 0] }
start = { x = "0.5*cos(0.6)", y = "0.5 + 0.5*sin(0.6)", angle = 0.6 }
[[observe]]
name = "a"
formula = "rod.a"
)toml" + floors("rod.a.z", "rod.b.z"),
                                   to_rounding());
  ASSERT_EQ(body.summary().ending, Ending::done) << body.summary().message;
  const auto one = events_of(body, "impact"), two = events_of(particles, "impact");
  ASSERT_GE(one.size(), 5u);
  for (std::size_t k = 0; k < 5; ++k) {
    EXPECT_EQ(one[k].name, two[k].name) << k;
    EXPECT_NEAR(one[k].state.t, two[k].state.t, 1e-9) << k;
    EXPECT_NEAR(one[k].kinetic_after, two[k].kinetic_after, 1e-8) << k;
  }
  EXPECT_NEAR(body.column("a.x").back(), particles.column("a.x").back(), 1e-8);
  EXPECT_NEAR(body.column("a.z").back(), 0, 1e-12);
}

// A block that slides on two feet, 0.3 below its center: friction μ m g tips it, so that the feet carry
// ½ m g ∓ μ m g·0.3. The planar joint carries nothing in its plane, and does not turn the block.
TEST(BodyContacts, TheFeetOfASlidingBlockCarryWhatFrictionLeavesThem) {
  const Trajectory motion = run_text(R"toml(
[free]
gravity = [0, 0, -9.81]
[[bodies]]
name = "block"
joint = "planar"
rotation = { axis = [1, 0, 0], angle = "pi/2" }
mass = 2
inertia = [0.1, 0.1, 0.1]
points = { a = [-0.5, -0.3, 0], b = [0.5, -0.3, 0] }
start = { y = 0.3, rates = [3, 0, 0] }
[[constraints]]
name = "floor_a"
equation = "block.a.z >= 0"
friction = 0.3
[[constraints]]
name = "floor_b"
equation = "block.b.z >= 0"
friction = 0.3
[simulate]
duration = 0.2
)toml",
                                     to_rounding());
  const Summary& summary = motion.summary();
  ASSERT_EQ(summary.forces.size(), 2u);
  EXPECT_NEAR(motion.column("block.x'").back(), 3 - 0.3 * 9.81 * 0.2, 1e-11);
  EXPECT_NEAR(summary.forces[0].bodies.at(0).force[2], 9.81 - 0.3 * 2 * 9.81 * 0.3, 1e-10);
  EXPECT_NEAR(summary.forces[1].bodies.at(0).force[2], 9.81 + 0.3 * 2 * 9.81 * 0.3, 1e-10);
  ASSERT_EQ(summary.joints.size(), 1u);
  for (std::size_t k = 0; k < 3; ++k) {
    EXPECT_NEAR(summary.joints[0].force[k], 0, 1e-10) << k;
    EXPECT_NEAR(summary.joints[0].torque[k], 0, 1e-10) << k;
  }
}

// Two equal particles: one falls upon the other with speed 1 and slides over it with speed 3. The blow
// P = ½ m stops the fall, and μP slows both: Δw = 2 μP/m = μ. (The row's entries at both particles
// together are √2 times those at the one that slides.)
TEST(BodyContacts, ABlowBetweenTwoParticlesRubsOnce) {
  const Trajectory motion = run_text(R"toml(
[[particles]]
name = "upper"
mass = 2
position = [0, 0.1]
velocity = [3, -1]
[[particles]]
name = "lower"
mass = 2
position = [0, 0]
[[constraints]]
name = "touch"
equation = "upper.y - lower.y >= 0"
friction = 0.3
[simulate]
duration = 0.1000001
)toml",
                                     to_rounding());
  const auto impacts = events_of(motion, "impact");
  ASSERT_EQ(impacts.size(), 1u);
  const State& after = impacts[0].state;
  EXPECT_NEAR(after.v[0] - after.v[2], 3 - 0.3, 1e-12);
  EXPECT_NEAR(after.v[1], -0.5, 1e-12);
}

}  // namespace
}  // namespace zwang::test

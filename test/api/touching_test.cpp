// SPDX-License-Identifier: Apache-2.0
// Shapes that touch and joints with stops, against closed forms.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "api/run_files.h"

namespace zwang::test {
namespace {

// A pendulum that is let go level falls onto a stop at −a with the kinetic energy m g l sin a, and keeps
// ε² of it at every blow.
TEST(Stops, APendulumFallsOntoItsStop) {
  const double m = 2, l = 0.7, a = 1.1, g = 9.81, epsilon = 0.5;
  const Trajectory motion = run_text(R"(
[free]
gravity = [0, -9.81, 0]
[[bodies]]
name = "arm"
joint = "hinge"
mass = 2
center = [0.7, 0, 0]
inertia = [0, 0.3, 0.3]
limits = [-1.1, 3]
restitution = 0.5
[simulate]
duration = 4
)",
                                     to_rounding());
  const Summary& summary = motion.summary();
  ASSERT_EQ(summary.ending, Ending::done) << summary.message;
  const auto impacts = events_of(motion, "impact");
  ASSERT_GT(impacts.size(), 5u);
  double kinetic = m * g * l * std::sin(a);
  for (std::size_t k = 0; k < 5; ++k, kinetic *= epsilon * epsilon) {
    EXPECT_NEAR(impacts[k].kinetic_before, kinetic, 1e-9 * kinetic);
    EXPECT_NEAR(impacts[k].kinetic_after, epsilon * epsilon * kinetic, 1e-9 * kinetic);
  }
  EXPECT_NEAR(summary.end.q[0], -a, 1e-14);
  EXPECT_NEAR(summary.end.v[0], 0, 1e-14);
  EXPECT_EQ(summary.forces[0].name, "arm: lower limit");
  EXPECT_NEAR(summary.forces[0].force[0].second, m * g * l * std::cos(a), 1e-10);
}

// Between two stops at distance d with ε at both the k-th way takes d/(v εᵏ).
TEST(Stops, ASliderGoesToAndFro) {
  const Trajectory motion = run_text(R"(
[parameters]
d = 0.3
[[bodies]]
name = "block"
joint = "slider"
axis = [1, 2, 2]
mass = 1.5
limits = ["-d/3", "2*d/3"]
restitution = 0.8
start = { position = "-d/3", rate = 1 }
[simulate]
duration = 3
)",
                                     to_rounding());
  ASSERT_EQ(motion.summary().ending, Ending::done) << motion.summary().message;
  const auto impacts = events_of(motion, "impact");
  double t = 0, speed = 1;
  std::size_t k = 0;
  for (t += 0.3 / speed; t < 3; t += 0.3 / speed, ++k) {
    ASSERT_LT(k, impacts.size());
    EXPECT_NEAR(impacts[k].state.t, t, 1e-11);
    speed *= 0.8;
  }
  EXPECT_EQ(k, impacts.size());
}

const std::string ball = R"(
[parameters]
mu = 0.2
[free]
gravity = [0, 0, -9.81]
[ground]
shapes = [{ name = "floor", plane = [0, 0, 1] }]
[[bodies]]
name = "ball"
joint = "free"
density = 500
shape = { sphere = 0.25 }
)";

// Thrown level it slides for 2v/(7µg), then rolls with 5/7 of its speed [any textbook]; in a direction
// that is none of the axes'.
TEST(Touching, ABallSlidesThenRolls) {
  const Trajectory motion = run_text(ball + R"(
start = { position = [0, 0, 0.25], velocity = [3, 4, 0] }
[[contacts]]
between = ["ball", "ground"]
friction = "mu"
[simulate]
duration = 2
)",
                                     to_rounding());
  const Summary& summary = motion.summary();
  ASSERT_EQ(summary.ending, Ending::done) << summary.message;
  const double v = 5, t = 2 * v / (7 * 0.2 * 9.81), way = v * t - 0.5 * 0.2 * 9.81 * t * t,
               end = way + 5 * v / 7 * (2 - t);
  EXPECT_NEAR(summary.end.q[0], 0.6 * end, 1e-9);
  EXPECT_NEAR(summary.end.q[1], 0.8 * end, 1e-9);
  EXPECT_NEAR(summary.end.q[2], 0.25, 1e-13);
  ASSERT_EQ(summary.events.size(), 1u);
  EXPECT_NEAR(summary.events[0].state.t, t, 1e-10);
}

// Two equal balls, one of them at rest, elastic and without friction: the normal part of the velocity
// goes over. Centres touch at distance 2r, off the line of flight by b: sin = b/2r.
TEST(Touching, BallsExchangeWhatIsAcross) {
  const Trajectory motion = run_text(R"(
[[bodies]]
name = "a"
joint = "free"
density = 1
shape = { sphere = 0.5 }
start = { position = [-3, 0, 0.6], velocity = [2, 0, 0] }
[[bodies]]
name = "b"
joint = "free"
density = 1
shape = { sphere = 0.5 }
[[contacts]]
between = "all"
restitution = 1
[simulate]
duration = 3
)",
                                     to_rounding());
  const Summary& summary = motion.summary();
  ASSERT_EQ(summary.ending, Ending::done) << summary.message;
  const double s = 0.6, c = 0.8;  // the line of centres at the blow
  const Model& model = motion.model();
  const auto rate = [&](const std::string& name) {
    const auto& names = model.coordinates();
    const auto at = std::find(names.begin(), names.end(), name) - names.begin();
    return summary.end.v[static_cast<std::size_t>(at)];
  };
  EXPECT_NEAR(rate("b.position.x"), 2 * c * c, 1e-12);
  EXPECT_NEAR(rate("b.position.z"), -2 * c * s, 1e-12);
  EXPECT_NEAR(rate("a.position.x"), 2 * s * s, 1e-12);
  EXPECT_NEAR(rate("a.position.z"), 2 * c * s, 1e-12);
}

// Down an incline of 30° it slides with g (sin − µ cos), all four corners on it.
TEST(Touching, ABoxSlidesDownAnIncline) {
  const Trajectory motion = run_text(R"toml(
[free]
gravity = ["9.81*sin(pi/6)", 0, "-9.81*cos(pi/6)"]
[ground]
shapes = [{ plane = [0, 0, 1] }]
[[bodies]]
name = "box"
joint = "free"
density = 700
shape = { box = [0.4, 0.3, 0.2] }
start = { position = [0, 0, 0.1], velocity = [0.5, 0, 0] }
[[contacts]]
between = ["box", "ground"]
friction = 0.25
[simulate]
duration = 1
)toml",
                                     to_rounding());
  const Summary& summary = motion.summary();
  ASSERT_EQ(summary.ending, Ending::done) << summary.message;
  const double a = 9.81 * (0.5 - 0.25 * std::sqrt(0.75));
  EXPECT_NEAR(summary.end.q[0], 0.5 + 0.5 * a, 1e-9);
  EXPECT_NEAR(summary.end.q[1], 0, 1e-12);
  EXPECT_NEAR(summary.end.q[2], 0.1, 1e-12);
  double normal = 0;
  for (const auto& force : summary.forces)
    for (const auto& [along, size] : force.force)
      if (along == "box.position.z") normal += size;
  EXPECT_NEAR(normal, 700 * 0.024 * 9.81 * std::sqrt(0.75), 1e-8);
}

// Without friction and from rest just past the edge of a step a ball leaves the edge at the angle whose
// cosine is 2/3, as from a cylinder: v² = 2 g r (cos a0 − cos a) and v²/r = g cos a.
TEST(Touching, ABallLeavesAnEdge) {
  const double r = 0.25, a0 = 1e-3;
  const Trajectory motion = run_text(R"toml(
[free]
gravity = [0, 0, -9.81]
[ground]
shapes = [{ name = "step", box = [4, 4, 2], at = [-2, 0, -1] }]
[[bodies]]
name = "ball"
joint = "free"
mass = 1
shape = { sphere = 0.25 }
start = { position = ["0.25*sin(1e-3)", 0, "0.25*cos(1e-3)"] }
[[contacts]]
between = ["ball", "step"]
[[events]]
name = "off"
when = "multiplier(ball_on_step) - 1e-9"
direction = "falling"
action = "stop"
[simulate]
duration = 5
)toml",
                                     to_rounding());
  const Summary& summary = motion.summary();
  ASSERT_EQ(summary.ending, Ending::event) << summary.message;
  EXPECT_NEAR(summary.end.q[2] / r, 2.0 / 3 * std::cos(a0), 1e-7);
  EXPECT_NEAR(std::hypot(summary.end.q[0], summary.end.q[2]), r, 1e-12);
}

const std::string table = R"toml(
[free]
gravity = [0, 0, -9.81]
[ground]
shapes = [{ name = "table", box = [2, 3, 1], at = [-1, 0, -0.5] }]
[[bodies]]
name = "box"
joint = "free"
mass = 2
shape = { box = [0.6, 0.4, 0.2] }
)toml";

// A box whose center hangs s beyond the edge of a table begins to tip about the edge: the table pushes there with
// m g/(1 + m s²/I), at the two ends of what lies on the edge.
TEST(Touching, ABoxTipsOverAnEdge) {
  const Trajectory motion = run_text(table + R"toml(
start = { position = [0.05, 0.3, 0.1] }
[[contacts]]
between = ["box", "table"]
[[observe]]
name = "edge"
formula = "multiplier(box_corner_2_on_table) + multiplier(box_corner_4_on_table)"
[[observe]]
name = "inner"
formula = "multiplier(box_corner_1_on_table) + multiplier(box_corner_3_on_table)"
[simulate]
duration = 0.05
)toml",
                                     to_rounding());
  ASSERT_EQ(motion.summary().ending, Ending::done) << motion.summary().message;
  const double I = 2 * (0.6 * 0.6 + 0.2 * 0.2) / 12, N = 2 * 9.81 / (1 + 2 * 0.05 * 0.05 / I);
  const auto edge = motion.column("edge"), inner = motion.column("inner");
  EXPECT_NEAR(edge[0], N, 1e-10);
  EXPECT_NEAR(inner[0], 0, 1e-12);
  // It turns forward about y, and does not leave the edge.
  EXPECT_GT(motion.column("box.joint_omega.y").back(), 0.01);
  EXPECT_GT(edge.back(), 0);
}

// Where boxes meet otherwise than with the faces that they started with, the run ends and says so.
TEST(Touching, BoxesThatMeetAsideEndTheRun) {
  const Trajectory motion = run_text(table + R"toml(
start = { position = [0.45, 0, 0.3], velocity = [-0.5, 0, 0] }
[[contacts]]
between = ["box", "table"]
[simulate]
duration = 5
)toml",
                                     to_rounding());
  const Summary& summary = motion.summary();
  ASSERT_EQ(summary.ending, Ending::event) << summary.message;
  ASSERT_EQ(summary.events.size(), 1u);
  EXPECT_EQ(summary.events[0].name, "box and ground not face to face");
  EXPECT_NEAR(summary.end.t, 0.3, 1e-5);
}

}  // namespace
}  // namespace zwang::test

// SPDX-License-Identifier: Apache-2.0
// Inverse dynamics and servo constraints of bodies, with loops and with more or fewer motors than
// wishes: what is found is put in as given forces, and the wanted motion comes out.

#include <gtest/gtest.h>

#include <cmath>

#include "api/run_files.h"
#include "support/four_bar_text.h"

namespace zwang::test {
namespace {

// A four-bar in space, closed by a hinge (redundant: five rows, two needed), turned by this rotation.
// Drives are motors at all three joints.
std::string driven_four_bar(const std::string& drives, const std::string& rotation = "") {
  const FourBarText bars{{"0.5", "1", "[0.01, 0.08, 0.09]", "angle = 1.3"},
                         {"1.6", "1.5", "[0.01, 0.3, 0.31]", "angle = -1.0"},
                         {"1", "1.2", "[0.01, 0.2, 0.21]", "angle = 1.7"},
                         "1.7"};
  return "[free]\ngravity = [0, -9.81, 0]\n[[bodies]]\nname = 'base'\njoint = 'fixed'\n" +
         (rotation.empty() ? "" : "rotation = { " + rotation + " }\n") + bars.text("base") +
         hinge_of_ends + "[simulate]\nduration = 2\n" + drives;
}

const std::string one_motor = R"toml(
[controls]
u = {}
[[forces]]
on = "crank.angle"
force = "u"
[[constraints]]
name = "course"
equation = "crank.angle = 1.3 + 0.4*t^2"
servo = ["u"]
gains = [10, 25]
)toml";

const std::string three_motors = R"toml(
[controls]
u1 = { weight = 2 }
u2 = {}
u3 = { weight = 0.5 }
[[forces]]
on = "crank.angle"
force = "u1"
[[forces]]
on = "coupler.angle"
force = "u2"
[[forces]]
on = "rocker.angle"
force = "u3"
[[constraints]]
name = "course"
equation = "crank.angle = 1.3 + 0.4*t^2"
servo = ["u1", "u2", "u3"]
gains = [10, 25]
)toml";

// Forward of inverse: the torque that was found at t = 1, put in as a number, gives the accelerations
// that were wanted. The program that goes forward knows nothing of controls.
TEST(BodyServo, TheTorqueOfALoopGivesTheMotionBack) {
  for (const char* const rotation : {"", "axis = [1, 2, -1], angle = 0.9"}) {
    RunOptions options = to_rounding();
    options.duration = 1;
    const Trajectory motion = run_text(driven_four_bar(one_motor, rotation), options);
    const Summary& summary = motion.summary();
    ASSERT_EQ(summary.ending, Ending::done) << summary.message;
    EXPECT_LE(summary.servo_residual, 1e-10);
    EXPECT_EQ(summary.freedom, 1u);
    // The start is moved onto the loop; from there e = e0 (1 + 5t) exp(−5t), ë = 100 e0 exp(−5).
    const double e0 = motion.column("crank.angle")[0] - 1.3;
    EXPECT_NEAR(motion.column("crank.angle").back(), 1.7 + 6 * e0 * std::exp(-5), 1e-11);
    const std::string motor = "[parameters]\nu = 0\n[[forces]]\non = 'crank.angle'\nforce = 'u'\n";
    const Model forward = read_model(driven_four_bar(motor, rotation), "forward.toml",
                                     {{"u", summary.controls.at(0)}});
    const ModelInstant now = solve_instant(forward, summary.end);
    EXPECT_NEAR(now.instant.acceleration[0], 0.8 + 100 * e0 * std::exp(-5), 1e-9);
    for (std::size_t k = 0; k < 3; ++k) {
      const auto wanted = motion.column(forward.coordinates()[k] + "''").back();
      EXPECT_NEAR(now.instant.acceleration[k], wanted, 1e-9) << k;
    }
  }
}

// One freedom: torques count by their virtual work, Σ r_k u_k with r_k = q̇_k/q̇_1. Of all that do
// the same work as the one motor the cheapest are u_k = W r_k/w_k / Σ r²/w.
TEST(BodyServo, ThreeMotorsOfALoopShareTheWorkOfOne) {
  const Trajectory one = run_text(driven_four_bar(one_motor), to_rounding());
  const Trajectory three = run_text(driven_four_bar(three_motors), to_rounding());
  const auto u = one.column("u"), u1 = three.column("u1"), u2 = three.column("u2"),
             u3 = three.column("u3"), v1 = three.column("crank.angle'"),
             v2 = three.column("coupler.angle'"), v3 = three.column("rocker.angle'");
  for (std::size_t k = 1; k < u.size(); ++k) {
    const double r2 = v2[k] / v1[k], r3 = v3[k] / v1[k];
    const double share = u[k] / (1 / 2.0 + r2 * r2 + r3 * r3 / 0.5);
    // r is a quotient of rates that begin at zero, where their errors of 1e-12 count.
    const double allowed = 1e-9 * (1 + std::abs(u[k])) / v1[k];
    EXPECT_NEAR(u1[k], share / 2, allowed) << k;
    EXPECT_NEAR(u2[k], share * r2, allowed) << k;
    EXPECT_NEAR(u3[k], share * r3 / 0.5, allowed) << k;
  }
}

// A trolley with a load on a hinge; the course is asked of the load, which the trolley cannot push
// where the rod hangs straight. As bodies and as a Lagrangian: the same force, the same residual.
TEST(BodyServo, ATrolleyDoesForItsLoadWhatItCan) {
  const std::string wish = R"toml(
[controls]
u = {}
[[constraints]]
name = "course"
equation = "LOAD = 0.2 - 0.1*t"
servo = ["u"]
gains = [3, 2]
[[constraints]]
name = "place"
equation = "TROLLEY = 0"
servo = ["u"]
gains = [3, 2]
weight = 0.3
[simulate]
duration = 3
)toml";
  const auto asked = [&](const std::string& load, const std::string& trolley) {
    std::string text = wish;
    text.replace(text.find("LOAD"), 4, load);
    text.replace(text.find("TROLLEY"), 7, trolley);
    return text;
  };
  const std::string bodies = R"toml(
[free]
gravity = [0, 0, -9.81]
[[bodies]]
name = "trolley"
joint = "slider"
axis = [1, 0, 0]
mass = 2
start = { position = 0.3 }
[[bodies]]
name = "load"
parent = "trolley"
joint = "hinge"
axis = [0, -1, 0]
mass = 1
center = [0, 0, -1.2]
start = { angle = 0.4 }
[[forces]]
on = "trolley.position"
force = "u"
)toml" + asked("load.center.x", "trolley.position");
  const std::string typed = R"toml(
[coordinates]
x = 0.3
phi = 0.4
[free]
lagrangian = """0.5*2*x'^2 + 0.5*((x' + 1.2*phi'*cos(phi))^2 + (1.2*phi'*sin(phi))^2)
              + 9.81*1.2*cos(phi)"""
[[forces]]
on = "x"
force = "u"
)toml" + asked("x + 1.2*sin(phi)", "x");
  const Trajectory a = run_text(bodies, to_rounding()), b = run_text(typed, to_rounding());
  ASSERT_EQ(a.summary().ending, Ending::done) << a.summary().message;
  EXPECT_GT(b.summary().servo_residual, 0.01);
  const std::vector<std::pair<std::string, std::string>> same{{"trolley.position", "x"},
                                                              {"load.angle", "phi"},
                                                              {"u", "u"},
                                                              {"servo_residual", "servo_residual"}};
  for (const auto& [of_bodies, of_text] : same) {
    const auto x = a.column(of_bodies), y = b.column(of_text);
    for (std::size_t k = 0; k < x.size(); ++k) EXPECT_NEAR(x[k], y[k], 1e-8) << of_text << k;
  }
}

// A free body with six thrusters follows a course and keeps its attitude: Newton and Euler by hand.
TEST(BodyServo, ThrustersCarryAFreeBodyAlongACourse) {
  const std::string text = R"toml(
[free]
gravity = [0, 0, -9.81]
[[bodies]]
name = "craft"
joint = "free"
mass = 3
inertia = [0.2, 0.3, 0.4]
start = { omega = [0, 0, 0.5] }
[controls]
fx = {}
fy = {}
fz = {}
mx = {}
my = {}
mz = {}
[[forces]]
on = "craft"
force = ["fx", "fy", "fz"]
torque = ["mx", "my", "mz"]
frame = "body"
[[constraints]]
name = "course"
equations = ["craft.position.x = 0.3*t^2", "craft.position.y = 0", "craft.position.z = 0"]
servo = ["fx", "fy", "fz", "mx", "my", "mz"]
gains = [10, 25]
[[constraints]]
name = "spin"
equations = ["craft.omega.x = 0", "craft.omega.y = 0", "craft.omega.z = 0.5 + 0.2*t"]
servo = ["fx", "fy", "fz", "mx", "my", "mz"]
gains = [5]
[simulate]
duration = 2
)toml";
  const Trajectory motion = run_text(text, to_rounding());
  ASSERT_EQ(motion.summary().ending, Ending::done) << motion.summary().message;
  const auto t = motion.column("t"), fx = motion.column("fx"), fy = motion.column("fy"),
             fz = motion.column("fz"), mz = motion.column("mz");
  for (std::size_t k = 0; k < t.size(); ++k) {
    const double turned = 0.5 * t[k] + 0.1 * t[k] * t[k], F = 3 * 0.6;
    EXPECT_NEAR(fx[k], F * std::cos(turned), 1e-9) << t[k];
    EXPECT_NEAR(fy[k], -F * std::sin(turned), 1e-9) << t[k];
    EXPECT_NEAR(fz[k], 3 * 9.81, 1e-9) << t[k];
    EXPECT_NEAR(mz[k], 0.4 * 0.2, 1e-9) << t[k];
  }
  for (const double left : motion.column("servo_residual")) EXPECT_LE(left, 1e-10);
  // The thrusters do it, not the joint, which holds nothing.
  ASSERT_EQ(motion.summary().joints.size(), 1u);
  for (std::size_t k = 0; k < 3; ++k) {
    EXPECT_NEAR(motion.summary().joints[0].force[k], 0, 1e-9) << k;
    EXPECT_NEAR(motion.summary().joints[0].torque[k], 0, 1e-9) << k;
  }
}

}  // namespace
}  // namespace zwang::test

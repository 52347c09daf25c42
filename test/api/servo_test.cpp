// SPDX-License-Identifier: Apache-2.0
// Servo constraints along motions.

#include <gtest/gtest.h>

#include <cmath>

#include "api/run_files.h"

namespace zwang::test {
namespace {

// ë + 5 ė + 6 e = 0: e = (3 e0 + ė0) exp(−2t) − (2 e0 + ė0) exp(−3t).
TEST(Servo, AnArmTracesALineAndItsErrorDiesOutAsTheGainsSay) {
  RunOptions options = to_rounding();
  const Trajectory motion = run_file("two_link_arm.toml", options);
  ASSERT_EQ(motion.summary().ending, Ending::done) << motion.summary().message;
  const auto e = motion.column("e"), t = motion.column("t");
  const double e0 = std::sin(0.5) + 0.8 * std::sin(1.2) - 1.2;
  EXPECT_NEAR(e[0], e0, 1e-15);
  for (std::size_t k = 0; k < t.size(); ++k) {
    const double known = 3 * e0 * std::exp(-2 * t[k]) - 2 * e0 * std::exp(-3 * t[k]);
    EXPECT_NEAR(e[k], known, 1e-11) << t[k];
  }
  for (const double left : motion.column("servo_residual")) EXPECT_LE(left, 1e-11);
  EXPECT_NEAR(motion.summary().energy.drift, 0, 1e-9);
}

// Inverse dynamics: what torque moves a pendulum as θ = 0.3 sin 2t?
TEST(Servo, FindsTheTorqueOfAGivenMotion) {
  const std::string text = R"toml(
[coordinates]
theta = { start = 0, rate = 0.6 }
[free]
lagrangian = "0.5*2*1.5^2*theta'^2 + 2*9.81*1.5*cos(theta)"
[controls]
u = {}
[[forces]]
on = "theta"
force = "u"
[[constraints]]
name = "motion"
equation = "theta = 0.3*sin(2*t)"
servo = ["u"]
gains = [10, 25]
[simulate]
duration = 3
)toml";
  const Trajectory motion = run_text(text, to_rounding());
  const auto u = motion.column("u"), t = motion.column("t");
  for (std::size_t k = 0; k < t.size(); ++k) {
    const double theta = 0.3 * std::sin(2 * t[k]);
    const double known = 2 * 1.5 * 1.5 * -4 * theta + 2 * 9.81 * 1.5 * std::sin(theta);
    EXPECT_NEAR(u[k], known, 1e-9) << t[k];  // gains of 25 on errors of 1e-11
  }
}

// One force, two wishes: of all forces the one that misses them least, by one-dimensional search
// among the accelerations that the program itself gives for a force that is set.
TEST(Servo, ACraneDoesWhatOneForceCan) {
  const Model crane = load_model(ZWANG_TEST_DATA "/../../models/crane.toml");
  State state = crane.start();
  state.t = 0.7;
  state.q[2] += 0.4;
  state.q[3] = -std::sqrt(9 - 0.16);
  const ModelInstant now = solve_instant(crane, state);
  ASSERT_EQ(now.controls.size(), 1u);
  const double theta = std::asin(0.4 / 3), c = std::cos(theta), s = std::sin(theta);
  // At rest: trolley M X'' = F + T s', load m x'' = −T s, m y'' = T c − m g, along the rope equal.
  const auto accelerations = [&](double F) {
    const double M = 5, m = 2, g = 9.81;
    const double X = (F + m * g * s * c) / (M + m * s * s);
    const double swing = (-g * s - X * c) / 3;  // θ'' of the rope, from the vertical
    return std::pair(X, X + 3 * c * swing);
  };
  const auto missed = [&](double F) {
    const auto [X, x] = accelerations(F);
    const double e1 = 1 - (1 + 0.5 * std::sin(0.7)), rate1 = -0.5 * std::cos(0.7);
    const double r1 = X + 0.5 * std::sin(0.7) + 4 * rate1 + 4 * e1;
    const double r2 = x - X + 1 * 0.4;
    return r1 * r1 + r2 * r2;
  };
  double F = now.controls[0];
  const double here = missed(F);
  for (const double step : {-1e-3, 1e-3}) EXPECT_GT(missed(F + step), here);
  // The parabola's foot.
  const double a = missed(F - 1), b = missed(F + 1);
  EXPECT_NEAR(0.5 * (a - b) / (a - 2 * here + b), 0, 1e-9);
  EXPECT_GT(now.servo_residual, 1e-3);
}

// Nature's own choice beside it: an ideal constraint would do Δa = K₁e.
TEST(Servo, ShowsWhatNatureWouldDo) {
  const Model arm = load_model(ZWANG_TEST_DATA "/../../models/two_link_arm.toml");
  const ModelInstant now = solve_instant(arm);
  // Two motors, two coordinates: the controls can exert any force, so what is wanted leaves no
  // choice, and both are the same.
  ASSERT_EQ(now.nature_force.size(), 2u);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_NEAR(now.control_force[i], now.nature_force[i], 1e-10);
    EXPECT_NEAR(now.instant.acceleration[i], now.nature_acceleration[i], 1e-11);
  }
}

// More controls than wishes: the least sum of weighted squares.
TEST(Servo, ManyControlsShareByTheirWeights) {
  const std::string text = R"toml(
[coordinates]
x = 0
[free]
mass = [2]
force = [0]
[controls]
u = { weight = 1 }
v = { weight = 3 }
[[forces]]
on = "x"
force = "u + 2*v"
[[constraints]]
name = "wish"
equation = "x'' = 7"
servo = ["u", "v"]
[simulate]
duration = 1
)toml";
  // minimise u² + 3v² with u + 2v = 14: u = λ, 3v = 2λ.
  const ModelInstant now = solve_instant(read_model(text, "model.toml"));
  EXPECT_NEAR(now.controls[0], 6, 1e-13);
  EXPECT_NEAR(now.controls[1], 4, 1e-13);
}

}  // namespace
}  // namespace zwang::test

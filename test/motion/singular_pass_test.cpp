// SPDX-License-Identifier: Apache-2.0
// Parallelograms through their flat poses, twice a turn, where rows are dependent and could fold
// another way. The motion is known: parallel cranks are one pendulum, whose turn is a quadrature.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <string>

#include "motion/built.h"
#include "support/four_bar_text.h"

namespace zwang::motion {
namespace {

using test::built;

// One parallelogram of hinges. The ground, the coupler and the cranks are rods of length and mass 1.
const std::string parallelogram_of_hinges = [] {
  const std::string inertia = "[0, \"1/12\", \"1/12\"]";
  const test::BarText crank{"1", "1", inertia, "angle = \"pi/2\", rate = -1"};
  const test::BarText coupler{"1", "1", inertia, "angle = \"-pi/2\", rate = 1"};
  return "[free]\ngravity = [0, -9.81, 0]\n" +
         test::FourBarText{crank, coupler, crank, "1"}.text() + test::hinge_of_ends;
}();

RunResult passed(double tolerance, double t_end) {
  const equations::Equations equations = built(parallelogram_of_hinges);
  RightSide side(equations, Method::automatic);
  RunOptions options;
  options.stepper = Stepper::dopri853;
  options.tolerance = tolerance;
  options.t_end = t_end;
  return run(side, options, {});
}

// θ̈ = −(g/l) cos θ (m/2 + m/2 + m)/(m/3 + m/3 + m): the cranks, and the coupler that only shifts. A
// classical step of order 4 so short that it is right to 1e-13.
double angle_of_one_pendulum(double t_end) {
  const auto f = [](double theta) { return -9.81 * std::cos(theta) * 2 / (5.0 / 3); };
  const int steps = static_cast<int>(20000 * t_end);
  const double dt = t_end / steps;
  double theta = 0.5 * 3.14159265358979324, omega = -1;
  for (int i = 0; i < steps; ++i) {
    const double k1 = f(theta), o2 = omega + dt / 2 * k1;
    const double k2 = f(theta + dt / 2 * omega), o3 = omega + dt / 2 * k2;
    const double k3 = f(theta + dt / 2 * o2), o4 = omega + dt * k3, k4 = f(theta + dt * o3);
    theta += dt / 6 * (omega + 2 * o2 + 2 * o3 + o4);
    omega += dt / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
  }
  return theta;
}

// Each step may be wrong by the tolerance, and they all may be wrong to one side, as smooth motions of
// one sign do: steps times tolerance times the energy that is exchanged, which is below 50. Energy
// was lost by 1e-2 and more where a step ended in a flat pose.
TEST(SingularPass, KeepsTheEnergyThroughFlatPoses) {
  for (const auto& [tolerance, t_end] : {std::pair{1e-9, 100.0}, {1e-11, 40.0}, {1e-12, 20.0}}) {
    const RunResult result = passed(tolerance, t_end);
    ASSERT_EQ(result.ending, Ending::done) << tolerance;
    const auto steps = static_cast<double>(result.tally.steps);
    EXPECT_LT(result.tally.energy.worst, 50 * steps * tolerance) << tolerance;
    EXPECT_GT(result.tally.rank_changes, 0) << tolerance;
    // Steps do not shrink into a pose: at these tolerances a second takes 10 to 30 of them.
    EXPECT_LT(steps, 60 * t_end) << tolerance;
  }
}

TEST(SingularPass, StaysOnItsBranch) {
  const RunResult result = passed(1e-12, 10);
  ASSERT_EQ(result.ending, Ending::done);
  // An error of the energy, 1e-12 in each of 300 steps, shifts the time of a turn; 10 s are five turns.
  const double angle = angle_of_one_pendulum(10);
  EXPECT_NEAR(result.q[0], angle, 1e-8);
  EXPECT_NEAR(result.q[0] + result.q[1], 0, 1e-10);  // the coupler does not turn
  EXPECT_NEAR(result.q[2], result.q[0], 1e-10);
}

// What a pass decides by is found again from the state: a run that goes on from a snapshot is the same.
TEST(SingularPass, IsTheSameAfterAResume) {
  const equations::Equations equations = built(parallelogram_of_hinges);
  RunOptions options;
  options.stepper = Stepper::dopri853;
  options.tolerance = 1e-12;
  options.t_end = 4;
  struct Stop {
    long after;
  } stop{0};
  Listener listener;
  listener.self = &stop;
  listener.goes_on = [](void* self, double, const Tally& tally) noexcept {
    return tally.steps < static_cast<Stop*>(self)->after;
  };
  RightSide whole_side(equations, Method::automatic);
  const RunResult whole = run(whole_side, options, {});
  for (stop.after = 5; stop.after < whole.tally.steps; stop.after += 17) {
    RightSide first_side(equations, Method::automatic), second_side(equations, Method::automatic);
    const RunResult first = run(first_side, options, listener);
    ASSERT_EQ(first.ending, Ending::interrupted);
    const RunResult second = run(second_side, options, {}, &first.last);
    EXPECT_EQ(second.q, whole.q) << "stopped after " << stop.after << " steps";
    EXPECT_EQ(second.v, whole.v) << "stopped after " << stop.after << " steps";
    EXPECT_EQ(second.tally.steps, whole.tally.steps);
  }
}

}  // namespace
}  // namespace zwang::motion

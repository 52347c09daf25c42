// SPDX-License-Identifier: Apache-2.0
// Implicit methods on bodies: their tangents carry Newton's iteration as those of formulas do.

#include <numbers>

#include "motion/built.h"

namespace zwang::test {
namespace {

using motion::Stepper;

/// `double_pendulum` as bodies: the lower angle is against the upper rod.
const char* const double_pendulum_of_bodies =
    "[free]\ngravity = [0, -9.81, 0]\n"
    "[[bodies]]\nname = 'upper'\njoint = 'hinge'\nmass = 1\ncenter = [0, -1, 0]\n"
    "start = { angle = 1.2 }\n"
    "[[bodies]]\nname = 'lower'\nparent = 'upper'\njoint = 'hinge'\nat = [0, -1, 0]\nmass = 1\n"
    "center = [0, -1, 0]\nstart = { angle = -0.8, rate = 0.7 }\n";

// As many evaluations as the formulas need, but for steps that are chosen by other coordinates: a
// tangent that was wrong would cost iterations, and then steps.
TEST(TreeImplicit, ADoublePendulumCostsWhatItsFormulasCost) {
  for (const Stepper stepper : {Stepper::radau5, Stepper::gauss6}) {
    const bool fixed = stepper == Stepper::gauss6;
    const auto options = plan(stepper, 2, fixed ? 0.01 : 0, 1e-9);
    const motion::RunResult bodies = run(built(double_pendulum_of_bodies), options),
                            formulas = run(built(double_pendulum), options);
    ASSERT_EQ(bodies.ending, motion::Ending::done);
    const std::vector<double>&y = bodies.q, &z = formulas.q;
    // 1e-9 a step, a hundred steps, and neighbours that part tenfold; gauss6 has errors of its own
    // here, (0.01 · 6)⁶.
    EXPECT_NEAR(y[0], z[0], 1e-6);
    EXPECT_NEAR(y[0] + y[1], z[1], 1e-6);
    EXPECT_LT(static_cast<double>(bodies.tally.evaluations),
              1.2 * static_cast<double>(formulas.tally.evaluations));
  }
}

/// A rod that a spring and a damper, both stiff, hold against a slow force; it hangs on a ball joint.
std::string stiff_rod(double k) {
  return "[ground]\npoints = { hook = [1, 0, 0.3] }\n[free]\ngravity = [0, 0, -9.81]\n"
         "[[bodies]]\nname = 'rod'\njoint = 'ball'\nmass = 1\ninertia = [0.01, 0.1, 0.1]\n"
         "center = [0.5, 0, 0]\npoints = { tip = [1, 0, 0] }\ndamping = 0.2\n"
         "start = { omega = [0.5, 0, 1] }\n"
         "[[forces]]\nspring = { between = ['rod.tip', 'ground.hook'], stiffness = " +
         std::to_string(k) + ", length = 0.3, damping = " + std::to_string(k / 100) + " }\n";
}

// The fast time, m/c = 1e-4, keeps the steps of an explicit method short.
TEST(TreeImplicit, AStiffSpringOnABodyIsNoTroubleForRadau) {
  const equations::Equations equations = built(stiff_rod(1e6));
  const motion::RunResult radau = run(equations, plan(Stepper::radau5, 1, 0, 1e-9)),
                          dopri = run(equations, plan(Stepper::dopri853, 1, 0, 1e-9));
  ASSERT_EQ(radau.ending, motion::Ending::done);
  ASSERT_EQ(dopri.ending, motion::Ending::done);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(radau.q[i], dopri.q[i], 1e-6) << i;
  EXPECT_LT(10 * radau.tally.steps, dopri.tally.steps);
}

// Order 6 on a tumbling body whose quaternion is projected after each step.
TEST(TreeImplicit, GaussKeepsItsOrderWithQuaternions) {
  const equations::Equations equations = built(stiff_rod(20));
  const auto end = [&](double step) { return run(equations, plan(Stepper::gauss6, 1, step)).q; };
  const auto exact = run(equations, plan(Stepper::dopri853, 1, 0, 1e-13)).q;
  const auto error = [&](double step) {
    const auto y = end(step);
    double most = 0;
    for (std::size_t i = 0; i < 4; ++i) most = std::max(most, std::abs(y[i] - exact[i]));
    return most;
  };
  const double order = std::log2(error(0.05) / error(0.025));
  EXPECT_NEAR(order, 6, 0.4);
}

}  // namespace
}  // namespace zwang::test

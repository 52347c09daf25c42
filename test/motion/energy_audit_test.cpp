// SPDX-License-Identifier: Apache-2.0
// What the tolerances of steps explain of the energy, and what they do not.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <string>

#include "motion/built.h"
#include "support/random.h"

namespace zwang::motion {
namespace {

using test::built;

// Its force is zero wherever it has one, and yet it jumps.
std::string with_jump(double height) {
  return "[coordinates]\nx = { start = 0.3, rate = 2 }\n[free]\nkinetic = \"0.5*x'^2\"\n"
         "potential = 'x^2 + if(x > 1, " +
         std::to_string(height) + ", 0)'\n";
}

TEST(EnergyAudit, SpeaksWhereAPotentialIsNotThatOfItsForce) {
  for (const double tolerance : {1e-6, 1e-9, 1e-12}) {
    const RunResult result =
        test::run(built(with_jump(0.01)), test::plan(Stepper::dopri853, 10, 0, tolerance));
    EXPECT_EQ(result.ending, Ending::energy) << tolerance;
    EXPECT_NEAR(std::abs(result.tally.energy.unaccounted), 0.01, 1e-4) << tolerance;
  }
}

// What is below the tolerance is not seen, and need not be.
TEST(EnergyAudit, IsSilentBelowTheTolerance) {
  const RunResult result =
      test::run(built(with_jump(1e-7)), test::plan(Stepper::dopri853, 10, 0, 1e-6));
  EXPECT_EQ(result.ending, Ending::done);
}

TEST(EnergyAudit, IsSilentInGoodRuns) {
  const std::string models[] = {
      test::double_pendulum,
      test::pendulum(),
      test::platform,
      test::spherical,
      test::chain(4),
      // Kepler, e = 0.99
      "[coordinates]\nx = 0.01\ny = { start = 0, rate = 14.1067359797 }\n"
      "[free]\nkinetic = \"0.5*(x'^2 + y'^2)\"\npotential = '-1/sqrt(x^2 + y^2)'\n",
      // a steep wall
      "[coordinates]\nx = { start = 0, rate = 1 }\n[free]\nkinetic = \"0.5*x'^2\"\n"
      "potential = 'exp(200*(x - 1)) + exp(-200*(x + 1))'\n",
      // Hénon and Heiles
      "[coordinates]\nx = 0.1\ny = { start = 0.1, rate = 0.5 }\n"
      "[free]\nkinetic = \"0.5*(x'^2 + y'^2)\"\n"
      "potential = '0.5*(x^2 + y^2) + x^2*y - y^3/3'\n",
      // from rest, beside an unstable one
      "[coordinates]\na = 1e-9\n[free]\nkinetic = \"0.5*a'^2\"\npotential = '9.81*cos(a)'\n",
  };
  for (const std::string& model : models) {
    const equations::Equations equations = built(model);
    for (const Stepper stepper : {Stepper::dopri5, Stepper::dopri853, Stepper::radau5}) {
      for (const double tolerance : {1e-3, 1e-6, 1e-9}) {
        if (stepper != Stepper::dopri853 && tolerance < 1e-7) continue;
        const RunResult result = test::run(equations, test::plan(stepper, 10, 0, tolerance));
        EXPECT_EQ(result.ending, Ending::done)
            << model << static_cast<int>(stepper) << ' ' << tolerance << " at " << result.t << ": "
            << result.tally.energy.unaccounted << " of " << result.tally.energy.explained;
      }
    }
  }
}

// Van der Pol's oscillator: on its slow way large parts of the force cancel, and works are as wrong as
// these. Lengths and times in any units.
TEST(EnergyAudit, IsSilentWhereStiffForcesCancel) {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    test::Random random(seed);
    const double mu = std::pow(10, random.uniform(1.5, 4));
    const double length = std::pow(10, random.uniform(-9, 9)),
                 time = std::pow(10, random.uniform(-9, 9));
    const double tolerance = std::pow(10, random.uniform(-8, -3));
    char text[400];
    std::snprintf(text, sizeof text,
                  "[coordinates]\nx = %.17g\n[free]\n"
                  "acceleration = [\"%.17g*(1 - (x/%.17g)^2)*x' - %.17g*x\"]\n",
                  2 * length, mu / time, length, 1 / (time * time));
    const equations::Equations equations = built(text);
    for (const Stepper stepper : {Stepper::radau5, Stepper::bdf}) {
      const RunResult result =
          test::run(equations, test::plan(stepper, 2.5 * mu * time, 0, tolerance));
      EXPECT_EQ(result.ending, Ending::done)
          << "seed " << seed << ", mu " << mu << ", tolerance " << tolerance << " at "
          << result.t / time << ": " << result.tally.energy.unaccounted << " of "
          << result.tally.energy.explained;
    }
  }
}

}  // namespace
}  // namespace zwang::motion

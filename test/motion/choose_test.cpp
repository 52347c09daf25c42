// SPDX-License-Identifier: Apache-2.0
// Which method is chosen, and whether stiffness shows on the way.

#include "motion/run/choose.h"

#include "motion/built.h"

namespace zwang::test {
namespace {

using motion::Choice;
using motion::ChoiceReason;
using motion::Stepper;

Choice choice(const std::string& text, double t_end, double tolerance) {
  const equations::Equations equations = built(text);
  motion::RightSide side(equations, Method::automatic);
  const Choice made = motion::choose(side, plan(Stepper::dopri853, t_end, 0, tolerance));
  EXPECT_EQ(side.evaluations(), 0) << "a choice is not part of the run's count";
  return made;
}

/// A pendulum in honey: the drag of the bob kills rates at 1e4 per unit of time.
const std::string honey =
    pendulum() + "[[forces]]\non = 'bob'\nforce = [\"-1e4*bob'.x\", \"-1e4*bob'.y\"]\n";

TEST(Choose, TakesOrder8ForSmoothMotionsAtTightTolerances) {
  const Choice made = choice(pendulum(), 10, 1e-9);
  EXPECT_EQ(made.stepper, Stepper::dopri853);
  EXPECT_EQ(made.why, ChoiceReason::tight);
}

TEST(Choose, TakesOrder5AtLooseTolerances) {
  EXPECT_EQ(choice(pendulum(), 10, 1e-4).stepper, Stepper::dopri5);
}

TEST(Choose, TakesRadauWhereSomethingDecaysFast) {
  const Choice made = choice(honey, 10, 1e-9);
  EXPECT_EQ(made.stepper, Stepper::radau5);
  EXPECT_EQ(made.why, ChoiceReason::stiff);
}

TEST(Choose, DoesNotMindAFastDecayInAShortRun) {
  EXPECT_EQ(choice(honey, 0.01, 1e-9).stepper, Stepper::dopri853);
}

TEST(Choose, DoesNotTakeFastOscillationsForStiffness) {
  const std::string spring = pendulum() +
                             "[[particles]]\nname = 'b'\nmass = 1\nposition = [1, 1]\n"
                             "[[forces]]\npotential = '1e6*dot(b, b)'\n"
                             "[[forces]]\non = 'b'\nforce = [\"-0.1*b'.x\", \"-0.1*b'.y\"]\n";
  EXPECT_EQ(choice(spring, 1000, 1e-9).stepper, Stepper::dopri853);
}

TEST(Choose, WorksWithoutATangent) {
  const compile::Compiled compiled =
      compile::compile(read::read(honey, "").description, {{}, false});
  motion::RightSide side(compiled.equations, Method::automatic);
  EXPECT_EQ(motion::choose(side, plan(Stepper::rk4, 10)).stepper, Stepper::dopri853);
}

TEST(Stiffness, ShowsOnTheWayOfExplicitMethods) {
  for (const Stepper stepper : {Stepper::dopri853, Stepper::dopri5}) {
    EXPECT_TRUE(run(built(honey), plan(stepper, 0.5, 0, 1e-6)).tally.stiff);
    EXPECT_FALSE(run(built(pendulum()), plan(stepper, 10, 0, 1e-6)).tally.stiff);
    EXPECT_FALSE(run(built(chain(5)), plan(stepper, 1, 0, 1e-6)).tally.stiff);
  }
}

TEST(Stiffness, IsNoTroubleForImplicitMethods) {
  const motion::RunResult explicit_run = run(built(honey), plan(Stepper::dopri853, 0.5, 0, 1e-6));
  for (const Stepper stepper : {Stepper::radau5, Stepper::bdf}) {
    const motion::RunResult result = run(built(honey), plan(stepper, 0.5, 0, 1e-6));
    EXPECT_EQ(result.ending, motion::Ending::done);
    EXPECT_LT(10 * result.tally.evaluations, explicit_run.tally.evaluations);
    EXPECT_LE(distance(result.q, explicit_run.q.data()), 1e-6);
  }
}

}  // namespace
}  // namespace zwang::test

// SPDX-License-Identifier: Apache-2.0
// Which method is chosen, and whether stiffness shows on the way.

#include "motion/run/choose.h"

#include <cmath>

#include "motion/built.h"
#include "motion/run/stiffness.h"

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
  EXPECT_EQ(motion::choose(side, plan(Stepper::rk4, 10)).stepper,
            Stepper::radau5);  // by differences
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

/// A bead that rubs on a hoop and comes to rest there, beside a wheel that a damper makes follow sin t. The
/// two know nothing of each other.
std::string rubbing(const std::string& damping) {
  return "[[particles]]\nname = 'bead'\nmass = 1\nposition = [-1, 0]\nvelocity = [0, -1]\n"
         "[coordinates]\nw = { start = 0, rate = 1 }\n[free]\ngravity = [0, -9.81]\n"
         "kinetic = \"0.5*w'^2\"\n[[forces]]\non = 'w'\nforce = \"-" +
         damping +
         "*(w' - sin(t))\"\n[[constraints]]\nname = 'hoop'\n"
         "equation = 'bead.x^2 + bead.y^2 = 1'\n"
         "[[nonideal]]\nfriction = { constraint = 'hoop', coefficient = 0.2, static = 0.25 }\n";
}

/// w' of w'' = -d (w' - sin t) from 1.
double wheel(double d, double t) {
  const double c = 1 + d / (d * d + 1);
  return d * (d * std::sin(t) - std::cos(t)) / (d * d + 1) + c * std::exp(-d * t);
}

motion::RunOptions free_plan(double t_end, double tolerance = 1e-9) {
  motion::RunOptions options = plan(motion::explicit_for(tolerance), t_end, 0, tolerance);
  options.may_switch = true;
  return options;
}

TEST(Stiffness, IsSeenBesideFriction) {
  const motion::RunResult stiff = run(built(rubbing("1e5")), free_plan(5));
  ASSERT_EQ(stiff.ending, motion::Ending::done);
  ASSERT_EQ(stiff.tally.methods.size(), 1u);
  EXPECT_EQ(stiff.tally.methods[0].stepper, Stepper::radau5);
  EXPECT_LT(stiff.tally.steps, 1000);  // explicit: 78239
  EXPECT_NEAR(stiff.v[0], wheel(1e5, 5), 1e-8);
  const motion::RunResult mild = run(built(rubbing("0.5")), free_plan(5));
  ASSERT_EQ(mild.tally.methods.size(), 1u);
  EXPECT_EQ(mild.tally.methods[0].stepper, Stepper::dopri853);
  EXPECT_NEAR(mild.v[0], wheel(0.5, 5), 1e-8);
  // The bead comes to rest at the same place.
  EXPECT_NEAR(mild.q[1], stiff.q[1], 1e-7);
  EXPECT_NEAR(mild.q[2], stiff.q[2], 1e-7);
}

const char* const later_stiff =
    "[coordinates]\nx = 1\nw = { start = 0, rate = 1 }\n[free]\n"
    "kinetic = \"0.5*x'^2 + 0.5*w'^2\"\npotential = '0.5*x^2'\n[[forces]]\non = 'w'\n"
    "force = \"-(1 + 5e4*(1 + tanh(20*(t - 3))))*(w' - sin(t))\"\n";

TEST(Stiffness, ThatArisesOnTheWayChangesTheMethod) {
  const equations::Equations equations = built(later_stiff);
  const motion::RunResult result = run(equations, free_plan(10));
  ASSERT_EQ(result.ending, motion::Ending::done);
  ASSERT_EQ(result.tally.methods.size(), 2u);
  EXPECT_EQ(result.tally.methods[0].stepper, Stepper::dopri853);
  EXPECT_EQ(result.tally.methods[1].stepper, Stepper::radau5);
  EXPECT_NEAR(result.tally.methods[1].t, 3, 0.2);
  EXPECT_LT(result.tally.steps, 1000);
  EXPECT_NEAR(result.q[0], std::cos(10), 1e-7);
  // The damper lags behind by 1/d.
  EXPECT_NEAR(result.v[1], std::sin(10) - std::cos(10) / 1e5, 1e-8);
}

// Steps that end at a bounce are taken again, with one turn of the iteration: the damper's work was that of
// the guess, and the audit ended the run.
TEST(Stiffness, BesideABouncingBallKeepsItsBooks) {
  const std::string text =
      "[[particles]]\nname = 'ball'\nmass = 1\nposition = [0, 1]\nvelocity = [0.1, 0]\n"
      "[coordinates]\nw = { start = 0, rate = 1 }\n[free]\ngravity = [0, -9.81]\n"
      "kinetic = \"0.5*w'^2\"\n[[forces]]\non = 'w'\nforce = \"-1e5*(w' - sin(t))\"\n"
      "[[constraints]]\nname = 'floor'\nequation = 'ball.y >= 0'\nrestitution = 0.8\n";
  const motion::RunResult result = run(built(text), free_plan(2));
  ASSERT_EQ(result.ending, motion::Ending::done);
  EXPECT_EQ(result.tally.methods.back().stepper, Stepper::radau5);
  EXPECT_LT(result.tally.steps, 1000);  // explicit: 31 000
  EXPECT_NEAR(result.v[0], wheel(1e5, 2), 1e-8);
  EXPECT_LE(std::abs(result.tally.energy.drift()), 1e-6);
}

// An event takes the damper away: the explicit method comes back.
TEST(Stiffness, ThatAnEventEndsIsForgotten) {
  const std::string text =
      "[coordinates]\nx = { start = 0, rate = 1 }\nw = { start = 0, rate = 1 }\n"
      "[free]\nkinetic = \"0.5*x'^2 + 0.5*w'^2\"\n"
      "[[constraints]]\nname = 'tie'\nequation = \"w'' = -1e5*(w' - x')\"\n"
      "[[events]]\nname = 'cut'\nwhen = 'x - 2'\naction = { switch = { tie = false } }\n";
  const motion::RunResult result = run(built(text), free_plan(4));
  ASSERT_EQ(result.ending, motion::Ending::done);
  ASSERT_EQ(result.tally.methods.size(), 2u);
  EXPECT_EQ(result.tally.methods[0].stepper, Stepper::radau5);
  EXPECT_EQ(result.tally.methods[1].stepper, Stepper::dopri853);
  EXPECT_NEAR(result.tally.methods[1].t, 2, 1e-9);
}

TEST(Stiffness, IsMetAgainByARunThatIsResumed) {
  const equations::Equations equations = built(later_stiff);
  motion::RunOptions options = free_plan(10);
  for (int i = 0; i <= 50; ++i) options.times.push_back(i * 0.2);
  options.times.back() = 10;
  const auto run_until = [&](long stop_after, const motion::Snapshot* from, Witness& witness) {
    motion::RightSide side(equations, Method::automatic);
    witness.width = at(side.layout().size());
    witness.stop_after = stop_after;
    return motion::run(side, options, witness.listener(), from);
  };
  Witness whole;
  const motion::RunResult all = run_until(-1, nullptr, whole);
  ASSERT_EQ(all.tally.methods.size(), 2u);
  // Before the change, about where it happens, and long after.
  for (const long stop : {20L, 95L, all.tally.steps - 5}) {
    Witness parts;
    const motion::RunResult first = run_until(stop, nullptr, parts);
    ASSERT_EQ(first.ending, motion::Ending::interrupted);
    // Of an implicit method the last snapshot may be some steps old.
    parts.rows.resize(first.last.samples * (parts.width + 1));
    const motion::RunResult second = run_until(-1, &first.last, parts);
    EXPECT_EQ(second.q, all.q) << stop;
    EXPECT_EQ(second.v, all.v) << stop;
    EXPECT_EQ(second.tally.steps, all.tally.steps) << stop;
    EXPECT_EQ(parts.rows, whole.rows) << stop;
  }
}

}  // namespace
}  // namespace zwang::test

// SPDX-License-Identifier: Apache-2.0
// RATTLE in the long run, on redundant rows, against the motion's reversal, and what it refuses.

#include "motion/built.h"
#include "motion/run/choose.h"

namespace zwang::test {
namespace {

using motion::Ending;
using motion::Refusal;
using motion::Stepper;

/// The largest |energy − energy at the start| in each of two halves of a run.
struct Halves {
  double first = 0, second = 0;
};

Halves drift(const std::string& text, Stepper stepper, double periods, int steps_per_period) {
  const equations::Equations equations = built(text);
  motion::RightSide side(equations, Method::automatic);
  struct Watch {
    Halves halves;
    double middle;
  } watch{{}, 0.5 * periods * pendulum_period};
  motion::Listener listener;
  listener.self = &watch;
  listener.goes_on = [](void* self, double t, const motion::Tally& tally) noexcept {
    Watch& w = *static_cast<Watch*>(self);
    double& most = t < w.middle ? w.halves.first : w.halves.second;
    most = std::max(most, std::abs(tally.energy.end - tally.energy.start));
    return true;
  };
  const motion::RunOptions options =
      plan(stepper, periods * pendulum_period, pendulum_period / steps_per_period);
  EXPECT_EQ(motion::run(side, options, listener).ending, Ending::done);
  return watch.halves;
}

TEST(Rattle, HoldsTheEnergyForTenThousandPeriods) {
  // The error of the energy is periodic. A drift in proportion to time would double it.
  const Halves energy = drift(pendulum(), Stepper::rattle2, 10000, 24);
  EXPECT_GT(energy.first, 1e-3);
  EXPECT_LT(energy.first, 1);
  EXPECT_LE(energy.second, 1.001 * energy.first);
}

TEST(Rattle, HoldsTheEnergyToRoundingWithOrder8) {
  // Down at rounding errors walk at random: √2 more in the second half, and no more than that by much.
  const Halves energy = drift(pendulum(), Stepper::rattle8, 100, 150);
  EXPECT_LT(energy.first, 1e-11);
  EXPECT_LE(energy.second, 4 * energy.first);
}

TEST(Rattle, ComesBackWhenTheRatesAreTurnedRound) {
  const equations::Equations equations = built(spherical);
  for (const Stepper stepper :
       {Stepper::rattle2, Stepper::rattle4, Stepper::rattle6, Stepper::rattle8}) {
    const motion::RunResult there = run(equations, plan(stepper, 2, 0.05));
    motion::RunOptions back = plan(stepper, 2, 0.05);
    back.from = motion::StartState{0, there.q, there.v};
    for (double& v : back.from->v) v = -v;
    // Symmetric in time: what is left is rounding, grown by the motion over 2·40 steps.
    EXPECT_LE(distance(run(equations, back).q, equations.q.data()), 1e-12);
  }
}

TEST(Rattle, KeepsRowsThatRepeatEachOther) {
  const motion::RunResult result = run(built(platform), plan(Stepper::rattle4, 1, 0.002));
  EXPECT_EQ(result.ending, Ending::done);
  EXPECT_EQ(result.tally.most_rank, 2u);
  EXPECT_NEAR(result.q[2], 0, 1e-12);
  // The platform moves as a pendulum, α'' = −g cos α from −0.3: the same in another description.
  const motion::RunResult alone =
      run(built(pendulum("cos(0.3)", "-sin(0.3)")), plan(Stepper::dopri853, 1, 0, 1e-12));
  EXPECT_NEAR(result.q[0], alone.q[0], 1e-8);
  EXPECT_NEAR(result.q[1], alone.q[1], 1e-8);
}

TEST(Rattle, GoesThroughAFlatPose) {
  // From above the level all cranks lie on one line twice: the rank falls there.
  std::string text(platform);
  text.replace(text.find("-sin"), 4, "sin");
  const motion::RunResult result = run(built(text), plan(Stepper::rattle6, 1, 0.005));
  EXPECT_EQ(result.ending, Ending::done);
  EXPECT_NEAR(result.q[2], 0, 1e-9);
  // A step through the pose is not symmetric: its own error, dt³ g v², is not cancelled.
  EXPECT_LE(result.tally.energy.worst, 1e-5);
}

TEST(Rattle, IsLeapfrogWhereNothingIsBound) {
  // x'' = −x with leapfrog: cos θ = 1 − dt²/2 exactly.
  const equations::Equations equations =
      built("[coordinates]\nx = 1\n[free]\nkinetic = \"0.5*x'^2\"\npotential = '0.5*x^2'\n");
  const double dt = 0.1;
  const motion::RunResult result = run(equations, plan(Stepper::rattle2, 100 * dt, dt));
  EXPECT_NEAR(result.q[0], std::cos(100 * std::acos(1 - dt * dt / 2)), 1e-13);
}

void expect_refused(const std::string& text, Refusal refusal) {
  const equations::Equations equations = built(text);
  EXPECT_EQ(motion::why_not(Stepper::rattle4, equations), refusal);
  EXPECT_EQ(run(equations, plan(Stepper::rattle4, 1, 0.1)).ending, Ending::refused);
  EXPECT_EQ(motion::why_not(Stepper::dopri853, equations), Refusal::none);
}

TEST(Rattle, RefusesAMassMatrixThatVaries) {
  expect_refused(double_pendulum, Refusal::varying_mass);
}

TEST(Rattle, RefusesForcesThatContainRates) {
  expect_refused(pendulum() + "[[forces]]\non = 'bob'\nforce = [\"-bob'.x\", \"-bob'.y\"]\n",
                 Refusal::forces_by_rates);
}

TEST(Rattle, RefusesRowsThatContainRates) {
  expect_refused(
      "[coordinates]\nx = 0\ny = 0\nphi = { start = 0.3, rate = 1.3 }\n"
      "[free]\nkinetic = \"0.5*(x'^2 + y'^2) + 0.1*phi'^2\"\n"
      "[[constraints]]\nname = 'edge'\nequation = \"x'*sin(phi) - y'*cos(phi) = 0\"\n",
      Refusal::rows_by_rates);
}

TEST(Rattle, RefusesOtherWaysAgainstDrift) {
  expect_refused(pendulum() + "drift = { baumgarte = [3, 5] }\n", Refusal::other_drift);
}

TEST(Rattle, RefusesSystemsOfFirstOrder) {
  expect_refused("[coordinates]\nx = 1\n[free]\norder = 1\nacceleration = ['-x']\n",
                 Refusal::first_order);
}

TEST(Rattle, TakesForcesAndRowsThatContainTheTime) {
  EXPECT_EQ(motion::why_not(Stepper::rattle2, built(pendulum() + "[[forces]]\non = 'bob'\nforce = "
                                                                 "['sin(t)', 'bob.x']\n")),
            Refusal::none);
}

TEST(Gauss6, HoldsTheEnergyWithoutAProjection) {
  // Without rows nothing is projected: symplectic, hence no drift beyond a random walk.
  const Halves energy = drift(
      "[coordinates]\na = 'pi/2'\n[free]\nkinetic = \"0.5*a'^2\"\npotential = '-9.81*cos(a)'\n",
      Stepper::gauss6, 1000, 40);
  EXPECT_LT(energy.first, 1e-4);
  EXPECT_LE(energy.second, 1.01 * energy.first);
}

}  // namespace
}  // namespace zwang::test

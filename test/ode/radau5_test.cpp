// SPDX-License-Identifier: Apache-2.0
// Stiff problems, and what radau5 keeps from step to step.

#include "ode/radau5/radau5.h"

#include <complex>

#include "ode/drive.h"

namespace zwang::test {
namespace {

/// y_new for y = 1 and y' = λy, as a complex number.
std::complex<double> amplification(std::complex<double> lambda, double dt) {
  Dahlquist p;
  p.real = lambda.real();
  p.imaginary = lambda.imag();
  ode::Radau5 step(2);
  const OdeState y = {1, 0};
  EXPECT_EQ(take(step, system_of(p), 0, y.data(), dt), ode::Outcome::done);
  return {step.y_new.data()[0], step.y_new.data()[1]};
}

// The (2,3) Padé approximation of e^z. The iteration stops at 1e-3 of the tolerance of 1e-12.
TEST(Radau5, AmplifiesByPade) {  // [STEPS 12]
  for (std::complex<double> z :
       {std::complex<double>{-0.5, 0}, {-3, 2}, {0, 1.5}, {-40, 0}, {0.3, -4}}) {
    const auto R =
        (1.0 + 0.4 * z + z * z / 20.0) / (1.0 - 0.6 * z + 0.15 * z * z - z * z * z / 60.0);
    EXPECT_LT(std::abs(amplification(z, 1) - R), 1e-12) << z;
  }
}

// L-stable: R(z) ∼ 3/z², damped at once at λ dt = −1e6 where an A-stable method would ring for ever.
TEST(Radau5, DampsWhatIsInfinitelyStiff) {
  EXPECT_LT(std::abs(amplification(-1e6, 1)), 1e-5);
  EXPECT_LT(std::abs(amplification({-1e6, 1e6}, 1)), 1e-5);
  EXPECT_LE(std::abs(amplification({0, 1e6}, 1)), 1e-5);
}

TEST(Radau5, IntegratesAStiffDecayInAFewSteps) {
  Dahlquist p;
  p.real = -1e6;
  const Arrival arrival =
      radau_steps(system_of(p), 0, {1, 1}, 1, 1e-6, Allowed(2, 1e-8, 1e-6).view());
  ASSERT_TRUE(arrival.reached);
  EXPECT_LT(arrival.steps, 150);  // about 20 e-foldings down to the tolerance, then none
  EXPECT_LT(std::fabs(arrival.y[0]), 1e-8);
}

TEST(Radau5, SolvesVanDerPolsEquation) {
  for (double tolerance : {1e-4, 1e-7, 1e-10}) {
    VanDerPol p;
    const double judged = tolerance * ode::tolerance_factor(tolerance);
    const Arrival arrival =
        radau_steps(system_of(p), 0, p.start(), 2, 1e-6, Allowed(2, judged, judged).view());
    ASSERT_TRUE(arrival.reached);
    EXPECT_LT(distance(arrival.y, p.at_2()), 10 * tolerance) << tolerance;
    EXPECT_LT(arrival.steps, 3000);
  }
}

// Eleven decades of time, with components down to 1e-13.
TEST(Radau5, SolvesRobertsonsReaction) {
  Robertson p;
  const Arrival arrival =
      radau_steps(system_of(p), 0, p.start(), 1e11, 1e-6, Allowed(3, 1e-14, 1e-7).view());
  ASSERT_TRUE(arrival.reached);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(arrival.y[i] / p.at_1e11()[i], 1, 1e-6) << i;
}

// The solution is the same smooth one for every ε: stiffness must cost no steps.
TEST(Radau5, TakesAsManyStepsHoweverStiff) {
  for (double epsilon : {1.0, 1e-3, 1e-6, 1e-9}) {
    Kaps p;
    p.epsilon = epsilon;
    const Arrival arrival =
        radau_steps(system_of(p), 0, p.solution(0), 2, 1e-3, Allowed(2, 1e-6, 1e-6).view());
    ASSERT_TRUE(arrival.reached);
    EXPECT_LT(arrival.steps, 50) << epsilon;
    EXPECT_LT(distance(arrival.y, p.solution(2)), 1e-5) << epsilon;
  }
}

/// A whole run, and its counts.
Arrival solve(VanDerPol& p, ode::Radau5Memory& memory, bool by_hand) {
  ode::System f = system_of(p);
  if (!by_hand) f.jacobian = nullptr;
  return radau_steps(f, 0, p.start(), 1, 1e-6, Allowed(2, 1e-8, 1e-8).view(), memory,
                     [](ode::Radau5&) {});
}

TEST(Radau5, NeedsNoJacobianByHand) {
  VanDerPol p, q;
  ode::Radau5Memory memory(2), other(2);
  const Arrival by_hand = solve(p, memory, true), by_difference = solve(q, other, false);
  ASSERT_TRUE(by_hand.reached && by_difference.reached);
  EXPECT_EQ(q.jacobians, 0);
  EXPECT_LT(distance(by_hand.y, by_difference.y), 1e-7);
  EXPECT_LT(std::abs(by_hand.steps - by_difference.steps), 50);
}

TEST(Radau5, KeepsJacobiansAndFactors) {
  VanDerPol p;
  ode::Radau5Memory memory(2);
  const Arrival arrival = solve(p, memory, true);
  const long attempts = arrival.steps + arrival.rejected;
  EXPECT_EQ(p.jacobians, memory.jacobians);
  EXPECT_LT(2 * memory.jacobians, attempts);
  EXPECT_LT(memory.factorisations, attempts);
}

// At a checkpoint the memory is dropped: the rest is the same whoever computed the first part.
TEST(Radau5, ForgettingMakesARunResumable) {
  VanDerPol p;
  const ode::System f = system_of(p);
  const Allowed allowed(2, 1e-6, 1e-6);
  ode::Radau5Memory used(2), fresh(2);
  const auto see = [](ode::Radau5&) {};
  const Arrival half = radau_steps(f, 0, p.start(), 0.5, 1e-6, allowed.view(), used, see);
  forget(used);
  const Arrival through = radau_steps(f, 0.5, half.y, 1, 1e-3, allowed.view(), used, see);
  const Arrival resumed = radau_steps(f, 0.5, half.y, 1, 1e-3, allowed.view(), fresh, see);
  EXPECT_EQ(through.y, resumed.y);
  EXPECT_EQ(through.steps, resumed.steps);
}

TEST(Radau5, RefiningAnErrorOfAStiffComponentMakesItSmall) {
  Dahlquist p;
  p.real = -1e6;
  const ode::System f = system_of(p);
  ode::Radau5 step(2);
  ode::Radau5Memory memory(2);
  const Allowed allowed(2, 1e-6, 1e-6);
  const OdeState y = {1, 0.5};
  ASSERT_EQ(advance(step, memory, f, 0, y.data(), nullptr, 1, allowed.view()), ode::Outcome::done);
  const double error = judge(step, step.y_new.data(), allowed.view());
  ASSERT_EQ(refine_error(step, memory, f), ode::Outcome::done);
  EXPECT_LT(judge(step, step.y_new.data(), allowed.view()), 1e-4 * error);
}

// One step with J from the wrong place: the iteration notices, and asks for a new J.
TEST(Radau5, AnOldJacobianThatDoesNotServeIsReplaced) {  // [STEPS 13]
  VanDerPol p;
  const ode::System f = system_of(p);
  ode::Radau5 step(2);
  ode::Radau5Memory memory(2);
  const Allowed allowed(2, 1e-6, 1e-6);
  const OdeState inside = {0, 0.5}, y = {2, -0.6};
  ASSERT_EQ(advance(step, memory, f, 0, inside.data(), nullptr, 1e-9, allowed.view()),
            ode::Outcome::done);
  ASSERT_TRUE(decide(memory, step, 0.5).accepted);
  memory.formed = true;  // whatever the iteration thought of J
  const ode::Outcome outcome = advance(step, memory, f, 0, y.data(), nullptr, 1e-4, allowed.view());
  ASSERT_EQ(outcome, ode::Outcome::not_converged);
  EXPECT_LT(recover(memory, step, outcome), 1e-4);
  EXPECT_FALSE(memory.formed);
  ASSERT_EQ(advance(step, memory, f, 0, y.data(), nullptr, 1e-4, allowed.view()),
            ode::Outcome::done);
  EXPECT_TRUE(memory.current);
}

// γ/dt is an eigenvalue of J: the real matrix is singular, and a smaller dt is not.
TEST(Radau5, SaysWhenItsMatrixIsSingular) {
  ode::System grow{1, nullptr, [](void*, double, const double* y, double* dydt) noexcept {
                     dydt[0] = 4 * y[0];
                     return true;
                   }};
  grow.jacobian = [](void*, double, const double*, double* J, double*) noexcept {
    J[0] = 4;
    return true;
  };
  ode::Radau5 step(1);
  ode::Radau5Memory memory(1);
  const double y = 1, absolute = 1e-6, dt = 3.63783425274449573220841851358 / 4;
  const ode::Tolerances tolerances{&absolute, 1e-6};
  const ode::Outcome outcome = advance(step, memory, grow, 0, &y, nullptr, dt, tolerances);
  ASSERT_EQ(outcome, ode::Outcome::singular);
  const double next = recover(memory, step, outcome);
  EXPECT_EQ(next, dt / 2);
  EXPECT_EQ(advance(step, memory, grow, 0, &y, nullptr, next, tolerances), ode::Outcome::done);
}

// A step whose dt hardly changes keeps its dt and so its factors; one after a rejection does not grow.
TEST(Radau5, ChoosesStepsToSaveFactors) {
  Dahlquist p;
  p.real = -1;
  const ode::System f = system_of(p);
  const Allowed allowed(2, 1e-6, 1e-6);
  ode::Radau5 step(2);
  ode::Radau5Memory memory(2);
  const OdeState y = {1, 1};
  ASSERT_EQ(advance(step, memory, f, 0, y.data(), nullptr, 0.1, allowed.view()),
            ode::Outcome::done);
  EXPECT_LE(memory.theta, ode::Radau5Memory::keep_below);  // J is exact
  EXPECT_EQ(decide(memory, step, 0.3).dt, 0.1);  // would be 0.3^(−1/4)·0.84 = 1.14 of it
  EXPECT_NEAR(decide(memory, step, 1e-9).dt, 0.8, 1e-15);
  EXPECT_TRUE(memory.formed);
  EXPECT_LT(decide(memory, step, 16).dt, 0.1 / 2);
  EXPECT_FALSE(memory.formed);  // it was not of this state
  EXPECT_EQ(decide(memory, step, 1e-3).dt, 0.1);
}

TEST(Radau5, KeepsAJacobianOfThisVeryStateThroughARejection) {
  Dahlquist p;
  p.real = -1;
  ode::Radau5 step(2);
  ode::Radau5Memory memory(2);
  const Allowed allowed(2, 1e-6, 1e-6);
  const OdeState y = {1, 1};
  for (double dt : {0.1, 0.05}) {
    ASSERT_EQ(advance(step, memory, system_of(p), 0, y.data(), nullptr, dt, allowed.view()),
              ode::Outcome::done);
    EXPECT_EQ(p.jacobians, 1);
    EXPECT_FALSE(decide(memory, step, 16).accepted);
  }
}

}  // namespace
}  // namespace zwang::test

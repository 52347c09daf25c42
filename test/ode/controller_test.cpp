// SPDX-License-Identifier: Apache-2.0
// The measure of errors and the choice of steps.

#include "ode/controller.h"

#include "ode/drive.h"
#include "ode/explicit/dopri5.h"
#include "ode/explicit/dopri853.h"
#include "ode/power.h"
#include "support/random.h"

namespace zwang::test {
namespace {

// Two series, each good to a unit or two in the last place, and p·exponent rounded once, which is
// 1e3·eps at the most in the exponent of 2.
TEST(Power, AgreesWithTheLibrary) {
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    Random random(seed);
    const double x = std::pow(10, random.uniform(-300, 300)), p = random.uniform(-1, 1);
    const double exact = std::pow(x, p);
    EXPECT_NEAR(ode::power(x, p) / exact, 1, 2e-13) << "seed " << seed << ": " << x << "^" << p;
    const double y = random.uniform(0.5, 2);
    EXPECT_NEAR(ode::power(y, p) / std::pow(y, p), 1, 1e-15) << "seed " << seed;
  }
}

TEST(Power, OfTheEdges) {
  EXPECT_EQ(ode::power(0, 0.2), 0);
  EXPECT_EQ(ode::power(0, -0.2), HUGE_VAL);
  EXPECT_EQ(ode::power(HUGE_VAL, 0.2), HUGE_VAL);
  EXPECT_EQ(ode::power(HUGE_VAL, -0.2), 0);
  EXPECT_EQ(ode::power(1, 0.3), 1);
  EXPECT_EQ(ode::power(7, 0), 1);
  EXPECT_EQ(ode::power(4, 0.5), 2);
  EXPECT_TRUE(std::isnan(ode::power(std::nan(""), 0.3)));
  EXPECT_TRUE(std::isnan(ode::power(-1, 0.3)));
  EXPECT_NEAR(ode::power(0x1p-1074, 1) / 0x1p-1074, 1, 1e-12);
}

TEST(ErrorNorm, IsTheRmsInUnitsOfTheTolerance) {  // [STEPS 5]
  const OdeState error = {3, -8}, old = {-10, 1}, now = {5, 20}, absolute = {1, 2};
  // 3/(1 + 0.2·10) = 1 and 8/(2 + 0.1·20) = 2.
  EXPECT_NEAR(ode::error_norm(2, error.data(), old.data(), now.data(), {absolute.data(), 0.2}),
              std::sqrt((1.0 + 16.0 / 9) / 2), 1e-15);
}

TEST(ErrorNorm, CountsNothingWhereNothingIsWrong) {
  const OdeState zero(2), one = {0, 1};
  EXPECT_EQ(ode::error_norm(2, zero.data(), zero.data(), zero.data(), {zero.data(), 1e-6}), 0);
  EXPECT_EQ(ode::error_norm(2, one.data(), zero.data(), zero.data(), {zero.data(), 1e-6}),
            HUGE_VAL);
  EXPECT_EQ(ode::error_norm(0, nullptr, nullptr, nullptr, {nullptr, 1e-6}), 0);
}

ode::Controller plain() { return {.alpha = 0.2}; }

TEST(Controller, AimsBelowTheTolerance) {
  ode::Controller c = plain();
  const ode::Decision good = decide(c, 1.0 / 32, 0.1);
  EXPECT_TRUE(good.accepted);
  EXPECT_NEAR(good.dt, 0.1 * 0.9 * 2, 1e-15);
  const ode::Decision bad = decide(c, 32, -0.1);
  EXPECT_FALSE(bad.accepted);
  EXPECT_NEAR(bad.dt, -0.1 * 0.9 / 2, 1e-15);
}

TEST(Controller, KeepsGrowthAndShrinkageWithinLimits) {
  ode::Controller c = plain();
  EXPECT_EQ(decide(c, 0, 0.1).dt, 0.1 * 10);
  EXPECT_EQ(decide(c, 1e9, 0.1).dt, 0.1 * 0.2);
}

TEST(Controller, DoesNotGrowAfterARejection) {
  ode::Controller c = plain();
  EXPECT_FALSE(decide(c, 2, 0.1).accepted);
  const ode::Decision next = decide(c, 1e-6, 0.05);
  EXPECT_TRUE(next.accepted);
  EXPECT_EQ(next.dt, 0.05);
  EXPECT_GT(decide(c, 1e-6, 0.05).dt, 0.05);
}

TEST(Controller, RemembersTheErrorBefore) {  // [STEPS 6]
  ode::Controller c{.alpha = 0.17, .beta = 0.04};
  decide(c, 0.5, 0.1);
  EXPECT_NEAR(decide(c, 0.25, 0.1).dt, 0.1 * 0.9 * std::pow(0.25, -0.17) * std::pow(0.5, 0.04),
              1e-15);
}

TEST(Controller, TakesAnErrorThatIsNoneForALargeOne) {
  for (double error : {std::nan(""), HUGE_VAL}) {
    ode::Controller c = plain();
    const ode::Decision decision = decide(c, error, 0.1);
    EXPECT_FALSE(decision.accepted);
    EXPECT_EQ(decision.dt, 0.1 * c.least);
  }
}

TEST(Controller, SaysWhenAStepIsTooSmall) {
  EXPECT_FALSE(ode::too_small(0, 1e-300));
  EXPECT_FALSE(ode::too_small(1, -1e-14));
  EXPECT_TRUE(ode::too_small(1, -1e-15));
  EXPECT_TRUE(ode::too_small(0, 0));
}

double first_step(const ode::System& f, const OdeState& y, double span, int order,
                  double tolerance) {
  const Allowed allowed(f.n, tolerance, tolerance);
  OdeState f0(y), scratch(2 * y.size());
  f.f(f.self, 0, y.data(), f0.data());
  return ode::guess_first_step(f, 0, y.data(), f0.data(), span, order, allowed.view(),
                               scratch.data());
}

// The error of the first step must neither miss the tolerance nor waste it by far: y' = −ky has the
// error (k dt)⁶/720 or so, relative to y, and a guess that is short by 10 is grown in one step.
TEST(FirstStep, MeetsTheTolerance) {
  for (double k : {1e-3, 1.0, 1e4})
    for (double tolerance : {1e-4, 1e-8, 1e-12}) {
      Dahlquist p;
      p.real = -k;
      const double dt = first_step(system_of(p), {1, 0.5}, 1e6 / k, 5, tolerance);
      const double error = std::pow(k * dt, 6) / 720;
      EXPECT_LT(error, tolerance) << k;
      EXPECT_GT(error, 1e-6 * tolerance) << k;
    }
}

TEST(FirstStep, KnowsNoUnitOfTime) {  // [STEPS 7]
  for (double unit : {1e-9, 1e9}) {
    Dahlquist p, q;
    p.imaginary = 1;
    q.imaginary = 1 / unit;
    for (const OdeState& y : {OdeState{1, 0}, OdeState{0, 0}, OdeState{0, 1e-7}})
      EXPECT_NEAR(first_step(system_of(q), y, 10 * unit, 8, 1e-6) / unit,
                  first_step(system_of(p), y, 10, 8, 1e-6), 1e-12);
  }
}

// At rest at the origin, pushed by a force that begins with t.
TEST(FirstStep, LeavesARestingStateSlowly) {
  ode::System pushed{2, nullptr, [](void*, double t, const double* y, double* dydt) noexcept {
                       dydt[0] = y[1];
                       dydt[1] = t;
                       return true;
                     }};
  const double dt = first_step(pushed, {0, 0}, 10, 5, 1e-9);
  EXPECT_GT(dt, 0);
  EXPECT_LE(dt * dt / 2, 1e-6);
}

// y' is small at first, and soon is not: y'' is what limits the step. y changes by 1 in 0.014.
TEST(FirstStep, SeesTheSecondDerivative) {  // [STEPS 7]
  ode::System turn{1, nullptr, [](void*, double t, const double*, double* dydt) noexcept {
                     dydt[0] = 1e-3 + 1e4 * t;
                     return true;
                   }};
  const double dt = first_step(turn, {1}, 100, 5, 1e-6);
  EXPECT_GT(dt, 1e-5);
  EXPECT_LT(dt, 1e-2);
}

TEST(FirstStep, StaysWithinTheSpanAndKeepsItsSign) {
  Dahlquist p;
  p.real = -1e-9;
  EXPECT_EQ(first_step(system_of(p), {1, 1}, 0.5, 5, 1e-3), 0.5);
  EXPECT_EQ(first_step(system_of(p), {1, 1}, -0.5, 5, 1e-3), -0.5);
}

// √y near 0, looking backwards: the first trial goes below 0.
TEST(FirstStep, ShrinksUntilTheRightHandSideAnswers) {
  ode::System root{1, nullptr, [](void*, double, const double* y, double* dydt) noexcept {
                     dydt[0] = -1;
                     return y[0] >= 0;
                   }};
  const OdeState absolute = {1e-9};
  const double y = 1e-9, f0 = -1;
  OdeState scratch(2);
  const double dt =
      ode::guess_first_step(root, 0, &y, &f0, 1, 5, {absolute.data(), 0}, scratch.data());
  EXPECT_GT(dt, 0);
  EXPECT_LE(dt, 1e-9);
}

// Error over tolerance from 1e-4 to 1e-12. The band is that of Hairer's own codes on such problems:
// a decade or so over eight decades of the tolerance.
template <class Solve>
void expect_proportional(double least, double most, Solve solve) {
  for (int k = 4; k <= 12; ++k) {
    Exponentials p;
    const double tolerance = std::pow(10, -k);
    const Arrival arrival = solve(system_of(p), p.solution(0.3), tolerance);
    ASSERT_TRUE(arrival.reached);
    const double ratio = distance(arrival.y, p.solution(2.5)) / tolerance;
    EXPECT_GT(ratio, least) << "at 1e-" << k;
    EXPECT_LT(ratio, most) << "at 1e-" << k;
  }
}

TEST(Tolerance, IsProportionalToTheErrorOfDopri5) {
  expect_proportional(3, 40, [](const ode::System& f, const OdeState& y, double tolerance) {
    return adaptive_steps<ode::Dopri5>(f, 0.3, y, 2.5, Allowed(2, tolerance, tolerance).view());
  });
}

TEST(Tolerance, IsProportionalToTheErrorOfDopri853) {
  expect_proportional(0.2, 6, [](const ode::System& f, const OdeState& y, double tolerance) {
    return adaptive_steps<ode::Dopri853>(f, 0.3, y, 2.5, Allowed(2, tolerance, tolerance).view());
  });
}

// The estimate is of order 3: error ∼ tolerance^(5/6), a factor of 22 over eight decades.
TEST(Tolerance, IsNearlyProportionalToTheErrorOfRadau5) {  // [STEPS 14-15]
  expect_proportional(0.3, 40, [](const ode::System& f, const OdeState& y, double tolerance) {
    const double judged = tolerance * ode::tolerance_factor(tolerance);
    return radau_steps(f, 0.3, y, 2.5, 1e-3, Allowed(2, judged, judged).view());
  });
}

TEST(Dopri853, ClosesTheOrbitOfArenstorf) {
  Arenstorf p;
  const Arrival arrival = adaptive_steps<ode::Dopri853>(system_of(p), 0, p.start(), p.period,
                                                        Allowed(4, 1e-15, 1e-15).view());
  ASSERT_TRUE(arrival.reached);
  EXPECT_LT(distance(arrival.y, p.start()), 1e-9);
  EXPECT_LT(arrival.steps, 1000);
}

TEST(Dopri853, CombinesItsNormsAsHairerDoes) {  // [STEPS 4]
  EXPECT_NEAR(ode::combine_norms(0.3, 4), 0.09 / std::sqrt(0.09 + 0.16), 1e-15);
  EXPECT_EQ(ode::combine_norms(0, 5), 0);
  EXPECT_EQ(ode::combine_norms(0.5, 0), 0.5);
  EXPECT_NEAR(ode::combine_norms(1e200, 1e201), 1e200 / std::sqrt(2), 1e186);
  EXPECT_EQ(ode::combine_norms(HUGE_VAL, HUGE_VAL), HUGE_VAL);
  EXPECT_FALSE(ode::combine_norms(std::nan(""), 1) <= 1);
  EXPECT_FALSE(ode::combine_norms(1, std::nan("")) <= 1);
}

// A right-hand side that ends where y does: the step is cut until it stays inside.
TEST(Controller, BacksOffFromBadNumbers) {
  ode::System root{1, nullptr, [](void*, double, const double* y, double* dydt) noexcept {
                     dydt[0] = -std::sqrt(y[0]);
                     return y[0] >= 0;
                   }};
  const Arrival arrival =
      adaptive_steps<ode::Dopri5>(root, 0, {1}, 1.9, Allowed(1, 1e-10, 1e-10).view());
  ASSERT_TRUE(arrival.reached);
  EXPECT_NEAR(arrival.y[0], 0.05 * 0.05, 1e-9);  // (1 − t/2)²
}

}  // namespace
}  // namespace zwang::test

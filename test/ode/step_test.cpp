// SPDX-License-Identifier: Apache-2.0
// What every method's step promises: it depends on its arguments alone, says when numbers go bad, and
// interpolates between whatever ends it is given.

#include "ode/step.h"

#include "ode/drive.h"
#include "ode/explicit/dopri5.h"
#include "ode/explicit/dopri853.h"
#include "ode/explicit/rk4.h"

namespace zwang::test {
namespace {

template <class Method>
class Steps : public ::testing::Test {};
using Methods = ::testing::Types<ode::Rk4, ode::Dopri5, ode::Dopri853, ode::Gauss6, ode::Radau5>;
TYPED_TEST_SUITE(Steps, Methods);

OdeState candidate(const ode::Step& step) {
  return OdeState(step.y_new.data(), step.y_new.data() + step.n);
}

TYPED_TEST(Steps, DependOnTheirArgumentsAlone) {
  Kepler p;
  const ode::System f = system_of(p);
  TypeParam used(4), fresh(4);
  const OdeState y = p.start();
  for (double dt : {0.02, 0.01, -0.01})
    ASSERT_EQ(take(used, f, 0, OdeState{0.3, 1, -1, 0}.data(), dt), ode::Outcome::done);
  ASSERT_EQ(take(used, f, 0, y.data(), 0.02), ode::Outcome::done);
  ASSERT_EQ(take(fresh, f, 0, y.data(), 0.02), ode::Outcome::done);
  EXPECT_EQ(candidate(used), candidate(fresh));
}

TYPED_TEST(Steps, MayBeginWhereTheLastOneEndedInPlace) {
  Kepler p;
  const ode::System f = system_of(p);
  TypeParam here(4), there(4);
  ASSERT_EQ(take(here, f, 0, p.start().data(), 0.02), ode::Outcome::done);
  const OdeState middle = candidate(here);
  ASSERT_EQ(take(here, f, 0.02, here.y_new.data(), 0.02), ode::Outcome::done);
  ASSERT_EQ(take(there, f, 0.02, middle.data(), 0.02), ode::Outcome::done);
  EXPECT_EQ(candidate(here), candidate(there));
}

// No method is exact, but a step of 1/100 back over a step of 1/100 is off by twice an error that is
// at most 1e-8 for the lowest order.
TYPED_TEST(Steps, GoBackInTime) {
  Kepler p;
  const ode::System f = system_of(p);
  TypeParam step(4);
  ASSERT_EQ(take(step, f, 0.5, p.solution(0.5).data(), 0.01), ode::Outcome::done);
  EXPECT_LT(distance(candidate(step), p.solution(0.51)), 1e-8);
  ASSERT_EQ(take(step, f, 0.51, step.y_new.data(), -0.01), ode::Outcome::done);
  EXPECT_LT(distance(candidate(step), p.solution(0.5)), 1e-8);
}

/// Oscillates, and fails at one call: says so, or answers with a number that is none.
struct Failing {
  long fails_at = 0, calls = 0;
  double answer = 0;  // 0: says so
  ode::System system() {
    return {2, this, [](void* self, double, const double* y, double* dydt) noexcept {
              Failing& p = *static_cast<Failing*>(self);
              dydt[0] = y[1];
              dydt[1] = -y[0];
              if (++p.calls != p.fails_at) return true;
              dydt[1] = p.answer;
              return p.answer != 0;
            }};
  }
};

TYPED_TEST(Steps, ReportEveryFailureOfTheRightHandSide) {
  const OdeState y = {1, 0};
  Failing counter;
  TypeParam step(2);
  ASSERT_EQ(take(step, counter.system(), 0, y.data(), 0.02), ode::Outcome::done);
  ASSERT_GE(counter.calls, 4);
  for (double answer : {0.0, std::nan(""), HUGE_VAL, -HUGE_VAL})
    for (long call = 1; call <= counter.calls; ++call) {
      // A difference with the other sign makes up for one that failed (jacobian_test).
      if (std::is_same_v<TypeParam, ode::Radau5> && answer == 0 && (call == 2 || call == 3))
        continue;
      Failing p{call, 0, answer};
      EXPECT_EQ(take(step, p.system(), 0, y.data(), 0.02), ode::Outcome::not_finite)
          << "call " << call << " answers " << answer;
    }
}

TYPED_TEST(Steps, OfNoComponentsAreDone) {
  ode::System nothing{0, nullptr,
                      [](void*, double, const double*, double*) noexcept { return true; }};
  TypeParam step(0);
  const double y = 0;
  EXPECT_EQ(take(step, nothing, 0, &y, 1), ode::Outcome::done);
}

/// A step of Kepler's problem that ends, by a projection, 1e-6 off its candidate.
template <class Method>
struct Projected {
  explicit Projected(double dt, double t = 0) : step(4), y_end(4), f_end(4) {
    const ode::System f = system_of(p);
    EXPECT_EQ(take(step, f, t, p.start().data(), dt), ode::Outcome::done);
    y_end = candidate(step);
    y_end[0] += 1e-6;
    f.f(f.self, dt, y_end.data(), f_end.data());
    EXPECT_EQ(prepare_dense(step, f, y_end.data(), f_end.data()), ode::Outcome::done);
  }
  OdeState at(double t) const {
    OdeState u(4);
    interpolate(step, t, u.data());
    return u;
  }
  OdeState rate_at(double t) const {
    OdeState u(4);
    interpolate_rate(step, t, u.data());
    return u;
  }
  Kepler p;
  Method step;
  OdeState y_end, f_end;
};

TYPED_TEST(Steps, InterpolateBetweenTheirEndsExactly) {
  for (double dt : {0.02, -0.02}) {
    const Projected<TypeParam> projected(dt);
    EXPECT_EQ(projected.at(0), projected.p.start());
    EXPECT_EQ(projected.at(dt), projected.y_end);
    // 1e-6 is what the projection moved; 1e-5 leaves room for the method of lowest order.
    EXPECT_LT(distance(projected.at(dt / 3), projected.p.solution(dt / 3)), 1e-5);
  }
}

// (1 + 0.02) − 1 is not 0.02.
TYPED_TEST(Steps, InterpolateToTheirEndsExactlyWhateverTheTime) {
  const Projected<TypeParam> projected(0.02, 1);
  EXPECT_EQ(projected.at(1 + 0.02), projected.y_end);
}

// Collocation at Radau's points has no slope of its own at the beginning.
TYPED_TEST(Steps, InterpolateWithTheSlopesOfTheEnds) {
  const double dt = 0.02;
  const Projected<TypeParam> projected(dt);
  if (std::is_same_v<TypeParam, ode::Radau5>) return;
  OdeState f0(4);
  Kepler::f(0, projected.p.start().data(), f0.data());
  EXPECT_LT(distance(projected.rate_at(0), f0), 1e-13);
  EXPECT_LT(distance(projected.rate_at(dt), projected.f_end), 1e-13);
}

// Gauss's quadrature with 4 points integrates the rate of a polynomial of degree 8 exactly.
TYPED_TEST(Steps, RatesAreTheDerivativeOfTheInterpolation) {
  const double dt = 0.02;
  const double points[] = {0.069431844202973712, 0.33000947820757187};
  const double weights[] = {0.17392742256872693, 0.32607257743127307};
  const Projected<TypeParam> projected(dt);
  for (double a : {0.0, 0.005, 0.01})
    for (double b : {0.012, 0.017, 0.02}) {
      OdeState sum = projected.at(a);
      for (int k = 0; k < 2; ++k)
        for (double x : {points[k], 1 - points[k]}) {
          const OdeState rate = projected.rate_at(a + x * (b - a));
          for (std::size_t i = 0; i < 4; ++i) sum[i] += weights[k] * (b - a) * rate[i];
        }
      EXPECT_LT(distance(sum, projected.at(b)), 1e-14) << a << " to " << b;
    }
}

template <class Method>
class FirstStage : public ::testing::Test {};
using Explicit = ::testing::Types<ode::Rk4, ode::Dopri5, ode::Dopri853>;
TYPED_TEST_SUITE(FirstStage, Explicit);

TYPED_TEST(FirstStage, MayBeHandedIn) {
  Kepler p;
  const ode::System f = system_of(p);
  TypeParam step(4), same(4);
  const OdeState y = p.start();
  OdeState f0(4);
  Kepler::f(0, y.data(), f0.data());
  ASSERT_EQ(advance(step, f, 0, y.data(), nullptr, 0.1), ode::Outcome::done);
  const long calls = p.calls;
  ASSERT_EQ(advance(same, f, 0, y.data(), f0.data(), 0.1), ode::Outcome::done);
  EXPECT_EQ(p.calls, 2 * calls - 1);
  EXPECT_EQ(candidate(step), candidate(same));
  // A second attempt with the stage that the step still holds.
  ASSERT_EQ(advance(same, f, 0, y.data(), same.k[0], 0.05), ode::Outcome::done);
  ASSERT_EQ(advance(step, f, 0, y.data(), nullptr, 0.05), ode::Outcome::done);
  EXPECT_EQ(candidate(step), candidate(same));
}

TEST(Dopri5, LastStageIsTheFirstOfTheNextStep) {
  Kepler p;
  const ode::System f = system_of(p);
  ode::Dopri5 step(4), plain(4);
  ASSERT_EQ(advance(step, f, 0, p.start().data(), nullptr, 0.1), ode::Outcome::done);
  const OdeState middle = candidate(step);
  ASSERT_EQ(advance(step, f, 0.1, step.y_new.data(), step.k[6], 0.1), ode::Outcome::done);
  ASSERT_EQ(advance(plain, f, 0.1, middle.data(), nullptr, 0.1), ode::Outcome::done);
  EXPECT_EQ(candidate(step), candidate(plain));
}

}  // namespace
}  // namespace zwang::test

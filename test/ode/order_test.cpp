// SPDX-License-Identifier: Apache-2.0
// The order of every method, measured: the slope of log error over log dt on nonlinear problems, from
// steps where the next order no longer shows to steps where rounding does not show yet.

#include "ode/drive.h"
#include "ode/explicit/dopri5.h"
#include "ode/explicit/dopri853.h"
#include "ode/explicit/rk4.h"

namespace zwang::test {
namespace {

using Divisions = std::vector<int>;

template <class Method>
double order_on_kepler(const Divisions& counts) {
  std::vector<double> errors;
  Kepler p;
  for (int count : counts)
    errors.push_back(
        distance(fixed_steps<Method>(system_of(p), 0, p.start(), 1, count), p.solution(1)));
  return slope(counts, errors);
}

template <class Method>
double order_on_exponentials(double t_end, const Divisions& counts) {
  std::vector<double> errors;
  Exponentials p;
  for (int count : counts)
    errors.push_back(distance(fixed_steps<Method>(system_of(p), 0.3, p.solution(0.3), t_end, count),
                              p.solution(t_end)));
  return slope(counts, errors);
}

TEST(Order, OfRk4Is4) {  // [STEPS 1-2]
  EXPECT_NEAR(order_on_kepler<ode::Rk4>({64, 128, 256, 512}), 4, 0.2);
  EXPECT_NEAR(order_on_exponentials<ode::Rk4>(1.5, {64, 128, 256, 512}), 4, 0.2);
}

TEST(Order, OfDopri5Is5) {  // [STEPS 1-2]
  EXPECT_NEAR(order_on_kepler<ode::Dopri5>({96, 128, 192, 256}), 5, 0.2);
  EXPECT_NEAR(order_on_exponentials<ode::Dopri5>(1.5, {32, 64, 128, 256}), 5, 0.2);
}

TEST(Order, OfDopri853Is8) {  // [STEPS 1-2]
  EXPECT_NEAR(order_on_kepler<ode::Dopri853>({6, 8, 12, 16}), 8, 0.2);
  EXPECT_NEAR(order_on_exponentials<ode::Dopri853>(1, {6, 8, 12, 16}), 8, 0.2);
}

TEST(Order, OfGauss6Is6) {  // [STEPS 10]
  EXPECT_NEAR(order_on_kepler<ode::Gauss6>({12, 16, 24, 32, 48}), 6, 0.2);
  EXPECT_NEAR(order_on_exponentials<ode::Gauss6>(1.5, {12, 16, 24, 32, 48}), 6, 0.2);
}

TEST(Order, OfRadau5Is5) {
  EXPECT_NEAR(order_on_kepler<ode::Radau5>({32, 48, 64, 96, 128}), 5, 0.2);
  EXPECT_NEAR(order_on_exponentials<ode::Radau5>(2, {64, 96, 128, 192}), 5, 0.2);
}

/// The largest error within one step of 1/count from t = 0.5: of the solution, or of its rate.
template <class Method>
double error_within(int count, bool rate) {
  Exponentials p;
  const ode::System f = system_of(p);
  Method step(f.n);
  const double t = 0.5, dt = 1.0 / count;
  OdeState f_end(2), u(2), exact(2);
  EXPECT_EQ(take(step, f, t, p.solution(t).data(), dt), ode::Outcome::done);
  f.f(f.self, t + dt, step.y_new.data(), f_end.data());
  EXPECT_EQ(prepare_dense(step, f, step.y_new.data(), f_end.data()), ode::Outcome::done);
  double largest = 0;
  for (int k = 1; k < 20; ++k) {
    const double at = t + dt * k / 20;
    exact = p.solution(at);
    if (rate) {
      f.f(f.self, at, OdeState(exact).data(), exact.data());
      interpolate_rate(step, at, u.data());
    } else {
      interpolate(step, at, u.data());
    }
    largest = std::max(largest, distance(u, exact));
  }
  return largest;
}

/// The error within a step of size dt is of one order more than what it adds up to.
template <class Method>
void expect_dense_order(int order, const Divisions& counts) {
  for (bool rate : {false, true}) {
    std::vector<double> errors;
    for (int count : counts) errors.push_back(error_within<Method>(count, rate));
    EXPECT_NEAR(slope(counts, errors), order + (rate ? 0 : 1), 0.2) << "rate: " << rate;
  }
}

TEST(Order, BetweenStepsOfRk4Is3) { expect_dense_order<ode::Rk4>(3, {64, 128, 256}); }
TEST(Order, BetweenStepsOfDopri5Is4) { expect_dense_order<ode::Dopri5>(4, {32, 64, 128}); }
TEST(Order, BetweenStepsOfDopri853Is7) { expect_dense_order<ode::Dopri853>(7, {12, 16, 24}); }
TEST(Order, BetweenStepsOfGauss6Is5) { expect_dense_order<ode::Gauss6>(5, {8, 16, 32, 64}); }
// [STEPS 16]
TEST(Order, BetweenStepsOfRadau5Is3) { expect_dense_order<ode::Radau5>(3, {64, 128, 256}); }

/// The error of one step with y(t) = t^p from t = ½ by dt = 2, in units of eps; at the end, and
/// largest in between.
template <class Method>
std::pair<double, double> monomial_error(int p) {
  Monomial problem;
  problem.p = p;
  const ode::System f = system_of(problem);
  Method step(1);
  const double t = 0.5, dt = 2, y = problem.value(t);
  EXPECT_EQ(take(step, f, t, &y, dt), ode::Outcome::done);
  double f_end = 0, u = 0, within = 0;
  f.f(f.self, t + dt, step.y_new.data(), &f_end);
  EXPECT_EQ(prepare_dense(step, f, step.y_new.data(), &f_end), ode::Outcome::done);
  for (int k = 1; k < 8; ++k) {
    interpolate(step, t + dt * k / 8, &u);
    within = std::max(within, std::fabs(u - problem.value(t + dt * k / 8)));
  }
  const double eps = std::numeric_limits<double>::epsilon() * problem.value(t + dt);
  return {std::fabs(step.y_new.data()[0] - problem.value(t + dt)) / eps, within / eps};
}

/// Degree `end` at the end and `between` inside the step are exact, to `rounding` times eps; one
/// degree more is not.
template <class Method>
void expect_exact_polynomials(int end, int between, double rounding) {
  for (int p = 1; p <= end; ++p) EXPECT_LE(monomial_error<Method>(p).first, rounding) << p;
  for (int p = 1; p <= between; ++p) EXPECT_LE(monomial_error<Method>(p).second, rounding) << p;
  EXPECT_GT(monomial_error<Method>(end + 1).first, 1000 * rounding);
  EXPECT_GT(monomial_error<Method>(between + 1).second, 1000 * rounding);
}

// Weights up to 5 (dopri853) and rows up to 500 that cancel make the roundings that are allowed.
TEST(Polynomials, OfTheDegreeOfTheOrderAreExact) {
  expect_exact_polynomials<ode::Rk4>(4, 3, 8);
  expect_exact_polynomials<ode::Dopri5>(5, 4, 8);
  expect_exact_polynomials<ode::Dopri853>(8, 7, 50);
  expect_exact_polynomials<ode::Gauss6>(6, 5, 8);
  expect_exact_polynomials<ode::Radau5>(5, 3, 8);
}

}  // namespace
}  // namespace zwang::test

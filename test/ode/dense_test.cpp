// SPDX-License-Identifier: Apache-2.0
// The polynomial within a step, on random rows: its definition, its ends, its derivative.

#include "ode/step.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "support/random.h"

namespace zwang::test {
namespace {

constexpr int kHighest = 7;

/// A polynomial of the degree with random rows and its end as it should be.
ode::Dense random_dense(Random& random, Index n, int degree) {
  ode::Dense u(n, kHighest);
  u.degree = degree;
  for (int k = 0; k <= kHighest; ++k)  // rows beyond the degree must not matter
    for (Index i = 0; i < n; ++i) u.row(k)[i] = random.normal();
  for (Index i = 0; i < n; ++i) u.end.data()[i] = u.row(0)[i] + u.row(1)[i];
  return u;
}

/// Σ r_k times the product of its k factors θ, 1−θ, θ, …, and its derivative in θ.
std::pair<double, double> by_definition(const ode::Dense& u, Index i, double theta) {
  double value = 0, slope = 0;
  for (int k = 0; k <= u.degree; ++k) {
    const int p = (k + 1) / 2, q = k / 2;  // powers of θ and of 1 − θ
    const double left = std::pow(theta, p), right = std::pow(1 - theta, q);
    value += u.row(k)[i] * left * right;
    if (p > 0) slope += u.row(k)[i] * p * std::pow(theta, p - 1) * right;
    if (q > 0) slope -= u.row(k)[i] * q * std::pow(1 - theta, q - 1) * left;
  }
  return {value, slope};
}

// Rows of size 1 to 4, up to 8 of them with factors of at most 8.
TEST(Dense, IsThePolynomialOfItsRows) {  // [STEPS 8]
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const Index n = random.integer(1, 5);
    const ode::Dense u = random_dense(random, n, static_cast<int>(random.integer(1, kHighest)));
    const double theta = random.uniform(-0.2, 1.2);
    std::vector<double> y(static_cast<std::size_t>(n)), slope(y);
    evaluate(u, theta, y.data());
    evaluate_slope(u, theta, slope.data());
    for (Index i = 0; i < n; ++i) {
      const auto [value, derivative] = by_definition(u, i, theta);
      EXPECT_NEAR(y[static_cast<std::size_t>(i)], value, 1e-14);
      EXPECT_NEAR(slope[static_cast<std::size_t>(i)], derivative, 1e-13);
    }
  }
}

// y0 + (y1 − y0) is not y1 to the last bit; the end is.
TEST(Dense, MeetsBothEndsToTheLastBit) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    ode::Dense u(1, 3);
    const double y0 = random.normal(), y1 = 1e-3 * random.normal(), f0 = random.normal(),
                 f1 = random.normal();
    set_hermite(u, &y0, &y1, &f0, &f1, 0.1);
    double begin = 0, end = 0;
    evaluate(u, 0, &begin);
    evaluate(u, 1, &end);
    EXPECT_EQ(begin, y0);
    EXPECT_EQ(end, y1);
  }
}

TEST(Dense, OfHermiteHasTheSlopesOfItsEnds) {  // [STEPS 9]
  ode::Dense u(1, 3);
  const double y0 = 1, y1 = 2, f0 = -3, f1 = 5, dt = 0.5;
  set_hermite(u, &y0, &y1, &f0, &f1, dt);
  double slope = 0;
  evaluate_slope(u, 0, &slope);
  EXPECT_EQ(slope, dt * f0);
  evaluate_slope(u, 1, &slope);
  EXPECT_EQ(slope, dt * f1);
}

}  // namespace
}  // namespace zwang::test

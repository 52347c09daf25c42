// SPDX-License-Identifier: Apache-2.0
#include "estimate/minimise.h"

#include <gtest/gtest.h>

#include <cmath>

namespace zwang::estimate {
namespace {

using Vector = std::vector<double>;

/// Points one by one.
template <class One>
Asked each(One one) {
  return [one](const std::vector<Vector>& points) {
    std::vector<Valued> found;
    for (const Vector& x : points) found.push_back(one(x));
    return found;
  };
}

TEST(Minimise, FindsTheBottomOfAValley) {
  const Asked rosenbrock = each([](const Vector& x) {
    return Valued{true, std::pow(1 - x[0], 2) + 100 * std::pow(x[1] - x[0] * x[0], 2), {}, {}};
  });
  const Minimum found = minimise({-2, -2}, {2, 2}, {-1.2, 1}, rosenbrock, 1e-6);
  EXPECT_TRUE(found.converged);
  EXPECT_NEAR(found.x[0], 1, 1e-3);
  EXPECT_NEAR(found.x[1], 1, 2e-3);
}

TEST(Minimise, StopsAtBoundsAndGoesAroundWhereThereIsNothing) {
  const Asked slope = each([](const Vector& x) {
    return Valued{x[0] + x[1] < 3.5, -x[0] - 2 * x[1], {}, {}};
  });
  const Minimum found = minimise({0, 0}, {1, 2}, {0.1, 0.1}, slope, 1e-6);
  EXPECT_NEAR(found.x[0], 1, 1e-9);
  EXPECT_NEAR(found.x[1], 2, 1e-9);
}

// W. Hock and K. Schittkowski (1981), problem 6, and problem 71 with its inequality and its equation.
TEST(Minimise, MeetsConditions) {
  const Asked six = each([](const Vector& x) {
    return Valued{true, std::pow(1 - x[0], 2), {10 * (x[1] - x[0] * x[0])}, {}};
  });
  const Minimum first = minimise({-3, -3}, {3, 3}, {-1.2, 1}, six, 1e-6);
  EXPECT_LT(first.missed, 1e-6);
  EXPECT_NEAR(first.x[0], 1, 1e-3);
  const Asked seventy_one = each([](const Vector& x) {
    return Valued{true,
                  x[0] * x[3] * (x[0] + x[1] + x[2]) + x[2],
                  {x[0] * x[0] + x[1] * x[1] + x[2] * x[2] + x[3] * x[3] - 40},
                  {25 - x[0] * x[1] * x[2] * x[3]}};
  });
  const Minimum second = minimise({1, 1, 1, 1}, {5, 5, 5, 5}, {1, 5, 5, 1}, seventy_one, 1e-6);
  EXPECT_LT(second.missed, 1e-6);
  EXPECT_NEAR(second.value.f, 17.0140173, 1e-3);
}

// The least of a largest: its slopes jump where it is.
TEST(Minimise, FindsTheTipOfAKink) {
  for (const double turn : {0.0, 0.3, 1.0}) {
    const Asked tent = each([turn](const Vector& x) {
      const double a = std::cos(turn) * (x[0] - 0.3) + std::sin(turn) * (x[1] - 0.6),
                   b = -std::sin(turn) * (x[0] - 0.3) + std::cos(turn) * (x[1] - 0.6);
      return Valued{true, std::max({a + b, b - a, -b + 0.5 * a, -0.5 * a - b}), {}, {}};
    });
    const Minimum found = minimise({0, 0}, {1, 1}, {0.9, 0.1}, tent, 1e-6);
    EXPECT_NEAR(found.value.f, 0, 2e-3) << turn;
  }
}

}  // namespace
}  // namespace zwang::estimate

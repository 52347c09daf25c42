// SPDX-License-Identifier: Apache-2.0
#include "variation/fields/linear_step.h"

#include <gtest/gtest.h>

#include <cmath>

#include "variation/linear_quadratic.h"

namespace zwang::test {

using variation::LinearStep;

namespace {

/// The error of one step of an oscillator x'' = −x, from x = 1 at rest, and what its rates miss.
std::pair<double, double> errors(double dt) {
  LinearQuadratic q(1);
  q.K(0, 0) = 1;
  q.prepare();
  LinearStep step(q.bvp);
  EXPECT_TRUE(step.prepare(q.curve, 0.1, dt));
  const double from[] = {1, 0};
  double to[2], off[1];
  step.take(from, to, off);
  return {std::hypot(to[0] - std::cos(dt), to[1] + std::sin(dt)), std::abs(off[0])};
}

}  // namespace

// Five Gauss points: order 10, one more for a single step; rates are missed by h⁵.
TEST(LinearStep, HasTheOrderOfItsPoints) {  // [ENDS 16]
  const auto [coarse, coarse_off] = errors(0.8);
  const auto [fine, fine_off] = errors(0.4);
  EXPECT_NEAR(std::log2(coarse / fine), 11, 0.5);
  EXPECT_NEAR(std::log2(coarse_off / fine_off), 5, 1.1);  // 6 for an even function
  EXPECT_LT(coarse, coarse_off * coarse_off);
}

// λ, an integral and its multiplier, rows: a step there and back is none.
TEST(LinearStep, ThereAndBackIsNoStep) {
  for (unsigned seed = 0; seed < 10; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    LinearQuadratic q = random_quadratic(random, 4, 1, 1, 1);
    q.prepare();
    LinearStep step(q.bvp);
    const Index length = q.size() + q.integrals();
    const Vector from = random_matrix(random, length, 1);
    Vector there(length), back(length), off(q.size());
    ASSERT_TRUE(step.prepare(q.curve, 0.3, 0.2));
    step.take(from.data(), there.data(), off.data());
    ASSERT_TRUE(step.prepare(q.curve, 0.5, -0.2));
    step.take(there.data(), back.data(), off.data());
    EXPECT_LT((back - from).norm(), 1e-12 * from.norm() * (1 + there.norm()));
    EXPECT_GT((there - from).norm(), 1e-3);
  }
}

}  // namespace zwang::test

// SPDX-License-Identifier: Apache-2.0
// The tables of compositions: their conditions, and their order with leapfrog as the method below, in
// quadruple precision, so that order 8 is seen before rounding is.

#include "ode/compose.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support/quad.h"

namespace zwang::test {
namespace {

using Table = std::span<const double>;

/// (q, v) of q'' = −q³ at t = 1 from (1, ½), by `count` composed steps.
std::pair<Quad, Quad> leapfrog(Table table, int count) {
  Quad q = 1, v = 0.5;
  for (int i = 0; i < count; ++i)
    for (int k = 0; k < ode::composition_steps(table); ++k) {
      const Quad dt = static_cast<Quad>(ode::composition_step(table, k)) / count;
      v -= dt / 2 * q * q * q;
      q += dt * v;
      v -= dt / 2 * q * q * q;
    }
  return {q, v};
}

/// The error of `count` steps, up to a factor near 1: the difference from twice as many.
double error_of(Table table, int count) {
  const auto [q, v] = leapfrog(table, count);
  const auto [r, w] = leapfrog(table, 2 * count);
  return static_cast<double>(square_root((q - r) * (q - r) + (v - w) * (v - w)));
}

double power_sum(Table table, int power) {
  double sum = 0;
  for (int k = 0; k < ode::composition_steps(table); ++k)
    sum += std::pow(ode::composition_step(table, k), power);
  return sum;
}

/// Σ γ = 1 and Σ γ^k = 0 for the odd k below the order, the conditions of its tall trees; and the
/// order itself. Coefficients in double let the error fall to 1e-16, no further.
void expect_order(Table table, int order, int steps, int count) {
  EXPECT_EQ(ode::composition_steps(table), steps);
  EXPECT_NEAR(power_sum(table, 1), 1, 1e-15);
  for (int k = 3; k < order; k += 2) EXPECT_NEAR(power_sum(table, k), 0, 2e-15 * steps) << k;
  EXPECT_GT(std::fabs(power_sum(table, order + 1)), 1e-4);
  const double coarse = error_of(table, count), fine = error_of(table, 2 * count);
  EXPECT_GT(fine, 1e-15);
  EXPECT_NEAR(std::log2(coarse / fine), order, 0.1);
}

// [STEPS 18]
TEST(Composition, OfYoshidaIsOfOrder4) { expect_order(ode::compose_4_yoshida, 4, 3, 32); }
// [STEPS 18]
TEST(Composition, OfSuzukiIsOfOrder4) { expect_order(ode::compose_4_suzuki, 4, 5, 32); }
TEST(Composition, OfYoshidaIsOfOrder6) { expect_order(ode::compose_6_yoshida, 6, 7, 16); }
TEST(Composition, OfKahanAndLiIsOfOrder6) { expect_order(ode::compose_6_kahan_li, 6, 9, 16); }
TEST(Composition, OfSuzukiAndUmenoIsOfOrder8) {
  expect_order(ode::compose_8_suzuki_umeno, 8, 15, 8);
}
TEST(Composition, OfKahanAndLiIsOfOrder8) { expect_order(ode::compose_8_kahan_li, 8, 17, 6); }

TEST(Composition, IsItsOwnMirrorImage) {
  const Table table = ode::compose_8_kahan_li;
  for (int k = 0; k < 17; ++k)
    EXPECT_EQ(ode::composition_step(table, k), ode::composition_step(table, 16 - k));
  EXPECT_NE(ode::composition_step(table, 8), ode::composition_step(table, 7));
}

}  // namespace
}  // namespace zwang::test

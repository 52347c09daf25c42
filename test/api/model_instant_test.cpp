// SPDX-License-Identifier: Apache-2.0
// Instants of models against numbers by hand.

#include <gtest/gtest.h>

#include <cmath>

#include "api/texts.h"

namespace zwang::test {
namespace {

// At (0.6, −0.8) with rates (0.8, 0.6): rows 2x ẍ + 2y ÿ = −2(ẋ² + ẏ²), so with a = (0, −g) the
// misfit is e = −2 − 1.6 g, A M⁻¹Aᵀ = 4, λ = e/4.
TEST(ModelInstant, OfThePendulumIsAsByHand) {
  const Model model = read_model(pendulum_text, "");
  const State state{0, {0.6, -0.8}, {0.8, 0.6}};
  const ModelInstant now = solve_instant(model, state);
  const double g = 9.81, lambda = (-2 - 1.6 * g) / 4;
  EXPECT_EQ(now.mass_matrix, (std::vector<double>{1, 0, 0, 1}));
  EXPECT_EQ(now.applied_force, (std::vector<double>{0, -g}));
  EXPECT_EQ(now.constraint_matrix, (std::vector<double>{1.2, -1.6}));
  ASSERT_EQ(now.constraint_rhs.size(), 1u);
  EXPECT_NEAR(now.constraint_rhs[0], -2, 1e-15);
  EXPECT_NEAR(now.instant.multipliers[0], lambda, 4e-15);
  EXPECT_NEAR(now.instant.acceleration[0], 1.2 * lambda, 4e-15);
  EXPECT_NEAR(now.instant.acceleration[1], -g - 1.6 * lambda, 8e-15);
  EXPECT_NEAR(now.energy, 0.5 - 0.8 * g, 4e-15);
  EXPECT_EQ(now.observables, std::vector<double>{-0.8});
  EXPECT_LE(now.position_residual, 1e-15);
  EXPECT_LE(now.velocity_residual, 1e-15);
  EXPECT_EQ(now.instant.rank, 1u);
}

TEST(ModelInstant, SaysHowFarTheStateIsFromTheConstraints) {
  const Model model = read_model(pendulum_text, "");
  const ModelInstant now = solve_instant(model, {0, {1.5, 0}, {0.25, 1}});
  // φ = 1.25 over the row (3, 0); φ̇ = 0.75 over the same.
  EXPECT_DOUBLE_EQ(now.position_residual, 1.25 / 3);
  EXPECT_DOUBLE_EQ(now.velocity_residual, 0.75 / 3);
}

TEST(ModelInstant, FillsAFullMassMatrixFromItsBlocks) {
  const Model model = read_model(R"([coordinates]
a = 0.5
b = 0
c = 0
[free]
lagrangian = "a'^2 + a'*b'*cos(a) + b'^2 + 1.5*c'^2"
)",
                                 "");
  const double x = std::cos(0.5);
  const ModelInstant now = solve_instant(model);
  const std::vector<double> expected = {2, x, 0, x, 2, 0, 0, 0, 3};
  ASSERT_EQ(now.mass_matrix.size(), expected.size());
  for (std::size_t k = 0; k < expected.size(); ++k) {
    EXPECT_DOUBLE_EQ(now.mass_matrix[k], expected[k]) << k;
  }
}

TEST(ModelInstant, AStateOfTheWrongSizeIsRefusedWithBothSizes) {
  const Model model = read_model(pendulum_text, "");
  try {
    solve_instant(model, {0, {1, 0, 0}, {0, 0}});
    FAIL();
  } catch (const InputError& error) {
    EXPECT_EQ(error.argument(), "state.q");
    EXPECT_EQ(std::string(error.what()),
              "state.q: has 3 entries where 2 are needed (one per coordinate)");
  }
  EXPECT_THROW(solve_instant(model, {0, {1, 0}, {}}), InputError);
}

TEST(ModelInstant, AFirstOrderModelHasNoEnergy) {
  const ModelInstant now = solve_instant(read_model(first_order_text, ""));
  EXPECT_TRUE(std::isnan(now.energy));
  EXPECT_NEAR(now.instant.acceleration[0], -0.5, 1e-15);
}

}  // namespace
}  // namespace zwang::test

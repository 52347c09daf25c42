// SPDX-License-Identifier: Apache-2.0
// An instant of a model whose matrices are not formed says all that it says of a small one.

#include <gtest/gtest.h>

#include <cmath>

#include "zwang/model.h"

namespace zwang::test {
namespace {

// A straight chain that hangs from a nail and turns about it as one rod, ω = 2, without gravity: link k pulls
// with ω² times the moment of what is beyond it.
Model spinning_chain() {
  return read_model(
      "[parameters]\nN = 1000\nl = \"1/N\"\n"
      "[[particles]]\nname = \"p\"\ncount = \"N\"\nmass = 1\nposition = [\"i*l\", 0]\n"
      "velocity = [0, \"2*i*l\"]\n"
      "[[constraints]]\nname = \"nail\"\nequation = \"norm(p[1]) = l\"\n"
      "[[constraints]]\nname = \"links\"\nfor = \"i in 1..N-1\"\n"
      "equation = \"distance(p[i], p[i+1]) = l\"\n",
      "chain.toml");
}

TEST(LargeInstant, HasTheForcesOfASpinningChain) {
  const Model model = spinning_chain();
  const ModelInstant x = solve_instant(model);
  ASSERT_EQ(x.instant.status, Status::ok);
  EXPECT_EQ(x.instant.rank, 1000u);
  EXPECT_TRUE(x.mass_matrix.empty() && x.constraint_matrix.empty());
  for (const std::size_t bead : {1u, 2u, 500u, 1000u}) {
    const double inwards = -4 * static_cast<double>(bead) / 1000;  // −ω² r
    EXPECT_NEAR(x.instant.acceleration[2 * (bead - 1)], inwards, 1e-9);
    EXPECT_NEAR(x.instant.acceleration[2 * (bead - 1) + 1], 0, 1e-9);
  }
  double tension = 0;  // at the nail
  for (int k = 1; k <= 1000; ++k) tension += 4e-3 * k;
  EXPECT_NEAR(std::fabs(x.instant.multipliers[0]), tension, 1e-9 * tension);
}

TEST(LargeInstant, IsCertifiedAndRefusesItsMatrices) {
  const Model model = spinning_chain();
  const ModelInstant x = solve_instant(model);
  const Certificate certificate = certify(model, x);
  EXPECT_GT(certificate.checks.size(), 10u);
  for (const Check& check : certificate.checks) {
    EXPECT_TRUE(check.holds()) << check.name << " " << check.residual << " " << check.bound;
  }
  EXPECT_THROW(deviation_per_misfit(model, x), InputError);
}

}  // namespace
}  // namespace zwang::test

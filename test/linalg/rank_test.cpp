// SPDX-License-Identifier: Apache-2.0
// The tolerances of the rank rule are the documented numbers.

#include "linalg/rank.h"

#include <gtest/gtest.h>

namespace zwang::linalg {
namespace {

TEST(Rank, InstantToleranceIsTenRoundingsOfTheLargerSize) {
  EXPECT_EQ(instant_tolerance(1, 1), 10 * 0x1p-52);
  EXPECT_EQ(instant_tolerance(3, 40), 400 * 0x1p-52);
  EXPECT_EQ(instant_tolerance(40, 3), instant_tolerance(3, 40));
}

TEST(Rank, SteppingToleranceIsAMillionthAndTheCoarserOfTheTwo) {
  EXPECT_EQ(stepping_tolerance(), 1e-6);
  EXPECT_LT(instant_tolerance(1000, 1000), stepping_tolerance());
}

TEST(Rank, MassToleranceIsTenRoundingsOfTheSize) {
  EXPECT_EQ(mass_tolerance(1), 10 * 0x1p-52);
  EXPECT_EQ(mass_tolerance(12), 120 * 0x1p-52);
}

TEST(Rank, CoefficientToleranceGrowsAsPivotsShrinkButNotBeyondItsCap) {
  EXPECT_EQ(coefficient_tolerance(2, 3, 1), 10 * instant_tolerance(2, 3));
  EXPECT_EQ(coefficient_tolerance(2, 3, 1e-4), 10 * instant_tolerance(2, 3) / 1e-4);
  EXPECT_EQ(coefficient_tolerance(2, 3, 1e-13), 1e-4);
  EXPECT_EQ(coefficient_tolerance(2, 3, 0), 1e-4);
}

}  // namespace
}  // namespace zwang::linalg

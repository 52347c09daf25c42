// SPDX-License-Identifier: Apache-2.0
#include "ensemble/plan.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "ensemble/normal.h"
#include "ensemble/sobol.h"

namespace zwang::ensemble {
namespace {

const Spread unit{Spread::Kind::uniform, {0, 1}};

TEST(Plan, LatinRunsFallIntoEachShareOnce) {
  for (const std::uint64_t runs : {1u, 2u, 7u, 64u, 1000u}) {
    Plan plan{Scheme::latin, 5, runs, {unit, unit, unit}};
    ASSERT_EQ(settle(plan), "");
    for (std::size_t k = 0; k < 3; ++k) {
      std::set<std::uint64_t> shares;
      for (std::uint64_t run = 0; run < runs; ++run)
        shares.insert(
            static_cast<std::uint64_t>(numbers_of(plan, run)[k] * static_cast<double>(runs)));
      EXPECT_EQ(shares.size(), runs);
    }
  }
}

// In each of the 2^a × 2^b boxes of equal size lies one of the first 2^(a+b) points, also where shifted.
TEST(Plan, SobolPointsFillTheSquareEvenly) {
  Plan plan{Scheme::sobol, 3, 256, {unit, unit}};
  ASSERT_EQ(settle(plan), "");
  for (int a = 0; a <= 8; ++a) {
    std::set<std::pair<int, int>> boxes;
    for (std::uint64_t run = 0; run < 256; ++run) {
      const std::vector<double> u = numbers_of(plan, run);
      boxes.insert({static_cast<int>(u[0] * (1 << a)), static_cast<int>(u[1] * (1 << (8 - a)))});
    }
    EXPECT_EQ(boxes.size(), 256u) << a;
  }
}

// Each coordinate alone has each of the first 2^k fractions once.
TEST(Plan, EverySobolCoordinateIsAPermutation) {
  for (unsigned d = 0; d < most_sobol; ++d) {
    std::set<std::uint32_t> seen;
    for (std::uint64_t k = 0; k < 1024; ++k) seen.insert(sobol_digits(k, d) >> 22);
    EXPECT_EQ(seen.size(), 1024u) << d;
  }
}

TEST(Plan, GridAndCornersAreAllCombinations) {
  Plan grid{
      Scheme::grid, 1, 0, {{Spread::Kind::values, {1, 2}}, {Spread::Kind::values, {5, 6, 7}}}};
  ASSERT_EQ(settle(grid), "");
  ASSERT_EQ(grid.runs, 6u);
  EXPECT_EQ(numbers_of(grid, 0), (std::vector<double>{1, 5}));
  EXPECT_EQ(numbers_of(grid, 1), (std::vector<double>{1, 6}));
  EXPECT_EQ(numbers_of(grid, 5), (std::vector<double>{2, 7}));
  Plan corners{
      Scheme::corners, 1, 0, {{Spread::Kind::uniform, {1, 2}}, {Spread::Kind::values, {5, 9, 7}}}};
  ASSERT_EQ(settle(corners), "");
  EXPECT_EQ(corners.runs, 4u);
  EXPECT_EQ(numbers_of(corners, 3), (std::vector<double>{2, 9}));
  corners.spreads.push_back({Spread::Kind::normal, {0, 1}});
  corners.runs = 0;
  EXPECT_NE(settle(corners), "");
}

TEST(Plan, RandomNumbersHaveTheMomentsOfTheirDistribution) {
  Plan plan{Scheme::random, 11, 20000, {{Spread::Kind::normal, {3, 0.5}}, unit}};
  ASSERT_EQ(settle(plan), "");
  double sum = 0, squares = 0, product = 0;
  for (std::uint64_t run = 0; run < plan.runs; ++run) {
    const std::vector<double> x = numbers_of(plan, run);
    sum += x[0];
    squares += (x[0] - 3) * (x[0] - 3);
    product += (x[0] - 3) * (x[1] - 0.5);
  }
  const double n = 20000;
  EXPECT_NEAR(sum / n, 3, 4 * 0.5 / std::sqrt(n));  // four deviations of the mean
  EXPECT_NEAR(squares / n, 0.25, 4 * 0.25 * std::sqrt(2 / n));
  EXPECT_NEAR(product / n, 0, 4 * 0.5 * 0.29 / std::sqrt(n));
}

TEST(Plan, ARunIsAFunctionOfSeedAndNumber) {
  for (const Scheme scheme : {Scheme::latin, Scheme::sobol, Scheme::random}) {
    Plan plan{scheme, 1, 100, {unit, unit}}, other{scheme, 2, 100, {unit, unit}};
    int same = 0;
    for (std::uint64_t run = 0; run < 100; ++run)
      same += numbers_of(plan, run) == numbers_of(other, run) ? 1 : 0;
    EXPECT_EQ(same, 0);
    EXPECT_EQ(numbers_of(plan, 17), numbers_of(plan, 17));
  }
}

TEST(Normal, IsTheInverseOfTheDistribution) {
  for (double p = 1e-6; p < 1; p += 1e-3) {
    const double x = normal_quantile(p);
    EXPECT_NEAR(0.5 * std::erfc(-x / std::sqrt(2.0)), p, 1e-14);
  }
  EXPECT_NEAR(normal_quantile(1e-20), -9.262340089798408, 1e-13);
}

}  // namespace
}  // namespace zwang::ensemble

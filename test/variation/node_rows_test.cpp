// SPDX-License-Identifier: Apache-2.0
// A single row has a way of its own: it must say what the same row, given twice, says.

#include "variation/node_rows.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "support/random.h"

namespace zwang::variation {
namespace {

using Numbers = std::vector<double>;

TEST(NodeRows, OneRowSaysWhatItSaysTwice) {
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    test::Random random(seed);
    const Index n = 1 + static_cast<Index>(seed % 5);
    Numbers A, g, twice, demand{random.normal()};
    const double unit = std::pow(10, 6 * random.normal());
    for (Index i = 0; i < n; ++i) {
      A.push_back(unit * random.normal());
      g.push_back(random.normal());
    }
    demand.push_back(demand[0]);
    twice = A;
    twice.insert(twice.end(), A.begin(), A.end());
    NodeRows one(n, 3), two(n, 3);
    one.factor(A.data(), demand.data(), 1);
    two.factor(twice.data(), demand.data(), 2);
    ASSERT_EQ(one.rank(), 1);
    ASSERT_EQ(two.rank(), 1);
    EXPECT_EQ(one.unmet(), 0);

    Numbers x(n), y(n);
    one.shortest(x.data());
    two.shortest(y.data());
    for (Index i = 0; i < n; ++i) EXPECT_NEAR(x[i], y[i], 1e-13 * std::abs(demand[0]) / unit);
    double once = 0, both[2] = {0, 0};
    one.multipliers(g.data(), &once);
    two.multipliers(g.data(), both);
    EXPECT_NEAR(once, both[0] + both[1], 1e-13 * (1 + std::abs(once)));

    Numbers Z(n * n);
    one.null_basis(Z.data());
    for (Index j = 0; j + 1 < n; ++j) {
      double across = 0;
      for (Index i = 0; i < n; ++i) across += A[i] / unit * Z[j * n + i];
      EXPECT_NEAR(across, 0, 1e-14 * static_cast<double>(n) * 4);
      for (Index k = 0; k <= j; ++k) {
        double product = 0;
        for (Index i = 0; i < n; ++i) product += Z[j * n + i] * Z[k * n + i];
        EXPECT_NEAR(product, j == k ? 1 : 0, 1e-14);
      }
    }
  }
}

TEST(NodeRows, ARowThatVanishesLeavesAllFree) {
  const Numbers A{0, 0}, asks{1}, content{0};
  NodeRows rows(2, 2);
  rows.factor(A.data(), asks.data(), 1);
  EXPECT_EQ(rows.free(), 2);
  EXPECT_EQ(rows.unmet(), INFINITY);
  Numbers step{7, 7};
  rows.shortest(step.data());
  EXPECT_EQ(step, (Numbers{0, 0}));
  rows.factor(A.data(), content.data(), 1);
  EXPECT_EQ(rows.unmet(), 0);
}

}  // namespace
}  // namespace zwang::variation

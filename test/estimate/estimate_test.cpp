// SPDX-License-Identifier: Apache-2.0
// Least squares, singular values and quantiles against numbers that are known.

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "estimate/compress.h"
#include "estimate/determined.h"
#include "estimate/least_squares.h"
#include "estimate/quantile.h"
#include "estimate/singular.h"
#include "support/random.h"

namespace zwang::test {
namespace {

using namespace zwang::estimate;
using Squares = zwang::estimate::Problem;
constexpr double infinity = std::numeric_limits<double>::infinity();

Squares rosenbrock() {
  Squares squares;
  squares.unknowns = squares.residuals = 2;
  squares.lower = {-infinity, -infinity};
  squares.upper = {infinity, infinity};
  squares.evaluate = [](const auto& x, auto& r, auto& J) {
    r = {10 * (x[1] - x[0] * x[0]), 1 - x[0]};
    J = {-20 * x[0], -1, 10, 0};
    return true;
  };
  return squares;
}

TEST(LeastSquares, FindsTheMinimumInACurvedValley) {
  const zwang::estimate::Answer answer = zwang::estimate::solve(rosenbrock(), {-1.2, 1});
  EXPECT_EQ(answer.ending, Ending::converged);
  EXPECT_NEAR(answer.x[0], 1, 1e-12);
  EXPECT_NEAR(answer.x[1], 1, 1e-12);
}

// With x ≤ 1/2 the minimum is at (1/2, 1/4).
TEST(LeastSquares, StopsAtABoundAndGoesOnAlongIt) {
  Squares squares = rosenbrock();
  squares.upper[0] = 0.5;
  const zwang::estimate::Answer answer = zwang::estimate::solve(squares, {-1.2, 1});
  EXPECT_EQ(answer.ending, Ending::converged);
  EXPECT_EQ(answer.x[0], 0.5);
  EXPECT_NEAR(answer.x[1], 0.25, 1e-9);
  EXPECT_TRUE(answer.held[0]);
}

TEST(LeastSquares, GoesRoundPlacesWithoutAnAnswer) {
  Squares squares = rosenbrock();
  const auto inner = squares.evaluate;
  squares.evaluate = [&](const auto& x, auto& r, auto& J) {
    return x[1] > -0.2 && inner(x, r, J);  // Newton's first steps lead lower
  };
  EXPECT_NEAR(zwang::estimate::solve(squares, {-1.2, 1}).x[0], 1, 1e-10);
  squares.evaluate = [](const auto&, auto&, auto&) { return false; };
  EXPECT_EQ(zwang::estimate::solve(squares, {-1.2, 1}).ending, Ending::no_start);
}

// GᵀG = AᵀA whatever the number of rows.
TEST(Compress, KeepsInnerProducts) {
  Random random(7);
  for (const Index rows : {1, 3, 127, 128, 129, 700}) {
    const Index columns = 4;
    std::vector<double> A;
    for (Index i = 0; i < rows * columns; ++i) A.push_back(random.normal());
    const std::vector<double> G = compress(rows, columns, A);
    const auto product = [&](const std::vector<double>& X, Index count, Index j, Index k) {
      double sum = 0;
      for (Index i = 0; i < count; ++i) sum += X[at(j * count + i)] * X[at(k * count + i)];
      return sum;
    };
    for (Index j = 0; j < columns; ++j) {
      for (Index k = 0; k < columns; ++k) {
        EXPECT_NEAR(product(G, columns, j, k), product(A, rows, j, k),
                    1e-13 * static_cast<double>(rows + 10));
      }
    }
  }
}

TEST(Singular, FindsSmallValuesAmongLargeOnes) {
  Random random(11);
  Vector sigma(4);
  sigma << 3, 1, 1e-3, 1e-9;
  const Matrix A = with_singular_values(random, 50, 4, sigma);
  std::vector<double> by_column;
  for (Index j = 0; j < 4; ++j) {
    for (Index i = 0; i < 50; ++i) by_column.push_back(A(i, j));
  }
  const Singular svd = singular_values(50, 4, by_column);
  for (std::size_t k = 0; k < 4; ++k) {
    EXPECT_NEAR(svd.values[k], sigma[static_cast<Index>(k)], 1e-15 * 50);
  }
}

// Tables of Student's distribution.
TEST(Quantile, IsThatOfTheTables) {
  EXPECT_NEAR(student_quantile(0.95, 1), 12.7062047362, 1e-9);
  EXPECT_NEAR(student_quantile(0.95, 5), 2.5705818356, 1e-9);
  EXPECT_NEAR(student_quantile(0.99, 30), 2.7499956536, 1e-9);
  EXPECT_NEAR(student_quantile(0.95, infinity), 1.9599639845, 1e-9);
  EXPECT_NEAR(chi_squared_beyond(18.307, 10), 0.05, 1e-3);
}

// y = a b² c³ t and its finite steps; at a = b = c = 1 a sum would fit the slopes as well.
TEST(Determined, TellsProductsFromSumsByAStep) {
  const auto residuals = [](const std::vector<double>& x, bool product) {
    std::vector<double> r;
    for (int i = 0; i < 9; ++i) {
      const double value =
          product ? x[0] * x[1] * x[1] * x[2] * x[2] * x[2] : x[0] + 2 * x[1] + 3 * x[2];
      r.push_back(value * (i - 4));
    }
    return r;
  };
  for (const bool product : {true, false}) {
    const std::vector<double> x = {1, 1, 1};
    std::vector<double> J;
    for (const double slope : {1.0, 2.0, 3.0}) {
      for (int i = 0; i < 9; ++i) J.push_back(slope * (i - 4));
    }
    const Determined found = look_for_combinations(9, 3, J, x, [&](const auto& there) {
      const auto a = residuals(x, product), b = residuals(there, product);
      for (std::size_t i = 0; i < 9; ++i) {
        if (std::abs(a[i] - b[i]) > 1e-9) return false;
      }
      return true;
    });
    EXPECT_EQ(found.rank, 1);
    ASSERT_TRUE(found.named);
    ASSERT_EQ(found.combinations.size(), 1u);
    EXPECT_EQ(found.combinations[0].product, product);
    EXPECT_EQ(found.combinations[0].powers, (std::vector<double>{1, 2, 3}));
  }
}

}  // namespace
}  // namespace zwang::test

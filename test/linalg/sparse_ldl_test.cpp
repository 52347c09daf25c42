// SPDX-License-Identifier: Apache-2.0
// The sparse L Δ Lᵀ against dense algebra: it solves, it counts signs, it fills in little.

#include "linalg/sparse/sparse_ldl.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "linalg/sparse/ordering.h"
#include "support/algebra.h"
#include "support/expect.h"
#include "support/random.h"

namespace zwang::test {
namespace {

/// A random symmetric matrix with few entries, shifted by `shift` times the unit matrix.
struct Drawn {
  Matrix H;
  std::vector<Index> begin{0}, column;
  std::vector<double> value, diagonal;

  Drawn(std::uint64_t seed, Index size, double shift) : H(Matrix::Zero(size, size)) {
    Random random(seed);
    for (Index i = 0; i < size; ++i) {
      H(i, i) = random.normal() + shift;
      diagonal.push_back(H(i, i));
      for (Index j = 0; j < i; ++j)
        if (random.chance(2.0 / static_cast<double>(size))) {
          H(i, j) = H(j, i) = random.normal();
          column.push_back(j);
          value.push_back(H(i, j));
        }
      begin.push_back(static_cast<Index>(column.size()));
    }
  }
};

TEST(SparseLdl, SolvesAndCountsNegativeEigenvalues) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    Random random(seed + 500);
    const Index size = random.integer(1, 40);
    const Drawn d(seed, size, seed % 2 ? 12 : 0);  // definite by far, or of both signs
    const linalg::LdlPattern pattern(d.begin, d.column);
    linalg::SparseLdl f(pattern);
    const Vector lambda = eigenvalues(d.H);
    EXPECT_EQ(factor_ldl(pattern, d.value.data(), d.diagonal.data(), f),
              (lambda.array() < 0).count())
        << "seed " << seed;
    const Vector x = random_vector(random, size);
    Vector b = d.H * x;
    solve_ldl(pattern, f, b.data());
    // Pivots as they come: the growth of L enters, twice.
    double growth = 1;
    for (double l : f.L) growth = std::fmax(growth, std::fabs(l));
    const double kappa = lambda.cwiseAbs().maxCoeff() / lambda.cwiseAbs().minCoeff();
    EXPECT_TRUE(near(b, x, 1e-15 * static_cast<double>(size) * kappa * growth * growth * x.norm()))
        << "seed " << seed;
  }
}

TEST(SparseLdl, FactorsAgainWithOtherNumbers) {
  const Drawn first(1, 20, 12);
  const linalg::LdlPattern pattern(first.begin, first.column);
  linalg::SparseLdl used(pattern), fresh(pattern);
  std::vector<double> value = first.value, diagonal = first.diagonal;
  factor_ldl(pattern, value.data(), diagonal.data(), used);
  for (double& x : value) x *= -0.5;
  for (double& x : diagonal) x += 1;
  EXPECT_EQ(factor_ldl(pattern, value.data(), diagonal.data(), used), 0);
  factor_ldl(pattern, value.data(), diagonal.data(), fresh);
  EXPECT_EQ(used.L, fresh.L);
  EXPECT_EQ(used.pivot, fresh.pivot);
}

TEST(SparseLdl, RefusesAPivotThatIsZeroOrNotANumber) {
  const linalg::LdlPattern pattern({0, 0, 1}, {0});
  linalg::SparseLdl f(pattern);
  const double one = 1, nan = std::numeric_limits<double>::quiet_NaN();
  const double singular[] = {1, 1}, spoilt[] = {nan, 1}, good[] = {2, 1};
  EXPECT_EQ(factor_ldl(pattern, &one, singular, f), -1);
  EXPECT_EQ(factor_ldl(pattern, &one, spoilt, f), -1);
  EXPECT_EQ(factor_ldl(pattern, &one, good, f), 0);
}

TEST(SparseLdl, ABandFillsInNothingMuchAndAnArrowNothing) {
  std::vector<Index> begin{0}, column;
  for (Index i = 0; i < 1000; ++i) {
    if (i > 0) column.push_back(i - 1);
    begin.push_back(static_cast<Index>(column.size()));
  }
  EXPECT_LE(linalg::LdlPattern(begin, column).entries(), 2 * 999);
  begin = {0, 0}, column.clear();
  for (Index i = 1; i < 1000; ++i) {  // all hang on row 0, which must be eliminated last
    column.push_back(0);
    begin.push_back(static_cast<Index>(column.size()));
  }
  EXPECT_EQ(linalg::LdlPattern(begin, column).entries(), 999);
}

TEST(SparseLdl, TheOrderIsAPermutation) {
  const Drawn d(3, 50, 0);
  std::vector<Index> order = linalg::minimum_degree_order(d.begin, d.column);
  std::sort(order.begin(), order.end());
  ASSERT_EQ(order.size(), 50u);
  for (Index i = 0; i < 50; ++i) EXPECT_EQ(order[static_cast<std::size_t>(i)], i);
  EXPECT_TRUE(linalg::minimum_degree_order({0}, {}).empty());
}

}  // namespace
}  // namespace zwang::test

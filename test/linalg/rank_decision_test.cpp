// SPDX-License-Identifier: Apache-2.0
// What row_qr calls independent: planted ranks, rows in any units, lanes that vanish, norms that
// lose their digits on the way, and which of equal lanes is kept.

#include "linalg/lane_matrix.h"
#include "linalg/rank.h"
#include "support/expect.h"

namespace zwang::test {
namespace {

std::vector<Index> first(const std::vector<Index>& order, Index count) {
  return {order.begin(), order.begin() + count};
}

// Integers of a known rank, each row in units of its own from 2^-30 to 2^30 (1e∓9).
TEST(RankDecision, PlantedRankIsFoundInAnyUnits) {
  for (const linalg::Kernels* set : kernel_sets())
    for (std::uint64_t seed = 0; seed < 150; ++seed) {
      Random random(seed);
      const Index n = random.integer(1, 30), m = random.integer(1, 40);
      const Index rank = random.integer(0, std::min(m, n));
      Matrix A = random_of_rank(random, m, n, rank);
      const double tolerance = linalg::instant_tolerance(m, n);
      LaneMatrix plain(A);
      EXPECT_EQ(plain.factor(*set, tolerance, false), rank) << traced(*set, seed, n);
      for (Index i = 0; i < m; ++i)
        A.row(i) *= std::ldexp(1.0, static_cast<int>(random.integer(-30, 30)));
      LaneMatrix graded(A);
      EXPECT_EQ(graded.factor(*set, tolerance, true), rank) << traced(*set, seed, n);
    }
}

// Orthogonal rows of sizes 1, 1e-3, 1e-6, …: all count if equilibrated, else those within the
// tolerance of the largest.
TEST(RankDecision, WithoutEquilibrationSizeDecides) {
  for (const linalg::Kernels* set : kernel_sets()) {
    SCOPED_TRACE(set->name);
    Matrix A = Matrix::Zero(7, 9);
    for (Index i = 0; i < 7; ++i) A(i, i + 1) = std::pow(10.0, -3.0 * static_cast<double>(i));
    LaneMatrix equal(A), plain(A);
    EXPECT_EQ(equal.factor(*set, 1e-10, true), 7);
    EXPECT_EQ(plain.factor(*set, 1e-10, false), 4);
    EXPECT_EQ(first(plain.order, 4), (std::vector<Index>{0, 1, 2, 3}));
  }
}

TEST(RankDecision, LanesThatVanishAreNeverPivots) {
  for (const linalg::Kernels* set : kernel_sets())
    for (double nothing : {0.0, 1e-200, kNan, kInf}) {  // too small, or not fit, to be squared
      SCOPED_TRACE(std::string(set->name) + ", lane of " + std::to_string(nothing));
      Matrix A = matrix({{0, 0, 0}, {1, 0, 0}, {0, 0, 0}, {1, 1, 0}, {0, 0, 0}});
      A(0, 1) = A(2, 2) = nothing;
      LaneMatrix X(A);
      ASSERT_EQ(X.factor(*set, 1e-14), 2);
      EXPECT_EQ(first(X.order, 2), (std::vector<Index>{1, 3}));
      for (Index j = 0; j < 5; ++j) EXPECT_EQ(X.scale.data()[j] > 0, j < 2) << j;
    }
}

TEST(RankDecision, NothingButZerosHasRankZero) {
  for (const linalg::Kernels* set : kernel_sets())
    for (bool equilibrate : {true, false}) {
      LaneMatrix X(Matrix::Zero(9, 5), Matrix::Ones(1, 5), Vector::Constant(10, 2.0));
      EXPECT_EQ(X.factor(*set, 1e-14, equilibrate), 0) << set->name;
      for (Index j = 0; j < 10; ++j) EXPECT_EQ(X.demand.data()[j], 2);
      for (Index i = 0; i < 5; ++i) EXPECT_EQ(X.at(i, 9), 1);
    }
}

TEST(RankDecision, FirstOfEqualLanesIsKept) {
  for (const linalg::Kernels* set : kernel_sets()) {
    SCOPED_TRACE(set->name);
    LaneMatrix unit(Matrix::Identity(11, 11));
    ASSERT_EQ(unit.factor(*set, 1e-14), 11);
    for (Index k = 0; k < 11; ++k) EXPECT_EQ(unit.order[static_cast<std::size_t>(k)], k);

    const Matrix repeated = matrix({{1, 2, 2}, {1, 2, 2}, {-3, -6, -6}, {0, 1, -1}});
    LaneMatrix equal(repeated), plain(repeated);
    ASSERT_EQ(equal.factor(*set, 1e-14, true), 2);
    EXPECT_EQ(first(equal.order, 2), (std::vector<Index>{0, 3}));
    ASSERT_EQ(plain.factor(*set, 1e-14, false), 2);
    EXPECT_EQ(first(plain.order, 2), (std::vector<Index>{2, 3}));
  }
}

// Lanes 1 … 3 leave lane 0 by small angles: what remains of their norms after the first step are
// digits that subtraction cannot give. The largest must still come next, with its right size.
TEST(RankDecision, NormsThatLostTheirDigitsAreComputedAfresh) {
  for (const linalg::Kernels* set : kernel_sets())
    for (double angle : {1e-3, 1e-5, 1e-7, 1e-9, 1e-11}) {
      SCOPED_TRACE(std::string(set->name) + ", angle " + std::to_string(std::log10(angle)));
      Matrix A = Matrix::Zero(4, 6);
      A.col(0).setOnes();
      A(1, 2) = angle;
      A(2, 3) = 3 * angle;
      A(3, 4) = 2 * angle;
      LaneMatrix X(A);
      ASSERT_EQ(X.factor(*set, linalg::instant_tolerance(4, 6)), 4);
      const double allowed = 20 * angle * angle * angle + 1e-15;  // lanes of length √(1 + angle²)
      EXPECT_EQ(first(X.order, 4), (std::vector<Index>{0, 2, 3, 1}));
      EXPECT_NEAR(X.pivot(1), 3 * angle, allowed);
      EXPECT_NEAR(X.pivot(2), 2 * angle, allowed);
      EXPECT_NEAR(X.pivot(3), angle, allowed);
    }
}

// Rows 0 … r−1 independent, the others their sums plus 1e-10 of something new: independent at
// 1e-13, dependent at 1e-6.
TEST(RankDecision, ToleranceDividesTheNearlyDependent) {
  for (const linalg::Kernels* set : kernel_sets())
    for (std::uint64_t seed = 0; seed < 30; ++seed) {
      Random random(seed);
      const Index r = random.integer(1, 10), more = random.integer(1, 6), n = r + more + 3;
      Matrix A(r + more, n);
      A.topRows(r) = random_orthogonal(random, n).topRows(r);
      for (Index i = 0; i < more; ++i) A.row(r + i) = A.topRows(r).colwise().sum();
      const Matrix fresh = random_orthogonal(random, n);
      A.bottomRows(more) += 1e-10 * fresh.topRows(more);
      LaneMatrix fine(A), coarse(A);
      EXPECT_EQ(fine.factor(*set, 1e-13), r + more) << traced(*set, seed, n);
      EXPECT_EQ(coarse.factor(*set, 1e-6), r) << traced(*set, seed, n);
    }
}

// Kahan's matrix: all lanes have length 1 at every step, so that nothing is exchanged, and the
// pivots s^k hide a much smaller singular value. s^39 = 0.19: far from any tolerance.
TEST(RankDecision, KahansLanesStayInTheirOrder) {
  const double c = 0.285, s = std::sqrt(1 - c * c);
  for (const linalg::Kernels* set : kernel_sets())
    for (Index n : {5, 16, 40}) {
      SCOPED_TRACE(traced(*set, 0, n));
      Matrix K = Matrix::Zero(n, n);  // lane j: column j of diag(s^i)·(1, −c, …)
      for (Index j = 0; j < n; ++j)
        for (Index i = 0; i <= j; ++i)
          K(j, i) = std::pow(s, static_cast<double>(i)) * (i == j ? 1 : -c);
      LaneMatrix X(K);
      ASSERT_EQ(X.factor(*set, linalg::instant_tolerance(n, n)), n);
      for (Index k = 0; k < n; ++k) {
        EXPECT_EQ(X.order[static_cast<std::size_t>(k)], k);
        EXPECT_NEAR(X.pivot(k), std::pow(s, static_cast<double>(k)), 1e-13);
      }
    }
}

}  // namespace
}  // namespace zwang::test

// SPDX-License-Identifier: Apache-2.0
// A⁺ by Penrose's four conditions, which define it, and by the singular values.

#include "support/algebra.h"
#include "support/expect.h"
#include "support/random.h"
#include "zwang/papers.h"

namespace zwang::test {
namespace {

Matrix plus_of(const Matrix& A, Index rank) {
  const PseudoInverse p = pseudo_inverse(view(A), static_cast<std::size_t>(A.rows()),
                                         static_cast<std::size_t>(A.cols()));
  EXPECT_EQ(p.rank, static_cast<std::size_t>(rank));
  return mat(p.matrix, A.cols(), A.rows());
}

/// Rounding: a hundred times the size in units of eps, times ‖A‖‖A⁺‖ = κ.
void expect_penrose(const Matrix& A, const Matrix& P) {
  const double kappa = 1 + A.norm() * P.norm();
  const double tol = 100 * 2.2e-16 * static_cast<double>(A.rows() + A.cols()) * kappa;
  EXPECT_TRUE(near(Matrix(A * P * A), A, tol * (1 + A.norm())));
  EXPECT_TRUE(near(Matrix(P * A * P), P, tol * (1 + P.norm())));
  EXPECT_TRUE(near(Matrix(A * P), Matrix((A * P).transpose()), tol));
  EXPECT_TRUE(near(Matrix(P * A), Matrix((P * A).transpose()), tol));
  EXPECT_TRUE(near(P, pinv(A), tol * kappa * (1 + P.norm())));
}

TEST(PseudoInverse, SatisfiesPenroseAtEveryRank) {
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    Random random(seed);
    const Index m = random.integer(1, 12), n = random.integer(1, 12);
    const Index r = random.integer(0, std::min(m, n));
    const Matrix A = random_of_rank(random, m, n, r);
    SCOPED_TRACE("seed " + std::to_string(seed) + ": " + std::to_string(m) + "x" +
                 std::to_string(n) + ", rank " + std::to_string(r));
    expect_penrose(A, plus_of(A, r));
  }
}

TEST(PseudoInverse, OfARowIsTheColumnOverItsSquare) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    Random random(seed);
    const Matrix v = random_matrix(random, 1, random.integer(1, 9));
    EXPECT_TRUE(near(plus_of(v, 1), Matrix(v.transpose() / v.squaredNorm()),
                     1e-14 / v.norm()));  // [XUMK94 70]
    EXPECT_TRUE(near(plus_of(v.transpose(), 1), Matrix(v / v.squaredNorm()), 1e-14 / v.norm()));
  }
}

TEST(PseudoInverse, OfZeroIsZeroTransposed) {
  const Matrix P = plus_of(Matrix::Zero(2, 5), 0);
  EXPECT_EQ(P.rows(), 5);
  EXPECT_EQ(P.norm(), 0);
}

TEST(PseudoInverse, OfAnInvertibleMatrixIsItsInverse) {
  Random random(1);
  const Matrix A = with_singular_values(random, 6, 6, spread(6, 100));
  EXPECT_TRUE(near(plus_of(A, 6), inverse(A), 1e-11));
}

TEST(PseudoInverse, OfNothingIsNothing) {
  EXPECT_EQ(plus_of(Matrix(0, 3), 0).size(), 0);
  EXPECT_EQ(plus_of(Matrix(3, 0), 0).size(), 0);
}

TEST(PseudoInverse, LosesOnlyTheConditionNumber) {
  for (double kappa : {1e2, 1e5, 1e8}) {
    Random random(2);
    const Matrix A = with_singular_values(random, 5, 8, spread(5, kappa));
    const Matrix P = plus_of(A, 5);
    EXPECT_TRUE(near(Matrix(A * P), Matrix(Matrix::Identity(5, 5)), 1e-14 * kappa)) << kappa;
  }
}

TEST(PseudoInverse, ToleranceDecidesTheRankWhereGiven) {
  const Matrix A = matrix({{1, 0}, {1, 1e-5}});
  EXPECT_EQ(pseudo_inverse(view(A), 2, 2).rank, 2u);
  const PseudoInverse cut = pseudo_inverse(view(A), 2, 2, 1e-3);
  EXPECT_EQ(cut.rank, 1u);
  EXPECT_TRUE(near(cut.matrix, vector({0.5, 0.5, 0, 0}), 1e-4));
}

// The rank is of rows brought to one size: a small row is a row.
TEST(PseudoInverse, RowsOfVerySmallSizeCount) {
  const Matrix A = matrix({{1, 0}, {0, 1e-100}});
  const PseudoInverse P = pseudo_inverse(view(A), 2, 2);
  EXPECT_EQ(P.rank, 2u);
  EXPECT_NEAR(P.matrix[3] * 1e-100, 1, 1e-14);
}

}  // namespace
}  // namespace zwang::test

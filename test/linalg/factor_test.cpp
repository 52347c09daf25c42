// SPDX-License-Identifier: Apache-2.0
// The stacked Cholesky factor against its definition: L Lᵀ = M and L X = X₀, entry by entry within
// the backward error of Cholesky, (n + 4)·eps·√(M_ii M_jj) and (n + 4)·eps·(|L||X|)_ij.

#include "linalg/sets.h"
#include "support/expect.h"

namespace zwang::test {
namespace {

/// M (its lower triangle), the lanes X below it, and what a kernel made of them.
struct Stacked {
  Matrix M, X0;
  Triangle L;
  Index ldx;
  AlignedArray X;
  Index done;

  Stacked(const linalg::Kernels& set, const Matrix& mass, const Matrix& lanes, Index slack = 0,
          double tolerance = 1e-14)
      : M(mass), X0(lanes), L(mass, slack), ldx(padded(X0.cols())), X(L.size * ldx) {
    for (Index i = 0; i < X0.rows(); ++i)
      for (Index j = 0; j < X0.cols(); ++j) X.data()[i * ldx + j] = X0(i, j);
    done = set.factor(L.size, L.L.data(), L.ld, ldx ? X.data() : nullptr, ldx, L.inverse.data(),
                      tolerance);
  }

  void expect_factored() {
    const Index n = L.size;
    ASSERT_EQ(done, n);
    Matrix lower = L.matrix(), lanes(n, X0.cols());
    for (Index i = 0; i < n; ++i)
      for (Index j = 0; j < X0.cols(); ++j) lanes(i, j) = X.data()[i * ldx + j];
    const double gamma = static_cast<double>(n + 4) * kRounding;
    const Matrix product = lower * lower.transpose(), back = lower * lanes;
    const Matrix size = lower.cwiseAbs() * lanes.cwiseAbs();
    for (Index i = 0; i < n; ++i) {
      EXPECT_GT(lower(i, i), 0);
      EXPECT_NEAR(L.inverse.data()[i] * lower(i, i), 1, 4 * kRounding);
      for (Index j = 0; j <= i; ++j)
        EXPECT_NEAR(product(i, j), M(i, j), gamma * std::sqrt(M(i, i) * M(j, j)));
      for (Index j = 0; j < X0.cols(); ++j)
        EXPECT_NEAR(back(i, j), X0(i, j), gamma * (size(i, j) + std::abs(X0(i, j))));
    }
  }

  void expect_padding_zero() {
    for (Index j = 0; j < L.size; ++j) {
      EXPECT_TRUE(all_zero(&L.at(0, j), j)) << "above the diagonal of column " << j;
      EXPECT_TRUE(all_zero(&L.at(L.size, j), L.ld - L.size)) << "below column " << j;
      EXPECT_TRUE(all_zero(X.data() + j * ldx + X0.cols(), ldx - X0.cols())) << "lanes of " << j;
    }
  }
};

TEST(Factor, GivesLAndTheWeighedLanesAtEverySize) {
  for (const linalg::Kernels* set : kernel_sets())
    for (Index n = 1; n <= 40; ++n) {
      const auto seed = static_cast<std::uint64_t>(n);
      SCOPED_TRACE(traced(*set, seed, n));
      Random random(seed);
      const Matrix M = random_mass(random, n, 1e3);
      const Index slack = 8 * random.integer(0, 2), lanes = random.integer(1, 40);
      Stacked stacked(*set, M, random_matrix(random, n, lanes), slack);
      stacked.expect_factored();
      stacked.expect_padding_zero();
    }
}

TEST(Factor, NeedsNoLanes) {
  for (const linalg::Kernels* set : kernel_sets())
    for (Index n : {1, 3, 4, 7, 8, 9, 16, 33}) {
      SCOPED_TRACE(traced(*set, 5, n));
      Random random(5);
      Stacked stacked(*set, random_mass(random, n, 10), Matrix(n, 0));
      stacked.expect_factored();
      stacked.expect_padding_zero();
    }
}

TEST(Factor, KeepsItsDigitsWhenTheDiagonalIsGraded) {
  for (const linalg::Kernels* set : kernel_sets())
    for (Index n : {2, 5, 12, 19}) {
      SCOPED_TRACE(traced(*set, 6, n));
      Random random(6);
      Matrix M = random_mass(random, n, 100);
      for (Index i = 0; i < n; ++i) {
        const double scale = std::ldexp(1.0, static_cast<int>(random.integer(-30, 30)));
        M.row(i) *= scale;
        M.col(i) *= scale;
      }
      Stacked(*set, M, random_matrix(random, n, 3)).expect_factored();
    }
}

TEST(Factor, ReturnsTheColumnWhosePivotIsNotPositive) {
  for (const linalg::Kernels* set : kernel_sets())
    for (Index n : {1, 2, 3, 4, 5, 8, 11, 17})
      for (Index bad = 0; bad < n; ++bad)
        for (double entry : {-1.0, 0.0, kNan, -kInf}) {
          SCOPED_TRACE(traced(*set, 7, n) + ", column " + std::to_string(bad));
          Random random(7);
          Matrix M = random_mass(random, n, 10);
          M(bad, bad) = entry;
          EXPECT_EQ(Stacked(*set, M, Matrix::Ones(n, 2)).done, bad) << entry;
        }
}

// Column `last` repeats column `first`: exactly so in integers, so that the pivot is 0.
TEST(Factor, ReturnsTheColumnThatRepeatsAnother) {
  for (const linalg::Kernels* set : kernel_sets())
    for (Index n : {2, 4, 6, 9, 13})
      for (Index last = 1; last < n; ++last) {
        SCOPED_TRACE(traced(*set, 0, n) + ", column " + std::to_string(last));
        Matrix F = Matrix::Identity(n, n);
        F.col(0).setOnes();
        F.row(last) = F.row(last / 2);
        EXPECT_EQ(Stacked(*set, F * F.transpose(), Matrix(n, 0)).done, last);
      }
}

// A pivot counts relative to its own diagonal entry: 1e-10 of it is kept or cut as asked.
TEST(Factor, ToleranceIsRelativeToTheDiagonalEntry) {
  for (const linalg::Kernels* set : kernel_sets())
    for (double unit : {1e-12, 1.0, 1e12}) {
      SCOPED_TRACE(set->name);
      const Matrix M = unit * matrix({{1, 1}, {1, 1 + 1e-10}});
      EXPECT_EQ(Stacked(*set, M, Matrix(2, 0), 0, 1e-9).done, 1);
      EXPECT_EQ(Stacked(*set, M, Matrix(2, 0), 0, 1e-11).done, 2);
    }
}

TEST(Factor, OfNothingIsNothing) {
  for (const linalg::Kernels* set : kernel_sets())
    EXPECT_EQ(set->factor(0, nullptr, 8, nullptr, 0, nullptr, 0), 0) << set->name;
}

TEST(Factor, Avx2AndAvx512GiveTheSameBits) {
  const auto sets = twin_sets();
  if (sets.empty()) GTEST_SKIP() << "this processor has not both";
  for (Index n = 1; n <= 40; ++n) {
    SCOPED_TRACE("seed and size " + std::to_string(n));
    Random random(static_cast<std::uint64_t>(n));
    const Matrix M = random_mass(random, n, 1e6), lanes = random_matrix(random, n, n % 19 + 1);
    Stacked x(*sets[0], M, lanes), y(*sets[1], M, lanes);
    EXPECT_TRUE(same_bits(x.L.L.data(), y.L.L.data(), x.L.L.size()));
    EXPECT_TRUE(same_bits(x.L.inverse.data(), y.L.inverse.data(), n));
    EXPECT_TRUE(same_bits(x.X.data(), y.X.data(), x.X.size()));
  }
}

}  // namespace
}  // namespace zwang::test

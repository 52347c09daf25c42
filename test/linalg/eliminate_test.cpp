// SPDX-License-Identifier: Apache-2.0
// Gauss's elimination with right sides alongside, against Eigen's, which pivots by whole matrices; and
// set against set, to the bit.

#include <gtest/gtest.h>

#include <Eigen/LU>

#include "linalg/sets.h"
#include "support/random.h"

namespace zwang::test {
namespace {

/// A system as the kernel wants it: rows of matrix and right sides, 7 numbers of nobody behind them.
struct Eliminated {
  Matrix S, B;
  std::vector<double> numbers;
  std::vector<Index> order;
  Index ld;
  bool solved = false;

  Eliminated(Random& random, Index size, Index columns)
      : S(random_matrix(random, size, size)),
        B(random_matrix(random, size, columns)),
        order(static_cast<std::size_t>(size)),
        ld(size + columns + 7) {
    for (Index k = 0; k < size * size / 3; ++k) {
      const Index column = random.integer(0, size - 1), row = random.integer(0, size - 1);
      S(row, column) = 0;
    }
  }
  void solve(const linalg::Kernels& set) {
    numbers.assign(static_cast<std::size_t>(ld * S.rows()), 0.125);
    for (Index i = 0; i < S.rows(); ++i) {
      for (Index j = 0; j < S.cols(); ++j) at(i, j) = S(i, j);
      for (Index j = 0; j < B.cols(); ++j) at(i, S.cols() + j) = B(i, j);
    }
    solved = set.eliminate(S.rows(), B.cols(), numbers.data(), ld, order.data());
  }
  double& at(Index i, Index j) { return numbers[static_cast<std::size_t>(i * ld + j)]; }
  Matrix solutions() {
    Matrix X(B.rows(), B.cols());
    for (Index i = 0; i < X.rows(); ++i)
      for (Index j = 0; j < X.cols(); ++j) X(i, j) = at(i, S.cols() + j);
    return X;
  }
};

TEST(Eliminate, RightSidesBecomeTheSolutions) {
  for (const linalg::Kernels* set : kernel_sets())
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
      Random random(seed);
      const Index columns = random.integer(1, 15), size = random.integer(1, 40);
      Eliminated s(random, size, columns);
      const Eigen::FullPivLU<Matrix> oracle(s.S);
      const double kappa = 1 / oracle.rcond();
      if (!(kappa < 1e8)) continue;
      s.solve(*set);
      ASSERT_TRUE(s.solved) << set->name << ", seed " << seed;
      const Matrix X = oracle.solve(s.B);
      // n eps κ, and 10 for the growth of pivots in a column, which stays below n^(2/3) in practice.
      const double bound = 10 * static_cast<double>(s.S.rows()) * 2.2e-16 * kappa;
      EXPECT_LE((s.solutions() - X).cwiseAbs().maxCoeff(), bound * X.cwiseAbs().maxCoeff())
          << set->name << ", seed " << seed;
    }
}

TEST(Eliminate, EveryInstructionSetGivesTheSameBits) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    Random random(seed + 100);
    const Index columns = random.integer(1, 15), size = random.integer(1, 40);
    Eliminated s(random, size, columns);
    s.solve(*kernel_sets().front());
    const Matrix first = s.solutions();
    const std::vector<Index> order = s.order;
    const bool solved = s.solved;
    for (const linalg::Kernels* set : kernel_sets()) {
      s.solve(*set);
      ASSERT_EQ(s.solved, solved) << set->name << ", seed " << seed;
      if (!solved) continue;
      EXPECT_EQ(s.order, order) << set->name << ", seed " << seed;
      EXPECT_EQ(s.solutions(), first) << set->name << ", seed " << seed;
    }
  }
}

TEST(Eliminate, SaysWhatIsSingularOrNoNumber) {
  for (const linalg::Kernels* set : kernel_sets()) {
    Random random(7);
    Eliminated s(random, 6, 2);
    s.S.col(3).setZero();
    s.solve(*set);
    EXPECT_FALSE(s.solved) << set->name;
    s.S.col(3).setConstant(std::numeric_limits<double>::quiet_NaN());
    s.solve(*set);
    EXPECT_FALSE(s.solved) << set->name;
  }
}

}  // namespace
}  // namespace zwang::test

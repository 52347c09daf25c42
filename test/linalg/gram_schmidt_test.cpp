// SPDX-License-Identifier: Apache-2.0
#include "linalg/gram_schmidt.h"

#include <gtest/gtest.h>

#include "support/random.h"

namespace zwang::test {

TEST(ColumnSpace, CombinesColumnsUntilTheyAreOrthonormal) {
  for (unsigned seed = 0; seed < 50; ++seed) {
    Random random(seed);
    const Index N = random.integer(1, 8);
    const Eigen::MatrixXd W0 = with_singular_values(random, N, N, spread(N, 1e5));
    Eigen::MatrixXd W = W0, C(N, N);
    Vector size = W.colwise().norm();
    ASSERT_EQ(linalg::orthonormalise(N, W.data(), C.data(), size.data(), 1e-9), N);
    const double eps = 1e-15 * static_cast<double>(N);
    EXPECT_LT((W.transpose() * W - Eigen::MatrixXd::Identity(N, N)).norm(), 1e5 * eps);
    EXPECT_LT((W0 * C - W).norm(), 1e5 * eps) << "seed " << seed;  // C is as large as W0⁻¹
  }
}

TEST(ColumnSpace, LeavesColumnsBehindThatDependOnOthers) {
  for (unsigned seed = 0; seed < 50; ++seed) {
    Random random(seed);
    const Index N = 6, r = random.integer(0, 6);
    Eigen::MatrixXd W = random_of_rank(random, N, N, r);
    W.col(2) *= 1e-100;  // small is not dependent
    Eigen::MatrixXd C(N, N);
    Vector size = W.colwise().norm();
    EXPECT_EQ(linalg::orthonormalise(N, W.data(), C.data(), size.data(), 1e-9), r)
        << "seed " << seed;
  }
}

TEST(ColumnSpace, MultipliesAsEigenDoes) {
  Random random(1);
  const Eigen::MatrixXd A = random_matrix(random, 5, 5), B = random_matrix(random, 5, 5);
  Eigen::MatrixXd R(5, 5);
  linalg::multiply(5, A.data(), B.data(), R.data());
  EXPECT_LT((R - A * B).norm(), 1e-14);
  linalg::multiply_transposed(5, A.data(), B.data(), R.data());
  EXPECT_LT((R - A.transpose() * B).norm(), 1e-14);
}

}  // namespace zwang::test

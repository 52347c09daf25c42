// SPDX-License-Identifier: Apache-2.0
// Shares of a load among redundant contacts: where one inside all cones is known, one is found, with the same
// force; where there is none, nothing is changed.

#include "laws/friction/cone_share.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support/random.h"

namespace zwang::test {
namespace {

using least::ConeShare;

least::Task task_of(const Matrix& A) {
  least::Task task;
  task.n = A.cols();
  task.m = A.rows();
  task.A = A.data();
  return task;
}

least::Rubbing cone(Index first, Index rows, Index normal, double mu) {
  least::Rubbing x;
  x.first = first;
  x.rows = rows;
  x.coefficients.push_back({normal, mu, mu});
  return x;
}

TEST(ConeShare, FindsAShareWhereThereIsOne) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    Random random(seed);
    const Index contacts = random.integer(2, 4), tangents = random.integer(1, 2);
    const Index m = contacts * (1 + tangents), n = random.integer(2, 4);
    const Matrix A = random_matrix(random, m, n);
    std::vector<unsigned char> rows(static_cast<std::size_t>(m), ConeShare::free);
    std::vector<least::Rubbing> cones;
    Vector inside(m);
    for (Index k = 0; k < contacts; ++k) {
      const double mu = random.uniform(0.2, 1), N = random.uniform(0.5, 3);
      rows[static_cast<std::size_t>(k)] = ConeShare::pushes;
      cones.push_back(cone(contacts + k * tangents, tangents, k, mu));
      inside(k) = N;
      for (Index i = 0; i < tangents; ++i)
        inside(contacts + k * tangents + i) = 0.6 * mu * N * random.uniform(-1, 1);
    }
    // Any multipliers with the same force.
    const Matrix null = Eigen::FullPivLU<Matrix>(A.transpose()).kernel();
    Vector lambda = inside + null * (3 * random_vector(random, null.cols()));
    const Vector force = A.transpose() * inside;
    ConeShare share;
    ASSERT_TRUE(share.share(task_of(A), rows.data(), cones, lambda.data())) << seed;
    EXPECT_LE((A.transpose() * lambda - force).norm(), 1e-10 * (1 + force.norm())) << seed;
    for (Index k = 0; k < contacts; ++k) {
      const double f = lambda.segment(contacts + k * tangents, tangents).norm();
      EXPECT_GE(lambda(k), 0) << seed;
      EXPECT_LE(f, cones[static_cast<std::size_t>(k)].coefficients[0].sticking * lambda(k) + 1e-9)
          << seed;
    }
  }
}

TEST(ConeShare, LeavesAloneWhatNoShareCanHold) {
  const Matrix A = Matrix::Identity(2, 2);
  const std::vector<unsigned char> rows = {ConeShare::pushes, ConeShare::free};
  const std::vector<least::Rubbing> cones = {cone(1, 1, 0, 0.3)};
  ConeShare share;
  double lambda[2] = {10, 3.1};
  EXPECT_FALSE(share.share(task_of(A), rows.data(), cones, lambda));
  EXPECT_EQ(lambda[1], 3.1);
  lambda[1] = 2.9;
  EXPECT_TRUE(share.share(task_of(A), rows.data(), cones, lambda));
  EXPECT_NEAR(lambda[1], 2.9, 1e-12);
}

}  // namespace
}  // namespace zwang::test

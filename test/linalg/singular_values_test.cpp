// SPDX-License-Identifier: Apache-2.0
#include "linalg/singular_values.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support/random.h"

namespace zwang::test {

// A = U Σ Vᵀ and B = V diag(β²) Vᵀ: the ratios are σ/β, in the order of their size.
TEST(SingularValues, AreThoseOfTheOneMatrixBesideTheOther) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    Random random(seed);
    const Index n = random.integer(1, 6);
    const Matrix U = random_orthogonal(random, n), V = random_orthogonal(random, n);
    const Vector sigma = spread(n, 1e9), beta = Vector::LinSpaced(n, 1, 3);
    const Eigen::MatrixXd A = U * sigma.asDiagonal() * V.transpose();
    const Eigen::MatrixXd B = V * beta.cwiseAbs2().asDiagonal() * V.transpose();
    const auto ratios =
        linalg::relative_singular_values(n, {A.data(), static_cast<std::size_t>(n * n)},
                                         {B.data(), static_cast<std::size_t>(n * n)});
    ASSERT_EQ(static_cast<Index>(ratios.size()), n);
    for (Index k = 0; k < n; ++k)
      EXPECT_NEAR(ratios[k], sigma[k] / beta[k], 1e-14) << "seed " << seed;
  }
}

TEST(SingularValues, AreNoneBesideAMatrixThatIsNotDefinite) {
  const double A[] = {1, 0, 0, 1}, B[] = {1, 0, 0, -1}, C[] = {1, 0, 0, std::nan("")};
  EXPECT_TRUE(linalg::relative_singular_values(2, A, B).empty());
  EXPECT_TRUE(linalg::relative_singular_values(2, C, A).empty());
}

}  // namespace zwang::test

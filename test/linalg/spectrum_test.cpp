// SPDX-License-Identifier: Apache-2.0
#include "linalg/spectrum.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

namespace zwang::test {
namespace {

TEST(Spectrum, OfACompanionMatrixIsTheRootsOfItsPolynomial) {
  // (x − 1)(x − 2)(x² + 9) = x⁴ − 3x³ + 11x² − 27x + 18
  const std::vector<double> A = {0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, -18, 27, -11, 3};
  std::vector<std::complex<double>> roots = linalg::eigenvalues(4, A);
  ASSERT_EQ(roots.size(), 4u);
  for (const std::complex<double> root : {std::complex<double>(1, 0), {2, 0}, {0, 3}, {0, -3}}) {
    const auto near = [&](const std::complex<double>& x) { return std::abs(x - root) < 1e-12; };
    EXPECT_EQ(std::count_if(roots.begin(), roots.end(), near), 1) << root;
  }
}

TEST(Spectrum, OfNumbersThatAreNoneIsEmpty) {
  const std::vector<double> A = {1, std::numeric_limits<double>::quiet_NaN(), 0, 1};
  EXPECT_TRUE(linalg::eigenvalues(2, A).empty());
  EXPECT_TRUE(linalg::eigenvalues(0, {}).empty());
}

TEST(ShortestSolution, HasNoPartThatChangesNothing) {
  // x + y = 2 twice, in other words: of all answers (1, 1) is the shortest.
  const std::vector<double> x = linalg::shortest_solution(2, std::vector<double>{1, 3, 1, 3},
                                                          std::vector<double>{2, 6}, 1e-12);
  EXPECT_NEAR(x[0], 1, 1e-15);
  EXPECT_NEAR(x[1], 1, 1e-15);
}

TEST(ShortestSolution, SolvesWhatHasOneSolution) {
  const std::vector<double> x = linalg::shortest_solution(2, std::vector<double>{2, 1, 1, 3},
                                                          std::vector<double>{5, 10}, 1e-12);
  EXPECT_NEAR(x[0], 1, 1e-14);
  EXPECT_NEAR(x[1], 3, 1e-14);
}

}  // namespace
}  // namespace zwang::test

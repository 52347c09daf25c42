// SPDX-License-Identifier: Apache-2.0
// The recursion as printed beside its square-root form: equal where all is well conditioned; where
// not, the table of doc/theory/knux99.md, as a test.

#include "least/method/bellman_printed.h"

#include <cstdio>

#include "linalg/sets.h"
#include "support/expect.h"
#include "support/oracle.h"
#include "support/printed.h"

namespace zwang::test {
namespace {

PrintedRecursion as_printed(const Matrix& C, const Vector& d, Index r) {
  std::vector<double> columns, demand(d.begin(), d.end());
  for (Index k = 0; k < C.cols(); ++k)
    for (Index i = 0; i < C.rows(); ++i) columns.push_back(C(i, k));
  return least::shortest_as_printed(C.rows(), C.cols(), r, columns, demand);
}

std::vector<double> by_policy(const Matrix& C, const Vector& d) {
  return BellmanPolicy(view(C), static_cast<std::size_t>(C.rows()),
                       static_cast<std::size_t>(C.cols()))
      .shortest(view(d));
}

/// The shortest y with C y = d, in quad: the motion of unit masses at rest.
QuadVector exact(const Matrix& C, const Vector& d) {
  System s;
  s.M = Matrix::Identity(C.cols(), C.cols());
  s.Q = Vector::Zero(C.cols());
  s.A = C;
  s.b = d;
  return oracle(s).xdd;
}

/// Relative errors over fifty systems of 3 rows and 8 columns: their geometric mean, and for the
/// policy the worst.
struct Errors {
  double printed = 1, literal = 1, policy = 0;
  template <class Draw>
  explicit Errors(const char* what, Draw&& draw) {
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
      Random random(seed);
      Vector d;
      const Matrix C = draw(random, d);
      const QuadVector y = exact(C, d);
      const Vector twin = printed_bellman(C, d, 3).y;
      printed *= std::pow(relative_error(as_printed(C, d, 3).y, y), 0.02);
      literal *= std::pow(relative_error({twin.begin(), twin.end()}, y), 0.02);
      policy = std::max(policy, relative_error(by_policy(C, d), y));
    }
    std::printf("  %-28s %11.0e %16.0e %12.0e\n", what, printed, literal, policy);
  }
};

void print_head() {
  std::printf("  %-28s %11s %16s %12s\n", "system (m = 3, n = 8)", "as printed", "with an inverse",
              "policy");
}

/// C well conditioned, its first two columns `angle` from parallel.
Errors nearly_parallel(const char* what, double angle) {
  return Errors(what, [angle](Random& random, Vector& d) {
    Matrix C = random_matrix(random, 3, 8);
    C.col(1) = C.col(0) + angle * C.col(1);
    d = random_vector(random, 3);
    return C;
  });
}

Errors of_condition(const char* what, double kappa) {
  return Errors(what, [kappa](Random& random, Vector& d) {
    const Matrix C = with_singular_values(random, 3, 8, spread(3, kappa));
    d = C * random_vector(random, 8);
    return C;
  });
}

// [KNUX99 26-33] by the library, by Eigen, and in square-root form.
TEST(BellmanPrinted, EqualsItsTwinsOnWellConditionedData) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const Index r = random.integer(1, 6), n = r + random.integer(0, 8);
    const Index m = r + random.integer(0, 3);
    Matrix C(m, n);
    C.leftCols(r) = with_singular_values(random, m, r, spread(r, 5));
    C.rightCols(n - r) = C.leftCols(r) * random_matrix(random, r, n - r);
    const Vector d = C * random_vector(random, n);
    const PrintedRecursion sweep = as_printed(C, d, r);
    const PrintedBellman twin = printed_bellman(C, d, r);
    EXPECT_TRUE(near(sweep.y, twin.y, 1e-10 * (1 + d.norm())));
    EXPECT_TRUE(near(sweep.y, vec(by_policy(C, d)), 1e-10 * (1 + d.norm())));
    ASSERT_EQ(sweep.beta.size(), static_cast<std::size_t>(n - r));
    ASSERT_EQ(sweep.value_matrices.size(), sweep.beta.size() + 1);
    for (std::size_t k = 0; k < sweep.beta.size(); ++k)
      EXPECT_TRUE(near(sweep.beta[k], Vector(twin.beta.col(r + static_cast<Index>(k))), 1e-9));
    for (std::size_t k = 0; k <= sweep.beta.size(); ++k)
      EXPECT_TRUE(
          near(mat(sweep.value_matrices[k], m, m), twin.R[static_cast<std::size_t>(r) + k], 1e-9));
  }
}

// The start is as large as 1/angle² and is subtracted away again: its rounding stays. The policy
// chooses its columns and does not see the angle.
TEST(BellmanPrinted, LosesDigitsWhereTheLeadingColumnsAreNearlyParallel) {
  print_head();
  const Errors fine = nearly_parallel("leading columns apart", 1),
               some = nearly_parallel("1e-4 from parallel", 1e-4),
               bad = nearly_parallel("1e-6 from parallel", 1e-6);
  EXPECT_LT(fine.printed, 1e-13);
  EXPECT_GT(some.printed, 1e4 * fine.printed);
  EXPECT_GT(bad.printed, 1e3 * some.printed);
  EXPECT_GT(bad.literal, bad.printed);
  for (const Errors& errors : {fine, some, bad}) EXPECT_LT(errors.policy, 10 * kRounding);
}

TEST(BellmanPrinted, LosesTheSquareOfTheCondition) {
  print_head();
  const Errors fine = of_condition("condition 1e2", 1e2), some = of_condition("condition 1e4", 1e4),
               bad = of_condition("condition 1e6", 1e6);
  EXPECT_GT(some.printed, 1e3 * fine.printed);
  EXPECT_GT(bad.printed, 1e3 * some.printed);
  EXPECT_LT(fine.policy, 10 * 1e2 * kRounding);  // κ·eps, and no more
  EXPECT_LT(some.policy, 10 * 1e4 * kRounding);
  EXPECT_LT(bad.policy, 10 * 1e6 * kRounding);
}

// (C_rᵀC_r)⁻¹ does not exist: said by NaN, not by a part of an answer.
TEST(BellmanPrinted, DependentLeadingColumnsHaveNoAnswer) {
  const PrintedRecursion sweep = as_printed(matrix({{1, 2, 0}, {2, 4, 1}}), vector({1, 1}), 2);
  for (double y : sweep.y) EXPECT_TRUE(std::isnan(y));
}

TEST(BellmanPrinted, WithoutFurtherStagesOnlyTheStartIsLeft) {
  const PrintedRecursion sweep = as_printed(matrix({{2, 0}, {0, 4}}), vector({2, 2}), 2);
  EXPECT_TRUE(sweep.beta.empty());
  ASSERT_EQ(sweep.value_matrices.size(), 1u);
  EXPECT_TRUE(near(sweep.y, vector({1, 0.5}), 1e-15));
  EXPECT_TRUE(near(sweep.value_matrices[0], vector({0.25, 0, 0, 0.0625}), 1e-15));
}

}  // namespace
}  // namespace zwang::test

// SPDX-License-Identifier: Apache-2.0
// LU with partial pivoting: solutions against their equations, singular matrices named as such,
// the complex one against the real one of twice the size.

#include "linalg/lu.h"

#include "support/expect.h"
#include "support/random.h"

namespace zwang::test {
namespace {

using Columns = Eigen::MatrixXd;  // column-major, as the factors are

struct Real {
  Columns A;
  std::vector<Index> order;
  bool regular;
  explicit Real(const Matrix& M) : A(M), order(static_cast<std::size_t>(M.rows())) {
    regular = linalg::factor_lu(view());
  }
  linalg::Lu view() { return {A.rows(), A.data(), order.data()}; }
  Vector solve(Vector b) {
    linalg::solve_lu(view(), b.data());
    return b;
  }
};

struct Complex {
  Columns A, B;
  std::vector<Index> order;
  bool regular;
  Complex(const Matrix& M, const Matrix& N)
      : A(M), B(N), order(static_cast<std::size_t>(M.rows())) {
    regular = linalg::factor_lu(view());
  }
  linalg::ComplexLu view() { return {A.rows(), A.data(), B.data(), order.data()}; }
  /// The real parts of the solution, then the imaginary ones.
  Vector solve(Vector b) {
    const Index n = A.rows();
    linalg::solve_lu(view(), b.data(), b.data() + n);
    return b;
  }
};

/// The real matrix that acts on (x, y) as A + iB acts on x + iy.
Matrix twice(const Matrix& A, const Matrix& B) {
  const Index n = A.rows();
  Matrix C(2 * n, 2 * n);
  C << A, -B, B, A;
  return C;
}

// Backward stable: the residual is rounding of ‖A‖‖x‖, whatever the condition. 1e-14·n leaves
// room for a growth of some tens.
TEST(Lu, SolutionsSatisfyTheEquations) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const Index n = random.integer(1, 40);
    const Matrix A = with_singular_values(random, n, n, spread(n, seed % 2 ? 10 : 1e9));
    Real f(A);
    ASSERT_TRUE(f.regular);
    const Vector b = random_vector(random, n), x = f.solve(b);
    EXPECT_TRUE(near(Vector(A * x), b, 1e-14 * static_cast<double>(n) * (1 + x.norm())));
  }
}

TEST(Lu, ComplexSolutionsSatisfyTheEquationsOfTwiceTheSize) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const Index n = random.integer(1, 30);
    Matrix A = random_matrix(random, n, n), B = random_matrix(random, n, n);
    if (seed % 4 == 0) A.setZero();  // purely imaginary: divisions take the other branch
    if (seed % 4 == 1) B.setZero();
    Complex f(A, B);
    ASSERT_TRUE(f.regular);
    const Matrix C = twice(A, B);
    const Vector b = random_vector(random, 2 * n), x = f.solve(b);
    EXPECT_TRUE(near(Vector(C * x), b, 1e-14 * C.norm() * (1 + x.norm())));
  }
}

TEST(Lu, PivotsAreFoundBelowAZero) {
  EXPECT_TRUE(near(Real(matrix({{0, 2}, {3, 0}})).solve(vector({4, 9})), vector({3, 2}), 0.0));
  // i x = 2 + 4i, and a zero first entry.
  const Matrix zero = Matrix::Zero(2, 2), swap = matrix({{0, 1}, {1, 0}});
  EXPECT_TRUE(near(Complex(zero, swap).solve(vector({2, 0, 4, 0})), vector({0, 4, 0, -2}), 0.0));
}

// Without pivoting the small entry would multiply the error by 1e20.
TEST(Lu, SmallEntriesAreNoPivots) {
  EXPECT_TRUE(
      near(Real(matrix({{1e-20, 1}, {1, 1}})).solve(vector({1, 2})), vector({1, 1}), 1e-15));
}

TEST(Lu, SingularMatricesAreSeen) {
  EXPECT_FALSE(Real(Matrix::Zero(3, 3)).regular);
  EXPECT_FALSE(Real(matrix({{1, 2}, {2, 4}})).regular);
  EXPECT_FALSE(Complex(Matrix::Ones(2, 2), Matrix::Ones(2, 2)).regular);
  EXPECT_TRUE(Complex(Matrix::Ones(2, 2), Matrix::Identity(2, 2)).regular);
}

TEST(Lu, NotANumberIsNotAPivot) {
  for (Index k = 0; k < 9; ++k) {
    Matrix A = matrix({{4, 1, 0}, {1, 4, 1}, {0, 1, 4}});
    A.data()[k] = k % 2 ? std::nan("") : HUGE_VAL;
    EXPECT_FALSE(Real(A).regular && Real(A).solve(vector({1, 1, 1})).allFinite()) << k;
    const Matrix B = Matrix::Identity(3, 3);
    EXPECT_FALSE(Complex(A, B).regular && Complex(A, B).solve(Vector::Ones(6)).allFinite()) << k;
  }
}

// |pivot|² leaves the range of double in either direction; the solution does not.
TEST(Lu, ComplexDivisionKeepsExtremeSizes) {
  for (double size : {1e-200, 1e200})
    for (double turn : {0.5, 2.0}) {
      const Matrix A = Matrix::Constant(1, 1, size), B = Matrix::Constant(1, 1, turn * size);
      const Vector x = Complex(A, B).solve(vector({size, turn * size}));
      EXPECT_TRUE(near(x, vector({1, 0}), 1e-15)) << size;
    }
}

TEST(Lu, EmptyMatricesAreRegular) {
  EXPECT_TRUE(Real(Matrix(0, 0)).regular);
  EXPECT_TRUE(Complex(Matrix(0, 0), Matrix(0, 0)).regular);
}

}  // namespace
}  // namespace zwang::test

// SPDX-License-Identifier: Apache-2.0
// Bunch and Parlett's factorisation: inertia against eigenvalues, solutions and null vectors
// against their definitions.

#include "linalg/symmetric.h"

#include "linalg/sets.h"
#include "support/algebra.h"
#include "support/expect.h"

namespace zwang::test {
namespace {

struct Factored {
  Index n, ld;
  std::vector<double> H, scratch;
  std::vector<Index> order;
  std::vector<unsigned char> pair;
  linalg::Symmetric view;
  linalg::SymmetricInertia inertia;

  explicit Factored(const Matrix& S, double tolerance = 1e-13, double reference = 0,
                    Index slack = 3)
      : n(S.rows()),
        ld(n + slack),
        H(static_cast<std::size_t>(n * ld), kNan),
        scratch(static_cast<std::size_t>(n)),
        order(scratch.size()),
        pair(scratch.size()) {
    for (Index j = 0; j < n; ++j)
      for (Index i = 0; i < n; ++i) H[static_cast<std::size_t>(j * ld + i)] = S(i, j);
    view = {n, H.data(), ld, order.data(), pair.data(), tolerance, reference};
    inertia = linalg::factor_symmetric(view);
  }
  Vector solve(Vector b) {
    linalg::solve_symmetric(view, inertia, b.data(), scratch.data());
    return b;
  }
  Vector null_vector() {
    Vector x(n);
    linalg::null_vector(view, inertia, x.data(), scratch.data());
    return x;
  }
  bool has_pairs() const {
    return std::count(pair.begin(), pair.end(), static_cast<unsigned char>(1)) > 0;
  }
  std::vector<Index> counts() const { return {inertia.positive, inertia.negative, inertia.zero}; }
};

using Counts = std::vector<Index>;

/// Eigenvalues of sizes 1 down to 1/kappa, of either sign, the last `zeros` of them 0.
Matrix draw_symmetric(Random& random, Index n, Index zeros, double kappa) {
  const Matrix U = random_orthogonal(random, n);
  Vector values = spread(n, kappa);
  for (Index k = 0; k < n; ++k)
    if (random.chance(0.5)) values(k) = -values(k);
  values.tail(zeros).setZero();
  const Matrix S = U * values.asDiagonal() * U.transpose();
  return (S + S.transpose()) / 2;
}

/// Signs of the eigenvalues beyond 1e-12.
Counts signs(const Matrix& S) {
  Counts counts(3);
  const Vector values = eigenvalues(S);
  for (Index k = 0; k < values.size(); ++k)
    ++counts[values(k) > 1e-12 ? 0 : values(k) < -1e-12 ? 1 : 2];
  return counts;
}

TEST(Symmetric, InertiaIsThatOfTheEigenvalues) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const Index n = random.integer(1, 24), zeros = random.chance(0.5) ? 0 : random.integer(0, n);
    const Matrix S = draw_symmetric(random, n, zeros, 1e4);
    Factored f(S, 1e-13 * static_cast<double>(n), 1);
    EXPECT_EQ(f.counts(), signs(S));
    EXPECT_EQ(f.inertia.zero, zeros);
  }
}

// Backward stable: the residual is rounding of ‖H‖‖x‖ (growth 3^(n/2) is never seen), whatever the
// condition. Where H is singular, b in its range.
TEST(Symmetric, SolutionsSatisfyTheEquations) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const Index n = random.integer(1, 24), zeros = seed % 3 ? 0 : random.integer(0, n - 1);
    const Matrix S = draw_symmetric(random, n, zeros, seed % 2 ? 10 : 1e8);
    if (zeros > 0 && seed % 2 == 0) continue;  // κ and singularity could not be told apart
    Factored f(S, 1e-12, 1);
    const Vector b = S * random_vector(random, n), x = f.solve(b);
    EXPECT_TRUE(near(Vector(S * x), b, 1e-14 * static_cast<double>(n + 4) * (1 + x.norm())));
  }
}

// More columns than are solved for side by side, and fewer.
TEST(Symmetric, ManyColumnsHaveTheBitsOfOne) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const Index n = random.integer(1, 9), columns = random.integer(1, 20);
    const Matrix A = random_matrix(random, n, n);
    Matrix S = A + A.transpose();
    if (seed % 2 == 0) S.diagonal().setZero();                  // pivots of two
    if (seed % 5 == 0) S.row(0).setZero(), S.col(0).setZero();  // a zero pivot
    Factored f(S, 1e-13, 0, 0);
    const Matrix B = random_matrix(random, n, columns);
    std::vector<double> X(static_cast<std::size_t>(n * columns)),
        room(static_cast<std::size_t>(n * linalg::side_by_side));
    for (Index j = 0; j < columns; ++j)
      for (Index i = 0; i < n; ++i) X[static_cast<std::size_t>(j * n + i)] = B(i, j);
    linalg::solve_symmetric(f.view, f.inertia, columns, X.data(), room.data());
    for (Index j = 0; j < columns; ++j) {
      const Vector one = f.solve(B.col(j));
      for (Index i = 0; i < n; ++i) EXPECT_EQ(X[static_cast<std::size_t>(j * n + i)], one(i));
    }
  }
}

TEST(Symmetric, NullVectorsAreNullAndTheirLargestEntryIsOne) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const Index n = random.integer(1, 16);
    const Matrix S = draw_symmetric(random, n, random.integer(1, n), 100);
    Factored f(S, 1e-12, 1);
    ASSERT_GT(f.inertia.zero, 0);
    const Vector x = f.null_vector();
    EXPECT_LE((S * x).norm(), 1e-12);
    EXPECT_EQ(x.cwiseAbs().maxCoeff(), 1);
  }
}

TEST(Symmetric, ZeroDiagonalTakesPivotsOfTwo) {
  Factored swap(matrix({{0, 2}, {2, 0}}));
  EXPECT_EQ(swap.counts(), (Counts{1, 1, 0}));
  EXPECT_TRUE(swap.has_pairs());
  EXPECT_TRUE(near(swap.solve(vector({4, 6})), vector({3, 2}), 1e-15));

  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const Index n = random.integer(2, 14);
    const Matrix B = random_matrix(random, n, n);
    Matrix S = B + B.transpose();
    S.diagonal().setZero();
    Factored f(S);
    EXPECT_TRUE(f.has_pairs());
    EXPECT_EQ(f.counts(), signs(S));
    const Vector x = random_vector(random, n);
    const double kappa = test::kappa(S, n);
    EXPECT_TRUE(near(f.solve(S * x), x, 1e-14 * kappa * (1 + x.norm())));
  }
}

TEST(Symmetric, SaddleMatricesOfConstrainedMotionHaveTheirInertia) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const Index n = random.integer(1, 8), m = random.integer(0, n);
    Matrix S = Matrix::Zero(n + m, n + m);  // [M Aᵀ; A 0]: n positive, m negative
    S.topLeftCorner(n, n) = random_mass(random, n, 10);
    S.bottomLeftCorner(m, n) = random_of_rank(random, m, n, m);
    S.topRightCorner(n, m) = S.bottomLeftCorner(m, n).transpose();
    EXPECT_EQ(Factored(S).counts(), (Counts{n, m, 0}));
  }
}

TEST(Symmetric, SingularMatricesInIntegersAreSeenExactly) {
  EXPECT_EQ(Factored(Matrix::Zero(4, 4)).counts(), (Counts{0, 0, 4}));
  EXPECT_EQ(Factored(Matrix::Ones(4, 4)).counts(), (Counts{1, 0, 3}));
  EXPECT_EQ(Factored(-Matrix::Ones(3, 3)).counts(), (Counts{0, 1, 2}));
  Factored f(matrix({{0, 1, 0}, {1, 0, 0}, {0, 0, 0}}));
  EXPECT_EQ(f.counts(), (Counts{1, 1, 1}));
  EXPECT_TRUE(near(f.null_vector(), vector({0, 0, 1}), 0.0));
  EXPECT_TRUE(near(f.solve(vector({5, 7, 9})), vector({7, 5, 0}), 0.0));  // what 9 asks is dropped
}

// The same remainder is rounding against a large reference and a number against its own size.
TEST(Symmetric, ReferenceDecidesWhatIsZero) {
  const Matrix S = 1e-12 * matrix({{2, 1}, {1, 2}});
  EXPECT_EQ(Factored(S, 1e-10, 0).counts(), (Counts{2, 0, 0}));
  EXPECT_EQ(Factored(S, 1e-10, 1).counts(), (Counts{0, 0, 2}));
  EXPECT_EQ(Factored(S, 1e-13, 1).counts(), (Counts{2, 0, 0}));
}

TEST(Symmetric, NotANumberIsNotAPivot) {
  EXPECT_EQ(Factored(Matrix::Constant(2, 2, kNan)).counts(), (Counts{0, 0, 2}));
  EXPECT_EQ(Factored(Matrix(0, 0)).counts(), (Counts{0, 0, 0}));
}

}  // namespace
}  // namespace zwang::test

// SPDX-License-Identifier: Apache-2.0
// One face for definite and other symmetric matrices: which way is taken, and that both solve.

#include "linalg/definite.h"

#include "linalg/rank.h"
#include "linalg/sets.h"
#include "support/expect.h"

namespace zwang::test {
namespace {

struct Any {
  Index n, ld;
  AlignedArray H, L, inverse, scratch;
  std::vector<Index> order;
  std::vector<unsigned char> pair;
  linalg::AnySymmetric f;

  explicit Any(const Matrix& S)
      : n(S.rows()),
        ld(padded(std::max<Index>(n, 1))),
        H(ld * n),
        L(ld * n + 16),
        inverse(ld),
        scratch(ld),
        order(static_cast<std::size_t>(n)),
        pair(order.size()) {
    for (Index j = 0; j < n; ++j)
      for (Index i = 0; i < n; ++i) H.data()[j * ld + i] = S(i, j);
    for (Index i = 0; i < L.size(); ++i) L.data()[i] = kNan;  // whatever was there before
    f.general = {n, H.data(), ld, order.data(), pair.data(), linalg::mass_tolerance(n), 1.0};
    f.L = L.data();
    f.inverse = inverse.data();
    linalg::factor_any(f);
  }
  Vector solve(const Vector& b) {
    Padded x(b);
    linalg::solve_any(f, x.data(), scratch.data());
    return x.head(n);
  }
  std::vector<Index> counts() const {
    return {f.inertia.positive, f.inertia.negative, f.inertia.zero};
  }
};

using Counts = std::vector<Index>;

TEST(Definite, EitherSignGoesByCholesky) {
  for (Index n = 1; n <= 30; ++n)
    for (int sign : {1, -1}) {
      SCOPED_TRACE("seed and size " + std::to_string(n));
      Random random(static_cast<std::uint64_t>(n));
      const Matrix S = sign * random_mass(random, n, 1e3);
      Any any(S);
      EXPECT_EQ(any.f.sign, sign);
      EXPECT_EQ(any.counts(), sign > 0 ? (Counts{n, 0, 0}) : (Counts{0, n, 0}));
      const Vector b = random_vector(random, n), x = any.solve(b);
      EXPECT_TRUE(near(Vector(S * x), b, 1e-14 * static_cast<double>(n) * (1 + x.norm())));
    }
}

TEST(Definite, IndefiniteGoesByBunchAndParlett) {
  for (Index n = 2; n <= 30; ++n)
    for (int sign : {1, -1}) {
      SCOPED_TRACE("seed and size " + std::to_string(n));
      Random random(static_cast<std::uint64_t>(n));
      const Matrix U = random_orthogonal(random, n);
      Vector values = spread(n, 100) * sign;
      const Index against = random.integer(1, n - 1);
      values.tail(against) *= -1;
      const Matrix S = U * values.asDiagonal() * U.transpose();
      Any any((S + S.transpose()) / 2);
      EXPECT_EQ(any.f.sign, 0);
      EXPECT_EQ(any.counts(),
                sign > 0 ? (Counts{n - against, against, 0}) : (Counts{against, n - against, 0}));
      const Vector b = random_vector(random, n), x = any.solve(b);
      EXPECT_TRUE(near(Vector(S * x), b, 1e-14 * static_cast<double>(n) * (1 + x.norm())));
    }
}

// Cholesky without pivoting is not asked whether a pivot of 1e-9 is rounding: 1e-8 is its limit.
TEST(Definite, SmallPivotsAreLeftToTheMethodThatPivots) {
  for (double least : {1e-6, 1e-9}) {
    Any any(matrix({{1, 0}, {0, least}}));
    EXPECT_EQ(any.f.sign, least > 1e-8 ? 1 : 0);
    EXPECT_EQ(any.counts(), (Counts{2, 0, 0}));
    EXPECT_TRUE(near(any.solve(vector({3, least})), vector({3, 1}), 1e-15));
  }
}

TEST(Definite, SingularIsCountedWhereCholeskyWouldGoThrough) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const Index n = random.integer(2, 12), rank = random.integer(0, n - 1);
    const Matrix F = random_orthogonal(random, n).leftCols(rank);
    Any any(F * F.transpose());
    EXPECT_EQ(any.f.sign, 0);
    EXPECT_EQ(any.counts(), (Counts{rank, 0, n - rank}));
  }
}

TEST(Definite, FirstEntryZeroIsNoObstacle) {
  Any any(matrix({{0, 1, 0}, {1, 0, 0}, {0, 0, -1}}));
  EXPECT_EQ(any.counts(), (Counts{1, 2, 0}));
  EXPECT_TRUE(near(any.solve(vector({1, 2, 3})), vector({2, 1, -3}), 0.0));
}

TEST(Definite, OfNothingIsDefinite) {
  Any any(Matrix(0, 0));
  EXPECT_EQ(any.counts(), (Counts{0, 0, 0}));
  EXPECT_EQ(any.f.sign, 1);
}

}  // namespace
}  // namespace zwang::test

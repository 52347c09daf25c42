// SPDX-License-Identifier: Apache-2.0
// Triangular solves and products against plain loops. A solve is held to its backward error,
// |T x − b| ≤ (n + 4)·eps·(|T||x| + |b|), a product to (n + 4)·eps·|T||y|: no condition number.

#include "linalg/lane_matrix.h"
#include "linalg/rank.h"
#include "support/expect.h"

namespace zwang::test {
namespace {

/// |computed_i − exact_i| ≤ (n + 4)·eps·size_i.
void expect_near(const Vector& computed, const Vector& exact, const Vector& size, Index n) {
  ASSERT_EQ(computed.size(), exact.size());
  for (Index i = 0; i < exact.size(); ++i)
    EXPECT_NEAR(computed(i), exact(i), static_cast<double>(n + 4) * kRounding * size(i)) << i;
}

/// A lower triangle with a diagonal away from 0.
Matrix lower(Random& random, Index n) {
  Matrix L = random_matrix(random, n, n);
  for (Index i = 0; i < n; ++i) {
    L.row(i).tail(n - i).setZero();
    L(i, i) = random.uniform(0.5, 2);
  }
  return L;
}

TEST(Triangle, BackSubstitutionSolvesForOneToThreeVectors) {
  for (const linalg::Kernels* set : kernel_sets())
    for (Index n = 1; n <= 40; ++n)
      for (Index count = 1; count <= 3; ++count) {
        SCOPED_TRACE(traced(*set, static_cast<std::uint64_t>(n), n));
        Random random(static_cast<std::uint64_t>(n));
        const Matrix L = lower(random, n);
        Triangle triangle(L, 8 * random.integer(0, 1));
        std::vector<Padded> x;
        std::vector<Vector> b;
        double* vectors[3] = {};
        for (Index q = 0; q < count; ++q) {
          b.push_back(random_vector(random, n));
          x.emplace_back(b.back());
        }
        for (Index q = 0; q < count; ++q) vectors[q] = x[static_cast<std::size_t>(q)].data();
        set->back_substitute(n, triangle.L.data(), triangle.ld, triangle.inverse.data(), vectors,
                             count);
        for (std::size_t q = 0; q < b.size(); ++q) {
          const Vector y = x[q].head(n);
          const Vector size = L.transpose().cwiseAbs() * y.cwiseAbs() + b[q].cwiseAbs();
          expect_near(L.transpose() * y, b[q], size, n);
          EXPECT_TRUE(all_zero(vectors[q] + n, padded(n) + 8 - n));
        }
      }
}

// A block is followed by the next one's numbers, which must stay as they are and not enter.
TEST(Triangle, BackSubstitutionLeavesTheNextBlockAlone) {
  for (const linalg::Kernels* set : kernel_sets())
    for (Index n = 1; n <= 20; ++n) {
      SCOPED_TRACE(traced(*set, 2, n));
      Random random(2);
      const Matrix L = lower(random, n);
      Triangle triangle(L);
      const Vector b = random_vector(random, n);
      Padded alone(b), joined(b);
      for (Index i = n; i < padded(n) + 8; ++i) joined.data()[i] = 1e6 + double(i);
      double *x = alone.data(), *y = joined.data();
      set->back_substitute(n, triangle.L.data(), triangle.ld, triangle.inverse.data(), &x, 1);
      set->back_substitute(n, triangle.L.data(), triangle.ld, triangle.inverse.data(), &y, 1);
      EXPECT_TRUE(same_bits(x, y, n));
      for (Index i = n; i < padded(n) + 8; ++i) EXPECT_EQ(y[i], 1e6 + double(i));
    }
}

TEST(Triangle, ProductIsLTimesY) {
  for (const linalg::Kernels* set : kernel_sets())
    for (Index n = 1; n <= 40; ++n) {
      SCOPED_TRACE(traced(*set, static_cast<std::uint64_t>(n), n));
      Random random(static_cast<std::uint64_t>(n));
      const Matrix L = lower(random, n);
      Triangle triangle(L, 8 * random.integer(0, 1));
      const Vector y = random_vector(random, n);
      Padded in(y), out(Vector::Constant(n, kNan));
      set->multiply(n, triangle.L.data(), triangle.ld, in.data(), out.data());
      expect_near(out.head(n), L * y, L.cwiseAbs() * y.cwiseAbs(), n);
      EXPECT_TRUE(all_zero(out.data() + n, padded(n) - n));
    }
}

TEST(Triangle, RowProductsNeedNoPadding) {
  for (const linalg::Kernels* set : kernel_sets())
    for (Index n = 0; n <= 40; ++n) {
      SCOPED_TRACE(traced(*set, static_cast<std::uint64_t>(n), n));
      Random random(static_cast<std::uint64_t>(n));
      const Index m = random.integer(0, 12);
      const Matrix A = random_matrix(random, m, n);
      const Vector x = random_vector(random, n);
      Vector y = Vector::Constant(m + 1, kNan);
      set->row_products(m, n, A.data(), x.data(), y.data());
      expect_near(y.head(m), A * x, A.cwiseAbs() * x.cwiseAbs(), n);
      EXPECT_TRUE(std::isnan(y(m)));
    }
}

/// A factored matrix of lanes, for the kernels that read one.
struct Factored {
  LaneMatrix X;
  Factored(const linalg::Kernels& set, std::uint64_t seed, Index n)
      : X([&] {
          Random random(seed);
          const Index m = random.integer(1, 40);
          return random_of_rank(random, m, n, random.integer(1, std::min(m, n)));
        }()) {
    X.factor(set, linalg::instant_tolerance(X.lanes, X.rows));
  }
};

TEST(Triangle, BackwardSolvesTheTriangleOfThePivots) {
  for (const linalg::Kernels* set : kernel_sets())
    for (Index n = 1; n <= 40; ++n) {
      const auto seed = static_cast<std::uint64_t>(n);
      SCOPED_TRACE(traced(*set, seed, n));
      Factored f(*set, seed, n);
      const Index r = f.X.rank;
      Matrix R11(r, r);
      for (Index j = 0; j < r; ++j) R11.col(j) = f.X.reduced(j).head(r);
      Random random(seed + 1000);
      const Vector z = random_vector(random, r);
      AlignedArray x(f.X.ldx);
      std::copy_n(z.data(), r, x.data());
      set->backward(f.X.qr, r, x.data());
      const Vector y = Eigen::Map<const Vector>(x.data(), r);
      expect_near(R11 * y, z, R11.cwiseAbs() * y.cwiseAbs() + z.cwiseAbs(), r);
      EXPECT_TRUE(all_zero(x.data() + r, f.X.ldx - r));
    }
}

TEST(Triangle, ReflectorsAreAppliedLastFirst) {
  for (const linalg::Kernels* set : kernel_sets())
    for (Index n = 1; n <= 40; ++n)
      for (Index count = 1; count <= 3; ++count) {
        const auto seed = static_cast<std::uint64_t>(n);
        SCOPED_TRACE(traced(*set, seed, n));
        Factored f(*set, seed, n);
        Random random(seed + 2000);
        std::vector<Padded> B;
        std::vector<Vector> b;
        double* vectors[3] = {};
        for (Index q = 0; q < count; ++q) {
          b.push_back(random_vector(random, n));
          B.emplace_back(b.back());
        }
        for (Index q = 0; q < count; ++q) vectors[q] = B[static_cast<std::size_t>(q)].data();
        set->apply_reflectors(f.X.qr, f.X.rank, vectors, count);
        for (std::size_t q = 0; q < b.size(); ++q) {
          const double allowed = 20 * static_cast<double>(f.X.rank) * kRounding * b[q].norm();
          EXPECT_TRUE(near(B[q].head(n), f.X.reflected(b[q]), allowed));
          EXPECT_TRUE(all_zero(vectors[q] + n, padded(n) - n));
        }
      }
}

TEST(Triangle, Avx2AndAvx512GiveTheSameBits) {
  const auto sets = twin_sets();
  if (sets.empty()) GTEST_SKIP() << "this processor has not both";
  for (Index n = 1; n <= 40; ++n) {
    SCOPED_TRACE("seed and size " + std::to_string(n));
    std::vector<double> bits[2];
    for (int k = 0; k < 2; ++k) {
      Random random(static_cast<std::uint64_t>(n));
      const Matrix L = lower(random, n);
      Triangle triangle(L);
      Padded x(random_vector(random, n)), f(Vector::Zero(n)), u(random_vector(random, n));
      Vector y(n);
      double *b = x.data(), *v = u.data();
      sets[k]->multiply(n, triangle.L.data(), triangle.ld, b, f.data());
      sets[k]->back_substitute(n, triangle.L.data(), triangle.ld, triangle.inverse.data(), &b, 1);
      sets[k]->row_products(n, n, L.data(), b, y.data());
      Factored factored(*sets[k], static_cast<std::uint64_t>(n), n);
      const Index r = factored.X.rank;
      AlignedArray z(factored.X.ldx);
      for (Index i = 0; i < r; ++i) z.data()[i] = 1;
      sets[k]->apply_reflectors(factored.X.qr, r, &v, 1);
      sets[k]->backward(factored.X.qr, r, z.data());
      for (const double* numbers : {f.data(), b, y.data(), v})
        bits[k].insert(bits[k].end(), numbers, numbers + n);
      bits[k].insert(bits[k].end(), z.data(), z.data() + r);
    }
    ASSERT_EQ(bits[0].size(), bits[1].size());
    EXPECT_TRUE(same_bits(bits[0].data(), bits[1].data(), static_cast<Index>(bits[0].size())));
  }
}

}  // namespace
}  // namespace zwang::test

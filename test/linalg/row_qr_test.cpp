// SPDX-License-Identifier: Apache-2.0
// The pivoted QR of lanes against its definition: reflectors are orthogonal, they bring R back to
// the lanes, R falls along its diagonal, R11ᵀz = b. Rank decisions: rank_decision_test.cpp.

#include <algorithm>

#include "linalg/lane_matrix.h"
#include "linalg/rank.h"
#include "support/expect.h"

namespace zwang::test {
namespace {

/// Random lanes of a planted rank, further lanes, and what each lane asks for.
struct Drawing {
  Index rank;
  Matrix A, B;
  Vector b;
  explicit Drawing(std::uint64_t seed) {
    Random random(seed);
    const Index n = random.integer(1, 40), m = random.integer(1, 40);
    rank = random.chance(0.5) ? std::min(m, n) : random.integer(0, std::min(m, n));
    A = random_of_rank(random, m, n, rank);
    for (Index i = 0; i < m; ++i) A.row(i) *= std::ldexp(1.0, int(random.integer(-4, 4)));
    B = random_matrix(random, random.integer(0, 3), n);
    b = Vector::Zero(m + B.rows());
    b.head(m) = random_vector(random, m);
  }
  double tolerance() const { return linalg::instant_tolerance(A.rows(), A.cols()); }
};

void expect_reflectors(LaneMatrix& X) {
  for (Index k = 0; k < X.rank; ++k) {
    const double* v = X.V.data() + k * X.ldv;
    EXPECT_TRUE(all_zero(v + k / 8 * 8, k % 8)) << "before entry " << k;
    EXPECT_TRUE(all_zero(v + X.rows, X.ldv - X.rows)) << "after the rows, reflector " << k;
    double norm2 = 0;
    for (Index i = k; i < X.rows; ++i) norm2 += v[i] * v[i];
    EXPECT_NEAR(X.gamma.data()[k] * norm2, 2, 100 * kRounding) << "H_" << k << " not orthogonal";
  }
}

/// Lane j comes back from R by the reflectors, to rounding of its own size.
void expect_lanes(LaneMatrix& X, const Drawing& d) {
  for (Index j = 0; j < X.lanes + X.extra; ++j) {
    const Vector lane = j < X.lanes ? d.A.row(X.order[static_cast<std::size_t>(j)]).transpose()
                                    : d.B.row(j - X.lanes).transpose();
    const double allowed = 20 * static_cast<double>(X.rank + 4) * kRounding * lane.norm();
    EXPECT_TRUE(near(X.reflected(X.reduced(j)), lane, allowed)) << "lane " << j;
  }
}

void expect_falling_diagonal(LaneMatrix& X) {
  for (Index k = 0; k < X.rank; ++k)
    for (Index j = k; j < X.lanes; ++j) {
      double rest = 0;
      const Vector lane = X.reduced(j);
      for (Index i = k; i < X.rows; ++i) rest += lane(i) * lane(i);
      EXPECT_LE(std::sqrt(rest * X.scale.data()[j]), X.pivot(k) * (1 + 1e-6)) << k << ", " << j;
    }
}

TEST(RowQr, ReflectorsBringTheLanesBackFromR) {
  for (const linalg::Kernels* set : kernel_sets())
    for (std::uint64_t seed = 0; seed < 150; ++seed) {
      const Drawing d(seed);
      LaneMatrix X(d.A, d.B);
      ASSERT_EQ(X.factor(*set, d.tolerance()), d.rank) << traced(*set, seed, X.rows);
      SCOPED_TRACE(traced(*set, seed, X.rows));
      expect_reflectors(X);
      expect_lanes(X, d);
      expect_falling_diagonal(X);
      for (Index i = 0; i < X.rows; ++i)
        EXPECT_TRUE(all_zero(&X.at(i, X.lanes + X.extra), X.ldx - X.lanes - X.extra));
      std::vector<Index> order(X.order.begin(), X.order.begin() + X.lanes);
      std::sort(order.begin(), order.end());
      for (Index j = 0; j < X.lanes; ++j) EXPECT_EQ(order[static_cast<std::size_t>(j)], j);
    }
}

TEST(RowQr, ScaleIsThatOfTheLaneNowInItsPlace) {
  for (const linalg::Kernels* set : kernel_sets())
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
      const Drawing d(seed);
      SCOPED_TRACE(traced(*set, seed, d.A.cols()));
      LaneMatrix X(d.A), Y(d.A);
      X.factor(*set, d.tolerance());
      Y.factor(*set, d.tolerance(), false);
      for (Index j = 0; j < X.lanes; ++j) {
        const auto at = static_cast<std::size_t>(j);
        const double norm2 = d.A.row(X.order[at]).squaredNorm();
        if (norm2 > 0)
          EXPECT_NEAR(X.scale.data()[j] * norm2, 1, 100 * kRounding);
        else
          EXPECT_EQ(X.scale.data()[j], 0);
        EXPECT_EQ(Y.scale.data()[j], d.A.row(Y.order[at]).squaredNorm() > 0 ? 1 : 0);
      }
    }
}

// R11ᵀz = b on the pivots, and each other lane keeps what z does not give it: b_j − r_jᵀz. The
// error is that of a triangular solve: relative to |R|ᵀ|z|.
TEST(RowQr, SolvesForTheDemandOnItsWay) {
  for (const linalg::Kernels* set : kernel_sets())
    for (std::uint64_t seed = 0; seed < 150; ++seed) {
      const Drawing d(seed);
      LaneMatrix X(d.A, d.B, d.b);
      X.factor(*set, d.tolerance());
      SCOPED_TRACE(traced(*set, seed, X.rows));
      const Vector z = Eigen::Map<const Vector>(X.z.data(), X.rank);
      for (Index j = 0; j < X.lanes + X.extra; ++j) {
        const Vector r = X.reduced(j).head(X.rank);
        const double asked = j < X.lanes ? d.b(X.order[static_cast<std::size_t>(j)]) : d.b(j);
        const double left = j < X.rank ? 0 : X.demand.data()[j];
        const double size = std::abs(asked) + r.cwiseAbs().dot(z.cwiseAbs());
        EXPECT_NEAR(r.dot(z) + left, asked, static_cast<double>(X.rank + 4) * kRounding * size)
            << "lane " << j;
      }
      EXPECT_TRUE(all_zero(X.demand.data() + X.lanes + X.extra, X.ldx - X.lanes - X.extra));
    }
}

TEST(RowQr, AsksForNothingWithoutADemand) {
  for (const linalg::Kernels* set : kernel_sets()) {
    SCOPED_TRACE(set->name);
    const Drawing d(3);
    LaneMatrix X(d.A, d.B), Y(d.A, d.B, d.b);
    EXPECT_EQ(X.factor(*set, d.tolerance()), Y.factor(*set, d.tolerance()));
    for (Index j = 0; j < X.lanes + X.extra; ++j)
      EXPECT_TRUE(near(X.reduced(j), Y.reduced(j), 0.0));
  }
}

TEST(RowQr, OfOneLaneIsItsLength) {
  for (const linalg::Kernels* set : kernel_sets())
    for (double sign : {1.0, -1.0}) {
      LaneMatrix X(sign * matrix({{3, 4, 12}}), Matrix(), vector({26}));
      ASSERT_EQ(X.factor(*set, 1e-14), 1) << set->name;
      EXPECT_NEAR(X.at(0, 0), -sign * 13, 1e-14);  // the sign that avoids cancellation
      EXPECT_NEAR(X.z.data()[0], -sign * 2, 1e-15);
    }
}

/// Everything that is promised: R, V, γ, scale, order, z, and what is left of the demand.
void expect_same_bits(LaneMatrix& X, LaneMatrix& Y) {
  ASSERT_EQ(X.rank, Y.rank);
  EXPECT_EQ(X.order, Y.order);
  EXPECT_TRUE(same_bits(X.gamma.data(), Y.gamma.data(), X.rank));
  EXPECT_TRUE(same_bits(X.scale.data(), Y.scale.data(), X.lanes));
  EXPECT_TRUE(same_bits(X.z.data(), Y.z.data(), X.rank));
  EXPECT_TRUE(same_bits(X.demand.data() + X.rank, Y.demand.data() + X.rank, X.ldx - X.rank));
  for (Index i = 0; i < X.rows; ++i) {
    const Index first = std::min(i, X.rank);
    EXPECT_TRUE(same_bits(&X.at(i, first), &Y.at(i, first), X.ldx - first)) << "row " << i;
  }
  for (Index k = 0; k < X.rank; ++k)
    EXPECT_TRUE(same_bits(X.V.data() + k * X.ldv + k, Y.V.data() + k * X.ldv + k, X.ldv - k));
}

TEST(RowQr, Avx2AndAvx512GiveTheSameBits) {
  const auto sets = twin_sets();
  if (sets.empty()) GTEST_SKIP() << "this processor has not both";
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Drawing d(seed);
    LaneMatrix X(d.A, d.B, d.b), Y(d.A, d.B, d.b);
    X.factor(*sets[0], d.tolerance());
    Y.factor(*sets[1], d.tolerance());
    expect_same_bits(X, Y);
  }
}

}  // namespace
}  // namespace zwang::test

// SPDX-License-Identifier: Apache-2.0
// Misprints of the papers, each shown to be one on a small example, so that none is copied.
// Numbers as in doc/theory/errata.md; those that concern models and motion are tested there.

#include "support/expect.h"
#include "support/printed.h"
#include "support/random.h"
#include "zwang/papers.h"

namespace zwang::test {
namespace {

System example() {
  System s;
  s.M = matrix({{4, 1, 0}, {1, 3, 1}, {0, 1, 2}});
  s.Q = vector({1, -2, 3});
  s.A = matrix({{1, 2, 0}});
  s.b = vector({1});
  s.C = vector({1, 1, -1});
  return s;
}

// [XUMK94 54, erratum 4]: the sum of squares that is printed for the norm is its square.
TEST(Errata, E04NormSquared) {
  System s = example();
  s.A = matrix({{1, 2, 0}, {0, 1, -1}, {1, 3, -1}});
  s.b = vector({1, 4, 8});
  s.C.resize(0);
  const Vector xdd = vec(solve(s).acceleration), epsilon = vector({0.3, -0.2, 0.7});
  const double least = (s.A * xdd - s.b).squaredNorm(), grows = (s.A * epsilon).squaredNorm();
  const double moved = (s.A * (xdd + epsilon) - s.b).norm();
  EXPECT_NEAR(least, 3, 1e-13);
  EXPECT_NEAR(moved * moved, least + grows, 1e-12);
  EXPECT_GT(std::abs(moved - (least + grows)), 0.1);
}

// [XUMK94 70, erratum 6]: v⁺ = vᵀ/(v vᵀ); vᵀv is a matrix, of which no quotient is taken.
TEST(Errata, E06RowVectorPseudoinverse) {
  const Matrix v = matrix({{3, 4}});
  const PseudoInverse plus = pseudo_inverse(view(v), 1, 2);
  EXPECT_EQ(plus.rank, 1u);
  EXPECT_TRUE(near(plus.matrix, vector({3.0 / 25, 4.0 / 25}), 1e-16));
  const Matrix P = mat(plus.matrix, 2, 1);
  EXPECT_NEAR((v * P)(0, 0), 1, 1e-15);
  EXPECT_EQ(Matrix(v.transpose() * v).size(), 4);
}

// [XUMK94 21, erratum 7]: a = M⁻¹Q asks for a nonsingular M, not for a definite one.
TEST(Errata, E07NonsingularSuffices) {
  System s;
  s.M = matrix({{1, 0, 0}, {0, -1, 0}, {0, 0, 2}});
  s.Q = vector({1, 2, 5});
  s.A = matrix({{1, 1, 1}});
  s.b = vector({1});
  const Instant instant = solve(s);
  EXPECT_TRUE(instant.free_motion);
  EXPECT_TRUE(near(instant.free_acceleration, vector({1, -2, 2.5}), 1e-15));
  EXPECT_TRUE(near(instant.acceleration, vector({0, -1, 2}), 1e-14));
}

// [FKNU05 13, erratum 9]: A M^(-1/2) (M^(+1/2) ẍ) = b.
TEST(Errata, E09ScaledConstraint) {
  const System s = example();
  const auto [half, inverse_half] = root(s.M);
  const Vector xdd = vec(solve(s).acceleration);
  EXPECT_TRUE(near(Vector(s.A * inverse_half * (half * xdd)), s.b, 1e-14));
  EXPECT_FALSE(near(Vector(s.A * inverse_half * (inverse_half * xdd)), s.b, 0.1));
}

// [FKNU05 22, erratum 10]: a_s + D⁺e + (I − D⁺D) c_s is ẍ_s = M^(1/2) ẍ, not ẍ.
TEST(Errata, E10ScaledAcceleration) {
  const System s = example();
  const auto [half, inverse_half] = root(s.M);
  const Printed p = printed(s);
  const Vector right = half * p.a + pinv(p.D) * p.e + p.R * inverse_half * s.C;
  const Vector xdd = vec(solve(s).acceleration);
  EXPECT_TRUE(near(Vector(half * xdd), right, 1e-14));
  EXPECT_FALSE(near(xdd, right, 0.1));
}

// [KNUX99 23-24, erratum 12]: they follow by putting (21), β_k = R_{k−1} c_k, into (17) and (18);
// what (22) would put there, R_k c_k, is another vector.
TEST(Errata, E12BetaSubstitution) {
  Random random(12);
  const Matrix C = random_matrix(random, 2, 5);
  const Vector d = random_vector(random, 2);
  const BellmanPolicy policy(view(C), 2, 5);
  for (std::size_t k = policy.rank(); k < policy.columns(); ++k) {
    const Vector c_k = C.col(static_cast<Index>(policy.column(k)));
    const Matrix R_before = mat(policy.value_matrix(k), 2, 2);
    const Matrix R_after = mat(policy.value_matrix(k + 1), 2, 2);
    const double y_k = d.dot(R_before * c_k) / (1 + c_k.dot(R_before * c_k));
    EXPECT_NEAR(policy.choice(k, view(d)), y_k, 1e-13);
    EXPECT_TRUE(near(policy.beta(k), Vector(R_before * c_k), 1e-13));
    EXPECT_FALSE(near(policy.beta(k), Vector(R_after * c_k), 1e-3));
  }
}

// [FKNU05 33, erratum 15]: F^C is C less what the constraints absorb of it; F^L and F^C are
// orthogonal in the metric M⁻¹, not in Euclid's.
TEST(Errata, E15CoulombForceIsNotC) {
  const System s = example();
  const Instant instant = solve(s);
  const Vector F_L = vec(instant.force_lagrange), F_C = vec(instant.force_coulomb);
  EXPECT_TRUE(near(F_C, vector({7.0 / 29, -15.0 / 29, -1}), 1e-14));
  EXPECT_FALSE(near(F_C, s.C, 0.1));
  EXPECT_NEAR(F_L.dot(inverse(s.M) * F_C), 0, 1e-14);
  EXPECT_GT(std::abs(F_L.dot(F_C)), 0.1);
}

}  // namespace
}  // namespace zwang::test

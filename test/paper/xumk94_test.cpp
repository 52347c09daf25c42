// SPDX-License-Identifier: Apache-2.0
// Xu, Udwadia, Moore, Kalaba, "Lagrange's problem without Lagrange multipliers I" (1994): the
// algebra of one instant. What rests on the functional itself is tested with the model.

#include "support/bound.h"
#include "support/expect.h"
#include "support/printed.h"
#include "support/random.h"
#include "zwang/papers.h"

namespace zwang::test {
namespace {

struct Drawn {
  System s;
  Index r;
};

/// Integers of exact rank; rows that agree, or that fight if some combination of them vanishes.
Drawn draw(std::uint64_t seed, bool agree, double sign = 1) {
  Random random(seed);
  Drawn d;
  const Index n = random.integer(1, 8), m = random.integer(agree ? 1 : 2, 9);
  d.r = random.integer(0, agree ? std::min(m, n) : std::min(m - 1, n));
  d.s.A = random_of_rank(random, m, n, d.r);
  d.s.M = sign * random_mass(random, n, 20);
  d.s.Q = random_vector(random, n);
  d.s.b = d.s.A * random_integers(random, n, 3);
  if (!agree) d.s.b += random_integers(random, m, 5);
  return d;
}

// (a) M ẍ = Q + Qᶜ, (b) A ẍ = b, (c) Qᶜ in the range of Aᵀ: the three sets, and their solution.
TEST(Xumk94, ThreeSetsOfEquationsHold) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const auto [s, r] = draw(seed, true);
    SCOPED_TRACE(seeded(seed, s));
    const Instant instant = solve(s);
    const Printed p = printed(s, r);
    const Bound bound = rounding_bound(s, p.xdd, r, false);
    const Vector xdd = vec(instant.acceleration), Qc = vec(instant.constraint_force);
    EXPECT_TRUE(near(Vector(s.M * xdd), Vector(s.Q + Qc), bound.force));  // [XUMK94 19]
    EXPECT_TRUE(near(Vector(s.A * xdd), s.b, bound.residual));
    EXPECT_TRUE(near(Qc, Vector(s.A.transpose() * vec(instant.multipliers)),
                     bound.force));  // [XUMK94 13,32]
    EXPECT_TRUE(near(instant.free_acceleration, Vector(inverse(s.M) * s.Q),
                     bound.acceleration));                                 // [XUMK94 21]
    EXPECT_TRUE(near(xdd, Vector(p.a + p.K1 * p.e), bound.acceleration));  // [XUMK94 24]
    EXPECT_TRUE(near(Qc, Vector(p.K * p.e), bound.force));                 // [XUMK94 25]
  }
}

TEST(Xumk94, ScaledFormHolds) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const auto [s, r] = draw(seed, true);
    SCOPED_TRACE(seeded(seed, s));
    const Instant instant = solve(s);
    const auto [half, inverse_half] = root(s.M);
    const Matrix C = s.A * inverse_half, C_plus = pinv(C, r);
    const Vector y = half * vec(instant.acceleration), g = inverse_half * s.Q;
    const Vector h = inverse_half * vec(instant.constraint_force);
    const double tol = 10 * rounding_bound(s, vec(instant.acceleration), r, false).acceleration;
    EXPECT_TRUE(near(y, Vector(g + C_plus * (s.b - C * g)), tol));             // [XUMK94 29]
    EXPECT_TRUE(near(h, Vector(C_plus * (s.b - C * g)), tol));                 // [XUMK94 30]
    EXPECT_TRUE(near(Vector(C * C_plus * s.b), s.b, tol * (1 + s.A.norm())));  // [XUMK94 31]
    EXPECT_EQ(instant.status, Status::ok);
  }
}

// Where C C⁺b ≠ b the rows cannot all hold, and it is said.                             [XUMK94 31]
TEST(Xumk94, ContradictionIsTheFailureOfConsistency) {
  int contradictory = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const auto [s, r] = draw(seed, false);
    SCOPED_TRACE(seeded(seed, s));
    Matrix joined(s.m(), s.n() + 1);
    joined << s.A, s.b;
    const bool fights = integer_rank(joined) > r;
    contradictory += fights;
    EXPECT_EQ(solve(s).status, fights ? Status::contradictory : Status::ok);
  }
  EXPECT_GT(contradictory, 200);
}

// Section 4: the same formula makes ‖A ẍ − b‖ least, with Qᶜ still in the range of Aᵀ.
TEST(Xumk94, FightingRowsHoldInTheLeastSquaresSense) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const auto [s, r] = draw(seed, false);
    SCOPED_TRACE(seeded(seed, s));
    const Method method = seed % 3 == 0   ? Method::bellman
                          : seed % 3 == 1 ? Method::nullspace
                                          : Method::explicit_;
    const Instant instant = solve(s, method);
    const Printed p = printed(s, r);
    const Bound bound = rounding_bound(s, p.xdd, r, true);
    EXPECT_TRUE(near(instant.acceleration, p.xdd, bound.acceleration));
    const Vector residual = s.b - s.A * vec(instant.acceleration);
    EXPECT_TRUE(near(instant.residual, residual, bound.residual));
    // The least residual is (I − A A⁺) b, orthogonal to all that A can reach.
    EXPECT_TRUE(
        near(residual, Vector(s.b - s.A * (pinv(s.A, r) * s.b)), bound.residual));  // [XUMK94 44]
    EXPECT_TRUE(near(Vector(s.A.transpose() * residual), Vector::Zero(s.n()),
                     s.A.norm() * bound.residual));  // [XUMK94 55]
    EXPECT_TRUE(near(instant.constraint_force, Vector(s.A.transpose() * vec(instant.multipliers)),
                     bound.force));
  }
}

// "When ε = 0, the value has its absolute minimum": ‖Cy − b‖² grows by ‖Cε‖² exactly.
TEST(Xumk94, LeastResidualGrowsInEveryDirection) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const auto [s, r] = draw(seed, false);
    SCOPED_TRACE(seeded(seed, s));
    Random random(seed + 9000);
    const Vector xdd = vec(solve(s).acceleration);
    const double least = (s.A * xdd - s.b).squaredNorm();
    for (int i = 0; i < 5; ++i) {
      const Vector epsilon = random_vector(random, s.n());
      const double grows = (s.A * epsilon).squaredNorm();
      EXPECT_NEAR((s.A * (xdd + epsilon) - s.b).squaredNorm(), least + grows,
                  1e-11 * (1 + least + grows));  // [XUMK94 54]
    }
  }
}

// Section 6, F = ½(ẋ² + ẏ²) − y on the circle: M = I, Q = (0, −1), A = (x y), b = −(ẋ² + ẏ²).
TEST(Xumk94, ExampleOfSectionSixAtSeveralStates) {
  const double states[][4] = {
      {0.6, -0.8, 0.8, 0.6}, {0, -1, 1.5, 0}, {1, 0, 0, -2}, {-0.8, 0.6, 0, 0}, {3, 4, 0.1, 0.2}};
  for (const auto& [x, y, xd, yd] : states) {
    System s;
    s.M = Matrix::Identity(2, 2);
    s.Q = vector({0, -1});
    s.A = matrix({{x, y}});
    s.b = vector({-(xd * xd + yd * yd)});
    const double tau = (y - (xd * xd + yd * yd)) / (x * x + y * y);
    const PseudoInverse plus = pseudo_inverse(view(s.A), 1, 2);
    EXPECT_TRUE(near(plus.matrix, vector({x / (x * x + y * y), y / (x * x + y * y)}),
                     1e-15));  // [XUMK94 70]
    for (Method method : {Method::automatic, Method::bellman, Method::nullspace}) {
      const Instant instant = solve(s, method);
      EXPECT_TRUE(
          near(instant.acceleration, vector({tau * x, -1 + tau * y}), 1e-14));  // [XUMK94 71]
      // φ = x² + y² − 1 has the row 2(x y): its λ is half of ours.
      EXPECT_NEAR(instant.multipliers[0] / 2, tau / 2, 1e-14);  // [XUMK94 75]
      EXPECT_TRUE(
          near(instant.constraint_force, vector({tau * x, tau * y}), 1e-14));  // [XUMK94 77]
      EXPECT_TRUE(near(Vector(inverse(s.M) * vec(instant.constraint_force)),
                       vector({tau * x, tau * y}), 1e-14));                     // [XUMK94 78]
      EXPECT_TRUE(near(instant.deviation, vector({tau * x, tau * y}), 1e-14));  // [XUMK94 79]
    }
  }
}

// Section 7: "applicable when M is negative definite". The force changes its sign with M:
// Qᶜ = −(−M)^(1/2) (A (−M)^(-1/2))⁺ e.
TEST(Xumk94, NegativeDefiniteMassIsHandled) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const auto [s, r] = draw(seed, seed % 2 == 0, -1);
    SCOPED_TRACE(seeded(seed, s));
    System positive = s;
    positive.M = -s.M;
    positive.Q = -s.Q;  // the same a, the same e, the same ẍ
    const Printed p = printed(positive, r);
    const bool fights = (s.b - s.A * p.xdd).norm() > 1e-9;
    const Bound bound = rounding_bound(s, p.xdd, r, fights);
    for (Method method : {Method::automatic, Method::nullspace}) {
      const Instant instant = solve(s, method);
      EXPECT_TRUE(near(instant.acceleration, p.xdd, bound.acceleration));
      EXPECT_TRUE(near(instant.force_lagrange, Vector(-p.F_L), bound.force));
      EXPECT_EQ(instant.verdict, r == s.n() ? Verdict::minimum : Verdict::maximum);
      EXPECT_LE(instant.gauss, bound.gauss);
    }
  }
}

}  // namespace
}  // namespace zwang::test

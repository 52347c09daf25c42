// SPDX-License-Identifier: Apache-2.0
// Udwadia, Kalaba, "A new perspective on constrained motion" (1992): the three forms of the
// result and its derivation, on random systems with dependent rows.

#include "support/expect.h"
#include "support/printed.h"
#include "support/random.h"

namespace zwang::test {
namespace {

struct Consistent {
  System s;
  Index r;
  Printed p;
  Instant instant;
  double rounding;  // 1000·eps·κ(D)
  double tol;       // the same times the size of the accelerations

  explicit Consistent(std::uint64_t seed, Method method = Method::automatic) {
    Random random(seed);
    const Index n = random.integer(1, 9), m = random.integer(1, 9);
    r = random.integer(0, std::min(m, n));
    s.A = random_of_rank(random, m, n, r);
    s.M = random_mass(random, n, 20);
    s.Q = random_vector(random, n);
    s.b = s.A * random_integers(random, n, 3);
    p = printed(s, r);
    instant = solve(s, method);
    rounding = 1000 * 2.2e-16 * kappa(p.D, r);
    tol = rounding * (1 + p.a.norm() + p.xdd.norm());
  }
};

TEST(Uk92, ForceOfConstraintIsKTimesTheError) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const Consistent c(seed, seed % 2 ? Method::explicit_ : Method::bellman);
    SCOPED_TRACE(seeded(seed, c.s));
    const Vector a = vec(c.instant.free_acceleration), qdd = vec(c.instant.acceleration);
    EXPECT_TRUE(near(Vector(c.s.M * a), c.s.Q, c.tol));  // [UK92 2]
    const Vector Qc = vec(c.instant.constraint_force);
    EXPECT_TRUE(near(Vector(c.s.M * qdd), Vector(c.s.Q + Qc), c.tol));  // [UK92 4]
    const Vector e = c.s.b - c.s.A * (inverse(c.s.M) * c.s.Q);
    EXPECT_TRUE(near(Vector(c.s.M * qdd), Vector(c.s.Q + c.p.K * e), c.tol));  // [UK92 5a]
    EXPECT_TRUE(near(Vector(c.s.M * qdd), Vector(c.s.Q + c.p.K * (c.s.b - c.s.A * a)),
                     c.tol));                         // [UK92 5a']
    EXPECT_TRUE(near(Qc, Vector(c.p.K * e), c.tol));  // [UK92 5b]
  }
}

// "Directly proportional to the extent to which the unconstrained accelerations do not satisfy
// the constraints."
TEST(Uk92, DeviationIsK1TimesTheError) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const Consistent c(seed);
    SCOPED_TRACE(seeded(seed, c.s));
    const Vector a = vec(c.instant.free_acceleration), qdd = vec(c.instant.acceleration);
    const Matrix K1 = inverse(c.s.M) * c.p.K;
    EXPECT_TRUE(near(K1, c.p.K1, c.rounding * (1 + K1.norm())));
    EXPECT_TRUE(near(Vector(qdd - a), Vector(K1 * (c.s.b - c.s.A * a)), c.tol));  // [UK92 5c]
    EXPECT_TRUE(
        near(c.instant.deviation, Vector(K1 * vec(c.instant.misfit)), c.tol));  // [UK92 5c']
  }
}

TEST(Uk92, DoublingTheErrorDoublesTheDeviation) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const Consistent c(seed);
    SCOPED_TRACE(seeded(seed, c.s));
    System twice = c.s;
    const Vector a = vec(c.instant.free_acceleration);
    twice.b = 2 * c.s.b - c.s.A * a;  // e becomes 2 e
    const Vector once = vec(c.instant.deviation);
    EXPECT_TRUE(near(solve(twice).deviation, Vector(2 * once), 4 * c.tol));  // [UK92 5c']
  }
}

// The minimum over all accelerations that satisfy the constraints, and Pythagoras about it.
TEST(Uk92, GaussianIsLeastAmongPossibleAccelerations) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const Consistent c(seed);
    SCOPED_TRACE(seeded(seed, c.s));
    Random random(seed + 5000);
    const Vector qdd = vec(c.instant.acceleration), a = vec(c.instant.free_acceleration);
    const auto gaussian = [&](const Vector& x) { return (x - a).dot(c.s.M * (x - a)); };
    EXPECT_NEAR(gaussian(qdd), c.instant.gauss, c.tol * (1 + c.instant.gauss));  // [UK92 6]
    const Matrix inverse_half = root(c.s.M).inverse_half;
    for (int i = 0; i < 5; ++i) {
      const Vector v = inverse_half * c.p.R * random_vector(random, c.s.n());
      const double grows = v.dot(c.s.M * v);
      EXPECT_NEAR(gaussian(qdd + v), c.instant.gauss + grows,
                  10 * c.tol * (1 + c.instant.gauss + grows));
    }
    EXPECT_NEAR(
        c.instant.gauss,
        vec(c.instant.misfit).dot(pinv(c.p.D * c.p.D.transpose(), c.r) * vec(c.instant.misfit)),
        1e3 * c.tol * (1 + c.instant.gauss));
  }
}

// r̈ = M^(1/2) q̈ is D⁺b plus something of the form R y.
TEST(Uk92, ScaledAccelerationIsOfTheGeneralForm) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const Consistent c(seed);
    SCOPED_TRACE(seeded(seed, c.s));
    const Vector r = root(c.s.M).half * vec(c.instant.acceleration);
    const Vector rest = r - pinv(c.p.D, c.r) * c.s.b;
    EXPECT_TRUE(near(Vector(c.p.R * rest), rest, c.tol));  // [UK92 7]
    EXPECT_TRUE(near(Matrix(c.p.R * c.p.R), c.p.R, c.rounding));
    EXPECT_TRUE(near(pinv(c.p.R, c.s.n() - c.r), c.p.R, c.rounding));
  }
}

}  // namespace
}  // namespace zwang::test

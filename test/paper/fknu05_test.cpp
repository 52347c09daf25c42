// SPDX-License-Identifier: Apache-2.0
// Fan, Kalaba, Natsuyama, Udwadia, "Reflections on the Gauss principle of least constraint"
// (2005): nonideal constraints, virtual work, underdetermined systems.

#include "support/bound.h"
#include "support/expect.h"
#include "support/printed.h"
#include "support/random.h"
#include "zwang/papers.h"

namespace zwang::test {
namespace {

/// A random nonideal instant with rows of exact rank r.
struct Nonideal {
  System s;
  Index r;
  Printed p;
  Instant instant;
  Bound bound;
  Matrix half, inverse_half;

  explicit Nonideal(std::uint64_t seed) {
    Random random(seed);
    const Index n = random.integer(1, 9), m = random.integer(1, 9);
    r = random.integer(0, std::min(m, n));
    s.A = random_of_rank(random, m, n, r);
    s.M = random_mass(random, n, 20);
    s.Q = random_vector(random, n);
    s.b = s.A * random_integers(random, n, 3);
    s.C = random_vector(random, n);
    p = printed(s, r);
    const Method methods[] = {Method::explicit_, Method::bellman, Method::nullspace};
    instant = solve(s, methods[seed % 3]);
    bound = rounding_bound(s, p.xdd, r, false);
    const Root roots = root(s.M);
    half = roots.half;
    inverse_half = roots.inverse_half;
  }

  /// v with A v = 0, as (30) and (31) make it.                                 [FKNU05 30,31]
  Vector virtual_displacement(Random& random) const {
    return inverse_half * p.R * random_vector(random, s.n());
  }
};

TEST(Fknu05, ExplicitFormulaHoldsForIdealConstraints) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Nonideal c(seed);
    SCOPED_TRACE(seeded(seed, c.s));
    c.s.C.resize(0);
    const Instant ideal = solve(c.s);
    const Matrix D = c.s.A * c.inverse_half;  // [FKNU05 2]
    const Vector e = c.s.b - c.s.A * c.p.a;   // [FKNU05 3]
    EXPECT_TRUE(near(ideal.misfit, e, c.bound.residual));
    EXPECT_TRUE(near(ideal.acceleration, Vector(c.p.a + c.inverse_half * pinv(D, c.r) * e),
                     c.bound.acceleration));  // [FKNU05 1]
    EXPECT_TRUE(near(Vector(c.half * vec(ideal.deviation)), Vector(pinv(D, c.r) * e),
                     c.bound.acceleration));  // [FKNU05 6]
    EXPECT_TRUE(near(ideal.force_coulomb, Vector::Zero(c.s.n()), 0));
  }
}

TEST(Fknu05, MotionIsNewtonLagrangeCoulomb) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const Nonideal c(seed);
    SCOPED_TRACE(seeded(seed, c.s));
    const Vector xdd = vec(c.instant.acceleration), F_N = vec(c.instant.force_newton);
    const Vector F_L = vec(c.instant.force_lagrange), F_C = vec(c.instant.force_coulomb);
    EXPECT_TRUE(near(xdd, c.p.xdd, c.bound.acceleration));  // [FKNU05 16]
    EXPECT_TRUE(near(Vector(c.s.M * xdd), Vector(c.s.M * c.p.a + c.p.F_L + c.p.F_C),
                     c.bound.force));  // [FKNU05 17]
    EXPECT_TRUE(
        near(Vector(c.s.M * xdd), Vector(F_N + F_L + F_C), 2 * c.bound.force));  // [FKNU05 18]
    EXPECT_TRUE(near(F_N, Vector(c.s.M * c.p.a), c.bound.force));                // [FKNU05 19]
    EXPECT_TRUE(near(F_L, c.p.F_L, c.bound.force));                              // [FKNU05 20]
    EXPECT_TRUE(near(F_C, c.p.F_C, c.bound.force));                              // [FKNU05 21,33]
  }
}

// (14): every solution of the rows is D⁺b plus something in the null space; with z of (15) it is
// the motion, and with the right C it is any feasible motion.
TEST(Fknu05, EveryFeasibleMotionIsReachedBySomeC) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Nonideal c(seed);
    SCOPED_TRACE(seeded(seed, c.s));
    Random random(seed + 300);
    const Vector z = random_vector(random, c.s.n());
    const Vector wanted = c.inverse_half * (pinv(c.p.D, c.r) * c.s.b + c.p.R * z);  // [FKNU05 14]
    c.s.C = c.s.M * (wanted - c.p.a);                                               // [FKNU05 17]
    const Bound bound = rounding_bound(c.s, wanted, c.r, false);
    EXPECT_TRUE(near(solve(c.s).acceleration, wanted, bound.acceleration));
  }
}

// The extended principle: least among all motions that the rows allow.
TEST(Fknu05, ExtendedGaussFunctionIsLeast) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const Nonideal c(seed);
    SCOPED_TRACE(seeded(seed, c.s));
    Random random(seed + 400);
    const Vector centre = c.p.a + inverse(c.s.M) * c.s.C, xdd = vec(c.instant.acceleration);
    const auto G = [&](const Vector& x) { return (x - centre).dot(c.s.M * (x - centre)); };
    EXPECT_TRUE(near(Vector(c.s.A * xdd), c.s.b, c.bound.residual));  // [FKNU05 27]
    for (int i = 0; i < 5; ++i) {
      const Vector v = c.virtual_displacement(random);
      const double grows = v.dot(c.s.M * v);
      EXPECT_NEAR(G(xdd + v), G(xdd) + grows, 1e3 * c.bound.gauss + 1e-12 * grows);  // [FKNU05 26]
      EXPECT_TRUE(near(Vector(c.s.A * (xdd + v)), c.s.b,
                       c.bound.residual * (1 + v.norm())));  // [FKNU05 28]
    }
  }
}

TEST(Fknu05, VirtualWorkIsThatOfC) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const Nonideal c(seed);
    SCOPED_TRACE(seeded(seed, c.s));
    Random random(seed + 500);
    const Vector F_L = vec(c.instant.force_lagrange), F_C = vec(c.instant.force_coulomb);
    for (int i = 0; i < 3; ++i) {
      const Vector v = c.virtual_displacement(random);
      const double tol = (1 + v.norm()) * c.bound.force;
      EXPECT_NEAR(v.dot(F_L), 0, tol);                       // [FKNU05 32]
      EXPECT_NEAR(v.dot(F_C), v.dot(c.s.C), tol);            // [FKNU05 34]
      EXPECT_NEAR(v.dot(F_L + F_C), v.dot(c.s.C), 2 * tol);  // [FKNU05 35]
    }
  }
}

TEST(Fknu05, LagrangesForceDoesNotDependOnC) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const Nonideal c(seed);
    SCOPED_TRACE(seeded(seed, c.s));
    System ideal = c.s;
    ideal.C.resize(0);
    EXPECT_TRUE(near(solve(ideal).force_lagrange, c.instant.force_lagrange, 2 * c.bound.force));
  }
}

/// A random underdetermined system.
struct Partial {
  Matrix A;
  Vector b, s, c;
  Index r;
  UnderdeterminedRate out;
  double tol;

  explicit Partial(std::uint64_t seed) {
    Random random(seed);
    const Index n = random.integer(1, 8), m = random.integer(1, 9);
    r = random.integer(0, std::min(m, n));
    A = random_of_rank(random, m, n, r);
    b = A * random_integers(random, n, 3);
    s = random_vector(random, n);
    c = random_vector(random, n);
    solve();
  }
  void solve() {
    Underdetermined system;
    system.relations = view(A);
    system.rhs = view(b);
    system.special = view(s);
    system.free = view(c);
    out = solve_underdetermined(system);
    System same;
    same.M = Matrix::Identity(s.size(), s.size());
    same.Q = s;
    same.A = A;
    same.b = b;
    same.C = c;
    tol = rounding_bound(same, vec(out.rate), r, false).acceleration * (1 + s.norm() + c.norm());
  }
};

TEST(Fknu05, UnderdeterminedRateIsSpecialForcedAndChosen) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(seed);
    const Partial u(seed);
    const Matrix A_plus = pinv(u.A, u.r), I = Matrix::Identity(u.s.size(), u.s.size());
    const Matrix N = I - A_plus * u.A;
    const Vector rate = vec(u.out.rate), v1 = vec(u.out.forced), v2 = vec(u.out.chosen);
    EXPECT_TRUE(near(rate, Vector(A_plus * u.b + N * (u.s + u.c)), u.tol));  // [FKNU05 38,39]
    EXPECT_TRUE(
        near(rate, Vector(u.s + A_plus * (u.b - u.A * u.s) + N * u.c), u.tol));  // [FKNU05 40]
    EXPECT_TRUE(near(rate, Vector(u.s + v1 + v2), u.tol));                       // [FKNU05 41]
    EXPECT_TRUE(near(v1, Vector(A_plus * (u.b - u.A * u.s)), u.tol));            // [FKNU05 42]
    EXPECT_TRUE(near(v2, Vector(N * u.c), u.tol));                               // [FKNU05 43]
  }
}

TEST(Fknu05, UnderdeterminedPartsDoTheWorkOfC) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(seed);
    const Partial u(seed);
    Random random(seed + 600);
    const Vector rate = vec(u.out.rate), v1 = vec(u.out.forced), v2 = vec(u.out.chosen);
    const Vector w = random_vector(random, u.s.size());
    const Vector v = w - pinv(u.A, u.r) * (u.A * w);
    const double tol = 10 * u.tol * (1 + v.norm() + v1.norm() + v2.norm());
    EXPECT_NEAR(v.dot(v1), 0, tol);                   // [FKNU05 44]
    EXPECT_NEAR(v.dot(v2), v.dot(u.c), tol);          // [FKNU05 46]
    EXPECT_NEAR(v2.dot(v1), 0, tol);                  // [FKNU05 47]
    EXPECT_NEAR(v.dot(v1 + v2), v.dot(v2), tol);      // [FKNU05 48]
    EXPECT_NEAR(v.dot(rate - u.s), v.dot(u.c), tol);  // [FKNU05 49]
  }
}

TEST(Fknu05, UnderdeterminedSpecialCases) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    SCOPED_TRACE(seed);
    Partial u(seed);
    const Vector c = u.c;
    u.c = c - pinv(u.A, u.r) * (u.A * c);  // A c = 0: v₂ = c
    u.solve();
    EXPECT_TRUE(near(u.out.chosen, u.c, u.tol));
    Random random(seed);
    u.c = u.A.transpose() * random_vector(random, u.A.rows());  // c in the range of Aᵀ: v₂ = 0
    u.solve();
    EXPECT_TRUE(near(u.out.chosen, Vector::Zero(c.size()), u.tol));
    u.c = c;
    u.A.setZero();  // no relations: the rate is z = s + c
    u.b.setZero();
    u.r = 0;
    u.solve();
    EXPECT_TRUE(near(u.out.rate, Vector(u.s + u.c), 1e-15 * (1 + u.s.norm() + u.c.norm())));
  }
}

TEST(Fknu05, UnderdeterminedIsAnInstantWithUnitMass) {
  const Partial u(4);
  EXPECT_TRUE(near(u.out.instant.acceleration, u.out.rate, u.tol));
  EXPECT_TRUE(near(u.out.instant.free_acceleration, u.s, u.tol));
  EXPECT_EQ(u.out.instant.rank, static_cast<std::size_t>(u.r));
}

TEST(Fknu05, UnderdeterminedMayOmitTheFreeVector) {
  Partial u(11);
  const Vector c = u.c;
  u.c = Vector::Zero(c.size());
  u.solve();
  const Vector with_zero = vec(u.out.rate);
  u.c.resize(0);
  u.solve();
  EXPECT_TRUE(near(u.out.rate, with_zero, 0));
  EXPECT_TRUE(near(u.out.chosen, Vector::Zero(c.size()), 0));
}

// m > n relations that fight: least squares, in the norm that the weights give.
TEST(Fknu05, UnderdeterminedRelationsThatFightAreWeighed) {
  const Matrix A = matrix({{1}, {1}});
  const Vector b = vector({0, 1}), s = vector({7}), W = vector({1, 9});
  Underdetermined system;
  system.relations = view(A);
  system.rhs = view(b);
  system.special = view(s);
  EXPECT_NEAR(solve_underdetermined(system).rate[0], 0.5, 1e-15);
  system.weights = view(W);
  const UnderdeterminedRate out = solve_underdetermined(system);
  EXPECT_NEAR(out.rate[0], 0.9, 1e-15);
  EXPECT_EQ(out.instant.status, Status::contradictory);
}

}  // namespace
}  // namespace zwang::test

// SPDX-License-Identifier: Apache-2.0
// Laws on random systems: all methods agree, the certificate holds, and what should change nothing
// changes nothing. Tolerances are those of support/bound.h: conditioning times rounding.
// ZWANG_SOAK=1 takes a million systems.

#include <cstdlib>

#include "support/bound.h"
#include "support/draw.h"
#include "support/expect.h"
#include "support/sanitized.h"
#include "zwang/certificate.h"

namespace zwang::test {
namespace {

/// How many systems a law is tried on: five thousand each, fewer under the sanitizers; `part` of a
/// million in the long form.
std::uint64_t systems(double part) {
  if (is_sanitized()) return static_cast<std::uint64_t>(part * 1500);
  return std::getenv("ZWANG_SOAK") ? static_cast<std::uint64_t>(part * 1e6) : 5000;
}

Bound bound_of(const Drawn& d, const Instant& instant, bool squares = false) {
  return rounding_bound(d.system, vec(instant.acceleration), d.rank, d.contradictory, squares);
}

void expect_same(const Instant& x, const Instant& y, const Bound& bound) {
  EXPECT_EQ(x.status, y.status);
  EXPECT_EQ(x.rank, y.rank);
  EXPECT_TRUE(near(x.acceleration, y.acceleration, bound.acceleration));
  EXPECT_TRUE(near(x.force_lagrange, y.force_lagrange, bound.force));
  EXPECT_TRUE(near(x.force_coulomb, y.force_coulomb, bound.force));
  EXPECT_TRUE(near(x.multipliers, y.multipliers, bound.multipliers));
  EXPECT_TRUE(near(x.residual, y.residual, bound.residual));
  EXPECT_NEAR(x.gauss, y.gauss, bound.gauss);
}

/// True after the first few failures: one seed tells more than a thousand.
bool enough() { return ::testing::Test::HasFailure(); }

TEST(RandomSystems, MethodsAgree) {
  for (std::uint64_t seed = 0; seed < systems(0.5) && !enough(); ++seed) {
    const Drawn d = draw(seed, 60);
    SCOPED_TRACE(seeded(seed, d.system) + ", rank " + std::to_string(d.rank));
    const Instant explicit_ = solve(d.system, Method::explicit_);
    EXPECT_EQ(explicit_.rank, static_cast<std::size_t>(d.rank));
    EXPECT_EQ(explicit_.status, d.contradictory ? Status::contradictory : Status::ok);
    const Bound bound = bound_of(d, explicit_);
    for (Method method : {Method::bellman, Method::nullspace}) {
      SCOPED_TRACE(name(method));
      expect_same(solve(d.system, method), explicit_, bound);
    }
  }
}

// The damped iteration forms A M⁻¹Aᵀ, so κ² is its own; where κ > 1e3 it may stop short, and says.
TEST(RandomSystems, ProximalAgreesOrSaysThatItStopped) {
  std::uint64_t stopped = 0;
  for (std::uint64_t seed = 100000; seed < 100000 + systems(0.1) && !enough(); ++seed) {
    const Drawn d = draw(seed, 30);
    SCOPED_TRACE(seeded(seed, d.system) + ", rank " + std::to_string(d.rank));
    const Instant explicit_ = solve(d.system, Method::explicit_);
    const Instant proximal = solve(d.system, Method::proximal);
    const Bound bound = bound_of(d, explicit_, true);
    if (proximal.status == Status::not_converged && bound.kappa_A > 1e3) {
      ++stopped;
      continue;
    }
    EXPECT_EQ(proximal.status, explicit_.status);
    EXPECT_TRUE(near(proximal.acceleration, explicit_.acceleration, bound.acceleration));
    EXPECT_TRUE(near(proximal.force_lagrange, explicit_.force_lagrange, bound.force));
  }
  EXPECT_LE(stopped, systems(0.1) / 5);
}

TEST(RandomSystems, CertificateHolds) {
  for (std::uint64_t seed = 200000; seed < 200000 + systems(0.15) && !enough(); ++seed) {
    const Drawn d = draw(seed, 40);
    SCOPED_TRACE(seeded(seed, d.system) + ", rank " + std::to_string(d.rank));
    const Method methods[] = {Method::automatic, Method::bellman, Method::nullspace};
    const Instant instant = solve(d.system, methods[seed % 3]);
    for (const Check& check : certify(problem(d.system), instant).checks)
      EXPECT_TRUE(check.holds()) << check.name << " " << check.equation << " " << check.residual
                                 << " > " << check.bound;
  }
}

TEST(RandomSystems, RowOrderChangesNothing) {
  for (std::uint64_t seed = 300000; seed < 300000 + systems(0.05) && !enough(); ++seed) {
    const Drawn d = draw(seed, 60);
    SCOPED_TRACE(seeded(seed, d.system) + ", rank " + std::to_string(d.rank));
    Random random(seed);
    const Instant before = solve(d.system), after = solve(permuted(d.system, random));
    const Bound bound = bound_of(d, before);
    EXPECT_EQ(after.status, before.status);
    EXPECT_EQ(after.rank, before.rank);
    EXPECT_TRUE(near(after.acceleration, before.acceleration, bound.acceleration));
    EXPECT_TRUE(near(after.force_lagrange, before.force_lagrange, bound.force));
  }
}

// Rows that agree: their size does not matter. Scaled by powers of two, so that their redundancy
// stays exact.
TEST(RandomSystems, RowScaleChangesNothingWhereRowsAgree) {
  for (std::uint64_t seed = 400000; seed < 400000 + systems(0.05) && !enough(); ++seed) {
    const Drawn d = draw(seed, 60);
    if (d.contradictory) continue;
    SCOPED_TRACE(seeded(seed, d.system) + ", rank " + std::to_string(d.rank));
    Random random(seed);
    const System scaled = with_scaled_rows(d.system, random);
    const Instant before = solve(d.system);
    const Bound bound = bound_of(d, before);
    for (Method method : {Method::explicit_, Method::bellman, Method::nullspace}) {
      SCOPED_TRACE(name(method));
      const Instant after = solve(scaled, method);
      EXPECT_EQ(after.status, Status::ok);
      EXPECT_EQ(after.rank, before.rank);
      EXPECT_TRUE(near(after.acceleration, before.acceleration, bound.acceleration));
      EXPECT_TRUE(near(after.force_lagrange, before.force_lagrange, bound.force));
    }
  }
}

TEST(RandomSystems, DuplicatedRowsChangeNothingWhereRowsAgree) {
  for (std::uint64_t seed = 500000; seed < 500000 + systems(0.05) && !enough(); ++seed) {
    const Drawn d = draw(seed, 60);
    if (d.contradictory || d.system.m() == 0) continue;
    SCOPED_TRACE(seeded(seed, d.system) + ", rank " + std::to_string(d.rank));
    Random random(seed);
    const Instant before = solve(d.system), after = solve(with_duplicate_rows(d.system, random));
    const Bound bound = bound_of(d, before);
    EXPECT_EQ(after.status, Status::ok);
    EXPECT_EQ(after.rank, before.rank);
    EXPECT_TRUE(near(after.acceleration, before.acceleration, bound.acceleration));
    EXPECT_TRUE(near(after.force_lagrange, before.force_lagrange, bound.force));
  }
}

// x = T x': solving and changing coordinates commute; forces are covectors.
void expect_commutes(const Drawn& d, const Matrix& T) {
  const Instant before = solve(d.system), after = solve(in_coordinates(d.system, T));
  const Drawn there{in_coordinates(d.system, T), d.rank, d.contradictory};
  const Bound bound = bound_of(there, after), home = bound_of(d, before);
  EXPECT_EQ(after.status, before.status);
  EXPECT_EQ(after.rank, before.rank);
  EXPECT_TRUE(near(Vector(T * vec(after.acceleration)), vec(before.acceleration),
                   T.norm() * bound.acceleration + home.acceleration));
  EXPECT_TRUE(near(vec(after.force_lagrange), Vector(T.transpose() * vec(before.force_lagrange)),
                   bound.force + T.norm() * home.force));
  EXPECT_NEAR(after.gauss, before.gauss, bound.gauss + home.gauss);
}

TEST(RandomSystems, ChangeOfCoordinatesCommutesWithSolving) {
  for (std::uint64_t seed = 600000; seed < 600000 + systems(0.05) && !enough(); ++seed) {
    const Drawn d = draw(seed, 40);
    SCOPED_TRACE(seeded(seed, d.system) + ", rank " + std::to_string(d.rank));
    Random random(seed);
    expect_commutes(d, integer_coordinates(random, d.system.n()));
  }
}

// A rotation rounds A, so rows are redundant only to rounding: the rank rule must see through it.
TEST(RandomSystems, RotationCommutesWithSolving) {
  for (std::uint64_t seed = 700000; seed < 700000 + systems(0.05) && !enough(); ++seed) {
    const Drawn d = draw(seed, 40);
    SCOPED_TRACE(seeded(seed, d.system) + ", rank " + std::to_string(d.rank));
    Random random(seed);
    expect_commutes(d, random_orthogonal(random, d.system.n()));
  }
}

// The extended precision oracle, on as many as its cost allows.
TEST(RandomSystems, AgreeWithTheOracle) {
  for (std::uint64_t seed = 800000; seed < 800000 + systems(0.05) && !enough(); ++seed) {
    const Drawn d = draw(seed, 14);
    SCOPED_TRACE(seeded(seed, d.system) + ", rank " + std::to_string(d.rank));
    const Answer truth = oracle(d.system);
    ASSERT_EQ(truth.rank, static_cast<std::size_t>(d.rank));
    const Method methods[] = {Method::explicit_, Method::bellman, Method::nullspace};
    const Instant instant = solve(d.system, methods[seed % 3]);
    const Bound bound = bound_of(d, instant);
    EXPECT_TRUE(near(instant.acceleration, rounded(truth.xdd), bound.acceleration));
    EXPECT_TRUE(near(instant.force_lagrange, rounded(truth.F_L), bound.force));
    EXPECT_TRUE(near(instant.force_coulomb, rounded(truth.F_C), bound.force));
    EXPECT_TRUE(near(instant.multipliers, rounded(truth.multipliers), bound.multipliers));
    EXPECT_TRUE(near(instant.residual, rounded(truth.residual), bound.residual));
    EXPECT_NEAR(instant.gauss, static_cast<double>(truth.gauss), bound.gauss);
  }
}

}  // namespace
}  // namespace zwang::test

// SPDX-License-Identifier: Apache-2.0
// Numbers at the edge: a defined result or a clear status, never garbage.

#include <limits>

#include "support/algebra.h"
#include "support/bound.h"
#include "support/expect.h"
#include "support/oracle.h"
#include "support/random.h"

namespace zwang::test {
namespace {

const double nan = std::numeric_limits<double>::quiet_NaN();
const double inf = std::numeric_limits<double>::infinity();
const Method every[] = {Method::automatic, Method::explicit_, Method::bellman, Method::nullspace};

System plain() {
  System s;
  s.M = matrix({{4, 1, 0}, {1, 3, 1}, {0, 1, 2}});
  s.Q = vector({1, -2, 3});
  s.A = matrix({{1, 2, 0}, {0, 1, -1}});
  s.b = vector({1, 4});
  s.C = vector({1, 1, -1});
  s.W = vector({1, 2});
  return s;
}

/// Against the oracle, to what rounding explains.
void expect_right(const System& s, Method method = Method::automatic, Index rank = -1) {
  const Answer truth = oracle(s, rank);
  const Instant instant = solve(s, method);
  SCOPED_TRACE(name(method));
  EXPECT_EQ(instant.status, truth.contradictory ? Status::contradictory : Status::ok);
  EXPECT_EQ(instant.rank, truth.rank);
  const Bound bound =
      rounding_bound(s, rounded(truth.xdd), static_cast<Index>(truth.rank), truth.contradictory);
  EXPECT_TRUE(near(instant.acceleration, rounded(truth.xdd), bound.acceleration));
}

TEST(HardCases, NumbersThatAreNotFiniteAreRefused) {
  for (double bad : {nan, inf, -inf}) {
    for (int argument = 0; argument < 5; ++argument) {
      System s = plain();
      if (argument == 0) s.M(1, 1) = bad;
      if (argument == 1) s.Q(2) = bad;
      if (argument == 2) s.A(1, 0) = bad;
      if (argument == 3) s.b(1) = bad;
      if (argument == 4) s.C(0) = bad;
      for (Method method : every) {
        SCOPED_TRACE(std::to_string(argument) + " " + std::string(name(method)));
        EXPECT_EQ(solve(s, method).status, Status::not_finite_input);
        Options options;
        options.method = method;
        InstantSolver solver(3, 2, options);
        EXPECT_EQ(solver.solve(problem(s)).status, Status::not_finite_input);
      }
    }
  }
}

TEST(HardCases, ASolverRecoversAfterBadNumbers) {
  System good = plain(), bad = plain();
  bad.A(0, 0) = nan;
  InstantSolver solver(3, 2);
  const std::vector<double> before = solver.solve(problem(good)).acceleration;
  solver.solve(problem(bad));
  EXPECT_EQ(solver.solve(problem(good)).acceleration, before);
  EXPECT_EQ(solver.solve(problem(good)).status, Status::ok);
}

TEST(HardCases, NoRowsGiveFreeMotion) {
  System s = plain();
  s.A.resize(0, 3);
  s.b.resize(0);
  s.W.resize(0);
  s.C.resize(0);
  for (Method method : every) {
    SCOPED_TRACE(name(method));
    const Instant instant = solve(s, method);
    EXPECT_EQ(instant.status, Status::ok);
    EXPECT_EQ(instant.rank, 0u);
    EXPECT_EQ(instant.freedom, 3u);
    EXPECT_TRUE(near(instant.acceleration, Vector(inverse(s.M) * s.Q), 1e-14));
    EXPECT_TRUE(near(instant.force_lagrange, Vector::Zero(3), 1e-14));
    EXPECT_TRUE(instant.multipliers.empty());
    EXPECT_NEAR(instant.gauss, 0, 1e-28);
  }
}

TEST(HardCases, NoCoordinatesAreASystemToo) {
  for (double b : {0.0, 2.0}) {
    for (Index m : {0, 2}) {
      System s;
      s.A.resize(m, 0);
      s.b = Vector::Constant(m, b);
      for (Method method : every) {
        SCOPED_TRACE(name(method));
        const Instant instant = solve(s, method);
        const bool asks = m > 0 && b != 0;
        EXPECT_EQ(instant.status, asks ? Status::contradictory : Status::ok);
        EXPECT_TRUE(instant.acceleration.empty());
        EXPECT_EQ(instant.rank, 0u);
        EXPECT_TRUE(near(instant.residual, s.b, 0));
      }
    }
  }
}

TEST(HardCases, ZeroRowsAreHarmlessOrContradictory) {
  for (double asked : {0.0, 3.0}) {
    System s = plain();
    s.A.row(1).setZero();
    s.b(1) = asked;
    System without = s;
    without.A = Matrix(s.A.topRows(1));
    without.b = Vector(s.b.head(1));
    without.W.resize(0);
    const Instant reference = solve(without);
    for (Method method : every) {
      SCOPED_TRACE(name(method));
      const Instant instant = solve(s, method);
      ASSERT_EQ(instant.status, asked == 0 ? Status::ok : Status::contradictory);
      EXPECT_TRUE(near(instant.acceleration, reference.acceleration, 1e-13));
      EXPECT_EQ(instant.vanished, std::vector<std::size_t>{1});
      EXPECT_EQ(instant.multipliers[1], 0);
      EXPECT_EQ(instant.unique[1], 0);
      EXPECT_NEAR(instant.residual[1], asked, 1e-15);
    }
  }
}

TEST(HardCases, MoreRowsThanCoordinates) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    Random random(seed);
    System s;
    s.M = random_mass(random, 3, 10);
    s.Q = random_vector(random, 3);
    s.A = random_of_rank(random, 7, 3, random.integer(1, 3));
    s.b = seed % 2 ? random_integers(random, 7, 4) : Vector(s.A * random_integers(random, 3, 4));
    SCOPED_TRACE(seeded(seed, s));
    for (Method method : every) expect_right(s, method);
  }
}

TEST(HardCases, RowsOfSizesFromOneBillionthToOneBillion) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    Random random(seed);
    System s;
    s.M = random_mass(random, 6, 10);
    s.Q = random_vector(random, 6);
    s.A = random_matrix(random, 4, 6);
    s.b = random_vector(random, 4);
    for (Index i = 0; i < 4; ++i) {
      const double scale = std::pow(10.0, random.uniform(-9, 9));
      s.A.row(i) *= scale;
      s.b(i) *= scale;
    }
    SCOPED_TRACE(seeded(seed, s));
    for (Method method : every) expect_right(s, method);
  }
}

TEST(HardCases, MassRatiosOfAHundredMillion) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    Random random(seed);
    System s;
    const Matrix U = seed % 2 ? random_orthogonal(random, 5) : Matrix(Matrix::Identity(5, 5));
    const Matrix M = U * spread(5, 1e8).asDiagonal() * U.transpose();
    s.M = (M + M.transpose()) / 2;
    s.Q = random_vector(random, 5);
    s.A = random_matrix(random, 2, 5);
    s.b = random_vector(random, 2);
    SCOPED_TRACE(seeded(seed, s));
    for (Method method : every) expect_right(s, method);
  }
}

/// M = BᵀB, B 2×3: rank 2, but rounding may leave Cholesky a third pivot of 1e-17.
System singular_by_rounding(Random& random) {
  System s;
  const Matrix B = random_matrix(random, 2, 3), M = B.transpose() * B;
  s.M = (M + M.transpose()) / 2;
  s.A = null_space(s.M, 2).transpose();
  s.Q = random_vector(random, 3);
  s.b = vector({0.5});
  return s;
}

TEST(HardCases, SingularMassIsSeenEvenWhereCholeskySucceeds) {
  int passed = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Random random(seed);
    System s = singular_by_rounding(random);
    SCOPED_TRACE(seeded(seed, s));
    passed += cholesky(s.M).size() > 0;
    // Tied along its null direction the motion is determined, by ZᵀMZ alone.
    const Instant tied = solve(s);
    EXPECT_EQ(tied.status, Status::ok);
    EXPECT_FALSE(tied.free_motion);
    const Matrix Z = null_space(s.A, 1);
    const Vector x_p = s.A.transpose() * s.b / s.A.squaredNorm();
    const Matrix H = Z.transpose() * s.M * Z;
    const Vector xdd = x_p + Z * inverse(H) * Z.transpose() * (s.Q - s.M * x_p);
    const double kappa = s.M.norm() * inverse(H).norm();
    EXPECT_TRUE(near(tied.acceleration, xdd, 1e-14 * kappa * kappa * (1 + xdd.norm())));
    EXPECT_EQ(solve(s, Method::explicit_).status, Status::mass_not_definite);
    EXPECT_EQ(solve(s, Method::bellman).status, Status::mass_not_definite);
    // Free along it, it is not determined, and no number of size 1e16 comes out.
    s.A = Matrix(Z.col(0).transpose());
    const Instant loose = solve(s);
    EXPECT_EQ(loose.status, Status::degenerate);
    EXPECT_EQ(loose.null_direction.size(), 3u);
  }
  EXPECT_GT(passed, 20) << "the trap was not set";
}

// As far as their squares are numbers, the size of rows does not matter; beyond, the answer may be
// refused by its status, but no row is taken for a vanished one.
TEST(HardCases, HugeAndTinyRowsAreRowsLikeOthers) {
  const Vector wanted = vec(solve(plain()).acceleration);
  for (double scale : {1e140, 1e-140, 1e160, 1e-160, 1e200, 1e-200}) {
    System s = plain();
    s.W.resize(0);
    s.A *= scale;
    s.b *= scale;
    for (Method method : every) {
      SCOPED_TRACE("rows times 1e" + std::to_string(static_cast<int>(std::log10(scale))) + ", " +
                   std::string(name(method)));
      const Instant instant = solve(s, method);
      EXPECT_TRUE(instant.vanished.empty());
      if (std::abs(std::log10(scale)) > 150 && instant.status == Status::overflow) continue;
      EXPECT_EQ(instant.status, Status::ok);
      EXPECT_EQ(instant.rank, 2u);
      EXPECT_TRUE(near(instant.acceleration, wanted, 1e-13));
    }
  }
}

TEST(HardCases, HugeAndTinyMassesAreMassesLikeOthers) {
  const Vector wanted = vec(solve(plain()).acceleration);
  for (double scale : {1e200, 1e-200}) {
    System s = plain();
    s.M *= scale;
    s.Q *= scale;
    s.C *= scale;
    for (Method method : every) {
      SCOPED_TRACE(std::to_string(std::log10(scale)) + " " + std::string(name(method)));
      const Instant instant = solve(s, method);
      ASSERT_EQ(instant.status, Status::ok);
      EXPECT_TRUE(near(instant.acceleration, wanted, 1e-13));
      EXPECT_NEAR(instant.force_lagrange[0] / scale, -69.0 / 19, 1e-12);
    }
  }
}

TEST(HardCases, ResultsThatLeaveTheRangeOfDoubleAreSaidTo) {
  System s = plain();
  s.M *= 1e-200;
  s.Q *= 1e200;
  for (Method method : every) EXPECT_EQ(solve(s, method).status, Status::overflow) << name(method);
}

// Kahan's triangular matrix: pivoted QR sees no small pivot where σ_min is tiny.
TEST(HardCases, KahanRowsKeepTheirRank) {
  for (Index n : {10, 20, 30}) {
    const double c = 0.285, sine = std::sqrt(1 - c * c);
    System s;
    s.M = Matrix::Identity(n, n);
    s.A = Matrix::Zero(n, n);
    for (Index i = 0; i < n; ++i) {
      s.A(i, i) = std::pow(sine, static_cast<double>(i));
      for (Index j = i + 1; j < n; ++j) s.A(i, j) = -c * std::pow(sine, static_cast<double>(i));
    }
    s.Q = Vector::LinSpaced(n, -1, 1);
    s.b = s.A * Vector::Ones(n);
    SCOPED_TRACE(n);
    for (Method method : every) {
      expect_right(s, method);
      System transposed = s;
      transposed.A = Matrix(s.A.transpose());
      expect_right(transposed, method);
    }
  }
}

System hilbert(Index m, Index n) {
  System s;
  s.M = Matrix::Identity(n, n);
  s.Q = Vector::LinSpaced(n, -1, 1);
  s.A.resize(m, n);
  for (Index i = 0; i < m; ++i)
    for (Index j = 0; j < n; ++j) s.A(i, j) = 1.0 / static_cast<double>(i + j + 1);
  s.b = s.A * Vector::Ones(n);
  return s;
}

TEST(HardCases, HilbertRowsUpToTheEdgeOfRank) {
  for (Index m = 2; m <= 8; ++m) {
    SCOPED_TRACE(m);
    for (Method method : every) expect_right(hilbert(m, 10), method, m);
  }
}

// Beyond, σ_min is below rounding: the rank is what double can see, the rows still hold, and the
// motion stays of the size of what was asked.
TEST(HardCases, HilbertRowsBeyondTheEdgeOfRank) {
  for (Index m : {12, 16, 20}) {
    const System s = hilbert(m, 20);
    for (Method method : every) {
      SCOPED_TRACE(std::to_string(m) + " " + std::string(name(method)));
      const Instant instant = solve(s, method);
      EXPECT_EQ(instant.status, Status::ok);
      EXPECT_TRUE(finite(instant.acceleration));
      EXPECT_LT(instant.rank, 20u);
      EXPECT_TRUE(near(Vector(s.A * vec(instant.acceleration)), s.b, 1e-11 * s.b.norm()));
      EXPECT_LT(vec(instant.acceleration).norm(), 100);
    }
  }
}

// Without gauss's a the numbers that need it are NaN, and say so.
TEST(HardCases, WhatDoesNotExistIsNotANumber) {
  System s;
  s.M = matrix({{1, 0}, {0, 0}});
  s.Q = vector({3, 0});
  s.A = matrix({{1, -1}});
  s.b = vector({0});
  const Instant instant = solve(s);
  EXPECT_FALSE(instant.free_motion);
  EXPECT_TRUE(std::isnan(instant.gauss));
  for (double x : instant.free_acceleration) EXPECT_TRUE(std::isnan(x));
  for (double x : instant.misfit) EXPECT_TRUE(std::isnan(x));
  for (double x : instant.deviation) EXPECT_TRUE(std::isnan(x));
  EXPECT_TRUE(near(instant.acceleration, vector({3, 3}), 1e-14));
}

}  // namespace
}  // namespace zwang::test

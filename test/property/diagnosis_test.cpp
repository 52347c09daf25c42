// SPDX-License-Identifier: Apache-2.0
// What is said about the rows: which depend on which, which cannot hold together, which λ are
// unique. Each claim is checked against its definition, not against an algorithm.

#include <algorithm>
#include <set>

#include "support/algebra.h"
#include "support/draw.h"
#include "support/expect.h"

namespace zwang::test {
namespace {

Matrix rows_of(const Matrix& A, const std::vector<std::size_t>& rows) {
  Matrix B(static_cast<Index>(rows.size()), A.cols());
  for (std::size_t k = 0; k < rows.size(); ++k)
    B.row(static_cast<Index>(k)) = A.row(static_cast<Index>(rows[k]));
  return B;
}

/// A_row = Σ c_k A_rows_k with independent rows and no idle coefficient.
void expect_dependence(const Matrix& A, const Dependence& d) {
  ASSERT_EQ(d.rows.size(), d.coefficients.size());
  EXPECT_TRUE(std::is_sorted(d.rows.begin(), d.rows.end()));
  EXPECT_EQ(std::count(d.rows.begin(), d.rows.end(), d.row), 0);
  const Matrix B = rows_of(A, d.rows);
  const Vector c = vec(d.coefficients), row = A.row(static_cast<Index>(d.row)).transpose();
  EXPECT_EQ(integer_rank(B), B.rows()) << "row " << d.row << " is said to depend on dependent rows";
  EXPECT_TRUE(near(Vector(B.transpose() * c), row, 1e-9 * (1 + row.norm())));
  for (double x : d.coefficients) EXPECT_GT(std::abs(x), 1e-9);
}

/// Σ w_k A_rows_k = 0, Σ w_k b_rows_k ≠ 0, and no row can be spared.
void expect_contradiction(const System& s, const Contradiction& c) {
  ASSERT_EQ(c.rows.size(), c.combination.size());
  EXPECT_TRUE(std::is_sorted(c.rows.begin(), c.rows.end()));
  const Matrix B = rows_of(s.A, c.rows);
  const Vector w = vec(c.combination);
  Vector asked(B.rows());
  for (Index k = 0; k < B.rows(); ++k)
    asked(k) = s.b(static_cast<Index>(c.rows[static_cast<std::size_t>(k)]));
  EXPECT_TRUE(near(Vector(B.transpose() * w), Vector::Zero(s.n()), 1e-9 * B.norm() * w.norm()));
  EXPECT_EQ(integer_rank(B), B.rows() - 1) << "not a smallest set";
  for (double x : c.combination) EXPECT_GT(std::abs(x), 1e-9 * w.norm()) << "a row could be spared";
  const double gap = std::abs(w.dot(asked)) / w.norm();
  EXPECT_GT(gap, 1e-9);
  EXPECT_NEAR(c.size, gap, 1e-8 * (1 + gap));
}

TEST(Diagnosis, RedundantRowsNameWhatTheyDependOn) {
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    const Drawn d = draw(seed, 12);
    SCOPED_TRACE(seeded(seed, d.system) + ", rank " + std::to_string(d.rank));
    const Instant instant = solve(d.system);
    EXPECT_EQ(static_cast<Index>(instant.redundant.size()), d.system.m() - d.rank);
    std::set<std::size_t> rows;
    for (const Dependence& dependence : instant.redundant) {
      expect_dependence(d.system.A, dependence);
      rows.insert(dependence.row);
    }
    EXPECT_EQ(rows.size(), instant.redundant.size());
    // Without the redundant rows the rank stays.
    std::vector<std::size_t> kept;
    for (std::size_t i = 0; i < static_cast<std::size_t>(d.system.m()); ++i)
      if (!rows.count(i)) kept.push_back(i);
    EXPECT_EQ(integer_rank(rows_of(d.system.A, kept)), d.rank);
  }
}

TEST(Diagnosis, SumOfTwoRowsIsFoundWithItsCoefficients) {
  System s;
  s.M = Matrix::Identity(4, 4);
  s.Q = Vector::Ones(4);
  s.A = matrix({{1, 0, 0, 2}, {0, 1, 0, -1}, {0, 0, 5, 0}, {2, -3, 0, 7}});
  s.b = vector({1, 1, 1, -1});
  for (Method method : {Method::explicit_, Method::bellman, Method::nullspace}) {
    const Instant instant = solve(s, method);
    ASSERT_EQ(instant.redundant.size(), 1u);
    const Dependence& d = instant.redundant[0];
    expect_dependence(s.A, d);
    // Row 3 = 2·row 0 − 3·row 1, whichever of the three is taken for the redundant one.
    std::vector<std::size_t> circle = d.rows;
    circle.push_back(d.row);
    std::sort(circle.begin(), circle.end());
    EXPECT_EQ(circle, (std::vector<std::size_t>{0, 1, 3}));
    EXPECT_TRUE(instant.contradictory.empty());
    EXPECT_EQ(instant.unique, (std::vector<unsigned char>{0, 0, 1, 0}));
  }
}

TEST(Diagnosis, RandomContradictionsAreSmallestSets) {
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    const Drawn d = draw(seed, 12);
    SCOPED_TRACE(seeded(seed, d.system) + ", rank " + std::to_string(d.rank));
    const Instant instant = solve(d.system);
    EXPECT_EQ(instant.contradictory.empty(), !d.contradictory);
    for (const Contradiction& c : instant.contradictory) expect_contradiction(d.system, c);
    for (std::size_t k = 1; k < instant.contradictory.size(); ++k)
      EXPECT_LE(instant.contradictory[k - 1].rows.size(), instant.contradictory[k].rows.size());
  }
}

// Three planted fights among rows that otherwise are independent: a pair, a triple, a zero row.
TEST(Diagnosis, EveryPlantedContradictionIsFound) {
  Random random(3);
  System s;
  s.M = random_mass(random, 10, 10);
  s.Q = random_vector(random, 10);
  s.A = random_of_rank(random, 9, 10, 9);
  s.b = s.A * random_integers(random, 10, 3);
  s.A.row(4) = -2 * s.A.row(1);
  s.b(4) = -2 * s.b(1) + 5;
  s.A.row(7) = s.A.row(2) + 3 * s.A.row(5);
  s.b(7) = s.b(2) + 3 * s.b(5) - 2;
  s.A.row(8).setZero();
  s.b(8) = -7;
  const Instant instant = solve(s);
  EXPECT_EQ(instant.status, Status::contradictory);
  ASSERT_EQ(instant.contradictory.size(), 3u);
  EXPECT_EQ(instant.contradictory[0].rows, (std::vector<std::size_t>{8}));
  EXPECT_EQ(instant.contradictory[1].rows, (std::vector<std::size_t>{1, 4}));
  EXPECT_EQ(instant.contradictory[2].rows, (std::vector<std::size_t>{2, 5, 7}));
  EXPECT_NEAR(instant.contradictory[0].size, 7, 1e-12);
  EXPECT_NEAR(instant.contradictory[1].size, 5 / std::sqrt(5.0), 1e-12);
  EXPECT_NEAR(instant.contradictory[2].size, 2 / std::sqrt(11.0), 1e-12);
  for (const Contradiction& c : instant.contradictory) expect_contradiction(s, c);
  EXPECT_EQ(instant.vanished, std::vector<std::size_t>{8});
}

// Dependent rows that agree are redundant and no contradiction, beside others that fight.
TEST(Diagnosis, AgreeingDependenceIsNotCalledAContradiction) {
  System s;
  s.M = Matrix::Identity(3, 3);
  s.Q = Vector::Zero(3);
  s.A = matrix({{1, 0, 0}, {2, 0, 0}, {0, 1, 0}, {0, 3, 0}});
  s.b = vector({1, 2, 1, 4});
  const Instant instant = solve(s);
  EXPECT_EQ(instant.redundant.size(), 2u);
  ASSERT_EQ(instant.contradictory.size(), 1u);
  EXPECT_EQ(instant.contradictory[0].rows, (std::vector<std::size_t>{2, 3}));
}

TEST(Diagnosis, VanishedRowsAreListed) {
  System s;
  s.M = Matrix::Identity(3, 3);
  s.Q = Vector::Ones(3);
  s.A = matrix({{0, 0, 0}, {1, 1, 1}, {0, 0, 0}});
  s.b = vector({0, 1, 0});
  const Instant instant = solve(s);
  EXPECT_EQ(instant.vanished, (std::vector<std::size_t>{0, 2}));
  EXPECT_EQ(instant.status, Status::ok);
  ASSERT_EQ(instant.redundant.size(), 2u);
  for (const Dependence& d : instant.redundant) EXPECT_TRUE(d.rows.empty());
}

// λ_i is unique if no w with Aᵀw = 0 has w_i ≠ 0.
TEST(Diagnosis, UniqueMultipliersAreThoseThatNoNullVectorMoves) {
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    const Drawn d = draw(seed, 12);
    SCOPED_TRACE(seeded(seed, d.system) + ", rank " + std::to_string(d.rank));
    if (d.system.m() == 0) continue;
    const Matrix N = null_space(d.system.A.transpose(), d.rank);
    const Method methods[] = {Method::explicit_, Method::bellman, Method::nullspace};
    const Instant instant = solve(d.system, methods[seed % 3]);
    for (Index i = 0; i < d.system.m(); ++i)
      EXPECT_EQ(instant.unique[static_cast<std::size_t>(i)], N.row(i).norm() < 1e-9) << i;
  }
}

// The planted fights leave alone the multipliers of rows that have no part in them.
TEST(Diagnosis, MultipliersAreTheShortest) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const Drawn d = draw(seed, 12);
    SCOPED_TRACE(seeded(seed, d.system) + ", rank " + std::to_string(d.rank));
    const Instant instant = solve(d.system);
    const Vector lambda = vec(instant.multipliers);
    const Vector shortest = pinv(d.system.A.transpose(), d.rank) * vec(instant.force_lagrange);
    EXPECT_TRUE(near(lambda, shortest, 1e-9 * (1 + shortest.norm())));
  }
}

// Two rows an angle of 1e-8 apart: independent at an instant, near-singular while stepping, where
// the direction is solved and not dropped: rows that agree still hold.
TEST(Diagnosis, NearSingularDirectionsAreCountedWhileStepping) {
  System s;
  s.M = Matrix::Identity(3, 3);
  s.Q = vector({0, 0, -1});
  s.A = matrix({{1, 1, 0}, {1, 1 + 1e-8, 0}});
  s.b = s.A * vector({1, 2, 0});
  Options options;
  options.tolerance = RankTolerance::stepping;
  const Instant stepping = solve_instant(problem(s), options), instant = solve(s);
  EXPECT_EQ(instant.rank, 2u);
  EXPECT_TRUE(near(instant.acceleration, vector({1, 2, -1}), 1e-6));
  EXPECT_EQ(stepping.near_singular, 1u);
  EXPECT_TRUE(near(Vector(s.A * vec(stepping.acceleration)), s.b, 1e-7));
  EXPECT_LT(vec(stepping.acceleration).norm(), 10);
}

// The same rows contradictory by an integrator's error: no number of size 1/1e-8 comes out.
TEST(Diagnosis, NearSingularDirectionsDoNotAmplifyNoise) {
  System s;
  s.M = Matrix::Identity(3, 3);
  s.Q = vector({0, 0, -1});
  s.A = matrix({{1, 1, 0}, {1, 1 + 1e-11, 0}});
  s.b = vector({3, 3 + 1e-7});
  Options options;
  options.tolerance = RankTolerance::stepping;
  for (Method method : {Method::explicit_, Method::bellman, Method::nullspace, Method::proximal}) {
    options.method = method;
    const Instant stepping = solve_instant(problem(s), options);
    EXPECT_EQ(stepping.near_singular, 1u) << name(method);
    EXPECT_LT(vec(stepping.acceleration).norm(), 10) << name(method);
  }
  EXPECT_GT(vec(solve(s).acceleration).norm(), 1e3);  // what was asked, taken at its word
}

TEST(Diagnosis, WellConditionedRowsHaveNoNearSingularDirections) {
  Options options;
  options.tolerance = RankTolerance::stepping;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    Random random(seed);
    System s;
    s.M = random_mass(random, 6, 10);
    s.Q = random_vector(random, 6);
    s.A = random_of_rank(random, 5, 6, random.integer(1, 5));
    s.b = s.A * random_integers(random, 6, 3);
    SCOPED_TRACE(seeded(seed, s));
    const Instant stepping = solve_instant(problem(s), options), instant = solve(s);
    EXPECT_EQ(stepping.near_singular, 0u);
    EXPECT_EQ(stepping.rank, instant.rank);
    EXPECT_TRUE(near(stepping.acceleration, instant.acceleration,
                     1e-9 * (1 + vec(instant.acceleration).norm())));
  }
}

TEST(Diagnosis, ConditionIsThatOfTheEquilibratedRows) {
  Random random(5);
  for (double kappa : {1.0, 1e2, 1e4, 1e6}) {
    System s;
    s.M = Matrix::Identity(6, 6);
    s.Q = random_vector(random, 6);
    s.A = with_singular_values(random, 4, 6, spread(4, kappa));
    s.b = random_vector(random, 4);
    Matrix rows = s.A;
    for (Index i = 0; i < 4; ++i) rows.row(i).normalize();
    const double truth = test::kappa(rows, 4), estimate = solve(s).condition;
    EXPECT_GE(estimate, truth / 10) << kappa;  // an estimate: an order of magnitude
    EXPECT_LE(estimate, truth * 10) << kappa;
  }
}

}  // namespace
}  // namespace zwang::test

// SPDX-License-Identifier: Apache-2.0
// The finer points of the diagnosis: which row is called redundant, the smallest contradiction
// where it is hidden, weights, units, and how it is switched off. The rest: diagnosis_test.cpp.

#include <algorithm>

#include "support/expect.h"
#include "support/random.h"

namespace zwang::test {
namespace {

using Rows = std::vector<std::size_t>;

System unit_mass(const Matrix& A, const Vector& b) {
  System s;
  s.M = Matrix::Identity(A.cols(), A.cols());
  s.Q = Vector::Zero(A.cols());
  s.A = A;
  s.b = b;
  return s;
}

// Row 1 = row 0 doubled, row 3 = row 0 + row 2: a reader expects the later ones to be redundant,
// whatever pivoting kept.
TEST(Diagnose, LatestRowOfASetIsTheRedundantOne) {
  for (double scale : {1.0, 1e6, 1e-6}) {
    Matrix A = matrix({{1, 0, 1}, {2, 0, 2}, {0, 3, 0}, {1, 3, 1}});
    A.row(3) *= scale;
    const Instant instant = solve(unit_mass(A, Vector::Zero(4)));
    ASSERT_EQ(instant.redundant.size(), 2u);
    EXPECT_EQ(instant.redundant[0].row, 1u);
    EXPECT_EQ(instant.redundant[0].rows, Rows{0});
    EXPECT_TRUE(near(instant.redundant[0].coefficients, vector({2}), 1e-13));
    EXPECT_EQ(instant.redundant[1].row, 3u);
    EXPECT_EQ(instant.redundant[1].rows, (Rows{0, 2}));
    EXPECT_TRUE(near(instant.redundant[1].coefficients, vector({scale, scale}), 1e-13 * scale));
  }
}

// Each of rows 3 and 4 depends on rows 0, 1, 2; together they are a set of two.
TEST(Diagnose, HiddenSmallestContradictionComesFirst) {
  const Matrix A = matrix({{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1}, {2, 2, 2}});
  const Instant instant = solve(unit_mass(A, vector({1, 1, 1, 4, 7})));
  ASSERT_EQ(instant.status, Status::contradictory);
  ASSERT_FALSE(instant.contradictory.empty());
  const Contradiction& smallest = instant.contradictory[0];
  EXPECT_EQ(smallest.rows, (Rows{3, 4}));
  EXPECT_NEAR(smallest.size, 1 / std::sqrt(5.0), 1e-13);  // |2·4 − 7| / ‖(2, −1)‖
}

// Forty rows of rank ten: more sets than can be tried, and still true ones are named.
TEST(Diagnose, TooManySetsToTryStillGivesOnesThatFight) {
  Random random(11);
  const Matrix A = random_of_rank(random, 40, 12, 10);
  const System s = unit_mass(A, random_integers(random, 40, 9));
  const Instant instant = solve(s);
  ASSERT_EQ(instant.status, Status::contradictory) << "seed 11";
  ASSERT_FALSE(instant.contradictory.empty());
  for (const Contradiction& c : instant.contradictory) {
    Vector sum = Vector::Zero(12);
    double asked = 0;
    for (std::size_t k = 0; k < c.rows.size(); ++k) {
      sum += c.combination[k] * A.row(static_cast<Index>(c.rows[k])).transpose();
      asked += c.combination[k] * s.b(static_cast<Index>(c.rows[k]));
    }
    EXPECT_LE(sum.norm(), 1e-9 * vec(c.combination).norm() * A.norm());
    EXPECT_GT(std::abs(asked), 1e-9);
    EXPECT_LE(c.rows.size(), 11u);
  }
}

// The size is the residual that is left if only these rows are asked for, in the norm of weights.
TEST(Diagnose, SizeOfAContradictionIsItsWeightedResidual) {
  System pair = unit_mass(matrix({{1, 0}, {1, 0}, {0, 1}}), vector({0, 3, 5}));
  pair.W = vector({1, 8, 2});
  const Instant fight = solve(pair);
  ASSERT_EQ(fight.contradictory.size(), 1u);
  EXPECT_EQ(fight.contradictory[0].rows, (Rows{0, 1}));
  EXPECT_NEAR(fight.contradictory[0].size, 3 / std::sqrt(1 + 1.0 / 8), 1e-13);
  EXPECT_NEAR(fight.acceleration[0], 8.0 / 9 * 3, 1e-13);

  System zero = unit_mass(matrix({{0, 0}, {0, 1}}), vector({-2, 1}));
  zero.W = vector({9, 1});
  const Instant asks = solve(zero);
  ASSERT_EQ(asks.contradictory.size(), 1u);
  EXPECT_EQ(asks.contradictory[0].rows, Rows{0});
  EXPECT_NEAR(asks.contradictory[0].size, 6, 1e-13);
}

// In units of its own a row is the same row: metres and nanometres.
TEST(Diagnose, UnitsOfARowChangeCoefficientsOnly) {
  const double nano = std::ldexp(1.0, -30);
  Matrix A = matrix({{1, 2, 0}, {0, 1, 1}, {1, 3, 1}});
  Vector b = vector({1, 1, 5});
  const Instant plain = solve(unit_mass(A, b));
  A.row(1) *= nano;
  b(1) *= nano;
  const Instant scaled = solve(unit_mass(A, b));
  ASSERT_EQ(plain.contradictory.size(), 1u);
  ASSERT_EQ(scaled.contradictory.size(), 1u);
  EXPECT_EQ(scaled.contradictory[0].rows, plain.contradictory[0].rows);
  ASSERT_EQ(scaled.redundant.size(), 1u);
  EXPECT_EQ(scaled.redundant[0].row, 2u);
  EXPECT_TRUE(near(scaled.redundant[0].coefficients, vector({1, 1 / nano}), 1e-4));
}

TEST(Diagnose, EveryMethodSaysTheSame) {
  const Matrix A = matrix({{1, 1, 0}, {1, -1, 0}, {2, 0, 0}, {0, 0, 0}});
  for (Method method : {Method::automatic, Method::explicit_, Method::bellman, Method::nullspace,
                        Method::proximal}) {
    SCOPED_TRACE(name(method));
    const Instant instant = solve(unit_mass(A, vector({1, 1, 5, 0})), method);
    EXPECT_EQ(instant.status, Status::contradictory);
    ASSERT_EQ(instant.redundant.size(), 2u);
    EXPECT_EQ(instant.redundant[0].row, 2u);
    EXPECT_EQ(instant.redundant[1].row, 3u);
    EXPECT_TRUE(instant.redundant[1].rows.empty());
    ASSERT_EQ(instant.contradictory.size(), 1u);
    EXPECT_EQ(instant.contradictory[0].rows, (Rows{0, 1, 2}));
    EXPECT_EQ(instant.vanished, Rows{3});
  }
}

// Off by 1e-8: a contradiction at an instant, an integrator's error while stepping.
TEST(Diagnose, SteppingForgivesWhatAnIntegratorLeaves) {
  const System s = unit_mass(matrix({{1, 0}, {1, 0}}), vector({1, 1 + 1e-8}));
  EXPECT_EQ(solve(s).contradictory.size(), 1u);
  Options options;
  options.tolerance = RankTolerance::stepping;
  const Instant stepping = solve_instant(problem(s), options);
  EXPECT_EQ(stepping.status, Status::ok);
  EXPECT_TRUE(stepping.contradictory.empty());
  EXPECT_EQ(stepping.redundant.size(), 1u);
}

TEST(Diagnose, ListsStayEmptyUnlessAskedFor) {
  const System s = unit_mass(matrix({{1, 0}, {1, 0}, {0, 0}}), vector({1, 2, 0}));
  Options options;
  options.diagnose = false;
  const Instant instant = solve_instant(problem(s), options);
  EXPECT_EQ(instant.status, Status::contradictory);
  EXPECT_TRUE(instant.redundant.empty());
  EXPECT_TRUE(instant.contradictory.empty());
  EXPECT_EQ(instant.vanished, Rows{2});
}

}  // namespace
}  // namespace zwang::test

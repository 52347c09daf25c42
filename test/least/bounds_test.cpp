// SPDX-License-Identifier: Apache-2.0
// Proved bounds of an instant against exact fractions, and how wide they are.

#include "zwang/bounds.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "support/cases.h"
#include "support/expect.h"
#include "support/oracle.h"
#include "support/random.h"
#include "support/rational.h"

namespace zwang::test {
namespace {

constexpr double eps = std::numeric_limits<double>::epsilon();

::testing::AssertionResult holds(const Enclosure& bounds, const std::vector<Rational>& x) {
  if (bounds.lower.size() != x.size()) return ::testing::AssertionFailure() << "sizes differ";
  for (std::size_t i = 0; i < x.size(); ++i)
    if (!contains(bounds.lower[i], bounds.upper[i], x[i]))
      return ::testing::AssertionFailure()
             << "entry " << i << ": [" << bounds.lower[i] << ", " << bounds.upper[i]
             << "] does not contain "
             << static_cast<double>(x[i].top) / static_cast<double>(x[i].bottom);
  return ::testing::AssertionSuccess();
}

::testing::AssertionResult holds(const Enclosure& bounds, const QuadVector& x) {
  for (std::size_t i = 0; i < x.size(); ++i)
    if (!(bounds.lower[i] <= x[i] && x[i] <= bounds.upper[i]))
      return ::testing::AssertionFailure() << "entry " << i << " is outside";
  return ::testing::AssertionSuccess();
}

std::vector<Rational> rational(const std::vector<Fraction>& x) {
  std::vector<Rational> result;
  for (const Fraction& f : x) result.push_back({f.top, f.bottom});
  return result;
}

double widest(const Enclosure& x) {
  double most = 0;
  for (std::size_t i = 0; i < x.lower.size(); ++i) most = std::max(most, x.upper[i] - x.lower[i]);
  return most;
}

double largest(const Enclosure& x) {
  double most = 0;
  for (const double y : x.lower) most = std::max(most, std::fabs(y));
  return most;
}

// κ of the system of M and these rows of A, by its singular values.
double condition_of(const System& s, const std::vector<std::size_t>& rows) {
  const Index n = s.n(), m = static_cast<Index>(rows.size());
  Eigen::MatrixXd K = Eigen::MatrixXd::Zero(n + m, n + m);
  K.topLeftCorner(n, n) = s.M;
  for (Index k = 0; k < m; ++k) {
    const Vector row = s.A.row(static_cast<Index>(rows[static_cast<std::size_t>(k)])).transpose();
    K.block(0, n + k, n, 1) = -row;
    K.block(n + k, 0, 1, n) = row.transpose();
  }
  const auto sigma = K.jacobiSvd().singularValues();
  return sigma(0) / sigma(sigma.size() - 1);
}

// Fractions like 4/9 are no doubles: with one rounding of the data they are in all the same.
TEST(Bounds, ContainTheFractionsOfEveryExactCase) {
  int seen = 0;
  for (const Case& c : exact_cases()) {
    if (!c.determined) continue;
    SCOPED_TRACE(c.name);
    const Instant instant = solve(c.system);
    const Bounds bounds = certified_bounds(problem(c.system), instant, eps / 2);
    ASSERT_TRUE(bounds.proved) << bounds.reason;
    EXPECT_TRUE(holds(bounds.acceleration, rational(c.exact_xdd)));
    EXPECT_TRUE(holds(bounds.force_lagrange, rational(c.exact_F_L)));
    EXPECT_TRUE(holds(bounds.force_coulomb, rational(c.exact_F_C)));
    EXPECT_TRUE(holds(bounds.residual, rational(c.exact_residual)));
    for (std::size_t i = 0; i < c.unique.size(); ++i) {
      EXPECT_EQ(std::isnan(bounds.multipliers.lower[i]), c.unique[i] == 0);
      if (c.unique[i] == 0) continue;
      EXPECT_TRUE(contains(bounds.multipliers.lower[i], bounds.multipliers.upper[i],
                           rational(c.exact_multipliers)[i]));
    }
    const double size = 1 + largest(bounds.acceleration) + largest(bounds.multipliers);
    EXPECT_LT(widest(bounds.acceleration), 100 * eps * condition_of(c.system, bounds.rows) * size);
    ++seen;
  }
  EXPECT_EQ(seen, 47);
}

// M = BᵀB + D of integers, rows of any rank, demands that agree or fight, C and W now and then.
System integer_system(Random& random) {
  const Index n = random.integer(1, 4), m = random.integer(0, 4);
  System s;
  Matrix B(n, n);
  for (Index i = 0; i < n; ++i) B.row(i) = random_integers(random, n, 2).transpose();
  s.M = B.transpose() * B + Matrix::Identity(n, n);
  if (random.chance(0.2)) s.M = -s.M;
  s.Q = random_integers(random, n, 9);
  s.A = m > 0 ? random_of_rank(random, m, n, random.integer(1, std::min(m, n))) : Matrix(0, n);
  s.b = s.A * random_integers(random, n, 5);
  if (m > 0 && random.chance(0.3)) s.b += random_integers(random, m, 3);
  if (random.chance(0.4)) s.C = random_integers(random, n, 5);
  if (m > 0 && random.chance(0.3)) {
    s.W = random_integers(random, m, 3).cwiseAbs() + Vector::Ones(m);
  }
  return s;
}

TEST(Bounds, ContainTheFractionsOfRandomIntegers) {
  int proved = 0, fighting = 0, redundant = 0;
  for (std::uint64_t seed = 0; seed < 600; ++seed) {
    Random random(seed);
    const System s = integer_system(random);
    SCOPED_TRACE(seeded(seed, s));
    const auto exact = rational_instant(s);
    if (!exact) continue;
    const Instant instant = solve(s);
    const Bounds bounds = certified_bounds(problem(s), instant);
    ASSERT_TRUE(bounds.proved) << bounds.reason;
    EXPECT_TRUE(holds(bounds.acceleration, exact->xdd));
    EXPECT_TRUE(holds(bounds.force_lagrange, exact->F_L));
    EXPECT_TRUE(holds(bounds.force_coulomb, exact->F_C));
    EXPECT_TRUE(holds(bounds.residual, exact->residual));
    for (std::size_t i = 0; i < exact->multipliers.size(); ++i) {
      ASSERT_EQ(exact->multipliers[i].has_value(), !std::isnan(bounds.multipliers.lower[i]));
      if (!exact->multipliers[i]) continue;
      EXPECT_TRUE(contains(bounds.multipliers.lower[i], bounds.multipliers.upper[i],
                           *exact->multipliers[i]));
    }
    const double size = 1 + largest(bounds.acceleration) + largest(bounds.force_lagrange);
    EXPECT_LT(widest(bounds.acceleration), 100 * eps * condition_of(s, bounds.rows) * size);
    ++proved;
    fighting += instant.status == Status::contradictory;
    redundant += !instant.redundant.empty();
  }
  EXPECT_GT(proved, 500);
  EXPECT_GT(fighting, 50);
  EXPECT_GT(redundant, 100);
}

TEST(Bounds, AreWithinAHundredRoundingsTimesTheCondition) {
  int proved = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Random random(seed);
    const Index n = random.integer(2, 12), m = random.integer(1, n);
    System s;
    const double mass_kappa = std::pow(10, random.uniform(0, 6));
    s.M = random_mass(random, n, mass_kappa);
    const double row_kappa = std::pow(10, random.uniform(0, 5));
    s.A = with_singular_values(random, m, n, spread(m, row_kappa));
    s.Q = random_vector(random, n);
    s.b = random_vector(random, m);
    if (random.chance(0.3)) s.C = random_vector(random, n);
    SCOPED_TRACE(seeded(seed, s));
    const Bounds bounds = certified_bounds(problem(s), solve(s));
    ASSERT_TRUE(bounds.proved) << bounds.reason;
    const Answer answer = oracle(s);
    EXPECT_TRUE(holds(bounds.acceleration, answer.xdd));
    EXPECT_TRUE(holds(bounds.force_lagrange, answer.F_L));
    EXPECT_TRUE(holds(bounds.force_coulomb, answer.F_C));
    EXPECT_TRUE(holds(bounds.multipliers, answer.multipliers));
    const double size = largest(bounds.acceleration) + largest(bounds.multipliers);
    EXPECT_LT(widest(bounds.acceleration), 100 * eps * condition_of(s, bounds.rows) * size);
    EXPECT_LT(widest(bounds.multipliers), 100 * eps * condition_of(s, bounds.rows) * size);
    ++proved;
  }
  EXPECT_EQ(proved, 200);
}

// Units of coordinates and rows change the numbers by powers of ten, and the bounds with them.
TEST(Bounds, HoldInAnyUnits) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    Random random(seed);
    const Index n = random.integer(2, 8), m = random.integer(1, n);
    System s;
    s.M = random_mass(random, n, 100);
    s.A = random_matrix(random, m, n);
    s.Q = random_vector(random, n);
    s.b = random_vector(random, m);
    for (Index i = 0; i < n; ++i) {
      const double unit = std::pow(10, random.uniform(-8, 8));
      s.M.row(i) *= unit;
      s.M.col(i) *= unit;
      s.A.col(i) *= unit;
      s.Q(i) *= unit;
    }
    s.M = Matrix((s.M + s.M.transpose()) / 2);
    for (Index i = 0; i < m; ++i) {
      const double unit = std::pow(10, random.uniform(-8, 8));
      s.A.row(i) *= unit;
      s.b(i) *= unit;
    }
    SCOPED_TRACE(seeded(seed, s));
    const Bounds bounds = certified_bounds(problem(s), solve(s));
    ASSERT_TRUE(bounds.proved) << bounds.reason;
    const Answer answer = oracle(s);
    EXPECT_TRUE(holds(bounds.acceleration, answer.xdd));
    EXPECT_TRUE(holds(bounds.multipliers, answer.multipliers));
    for (std::size_t i = 0; i < answer.xdd.size(); ++i)  // each in its own unit
      EXPECT_LT(bounds.acceleration.upper[i] - bounds.acceleration.lower[i],
                1e-9 * std::fabs(static_cast<double>(answer.xdd[i])));
  }
}

TEST(Bounds, AreRefusedWhereNothingIsDetermined) {
  System s;
  s.M = matrix({{1, 0}, {0, 0}});
  s.Q = vector({1, 0});
  s.A = Matrix(0, 2);
  s.b = Vector(0);
  const Bounds bounds = certified_bounds(problem(s), solve(s));
  EXPECT_FALSE(bounds.proved);
  EXPECT_EQ(bounds.reason, "there is no single instant to be bounded");
}

// The answer of the nearest doubles is not that of the numbers meant: the uncertainty is what tells.
TEST(Bounds, GrowWithTheUncertaintyOfTheNumbers) {
  System s;
  s.M = matrix({{3, 0}, {0, 1}});
  s.Q = vector({1, 1});
  s.A = matrix({{1, 1}});
  s.b = vector({1});
  const Instant instant = solve(s);
  double before = widest(certified_bounds(problem(s), instant).acceleration);
  EXPECT_LT(before, 1e-15);
  for (const double uncertainty : {1e-12, 1e-9, 1e-6, 1e-3}) {
    const double now = widest(certified_bounds(problem(s), instant, uncertainty).acceleration);
    EXPECT_GT(now, uncertainty / 4);
    EXPECT_LT(now, 30 * uncertainty);
    EXPECT_GT(now, 100 * before);
    before = now;
  }
  EXPECT_FALSE(certified_bounds(problem(s), instant, 0.9).proved);
}

}  // namespace
}  // namespace zwang::test

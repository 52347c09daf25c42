// SPDX-License-Identifier: Apache-2.0
// Gauss's principle with inequalities against the explicit equation on every set of rows that might
// bear: of those whose motion all rows allow, the one of least constraint.

#include "laws/unilateral.h"

#include <algorithm>
#include <cmath>

#include "least/weighed.h"
#include "support/algebra.h"
#include "support/expect.h"
#include "support/random.h"

namespace zwang::test {
namespace {

using Kinds = std::vector<unsigned char>;

struct Best {
  Vector x;
  double gauss = INFINITY, condition = 1;
};

/// (x − a)ᵀM(x − a), C with Q.
double gauss(const System& s, const Vector& x) {
  const Vector Q = s.C.size() ? Vector(s.Q + s.C) : s.Q;
  const Vector off = x - inverse(s.M) * Q;
  return off.dot(s.M * off);
}

System rows_of(const System& s, const std::vector<Index>& rows) {
  System part = s;
  part.A.resize(static_cast<Index>(rows.size()), s.n());
  part.b.resize(static_cast<Index>(rows.size()));
  part.W.resize(0);
  for (std::size_t k = 0; k < rows.size(); ++k) {
    part.A.row(static_cast<Index>(k)) = s.A.row(rows[k]);
    part.b(static_cast<Index>(k)) = s.b(rows[k]);
  }
  return part;
}

bool allowed(const System& s, const Kinds& kind, const Vector& x) {
  for (Index j = 0; j < s.m(); ++j) {
    if (kind[static_cast<std::size_t>(j)] != least::unilateral_row) continue;
    const double terms = std::fabs(s.b(j)) + s.A.row(j).cwiseAbs().dot(x.cwiseAbs());
    if (s.A.row(j).dot(x) - s.b(j) < -1e-9 * terms) return false;
  }
  return true;
}

Best best_of_all_sets(const System& s, const Kinds& kind) {
  std::vector<Index> always, maybe;
  for (Index j = 0; j < s.m(); ++j) {
    if (kind[static_cast<std::size_t>(j)] == least::equality_row) always.push_back(j);
    if (kind[static_cast<std::size_t>(j)] == least::unilateral_row) maybe.push_back(j);
  }
  Best best;
  for (unsigned set = 0; set < 1u << maybe.size(); ++set) {
    std::vector<Index> rows = always;
    for (std::size_t k = 0; k < maybe.size(); ++k)
      if (set >> k & 1u) rows.push_back(maybe[k]);
    const Instant instant = solve(rows_of(s, rows));
    const Vector x = vec(instant.acceleration);
    if (instant.status != Status::ok || !allowed(s, kind, x)) continue;
    const double G = gauss(s, x);
    // A redundant set gives the same motion again: the better conditioned one is kept.
    const double same = 1e-9 * (1 + G);
    if (G < best.gauss - same || (G < best.gauss + same && instant.condition < best.condition))
      best = {x, G, instant.condition};
  }
  return best;
}

double size_in_mass(const System& s, const Vector& x) { return std::sqrt(x.dot(s.M * x)); }

struct Solved {
  Vector x, lambda, gap, force;
  std::vector<unsigned char> binds, fights;
  least::UnilateralAnswer answer;
};

Solved run(least::Unilateral& solver, const System& s, const Kinds& kind, Kinds guess = {}) {
  guess.resize(static_cast<std::size_t>(s.m()));
  Solved out;
  out.answer = solver.solve(task_of(s), kind.data(), guess.data());
  const auto copy = [](const double* x, Index n) { return Vector(Eigen::Map<const Vector>(x, n)); };
  out.x = copy(out.answer.acceleration, s.n());
  out.lambda = copy(out.answer.multipliers, s.m());
  out.gap = copy(out.answer.gap, s.m());
  out.force = copy(out.answer.force, s.n());
  out.binds = guess;
  out.fights.assign(out.answer.fights, out.answer.fights + s.m());
  return out;
}

Solved run(const System& s, const Kinds& kind, const Kinds& guess = {}) {
  least::Unilateral solver(s.n(), s.m());
  return run(solver, s, kind, guess);
}

struct Case {
  System s;
  Kinds kind;
};

enum class Flavour { plain, redundant, scaled, masses, blocks };

/// A point that every row allows, most of them just so; forces that push against many of them.
Case draw_case(std::uint64_t seed, Flavour flavour) {
  Random random(seed);
  Case c;
  const Index n = random.integer(1, 6), unilateral = random.integer(0, 7);
  const Index equality = random.integer(0, std::min<Index>(n - 1, 2)), m = equality + unilateral;
  c.s.M = random_mass(random, n, 20);
  if (flavour == Flavour::masses) {
    Vector scale(n);
    for (Index i = 0; i < n; ++i) scale(i) = std::pow(10.0, random.uniform(-4, 4));
    c.s.M = Matrix(scale.cwiseSqrt().asDiagonal()) * c.s.M * Matrix(scale.cwiseSqrt().asDiagonal());
    c.s.M = (0.5 * (c.s.M + c.s.M.transpose())).eval();
  }
  c.s.A = random_matrix(random, m, n);
  if (flavour == Flavour::redundant)
    for (Index j = 1; j < m; ++j)
      if (random.chance(0.5)) {
        const double factor = random.chance(0.7) ? 2 : -1;
        c.s.A.row(j) = c.s.A.row(random.integer(0, j - 1)) * factor;
        if (random.chance(0.5)) c.s.A.row(j) += c.s.A.row(random.integer(0, j - 1));
      }
  const Vector x = random_vector(random, n);
  c.kind.assign(static_cast<std::size_t>(m), least::unilateral_row);
  for (Index k = 0; k < equality; ++k)
    c.kind[static_cast<std::size_t>(random.integer(0, m - 1))] = least::equality_row;
  c.s.b = c.s.A * x;
  for (Index j = 0; j < m; ++j) {
    const auto k = static_cast<std::size_t>(j);
    if (c.kind[k] == least::unilateral_row && random.chance(0.6)) c.s.b(j) -= random.uniform();
    if (c.kind[k] == least::unilateral_row && random.chance(0.1)) c.kind[k] = least::idle_row;
  }
  const Vector push = random_vector(random, n), press = random_vector(random, m).cwiseAbs();
  c.s.Q = c.s.M * x - 3 * c.s.A.transpose() * press + c.s.M * push;
  if (random.chance(0.4)) c.s.C = c.s.M * random_vector(random, n);
  if (flavour == Flavour::scaled)
    for (Index j = 0; j < m; ++j) {
      const double scale = std::ldexp(1.0, static_cast<int>(random.integer(-20, 20)));
      c.s.A.row(j) *= scale;
      c.s.b(j) *= scale;
    }
  if (flavour == Flavour::blocks && n > 1) {
    c.s.M.row(0).tail(n - 1).setZero();
    c.s.M.col(0).tail(n - 1).setZero();
    c.s = in_blocks(c.s, {1, static_cast<std::size_t>(n - 1)});
  }
  return c;
}

constexpr Flavour flavours[] = {Flavour::plain, Flavour::redundant, Flavour::scaled,
                                Flavour::masses, Flavour::blocks};

template <class Check>
void for_cases(std::uint64_t count, Check&& check) {
  for (std::uint64_t seed = 0; seed < count; ++seed) {
    const Case c = draw_case(seed, flavours[seed % 5]);
    SCOPED_TRACE(seeded(seed, c.s));
    check(c, seed);
    if (::testing::Test::HasFailure()) return;
  }
}

TEST(Unilateral, TheMotionIsTheBestOfAllSetsThatMightBear) {
  int bearing = 0;
  for_cases(250, [&bearing](const Case& c, std::uint64_t) {
    const Best best = best_of_all_sets(c.s, c.kind);
    ASSERT_LT(best.gauss, INFINITY);
    const Solved solved = run(c.s, c.kind);
    ASSERT_EQ(solved.answer.status, Status::ok);
    bearing += std::count(solved.binds.begin(), solved.binds.end(), least::bears) > 1;
    // Rounding in the metric, amplified by the rows as the explicit equation amplifies it.
    const double size = size_in_mass(c.s, best.x) + std::sqrt(best.gauss);
    const double amplified = best.condition * best.condition * kappa(c.s.M, c.s.n());
    EXPECT_LE(size_in_mass(c.s, solved.x - best.x),
              100 * static_cast<double>(c.s.n() + c.s.m()) * 2.3e-16 * amplified * size);
  });
  EXPECT_GT(bearing, 60);
}

TEST(Unilateral, TheCertificateIsRounding) {
  for_cases(1000, [](const Case& c, std::uint64_t) {
    const Solved solved = run(c.s, c.kind);
    ASSERT_EQ(solved.answer.status, Status::ok);
    const least::Complementarity& worst = solved.answer.certificate;
    // The metric's rounding in the coordinates: √κ(M) against the largest of them.
    const double allowed = 1e-12 * std::sqrt(kappa(c.s.M, c.s.n()));
    EXPECT_LE(worst.gap, allowed);
    EXPECT_LE(worst.product, allowed);
    EXPECT_EQ(worst.multiplier, 0);
    EXPECT_LE(worst.balance, allowed);
  });
}

TEST(Unilateral, MultipliersBalanceTheForcesAndAreNotNegative) {
  for_cases(200, [](const Case& c, std::uint64_t) {
    const Solved solved = run(c.s, c.kind);
    const Vector C = c.s.C.size() ? c.s.C : Vector(Vector::Zero(c.s.n()));
    const Vector force = c.s.A.transpose() * solved.lambda;
    const double size = (c.s.M * solved.x).norm() + c.s.Q.norm() + C.norm() + force.norm() +
                        (c.s.A.cwiseAbs().transpose() * solved.lambda.cwiseAbs()).norm();
    EXPECT_TRUE(near(solved.force, force, 1e-14 * size));
    EXPECT_TRUE(
        near(Vector(c.s.M * solved.x - c.s.Q - C), force, 1e-13 * kappa(c.s.M, c.s.n()) * size));
    for (Index j = 0; j < c.s.m(); ++j) {
      const auto k = static_cast<std::size_t>(j);
      if (c.kind[k] == least::unilateral_row) {
        EXPECT_GE(solved.lambda(j), 0);
        EXPECT_EQ(solved.lambda(j) > 0, solved.lambda(j) > 0 && solved.binds[k] == least::bears);
      }
      if (c.kind[k] == least::idle_row) {
        EXPECT_EQ(solved.lambda(j), 0);
        EXPECT_EQ(solved.binds[k], least::leaves);
      }
    }
  });
}

TEST(Unilateral, AnyGuessLeadsToTheSameMotionAndTheRightOneNeedsNoChange) {
  for_cases(300, [](const Case& c, std::uint64_t seed) {
    Random random(seed + 99);
    least::Unilateral solver(c.s.n(), c.s.m());
    const Solved cold = run(solver, c.s, c.kind);
    const Solved again = run(solver, c.s, c.kind, cold.binds);
    EXPECT_EQ(again.answer.changes, 0);
    const double size =
        size_in_mass(c.s, cold.x) + std::sqrt(gauss(c.s, cold.x)) + size_in_mass(c.s, again.x);
    EXPECT_LE(size_in_mass(c.s, again.x - cold.x), 1e-9 * size);
    Kinds guess(static_cast<std::size_t>(c.s.m()));
    for (unsigned char& g : guess) g = random.chance(0.5) ? least::bears : least::leaves;
    const Solved other = run(solver, c.s, c.kind, guess);
    ASSERT_EQ(other.answer.status, Status::ok);
    EXPECT_LE(size_in_mass(c.s, other.x - cold.x), 1e-9 * size);
  });
}

// M = I, a = (0, −g): ten feet along a floor, a tilting moment about the middle.
TEST(Unilateral, TenFeetCarryATable) {
  System s;
  s.M = Matrix(vector({4, 4, 2}).asDiagonal());
  s.Q = vector({1, -40, 3});
  s.A = Matrix::Zero(10, 3);
  s.b = Vector::Zero(10);
  for (Index j = 0; j < 10; ++j) s.A.row(j) << 0, 1, (static_cast<double>(j) - 4.5) / 4.5;
  const Kinds kind(10, least::unilateral_row);
  const Solved solved = run(s, kind);
  ASSERT_EQ(solved.answer.status, Status::ok);
  EXPECT_TRUE(near(solved.x, vector({0.25, 0, 0}), 1e-14));
  EXPECT_NEAR(solved.lambda.sum(), 40, 1e-12);
  EXPECT_GE(solved.lambda.minCoeff(), 0);
  EXPECT_FALSE(solved.answer.unique);
  EXPECT_EQ(std::count(solved.binds.begin(), solved.binds.end(), least::bears), 2);
  EXPECT_EQ(std::count(solved.binds.begin(), solved.binds.end(), least::touches), 8);
}

TEST(Unilateral, AMomentBeyondTheLastFootLiftsTheOthers) {
  System s;
  s.M = Matrix(vector({4, 4, 2}).asDiagonal());
  s.Q = vector({0, -40, 60});  // 60 > 40·1: tips over the foot at −1
  s.A = matrix({{0, 1, -1}, {0, 1, 1}});
  s.b = vector({0, 0});
  const Solved solved = run(s, Kinds(2, least::unilateral_row));
  // ydd = θdd; 4 y = −40 + λ, 2 θ = 60 − λ: 6 y = 20
  EXPECT_TRUE(near(solved.x, vector({0, 10.0 / 3, 10.0 / 3}), 1e-13));
  EXPECT_EQ(solved.binds[0], least::bears);
  EXPECT_EQ(solved.binds[1], least::leaves);
  EXPECT_TRUE(solved.answer.unique);
}

TEST(Unilateral, RowsThatCannotHoldAreNamed) {
  System s;
  s.M = Matrix::Identity(3, 3);
  s.Q = vector({0, 0, 1});
  s.A = matrix({{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, 0, -1}});
  s.b = vector({1, 1, -5, 0});  // x ≥ 1 and x ≤ −1
  const Solved solved = run(s, Kinds(4, least::unilateral_row));
  EXPECT_EQ(solved.answer.status, Status::contradictory);
  EXPECT_EQ(solved.fights, (Kinds{1, 1, 0, 0}));
  EXPECT_TRUE(near(solved.x, vector({1, 0, 0}), 1e-15));  // the first of them is kept
}

TEST(Unilateral, AnEqualityThatForbidsAnInequalityIsNamedWithIt) {
  System s;
  s.M = Matrix::Identity(3, 3);
  s.Q = vector({0, 0, 0});
  s.A = matrix({{1, 1, 0}, {0, 0, 1}, {2, 2, 0}});
  s.b = vector({1, 0, 3});
  const Solved solved =
      run(s, Kinds{least::equality_row, least::equality_row, least::unilateral_row});
  EXPECT_EQ(solved.answer.status, Status::contradictory);
  EXPECT_EQ(solved.fights, (Kinds{1, 0, 1}));
  EXPECT_TRUE(near(solved.x, vector({0.5, 0.5, 0}), 1e-15));
}

TEST(Unilateral, EqualitiesThatFightHoldInLeastSquares) {
  System s;
  s.M = Matrix::Identity(2, 2);
  s.Q = vector({0, -1});
  s.A = matrix({{1, 0}, {1, 0}, {0, 1}});
  s.b = vector({0, 1, 0});
  const Solved solved =
      run(s, Kinds{least::equality_row, least::equality_row, least::unilateral_row});
  EXPECT_EQ(solved.answer.status, Status::contradictory);
  EXPECT_TRUE(near(solved.x, vector({0.5, 0}), 1e-15));
  EXPECT_NEAR(solved.lambda(2), 1, 1e-15);
}

TEST(Unilateral, OppositeWallsThatAgreeAreNotAContradiction) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Random random(seed);
    System s;
    s.M = random_mass(random, 3, 10);
    s.A = random_matrix(random, 4, 3);
    s.A.row(1) = -3 * s.A.row(0);
    s.A.row(3) = -0.7 * s.A.row(0) - 1.3 * s.A.row(2);  // a wedge with no room
    s.b = s.A * random_vector(random, 3);
    s.Q = 5 * random_vector(random, 3);
    const Solved solved = run(s, Kinds(4, least::unilateral_row));
    ASSERT_EQ(solved.answer.status, Status::ok) << "seed " << seed;
    EXPECT_LE(solved.gap.cwiseAbs().maxCoeff(), 1e-11 * (1 + s.b.norm())) << "seed " << seed;
    EXPECT_FALSE(solved.answer.unique);
  }
}

// While stepping, b is off by the error of the integrator: a redundant foot still touches, but one
// that no other row decides leaves as soon as it accelerates away.
TEST(Unilateral, WhileSteppingARedundantFootTouchesAndAFreeOneLeaves) {
  System s;
  s.M = Matrix::Identity(3, 3);
  s.Q = vector({-1, 0, 1e-8});
  s.A = matrix({{1, -1, 0}, {1, 1, 0}, {1, 0, 0}, {0, 0, 1}});
  s.b = vector({0, 0, -1e-8, 0});
  Kinds binds(4);
  least::Unilateral solver(3, 4);
  const Kinds kind(4, least::unilateral_row);
  const auto bindings = [&](RankTolerance tolerance) {
    EXPECT_EQ(solver.solve(task_of(s), kind.data(), binds.data(), tolerance).status, Status::ok);
    return binds;
  };
  binds = {least::bears, least::bears, 0, 0};
  EXPECT_EQ(bindings(RankTolerance::stepping), Kinds({1, 1, least::touches, least::leaves}));
  EXPECT_EQ(bindings(RankTolerance::instant), Kinds({1, 1, least::leaves, least::leaves}));
}

TEST(Unilateral, NumbersGoneBadAreAStatusAndDoNoLastingHarm) {
  const Case c = draw_case(5, Flavour::plain);
  least::Unilateral solver(c.s.n(), c.s.m());
  const Solved good = run(solver, c.s, c.kind);
  System bad = c.s;
  bad.M(0, 0) = -1;
  EXPECT_EQ(run(solver, bad, c.kind).answer.status, Status::mass_not_definite);
  bad = c.s;
  bad.Q(0) = NAN;
  EXPECT_EQ(run(solver, bad, c.kind).answer.status, Status::not_finite_input);
  EXPECT_EQ(run(solver, c.s, c.kind).x, good.x);
}

TEST(Unilateral, RowsLeftOutMayHoldAnyNumbers) {
  System s;
  s.M = Matrix::Identity(2, 2);
  s.Q = vector({-1, -2});
  s.A = matrix({{1, 0}, {NAN, INFINITY}, {0, 1}});
  s.b = vector({0, NAN, 0});
  const Solved solved =
      run(s, Kinds{least::unilateral_row, least::idle_row, least::unilateral_row});
  EXPECT_EQ(solved.answer.status, Status::ok);
  EXPECT_TRUE(near(solved.x, vector({0, 0}), 0));
  EXPECT_TRUE(near(solved.lambda, vector({1, 0, 2}), 1e-15));
}

TEST(Unilateral, WithoutRowsOrWithoutRoomThereIsNothingToDecide) {
  System s;
  s.M = Matrix::Identity(2, 2);
  s.Q = vector({1, 2});
  s.A = Matrix(0, 2);
  s.b = Vector(0);
  EXPECT_TRUE(near(run(s, {}).x, vector({1, 2}), 0));
  s.A = matrix({{1, 0}, {0, 1}, {1, 1}});
  s.b = vector({3, 4, 6});
  const Solved full =
      run(s, Kinds{least::equality_row, least::equality_row, least::unilateral_row});
  EXPECT_TRUE(near(full.x, vector({3, 4}), 1e-15));
  EXPECT_EQ(full.binds[2], least::leaves);
}

}  // namespace
}  // namespace zwang::test

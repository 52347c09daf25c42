// SPDX-License-Identifier: Apache-2.0
// The sparse method against the dense one on systems that both can solve, and its cost on those that
// only it should.

#include "least/sparse/sparse.h"

#include <algorithm>
#include <cmath>

#include "least/sparse_systems.h"
#include "support/algebra.h"
#include "support/bound.h"
#include "support/expect.h"
#include "support/oracle.h"

namespace zwang::test {
namespace {

/// Equal to the dense explicit method as far as conditioning lets both be known: the iteration works
/// with D Dᵀ, but refines with D.
void expect_dense(const System& s, const char* what) {
  SCOPED_TRACE(what);
  Options options;
  options.method = Method::explicit_;
  options.diagnose = false;
  const Instant dense = solve_instant(problem(s), options);
  const least::SparseAnswer sparse = solve_sparse(s);
  ASSERT_EQ(name(sparse.status), name(dense.status));
  EXPECT_EQ(sparse.rank, static_cast<Index>(dense.rank));
  const Bound bound = rounding_bound(s, vec(dense.acceleration), static_cast<Index>(dense.rank),
                                     dense.status == Status::contradictory);
  EXPECT_TRUE(near(sparse.acceleration, dense.acceleration, bound.acceleration));
  EXPECT_TRUE(near(sparse.force_lagrange, dense.force_lagrange, bound.force));
  EXPECT_TRUE(near(sparse.force_coulomb, dense.force_coulomb, bound.force));
  EXPECT_TRUE(near(sparse.residual, dense.residual, bound.residual));
  EXPECT_TRUE(near(sparse.multipliers, dense.multipliers, bound.multipliers));
}

System with_rows(const System& s, const Matrix& A, const Vector& b) {
  System more = s;
  more.A.resize(s.m() + A.rows(), s.n());
  more.A << s.A, A;
  more.b.resize(s.m() + b.size());
  more.b << s.b, b;
  return more;
}

/// Every third row once more, some of them scaled.
System with_duplicates(const System& s) {
  const Index extra = (s.m() + 2) / 3;
  Matrix A(extra, s.n());
  Vector b(extra);
  for (Index k = 0; k < extra; ++k) {
    const double scale = k % 2 ? -2 : 1;  // exact: redundant to the last bit
    A.row(k) = scale * s.A.row(3 * k);
    b(k) = scale * s.b(3 * k);
  }
  return with_rows(s, A, b);
}

System scaled_rows(System s, Random& random) {
  for (Index i = 0; i < s.m(); ++i) {
    const double scale = std::ldexp(1.0, static_cast<int>(random.integer(-30, 30)));
    s.A.row(i) *= scale;
    s.b(i) *= scale;
  }
  return s;
}

TEST(Sparse, AgreesWithTheDenseMethodOnRandomRows) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    Random random(seed);
    const Index n = random.integer(1, 60), m = random.integer(0, n * 2 / 3);
    System s = random_sparse(random, n, m);
    set_mass(s, random, 10, seed % 2 == 0);
    if (seed % 3 == 0) s.C = random_vector(random, n);
    SCOPED_TRACE(seeded(seed, s));
    expect_dense(s, "as drawn");
    expect_dense(scaled_rows(s, random), "rows scaled by 1e±9");
    if (m > 0) expect_dense(with_duplicates(s), "rows repeated");
    expect_dense(with_rows(s, Matrix::Zero(2, n), Vector::Zero(2)), "zero rows");
  }
}

TEST(Sparse, AgreesWithTheDenseMethodOnRowsThatFight) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    Random random(seed);
    const Index n = random.integer(2, 40), m = random.integer(1, n * 2 / 3);
    System s = random_sparse(random, n, m);
    set_mass(s, random, 10, seed % 2 == 0);
    s = with_duplicates(s);
    s.b += random_vector(random, s.m());
    SCOPED_TRACE(seeded(seed, s));
    expect_dense(s, "as drawn");
    s.W.resize(s.m());
    for (Index i = 0; i < s.m(); ++i) s.W(i) = std::pow(10.0, random.uniform(-2, 2));
    expect_dense(s, "weighted");
    s.A.row(0).setZero();
    s.b(0) = 1;
    expect_dense(s, "a zero row that asks for 1");
  }
}

TEST(Sparse, AgreesWithTheDenseMethodOnNets) {
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    Random random(seed);
    const Index side = 3 + static_cast<Index>(seed);
    System s = braced(random, side).system(random);
    set_mass(s, random, 10, seed % 2 == 1);
    SCOPED_TRACE(seeded(seed, s));
    EXPECT_EQ(solve_sparse(s).rank, 2 * side * side - 3);
    expect_dense(s, "braced");
    s.b += random_vector(random, s.m());
    expect_dense(s, "braced, bars that fight");
  }
}

TEST(Sparse, AgreesWithTheDenseMethodOnChains) {
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    Random random(seed);
    System s = chain(random, 10 + 20 * static_cast<Index>(seed)).system(random);
    SCOPED_TRACE(seeded(seed, s));
    set_mass(s, random, 10, false);
    expect_dense(s, "chain");
    set_mass(s, random, 1e8, false);
    expect_dense(s, "chain with masses from 1 to 1e8");
  }
}

// Residuals are weighed in the user's norm over eighteen orders: rows that are strong win against weak
// ones, and weak ones compromise among themselves. In quadruple precision, for in double only a
// method that keeps the redundancy exact can know this motion: a change of a strong row by one part
// in 1e16 weighs more than a weak row does.
TEST(Sparse, KeepsTheOrderOfStrengthAmongRowsThatFight) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    Random random(seed);
    const Index n = random.integer(2, 8), m = random.integer(1, n * 2 / 3);
    System s = random_sparse(random, n, m);
    set_mass(s, random, 10, false);
    s = with_duplicates(with_duplicates(s));
    s.b += random_vector(random, s.m());
    if (seed % 2) {
      s = scaled_rows(s, random);
    } else {
      s.W.resize(s.m());
      for (Index i = 0; i < s.m(); ++i) s.W(i) = std::ldexp(1.0, int(random.integer(-30, 30)));
    }
    SCOPED_TRACE(seeded(seed, s));
    const Instant dense = solve(s, Method::explicit_);  // for its rank and its condition only
    const least::SparseAnswer sparse = solve_sparse(s);
    const Answer exact = oracle(s, static_cast<Index>(dense.rank));
    EXPECT_EQ(sparse.status, exact.contradictory ? Status::contradictory : Status::ok);
    const double kappa = dense.condition;
    EXPECT_LE(relative_error(sparse.acceleration, exact.xdd), 1e-13 * kappa * kappa);
  }
}

// Asked again for what is left, a few steps reach rounding.
TEST(Sparse, AStepTowardsADemandIsNearlyTheWholeWay) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Random random(seed);
    const Index n = random.integer(6, 40), m = random.integer(1, n / 3);
    System s = random_sparse(random, n, m);
    set_mass(s, random, 1e3, seed % 2 == 0);
    SCOPED_TRACE(seeded(seed, s));
    s.Q.setZero();
    const Instant dense = solve(s, Method::explicit_);
    if (dense.condition > 30) continue;  // D Dᵀ has the square of it
    const Sparse sparse(s);
    least::SparseSolver solver(sparse.pattern, sparse.blocks);
    least::SparseAnswer answer(s.n(), s.m());
    const Vector nothing = Vector::Zero(s.m());
    solver.solve(sparse.mass.data(), s.Q.data(), sparse.values.data(), nothing.data(), nullptr,
                 nullptr, answer);
    Vector x = Vector::Zero(s.n()), step(s.n());
    for (const double left : {1e-8, 1e-13}) {
      const Vector demand = s.b - s.A * x;
      solver.step_towards(demand.data(), step.data());
      x += step;
      EXPECT_TRUE(near(dense.acceleration, x, left * (1 + x.norm()))) << left;
    }
  }
}

// Two rows an angle apart: κ = 2/angle, whose square is what D Dᵀ has.
TEST(Sparse, MeetsWeakDirectionsDownToTheDamping) {
  for (double angle : {1e-2, 1e-3, 1e-4, 1e-5, 1e-6}) {
    System s;
    s.Q = vector({1, 2, 3});
    s.A = matrix({{1, 0, 1}, {std::cos(angle), std::sin(angle), 1}});
    s.b = vector({1, 1 + angle});
    s.M = Matrix::Identity(3, 3);
    s.mass = {1, 1, 1};
    const Instant dense = solve(s, Method::explicit_);
    const least::SparseAnswer sparse = solve_sparse(s);
    EXPECT_EQ(sparse.status, Status::ok) << angle;
    EXPECT_TRUE(near(sparse.acceleration, dense.acceleration, 1e-14 / angle)) << angle;
  }
}

TEST(Sparse, SaysSoWhereADirectionIsTooWeak) {
  System s;
  s.Q = vector({1, 2, 3});
  s.A = matrix({{1, 0, 0}, {1, 1e-9, 0}});
  s.b = vector({1, 2});  // met by ẍ₂ = 1e9
  s.M = Matrix::Identity(3, 3);
  s.mass = {1, 1, 1};
  const least::SparseAnswer answer = solve_sparse(s);
  EXPECT_EQ(answer.status, Status::not_converged);
  EXPECT_EQ(answer.rank, 1);
}

TEST(Sparse, SolvesALargeSystem) {
  Random random(1);
  System s = random_sparse(random, 300, 200);
  set_mass(s, random, 10, true);
  const Instant dense = solve(s, Method::explicit_);
  const least::SparseAnswer sparse = solve_sparse(s);
  EXPECT_EQ(sparse.status, Status::ok);
  EXPECT_EQ(sparse.rank, static_cast<Index>(dense.rank));
  const double allowed = 300 * 2.3e-16 * dense.condition * 10;  // κ of the rows, κ of M
  EXPECT_TRUE(
      near(sparse.acceleration, dense.acceleration, allowed * vec(dense.acceleration).norm()));
}

TEST(Sparse, TheFactorOfAChainGrowsWithItsLength) {
  for (Index links : {1000, 4000}) {
    Random random(3);
    const least::SparseSolver solver(chain(random, links).pattern());
    EXPECT_LE(solver.factor_entries(), 2 * links);
    EXPECT_GE(solver.factor_entries(), links - 1);
  }
}

// A chain too long for the dense method, by what defines its motion: A ẍ = b and M ẍ − Q = Aᵀλ.
TEST(Sparse, AChainOfThousandsObeysTheDefinition) {
  Random random(4);
  const Net net = chain(random, 4000);
  const least::SparsePattern p = net.pattern();
  const std::vector<double> A = net.values();
  const Vector Q = random_vector(random, p.n), b = random_vector(random, p.m);
  const Vector M = Vector::Constant(p.n, 2);
  least::SparseSolver solver(p);
  least::SparseAnswer answer(p.n, p.m);
  ASSERT_EQ(solver.solve(M.data(), Q.data(), A.data(), b.data(), nullptr, nullptr, answer),
            Status::ok);
  EXPECT_EQ(answer.rank, p.m);
  const Vector x = vec(answer.acceleration);
  EXPECT_LE(vec(answer.residual).lpNorm<Eigen::Infinity>(),
            16 * 2.3e-16 * x.lpNorm<Eigen::Infinity>());  // four products and as many sums
  Vector force = Vector::Zero(p.n);
  add_transposed(p.with(A.data()), answer.multipliers.data(), force.data());
  const double size = vec(answer.multipliers).lpNorm<Eigen::Infinity>();
  EXPECT_LE((2 * x - Q - force).lpNorm<Eigen::Infinity>(), 1e-13 * (size + 1));
}

TEST(Sparse, SolvesAgainWithOtherForcesAndDemands) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    Random random(seed);
    System s = with_duplicates(random_sparse(random, 20, 12));
    set_mass(s, random, 10, seed % 2 == 0);
    const Sparse sparse(s);
    least::SparseSolver solver(sparse.pattern, sparse.blocks);
    least::SparseAnswer answer(s.n(), s.m());
    solver.solve(sparse.mass.data(), s.Q.data(), sparse.values.data(), s.b.data(), nullptr, nullptr,
                 answer);
    s.Q = random_vector(random, s.n());
    s.b = seed % 3 ? Vector(s.A * random_vector(random, s.n())) : random_vector(random, s.m());
    solver.solve_again(s.Q.data(), s.b.data(), nullptr, nullptr, answer);
    const least::SparseAnswer afresh = solve_sparse(s);
    EXPECT_EQ(answer.status, afresh.status) << "seed " << seed;
    EXPECT_EQ(answer.acceleration, afresh.acceleration) << "seed " << seed;
    EXPECT_EQ(answer.multipliers, afresh.multipliers) << "seed " << seed;
  }
}

TEST(Sparse, ANegativeMassMovesAlikeWithForcesTurned) {
  Random random(5);
  System s = random_sparse(random, 20, 8);
  set_mass(s, random, 10, true);
  s.C = random_vector(random, 20);
  s.M = -s.M;
  for (double& x : s.mass) x = -x;
  expect_dense(s, "negative");
}

TEST(Sparse, NumbersThatAreNotAreSaid) {
  Random random(6);
  System s = random_sparse(random, 9, 4);
  set_mass(s, random, 10, false);
  const auto status = [](const System& system) { return solve_sparse(system).status; };
  System t = s;
  t.mass[3] = 0;
  EXPECT_EQ(status(t), Status::mass_not_definite);
  t.mass[3] = -1;
  EXPECT_EQ(status(t), Status::mass_not_definite);
  t = s;
  t.Q(2) = NAN;
  EXPECT_EQ(status(t), Status::not_finite_input);
  t = s;
  t.A(1, 2) = INFINITY;
  EXPECT_EQ(status(t), Status::not_finite_input);
  t = s;
  t.A(1, 2) = 1e200;
  EXPECT_EQ(status(t), Status::overflow);
  t = s;
  t.W = vector({1, 1, 0, 1});
  EXPECT_EQ(status(t), Status::bad_weight);
  for (double x : solve_sparse(t).acceleration) EXPECT_TRUE(std::isnan(x));
}

TEST(Sparse, NothingToSolveIsSolved) {
  System s;
  s.A = Matrix(0, 3);
  s.Q = vector({2, 4, 6});
  s.M = 4 * Matrix::Identity(3, 3);
  s.mass = {4, 4, 4};
  EXPECT_EQ(solve_sparse(s).acceleration, (std::vector<double>{0.5, 1, 1.5}));
  s = {};
  s.A = Matrix(0, 0);
  EXPECT_EQ(solve_sparse(s).status, Status::ok);
}

// As a method among the others: everything that is said of an instant, from dense numbers.
TEST(Sparse, IsAMethodOfTheInstant) {
  EXPECT_EQ(name(Method::sparse), "sparse");
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    Random random(seed);
    System s = random_sparse(random, 12, 6);
    set_mass(s, random, 10, seed % 2 == 0);
    if (seed % 3 == 0) s = with_duplicates(s);
    if (seed == 4) s.mass.clear(), s.blocks.clear();  // full
    const Instant sparse = solve(s, Method::sparse), dense = solve(s, Method::explicit_);
    const Bound bound =
        rounding_bound(s, vec(dense.acceleration), static_cast<Index>(dense.rank), false);
    SCOPED_TRACE(seeded(seed, s));
    EXPECT_EQ(sparse.method, Method::sparse);
    EXPECT_EQ(sparse.status, dense.status);
    EXPECT_EQ(sparse.unique, dense.unique);
    EXPECT_EQ(sparse.redundant.size(), dense.redundant.size());
    EXPECT_EQ(sparse.rank, dense.rank);
    EXPECT_NEAR(sparse.gauss, dense.gauss, bound.gauss);
    EXPECT_TRUE(near(sparse.acceleration, dense.acceleration, bound.acceleration));
    EXPECT_TRUE(near(sparse.multipliers, dense.multipliers, bound.multipliers));
    Options brief;
    brief.method = Method::sparse;
    brief.diagnose = false;
    const Instant short_form = solve_instant(problem(s), brief);
    EXPECT_EQ(short_form.acceleration, sparse.acceleration);
    EXPECT_TRUE(near(short_form.multipliers, dense.multipliers, bound.multipliers));
    EXPECT_EQ(short_form.rank, dense.rank);
    EXPECT_EQ(short_form.unique, dense.unique);
  }
}

// While stepping: ten steps with μ = 1e-6, by their definition.
TEST(Sparse, CrossesASingularPoseInTenDampedSteps) {
  for (double angle : {1e-1, 1e-2, 1e-3, 1e-4, 1e-6, 0.0}) {
    System s;
    s.Q = vector({1, 2, 3});
    s.A = matrix({{1, 0, 0}, {std::cos(angle), std::sin(angle), 0}});
    s.b = vector({1, std::cos(angle)});
    s.M = Matrix::Identity(3, 3);
    s.mass = {1, 1, 1};
    Vector x = s.Q;
    const Matrix damped = s.A * s.A.transpose() + 1e-10 * Matrix::Identity(2, 2);
    for (int k = 0; k < 10; ++k) x += s.A.transpose() * (inverse(damped) * (s.b - s.A * x));
    Options options;
    options.tolerance = RankTolerance::stepping;
    options.method = Method::sparse;
    const Instant sparse = solve_instant(problem(s), options);
    EXPECT_EQ(sparse.near_singular, angle == 1e-6 ? 1u : 0u) << angle;
    EXPECT_EQ(sparse.status, Status::ok) << angle;
    EXPECT_TRUE(near(sparse.acceleration, x, 1e-5)) << angle;  // (G + μI)⁻¹ is known to eps/μ
  }
}

TEST(Sparse, FindsRowsThatFightWhileStepping) {
  Random random(8);
  System s = with_duplicates(random_sparse(random, 12, 6));
  set_mass(s, random, 10, false);
  s.b(6) += 1;  // the copy of row 0
  Options options;
  options.tolerance = RankTolerance::stepping;
  options.method = Method::sparse;
  const Instant sparse = solve_instant(problem(s), options);
  EXPECT_EQ(sparse.status, Status::contradictory);
  const Instant dense = solve(s, Method::explicit_);
  EXPECT_TRUE(near(sparse.acceleration, dense.acceleration, 1e-9 * vec(dense.acceleration).norm()));
}

}  // namespace
}  // namespace zwang::test

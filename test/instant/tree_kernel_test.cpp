// SPDX-License-Identifier: Apache-2.0
// The recursion over bodies against the explicit equation on the full M: one motion, whatever the
// rows are.

#include "instant/tree/kernel.h"

#include <gtest/gtest.h>

#include "instant/kernel.h"
#include "support/random_solids.h"

namespace zwang::test {
namespace {

double distance(const std::vector<double>& x, const std::vector<double>& y) {
  double most = 0;
  for (std::size_t i = 0; i < x.size(); ++i) most = std::max(most, std::abs(x[i] - y[i]));
  return most;
}

double largest(const std::vector<double>& x) { return distance(x, std::vector<double>(x.size())); }

/// Both kernels on one system.
struct Pair {
  const equations::Equations& equations;
  equations::Workspace numbers;
  instant::TreeKernel tree;
  instant::DenseKernel dense;

  explicit Pair(const equations::Equations& made)
      : equations(made), numbers(made), tree(made), dense(made, Method::explicit_) {}
};

// Errors of both grow with the conditioning of M, which random masses keep below 1e4, and of the rows.
void expect_equal(const Instant& x, const Instant& y, double kappa, const std::string& where) {
  const double tolerance = 1e-12 * kappa;
  ASSERT_EQ(x.status, y.status) << where;
  EXPECT_EQ(x.rank, y.rank) << where;
  EXPECT_EQ(x.freedom, y.freedom) << where;
  const double size = 1 + largest(y.acceleration) + largest(y.free_acceleration);
  EXPECT_LT(distance(x.acceleration, y.acceleration), tolerance * size) << where;
  EXPECT_LT(distance(x.free_acceleration, y.free_acceleration), tolerance * size) << where;
  EXPECT_LT(distance(x.deviation, y.deviation), tolerance * size) << where;
  const double force = 1 + largest(y.force_newton) + largest(y.force_lagrange);
  EXPECT_LT(distance(x.force_newton, y.force_newton), tolerance * force) << where;
  EXPECT_LT(distance(x.force_lagrange, y.force_lagrange), tolerance * force) << where;
  EXPECT_LT(distance(x.multipliers, y.multipliers), tolerance * (1 + largest(y.multipliers)))
      << where;
  EXPECT_EQ(x.unique, y.unique) << where;
  EXPECT_LT(distance(x.misfit, y.misfit), tolerance * (1 + largest(y.misfit))) << where;
  EXPECT_NEAR(x.gauss, y.gauss, tolerance * (1 + y.gauss)) << where;
}

TEST(TreeKernel, AgreesWithTheExplicitEquation) {
  for (unsigned seed = 0; seed < 150; ++seed) {
    Random random(seed);
    RandomChoice choice;
    choice.most_bodies = 7;
    choice.scalars = seed % 3;
    choice.rows = static_cast<Index>(seed % 5);
    const RandomSolids s = random_solids(random, choice);
    Pair pair(s.equations);
    pair.numbers.evaluate(equations::Stage::dynamics, 0, s.q.data(), s.v.data());
    const Instant x = pair.tree.solve_in_full(pair.numbers);
    const Instant y = pair.dense.solve_in_full(pair.numbers);
    expect_equal(x, y, 10 + y.condition, "seed " + std::to_string(seed));
    EXPECT_EQ(x.method, Method::bodies);
    EXPECT_LT(distance(pair.tree.solve(pair.numbers).acceleration, x.acceleration),
              1e-12 * (10 + y.condition) * (1 + largest(x.acceleration)));
  }
}

TEST(TreeKernel, NeedsNoSumsThatOthersNeed) {
  for (unsigned seed = 0; seed < 10; ++seed) {
    Random random(seed);
    const RandomSolids s = random_solids(random, {.scalars = 2});
    Pair pair(s.equations);
    pair.numbers.evaluate(equations::Stage::dynamics, 0, s.q.data(), s.v.data());
    const Instant with = pair.tree.solve_in_full(pair.numbers);
    std::fill_n(pair.numbers.M(), pair.numbers.Q() - pair.numbers.M(), NAN);
    std::fill_n(pair.numbers.Q(), s.equations.n, NAN);
    pair.numbers.evaluate(equations::Stage::dynamics, 0, s.q.data(), s.v.data(),
                          equations::Sums::left_out);
    const Instant without = pair.tree.solve(pair.numbers);
    EXPECT_EQ(with.acceleration, without.acceleration) << "seed " << seed;
    EXPECT_EQ(pair.tree.solve_in_full(pair.numbers).force_newton, with.force_newton);
  }
}

/// A chain of hinges whose end is held by a point, written twice: three rows and the same again.
equations::Equations held_chain(Index bodies, bool contradictory, double tilt) {
  WrittenSystem s;
  s.set_gravity({0.3, -9.81, 0.2});
  std::vector<double> q, v;
  for (Index k = 0; k < bodies; ++k) {
    bodies::SolidNumbers solid = plain_solid(1 + 0.1 * static_cast<double>(k));
    solid.at[0] = k > 0 ? 1.0 : 0.0;
    solid.center[0] = 0.5;
    solid.axis[0] = k % 3 == 1 ? tilt : 0;
    solid.axis[2] = std::sqrt(1 - solid.axis[0] * solid.axis[0]);
    s.add_body(k - 1, bodies::Joint::hinge, solid);
    q.push_back(0.3 * std::sin(static_cast<double>(3 * k + 1)));
    v.push_back(0.5 * std::cos(static_cast<double>(2 * k)));
  }
  const WrittenSystem::Point end = s.add_frame(bodies - 1, equations::FrameKind::point, {1, 0, 0});
  for (const double factor : {1.0, 3.0}) {
    for (std::size_t k = 0; k < 3; ++k) {
      formula::Node row = s.g.multiply(s.g.constant(factor), end.X[k]);
      // The second time it is to move as t², by itself.
      if (contradictory && factor > 1) row = s.g.subtract(row, s.g.square(s.time()));
      s.add_row(row);
    }
  }
  return s.finish(q, v, false);
}

TEST(TreeKernel, TakesRedundantAndContradictoryRows) {
  // Of the tilted chain the three directions are independent; of the flat one z is not decided.
  for (const bool contradictory : {false, true}) {
    for (const double tilt : {0.0, 0.6}) {
      const equations::Equations equations = held_chain(6, contradictory, tilt);
      Pair pair(equations);
      pair.numbers.evaluate(equations::Stage::dynamics, 0, equations.q.data(), equations.v.data());
      const Instant x = pair.tree.solve_in_full(pair.numbers);
      const Instant y = pair.dense.solve_in_full(pair.numbers);
      EXPECT_EQ(x.rank, tilt > 0 ? 3u : 2u);
      EXPECT_EQ(x.status, contradictory ? Status::contradictory : Status::ok);
      EXPECT_EQ(x.vanished, y.vanished);
      expect_equal(x, y, 100, "tilt " + std::to_string(tilt));
    }
  }
}

TEST(TreeKernel, TakesLongChains) {
  // More coordinates than the methods for full matrices see: the rows are turned into few first.
  const equations::Equations equations = held_chain(150, false, 0.6);
  Pair pair(equations);
  pair.numbers.evaluate(equations::Stage::dynamics, 0, equations.q.data(), equations.v.data());
  const Instant x = pair.tree.solve_in_full(pair.numbers);
  const Instant y = pair.dense.solve_in_full(pair.numbers);
  // κ of a chain's full M grows as the fourth power of its length: the twin loses eight digits.
  expect_equal(x, y, 1e5, "150 bodies");
  const Instant quick = pair.tree.solve(pair.numbers);
  EXPECT_EQ(quick.rank, x.rank);
  EXPECT_EQ(quick.near_singular, 0u);
  EXPECT_LT(distance(quick.acceleration, x.acceleration), 1e-12 * largest(x.acceleration));
}

TEST(TreeKernel, LaysOutNoMassForLargeTrees) {
  const equations::Equations equations = held_chain(400, false, 0.6);
  EXPECT_FALSE(equations.solids->dense);
  EXPECT_LT(equations.layout.size(), 20000);
  equations::Workspace numbers(equations);
  instant::Kernel kernel(equations, Method::automatic);
  EXPECT_EQ(kernel.method(), Method::bodies);
  numbers.evaluate(equations::Stage::dynamics, 0, equations.q.data(), equations.v.data());
  const Instant& now = kernel.solve_in_full(numbers);
  ASSERT_EQ(now.status, Status::ok);
  EXPECT_LT(largest(now.residual), 1e-8 * largest(now.misfit));
  EXPECT_EQ(instant::why_not(Method::explicit_, equations), instant::Misfit::too_large);
  EXPECT_EQ(instant::why_not(Method::automatic, equations, true), instant::Misfit::too_large);
  EXPECT_EQ(instant::why_not(Method::automatic, equations), instant::Misfit::none);
}

TEST(TreeKernel, ChangesAreTheLeastInTheMetricOfTheMass) {
  for (unsigned seed = 0; seed < 60; ++seed) {
    Random random(seed);
    RandomChoice choice;
    choice.scalars = seed % 2;
    choice.rows = 4;
    const RandomSolids s = random_solids(random, choice);
    Pair pair(s.equations);
    pair.numbers.evaluate(equations::Stage::projection, 0, s.q.data(), s.v.data());
    const auto n = static_cast<std::size_t>(s.equations.n), m = s.equations.rows.size();
    std::vector<double> demand(m);
    std::vector<unsigned char> takes_part(m, 1);
    for (double& x : demand) x = random.uniform(-1, 1);
    takes_part[1] = 0;
    demand[1] = 0;
    const double* x = pair.tree.least_change(pair.numbers, demand.data(), takes_part.data());
    const std::vector<double> change(x, x + n);
    const double* y = pair.dense.least_change(pair.numbers, demand.data(), takes_part.data());
    const std::vector<double> twin(y, y + n);
    ASSERT_TRUE(pair.dense.factor(0, pair.numbers, takes_part.data()));
    const double kappa = 100 / pair.dense.least_pivot(0);
    EXPECT_LT(distance(change, twin), 1e-12 * kappa * (1 + largest(twin))) << "seed " << seed;

    ASSERT_TRUE(pair.tree.factor(0, pair.numbers, takes_part.data()));
    // The factors outlive the state they were made at.
    std::vector<double> elsewhere(s.q);
    for (double& value : elsewhere) value += 0.1;
    pair.numbers.evaluate(equations::Stage::projection, 0, elsewhere.data(), s.v.data());
    x = pair.tree.apply(0, demand.data());
    EXPECT_LT(distance(std::vector<double>(x, x + n), twin), 1e-12 * kappa * (1 + largest(twin)))
        << "seed " << seed;
    if (pair.dense.least_pivot(0) > 0.99) {
      EXPECT_NEAR(pair.tree.least_pivot(0), pair.dense.least_pivot(0), 1e-9);
    }
  }
}

TEST(TreeKernel, CountsRotorsAmongTheMasses) {
  Random random(3);
  WrittenSystem s;
  s.set_gravity({0, 0, -9.81});
  for (Index k = 0; k < 3; ++k) s.add_body(k - 1, bodies::Joint::hinge, arbitrary_solid(random));
  for (Index i = 0; i < 3; ++i) s.add_mass(i, i, s.g.constant(0.7 + static_cast<double>(i)));
  const std::vector<double> q = {0.3, -0.4, 1.1}, v = {1, 2, -1};
  const equations::Equations equations = s.finish(q, v, false);
  ASSERT_TRUE(equations.solids->recursive);
  Pair pair(equations);
  pair.numbers.evaluate(equations::Stage::dynamics, 0, q.data(), v.data());
  const Instant x = pair.tree.solve_in_full(pair.numbers);
  expect_equal(x, pair.dense.solve_in_full(pair.numbers), 10, "rotors");
}

TEST(TreeKernel, LeavesMasslessBodiesToTheNullSpace) {
  // A massless crank that pulls a heavy slider over a rod: the row gives the crank its motion.
  WrittenSystem s;
  s.set_gravity({0, -9.81, 0});
  bodies::SolidNumbers crank = plain_solid(0), block = plain_solid(2);
  block.axis[0] = 1;
  block.axis[2] = 0;
  s.add_body(bodies::ground, bodies::Joint::hinge, crank);
  s.add_body(bodies::ground, bodies::Joint::slider, block);
  const WrittenSystem::Point tip = s.add_frame(0, equations::FrameKind::point, {1, 0, 0});
  const WrittenSystem::Point end = s.add_frame(1, equations::FrameKind::point, {0, 0, 0});
  s.add_row(s.g.subtract(s.norm_square(s.difference(tip.X, end.X)), s.g.constant(4)));
  s.add_force(1, s.g.constant(3));
  const std::vector<double> q = {0.7, std::cos(0.7) + std::sqrt(4 - std::sin(0.7) * std::sin(0.7))},
                            v = {0, 0};
  const equations::Equations equations = s.finish(q, v, false);
  equations::Workspace numbers(equations);
  instant::TreeKernel kernel(equations);
  numbers.evaluate(equations::Stage::dynamics, 0, q.data(), v.data(), equations::Sums::left_out);
  const Instant& now = kernel.solve(numbers);
  ASSERT_EQ(now.status, Status::ok);
  EXPECT_NEAR(now.acceleration[1], 1.5, 1e-12);  // nothing but the force on the block
}

}  // namespace
}  // namespace zwang::test

// SPDX-License-Identifier: Apache-2.0
// Trees bound by rows, against the explicit equation on dense H and A.

#include "bodies/constrained.h"

#include <gtest/gtest.h>

#include "bodies/careful.h"
#include "bodies/frame.h"
#include "bodies/small_tree.h"

namespace zwang::test {
namespace {

using bodies::Answer;
using bodies::Asked;
using bodies::Constrained;

struct Solved {
  Ended answer;
  Vector x, lambda;
};

/// `times`: how often it is asked.
Solved solve(const LoopedTree& c, RankTolerance tolerance, const bodies::Sweeps& set,
             bool flat = true, int times = 1) {
  Constrained constrained(c.t.tree, c.shapes, set);
  constrained.prepare(c.t.solids, flat);
  constrained.place(c.t.q.data(), c.t.v.data());
  c.set(constrained.rows());
  Solved s{{}, Vector(c.n()), Vector(c.m())};
  for (int k = 0; k < times; ++k)
    s.answer = ended(constrained.solve(c.acting(), {c.b.data()}, s.x.data(), s.lambda.data()));
  if (!s.answer.quick) s.answer = solve_with_care(c, tolerance, s.x, s.lambda);
  return s;
}

std::string said(std::uint64_t seed, const LoopedTree& c, const Dense& d, const char* set) {
  return seeded(seed, c.t) + ", " + std::to_string(c.m()) + " rows of rank " +
         std::to_string(d.instant.rank) + ", kappa " + std::to_string(d.kappa) + ", condition " +
         std::to_string(d.instant.condition) + ", " + set;
}

void expect_equal(const LoopedTree& c, const Dense& d, const Solved& s, const std::string& what) {
  ASSERT_LE(d.size(s.x - d.acceleration()), d.allowed()) << what;
  ASSERT_EQ(s.answer.rank, static_cast<Index>(d.instant.rank)) << what;
  ASSERT_EQ(s.answer.status, d.instant.status) << what;
  // λ in units of its rows: the length of λ_i's row of D is what it moves by.
  const Vector unit = (d.A * d.H.ldlt().solve(d.A.transpose())).diagonal().cwiseSqrt();
  ASSERT_LE((unit.asDiagonal() * (s.lambda - d.multipliers())).norm(),
            d.allowed() * (1 + d.instant.condition))
      << what;
  static_cast<void>(c);
}

// The dense twin is the explicit equation [UK92 5a] with H of composite bodies.
TEST(Constrained, AnswersAsTheExplicitEquation) {
  Index quick = 0, count = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    Random random(seed + 20000);
    RandomTree tree = random_tree(seed);
    if (tree.tree.nv == 0) continue;
    const Index rows = random.integer(1, std::max<Index>(1, tree.tree.nv * 2 / 3));
    LoopedTree c = random_looped_tree(random, std::move(tree), rows);
    if (seed % 3 == 1) add_redundant_rows(random, c, random.integer(1, 4), false);
    if (seed % 3 == 2) add_redundant_rows(random, c, random.integer(1, 4), true);
    if (seed % 6 == 2) c.weights = random_vector(random, c.m()).cwiseAbs();
    const Dense d = dense(c, RankTolerance::instant);
    for (const bodies::Sweeps* set : sweep_sets()) {
      const Solved s = solve(c, RankTolerance::instant, *set);
      expect_equal(c, d, s, said(seed, c, d, set->name));
      quick += s.answer.quick;
      ++count;
    }
  }
  EXPECT_GT(quick, count / 10) << "the quick way is hardly ever taken: the test says nothing of it";
  EXPECT_GT(count - quick, count / 10);
}

/// Rows on several paths, of which two are nearly one: D Dᵀ alone would lose what it squares, and the
/// correction brings it back.
TEST(Constrained, MeetsRowsToRoundingWhereItMustCorrect) {
  Index corrected = 0;
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    Random random(seed + 70000);
    RandomTree tree = random_tree(seed);
    if (tree.tree.nv < 6) continue;
    for (bodies::SolidNumbers& s :
         tree.solids.of) {  // masses alike: what is lost is the rows' affair
      for (double& x : s.inertia) x /= s.mass;
      s.mass = 1;
    }
    LoopedTree c = random_looped_tree(random, std::move(tree), 3);
    add_redundant_rows(random, c, 1, false);
    for (bodies::Force<double>& f : c.wrenches.back()) f += 0.03 * random_wrench(random);
    for (double& x : c.numbers.back()) x += 0.03 * random.normal();
    const Dense d = dense(c, RankTolerance::instant);
    for (const bodies::Sweeps* set : sweep_sets()) {
      const Solved s = solve(c, RankTolerance::instant, *set, true, 20);
      if (!s.answer.quick || s.answer.least_pivot > 0.02) continue;  // κ² > 2500
      ++corrected;
      ASSERT_EQ(s.x, solve(c, RankTolerance::instant, *set).x) << "asked again: other bits";
      const Vector size = d.A.cwiseAbs() * s.x.cwiseAbs() + c.b.cwiseAbs();
      for (Index i = 0; i < c.m(); ++i)
        ASSERT_LE(std::abs(d.A.row(i).dot(s.x) - c.b(i)), d.rounding * d.kappa * size(i))
            << said(seed, c, d, set->name) << ", row " << i;
    }
  }
  EXPECT_GT(corrected, 10);
}

/// Rows that nothing feels are not counted, and the least pivot tells how near two rows are.
TEST(Constrained, CountsWhatIsFeltAndTellsHowFarRowsStandOut) {
  RandomTree t;
  hang(t, -1, bodies::Joint::hinge, solid({0, 0, 0}, {0, 0, 1}, {1, 0, 0}));
  hang(t, -1, bodies::Joint::hinge, solid({0, 0, 0}, {0, 0, 1}, {1, 0, 0}));
  t.q = {0.3, 0.5};
  t.v = {1, 2};
  Random random(1);
  LoopedTree c = random_looped_tree(random, t, 0);
  c.shapes = {{{}, {0}}, {{}, {0, 1}}, {{1}, {}}};
  c.wrenches = {{}, {}, {{{0, 0, 0}, {0, 0, 1}}}};  // the third pulls along the hinge's axis
  c.numbers = {{1}, {1, 0.1}, {}};
  c.b = Vector::Zero(3);
  for (const bodies::Sweeps* set : sweep_sets()) {
    const Solved s = solve(c, RankTolerance::stepping, *set);
    EXPECT_TRUE(s.answer.quick) << set->name;
    EXPECT_EQ(s.answer.rank, 2) << set->name;
    // Two equal inertias: in the metric of H the rows are (1, 0) and (1, 0.1).
    EXPECT_NEAR(s.answer.least_pivot, 0.1 / std::sqrt(1.01), 1e-14) << set->name;
  }
}

TEST(Constrained, WithoutRowsIsInverseDynamicsBackwards) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    Random random(seed + 30000);
    LoopedTree c = random_looped_tree(random, random_tree(seed), 0);
    if (c.n() == 0) continue;
    const Dense d = dense(c, RankTolerance::instant);
    for (const bodies::Sweeps* set : sweep_sets()) {
      const Solved s = solve(c, RankTolerance::instant, *set);
      ASSERT_TRUE(s.answer.quick) << seeded(seed, c.t);
      ASSERT_LE(d.size(s.x - d.a), 2 * d.rounding * d.kappa * (d.size(d.a) + 1))
          << said(seed, c, d, set->name);
    }
  }
}

/// What a point of a body does is asked for in two ways, which must agree: along the rates, and of
/// the body itself.
TEST(Constrained, DemandsOnBodiesAreDemandsOnRatesWithTheBias) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    Random random(seed + 40000);
    RandomTree tree = random_tree(seed);
    if (tree.tree.nv < 4) continue;
    LoopedTree c = random_looped_tree(random, std::move(tree), 3);
    const bodies::Vec3<double> at = {random.normal(), random.normal(), random.normal()};
    const Index body = random.integer(0, c.t.tree.size() - 1);
    c.shapes.assign(3, {{body}, {}});
    bodies::Kinematics kinematics(c.t.tree);
    kinematics.place(c.t.tree, c.t.solids, c.t.q.data());
    kinematics.move(c.t.tree, c.t.v.data());
    Constrained constrained(c.t.tree, c.shapes);
    constrained.prepare(c.t.solids);
    constrained.place(c.t.q.data(), c.t.v.data());
    Vector b = Vector::Zero(3), x(c.n()), y(c.n());
    constrained.set_points(0, 3, 0, at, 1, b.data());
    for (Index r = 0; r < 3; ++r)
      c.wrenches[static_cast<std::size_t>(r)] = {constrained.rows().wrench(r, 0)};
    c.numbers.assign(3, {});
    const auto asked = [&](const Vector& demand, Asked::Of of, Vector& vdot) {
      const Ended end = ended(constrained.solve(c.acting(), {demand.data(), of}, vdot.data()));
      Vector lambda(3);
      c.b = demand;
      return end.quick ? end : solve_with_care(c, RankTolerance::instant, vdot, lambda, of);
    };
    const Ended of_bodies = asked(b, Asked::Of::bodies, x);
    const bodies::Vec3<double> bias = point_jet(kinematics[body], at).bias;
    const Vector on_rates = -Vector{{bias.x, bias.y, bias.z}};
    const Ended of_rates = asked(on_rates, Asked::Of::rates, y);
    EXPECT_EQ(of_bodies.rank, of_rates.rank);
    const Dense d = dense(c, RankTolerance::instant);
    const double size = d.allowed() * (1 + std::sqrt(dot(bias, bias)));
    EXPECT_LE(d.size(x - y), size) << seeded(seed, c.t);
    // and the point stays: its acceleration J v̇ + J̇ v is nothing
    if (of_bodies.rank == 3)
      EXPECT_LE((d.A * x + Vector{{bias.x, bias.y, bias.z}}).norm(),
                1e3 * d.rounding * d.kappa * d.instant.condition * (d.A.norm() * x.norm() + 1))
          << seeded(seed, c.t);
  }
}

/// Near-singular rows while stepping: as least/ answers them, smoothly.
TEST(Constrained, DampsWhatIsNearlyDependentAsLeastDoes) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    Random random(seed + 50000);
    RandomTree tree = random_tree(seed);
    if (tree.tree.nv < 3) continue;
    LoopedTree c = random_looped_tree(random, std::move(tree), 1);
    add_redundant_rows(random, c, 1, false);
    // another direction, by a part of 1e-8: between the two tolerances
    if (c.wrenches[1].empty()) continue;
    const bodies::Force<double> other = random_wrench(random);
    c.wrenches[1][0] += 1e-8 * other;
    const Dense d = dense(c, RankTolerance::stepping);
    if (d.instant.near_singular == 0) continue;
    const Solved s = solve(c, RankTolerance::stepping, bodies::sweeps());
    EXPECT_EQ(s.answer.near_singular, static_cast<Index>(d.instant.near_singular));
    // The damping forgets what is weaker than 1e-4 of the rest, and with it the condition.
    EXPECT_LE(d.size(s.x - d.acceleration()),
              1e4 * d.rounding * d.kappa * (d.size(d.acceleration()) + d.size(d.a)))
        << said(seed, c, d, "stepping");
  }
}

TEST(Constrained, ArmatureAddsToTheDiagonal) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    Random random(seed + 60000);
    LoopedTree c = random_looped_tree(random, random_tree(seed), 0);
    if (c.n() == 0) continue;
    const Dense d = dense(c, RankTolerance::instant);
    const Vector armature = random_vector(random, c.n()).cwiseAbs().cwiseProduct(d.H.diagonal());
    Constrained constrained(c.t.tree);
    constrained.prepare(c.t.solids);
    constrained.place(c.t.q.data(), c.t.v.data());
    Vector x(c.n());
    EXPECT_TRUE(constrained.solve(c.acting(), {}, x.data(), nullptr, armature.data()).solved);
    const Matrix sum = d.H + Matrix(armature.asDiagonal());
    const Vector twin = sum.ldlt().solve(d.Q);
    EXPECT_LE(d.size(x - twin), 2 * d.rounding * d.kappa * (d.size(twin) + 1)) << seeded(seed, c.t);
  }
}

/// Masses that nothing moves: the body is named, the numbers stay finite.
TEST(Constrained, NamesTheBodyThatNothingMoves) {
  RandomTree t;
  hang(t, -1, bodies::Joint::slider, solid({0, 0, 0}, {1, 0, 0}, {0, 0, 0}, 0, {0, 0, 0}));
  hang(t, 0, bodies::Joint::hinge, solid({0, 0, 0}, {0, 0, 1}, {0, 0, 0}, 0, {0, 0, 0}));
  hang(t, 1, bodies::Joint::free, solid({0, 0, 0}, {0, 0, 1}, {0.3, 0.2, 0.1}));
  t.q = {0.4, 0.7, 0.1, 0.2, 0.3, 0.9, 0.1, -0.3, 0.2};
  t.v.assign(8, 0.5);
  Constrained constrained(t.tree);
  constrained.prepare(t.solids);
  constrained.place(t.q.data(), t.v.data());
  Vector x(8);
  EXPECT_FALSE(constrained.solve({}, {}, x.data()).solved);
  Random random(1);
  Vector none(0);
  const Ended answer =
      solve_with_care(random_looped_tree(random, t, 0), RankTolerance::stepping, x, none);
  EXPECT_EQ(answer.status, Status::mass_not_definite);
  EXPECT_EQ(answer.weak, 1);
  EXPECT_TRUE(x.allFinite());
}

/// A change of the numbers that makes a planar branch spatial, and back.
TEST(Constrained, FollowsNumbersThatChange) {
  Random random(7);
  RandomTree t;
  for (Index i = 0; i < 3; ++i)
    hang(t, i - 1, bodies::Joint::hinge, solid({1, 0, 0}, {0, 0, 1}, {0.5, 0.1, 0}));
  t.q = {0.3, 0.5, -0.2};
  t.v = {1, 2, 3};
  LoopedTree c = random_looped_tree(random, t, 1);
  Constrained constrained(c.t.tree, c.shapes);
  for (const double tilt : {0.0, 0.5, 0.0}) {
    c.t.solids.of[1].axis[0] = std::sin(tilt);
    c.t.solids.of[1].axis[2] = std::cos(tilt);
    constrained.prepare(c.t.solids);
    constrained.place(c.t.q.data(), c.t.v.data());
    c.set(constrained.rows());
    Vector x(3);
    EXPECT_TRUE(constrained.solve(c.acting(), {c.b.data()}, x.data()).solved) << "tilt " << tilt;
    const Dense d = dense(c, RankTolerance::stepping);
    EXPECT_LE(d.size(x - d.acceleration()), d.allowed()) << "tilt " << tilt;
  }
}

/// Time and memory in proportion to the bodies: a chain of ten thousand, checked by going back.
TEST(Constrained, TenThousandBodiesAreNoTrouble) {
  RandomTree t;
  const Index n = 10000;
  Random random(3);
  for (Index i = 0; i < n; ++i) {
    hang(t, i - 1, bodies::Joint::hinge,
         solid({1, 0, 0}, {0, i % 2 ? 1.0 : 0.0, i % 2 ? 0.0 : 1.0}, {0.5, 0, 0}));
    t.q[static_cast<std::size_t>(i)] = random.uniform(-0.3, 0.3);
    t.v[static_cast<std::size_t>(i)] = 0.01 * random.normal();
  }
  const std::vector<bodies::RowShape> pin(3, {{n - 1}, {}});
  Constrained constrained(t.tree, pin);
  constrained.prepare(t.solids);
  constrained.place(t.q.data(), t.v.data());
  Vector b = Vector::Zero(3), x(n), tau(n), lambda(3);
  constrained.set_points(0, 3, 0, {1, 0, 0}, 1, b.data());
  const Vector zero = Vector::Zero(n);
  const Answer answer = constrained.solve({zero.data(), nullptr, {0, -9.81, 0}},
                                          {b.data(), Asked::Of::bodies}, x.data(), lambda.data());
  EXPECT_TRUE(answer.solved);
  bodies::Kinematics kinematics(t.tree);
  kinematics.place(t.tree, t.solids, t.q.data());
  kinematics.move(t.tree, t.v.data());
  std::vector<bodies::Force<double>> held(static_cast<std::size_t>(n),
                                          bodies::zero_force<double>());
  for (Index r = 0; r < 3; ++r) held.back() += lambda(r) * constrained.rows().wrench(r, 0);
  bodies::InverseDynamics(t.tree).solve(t.tree, t.solids, kinematics,
                                        {x.data(), held.data(), {0, -9.81, 0}}, tau.data());
  // τ is a sum of n weights at up to n lengths, 5e8 in all, that must balance: n·eps of that.
  EXPECT_LE(tau.cwiseAbs().maxCoeff(), 5e8 * static_cast<double>(n) * 2.3e-16);
}

}  // namespace
}  // namespace zwang::test

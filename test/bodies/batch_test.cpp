// SPDX-License-Identifier: Apache-2.0
// Eight systems side by side, against each alone.

#include "bodies/batch.h"

#include <gtest/gtest.h>

#include <cstring>

#include "bodies/careful.h"

namespace zwang::test {
namespace {

using bodies::Asked;
using bodies::Batch;

/// One mechanism in eight states, with other numbers in its rows each time.
struct Eight {
  std::vector<LoopedTree> of;
  std::vector<double> q, v, tau, load, b;

  Eight(Random& random, const LoopedTree& first) {
    for (Index s = 0; s < 8; ++s) {
      LoopedTree c = first;
      random_state(random, c.t);
      for (auto& row : c.wrenches)
        for (bodies::Force<double>& f : row) f = random_wrench(random);
      c.tau = random_vector(random, c.n());
      for (bodies::Force<double>& f : c.load) f = random_wrench(random);
      c.b = random_vector(random, c.m());
      of.push_back(c);
    }
    lay(q, [](const LoopedTree& c) { return c.t.q; });
    lay(v, [](const LoopedTree& c) { return c.t.v; });
    lay(tau, [](const LoopedTree& c) { return list(c.tau); });
    lay(b, [](const LoopedTree& c) { return list(c.b); });
    lay(load, [](const LoopedTree& c) {
      std::vector<double> parts;
      for (const bodies::Force<double>& f : c.load)
        parts.insert(parts.end(),
                     {f.torque.x, f.torque.y, f.torque.z, f.force.x, f.force.y, f.force.z});
      return parts;
    });
  }

  static std::vector<double> list(const Vector& x) { return {x.data(), x.data() + x.size()}; }
  template <class Part>
  void lay(std::vector<double>& to, Part part) {
    for (std::size_t s = 0; s < 8; ++s) {
      const std::vector<double> x = part(of[s]);
      to.resize(8 * x.size());
      for (std::size_t k = 0; k < x.size(); ++k) to[8 * k + s] = x[k];
    }
  }
  bodies::BatchLoad acting() const {
    return {tau.data(), load.data(), bodies::vec3<double>(of[0].t.solids.gravity)};
  }
  void set(Batch& batch) const {
    for (Index s = 0; s < 8; ++s) {
      const LoopedTree& c = of[static_cast<std::size_t>(s)];
      for (Index r = 0; r < c.m(); ++r) {
        const auto i = static_cast<std::size_t>(r);
        for (std::size_t k = 0; k < c.wrenches[i].size(); ++k)
          if (double* to = batch.wrench(r, static_cast<Index>(k))) {
            const bodies::Force<double>& f = c.wrenches[i][k];
            const double parts[6] = {f.torque.x, f.torque.y, f.torque.z,
                                     f.force.x,  f.force.y,  f.force.z};
            for (Index p = 0; p < 6; ++p) to[8 * p + s] = parts[p];
          }
        for (std::size_t k = 0; k < c.numbers[i].size(); ++k)
          batch.number(r, static_cast<Index>(k))[s] = c.numbers[i][k];
      }
    }
  }
};

struct Answers {
  std::vector<double> x, lambda;
  Ended of[8];
  Index alone = 0;
};

void put(const Vector& one, Index s, std::vector<double>& x) {
  for (Index k = 0; k < one.size(); ++k) x[static_cast<std::size_t>(8 * k + s)] = one(k);
}

Answers solve(const Eight& eight, const bodies::Sweeps& set, bool flat = true) {
  const LoopedTree& c = eight.of[0];
  Batch batch(c.t.tree, c.shapes, set);
  batch.prepare(c.t.solids, flat);
  batch.place(eight.q.data(), eight.v.data());
  eight.set(batch);
  Answers a;
  a.x.resize(static_cast<std::size_t>(8 * c.n()));
  a.lambda.resize(static_cast<std::size_t>(8 * c.m()));
  bodies::Answer answers[8];
  a.alone = batch.solve(eight.acting(), eight.b.data(), Asked::Of::rates, a.x.data(),
                        a.lambda.data(), answers);
  for (Index s = 0; s < 8; ++s) {
    a.of[s] = ended(answers[s]);
    if (a.of[s].quick) continue;
    Vector x(c.n()), lambda(c.m());
    a.of[s] =
        solve_with_care(eight.of[static_cast<std::size_t>(s)], RankTolerance::instant, x, lambda);
    put(x, s, a.x);
    put(lambda, s, a.lambda);
  }
  return a;
}

Vector system(const std::vector<double>& x, Index s) {
  Vector one(static_cast<Index>(x.size()) / 8);
  for (Index k = 0; k < one.size(); ++k) one(k) = x[static_cast<std::size_t>(8 * k + s)];
  return one;
}

LoopedTree drawn(std::uint64_t seed) {
  Random random(seed + 70000);
  RandomTree tree = random_tree(seed);
  const Index rows = tree.tree.nv > 0 ? random.integer(0, tree.tree.nv / 2) : 0;
  return random_looped_tree(random, std::move(tree), rows);
}

TEST(Batch, EachSystemMovesAsItDoesAlone) {
  Index alone = 0, count = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const LoopedTree c = drawn(seed);
    if (c.n() == 0) continue;
    Random random(seed);
    const Eight eight(random, c);
    std::vector<Dense> twins;
    for (const LoopedTree& one : eight.of) twins.push_back(dense(one, RankTolerance::instant));
    for (const bodies::Sweeps* set : sweep_sets()) {
      const Answers a = solve(eight, *set);
      for (Index s = 0; s < 8; ++s) {
        const Dense& d = twins[static_cast<std::size_t>(s)];
        ASSERT_LE(d.size(system(a.x, s) - d.acceleration()), d.allowed())
            << seeded(seed, c.t) << ", system " << s << ", " << set->name;
        ASSERT_EQ(a.of[s].rank, static_cast<Index>(d.instant.rank)) << seeded(seed, c.t);
        const Vector unit = (d.A * d.H.ldlt().solve(d.A.transpose())).diagonal().cwiseSqrt();
        ASSERT_LE((unit.asDiagonal() * (system(a.lambda, s) - d.multipliers())).norm(),
                  d.allowed() * (1 + d.instant.condition))
            << seeded(seed, c.t);
      }
      alone += a.alone;
      count += 8;
    }
  }
  EXPECT_LT(alone, count / 2) << "side by side was hardly tried";
  EXPECT_GT(alone, 0) << "alone was never tried";
}

/// A system's bits are its own affair: they do not depend on its neighbours, nor on whether four or
/// eight stand side by side.
TEST(Batch, BitsDependNeitherOnNeighboursNorOnTheWidth) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const LoopedTree c = drawn(seed);
    if (c.n() == 0) continue;
    Random random(seed);
    Eight eight(random, c);
    std::vector<Answers> by_set;
    for (const bodies::Sweeps* set : sweep_sets()) by_set.push_back(solve(eight, *set));
    if (by_set.size() == 3) {
      EXPECT_EQ(by_set[1].x, by_set[2].x) << seeded(seed, c.t);
      EXPECT_EQ(by_set[1].lambda, by_set[2].lambda) << seeded(seed, c.t);
    }
    Eight other(random, c);  // system 5 among others
    other.of[5] = eight.of[5];
    for (std::size_t k = 0; k < eight.q.size() / 8; ++k) other.q[8 * k + 5] = eight.q[8 * k + 5];
    for (std::size_t k = 0; k < eight.v.size() / 8; ++k) other.v[8 * k + 5] = eight.v[8 * k + 5];
    for (std::size_t k = 0; k < eight.tau.size() / 8; ++k)
      other.tau[8 * k + 5] = eight.tau[8 * k + 5];
    for (std::size_t k = 0; k < eight.load.size() / 8; ++k)
      other.load[8 * k + 5] = eight.load[8 * k + 5];
    for (std::size_t k = 0; k < eight.b.size() / 8; ++k) other.b[8 * k + 5] = eight.b[8 * k + 5];
    EXPECT_EQ(system(solve(other, bodies::sweeps()).x, 5), system(by_set.back().x, 5))
        << seeded(seed, c.t);
  }
}

/// In a plane lanes and a system alone run through the same sums, but for the order of limbs.
TEST(Batch, PlanarChainsHaveTheBitsOfOneAlone) {
  Random random(11);
  RandomTree t;
  for (Index i = 0; i < 8; ++i) {
    append(t.tree, i - 1, i == 3 ? bodies::Joint::slider : bodies::Joint::hinge);
    bodies::SolidNumbers s = random_solid(random);
    const double same[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    std::copy_n(same, 9, s.rotation);
    s.axis[0] = i == 3 ? 1 : 0;
    s.axis[1] = 0;
    s.axis[2] = i == 3 ? 0 : 1;
    t.solids.of.push_back(s);
  }
  random_state(random, t);
  const Eight eight(random, random_looped_tree(random, t, 0));
  const Answers a = solve(eight, bodies::sweeps());
  for (Index s = 0; s < 8; ++s) {
    const LoopedTree& c = eight.of[static_cast<std::size_t>(s)];
    bodies::Constrained constrained(c.t.tree);
    constrained.prepare(c.t.solids);
    constrained.place(c.t.q.data(), c.t.v.data());
    Vector x(c.n());
    constrained.solve(c.acting(), {}, x.data());
    EXPECT_EQ(x, system(a.x, s)) << "system " << s;
  }
}

/// Redundant rows, in some of the eight only.
TEST(Batch, SystemsWithDependentRowsAreSolvedAlone) {
  Random random(5);
  RandomTree tree = random_tree(random, 6, 0.8, true);
  LoopedTree c = random_looped_tree(random, std::move(tree), 3);
  add_redundant_rows(random, c, 1, false);
  Eight eight(random, c);
  for (const std::size_t s : {std::size_t{2}, std::size_t{7}}) {  // the last row repeats another
    LoopedTree& one = eight.of[s];
    one.wrenches[3] = one.wrenches[0];
    one.shapes[3] = one.shapes[0];
  }
  c.shapes[3] = c.shapes[0];
  for (LoopedTree& one : eight.of) {
    one.shapes = c.shapes;
    one.numbers[3] = one.numbers[0];
    one.wrenches[3].resize(one.wrenches[0].size(), random_wrench(random));
  }
  const Answers a = solve(eight, bodies::sweeps());
  EXPECT_EQ(a.alone, 2);
  for (Index s = 0; s < 8; ++s) {
    const Dense d = dense(eight.of[static_cast<std::size_t>(s)], RankTolerance::instant);
    EXPECT_EQ(a.of[s].quick, s != 2 && s != 7);
    EXPECT_EQ(a.of[s].status, d.instant.status);
    EXPECT_LE(d.size(system(a.x, s) - d.acceleration()), d.allowed()) << "system " << s;
  }
}

TEST(Batch, PointsAreSetAsByOneAlone) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    Random random(seed + 80000);
    RandomTree tree = random_tree(seed);
    if (tree.tree.nv < 4) continue;
    const Index body = random.integer(0, tree.tree.size() - 1);
    LoopedTree c = random_looped_tree(random, std::move(tree), 0);
    c.shapes.assign(3, {{body}, {}});
    c.wrenches.assign(3, {random_wrench(random)});
    c.numbers.assign(3, {});
    const Eight eight(random, c);
    const bodies::Vec3<double> at = {random.normal(), random.normal(), random.normal()};
    Batch batch(c.t.tree, c.shapes);
    batch.prepare(c.t.solids);
    batch.place(eight.q.data(), eight.v.data());
    std::vector<double> b(24, 0.0), axes(72), omega(24);
    batch.set_points(0, 3, 0, at, -1, b.data());
    batch.axes(body, axes.data(), omega.data());
    for (Index s = 0; s < 8; ++s) {
      const LoopedTree& one = eight.of[static_cast<std::size_t>(s)];
      bodies::Constrained constrained(one.t.tree, one.shapes);
      constrained.prepare(one.t.solids);
      constrained.place(one.t.q.data(), one.t.v.data());
      Vector wanted = Vector::Zero(3);
      constrained.set_points(0, 3, 0, at, -1, wanted.data());
      const bodies::Vec3<double> w = constrained.omega(body);
      const double rounding = 1e-13 * (1 + dot(w, w)) * (1 + dot(at, at));
      EXPECT_LE((system(b, s) - wanted).norm(), rounding) << seeded(seed, c.t);
      EXPECT_LE((system(omega, s) - Vector{{w.x, w.y, w.z}}).norm(), rounding);
      const bodies::Mat3<double> R = constrained.axes(body);
      EXPECT_LE((system(axes, s) - Eigen::Map<const Vector>(&R.x.x, 9)).norm(), rounding);
      for (Index r = 0; r < 3; ++r) {
        const bodies::Force<double> f = constrained.rows().wrench(r, 0);
        Vector parts(6);
        for (Index p = 0; p < 6; ++p) parts(p) = batch.wrench(r, 0)[8 * p + s];
        EXPECT_LE((parts - Eigen::Map<const Vector>(&f.torque.x, 6)).norm(), rounding);
      }
    }
  }
}

}  // namespace
}  // namespace zwang::test

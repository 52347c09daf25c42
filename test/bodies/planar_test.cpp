// SPDX-License-Identifier: Apache-2.0
// Branches that move in a plane: found where they are, and swept as if they were not.

#include "bodies/planar.h"

#include <gtest/gtest.h>

#include "bodies/careful.h"

namespace zwang::test {
namespace {

using bodies::Constrained;
using bodies::Joint;
using bodies::Mat3;
using V3 = bodies::Vec3<double>;

void put(double* to, const V3& a) {
  to[0] = a.x;
  to[1] = a.y;
  to[2] = a.z;
}

/// Adds a branch that moves across `normal`: hinges, sliders, planar joints and fixed ones, each body
/// with axes of its own.
void add_planar_branch(Random& random, const V3& normal, Index bodies, RandomTree& t) {
  const Index first = t.tree.size();
  std::vector<Mat3<double>> at_rest;
  for (Index k = 0; k < bodies; ++k) {
    const Index parent = k == 0 ? bodies::ground : first + random.integer(0, k - 1);
    const Joint kinds[] = {Joint::hinge, Joint::hinge, Joint::slider, Joint::planar, Joint::fixed};
    const Joint joint = kinds[random.integer(0, 4)];
    bodies::SolidNumbers s = random_solid(random);
    const Mat3<double> P = parent == bodies::ground
                               ? bodies::identity3<double>()
                               : at_rest[static_cast<std::size_t>(parent - first)];
    const double side = random.chance(0.5) ? 1 : -1;
    const V3 other = random_unit(random), z = side * normal;
    V3 x = cross(other, z);
    x = (1 / std::sqrt(dot(x, x))) * x;
    if (joint == Joint::planar) {  // the joint frame's z along the normal, seen from the parent
      const V3 y = cross(z, x);
      const V3 columns[3] = {transposed(P, x), transposed(P, y), transposed(P, z)};
      for (int i = 0; i < 3; ++i) {
        s.rotation[i] = columns[i].x;
        s.rotation[3 + i] = columns[i].y;
        s.rotation[6 + i] = columns[i].z;
      }
    }
    const Mat3<double> E = P * bodies::mat3<double>(s.rotation);
    put(s.axis, transposed(E, joint == Joint::slider ? x : z));
    at_rest.push_back(E);
    append(t.tree, parent, joint);
    t.solids.of.push_back(s);
  }
}

Vector accelerations(const LoopedTree& c, const bodies::Sweeps& set, bool flat) {
  Constrained constrained(c.t.tree, c.shapes, set);
  constrained.prepare(c.t.solids, flat);
  constrained.place(c.t.q.data(), c.t.v.data());
  c.set(constrained.rows());
  Vector x(c.n());
  if (constrained.solve(c.acting(), {c.b.data()}, x.data()).solved) return x;
  Vector lambda(c.m());
  solve_with_care(c, RankTolerance::instant, x, lambda);
  return x;
}

TEST(Planar, ABranchInAnyPlaneIsFound) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Random random(seed);
    RandomTree t;
    const Index size = random.integer(1, 10);
    add_planar_branch(random, random_unit(random), size, t);
    bodies::Planes planes(t.tree);
    planar_branches(t.tree, t.solids, planes);
    for (Index i = 0; i < size; ++i) EXPECT_TRUE(planes.planar(i)) << "seed " << seed;
  }
}

/// One axis that is off by a millionth of a millionth, of a hinge behind another, makes it spatial.
TEST(Planar, ATiltedAxisIsNotOverlooked) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    Random random(seed);
    RandomTree t;
    const V3 normal = random_unit(random);
    add_planar_branch(random, normal, 6, t);
    append(t.tree, 0, Joint::hinge);
    bodies::SolidNumbers s = t.solids.of[0];
    t.solids.of.push_back(s);
    append(t.tree, 6, Joint::hinge);
    bodies::SolidNumbers tilted = s;
    const double same[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    std::copy_n(same, 9, tilted.rotation);
    V3 axis = bodies::vec3<double>(s.axis);
    axis = axis + 1e-11 * random_unit(random);
    put(tilted.axis, axis);
    t.solids.of.push_back(tilted);
    bodies::Planes planes(t.tree);
    planar_branches(t.tree, t.solids, planes);
    EXPECT_FALSE(planes.planar(0)) << "seed " << seed;
  }
}

TEST(Planar, OtherJointsMoveInSpace) {
  Random random(1);
  for (const Joint joint :
       {Joint::cylinder, Joint::screw, Joint::universal, Joint::ball, Joint::free}) {
    RandomTree t;
    append(t.tree, bodies::ground, joint);
    t.solids.of.push_back(random_solid(random));
    add_planar_branch(random, random_unit(random), 3, t);
    bodies::Planes planes(t.tree);
    planar_branches(t.tree, t.solids, planes);
    EXPECT_FALSE(planes.planar(0));
    EXPECT_TRUE(planes.planar(1)) << "the branch beside it";
  }
}

/// Several branches in several planes and one in space, bound to each other by rows.
TEST(Planar, MovesAsTheSameBranchInSpace) {  // [TREES 12-13]
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Random random(seed + 100);
    RandomTree t;
    for (double& x : t.solids.gravity) x = random.uniform(-10, 10);
    const Index first = random.integer(1, 6);
    add_planar_branch(random, random_unit(random), first, t);
    if (seed % 2) {
      const Index second = random.integer(1, 4);
      add_planar_branch(random, random_unit(random), second, t);
    }
    if (seed % 3 == 0) {
      append(t.tree, bodies::ground, Joint::universal);
      t.solids.of.push_back(random_solid(random));
    }
    random_state(random, t);
    if (t.tree.nv == 0) continue;
    const Index rows = random.integer(0, t.tree.nv / 2);
    const LoopedTree c = random_looped_tree(random, t, rows);
    const Dense d = dense(c, RankTolerance::instant);
    for (const bodies::Sweeps* set : sweep_sets()) {
      const Vector flat = accelerations(c, *set, true), space = accelerations(c, *set, false);
      ASSERT_LE(d.size(flat - d.acceleration()), d.allowed()) << seeded(seed, t) << set->name;
      ASSERT_LE(d.size(space - d.acceleration()), d.allowed()) << seeded(seed, t) << set->name;
    }
  }
}

TEST(Planar, AxesAndRatesAreThoseOfTheBody) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    Random random(seed + 300);
    RandomTree t;
    add_planar_branch(random, random_unit(random), 6, t);
    random_state(random, t);
    Constrained constrained(t.tree);
    constrained.prepare(t.solids);
    constrained.place(t.q.data(), t.v.data());
    bodies::Kinematics kinematics(t.tree);
    kinematics.place(t.tree, t.solids, t.q.data());
    kinematics.move(t.tree, t.v.data());
    const double rounding = sizes(t, kinematics).rounding;
    for (Index i = 0; i < t.tree.size(); ++i) {
      const Mat3<double> D = constrained.axes(i) - kinematics[i].R;
      const V3 w = constrained.omega(i) - kinematics[i].velocity.angular;
      EXPECT_LE(std::sqrt(dot(D.x, D.x) + dot(D.y, D.y) + dot(D.z, D.z)), rounding);
      EXPECT_LE(std::sqrt(dot(w, w)), rounding * sizes(t, kinematics).rate);
    }
  }
}

}  // namespace
}  // namespace zwang::test

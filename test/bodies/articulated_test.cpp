// SPDX-License-Identifier: Apache-2.0
// The factor of H by articulated bodies, against H and h themselves.

#include "bodies/articulated.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "bodies/composite.h"
#include "bodies/inverse_dynamics.h"
#include "bodies/random_tree.h"

namespace zwang::test {
namespace {

using bodies::Articulated;
using bodies::Force;

/// A random tree in its state, with H and its factor.
struct Factored {
  RandomTree t;
  bodies::Kinematics kinematics;
  Articulated articulated;
  Matrix H;
  double kappa = 1;  // of H scaled to unit diagonal: what its factor amplifies rounding by
  double rounding;

  explicit Factored(const RandomTree& tree)
      : t(tree), kinematics(t.tree), articulated(t.tree), H(t.tree.nv, t.tree.nv) {
    kinematics.place(t.tree, t.solids, t.q.data());
    kinematics.move(t.tree, t.v.data());
    articulated.factor(t.tree, t.solids, kinematics);
    bodies::Composite(t.tree).fill(t.tree, t.solids, kinematics, H.data(), t.tree.nv);
    rounding = sizes(t, kinematics).rounding;
    if (t.tree.nv == 0) return;
    const Vector unit = H.diagonal().cwiseSqrt().cwiseInverse();
    const Matrix scaled = unit.asDiagonal() * H * unit.asDiagonal();
    kappa = scaled.norm() * scaled.inverse().norm();
  }

  /// Of v̇: by how much it may differ from another that is right as well, in the metric of H.
  double allowed(const Vector& x) const {
    return 10 * rounding * kappa * std::sqrt(std::abs(x.dot(H * x)));
  }
  double size(const Vector& x) const { return std::sqrt(std::abs(x.dot(H * x))); }
};

Vector vector(const std::vector<double>& x) {
  return Eigen::Map<const Vector>(x.data(), static_cast<Index>(x.size()));
}

TEST(Articulated, SolvesWithHOfCompositeBodies) {
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    Factored f(random_tree(seed));
    const Vector x = vector(f.t.vdot);
    Vector y = f.H * x;
    f.articulated.solve(y.data());
    ASSERT_EQ(f.articulated.weak(), -1) << seeded(seed, f.t);
    ASSERT_LE(f.size(y - x), f.allowed(x)) << seeded(seed, f.t) << ", kappa " << f.kappa;
  }
}

TEST(Articulated, UndoesInverseDynamics) {  // [TREES 12-13]
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    Factored f(random_tree(seed));
    Random random(seed + 5000);
    std::vector<Force<double>> wrenches;
    for (Index i = 0; i < f.t.tree.size(); ++i)
      wrenches.push_back({{random.normal(), random.normal(), random.normal()},
                          {random.normal(), random.normal(), random.normal()}});
    const bodies::Vec3<double> gravity = bodies::vec3<double>(f.t.solids.gravity);
    bodies::InverseDynamics inverse(f.t.tree);
    Vector tau(f.t.tree.nv), h(f.t.tree.nv), a(f.t.tree.nv), half(f.t.tree.nv);
    inverse.solve(f.t.tree, f.t.solids, f.kinematics, {f.t.vdot.data(), wrenches.data(), gravity},
                  tau.data());
    inverse.solve(f.t.tree, f.t.solids, f.kinematics, {nullptr, wrenches.data(), gravity},
                  h.data());
    f.articulated.accelerate(f.t.solids, {tau.data(), wrenches.data(), gravity}, a.data());
    // τ and h may be large where their difference is not: both are rounded.
    Vector forces = tau.cwiseAbs() + h.cwiseAbs();
    f.articulated.solve(forces.data());
    const Vector x = vector(f.t.vdot);
    const double allowed = f.allowed(x) + f.allowed(forces);
    ASSERT_LE(f.size(a - x), allowed) << seeded(seed, f.t) << ", kappa " << f.kappa;
    f.articulated.weigh_load(f.t.solids, {tau.data(), wrenches.data(), gravity}, half.data());
    f.articulated.unweigh(half.data());
    ASSERT_LE(f.size(half - x), allowed) << seeded(seed, f.t) << ", kappa " << f.kappa;
  }
}

TEST(Articulated, HalvesMultiplyToH) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    Factored f(random_tree(seed));
    const Index n = f.t.tree.nv;
    Matrix L = Matrix::Identity(n, n);
    for (Index k = 0; k < n; ++k) {
      Vector column = L.col(k);
      f.articulated.weigh_back(column.data());
      L.col(k) = column;
    }
    if (n == 0) continue;
    const Vector unit = f.H.diagonal().cwiseSqrt().cwiseInverse();
    const Matrix error = unit.asDiagonal() * (L * L.transpose() - f.H) * unit.asDiagonal();
    EXPECT_LE(error.norm(), f.rounding * static_cast<double>(n)) << seeded(seed, f.t);

    const Vector x = vector(f.t.vdot);
    Vector there = x, back = L.transpose() * x;
    f.articulated.weigh_back(there.data());
    f.articulated.weigh(there.data());
    f.articulated.unweigh(back.data());
    EXPECT_LE((there - x).norm(), 10 * f.rounding * f.kappa * x.norm()) << seeded(seed, f.t);
    EXPECT_LE(f.size(back - x), f.allowed(x)) << seeded(seed, f.t);
  }
}

TEST(Articulated, AWrenchOnOneBodyIsWeighedAlongItsPath) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    Factored f(random_tree(seed));
    Random random(seed + 9000);
    const Index n = f.t.tree.nv, body = random.integer(0, f.t.tree.size() - 1);
    const Force<double> w = {{random.normal(), random.normal(), random.normal()},
                             {random.normal(), random.normal(), random.normal()}};
    std::vector<Force<double>> wrenches(static_cast<std::size_t>(f.t.tree.size()),
                                        bodies::zero_force<double>());
    wrenches[static_cast<std::size_t>(body)] = w;
    Vector x = Vector::Zero(n), dense = Vector::Zero(n);
    add_forces(f.t.tree, f.kinematics, wrenches.data(), dense.data());  // changes the wrenches
    f.articulated.weigh_wrench(body, w, x.data());
    const bodies::Body& at = f.t.tree.bodies[static_cast<std::size_t>(body)];
    for (Index j = at.v; j < at.v + rates(at.joint); ++j) {
      const double force = random.normal();
      dense(j) += force;
      f.articulated.weigh_rate(body, j, force, x.data());
    }
    f.articulated.weigh(dense.data());
    EXPECT_LE((dense - x).norm(), 10 * f.rounding * f.kappa * dense.norm()) << seeded(seed, f.t);
    for (Index i = body; i != bodies::ground;
         i = f.t.tree.bodies[static_cast<std::size_t>(i)].parent)
      for (Index j = 0; j < rates(f.t.tree.bodies[static_cast<std::size_t>(i)].joint); ++j)
        x(f.t.tree.bodies[static_cast<std::size_t>(i)].v + j) = 0;
    EXPECT_EQ(x.norm(), 0) << seeded(seed, f.t) << ": something beside the path was touched";
  }
}

TEST(Articulated, ArmatureAddsToTheDiagonal) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Factored f(random_tree(seed));
    Random random(seed + 7000);
    const Vector armature =
        random_vector(random, f.t.tree.nv).cwiseAbs().cwiseProduct(f.H.diagonal());
    f.articulated.factor(f.t.tree, f.t.solids, f.kinematics, armature.data());
    const Vector x = vector(f.t.vdot);
    Vector y = f.H * x + armature.cwiseProduct(x);
    f.articulated.solve(y.data());
    EXPECT_LE(f.size(y - x), f.allowed(x)) << seeded(seed, f.t);
  }
}

/// Two hinges about one line with nothing between them; and a body without mass at the end.
TEST(Articulated, NamesTheBodyThatNothingMoves) {
  Random random(1);
  for (const bool coincident : {true, false}) {
    RandomTree t;
    for (Index i = 0; i < 4; ++i) {
      append(t.tree, i - 1, bodies::Joint::hinge);
      t.solids.of.push_back(random_solid(random));
    }
    bodies::SolidNumbers& empty = t.solids.of[coincident ? 1 : 3];
    empty.mass = 0;
    std::fill(empty.inertia, empty.inertia + 6, 0.0);
    if (coincident) {  // 2 turns about the same line as 1
      std::fill(t.solids.of[2].at, t.solids.of[2].at + 3, 0.0);
      std::copy_n(t.solids.of[1].axis, 3, t.solids.of[2].axis);
      const double same[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
      std::copy_n(same, 9, t.solids.of[2].rotation);
    }
    random_state(random, t);
    const Factored f(t);
    EXPECT_EQ(f.articulated.weak(), coincident ? 1 : 3);
    Vector a(t.tree.nv);
    Articulated articulated = f.articulated;
    articulated.accelerate(t.solids, {}, a.data());
    EXPECT_TRUE(a.allFinite());
    EXPECT_EQ(a(coincident ? 1 : 3), 0);
  }
}

}  // namespace
}  // namespace zwang::test

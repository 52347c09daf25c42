// SPDX-License-Identifier: Apache-2.0
// The recursions against the paper's own assembly, whose Jacobians come from the places of the axes.

#include <gtest/gtest.h>

#include "bodies/composite.h"
#include "bodies/inverse_dynamics.h"
#include "bodies/random_tree.h"
#include "support/solids_twin.h"

namespace zwang::test {
namespace {

using bodies::Force;
using bodies::Kinematics;

constexpr std::uint64_t seeds = 1000;

/// A tree, its kinematics, its twin.
struct Pair {
  explicit Pair(std::uint64_t seed) : Pair(random_tree(seed)) {}
  explicit Pair(RandomTree tree)
      : t(std::move(tree)),
        kinematics(t.tree),
        twin(solids_twin(t.tree, t.solids, t.q.data(), t.v.data())) {
    kinematics.place(t.tree, t.solids, t.q.data());
    kinematics.move(t.tree, t.v.data());
    size = sizes(t, kinematics);
  }
  std::size_t nv() const { return t.v.size(); }

  RandomTree t;
  Kinematics kinematics;
  bodies::SolidsTwin twin;
  Sizes size;
};

std::vector<double> mass_matrix(const Pair& p) {
  std::vector<double> H(p.nv() * p.nv());
  bodies::Composite composite(p.t.tree);
  composite.fill(p.t.tree, p.t.solids, p.kinematics, H.data(), p.t.tree.nv);
  return H;
}

TEST(Composite, EqualsTheSumOfJacobians) {  // [SOLIDS 8], [TREES 8-9]
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    const Pair p(seed);
    const std::vector<double> H = mass_matrix(p);
    for (std::size_t i = 0; i < p.nv(); ++i)
      for (std::size_t j = 0; j < p.nv(); ++j)
        ASSERT_NEAR(H[i * p.nv() + j], p.twin.H[i * p.nv() + j],
                    p.size.rounding * std::min(p.size.inertia[i], p.size.inertia[j]))
            << seeded(seed, p.t) << ", entry " << i << ", " << j;
  }
}

TEST(InverseDynamics, WithoutAccelerationIsTheBiasOfTheTwin) {  // [SOLIDS 5], [SOLIDS 8]
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    const Pair p(seed);
    bodies::InverseDynamics inverse(p.t.tree);
    std::vector<double> h(p.nv());
    inverse.solve(p.t.tree, p.t.solids, p.kinematics, {}, h.data());
    for (std::size_t i = 0; i < p.nv(); ++i)
      ASSERT_NEAR(h[i], p.twin.h[i],
                  p.size.rounding * p.size.inertia[i] * p.size.rate * p.size.rate)
          << seeded(seed, p.t) << ", rate " << i;
  }
}

/// τ = H v̇ + h − Jᵀw, all of it the twin's; w is gravity and a random wrench on every body.
TEST(InverseDynamics, EqualsTheEquationOfMotionOfTheTwin) {  // [SOLIDS 8, erratum 13]
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    const Pair p(seed);
    Random random(seed + seeds);
    std::vector<Force<double>> external(p.t.solids.of.size());
    std::vector<double> w;
    for (std::size_t k = 0; k < external.size(); ++k) {
      const bodies::SolidNumbers& solid = p.t.solids.of[k];
      const Unit f = solid.mass * random_unit(random), torque = solid.mass * random_unit(random);
      // At the centre for the twin, at the body's origin for the recursion.
      const Unit c = p.kinematics[static_cast<Index>(k)].R * bodies::vec3<double>(solid.center);
      external[k] = {torque + cross(c, f), f};
      const Unit all = f + solid.mass * bodies::vec3<double>(p.t.solids.gravity);
      w.insert(w.end(), {all.x, all.y, all.z, torque.x, torque.y, torque.z});
    }
    std::vector<double> tau(p.nv());
    bodies::InverseDynamics inverse(p.t.tree);
    inverse.solve(p.t.tree, p.t.solids, p.kinematics,
                  {p.t.vdot.data(), external.data(), bodies::vec3<double>(p.t.solids.gravity)},
                  tau.data());

    std::vector<double> expected = applied_twin(p.twin, w);
    double sum = 20 + p.size.rate * p.size.rate;  // |g| ≤ 10√3, and the wrench of size 2
    for (double x : p.t.vdot) sum += std::abs(x);
    for (std::size_t i = 0; i < p.nv(); ++i) {
      expected[i] = p.twin.h[i] - expected[i];
      for (std::size_t j = 0; j < p.nv(); ++j)
        expected[i] += p.twin.H[i * p.nv() + j] * p.t.vdot[j];
      ASSERT_NEAR(tau[i], expected[i], p.size.rounding * p.size.inertia[i] * sum)
          << seeded(seed, p.t) << ", rate " << i;
    }
  }
}

TEST(InverseDynamics, MultipliesByTheMassMatrixWithoutForming) {
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    const Pair p(seed);
    const std::vector<double> H = mass_matrix(p);
    std::vector<double> product(p.nv());
    bodies::InverseDynamics inverse(p.t.tree);
    inverse.multiply_mass(p.t.tree, p.t.solids, p.kinematics, p.t.vdot.data(), product.data());
    for (std::size_t i = 0; i < p.nv(); ++i) {
      double expected = 0, size = 0;
      for (std::size_t j = 0; j < p.nv(); ++j) {
        expected += H[i * p.nv() + j] * p.t.vdot[j];
        size += std::abs(p.t.vdot[j]);
      }
      ASSERT_NEAR(product[i], expected, p.size.rounding * p.size.inertia[i] * size)
          << seeded(seed, p.t) << ", rate " << i;
    }
  }
}

TEST(Energy, IsTheQuadraticFormOfTheMassMatrix) {  // [TREES 11]
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    const Pair p(seed);
    const std::vector<double> H = mass_matrix(p);
    double twice = 0, size = 0;
    for (std::size_t i = 0; i < p.nv(); ++i) {
      for (std::size_t j = 0; j < p.nv(); ++j) twice += p.t.v[i] * H[i * p.nv() + j] * p.t.v[j];
      size += p.size.inertia[i];
    }
    ASSERT_NEAR(kinetic_energy(p.t.solids, p.kinematics), twice / 2,
                p.size.rounding * size * p.size.rate * p.size.rate)
        << seeded(seed, p.t);
  }
}

/// Gauss's function is V(v̇) = v̇ᵀH v̇ + 2 v̇ᵀ(h − Jᵀw) up to a constant, so that half its derivative
/// is H v̇ + h − Jᵀw. V is the twin's; H, h and Jᵀw are the recursions'.
TEST(GaussFunction, IsLeastWhereTheRecursionsSay) {  // [SOLIDS 1-4], [SOLIDS 6-7, erratum 13]
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    const Pair p(seed);
    const std::vector<double> H = mass_matrix(p);
    const std::vector<double> zero(p.nv(), 0.0);
    // Weights alone; then H v̇ + h − Jᵀw is what inverse dynamics finds.
    std::vector<double> w, tau(p.nv());
    double size = 0, expected = 0, paces = 20 + p.size.rate * p.size.rate;
    for (const bodies::SolidNumbers& solid : p.t.solids.of) {
      for (double g : p.t.solids.gravity) w.push_back(solid.mass * g);
      w.insert(w.end(), 3, 0.0);
    }
    bodies::InverseDynamics inverse(p.t.tree);
    inverse.solve(p.t.tree, p.t.solids, p.kinematics,
                  {nullptr, nullptr, bodies::vec3<double>(p.t.solids.gravity)}, tau.data());
    for (std::size_t i = 0; i < p.nv(); ++i) {
      expected += 2 * p.t.vdot[i] * tau[i];
      for (std::size_t j = 0; j < p.nv(); ++j)
        expected += p.t.vdot[i] * H[i * p.nv() + j] * p.t.vdot[j];
      size += p.size.inertia[i];
      paces += std::abs(p.t.vdot[i]);
    }
    const double growth =
        gauss_twin(p.twin, w, p.t.vdot.data()) - gauss_twin(p.twin, w, zero.data());
    // Turning freely, a flat solid accelerates by κ(I) ω²: boxes of sides from 1/20 to 1 have
    // κ ≤ 200, and V has the square of that.
    ASSERT_NEAR(growth, expected, p.size.rounding * size * paces * paces * 200)
        << seeded(seed, p.t);
  }
}

/// One wrench along its path, all of them in one pass, and the twin's Jᵀw.
TEST(GeneralisedForce, IsTheSameAlongPathsAndInOnePass) {  // [TREES 10]
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    const Pair p(seed);
    Random random(seed + 2 * seeds);
    std::vector<Force<double>> wrenches;
    std::vector<double> w, by_path(p.nv(), 0.0), at_once(p.nv(), 0.0);
    for (std::size_t k = 0; k < p.t.solids.of.size(); ++k) {
      const auto body = static_cast<Index>(k);
      const double* center = p.t.solids.of[k].center;
      const Unit f = random_unit(random), torque = random_unit(random);
      wrenches.push_back(force_at(p.kinematics[body], bodies::vec3<double>(center), f));
      wrenches.back().torque += torque;
      w.insert(w.end(), {f.x, f.y, f.z, torque.x, torque.y, torque.z});
      add_force(p.t.tree, p.kinematics, body, wrenches.back(), by_path.data());
    }
    const std::vector<double> twin = applied_twin(p.twin, w);
    add_forces(p.t.tree, p.kinematics, wrenches.data(), at_once.data());
    double reach = 1;  // 12 bodies, each way at most √3 for `at` and another √27 for sliding
    for (std::size_t i = 0; i < w.size() / 6; ++i) {
      const Unit& r = p.kinematics[static_cast<Index>(i)].r;
      reach += 1 + std::sqrt(dot(r, r));
    }
    const double bound = p.size.rounding * reach * static_cast<double>(w.size() / 6);
    for (std::size_t i = 0; i < p.nv(); ++i) {
      ASSERT_NEAR(by_path[i], twin[i], bound) << seeded(seed, p.t);
      ASSERT_NEAR(at_once[i], twin[i], bound) << seeded(seed, p.t);
    }
  }
}

}  // namespace
}  // namespace zwang::test

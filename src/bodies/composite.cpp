// SPDX-License-Identifier: Apache-2.0
#include "bodies/composite.h"

#include "bodies/block_mass.h"

namespace zwang::bodies {

Composite::Composite(const Tree& tree) : of_(tree.bodies.size()) {}

void Composite::gather(const Tree& tree, const Solids& solids,
                       const Kinematics& kinematics) noexcept {
  for (std::size_t i = 0; i < of_.size(); ++i)
    of_[i] = inertia_of(solids.of[i], kinematics[static_cast<Index>(i)].R);
  for (Index i = tree.size(); i-- > 0;) {
    const Index parent = tree.bodies[i].parent;
    if (parent != ground) of_[parent] += inward(of(i), kinematics[i].r);  // [TREES 8]
  }
}

void Composite::fill(const Tree& tree, const Solids& solids, const Kinematics& kinematics,
                     double* H, Index stride) noexcept {
  gather(tree, solids, kinematics);
  fill_block(tree, kinematics, of_.data(), 0, tree.size(), H, stride);
}

double kinetic_energy(const Solids& solids, const Kinematics& kinematics) noexcept {
  double twice = 0;
  for (std::size_t i = 0; i < solids.of.size(); ++i) {
    const SolidNumbers& solid = solids.of[i];
    const BodyState& state = kinematics[static_cast<Index>(i)];
    const Vec3<double> v = outward(state.velocity, state.R * vec3<double>(solid.center)).linear;
    const Vec3<double> w = transposed(state.R, state.velocity.angular);
    twice += solid.mass * dot(v, v) + dot(w, sym3<double>(solid.inertia) * w);  // [TREES 11]
  }
  return twice / 2;
}

double potential_energy(const Solids& solids, const Kinematics& kinematics) noexcept {
  const Vec3<double> g = vec3<double>(solids.gravity);
  double sum = 0;
  for (std::size_t i = 0; i < solids.of.size(); ++i) {
    const SolidNumbers& solid = solids.of[i];
    const BodyState& state = kinematics[static_cast<Index>(i)];
    sum -= solid.mass * dot(g, state.p + state.R * vec3<double>(solid.center));  // [TREES 11]
  }
  return sum;
}

}  // namespace zwang::bodies

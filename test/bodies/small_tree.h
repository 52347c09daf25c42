// SPDX-License-Identifier: Apache-2.0
#pragma once
// Trees put together by hand, and their equations of motion.

#include <Eigen/Dense>
#include <array>

#include "bodies/composite.h"
#include "bodies/inverse_dynamics.h"
#include "bodies/random_tree.h"

namespace zwang::test {

using Three = std::array<double, 3>;

/// Parallel frames, unit mass and unit inertia, unless changed.
inline bodies::SolidNumbers solid(Three at, Three axis, Three center, double mass = 1,
                                  Three inertia = {1, 1, 1}) {
  bodies::SolidNumbers s{};
  s.rotation[0] = s.rotation[4] = s.rotation[8] = 1;
  s.mass = mass;
  std::copy(at.begin(), at.end(), s.at);
  std::copy(axis.begin(), axis.end(), s.axis);
  std::copy(center.begin(), center.end(), s.center);
  std::copy(inertia.begin(), inertia.end(), s.inertia);
  return s;
}

/// H and the forces that hold the tree at v̇ = 0, with gravity.
struct SmallMotion {
  Matrix H;
  Vector h;
  Vector free() const { return H.ldlt().solve(-h); }
};

inline SmallMotion small_motion(const RandomTree& t) {
  bodies::Kinematics kinematics(t.tree);
  kinematics.place(t.tree, t.solids, t.q.data());
  kinematics.move(t.tree, t.v.data());
  SmallMotion m{Matrix(t.tree.nv, t.tree.nv), Vector(t.tree.nv)};
  bodies::Composite composite(t.tree);
  composite.fill(t.tree, t.solids, kinematics, m.H.data(), t.tree.nv);
  bodies::InverseDynamics inverse(t.tree);
  inverse.solve(t.tree, t.solids, kinematics,
                {nullptr, nullptr, bodies::vec3<double>(t.solids.gravity)}, m.h.data());
  return m;
}

inline void hang(RandomTree& t, Index parent, bodies::Joint joint, const bodies::SolidNumbers& s) {
  append(t.tree, parent, joint);
  t.solids.of.push_back(s);
  t.q.resize(static_cast<std::size_t>(t.tree.nq));
  t.v.resize(static_cast<std::size_t>(t.tree.nv));
}

}  // namespace zwang::test

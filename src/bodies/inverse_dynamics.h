// SPDX-License-Identifier: Apache-2.0
#pragma once
// Which forces make a tree move in a given way, and what passes through each joint then: outward
// for accelerations, inward for forces, O(n).
//   τ = H v̇ + h − Jᵀ w,  w of gravity and of what else acts.

#include <vector>

#include "bodies/kinematics.h"

namespace zwang::bodies {

struct Demand {
  const double* acceleration = nullptr;     // nv  v̇; null: 0, and τ = h
  const Force<double>* external = nullptr;  // each body, at its origin, world axes; null: none
  Vec3<double> gravity = zero3<double>();   // Solids::gravity where it acts
};

class InverseDynamics {
 public:
  explicit InverseDynamics(const Tree& tree);

  /// τ, nv forces along the rates.
  void solve(const Tree& tree, const Solids& solids, const Kinematics& kinematics,
             const Demand& demand, double* tau) noexcept;

  /// After solve(): what the joint does to its body, at the body's origin; τ is its part along S,
  /// the rest is what the joint resists with.
  const Force<double>& joint_wrench(Index body) const {
    return wrenches_[static_cast<std::size_t>(body)];
  }

  /// H x without H, and without rates. Leaves wrenches that mean nothing.
  void multiply_mass(const Tree& tree, const Solids& solids, const Kinematics& kinematics,
                     const double* x, double* Hx) noexcept;

 private:
  std::vector<Motion<double>> accelerations_;
  std::vector<Force<double>> wrenches_;
};

}  // namespace zwang::bodies

// SPDX-License-Identifier: Apache-2.0
#pragma once
// Where all bodies of a tree are and how they move, in world axes: one pass from the root outward.
// Gravity is no part of it.

#include <vector>

#include "bodies/space/solid.h"
#include "bodies/space/spatial.h"
#include "bodies/tree.h"

namespace zwang::bodies {

/// One body; `at its origin` is understood.
struct BodyState {
  Mat3<double> R;           // its axes
  Vec3<double> p;           // its origin
  Vec3<double> r;           // the way there from the parent's origin; for ground's children, p
  Motion<double> velocity;  // J v
  Motion<double> c;         // acceleration = outward(the parent's, r) + S v̇ + c
  Motion<double> bias;      // J̇ v: the acceleration at v̇ = 0
};

class Kinematics {
 public:
  /// The only call that allocates.
  explicit Kinematics(const Tree& tree);

  /// R, p, r and S, from nq coordinates.
  void place(const Tree& tree, const Solids& solids, const double* q) noexcept;
  /// What depends on nv rates, after place().
  void move(const Tree& tree, const double* v) noexcept;

  const BodyState& operator[](Index body) const { return bodies_[body]; }
  /// The column of a rate: its body's motion against the parent, at the body's origin.
  const Motion<double>& S(Index rate) const { return S_[rate]; }

 private:
  std::vector<BodyState> bodies_;
  std::vector<Motion<double>> S_;
};

}  // namespace zwang::bodies

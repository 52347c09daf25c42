// SPDX-License-Identifier: Apache-2.0
#pragma once
// Which forces make a tree move in a given way, and what passes through each joint then: outward
// for accelerations, inward for forces, O(n).
//   τ = H v̇ + h − Jᵀ w,  w of gravity and of what else acts.

#include <vector>

#include "bodies/kinematics.h"

namespace zwang::bodies {

// Accelerations of all bodies, from those of the rates; and what a solid needs to move like that.

/// J v̇ + J̇ v of each body at its origin, the ground accelerated by `base`. With base = −g gravity
/// is felt as weight. `vdot` may be null: 0.
void accelerate(const Tree& tree, const Kinematics& kinematics, const double* vdot,
                const Vec3<double>& base, Motion<double>* accelerations) noexcept;

/// J x of each body: the velocities at rates x, or the part of the acceleration that is linear in v̇.
void multiply_jacobian(const Tree& tree, const Kinematics& kinematics, const double* x,
                       Motion<double>* motions) noexcept;

/// Newton and Euler for one solid, at its origin: m a_c of its centre, and I ω̇ + ω × I ω about it.
/// By way of the centre, in whose terms nothing cancels.                     [SOLIDS 4-5]
inline Force<double> newton_euler(const SolidNumbers& solid, const Mat3<double>& R,
                                  const Vec3<double>& omega,
                                  const Motion<double>& acceleration) noexcept {
  const Vec3<double> c = R * vec3<double>(solid.center);
  const Sym3<double> I = sym3<double>(solid.inertia);
  const Vec3<double> w = transposed(R, omega), wdot = transposed(R, acceleration.angular);
  const Vec3<double> f =
      solid.mass *
      (acceleration.linear + (cross(acceleration.angular, c) + cross(omega, cross(omega, c))));
  return {R * (I * wdot + cross(w, I * w)) + cross(c, f), f};
}

/// The same of a body that does not turn: the part that is linear in the acceleration.
inline Force<double> inertial(const SolidNumbers& solid, const Mat3<double>& R,
                              const Motion<double>& acceleration) noexcept {
  const Vec3<double> c = R * vec3<double>(solid.center);
  const Vec3<double> f = solid.mass * (acceleration.linear + cross(acceleration.angular, c));
  return {R * (sym3<double>(solid.inertia) * transposed(R, acceleration.angular)) + cross(c, f), f};
}

// From forces on bodies to forces along rates: Q = Σ J_kᵀ w_k.

/// The wrench, at the body's origin, of a force at a point; `local` in body axes.
inline Force<double> force_at(const BodyState& body, const Vec3<double>& local,
                              const Vec3<double>& force) noexcept {
  return {cross(body.R * local, force), force};
}

/// Q += Jᵀ w for one wrench at the body's origin, along its path.
void add_force(const Tree& tree, const Kinematics& kinematics, Index body,
               const Force<double>& wrench, double* Q) noexcept;

/// Q += Σ J_kᵀ w_k for wrenches on all bodies, in one pass; `wrenches` ends as what each joint has
/// to pass inward.
void add_forces(const Tree& tree, const Kinematics& kinematics, Force<double>* wrenches,
                double* Q) noexcept;

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
  const Force<double>& joint_wrench(Index body) const { return wrenches_[body]; }

  /// H x without H, and without rates. Leaves wrenches that mean nothing.
  void multiply_mass(const Tree& tree, const Solids& solids, const Kinematics& kinematics,
                     const double* x, double* Hx) noexcept;

 private:
  std::vector<Motion<double>> accelerations_;
  std::vector<Force<double>> wrenches_;
};

}  // namespace zwang::bodies

// SPDX-License-Identifier: Apache-2.0
#pragma once
// Accelerations of all bodies, from those of the rates; and what a solid needs to move like that.

#include "bodies/kinematics.h"

namespace zwang::bodies {

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

}  // namespace zwang::bodies

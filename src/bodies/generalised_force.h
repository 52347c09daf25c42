// SPDX-License-Identifier: Apache-2.0
#pragma once
// From forces on bodies to forces along rates: Q = Σ J_kᵀ w_k.

#include "bodies/kinematics.h"

namespace zwang::bodies {

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

}  // namespace zwang::bodies

// SPDX-License-Identifier: Apache-2.0
#pragma once
// A tree as a whole: its mass, its centre, its momentum. Angular momentum is about the centre.

#include "bodies/kinematics.h"

namespace zwang::bodies {

struct Centroid {
  double mass;
  Vec3<double> center;  // the world's origin, if nothing has mass
};

struct Momentum {
  Vec3<double> linear, angular;
};

Centroid centroid(const Solids& solids, const Kinematics& kinematics) noexcept;

/// Of any motions of the bodies (at their origins): of the velocities J v it is the momentum, of
/// J x it is the centroidal momentum matrix times x.
Momentum momentum(const Solids& solids, const Kinematics& kinematics, const Vec3<double>& center,
                  const Motion<double>* motions) noexcept;
/// Of the velocities of `kinematics`.
Momentum momentum(const Solids& solids, const Kinematics& kinematics,
                  const Vec3<double>& center) noexcept;

/// Its rate, from the accelerations of the bodies: what all forces from outside add up to. At v̇ = 0
/// it is the matrix's rate times v.
Momentum momentum_rate(const Solids& solids, const Kinematics& kinematics,
                       const Vec3<double>& center, const Motion<double>* accelerations) noexcept;

}  // namespace zwang::bodies

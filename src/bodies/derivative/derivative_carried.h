// SPDX-License-Identifier: Apache-2.0
#pragma once
// A body with all that hangs on it, at its origin: its inertia, and what it asks for when the whole
// turns by χ more than it does. That accelerates a particle at x, which moves by ẋ against the origin,
// by 2 χ × ẋ, for which a force 2 χ × Σ m ẋ and a torque 2 Σ m ((x·ẋ) 1 − ẋ xᵀ) χ are needed.

#include "bodies/space/inertia.h"

namespace zwang::bodies {

struct Carried {
  Inertia<double> inertia;
  Vec3<double> momentum;  // Σ m ẋ
  Mat3<double> coriolis;  // 2 Σ m ((x·ẋ) 1 − ẋ xᵀ)
};

/// One solid, that turns by ω: ẋ = ω × x makes ω × (2 I − tr I) of the last.
inline Carried carried_alone(const SolidNumbers& solid, const Mat3<double>& R,
                             const Vec3<double>& omega) noexcept {
  const Inertia<double> inertia = inertia_of(solid, R);
  const Sym3<double>& I = inertia.second;
  const Mat3<double> A = {{I.xx - (I.yy + I.zz), 2 * I.xy, 2 * I.xz},
                          {2 * I.xy, I.yy - (I.xx + I.zz), 2 * I.yz},
                          {2 * I.xz, 2 * I.yz, I.zz - (I.xx + I.yy)}};
  return {inertia,
          cross(omega, inertia.moment),
          {cross(omega, A.x), cross(omega, A.y), cross(omega, A.z)}};
}

/// a bᵀ.
inline Mat3<double> outer(const Vec3<double>& a, const Vec3<double>& b) noexcept {
  return {b.x * a, b.y * a, b.z * a};
}

/// At an origin from which the present one lies r, and moves by ṙ.
inline Carried inward(const Carried& c, const Vec3<double>& r, const Vec3<double>& rdot) noexcept {
  const Inertia<double> inertia = inward(c.inertia, r);
  const double diagonal = 2 * (dot(inertia.moment, rdot) + dot(r, c.momentum));
  Mat3<double> coriolis =
      c.coriolis - outer(2.0 * rdot, inertia.moment) - outer(2.0 * c.momentum, r);
  coriolis.x.x += diagonal;
  coriolis.y.y += diagonal;
  coriolis.z.z += diagonal;
  return {inertia, c.momentum + c.inertia.mass * rdot, coriolis};
}

inline Carried& operator+=(Carried& a, const Carried& b) noexcept {
  a.inertia += b.inertia;
  a.momentum += b.momentum;
  a.coriolis = a.coriolis + b.coriolis;
  return a;
}

}  // namespace zwang::bodies

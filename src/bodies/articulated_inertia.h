// SPDX-License-Identifier: Apache-2.0
#pragma once
// The inertia of a body with all that hangs on it by joints: what the articulated-body recursion
// carries from the leaves to the root.

#include "bodies/space/inertia.h"

namespace zwang::bodies {

/// Of a body that carries others by joints which may give way: symmetric, in blocks
///   torque = second ω̇ + coupling a,  force = couplingᵀ ω̇ + mass a.
template <class T>
struct ArticulatedInertia {
  Sym3<T> second;
  Mat3<T> coupling;
  Sym3<T> mass;
};

/// Of a solid before anything hangs on it.
template <class T>
ZWANG_INLINE ArticulatedInertia<T> articulated(const Inertia<T>& I) noexcept {
  const Vec3<T>& s = I.moment;
  return {I.second,
          {{T(0), s.z, -s.y}, {-s.z, T(0), s.x}, {s.y, -s.x, T(0)}},
          {I.mass, I.mass, I.mass, T(0), T(0), T(0)}};
}

template <class T>
ZWANG_INLINE Force<T> operator*(const ArticulatedInertia<T>& I, const Motion<T>& a) noexcept {
  return {I.second * a.angular + I.coupling * a.linear,
          transposed(I.coupling, a.angular) + I.mass * a.linear};
}

template <class T>
ZWANG_INLINE ArticulatedInertia<T>& operator+=(ArticulatedInertia<T>& a,
                                               const ArticulatedInertia<T>& b) noexcept {
  a.second += b.second;
  a.coupling = a.coupling + b.coupling;
  a.mass += b.mass;
  return a;
}

/// c + a × b.
template <class T>
ZWANG_INLINE Vec3<T> plus_cross(const Vec3<T>& c, const Vec3<T>& a, const Vec3<T>& b) noexcept {
  return {c.x + a.y * b.z - a.z * b.y, c.y + a.z * b.x - a.x * b.z, c.z + a.x * b.y - a.y * b.x};
}

/// At an origin from which the present one lies `r`. With B the coupling and D the mass,
/// B' = B + r× D and then A' = A − B r× + r× B'ᵀ, which is symmetric. Sums are written so that each
/// of their products can be fused.
template <class T>
ZWANG_INLINE ArticulatedInertia<T> inward(const ArticulatedInertia<T>& I,
                                          const Vec3<T>& r) noexcept {
  const Mat3<T>& B = I.coupling;
  const Sym3<T>& D = I.mass;
  const Mat3<T> C = {plus_cross(B.x, r, {D.xx, D.xy, D.xz}), plus_cross(B.y, r, {D.xy, D.yy, D.yz}),
                     plus_cross(B.z, r, {D.xz, D.yz, D.zz})};
  return {{I.second.xx + r.y * (B.z.x + C.z.x) - r.z * (B.y.x + C.y.x),
           I.second.yy + r.z * (B.x.y + C.x.y) - r.x * (B.z.y + C.z.y),
           I.second.zz + r.x * (B.y.z + C.y.z) - r.y * (B.x.z + C.x.z),
           I.second.xy + r.z * B.x.x - r.x * B.z.x + r.y * C.z.y - r.z * C.y.y,
           I.second.xz + r.x * B.y.x - r.y * B.x.x + r.y * C.z.z - r.z * C.y.z,
           I.second.yz + r.x * B.y.y - r.y * B.x.y + r.z * C.x.z - r.x * C.z.z},
          C,
          D};
}

}  // namespace zwang::bodies

// SPDX-License-Identifier: Apache-2.0
#pragma once
// The inertia of a solid, or of several that move as one, at an origin and in world axes.

#include "bodies/space/solid.h"
#include "bodies/space/spatial.h"

namespace zwang::bodies {

/// Mass, first moment (mass × way from the origin to the centre), second moment about the origin.
template <class T>
struct Inertia {
  T mass;
  Vec3<T> moment;
  Sym3<T> second;
};

template <class T>
ZWANG_INLINE constexpr Inertia<T> zero_inertia() noexcept {
  return {T(0), zero3<T>(), zero_sym3<T>()};
}

/// Of a solid whose body axes are the columns of R, at its own origin.
template <class T>
ZWANG_INLINE Inertia<T> inertia_of(const SolidNumbers& solid, const Mat3<T>& R) noexcept {
  const T mass = T(solid.mass);
  const Vec3<T> c = R * vec3<T>(solid.center), moment = mass * c;
  return {mass, moment, turned(R, sym3<T>(solid.inertia)) + steiner(moment, c)};  // [SOLIDS 3]
}

/// What moves it: f = m a + ω̇ × s, torque = I ω̇ + s × a.  [TREES 6]
template <class T>
ZWANG_INLINE Force<T> operator*(const Inertia<T>& I, const Motion<T>& a) noexcept {
  return {I.second * a.angular + cross(I.moment, a.linear),
          I.mass * a.linear + cross(a.angular, I.moment)};
}

/// What its rates ask for beside: f = ω × (ω × s), torque = ω × I ω.
template <class T>
ZWANG_INLINE Force<T> gyroscopic(const Inertia<T>& I, const Vec3<T>& omega) noexcept {
  return {cross(omega, I.second * omega), cross(omega, cross(omega, I.moment))};  // [SOLIDS 5]
}

/// At an origin from which the present one lies `r`. The second moment passes by the first:
/// I + (2 s·r + m r²)1 − s rᵀ − r sᵀ − m r rᵀ, with s' = s + m r in place of its last two.  [TREES 7]
template <class T>
ZWANG_INLINE Inertia<T> inward(const Inertia<T>& I, const Vec3<T>& r) noexcept {
  const Vec3<T> s = I.moment + I.mass * r;
  const T xx = r.x * (I.moment.x + s.x), yy = r.y * (I.moment.y + s.y),
          zz = r.z * (I.moment.z + s.z);
  return {
      I.mass,
      s,
      {I.second.xx + (yy + zz), I.second.yy + (xx + zz), I.second.zz + (xx + yy),
       I.second.xy - (I.moment.x * r.y + r.x * s.y), I.second.xz - (I.moment.x * r.z + r.x * s.z),
       I.second.yz - (I.moment.y * r.z + r.y * s.z)}};
}

template <class T>
ZWANG_INLINE Inertia<T>& operator+=(Inertia<T>& a, const Inertia<T>& b) noexcept {
  a.mass = a.mass + b.mass;
  a.moment += b.moment;
  a.second += b.second;
  return a;
}

}  // namespace zwang::bodies

// SPDX-License-Identifier: Apache-2.0
#pragma once
// Orientation by a quaternion e = (w, x, y, z) ≠ 0 whose length need not be one: the stages of an
// integrator leave the sphere, and what they see there must be smooth. Only its direction turns the
// body; ω is in the axes of the body, ρ is the rate at which the length grows, relative:
//   ω = 2 vec(ē ė)/|e|²,   ρ = e·ė/|e|²,   ė = e (ω/2 + ρ).

#include "bodies/space/mat3.h"

namespace zwang::bodies {

template <class T>
struct Quaternion {
  T w;
  Vec3<T> v;
};

template <class T>
ZWANG_INLINE Quaternion<T> quaternion(const T* e) noexcept {
  return {e[0], {e[1], e[2], e[3]}};
}
template <class T>
ZWANG_INLINE void store(const Quaternion<T>& a, T* e) noexcept {
  e[0] = a.w;
  store(a.v, e + 1);
}

template <class T>
ZWANG_INLINE T dot(const Quaternion<T>& a, const Quaternion<T>& b) noexcept {
  return a.w * b.w + dot(a.v, b.v);
}
template <class T>
ZWANG_INLINE Quaternion<T> operator+(const Quaternion<T>& a, const Quaternion<T>& b) noexcept {
  return {a.w + b.w, a.v + b.v};
}
template <class T>
ZWANG_INLINE Quaternion<T> operator*(const T& s, const Quaternion<T>& a) noexcept {
  return {s * a.w, s * a.v};
}
/// a (0, u).
template <class T>
ZWANG_INLINE Quaternion<T> times(const Quaternion<T>& a, const Vec3<T>& u) noexcept {
  return {-dot(a.v, u), a.w * u + cross(a.v, u)};
}
/// vec(ā b).
template <class T>
ZWANG_INLINE Vec3<T> between(const Quaternion<T>& a, const Quaternion<T>& b) noexcept {
  return a.w * b.v - b.w * a.v - cross(a.v, b.v);
}

/// R of e/|e|.
template <class T>
ZWANG_INLINE Mat3<T> rotation(const Quaternion<T>& e) noexcept {
  const T s = T(2) / dot(e, e);
  const Vec3<T> d = s * e.v;
  const T wx = e.w * d.x, wy = e.w * d.y, wz = e.w * d.z;
  const T xx = e.v.x * d.x, yy = e.v.y * d.y, zz = e.v.z * d.z;
  const T xy = e.v.x * d.y, xz = e.v.x * d.z, yz = e.v.y * d.z;
  return {{T(1) - (yy + zz), xy + wz, xz - wy},
          {xy - wz, T(1) - (xx + zz), yz + wx},
          {xz + wy, yz - wx, T(1) - (xx + yy)}};
}

/// ω of ė.
template <class T>
ZWANG_INLINE Vec3<T> omega_of(const Quaternion<T>& e, const Quaternion<T>& ed) noexcept {
  return (T(2) / dot(e, e)) * between(e, ed);  // [TREES 15]
}
/// ρ of ė.
template <class T>
ZWANG_INLINE T growth_of(const Quaternion<T>& e, const Quaternion<T>& ed) noexcept {
  return dot(e, ed) / dot(e, e);  // [TREES 15]
}
/// ė of ω and ρ.
template <class T>
ZWANG_INLINE Quaternion<T> rate_of(const Quaternion<T>& e, const Vec3<T>& omega,
                                   const T& rho) noexcept {
  return times(e, T(0.5) * omega) + rho * e;  // [TREES 16]
}

/// ω̇ of ë: linear in ë, which stands behind 2 vec(ē ë)/|e|², up to −2 ρ ω.
template <class T>
ZWANG_INLINE Vec3<T> omega_dot_of(const Quaternion<T>& e, const Quaternion<T>& ed,
                                  const Quaternion<T>& edd) noexcept {
  const T rho = growth_of(e, ed);
  return omega_of(e, edd) - (rho + rho) * omega_of(e, ed);  // [TREES 17]
}
/// ë of ω̇ on the sphere: e·ë = −ė·ė, which says ρ̇ = −2ρ².
template <class T>
ZWANG_INLINE Quaternion<T> acceleration_of(const Quaternion<T>& e, const Quaternion<T>& ed,
                                           const Vec3<T>& omega_dot) noexcept {
  const T rho = growth_of(e, ed);
  const Vec3<T> half = T(0.5) * omega_of(e, ed);
  return times(e, T(0.5) * omega_dot) + times(ed, half) + rho * ed +
         (T(-2) * rho * rho) * e;  // [TREES 17]
}

/// A row, or a force, over ω as one over ė: 2 e (0, τ)/|e|², so that τ·ω = f·ė.
template <class T>
ZWANG_INLINE Quaternion<T> over_rates(const Quaternion<T>& e, const Vec3<T>& torque) noexcept {
  return (T(2) / dot(e, e)) * times(e, torque);  // [TREES 18]
}
/// A force over ė as one over ω: vec(ē f)/2. What it does to the length is left aside.
template <class T>
ZWANG_INLINE Vec3<T> over_omega(const Quaternion<T>& e, const Quaternion<T>& force) noexcept {
  return T(0.5) * between(e, force);
}

}  // namespace zwang::bodies

// SPDX-License-Identifier: Apache-2.0
#pragma once
// Motions and forces of a body, in world axes, at the body's own origin. To pass from one origin to
// another is then a translation, and no number grows with the distance from the world's origin.
//
// An acceleration is (ω̇, acceleration of the material point at the origin), not the time
// derivative of a field: a body's own acceleration then knows nothing of the speed at which
// everything drifts. What is left of rates is ω alone (Inertia: gyroscopic).

#include "bodies/space/mat3.h"

namespace zwang::bodies {

template <class T>
struct Motion {
  Vec3<T> angular, linear;
};

template <class T>
struct Force {
  Vec3<T> torque, force;
};

template <class T>
ZWANG_INLINE constexpr Motion<T> zero_motion() noexcept {
  return {zero3<T>(), zero3<T>()};
}
template <class T>
ZWANG_INLINE constexpr Force<T> zero_force() noexcept {
  return {zero3<T>(), zero3<T>()};
}

template <class T>
ZWANG_INLINE Motion<T> operator+(const Motion<T>& a, const Motion<T>& b) noexcept {
  return {a.angular + b.angular, a.linear + b.linear};
}
template <class T>
ZWANG_INLINE Motion<T> operator-(const Motion<T>& a, const Motion<T>& b) noexcept {
  return {a.angular - b.angular, a.linear - b.linear};
}
template <class T>
ZWANG_INLINE Motion<T> operator*(const T& s, const Motion<T>& a) noexcept {
  return {s * a.angular, s * a.linear};
}
template <class T>
ZWANG_INLINE Motion<T>& operator+=(Motion<T>& a, const Motion<T>& b) noexcept {
  return a = a + b;
}

template <class T>
ZWANG_INLINE Force<T> operator+(const Force<T>& a, const Force<T>& b) noexcept {
  return {a.torque + b.torque, a.force + b.force};
}
template <class T>
ZWANG_INLINE Force<T> operator-(const Force<T>& a, const Force<T>& b) noexcept {
  return {a.torque - b.torque, a.force - b.force};
}
template <class T>
ZWANG_INLINE Force<T> operator-(const Force<T>& a) noexcept {
  return {-a.torque, -a.force};
}
template <class T>
ZWANG_INLINE Force<T> operator*(const T& s, const Force<T>& a) noexcept {
  return {s * a.torque, s * a.force};
}
template <class T>
ZWANG_INLINE Force<T>& operator+=(Force<T>& a, const Force<T>& b) noexcept {
  return a = a + b;
}
template <class T>
ZWANG_INLINE Force<T>& operator-=(Force<T>& a, const Force<T>& b) noexcept {
  return a = a - b;
}

/// Power.
template <class T>
ZWANG_INLINE T dot(const Motion<T>& a, const Force<T>& f) noexcept {
  return dot(a.angular, f.torque) + dot(a.linear, f.force);
}

/// A motion known at one origin, at another that lies `r` from it.
template <class T>
ZWANG_INLINE Motion<T> outward(const Motion<T>& a, const Vec3<T>& r) noexcept {
  return {a.angular, a.linear + cross(a.angular, r)};  // [TREES 1]
}
/// A force known at an origin that lies `r` from another, at that other: the transpose of outward.
template <class T>
ZWANG_INLINE Force<T> inward(const Force<T>& f, const Vec3<T>& r) noexcept {
  return {f.torque + cross(r, f.force), f.force};  // [TREES 2]
}

}  // namespace zwang::bodies

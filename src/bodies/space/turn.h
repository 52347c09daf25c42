// SPDX-License-Identifier: Apache-2.0
#pragma once
// Sine and cosine of an angle, and the rotation about an axis.

#include <cmath>

#include "bodies/space/mat3.h"

namespace zwang::bodies {

template <class T>
struct Turn {
  T sine, cosine;
};

/// Lanes have an overload of their own, found by their type.
ZWANG_INLINE Turn<double> turn(double angle) noexcept { return {std::sin(angle), std::cos(angle)}; }

/// E turned about `axis`, a unit vector in the axes of E: E (c 1 + s a× + (1 − c) a aᵀ).  [TREES 14]
template <class T>
ZWANG_INLINE Mat3<T> turned_about(const Mat3<T>& E, const Vec3<T>& axis,
                                  const Turn<T>& by) noexcept {
  const T c = by.cosine;
  const Vec3<T> s = by.sine * axis, k = (T(1) - c) * axis;
  const T xy = k.x * axis.y, xz = k.x * axis.z, yz = k.y * axis.z;
  return {E * Vec3<T>{c + k.x * axis.x, xy + s.z, xz - s.y},
          E * Vec3<T>{xy - s.z, c + k.y * axis.y, yz + s.x},
          E * Vec3<T>{xz + s.y, yz - s.x, c + k.z * axis.z}};
}

/// The same. Most axes of most machines are those of a frame: then two columns turn in their plane,
/// and c + (1 − c) needs no rounding.
ZWANG_INLINE Mat3<double> turned_about(const Mat3<double>& E, const Vec3<double>& axis,
                                       const Turn<double>& by) noexcept {
  const double c = by.cosine;
  if (axis.x == 0 && axis.y == 0) {
    const double s = by.sine * axis.z;
    return {c * E.x + s * E.y, c * E.y - s * E.x, E.z};
  }
  if (axis.x == 0 && axis.z == 0) {
    const double s = by.sine * axis.y;
    return {c * E.x - s * E.z, E.y, c * E.z + s * E.x};
  }
  if (axis.y == 0 && axis.z == 0) {
    const double s = by.sine * axis.x;
    return {E.x, c * E.y + s * E.z, c * E.z - s * E.y};
  }
  return turned_about<double>(E, axis, by);
}

}  // namespace zwang::bodies

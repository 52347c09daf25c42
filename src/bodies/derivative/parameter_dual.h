// SPDX-License-Identifier: Apache-2.0
#pragma once
// A number and how it changes along one direction: the recursions' templates take it for a number.

#include "bodies/space/turn.h"

namespace zwang::bodies {

struct Dual {
  double x = 0, d = 0;

  constexpr Dual() = default;
  explicit constexpr Dual(double value, double change = 0) : x(value), d(change) {}
};

ZWANG_INLINE constexpr Dual operator+(const Dual& a, const Dual& b) noexcept {
  return Dual(a.x + b.x, a.d + b.d);
}
ZWANG_INLINE constexpr Dual operator-(const Dual& a, const Dual& b) noexcept {
  return Dual(a.x - b.x, a.d - b.d);
}
ZWANG_INLINE constexpr Dual operator-(const Dual& a) noexcept { return Dual(-a.x, -a.d); }
ZWANG_INLINE constexpr Dual operator*(const Dual& a, const Dual& b) noexcept {
  return Dual(a.x * b.x, a.x * b.d + a.d * b.x);
}
ZWANG_INLINE constexpr Dual operator/(const Dual& a, const Dual& b) noexcept {
  const double x = a.x / b.x;
  return Dual(x, (a.d - x * b.d) / b.x);
}

/// Found by the joints.
ZWANG_INLINE Turn<Dual> turn(const Dual& angle) noexcept {
  const Turn<double> by = turn(angle.x);
  return {Dual(by.sine, by.cosine * angle.d), Dual(by.cosine, -by.sine * angle.d)};
}

/// Three numbers with their changes; what changes of three.
ZWANG_INLINE Vec3<Dual> dual3(const double* a, const double* change) noexcept {
  return {Dual(a[0], change[0]), Dual(a[1], change[1]), Dual(a[2], change[2])};
}
ZWANG_INLINE Vec3<double> change_of(const Vec3<Dual>& a) noexcept { return {a.x.d, a.y.d, a.z.d}; }

}  // namespace zwang::bodies

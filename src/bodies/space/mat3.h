// SPDX-License-Identifier: Apache-2.0
#pragma once
// Three by three numbers: rotations (Mat3) and inertias (Sym3).

#include "bodies/space/vec3.h"

namespace zwang::bodies {

/// By columns. Of a rotation they are the axes of the turned frame: R.x is where its x axis points.
template <class T>
struct Mat3 {
  Vec3<T> x, y, z;
};

/// From nine numbers of a model, row by row.
template <class T>
ZWANG_INLINE Mat3<T> mat3(const double* a) noexcept {
  return {{T(a[0]), T(a[3]), T(a[6])}, {T(a[1]), T(a[4]), T(a[7])}, {T(a[2]), T(a[5]), T(a[8])}};
}

template <class T>
ZWANG_INLINE constexpr Mat3<T> identity3() noexcept {
  return {{T(1), T(0), T(0)}, {T(0), T(1), T(0)}, {T(0), T(0), T(1)}};
}

template <class T>
ZWANG_INLINE Mat3<T> operator+(const Mat3<T>& A, const Mat3<T>& B) noexcept {
  return {A.x + B.x, A.y + B.y, A.z + B.z};
}
template <class T>
ZWANG_INLINE Mat3<T> operator-(const Mat3<T>& A, const Mat3<T>& B) noexcept {
  return {A.x - B.x, A.y - B.y, A.z - B.z};
}
template <class T>
ZWANG_INLINE Vec3<T> operator*(const Mat3<T>& A, const Vec3<T>& b) noexcept {
  return {A.x.x * b.x + A.y.x * b.y + A.z.x * b.z,  //
          A.x.y * b.x + A.y.y * b.y + A.z.y * b.z,  //
          A.x.z * b.x + A.y.z * b.y + A.z.z * b.z};
}
template <class T>
ZWANG_INLINE Mat3<T> operator*(const Mat3<T>& A, const Mat3<T>& B) noexcept {
  return {A * B.x, A * B.y, A * B.z};
}
/// Aᵀb: into the axes of a turned frame.
template <class T>
ZWANG_INLINE Vec3<T> transposed(const Mat3<T>& A, const Vec3<T>& b) noexcept {
  return {dot(A.x, b), dot(A.y, b), dot(A.z, b)};
}

/// Symmetric; the order is that of SolidNumbers::inertia.
template <class T>
struct Sym3 {
  T xx, yy, zz, xy, xz, yz;
};

template <class T>
ZWANG_INLINE constexpr Sym3<T> zero_sym3() noexcept {
  return {T(0), T(0), T(0), T(0), T(0), T(0)};
}
template <class T>
ZWANG_INLINE Sym3<T> sym3(const double* a) noexcept {
  return {T(a[0]), T(a[1]), T(a[2]), T(a[3]), T(a[4]), T(a[5])};
}
template <class T>
ZWANG_INLINE Sym3<T> operator+(const Sym3<T>& A, const Sym3<T>& B) noexcept {
  return {A.xx + B.xx, A.yy + B.yy, A.zz + B.zz, A.xy + B.xy, A.xz + B.xz, A.yz + B.yz};
}
template <class T>
ZWANG_INLINE Sym3<T>& operator+=(Sym3<T>& A, const Sym3<T>& B) noexcept {
  return A = A + B;
}
template <class T>
ZWANG_INLINE Vec3<T> operator*(const Sym3<T>& A, const Vec3<T>& b) noexcept {
  return {A.xx * b.x + A.xy * b.y + A.xz * b.z,  //
          A.xy * b.x + A.yy * b.y + A.yz * b.z,  //
          A.xz * b.x + A.yz * b.y + A.zz * b.z};
}

/// R A Rᵀ: an inertia in body axes, seen in world axes.
template <class T>
ZWANG_INLINE Sym3<T> turned(const Mat3<T>& R, const Sym3<T>& A) noexcept {
  const Vec3<T> x = {A.xx, A.xy, A.xz}, y = {A.xy, A.yy, A.yz}, z = {A.xz, A.yz, A.zz};
  const Mat3<T> B = {R * x, R * y, R * z};  // R A
  return {
      B.x.x * R.x.x + B.y.x * R.y.x + B.z.x * R.z.x, B.x.y * R.x.y + B.y.y * R.y.y + B.z.y * R.z.y,
      B.x.z * R.x.z + B.y.z * R.y.z + B.z.z * R.z.z, B.x.x * R.x.y + B.y.x * R.y.y + B.z.x * R.z.y,
      B.x.x * R.x.z + B.y.x * R.y.z + B.z.x * R.z.z, B.x.y * R.x.z + B.y.y * R.y.z + B.z.y * R.z.z};
}

/// |a|² 1 − a bᵀ with b ∥ a: what a mass at `a` with first moment b = m a adds to an inertia.
template <class T>
ZWANG_INLINE Sym3<T> steiner(const Vec3<T>& b, const Vec3<T>& a) noexcept {
  const T xx = a.x * b.x, yy = a.y * b.y, zz = a.z * b.z;
  return {yy + zz, xx + zz, xx + yy, -(a.x * b.y), -(a.x * b.z), -(a.y * b.z)};
}

}  // namespace zwang::bodies

// SPDX-License-Identifier: Apache-2.0
#pragma once
// Three numbers: a vector of space in world axes unless it says otherwise. T is double, or a
// register of lanes. All sums run from x to z.

// By force: files for one instruction set use these functions too, and what is compiled for one
// set must never be linked into another. For the same reason no standard header is included here.
#define ZWANG_INLINE [[gnu::always_inline]] inline

namespace zwang::bodies {

template <class T>
struct Vec3 {
  T x, y, z;
};

template <class T>
ZWANG_INLINE constexpr Vec3<T> zero3() noexcept {
  return {T(0), T(0), T(0)};
}

/// From three numbers of a model.
template <class T>
ZWANG_INLINE Vec3<T> vec3(const double* a) noexcept {
  return {T(a[0]), T(a[1]), T(a[2])};
}

template <class T>
ZWANG_INLINE void store(const Vec3<T>& a, T* x) noexcept {
  x[0] = a.x;
  x[1] = a.y;
  x[2] = a.z;
}

template <class T>
ZWANG_INLINE Vec3<T> operator+(const Vec3<T>& a, const Vec3<T>& b) noexcept {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
template <class T>
ZWANG_INLINE Vec3<T> operator-(const Vec3<T>& a, const Vec3<T>& b) noexcept {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
template <class T>
ZWANG_INLINE Vec3<T> operator-(const Vec3<T>& a) noexcept {
  return {-a.x, -a.y, -a.z};
}
template <class T>
ZWANG_INLINE Vec3<T> operator*(const T& s, const Vec3<T>& a) noexcept {
  return {s * a.x, s * a.y, s * a.z};
}
template <class T>
ZWANG_INLINE Vec3<T>& operator+=(Vec3<T>& a, const Vec3<T>& b) noexcept {
  return a = a + b;
}
template <class T>
ZWANG_INLINE Vec3<T>& operator-=(Vec3<T>& a, const Vec3<T>& b) noexcept {
  return a = a - b;
}

template <class T>
ZWANG_INLINE T dot(const Vec3<T>& a, const Vec3<T>& b) noexcept {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
template <class T>
ZWANG_INLINE Vec3<T> cross(const Vec3<T>& a, const Vec3<T>& b) noexcept {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

}  // namespace zwang::bodies

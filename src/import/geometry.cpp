// SPDX-License-Identifier: Apache-2.0
#include "import/geometry.h"

#include <algorithm>
#include <cmath>

namespace zwang::import {

Vec operator+(const Vec& a, const Vec& b) noexcept {
  return {a[0] + b[0], a[1] + b[1], a[2] + b[2]};
}

Vec operator-(const Vec& a, const Vec& b) noexcept {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}

Vec operator*(double s, const Vec& a) noexcept { return {s * a[0], s * a[1], s * a[2]}; }

double dot(const Vec& a, const Vec& b) noexcept { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

Vec cross(const Vec& a, const Vec& b) noexcept {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

double length(const Vec& a) noexcept { return std::hypot(a[0], a[1], a[2]); }

Mat operator*(const Mat& a, const Mat& b) noexcept {
  const Mat columns = transposed(b);
  Mat c;
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) c[i][j] = dot(a[i], columns[j]);
  return c;
}

Mat transposed(const Mat& a) noexcept {
  return {Vec{a[0][0], a[1][0], a[2][0]}, Vec{a[0][1], a[1][1], a[2][1]},
          Vec{a[0][2], a[1][2], a[2][2]}};
}

Vec operator*(const Mat& a, const Vec& v) noexcept {
  return {dot(a[0], v), dot(a[1], v), dot(a[2], v)};
}

Mat diagonal(double x, double y, double z) noexcept {
  return {Vec{x, 0, 0}, Vec{0, y, 0}, Vec{0, 0, z}};
}

Quaternion operator*(const Quaternion& a, const Quaternion& b) noexcept {
  return {
      a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z, a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
      a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x, a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w};
}

Quaternion inverse(const Quaternion& a) noexcept { return {a.w, -a.x, -a.y, -a.z}; }

Quaternion normalised(const Quaternion& a) noexcept {
  const double size = std::max({std::abs(a.w), std::abs(a.x), std::abs(a.y), std::abs(a.z)});
  const Quaternion b{a.w / size, a.x / size, a.y / size, a.z / size};  // no overflow below
  const double norm = std::sqrt(b.w * b.w + b.x * b.x + b.y * b.y + b.z * b.z);
  return {b.w / norm, b.x / norm, b.y / norm, b.z / norm};
}

bool is_none(const Quaternion& a) noexcept { return a.x == 0 && a.y == 0 && a.z == 0; }

Mat matrix(const Quaternion& a) noexcept {
  const auto [w, x, y, z] = a;
  return {Vec{1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)},
          Vec{2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)},
          Vec{2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)}};
}

Vec turned(const Quaternion& a, const Vec& v) noexcept {
  return is_none(a) ? v : matrix(a) * v;  // what is not turned keeps its bits, and may be large
}

Quaternion about(const Vec& axis, double angle) noexcept {
  const double s = std::sin(angle / 2) / length(axis);
  return {std::cos(angle / 2), s * axis[0], s * axis[1], s * axis[2]};
}

Quaternion roll_pitch_yaw(const Vec& angles) noexcept {
  return about({0, 0, 1}, angles[2]) * about({0, 1, 0}, angles[1]) * about({1, 0, 0}, angles[0]);
}

Quaternion from_z_to(const Vec& direction) noexcept {
  const Vec d = (1 / length(direction)) * direction;
  const Vec axis = cross({0, 0, 1}, d);
  const double s = length(axis);
  if (s == 0) return d[2] > 0 ? Quaternion{} : Quaternion{0, 1, 0, 0};
  return about(axis, std::atan2(s, d[2]));
}

// Shepperd's way: the largest of the four components first, so that nothing small divides.
Quaternion with_axes(const Vec& x, const Vec& y) noexcept {
  const Vec z = cross(x, y);
  const double trace = x[0] + y[1] + z[2];
  Quaternion q;
  if (trace >= x[0] && trace >= y[1] && trace >= z[2])
    q = {1 + trace, y[2] - z[1], z[0] - x[2], x[1] - y[0]};
  else if (x[0] >= y[1] && x[0] >= z[2])
    q = {y[2] - z[1], 1 + 2 * x[0] - trace, x[1] + y[0], z[0] + x[2]};
  else if (y[1] >= z[2])
    q = {z[0] - x[2], x[1] + y[0], 1 + 2 * y[1] - trace, y[2] + z[1]};
  else
    q = {x[1] - y[0], z[0] + x[2], y[2] + z[1], 1 + 2 * z[2] - trace};
  return normalised(q);
}

Vec outside(const Pose& pose, const Vec& place) noexcept {
  return pose.at + turned(pose.turn, place);
}

Vec inside(const Pose& pose, const Vec& place) noexcept {
  return turned(inverse(pose.turn), place - pose.at);
}

Pose operator*(const Pose& outer, const Pose& inner) noexcept {
  return {outside(outer, inner.at), outer.turn * inner.turn};
}

}  // namespace zwang::import

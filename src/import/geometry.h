// SPDX-License-Identifier: Apache-2.0
#pragma once
// Vectors, rotations and poses: as much of them as robot files need.

#include <array>

namespace zwang::import {

using Vec = std::array<double, 3>;

/// Rows.
using Mat = std::array<Vec, 3>;

/// A rotation; of length one.
struct Quaternion {
  double w = 1, x = 0, y = 0, z = 0;
};

/// A frame in another: its origin, and how it is turned.
struct Pose {
  Vec at{};
  Quaternion turn;
};

Vec operator+(const Vec& a, const Vec& b) noexcept;
Vec operator-(const Vec& a, const Vec& b) noexcept;
Vec operator*(double s, const Vec& a) noexcept;
double dot(const Vec& a, const Vec& b) noexcept;
Vec cross(const Vec& a, const Vec& b) noexcept;
double length(const Vec& a) noexcept;

Mat operator*(const Mat& a, const Mat& b) noexcept;
Mat transposed(const Mat& a) noexcept;
Vec operator*(const Mat& a, const Vec& v) noexcept;
Mat diagonal(double x, double y, double z) noexcept;

/// The one after the other: first b, then a.
Quaternion operator*(const Quaternion& a, const Quaternion& b) noexcept;
Quaternion inverse(const Quaternion& a) noexcept;
/// Of length one; the length must be neither zero nor infinite.
Quaternion normalised(const Quaternion& a) noexcept;
bool is_none(const Quaternion& a) noexcept;
Mat matrix(const Quaternion& a) noexcept;
Vec turned(const Quaternion& a, const Vec& v) noexcept;

/// About an axis, of any length but zero.
Quaternion about(const Vec& axis, double angle) noexcept;
/// Roll, pitch and yaw about the fixed axes x, y, z, one after the other.
Quaternion roll_pitch_yaw(const Vec& angles) noexcept;
/// The shortest turn that brings z to a direction, of any length but zero.
Quaternion from_z_to(const Vec& direction) noexcept;
/// Whose axes x and y are these: unit vectors at right angles.
Quaternion with_axes(const Vec& x, const Vec& y) noexcept;

/// A place in the inner frame as the outer sees it.
Vec outside(const Pose& pose, const Vec& place) noexcept;
/// And the other way round.
Vec inside(const Pose& pose, const Vec& place) noexcept;
/// `inner` is given in `outer`: the same where `outer` is given.
Pose operator*(const Pose& outer, const Pose& inner) noexcept;

}  // namespace zwang::import

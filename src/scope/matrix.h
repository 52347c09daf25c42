// SPDX-License-Identifier: Apache-2.0
#pragma once
// Vectors and matrices of space whose entries are formulas.

#include <array>

#include "formula/graph.h"

namespace zwang::compile {

using Vector3 = std::array<formula::Node, 3>;
using Vector4 = std::array<formula::Node, 4>;  // w, x, y, z
using Matrix3 = std::array<Vector3, 3>;        // rows

Vector3 constants(formula::Graph& g, double x, double y, double z);
Matrix3 identity(formula::Graph& g);

Vector3 add(formula::Graph& g, const Vector3& u, const Vector3& v);
Vector3 scale(formula::Graph& g, formula::Node c, const Vector3& v);
formula::Node dot(formula::Graph& g, const Vector3& u, const Vector3& v);
Vector3 cross(formula::Graph& g, const Vector3& u, const Vector3& v);
/// v/‖v‖
Vector3 unit(formula::Graph& g, const Vector3& v);

Vector3 multiply(formula::Graph& g, const Matrix3& R, const Vector3& v);
Vector3 multiply_transposed(formula::Graph& g, const Matrix3& R, const Vector3& v);
Matrix3 multiply(formula::Graph& g, const Matrix3& R, const Matrix3& S);

/// Rz(yaw) Ry(pitch) Rx(roll): about fixed axes, x first.
Matrix3 from_roll_pitch_yaw(formula::Graph& g, const Vector3& rpy);
/// About an axis of length one.
Matrix3 from_axis_angle(formula::Graph& g, const Vector3& axis, formula::Node angle);
/// Of length one.
Matrix3 from_quaternion(formula::Graph& g, const Vector4& e);
Vector4 unit(formula::Graph& g, const Vector4& e);

}  // namespace zwang::compile

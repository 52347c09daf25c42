// SPDX-License-Identifier: Apache-2.0
#include "scope/matrix.h"

namespace zwang::compile {

using formula::Graph;
using formula::Node;
using formula::Op;

Vector3 constants(Graph& g, double x, double y, double z) {
  return {g.constant(x), g.constant(y), g.constant(z)};
}

Matrix3 identity(Graph& g) {
  return {constants(g, 1, 0, 0), constants(g, 0, 1, 0), constants(g, 0, 0, 1)};
}

Vector3 add(Graph& g, const Vector3& u, const Vector3& v) {
  return {g.add(u[0], v[0]), g.add(u[1], v[1]), g.add(u[2], v[2])};
}

Vector3 scale(Graph& g, Node c, const Vector3& v) {
  return {g.multiply(c, v[0]), g.multiply(c, v[1]), g.multiply(c, v[2])};
}

Node dot(Graph& g, const Vector3& u, const Vector3& v) {
  return g.add(g.add(g.multiply(u[0], v[0]), g.multiply(u[1], v[1])), g.multiply(u[2], v[2]));
}

Vector3 cross(Graph& g, const Vector3& u, const Vector3& v) {
  const auto part = [&](std::size_t i, std::size_t j) {
    return g.subtract(g.multiply(u[i], v[j]), g.multiply(u[j], v[i]));
  };
  return {part(1, 2), part(2, 0), part(0, 1)};
}

Vector3 unit(Graph& g, const Vector3& v) {
  const Node length = g.sqrt(dot(g, v, v));
  return {g.divide(v[0], length), g.divide(v[1], length), g.divide(v[2], length)};
}

Vector3 multiply(Graph& g, const Matrix3& R, const Vector3& v) {
  return {dot(g, R[0], v), dot(g, R[1], v), dot(g, R[2], v)};
}

Vector3 multiply_transposed(Graph& g, const Matrix3& R, const Vector3& v) {
  return add(g, add(g, scale(g, v[0], R[0]), scale(g, v[1], R[1])), scale(g, v[2], R[2]));
}

Matrix3 multiply(Graph& g, const Matrix3& R, const Matrix3& S) {
  Matrix3 product;
  for (std::size_t i = 0; i < 3; ++i) product[i] = multiply_transposed(g, S, R[i]);
  return product;
}

Matrix3 from_roll_pitch_yaw(Graph& g, const Vector3& rpy) {
  const Vector3 x = constants(g, 1, 0, 0), y = constants(g, 0, 1, 0), z = constants(g, 0, 0, 1);
  return multiply(g, from_axis_angle(g, z, rpy[2]),
                  multiply(g, from_axis_angle(g, y, rpy[1]), from_axis_angle(g, x, rpy[0])));
}

// cos θ 1 + sin θ [a]× + (1 − cos θ) a aᵀ
Matrix3 from_axis_angle(Graph& g, const Vector3& axis, Node angle) {
  const Node c = g.apply(Op::cos, angle), s = g.apply(Op::sin, angle);
  const Node rest = g.subtract(g.constant(1), c);
  Matrix3 R;
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t j = (i + 1) % 3, k = (i + 2) % 3;
    const auto product = [&](std::size_t column) {
      return g.multiply(rest, g.multiply(axis[i], axis[column]));
    };
    R[i][i] = g.add(product(i), c);
    R[i][j] = g.subtract(product(j), g.multiply(s, axis[k]));
    R[i][k] = g.add(product(k), g.multiply(s, axis[j]));
  }
  return R;
}

Matrix3 from_quaternion(Graph& g, const Vector4& e) {
  const auto& [w, x, y, z] = e;
  const Node one = g.constant(1), two = g.constant(2);
  const auto twice = [&](Node a, Node b, Node c, Node d, bool plus) {
    const Node first = g.multiply(a, b), second = g.multiply(c, d);
    return g.multiply(two, plus ? g.add(first, second) : g.subtract(first, second));
  };
  const auto diagonal = [&](Node a, Node b) { return g.subtract(one, twice(a, a, b, b, true)); };
  return {{{diagonal(y, z), twice(x, y, w, z, false), twice(x, z, w, y, true)},
           {twice(x, y, w, z, true), diagonal(x, z), twice(y, z, w, x, false)},
           {twice(x, z, w, y, false), twice(y, z, w, x, true), diagonal(x, y)}}};
}

Vector4 unit(Graph& g, const Vector4& e) {
  Node squares = g.constant(0);
  for (const Node x : e) squares = g.add(squares, g.square(x));
  const Node length = g.sqrt(squares);
  return {g.divide(e[0], length), g.divide(e[1], length), g.divide(e[2], length),
          g.divide(e[3], length)};
}

}  // namespace zwang::compile

// SPDX-License-Identifier: Apache-2.0
#include "assemble/bodies/numbers.h"

#include "scope/code.h"

namespace zwang::compile {

using formula::Graph;
using formula::no_node;
using formula::Node;

bool check_count(Scope& scope, const Components& numbers, std::size_t wanted) {
  if (numbers.size() == wanted) return true;
  scope.complain(
      code::size, numbers.empty() ? Expression() : numbers.front(),
      "expected " + std::to_string(wanted) + " numbers, not " + std::to_string(numbers.size()));
  return false;
}

Vector4 read_quaternion(Scope& scope, const Components& numbers) {
  Graph& g = scope.graph();
  const Node zero = g.constant(0);
  Vector4 e{g.constant(1), zero, zero, zero};
  if (!check_count(scope, numbers, 4)) return e;
  const std::size_t before = scope.complaints();
  for (std::size_t k = 0; k < 4; ++k) {
    e[k] = read_number(scope, numbers[k]);
  }
  const auto has_length = [](std::span<const double> x) {
    return x[0] * x[0] + x[1] * x[1] + x[2] * x[2] + x[3] * x[3] > 0 ? 1 : 0;
  };
  if (scope.decide({e.begin(), e.end()}, has_length) == 1) return unit(g, e);
  if (scope.complaints() == before) {
    scope.complain(code::direction, numbers.front(),
                   "a quaternion of length zero is not a rotation", "no rotation is [1, 0, 0, 0]");
  }
  return {g.constant(1), zero, zero, zero};
}

Node read_number(Scope& scope, const Expression& expression) {
  const Node x = scope.settled(expression);
  if (x == no_node) return scope.graph().constant(0);
  if (scope.is_finite(x)) return x;
  scope.complain(code::not_finite, expression, "this is not a finite number");
  return scope.graph().constant(0);
}

Matrix3 read_rotation(Scope& scope, const Rotation& rotation) {
  Graph& g = scope.graph();
  switch (rotation.form) {
    case Rotation::Form::none:
      break;
    case Rotation::Form::roll_pitch_yaw:
      return from_roll_pitch_yaw(g, read_vector3(scope, rotation.numbers, 0, 0, 0));
    case Rotation::Form::axis_angle:
      return from_axis_angle(g, read_direction(scope, rotation.numbers, 0, 0, 1),
                             read_number(scope, rotation.angle));
    case Rotation::Form::quaternion:
      return from_quaternion(g, read_quaternion(scope, rotation.numbers));
  }
  return identity(g);
}

Vector4 read_turn(Scope& scope, const Rotation& rotation) {
  Graph& g = scope.graph();
  const Node half = g.constant(0.5), zero = g.constant(0);
  const auto cos = [&](Node angle) { return g.apply(formula::Op::cos, g.multiply(half, angle)); };
  const auto sin = [&](Node angle) { return g.apply(formula::Op::sin, g.multiply(half, angle)); };
  const auto product = [&](const Vector4& p, const Vector4& q) {
    const Vector3 u{p[1], p[2], p[3]}, v{q[1], q[2], q[3]};
    const Vector3 w = add(g, add(g, scale(g, p[0], v), scale(g, q[0], u)), cross(g, u, v));
    return Vector4{g.subtract(g.multiply(p[0], q[0]), dot(g, u, v)), w[0], w[1], w[2]};
  };
  switch (rotation.form) {
    case Rotation::Form::none:
      break;
    case Rotation::Form::roll_pitch_yaw: {
      const auto [r, p, y] = read_vector3(scope, rotation.numbers, 0, 0, 0);
      const Vector4 roll{cos(r), sin(r), zero, zero}, pitch{cos(p), zero, sin(p), zero},
          yaw{cos(y), zero, zero, sin(y)};
      return product(yaw, product(pitch, roll));
    }
    case Rotation::Form::axis_angle: {
      const Vector3 n = read_direction(scope, rotation.numbers, 0, 0, 1);
      const Node angle = read_number(scope, rotation.angle), s = sin(angle);
      return {cos(angle), g.multiply(s, n[0]), g.multiply(s, n[1]), g.multiply(s, n[2])};
    }
    case Rotation::Form::quaternion:
      return read_quaternion(scope, rotation.numbers);
  }
  return {g.constant(1), zero, zero, zero};
}

Vector3 read_vector3(Scope& scope, const Components& numbers, double x, double y, double z) {
  Vector3 result = constants(scope.graph(), x, y, z);
  if (numbers.empty() || !check_count(scope, numbers, 3)) return result;
  for (std::size_t k = 0; k < 3; ++k) result[k] = read_number(scope, numbers[k]);
  return result;
}

Vector3 read_direction(Scope& scope, const Components& numbers, double x, double y, double z) {
  const std::size_t before = scope.complaints();
  const Vector3 v = read_vector3(scope, numbers, x, y, z);
  const bool good = scope.complaints() == before;
  if (good && scope.is_positive(dot(scope.graph(), v, v))) return unit(scope.graph(), v);
  if (good) {
    scope.complain(code::direction, numbers.front(), "a vector of length zero has no direction");
  }
  return constants(scope.graph(), x, y, z);
}

}  // namespace zwang::compile

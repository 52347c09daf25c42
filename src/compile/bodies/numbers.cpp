// SPDX-License-Identifier: Apache-2.0
#include "compile/bodies/numbers.h"

#include <cmath>

#include "compile/code.h"

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
  double squares = 0;
  const std::size_t before = scope.complaints();
  for (std::size_t k = 0; k < 4; ++k) {
    e[k] = read_number(scope, numbers[k]);
    squares += std::pow(scope.number(e[k]), 2);
  }
  if (squares > 0) return unit(g, e);
  if (scope.complaints() == before) {
    scope.complain(code::direction, numbers.front(),
                   "a quaternion of length zero is not a rotation", "no rotation is [1, 0, 0, 0]");
  }
  return {g.constant(1), zero, zero, zero};
}

Node read_number(Scope& scope, const Expression& expression) {
  const Node x = scope.settled(expression);
  if (x == no_node) return scope.graph().constant(0);
  if (std::isfinite(scope.number(x))) return x;
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
  if (good && scope.number(dot(scope.graph(), v, v)) > 0) return unit(scope.graph(), v);
  if (good) {
    scope.complain(code::direction, numbers.front(), "a vector of length zero has no direction");
  }
  return constants(scope.graph(), x, y, z);
}

}  // namespace zwang::compile

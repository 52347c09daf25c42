// SPDX-License-Identifier: Apache-2.0
#include "assemble/bodies/pose.h"

#include <numbers>

namespace zwang::compile {

using formula::Graph;
using formula::Node;

namespace {

// 1 + (R(e) − 1)/|e|², R as of length one: the rotation of a quaternion of any length.
Matrix3 from_any_quaternion(Graph& g, const Vector4& e) {
  Node squares = g.constant(0);
  for (const Node x : e) squares = g.add(squares, g.square(x));
  const Matrix3 one = identity(g);
  Matrix3 R = from_quaternion(g, e);
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      R[i][j] = g.add(one[i][j], g.divide(g.subtract(R[i][j], one[i][j]), squares));
    }
  }
  return R;
}

}  // namespace

Matrix3 turn_about(Graph& g, const Vector3& axis, Node angle) {
  Matrix3 R = from_axis_angle(g, axis, angle);
  for (std::size_t k = 0; k < 3; ++k) {
    if (g.is_constant(axis[k], 1)) R[k][k] = g.constant(1);
  }
  return R;
}

Pose in_joint(Graph& g, const Solid& solid, const std::vector<Node>& q) {
  Pose pose{identity(g), constants(g, 0, 0, 0)};
  const auto quaternion = [&](std::size_t first) {
    return from_any_quaternion(g, {q[first], q[first + 1], q[first + 2], q[first + 3]});
  };
  switch (solid.joint) {
    case bodies::Joint::fixed:
      break;
    case bodies::Joint::hinge:
      pose.R = turn_about(g, solid.axis, q[0]);
      break;
    case bodies::Joint::slider:
      pose.p = scale(g, q[0], solid.axis);
      break;
    case bodies::Joint::cylinder:
      pose.R = turn_about(g, solid.axis, q[0]);
      pose.p = scale(g, q[1], solid.axis);
      break;
    case bodies::Joint::screw: {
      const Node turns = g.multiply(g.constant(0.5 / std::numbers::pi), q[0]);
      pose.R = turn_about(g, solid.axis, q[0]);
      pose.p = scale(g, g.multiply(solid.pitch, turns), solid.axis);
      break;
    }
    case bodies::Joint::universal:
      pose.R = multiply(g, turn_about(g, solid.axis, q[0]), turn_about(g, solid.axis2, q[1]));
      break;
    case bodies::Joint::ball:
      pose.R = quaternion(0);
      break;
    case bodies::Joint::planar:
      pose.R = turn_about(g, constants(g, 0, 0, 1), q[2]);
      pose.p = {q[0], q[1], g.constant(0)};
      break;
    case bodies::Joint::free:
      pose.R = quaternion(3);
      pose.p = {q[0], q[1], q[2]};
      break;
  }
  return pose;
}

const Pose& StartPoses::of(Index body) {
  Graph& g = scope_.graph();
  // Ancestors first, without recursion: chains may be long.
  std::vector<Index> path;
  while (body != bodies::ground && !known_.contains(body)) {
    path.push_back(body);
    body = scope_.solids()[static_cast<std::size_t>(body)].parent;
  }
  const Pose* last =
      &known_.try_emplace(body, Pose{identity(g), constants(g, 0, 0, 0)}).first->second;
  for (std::size_t k = path.size(); k-- > 0;) {
    const Solid& solid = scope_.solids()[static_cast<std::size_t>(path[k])];
    const Pose own = in_joint(g, solid, solid.q0);
    const Matrix3 R = multiply(g, last->R, solid.rotation);
    Pose pose;
    pose.R = multiply(g, R, own.R);
    pose.p = add(g, add(g, last->p, multiply(g, last->R, solid.at)), multiply(g, R, own.p));
    last = &known_.emplace(path[k], pose).first->second;
  }
  return *last;
}

Vector3 StartPoses::world(Index body, const Vector3& local) {
  return multiply(scope_.graph(), of(body).R, local);
}

Vector3 StartPoses::local(Index body, const Vector3& world) {
  return multiply_transposed(scope_.graph(), of(body).R, world);
}

Vector3 StartPoses::point(Index body, const Vector3& local) {
  return add(scope_.graph(), of(body).p, world(body, local));
}

}  // namespace zwang::compile

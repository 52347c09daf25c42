// SPDX-License-Identifier: Apache-2.0
#include "compile/touch/touch.h"

#include "compile/bodies/numbers.h"
#include "compile/touch/meeting.h"

namespace zwang::compile {

using formula::Graph;
using formula::no_node;
using formula::Node;

namespace {

Vector3 less(Graph& g, const Vector3& u, const Vector3& v) {
  return add(g, u, scale(g, g.constant(-1), v));
}

Vector3 velocity(Scope& scope, const MeetingPoint& point) {
  Graph& g = scope.graph();
  if (point.body == bodies::ground) return constants(g, 0, 0, 0);
  Vector3 v = point.hub;
  for (Node& x : v) x = scope.symbols().rate(x);
  const std::string& name = scope.solids()[static_cast<std::size_t>(point.body)].name();
  const formula::Value omega = scope.frames().omega(point.body, name + ".omega");
  return add(g, v, cross(g, {omega.at[0], omega.at[1], omega.at[2]}, point.arm));
}

}  // namespace

Node touch_residual(Scope& scope, const Constraint& constraint) {
  const Touch& touch = *constraint.touch;
  Graph& g = scope.graph();
  if (touch.kind == Touch::Kind::shapes) return scope.over_coordinates(meet(scope, touch).gap);
  const Node q = scope.scalar(Expression(touch.coordinate.text));
  if (q == no_node) return no_node;
  const Node bound = read_number(scope, touch.bound);
  return touch.kind == Touch::Kind::lower ? g.subtract(q, bound) : g.subtract(bound, q);
}

// Across the normal: v − n (n·v).
SlidingVelocity touch_sliding(Scope& scope, const Touch& touch) {
  Graph& g = scope.graph();
  const Meeting meeting = meet(scope, touch);
  const Vector3 v = less(g, velocity(scope, meeting.first), velocity(scope, meeting.second));
  const Vector3 n = meeting.normal, w = less(g, v, scale(g, dot(g, n, v), n));
  const bool first = meeting.first.body != bodies::ground;
  const Vector3& point = first ? meeting.first.hub : meeting.second.hub;
  SlidingVelocity sliding;
  for (const Node x : w) sliding.w.push_back(scope.over_coordinates(x));
  sliding.point.assign(point.begin(), point.end());
  return sliding;
}

}  // namespace zwang::compile

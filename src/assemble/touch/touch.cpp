// SPDX-License-Identifier: Apache-2.0
#include "assemble/touch/touch.h"

#include "assemble/bodies/numbers.h"
#include "assemble/touch/boxes.h"
#include "assemble/touch/meeting.h"
#include "scope/code.h"

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

// Said once for a pair.
bool can_meet(Scope& scope, const Constraint& constraint) {
  const Touch& touch = *constraint.touch;
  const std::string why = refuse_meeting(scope, touch);
  if (why.empty()) return true;
  if (touch.first.feature <= 1)
    scope.complain(code::touch, Expression("", constraint.name.at),
                   "'" + constraint.name.text + "': " + why);
  return false;
}

}  // namespace

Node touch_residual(Scope& scope, const Constraint& constraint) {
  const Touch& touch = *constraint.touch;
  Graph& g = scope.graph();
  if (touch.kind == Touch::Kind::shapes) {
    if (!can_meet(scope, constraint)) return no_node;
    return scope.over_coordinates(meet(scope, touch).gap);
  }
  const Node q = scope.scalar(Expression(touch.coordinate.text));
  if (q == no_node) return no_node;
  const Node bound = read_number(scope, touch.bound);
  return touch.kind == Touch::Kind::lower ? g.subtract(q, bound) : g.subtract(bound, q);
}

std::vector<Guard> touch_guards(Scope& scope) {
  std::vector<Guard> guards;
  for (const Constraint& constraint : scope.description().constraints) {
    if (!constraint.touch || constraint.touch->kind != Touch::Kind::shapes) continue;
    const Touch& touch = *constraint.touch;
    const Node above = meeting_guard(scope, touch);
    if (above == no_node) continue;
    const auto name = [&](const Touch::Side& side) {
      return side.body < 0
                 ? std::string("ground")
                 : scope.description().bodies[static_cast<std::size_t>(side.body)].name.text;
    };
    const bool boxes = are_boxes(scope, touch);
    guards.push_back({name(touch.first) + " and " + name(touch.second) +
                          (boxes ? " not face to face" : " along each other"),
                      above});
  }
  return guards;
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

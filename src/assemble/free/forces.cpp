// SPDX-License-Identifier: Apache-2.0
// Forces: on a particle, a body or a coordinate, from a potential, by a spring.

#include <algorithm>

#include "assemble/bodies/body_forces.h"
#include "assemble/parts.h"
#include "formula/derive/derive.h"
#include "scope/code.h"

namespace zwang::compile {

using formula::Graph;
using formula::no_node;
using formula::Node;

void add_force(Scope& scope, Assembly& assembly, Group& group, Node q, Node F) {
  Graph& g = scope.graph();
  if (scope.writes_out_bodies() && scope.frames().of_slot(g.slot(q))) {
    // F·Ẋ = F·∂Ẋ/∂q̇ q̇, of points, axes and angular velocities alike.
    const Node rate = scope.over_coordinates(scope.symbols().rate(q));
    F = scope.over_coordinates(F);
    for (const Node x : coordinates_in(scope, {&rate, 1})) {
      const Node v = scope.symbols().rate(x);
      for (const formula::Partial& slope : gradient(g, rate, formula::Columns(g, {&v, 1}))) {
        add_force(scope, assembly, group, x, g.multiply(F, slope.value));
      }
    }
    return;
  }
  F = scope.over_coordinates(F);
  assembly.accumulate(group, Array::Q, F, no_slot, g.slot(q));
  assembly.accumulate(group, Array::power, g.multiply(F, scope.symbols().rate(q)));
}

bool check_force(Scope& scope, std::span<const Node> force, const Expression& at) {
  return check_roles(scope, {.controls = false}, force, at,
                     "a force cannot depend on accelerations",
                     "add the accelerated mass to the kinetic energy instead") &&
         check_linear_in_controls(scope, force, at);
}

void add_potential(Scope& scope, Assembly& assembly, Group& group, Node V) {
  Graph& g = scope.graph();
  const std::vector<Node> q = coordinates_in(scope, {&V, 1});
  const Node one = g.constant(1);
  const std::vector<Node> slopes = reverse(g, {&V, 1}, {&one, 1}, q);
  for (std::size_t i = 0; i < q.size(); ++i) {
    assembly.accumulate(group, Array::Q, g.negate(slopes[i]), no_slot, g.slot(q[i]));
  }
  assembly.accumulate(group, Array::energy, V);
  formula::Direction direction;
  direction.set(g.slot(scope.time()), one);
  assembly.accumulate(group, Array::power, forward(g, {&V, 1}, direction).front());
}

namespace {

// ½ k (r − length)² and the damper's force −c ṙ along r.
void add_spring(Scope& scope, Assembly& assembly, Group& group, const Spring& spring) {
  Graph& g = scope.graph();
  const auto from = scope.value(spring.from), to = scope.value(spring.to);
  const Node k = scope.scalar(spring.stiffness), length = scope.scalar(spring.length),
             c = scope.scalar(spring.damping);
  if (!from || !to || k == no_node || length == no_node || c == no_node) return;
  if (from->size != to->size || from->size < 2) {
    scope.complain(code::dimension, spring.to,
                   "a spring connects two points of the same dimension");
    return;
  }
  Node squares = g.constant(0);
  for (std::size_t i = 0; i < from->nodes().size(); ++i) {
    squares = g.add(squares, g.square(g.subtract(to->at[i], from->at[i])));
  }
  const Node r = g.sqrt(squares);
  add_potential(scope, assembly, group,
                g.multiply(g.constant(0.5), g.multiply(k, g.square(g.subtract(r, length)))));
  if (g.is_constant(c, 0)) return;
  const Node one = g.constant(1), rate = forward(g, {&r, 1}, scope.symbols().rates()).front();
  const std::vector<Node> q = coordinates_in(scope, {&r, 1});
  const std::vector<Node> slopes = reverse(g, {&r, 1}, {&one, 1}, q);
  for (std::size_t i = 0; i < q.size(); ++i) {
    add_force(scope, assembly, group, q[i], g.negate(g.multiply(c, g.multiply(rate, slopes[i]))));
  }
}

}  // namespace

namespace {

// A coordinate of something that can be pushed; an axis cannot.
bool is_object(Scope& scope, Node x) {
  if (scope.graph().op(x) != formula::Op::input) return false;
  const std::uint32_t slot = scope.graph().slot(x);
  const FrameSymbols* const frame = scope.frames().of_slot(slot);
  return scope.symbols().inputs()[slot].role == formula::Role::coordinate &&
         (!frame || frame->kind == equations::FrameKind::point);
}

}  // namespace

std::optional<std::vector<Node>> object_of(Scope& scope, const Name& on) {
  if (const Index body = scope.find_body(on.text); body != bodies::ground) {
    const Solid& solid = scope.solids()[static_cast<std::size_t>(body)];
    const formula::Value center = scope.frames().point(body, solid.center, on.text + ".center");
    return std::vector<Node>(center.nodes().begin(), center.nodes().end());
  }
  const auto value = scope.object(Expression(on.text, on.at));
  if (!value) return std::nullopt;
  std::vector<Node> q(value->nodes().begin(), value->nodes().end());
  // A particle in the plane has two coordinates, and 0 across it.
  if (scope.is_flat() && q.size() == 3 && scope.graph().is_constant(q[2], 0)) q.pop_back();
  for (const Node x : q) {
    if (is_object(scope, x)) {
      if (!scope.is_quaternion(x)) continue;
      scope.complain(code::quaternion, on, "a force cannot act along a quaternion",
                     "write torque = […] on the body");
      return std::nullopt;
    }
    scope.complain(code::nobody, on,
                   scope.solids().empty()
                       ? "a force acts on a particle or a coordinate; '" + on.text + "' is neither"
                       : "a force acts on a particle, a body, a point of it or a coordinate; '" +
                             on.text + "' is none of these");
    return std::nullopt;
  }
  return q;
}

namespace {

// Components of a force or a torque, in the world.
std::optional<std::vector<Node>> read_push(Scope& scope, const Assembly& assembly,
                                           const Group& group, const Components& components,
                                           std::size_t size) {
  auto F = scope.components(components, static_cast<int>(size));
  if (!F || !check_force(scope, *F, components.front()) ||
      !check_members(scope, assembly, group, *F, components.front())) {
    return std::nullopt;
  }
  return F;
}

void add_applied(Scope& scope, Assembly& assembly, Group& group, const Force& force) {
  const auto q = object_of(scope, force.on);
  if (!q) return;
  const Index body = body_of(scope, *q);
  if (body == bodies::ground && (!force.torque.empty() || force.body_frame)) {
    scope.complain(code::nobody, force.on,
                   std::string(force.body_frame ? "only a body has axes of its own"
                                                : "a torque acts on a body") +
                       "; '" + force.on.text + "' is not one");
    return;
  }
  if (!check_members(scope, assembly, group, *q, Expression(force.on.text, force.on.at))) return;
  if (!force.force.empty()) {
    auto F = read_push(scope, assembly, group, force.force, q->size());
    if (F && force.body_frame) F = turned(scope, body, *F);
    for (std::size_t k = 0; F && k < q->size(); ++k) {
      add_force(scope, assembly, group, (*q)[k], (*F)[k]);
    }
  }
  if (!force.torque.empty()) {
    auto torque = read_push(scope, assembly, group, force.torque, 3);
    if (torque && force.body_frame) torque = turned(scope, body, *torque);
    if (torque) add_torque(scope, assembly, group, body, *torque);
  }
}

void add_one(Scope& scope, Assembly& assembly, Group& group, const Force& force) {
  if (force.spring) return add_spring(scope, assembly, group, *force.spring);
  if (force.potential.given()) {
    const Node V = scope.scalar(force.potential);
    if (V == no_node) return;
    if (!check_roles(scope, {false, true, true}, {&V, 1}, force.potential,
                     "a potential cannot depend on rates",
                     "write the force itself, or a lagrangian in [free]")) {
      return;
    }
    if (!check_members(scope, assembly, group, {&V, 1}, force.potential)) return;
    return add_potential(scope, assembly, group, V);
  }
  add_applied(scope, assembly, group, force);
}

}  // namespace

void add_forces(Scope& scope, Assembly& assembly) {
  for (const Force& force : scope.description().forces) {
    if (!force.for_each.given()) {
      add_one(scope, assembly, assembly.lone(), force);
      continue;
    }
    const auto ranges = read_ranges(scope, force.for_each);
    if (!ranges) continue;
    const BoundIndices bound(scope, *ranges);
    add_one(scope, assembly, assembly.add_group(*ranges, bound.nodes()), force);
  }
}

}  // namespace zwang::compile

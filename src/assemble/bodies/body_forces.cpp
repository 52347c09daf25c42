// SPDX-License-Identifier: Apache-2.0
#include "assemble/bodies/body_forces.h"

#include <cmath>

#include "assemble/parts.h"
#include "scope/code.h"

namespace zwang::compile {

using formula::Graph;
using formula::no_node;
using formula::Node;

Index body_of(Scope& scope, std::span<const Node> coordinates) {
  const Graph& g = scope.graph();
  if (coordinates.size() != 3 || g.op(coordinates[0]) != formula::Op::input) return bodies::ground;
  const FrameSymbols* const frame = scope.frames().of_slot(g.slot(coordinates[0]));
  return frame && frame->kind == equations::FrameKind::point ? frame->body : bodies::ground;
}

std::vector<Node> turned(Scope& scope, Index body, const std::vector<Node>& F) {
  Graph& g = scope.graph();
  Vector3 sum = constants(g, 0, 0, 0);
  for (std::size_t k = 0; k < 3; ++k) {
    if (g.is_constant(F[k], 0)) continue;
    const formula::Value axis = scope.body_vector(body, identity(g)[k]);
    sum = add(g, sum, scale(g, F[k], {axis.at[0], axis.at[1], axis.at[2]}));
  }
  return {sum.begin(), sum.end()};
}

namespace {

formula::Value turn_of(Scope& scope, Index body) {
  const std::string& name = scope.solids()[static_cast<std::size_t>(body)].name();
  return scope.frames().turn(body, name + ".omega");
}

// −c (ω − ω of the parent) on the body, and the opposite on its parent.
void damp_turning(Scope& scope, Assembly& assembly, Index body, Index parent, Node c) {
  Graph& g = scope.graph();
  const formula::Value own = turn_of(scope, body);
  std::vector<Node> torque, opposite;
  for (std::size_t k = 0; k < 3; ++k) {
    Node relative = scope.symbols().rate(own.at[k]);
    if (parent != bodies::ground) {
      relative = g.subtract(relative, scope.symbols().rate(turn_of(scope, parent).at[k]));
    }
    opposite.push_back(g.multiply(c, relative));
    torque.push_back(g.negate(opposite.back()));
  }
  add_torque(scope, assembly, assembly.lone(), body, torque);
  if (parent != bodies::ground) add_torque(scope, assembly, assembly.lone(), parent, opposite);
}

}  // namespace

void add_torque(Scope& scope, Assembly& assembly, Group& group, Index body,
                const std::vector<Node>& torque) {
  const formula::Value turn = turn_of(scope, body);
  for (std::size_t k = 0; k < 3; ++k) {
    add_force(scope, assembly, group, turn.at[k], torque[k]);
  }
}

void add_damping(Scope& scope, Assembly& assembly) {
  Graph& g = scope.graph();
  for (std::size_t i = 0; i < scope.solids().size(); ++i) {
    const Solid& solid = scope.solids()[i];
    const Expression& damping = solid.body->damping;
    if (!damping.given()) continue;
    const Node c = scope.settled(damping);
    if (c == no_node) continue;
    const auto is_negative = [](std::span<const double> v) { return v[0] >= 0 ? 0 : 1; };
    if (scope.decide({c}, is_negative) == 1) {
      scope.complain(code::coefficient, damping,
                     "the damping of '" + solid.name() + "' is negative");
      continue;
    }
    const bool turns = bodies::has_quaternion(solid.joint);
    const std::size_t plain = solid.q.size() - (turns ? 4 : 0);
    for (std::size_t k = 0; k < plain; ++k) {
      const Node rate = scope.symbols().rate(solid.q[k]);
      add_force(scope, assembly, assembly.lone(), solid.q[k], g.negate(g.multiply(c, rate)));
    }
    if (turns) damp_turning(scope, assembly, static_cast<Index>(i), solid.parent, c);
  }
}

}  // namespace zwang::compile

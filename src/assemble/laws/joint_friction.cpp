// SPDX-License-Identifier: Apache-2.0
#include "assemble/laws/joint_friction.h"

#include "base/words/joints.h"
#include "scope/code.h"

namespace zwang::compile {

using formula::no_node;
using formula::Node;

namespace {

// Joints whose rates are single numbers, each with its own limit, or one angular velocity. The others
// slide and turn at once, and no one limit is both a force and a torque.
bool can_rub(bodies::Joint joint) {
  return joint != bodies::Joint::fixed && joint != bodies::Joint::planar &&
         joint != bodies::Joint::free;
}

// A torque of the size of the limit, against the angular velocity ω. What slides is w = ½ ω = E e' with
// E Eᵀ = 1, against twice the limit: then the force that holds it along e is as large as that of its rows.
ContactLaw law_of_ball(Scope& scope, const Solid& solid, Node limit, std::uint32_t number) {
  formula::Graph& g = scope.graph();
  const auto omega = scope.value(Expression(solid.name() + ".joint_omega"));
  SlidingVelocity sliding;
  for (const Node x : omega->nodes()) sliding.w.push_back(g.multiply(g.constant(0.5), x));
  sliding.point.assign(solid.q.end() - 4, solid.q.end());
  const Node twice = g.multiply(g.constant(2), limit);
  return {sliding, {}, twice, twice, number, false};
}

}  // namespace

void add_joint_friction(Scope& scope, Contacts& contacts) {
  for (std::size_t i = 0; i < scope.solids().size(); ++i) {
    const Solid& solid = scope.solids()[i];
    const Expression& friction = solid.body->friction;
    if (!friction.given()) continue;
    if (!can_rub(solid.joint)) {
      scope.complain(
          code::joint, friction,
          std::string(words::facts(solid.joint).article) + " cannot have dry friction",
          "all joints can have damping; for a body on a plane, use the friction of an inequality");
      continue;
    }
    const Node limit = scope.settled(friction);
    if (limit == no_node) continue;
    const auto is_negative = [](std::span<const double> v) { return v[0] >= 0 ? 0 : 1; };
    if (scope.decide({limit}, is_negative) == 1) {
      scope.complain(code::coefficient, friction,
                     "the friction of '" + solid.name() + "' is negative");
      continue;
    }
    const auto number = static_cast<std::uint32_t>(i);
    if (solid.joint == bodies::Joint::ball) {
      contacts.add(law_of_ball(scope, solid, limit, number));
      continue;
    }
    for (const Node q : solid.q) {
      contacts.add({{{scope.symbols().rate(q)}, {}}, {}, limit, limit, number, false});
    }
  }
}

}  // namespace zwang::compile

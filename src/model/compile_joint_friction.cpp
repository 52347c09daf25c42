// SPDX-License-Identifier: Apache-2.0
#include "model/compile_joint_friction.h"

#include "model/compile_code.h"
#include "model/read_joint.h"

namespace zwang::model {

using formula::no_node;
using formula::Node;

namespace {

// Joints whose rates are single numbers, each with its own limit.
bool can_rub(bodies::Joint joint) {
  switch (joint) {
    case bodies::Joint::hinge:
    case bodies::Joint::slider:
    case bodies::Joint::cylinder:
    case bodies::Joint::screw:
    case bodies::Joint::universal:
      return true;
    default:
      return false;
  }
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
          std::string(find_joint(solid.body->joint.text)->words) + " has no dry friction here",
          "hinge, slider, cylinder, screw and universal have; damping is for all");
      continue;
    }
    const Node limit = scope.settled(friction);
    if (limit == no_node) continue;
    if (!(scope.number(limit) >= 0)) {
      scope.complain(code::coefficient, friction,
                     "the friction of '" + solid.name() + "' is negative");
      continue;
    }
    for (const Node q : solid.q) {
      ContactLaw law{{{scope.symbols().rate(q)}, {}}, {},   limit, limit,
                     static_cast<std::uint32_t>(i),   false};
      contacts.add(law);
    }
  }
}

}  // namespace zwang::model

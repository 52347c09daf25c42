// SPDX-License-Identifier: Apache-2.0
// A tendon that only adds up coordinates is an abbreviation of a sum; one that runs over sites and
// around bodies is left out.

#include "import/mjcf/scene.h"

namespace zwang::import {

namespace {

using Kind = Remark::Kind;

/// What the length of a tendon would do by itself.
void remark_own_laws(const Element& tendon) {
  for (const char* law : {"stiffness", "damping", "frictionloss", "armature"})
    if (tendon.number(law, 0) != 0)
      tendon.remark(Kind::left_out, "'" + std::string(law) + "' of tendons");
  if (tendon.has("range") && tendon.flag("limited", true))
    tendon.remark(Kind::left_out, "limits of tendons: they are not enforced");
}

}  // namespace

Sum MjcfTendon::sum() const {
  Sum sum;
  for (const Term& term : terms) sum.add(term.factor, term.coordinate);
  return sum;
}

void read_tendons(MjcfScene& scene, const Node& mujoco) {
  for (const Node& section : mujoco.children) {
    if (section.tag != "tendon") continue;
    for (const Node& node : section.children) {
      if (node.tag != "fixed") continue;
      const Element element = scene.element(node);
      remark_own_laws(element);
      MjcfTendon tendon;
      for (const Node& child : node.children) {
        if (child.tag != "joint") continue;
        const Element term(child, scene.context.findings);
        const MjcfJoint* joint = scene.joints.need(term, "joint", "joint");
        if (!joint) continue;
        const double factor = term.number("coef", 1);
        tendon.terms.push_back({factor, joint->coordinate});
        tendon.ref += factor * joint->ref;
        if (joint->coordinate.empty())
          term.complain(code::unknown, "joint", "this joint has more than one coordinate");
      }
      scene.tendons.add(std::move(tendon), element);
    }
  }
}

}  // namespace zwang::import

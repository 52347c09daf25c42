// SPDX-License-Identifier: Apache-2.0
#include "import/mjcf/chain.h"

#include "base/words/joints.h"

namespace zwang::import {

namespace {

using Type = MjcfJoint::Type;
using Kind = Remark::Kind;

Type read_type(const Element& joint) {
  if (joint.node().tag == "freejoint") return Type::free;
  const std::string_view word = joint.text("type");
  if (word.empty() || word == "hinge") return Type::hinge;
  if (word == "slide") return Type::slide;
  if (word == "ball") return Type::ball;
  if (word == "free") return Type::free;
  joint.complain(code::unknown, "type", in_quotes(word) + " is not a type of joint",
                 "choose from hinge, slide, ball and free");
  return Type::hinge;
}

/// In our coordinate, which is 0 at `ref`; of a ball joint in words.
void read_limits(const Element& joint, bool by_range, double unit, MjcfJointText& text) {
  const std::vector<double> range = joint.numbers("range", 2, 2);
  if (range.empty() || !joint.flag("limited", by_range)) return;
  const double lower = unit * range[0], upper = unit * range[1];
  if (text.type != Type::hinge && text.type != Type::slide) {
    joint.remark(Kind::left_out, "limits of ball joints: they are not enforced");
    text.limits = "from " + Expression(lower).text + " to " + Expression(upper).text;
  } else if (lower < upper) {
    text.range = {lower - text.ref, upper - text.ref};
  } else {
    joint.remark(Kind::left_out, "limits of joints between which nothing lies");
  }
}

double read_positive(const Element& element, std::string_view name) {
  const double value = element.number(name, 0);
  if (value >= 0) return value;
  element.complain(code::number, name, "'" + std::string(name) + "' is negative");
  return 0;
}

}  // namespace

MjcfJointText read_mjcf_joint(const MjcfScene& scene, const Element& joint, const Pose& frame) {
  MjcfJointText text{joint};
  text.type = read_type(joint);
  if (joint.node().tag == "freejoint") return text;  // it has no defaults
  const bool turns = text.type == Type::hinge;
  const double unit = turns || text.type == Type::ball ? scene.compiler.radians : 1;
  text.anchor = outside(frame, joint.vector("pos", {}));
  text.axis = turned(frame.turn, joint.direction("axis", {0, 0, 1}));
  text.damping = read_positive(joint, "damping");
  text.friction = read_positive(joint, "frictionloss");
  text.rotor = read_positive(joint, "armature");
  text.spring = joint.number("stiffness", 0);
  const bool one = turns || text.type == Type::slide;
  if (one) {
    text.ref = unit * joint.number("ref", 0);
    text.rest = unit * joint.number("springref", 0);
  }
  read_limits(joint, scene.compiler.limits_by_range, unit, text);
  if (one) return text;
  if (text.spring != 0) joint.remark(Kind::left_out, "'stiffness' of ball and free joints");
  if (text.rotor != 0) joint.remark(Kind::left_out, "'armature' of ball and free joints");
  return text;
}

std::string_view joint_word(Type type) noexcept {
  using bodies::Joint;
  constexpr Joint kinds[] = {Joint::hinge, Joint::slider, Joint::ball, Joint::free};
  return words::joints.of(kinds[static_cast<int>(type)]);
}

std::string_view coordinate_word(Type type) noexcept {
  return type == Type::hinge ? "angle" : type == Type::slide ? "position" : std::string_view();
}

}  // namespace zwang::import

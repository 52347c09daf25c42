// SPDX-License-Identifier: Apache-2.0
#include "import/urdf/tree.h"

#include "import/code.h"

namespace zwang::import {

namespace {

struct Word {
  std::string_view name;
  UrdfJoint type;
};

constexpr Word types[] = {
    {"fixed", UrdfJoint::fixed},           {"revolute", UrdfJoint::revolute},
    {"continuous", UrdfJoint::continuous}, {"prismatic", UrdfJoint::prismatic},
    {"planar", UrdfJoint::planar},         {"floating", UrdfJoint::floating},
    {"spherical", UrdfJoint::spherical}};  // not of the first URDF, but of some who write it

UrdfJoint read_type(const Element& joint) {
  const std::string_view word = joint.need_text("type");
  for (const Word& type : types)
    if (type.name == word) return type.type;
  if (!word.empty())
    joint.complain(
        code::unknown, "type", in_quotes(word) + " is not a type of joint",
        "there are fixed, revolute, continuous, prismatic, planar, floating and spherical");
  return UrdfJoint::fixed;
}

/// The link that a child element names.
std::string_view read_link(const Element& joint, std::string_view tag) {
  const Node* child = joint.node().child(tag);
  if (child) return Element(*child, joint.findings()).need_text("link");
  joint.complain(code::missing, {},
                 shown(joint.node()) + " needs <" + std::string(tag) + " link=\"…\">");
  return {};
}

/// How far it may go: of joints that do not go on for ever.
void read_range(const Element& limit, UrdfConnection& joint) {
  if (joint.type != UrdfJoint::revolute && joint.type != UrdfJoint::prismatic) return;
  if (!limit.has("lower") && !limit.has("upper")) return;
  const double lower = limit.number("lower", 0), upper = limit.number("upper", 0);
  if (lower < upper) {
    joint.range = {lower, upper};
  } else {
    limit.remark(Remark::Kind::left_out, "limits of joints between which nothing lies");
  }
}

/// What is not enforced, in words.
std::string read_limits(const Element& limit) {
  std::string words;
  const auto add = [&](const std::string& more) { words += (words.empty() ? "" : ", ") + more; };
  if (limit.has("velocity")) add("rate at most " + Expression(limit.number("velocity", 0)).text);
  if (limit.has("effort")) add("effort at most " + Expression(limit.number("effort", 0)).text);
  if (!words.empty())
    limit.remark(Remark::Kind::left_out, "limits of rates and efforts: they are not enforced");
  return words;
}

double read_positive(const Element& element, std::string_view name) {
  const double value = element.number(name, 0);
  if (value >= 0) return value;
  element.complain(code::number, name, "'" + std::string(name) + "' is negative");
  return 0;
}

bool has_axis(UrdfJoint type) {
  return type != UrdfJoint::fixed && type != UrdfJoint::floating && type != UrdfJoint::spherical;
}

/// What the joint cannot have is listed where it is given, and not read: files carry it along.
void read_dynamics(const Element& dynamics, UrdfConnection& joint) {
  const auto leave_out = [&](std::string_view name, const char* of) {
    const std::string_view value = dynamics.text(name);
    if (!value.empty() && value.find_first_not_of("+-0. \t\r\n") != std::string_view::npos)
      dynamics.remark(Remark::Kind::left_out, "'" + std::string(name) + "' of " + of);
  };
  if (joint.type == UrdfJoint::fixed) {
    leave_out("damping", "fixed joints");
    leave_out("friction", "fixed joints");
    return;
  }
  joint.damping = read_positive(dynamics, "damping");
  if (joint.type != UrdfJoint::planar && joint.type != UrdfJoint::floating)
    joint.friction = read_positive(dynamics, "friction");
  else
    leave_out("friction", "planar and floating joints");
}

}  // namespace

UrdfConnection read_urdf_joint(const Node& node, Findings& findings) {
  const Element joint(node, findings);
  const auto child = [&](std::string_view tag) { return node.child(tag); };
  UrdfConnection result;
  result.node = &node;
  result.name = joint.need_text("name");
  result.type = read_type(joint);
  result.parent = read_link(joint, "parent");
  result.child = read_link(joint, "child");
  if (const Node* origin = child("origin")) {
    result.at = Element(*origin, findings).vector("xyz", {});
    result.rpy = Element(*origin, findings).vector("rpy", {});
  }
  if (const Node* axis = child("axis"); axis && has_axis(result.type))
    result.axis = Element(*axis, findings).direction("xyz", {1, 0, 0});
  if (const Node* limit = child("limit")) {
    read_range(Element(*limit, findings), result);
    result.limits = read_limits(Element(*limit, findings));
  }
  if (const Node* dynamics = child("dynamics")) read_dynamics(Element(*dynamics, findings), result);
  if (const Node* mimic = child("mimic")) {
    const Element element(*mimic, findings);
    result.mimic = {element.need_text("joint"), element.number("multiplier", 1),
                    element.number("offset", 0), mimic};
  }
  return result;
}

std::string_view coordinate_word(UrdfJoint type) noexcept {
  switch (type) {
    case UrdfJoint::revolute:
    case UrdfJoint::continuous:
      return "angle";
    case UrdfJoint::prismatic:
      return "position";
    default:
      return {};
  }
}

}  // namespace zwang::import

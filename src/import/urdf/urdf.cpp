// SPDX-License-Identifier: Apache-2.0
#include "import/formats.h"

#include <algorithm>
#include <unordered_map>

#include "base/words/joints.h"
#include "import/code.h"
#include "import/element.h"
#include "import/looks.h"
#include "import/urdf/tree.h"
#include "import/usage.h"

namespace zwang::import {

namespace {

constexpr Usage table[] = {
    {"/robot", "name", "version"},
    {"robot/link", "name", "type"},
    {"link/inertial"},
    {"inertial/origin", "xyz rpy"},
    {"inertial/mass", "value"},
    {"inertial/inertia", "ixx ixy ixz iyy iyz izz"},
    {"link/visual", "", "*"},
    {"robot/joint", "name type"},
    {"joint/origin", "xyz rpy"},
    {"joint/parent", "link"},
    {"joint/child", "link"},
    {"joint/axis", "xyz"},
    {"joint/limit", "lower upper velocity effort"},
    {"joint/dynamics", "damping friction"},
    {"joint/mimic", "joint multiplier offset"},
    {"joint/calibration", "", "*"},
    {"robot/material", "", "*"},
};

std::string_view same_tag(std::string_view tag) { return tag; }

bodies::Joint joint_kind(UrdfJoint type) {
  using bodies::Joint;
  switch (type) {
    case UrdfJoint::revolute:
    case UrdfJoint::continuous:
      return Joint::hinge;
    case UrdfJoint::prismatic:
      return Joint::slider;
    case UrdfJoint::planar:
      return Joint::planar;
    case UrdfJoint::floating:
      return Joint::free;
    case UrdfJoint::spherical:
      return Joint::ball;
    case UrdfJoint::fixed:
      break;
  }
  return Joint::fixed;
}

class UrdfReader {
 public:
  UrdfReader(Context& context, const UrdfTree& tree) : context_(context), tree_(tree) {}

  void read() {
    bodies_.resize(tree_.links.size());
    solids_ = read_urdf_solids(tree_, context_.options.floating, context_.findings);
    for (const int i : tree_.order) add_link(i);
    for (const UrdfConnection& joint : tree_.joints)
      if (!joint.mimic.joint.empty()) add_mimic(joint);
  }

 private:
  void add_link(std::size_t i) {
    const UrdfLink& link = tree_.links[i];
    Body body;
    body.name = context_.names.take(Names::What::body, link.name, "link", *link.node);
    bodies_[i] = body.name.text;
    std::string origin = "link " + in_quotes(link.name) + ", " + context_.line_of(*link.node);
    if (link.joint >= 0) {
      const UrdfConnection& joint = tree_.joints[link.joint];
      body.parent = bodies_[link.parent];
      origin += "; joint " + in_quotes(joint.name) + ", " + context_.line_of(*joint.node);
      if (!joint.limits.empty()) origin += "\nnot enforced: " + joint.limits;
      set_joint(body, joint);
    } else if (context_.options.floating) {
      body.joint = std::string(words::joints.of(bodies::Joint::free));
    }
    set_solid(body, solids_[i]);
    add_looks(*link.node, body);
    context_.add(std::move(body), std::move(origin), *link.node);
  }

  /// Meshes of <visual>, which nothing but the picture uses.
  void add_looks(const Node& link, Body& body) {
    for (const Node& visual : link.children) {
      const Node* const geometry = visual.tag == "visual" ? visual.child("geometry") : nullptr;
      const Node* const node = geometry ? geometry->child("mesh") : nullptr;
      if (!node) continue;
      const Element element(*node, context_.findings);
      std::optional<Mesh> mesh = find_urdf_mesh(context_.files, element.text("filename"));
      if (!mesh) continue;
      const Vec scale = element.vector("scale", {1, 1, 1});
      for (Vec& point : mesh->points) {
        for (std::size_t k = 0; k < 3; ++k) point[k] *= scale[k];
      }
      Pose pose;
      if (const Node* origin = visual.child("origin")) {
        const Element at(*origin, context_.findings);
        pose = {at.vector("xyz", {}), roll_pitch_yaw(at.vector("rpy", {}))};
      }
      if (const auto look = look_of(*mesh, pose)) add_look(body, *look);
    }
  }

  void set_joint(Body& body, const UrdfConnection& joint) {
    body.joint = std::string(words::joints.of(joint_kind(joint.type)));
    if (joint.at != Vec{}) body.at = components(joint.at);
    if (joint.rpy != Vec{}) {
      body.rotation.form = Rotation::Form::roll_pitch_yaw;
      body.rotation.numbers = components(joint.rpy);
    }
    if (joint.damping != 0) body.damping = joint.damping;
    if (joint.friction != 0) body.friction = joint.friction;
    const std::string_view word = coordinate_word(joint.type);
    if (!word.empty()) {
      body.axis = components(joint.axis);
      coordinates_[joint.name] = body.name.text + "." + std::string(word);
      if (!joint.mimic.joint.empty() && joint.mimic.offset != 0)
        body.start.push_back({std::string(word), {joint.mimic.offset}});
    }
    if (joint.range) body.limits.push_back({{}, {joint.range->first, joint.range->second}});
    if (joint.type == UrdfJoint::planar) lay_plane(body, joint);
  }

  /// Our plane is x, y of the joint frame; a link whose plane is another is fixed to a body without
  /// mass that moves in ours.
  void lay_plane(Body& body, const UrdfConnection& joint) {
    if (joint.axis == Vec{0, 0, 1}) return;
    const Quaternion to_axis = from_z_to(joint.axis);
    Body carrier = body;
    carrier.name = context_.names.take(Names::What::body, joint.name, "joint", *joint.node);
    carrier.rotation = rotation(roll_pitch_yaw(joint.rpy) * to_axis);
    Body link;
    link.name = body.name;
    link.parent = carrier.name;
    body = std::move(link);
    body.rotation = rotation(inverse(to_axis));
    context_.add(std::move(carrier),
                 "joint " + in_quotes(joint.name) + ", " + context_.line_of(*joint.node),
                 *joint.node);
  }

  void add_mimic(const UrdfConnection& joint) {
    const Element mimic(*joint.mimic.node, context_.findings);
    const auto own = coordinates_.find(joint.name), other = coordinates_.find(joint.mimic.joint);
    const bool is_there =
        std::any_of(tree_.joints.begin(), tree_.joints.end(),
                    [&](const UrdfConnection& one) { return one.name == joint.mimic.joint; });
    if (is_there && (own == coordinates_.end() || other == coordinates_.end()))
      return mimic.remark(Remark::Kind::left_out,
                          "<mimic> between joints that have not one coordinate each");
    if (own == coordinates_.end() || other == coordinates_.end()) {
      const std::string_view name = own == coordinates_.end() ? joint.name : joint.mimic.joint;
      mimic.complain(code::unknown, "joint",
                     "there is no joint " + in_quotes(name) + " with one coordinate");
      return;
    }
    Constraint constraint;
    constraint.name =
        context_.names.take(Names::What::constraint, joint.name, "mimic", *joint.node);
    Sum right;
    right.add(joint.mimic.multiplier, other->second).add(joint.mimic.offset, "");
    constraint.equations = {own->second + " = " + right.text()};
    context_.model.constraints.push_back(std::move(constraint));
  }

  Context& context_;
  const UrdfTree& tree_;
  std::vector<std::string> bodies_;                                // of the links, our names
  std::vector<Solid> solids_;                                      // of the links
  std::unordered_map<std::string_view, std::string> coordinates_;  // of the joints
};

}  // namespace

/// The first element that only xacro understands, by its name or by a value such as "${width/2}".
const Node* find_xacro(const Node& node) {
  const auto is_macro = [](const Attribute& attribute) {
    return attribute.value.find("${") != std::string::npos ||
           attribute.value.find("$(") != std::string::npos;
  };
  if (node.tag.starts_with("xacro:") ||
      std::any_of(node.attributes.begin(), node.attributes.end(), is_macro))
    return &node;
  for (const Node& child : node.children) {
    if (child.tag == "gazebo" || child.tag == "transmission" || child.tag == "visual") continue;
    if (const Node* found = find_xacro(child)) return found;
  }
  return nullptr;
}

void read_urdf(Context& context, const Node& robot) {
  if (const Node* const found = find_xacro(robot)) {
    const Node& node = *found;
    context.findings.complain(code::unsupported, *node.source, node.place,
                              "this is a xacro file; convert it to URDF first",
                              "xacro " + printable(robot.source->name()) + " > robot.urdf");
    return;
  }
  remark_rest(robot, table, same_tag, context.findings);
  const UrdfTree tree = read_urdf_tree(robot, context.findings);
  if (context.findings.wrong()) return;
  context.model.title = printable(Element(robot, context.findings).text("name"));
  UrdfReader(context, tree).read();
}

}  // namespace zwang::import

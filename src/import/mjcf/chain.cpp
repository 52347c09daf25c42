// SPDX-License-Identifier: Apache-2.0
#include "import/mjcf/chain.h"

namespace zwang::import {

namespace {

using Kind = Remark::Kind;
using Type = MjcfJoint::Type;

std::string origin_of(const MjcfScene& scene, const Element& element, std::string_view noun) {
  const std::string_view name = element.text("name");
  return std::string(noun) + " " + (name.empty() ? "" : in_quotes(name) + ", ") +
         scene.context.line_of(element.node());
}

std::string origin_of(const MjcfScene& scene, const MjcfJointText& joint) {
  std::string words = origin_of(scene, joint.element, "joint");
  if (joint.ref != 0)
    words += "\nwhere this is 0, the file's coordinate is " + Expression(joint.ref).text;
  if (!joint.limits.empty()) words += "\nnot enforced: " + joint.limits;
  return words;
}

/// Where the frame of the file went.
std::string shift_words(const Vec& shift) {
  if (shift == Vec{}) return {};
  const auto number = [](double x) { return Expression(0.0 - x).text; };
  return ", whose own origin is at [" + number(shift[0]) + ", " + number(shift[1]) + ", " +
         number(shift[2]) + "]";
}

void set_joint(Body& body, const MjcfJointText& joint) {
  body.joint = std::string(joint_word(joint.type));
  if (!coordinate_word(joint.type).empty())
    body.axis = components(tidied(joint.axis, length(joint.axis)));
  if (joint.damping != 0) body.damping = joint.damping;
  if (joint.friction != 0) body.friction = joint.friction;
  if (joint.range) body.limits.push_back({{}, {joint.range->first, joint.range->second}});
}

/// Its coordinates are those of the world; so it starts where the file puts it.
void set_free(Body& body, const Pose& world) {
  body.rotation = {};
  if (world.at != Vec{}) body.start.push_back({"position", components(world.at)});
  if (!is_none(world.turn)) body.start.push_back({"orientation", rotation(world.turn).numbers});
}

void add_spring(Description& model, const MjcfJointText& joint, const std::string& coordinate) {
  Sum way;
  way.add(1, coordinate).add(joint.ref - joint.rest, "");
  const std::string base = way.is_one_term() ? way.text() : "(" + way.text() + ")";
  Force force;
  force.potential = Sum().add(0.5 * joint.spring, base + "^2").text();
  model.forces.push_back(std::move(force));
}

/// What the rest of the file calls this joint.
void enter(MjcfScene& scene, const MjcfJointText& joint, std::size_t number) {
  MjcfJoint entry{&joint.element.node(), joint.type, number, {}, joint.ref};
  const std::string_view word = coordinate_word(joint.type);
  if (!word.empty()) {
    entry.coordinate = scene.context.model.bodies[number].name.text + "." + std::string(word);
    if (joint.spring != 0) add_spring(scene.context.model, joint, entry.coordinate);
    if (joint.rotor != 0) scene.rotors.add(0.5 * joint.rotor, entry.coordinate + "'^2");
  }
  if (joint.ref != 0)
    joint.element.remark(Kind::noted, "'ref' of joints: coordinates count from there, not from 0");
  scene.joints.add(std::move(entry), joint.element);
}

/// One body after the other, each with its joint.
class Chain {
 public:
  Chain(MjcfScene& scene, const Pose& pose, const MjcfPlace& place)
      : scene_(scene), pose_(pose), body_(scene.bodies.all[place.body]) {
    const MjcfBody& parent = scene.bodies.all[place.parent];
    next_.parent = parent.name;
    next_.rotation = rotation(pose.turn);
    at_ = pose.at - parent.shift;
  }

  void add(const MjcfJointText& joint) {
    next_.name = scene_.context.names.take(Names::What::body, joint.element.text("name"), "joint",
                                           joint.element.node());
    move_to(joint);
    append(&joint, {}, origin_of(scene_, joint), joint.element.node());
  }

  /// `joint` may be null: the body is fixed.
  void add_last(const MjcfJointText* joint, const Solid& solid, const Element& element) {
    next_.name = body_.name;
    if (joint) move_to(*joint);
    body_.shift = shift_;
    std::string origin = origin_of(scene_, element, "body") + shift_words(shift_);
    if (joint) origin += "; " + origin_of(scene_, *joint);
    const Vec center = tidied(solid.center - shift_, length(solid.center) + length(shift_));
    append(joint, {solid.mass, center, solid.inertia}, std::move(origin), element.node());
  }

 private:
  /// Our frame goes to the joint's anchor; a slider has none.
  void move_to(const MjcfJointText& joint) {
    if (joint.type == Type::free) {
      set_free(next_, body_.world);
      at_ = {};
    } else if (joint.type != Type::slide) {
      at_ = at_ + turned(first_ ? pose_.turn : Quaternion{}, joint.anchor - shift_);
      shift_ = joint.anchor;
    }
  }

  void append(const MjcfJointText* joint, const Solid& solid, std::string origin,
              const Node& node) {
    const Vec at = tidied(at_, length(pose_.at) + length(shift_));
    if (at != Vec{}) next_.at = components(at);
    if (joint) set_joint(next_, *joint);
    const Name name = next_.name;
    body_.number = scene_.add(std::move(next_), solid, std::move(origin), node);
    if (joint) enter(scene_, *joint, body_.number);
    if (joint && joint->type == Type::free) scene_.joints.all.back().turn = body_.world.turn;
    next_ = Body();
    next_.parent = name;
    at_ = {};
    first_ = false;
  }

  MjcfScene& scene_;
  const Pose& pose_;
  MjcfBody& body_;
  Body next_;    // as far as it is known
  Vec at_{};     // of its joint frame, in the frame of the last one
  Vec shift_{};  // of our frame, in that of the file
  bool first_ = true;
};

}  // namespace

void hang_body(MjcfScene& scene, const Element& body, const std::vector<MjcfJointText>& joints,
               const Pose& pose, const MjcfPlace& place, const Solid& solid) {
  for (const MjcfJointText& joint : joints)
    if (joint.type == Type::free && (joints.size() > 1 || place.parent != 0))
      joint.element.complain(code::unsupported, {},
                             "a free joint must be the only joint of a body in the world");
  Chain chain(scene, pose, place);
  for (std::size_t k = 0; k + 1 < joints.size(); ++k) chain.add(joints[k]);
  chain.add_last(joints.empty() ? nullptr : &joints.back(), solid, body);
}

}  // namespace zwang::import

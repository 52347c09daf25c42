// SPDX-License-Identifier: Apache-2.0
#include "import/mjcf/scene.h"

#include <cmath>

namespace zwang::import {

namespace {

using Kind = Remark::Kind;
using Type = MjcfJoint::Type;

std::size_t coordinates(Type type) { return type == Type::free ? 7 : type == Type::ball ? 4 : 1; }
std::size_t rates(Type type) { return type == Type::free ? 6 : type == Type::ball ? 3 : 1; }

/// As many numbers as all joints together have; none, and a complaint, if there are others.
std::vector<double> read_all(const MjcfScene& scene, const Element& key, std::string_view name,
                             std::size_t (*count)(Type)) {
  std::size_t size = 0;
  for (const MjcfJoint& joint : scene.joints.all) size += count(joint.type);
  return key.has(name) ? key.numbers(name, size, size) : std::vector<double>();
}

Vec three(const double* v) { return {v[0], v[1], v[2]}; }

Quaternion orientation(const double* v) {
  const bool none = std::hypot(std::hypot(v[0], v[1]), std::hypot(v[2], v[3])) < shortest_direction;
  return none ? Quaternion{} : normalised({v[0], v[1], v[2], v[3]});
}

/// The start of one joint; q and v may be null: where the file puts it, at rest. Their angular
/// velocities are along the axes of the body, those of our starts along the axes of the joint frame.
void set_start(Body& body, const MjcfJoint& joint, const double* q, const double* v) {
  std::vector<JointStart>& start = body.start;
  const auto add = [&](const char* name, Components numbers) {
    start.push_back({name, std::move(numbers)});
  };
  if (joint.type == Type::hinge || joint.type == Type::slide) {
    const bool turns = joint.type == Type::hinge;
    if (q && q[0] != joint.ref) add(turns ? "angle" : "position", {q[0] - joint.ref});
    if (v && v[0] != 0) add("rate", {v[0]});
    return;
  }
  const bool free = joint.type == Type::free;
  const double* e = q ? q + (free ? 3 : 0) : nullptr;
  const Quaternion turn = e ? orientation(e) : joint.turn;
  if (q) start.clear();
  if (q && free) add("position", components(three(q)));
  if (e && !is_none(turn)) add("orientation", rotation(turn).numbers);
  if (v && free && three(v) != Vec{}) add("velocity", components(three(v)));
  const Vec omega = v ? three(v + (free ? 3 : 0)) : Vec{};
  if (omega != Vec{}) add("omega", components(tidied(turned(turn, omega), length(omega))));
}

void start_from(MjcfScene& scene, const Element& key) {
  const std::vector<double> q = read_all(scene, key, "qpos", coordinates);
  const std::vector<double> v = read_all(scene, key, "qvel", rates);
  std::size_t at = 0, rate = 0;
  for (const MjcfJoint& joint : scene.joints.all) {
    set_start(scene.context.model.bodies[joint.body], joint, q.empty() ? nullptr : &q[at],
              v.empty() ? nullptr : &v[rate]);
    at += coordinates(joint.type);
    rate += rates(joint.type);
  }
  if (!key.has("ctrl")) return;
  const std::vector<double> u = key.numbers("ctrl", scene.controls.size(), scene.controls.size());
  for (std::size_t k = 0; k < u.size(); ++k)
    if (scene.controls[k]) scene.context.model.parameters[*scene.controls[k]].value = u[k];
}

}  // namespace

void read_keys(MjcfScene& scene, const Node& mujoco) {
  const std::string& wanted = scene.context.options.key;
  bool found = false;
  for (const Node& section : mujoco.children) {
    if (section.tag != "keyframe") continue;
    for (const Node& node : section.children) {
      if (node.tag != "key") continue;
      const Element key(node, scene.context.findings);
      const std::string_view name = key.text("name");
      if (!name.empty() && name == wanted && !found) {
        found = true;
        start_from(scene, key);
      } else {
        key.remark(Kind::unused, "keyframe " + (name.empty() ? "without a name" : in_quotes(name)));
      }
    }
  }
  if (!found && !wanted.empty())
    scene.context.findings.complain(code::unknown, *mujoco.source, mujoco.place,
                                    "there is no keyframe " + in_quotes(wanted));
}

}  // namespace zwang::import

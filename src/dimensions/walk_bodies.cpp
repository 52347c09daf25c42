// SPDX-License-Identifier: Apache-2.0
// Bodies, their joints and their shapes.

#include "base/words/joints.h"
#include "dimensions/walk.h"

namespace zwang::compile {

namespace {

using bodies::Joint;

Joint joint_of(const Body& body) {
  return words::joints.find(body.joint.text).value_or(Joint::fixed);
}

// angle, angle1, angle2, position, x, y: coordinates of joints with one number each.
units::Dimension coordinate_dimension(std::string_view name) {
  return name.starts_with("angle") ? units::plain : units::length;
}

void walk_rotation(DimensionWalk& walk, const Rotation& rotation) {
  walk.want(rotation.angle, units::plain, "angle");
  if (rotation.form == Rotation::Form::roll_pitch_yaw)
    walk.want(rotation.numbers, units::plain, "rpy");
}

void walk_shape(DimensionWalk& walk, const Shape& shape) {
  const bool mesh = shape.kind == Shape::Kind::mesh;
  if (shape.kind != Shape::Kind::plane)
    walk.want(shape.size, units::length, mesh ? "scale" : "size");
  const bool plate = shape.kind == Shape::Kind::plate;
  for (const Components& corner : shape.corners)
    walk.want(corner, units::length, plate ? "plate" : "hull");
  walk.want(shape.radius, units::length, "radius");
  walk.want(shape.thickness, units::length, "thickness");
  walk.want(shape.at, units::length, "at");
  walk_rotation(walk, shape.rotation);
  walk.want(shape.density, units::density, "density");
  walk.want(shape.mass, units::mass, "mass");
}

void walk_start(DimensionWalk& walk, const Body& body, const JointStart& start) {
  const std::string_view key = start.name.text;
  const Components& numbers = start.numbers;
  const Joint joint = joint_of(body);
  if (key == "orientation") return;
  if (key == "omega") return walk.want(numbers, units::per_time, key);
  if (key == "velocity") return walk.want(numbers, units::speed, key);
  if (key == "rate")
    return walk.want(numbers, joint == Joint::slider ? units::speed : units::per_time, key);
  if (key != "rates") return walk.want(numbers, coordinate_dimension(key), key);
  if (joint == Joint::universal) return walk.want(numbers, units::per_time, key);
  if (joint == Joint::cylinder)
    return walk.want_each(numbers, {units::per_time, units::speed}, key);
  walk.want_each(numbers, {units::speed, units::speed, units::per_time}, key);
}

// Damping and friction of joints that only turn or only slide; others have both at once.
void walk_joint(DimensionWalk& walk, const Body& body) {
  const Joint joint = joint_of(body);
  const bool slides = joint == Joint::slider;
  const bool mixed = joint == Joint::cylinder || joint == Joint::planar || joint == Joint::free;
  const Measure force = slides ? units::force : units::energy;
  const Measure damping = force / Measure(slides ? units::speed : units::per_time);
  walk.want(body.damping, mixed ? any_measure() : damping, "damping");
  walk.want(body.friction, mixed ? any_measure() : force, "friction");
  for (const JointLimits& limits : body.limits) {
    const std::string& coordinate = limits.coordinate.text;
    const units::Dimension own = coordinate.empty() ? (slides ? units::length : units::plain)
                                                    : coordinate_dimension(coordinate);
    walk.want(limits.range, own, "limits");
  }
  walk.want(body.restitution, units::plain, "restitution");
  walk.want(body.pitch, units::length, "pitch");
}

}  // namespace

void name_bodies(DimensionWalk& walk) {
  auto& names = walk.names().names;
  Measure turning = units::per_time;
  turning.angle = 1;
  for (const Body& body : walk.description().bodies) {
    const auto add = [&](std::string_view own, const Measure& measure) {
      names[body.name.text + "." + std::string(own)] = {measure, {}, 0, 0, Measured::Moves::itself};
    };
    for (const char* const point : {"origin", "center", "position", "x", "y"})
      add(point, units::length);
    for (const char* const turns : {"angle", "angle1", "angle2"}) add(turns, angle_measure());
    for (const char* const rate : {"omega", "joint_omega"}) add(rate, turning);
    add("joint_velocity", units::speed);
    add("orientation", Measure());
    for (const GroundPoint& point : body.points) add(point.name.text, units::length);
  }
}

void walk_bodies(DimensionWalk& walk) {
  for (const Body& body : walk.description().bodies) {
    walk.want(body.mass, units::mass, "mass");
    for (const Components& row : body.inertia) walk.want(row, units::inertia, "inertia");
    walk.want(body.center, units::length, "center");
    walk.want(body.at, units::length, "at");
    walk_rotation(walk, body.rotation);
    for (const GroundPoint& point : body.points)
      walk.want(point.position, units::length, point.name.text);
    for (const JointStart& start : body.start) walk_start(walk, body, start);
    walk_joint(walk, body);
    for (const Shape& shape : body.shapes) walk_shape(walk, shape);
    walk.want(body.density, units::density, "density");
  }
  for (const Shape& shape : walk.description().ground_shapes) walk_shape(walk, shape);
}

}  // namespace zwang::compile

// SPDX-License-Identifier: Apache-2.0
#pragma once
// Where the bodies of a description are, told slowly and by Eigen.

#include <Eigen/Geometry>
#include <map>
#include <string>

#include "import/reading.h"

namespace zwang::test {

using Frame = Eigen::Isometry3d;

inline Eigen::Matrix3d rotation_matrix(const Rotation& rotation) {
  using Eigen::AngleAxisd;
  using Eigen::Vector3d;
  const Vector n = numbers(rotation.numbers, 4);
  switch (rotation.form) {
    case Rotation::Form::none:
      return Eigen::Matrix3d::Identity();
    case Rotation::Form::roll_pitch_yaw:
      return (AngleAxisd(n(2), Vector3d::UnitZ()) * AngleAxisd(n(1), Vector3d::UnitY()) *
              AngleAxisd(n(0), Vector3d::UnitX()))
          .toRotationMatrix();
    case Rotation::Form::axis_angle:
      return AngleAxisd(number(rotation.angle), Vector3d(n.head(3)).normalized())
          .toRotationMatrix();
    case Rotation::Form::quaternion:
      return Eigen::Quaterniond(n(0), n(1), n(2), n(3)).toRotationMatrix();
  }
  return {};
}

/// What a joint does at these coordinates; none: nothing.
inline Frame joint_motion(const Body& body, const Vector& q) {
  Frame frame = Frame::Identity();
  if (q.size() == 0) return frame;
  const Eigen::Vector3d axis = numbers(body.axis);
  if (body.joint.text == "hinge") frame.linear() = Eigen::AngleAxisd(q(0), axis).toRotationMatrix();
  if (body.joint.text == "slider") frame.translation() = q(0) * axis;
  if (body.joint.text == "ball")
    frame.linear() = Eigen::Quaterniond(q(0), q(1), q(2), q(3)).toRotationMatrix();
  return frame;
}

/// The frames of all bodies in the world, by their names, at coordinates by their names.
inline std::map<std::string, Frame> frames(const Description& model,
                                           const std::map<std::string, Vector>& q) {
  std::map<std::string, Frame> result{{"ground", Frame::Identity()}};
  for (const Body& body : model.bodies) {
    Frame joint = Frame::Identity();
    joint.translation() = numbers(body.at);
    joint.linear() = rotation_matrix(body.rotation);
    const auto at = q.find(body.name.text);
    result[body.name.text] = result.at(body.parent.text) * joint *
                             joint_motion(body, at == q.end() ? Vector() : at->second);
  }
  return result;
}

}  // namespace zwang::test

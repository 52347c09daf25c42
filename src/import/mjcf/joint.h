// SPDX-License-Identifier: Apache-2.0
#pragma once
// A joint of an MJCF file, as it is written.

#include <optional>

#include "import/mjcf/scene.h"

namespace zwang::import {

struct MjcfJointText {
  Element element;
  MjcfJoint::Type type = MjcfJoint::Type::hinge;
  Vec anchor{}, axis{0, 0, 1};  // in the body's frame
  double ref = 0, spring = 0, rest = 0;
  double damping = 0, friction = 0, rotor = 0;
  std::string limits = {};  // in words; empty: none
};

/// `frame` is the pose of what is around the joint in the body's frame.
MjcfJointText read_mjcf_joint(const MjcfScene& scene, const Element& joint, const Pose& frame);

std::string_view joint_word(MjcfJoint::Type type) noexcept;

/// What a joint of one coordinate calls it, or nothing.
std::string_view coordinate_word(MjcfJoint::Type type) noexcept;

}  // namespace zwang::import

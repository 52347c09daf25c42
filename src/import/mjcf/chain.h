// SPDX-License-Identifier: Apache-2.0
#pragma once
// From a body of an MJCF file to bodies with one joint each.

#include <optional>

#include "import/mjcf/scene.h"

namespace zwang::import {

/// A joint of an MJCF file, as it is written.
struct MjcfJointText {
  Element element;
  MjcfJoint::Type type = MjcfJoint::Type::hinge;
  Vec anchor{}, axis{0, 0, 1};  // in the body's frame
  double ref = 0, spring = 0, rest = 0;
  double damping = 0, friction = 0, rotor = 0;
  std::optional<std::pair<double, double>> range = {};  // in our coordinate
  std::string limits = {};  // that are not enforced, in words; empty: none
};

/// `frame` is the pose of what is around the joint in the body's frame.
MjcfJointText read_mjcf_joint(const MjcfScene& scene, const Element& joint, const Pose& frame);

std::string_view joint_word(MjcfJoint::Type type) noexcept;

/// What a joint of one coordinate calls it, or nothing.
std::string_view coordinate_word(MjcfJoint::Type type) noexcept;

struct MjcfPlace {
  std::size_t body = 0, parent = 0;  // of the scene
};

/// Appends to the model what leads from the parent to this body. With several joints it is a chain,
/// all but the last without mass: each joint moves what the joints before it have moved. `pose` is
/// that of the body in its parent's frame, `solid` is in the body's; both in the file's frames.
void hang_body(MjcfScene& scene, const Element& body, const std::vector<MjcfJointText>& joints,
               const Pose& pose, const MjcfPlace& place, const Solid& solid);

}  // namespace zwang::import

// SPDX-License-Identifier: Apache-2.0
#pragma once
// From a body of an MJCF file to bodies with one joint each.

#include "import/mjcf/joint.h"

namespace zwang::import {

struct MjcfPlace {
  std::size_t body = 0, parent = 0;  // of the scene
};

/// Appends to the model what leads from the parent to this body. With several joints it is a chain,
/// all but the last without mass: each joint moves what the joints before it have moved. `pose` is
/// that of the body in its parent's frame, `solid` is in the body's; both in the file's frames.
void hang_body(MjcfScene& scene, const Element& body, const std::vector<MjcfJointText>& joints,
               const Pose& pose, const MjcfPlace& place, const Solid& solid);

}  // namespace zwang::import

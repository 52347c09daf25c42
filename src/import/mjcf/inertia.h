// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a body of an MJCF file weighs: as <inertial> says, or else its geoms.

#include <vector>

#include "import/mjcf/scene.h"

namespace zwang::import {

/// An element in a body, and the pose in the body's frame of the <frame> elements around it.
struct MjcfItem {
  const Node* node = nullptr;
  Pose frame;
  std::string_view around;  // the class of what has none
};

/// In the body's frame, as the file gives that.
/// What stands still needs no mass: then nobody is asked for what cannot be told.
Solid read_body_solid(const MjcfScene& scene, const Node& body, const std::vector<MjcfItem>& items,
                      bool moves);

/// Bounds on masses, balanced inertias, a given total mass; complains of inertias that no body has.
void settle_masses(MjcfScene& scene);

}  // namespace zwang::import

// SPDX-License-Identifier: Apache-2.0
#pragma once
// A joint of a URDF, as it is written.

#include <string>

#include "import/element.h"

namespace zwang::import {

enum class UrdfJoint { fixed, revolute, continuous, prismatic, planar, floating };

struct UrdfMimic {
  std::string_view joint;  // empty: none
  double multiplier = 1, offset = 0;
  const Node* node = nullptr;
};

struct UrdfConnection {
  const Node* node = nullptr;
  std::string_view name;
  UrdfJoint type = UrdfJoint::fixed;
  std::string_view parent, child;  // links
  Vec at{}, rpy{};
  Vec axis{1, 0, 0};
  double damping = 0, friction = 0;
  UrdfMimic mimic;
  std::string limits;  // in words; empty: none
};

UrdfConnection read_urdf_joint(const Node& node, Findings& findings);

/// What a joint of one coordinate calls it, or nothing.
std::string_view coordinate_word(UrdfJoint type) noexcept;

}  // namespace zwang::import

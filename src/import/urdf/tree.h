// SPDX-License-Identifier: Apache-2.0
#pragma once
// The links of a URDF in the order of their tree.

#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "import/element.h"
#include "import/solid.h"

namespace zwang::import {

/// A joint of a URDF, as it is written.
enum class UrdfJoint { fixed, revolute, continuous, prismatic, planar, floating, spherical };

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
  std::optional<std::pair<double, double>> range;
  std::string limits;  // that are not enforced, in words; empty: none
};

UrdfConnection read_urdf_joint(const Node& node, Findings& findings);

/// What a joint of one coordinate calls it, or nothing.
std::string_view coordinate_word(UrdfJoint type) noexcept;

struct UrdfLink {
  const Node* node = nullptr;
  std::string_view name;
  int joint = -1;             // that holds it; −1: the root
  int parent = -1;            // a link
  std::vector<int> children;  // links, in the order of their joints
};

struct UrdfTree {
  std::vector<UrdfLink> links;  // as in the file
  std::vector<UrdfConnection> joints;
  std::vector<int> order;  // of the links, parents first, each followed by all that hangs on it
};

/// What the links weigh, each in its own frame; `floating`: the root moves. Complains of what is negative
/// and moves; remarks what no body has.
std::vector<Solid> read_urdf_solids(const UrdfTree& tree, bool floating, Findings& findings);

/// Complains where the joints make no tree; the order is empty then.
UrdfTree read_urdf_tree(const Node& robot, Findings& findings);

}  // namespace zwang::import

// SPDX-License-Identifier: Apache-2.0
#pragma once
// The links of a URDF in the order of their tree.

#include <unordered_map>
#include <vector>

#include "import/urdf/joint.h"

namespace zwang::import {

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

/// Complains where the joints make no tree; the order is empty then.
UrdfTree read_urdf_tree(const Node& robot, Findings& findings);

}  // namespace zwang::import

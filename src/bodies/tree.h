// SPDX-License-Identifier: Apache-2.0
#pragma once
// Which solid hangs on which, by which joint. The numbers (masses, places, axes) are in Solids.

#include <vector>

#include "bodies/joint/joint.h"

namespace zwang::bodies {

inline constexpr Index ground = -1;

struct Body {
  Index parent = ground;  // smaller than its own number
  Joint joint = Joint::fixed;
  Index q = 0, v = 0;  // its first coordinate and its first rate
};

struct Tree {
  std::vector<Body> bodies;
  Index nq = 0, nv = 0;

  Index size() const { return static_cast<Index>(bodies.size()); }
};

/// Returns the number of the new body.
inline Index append(Tree& tree, Index parent, Joint joint) {
  tree.bodies.push_back({parent, joint, tree.nq, tree.nv});
  tree.nq += coordinates(joint);
  tree.nv += rates(joint);
  return tree.size() - 1;
}

}  // namespace zwang::bodies

// SPDX-License-Identifier: Apache-2.0
#pragma once
// Which branches of a tree move in a plane: every hinge turns about one direction, every slider
// moves across it, planar joints lie across it, and nothing else is there. Such a branch needs
// three numbers for a motion where others need six; any plane will do, in any orientation.

#include <vector>

#include "bodies/lanes.h"
#include "bodies/space/mat3.h"
#include "bodies/tree.h"

namespace zwang::bodies {

/// A branch, which is what hangs on one child of the ground.
struct Branch {
  bool planar;
  Plane plane;
  // while it is read
  bool found, slides;
  Index bodies;
  Vec3<double> normal, along;
};

struct Planes {
  explicit Planes(const Tree& tree);

  std::vector<std::int32_t> branch;   // of each body
  std::vector<Branch> branches;       // one for each child of the ground, in order
  std::vector<Mat3<double>> at_rest;  // each body's axes when all coordinates are 0

  bool planar(Index body) const { return of(body).planar; }
  const Branch& of(Index body) const { return branches[branch[body]]; }
};

/// Finds the planes of all branches, in O(n). Neither allocates nor throws.
void planar_branches(const Tree& tree, const Solids& solids, Planes& planes) noexcept;

}  // namespace zwang::bodies

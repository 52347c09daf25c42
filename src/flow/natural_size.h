// SPDX-License-Identifier: Apache-2.0
#pragma once
// What coordinates are small against where they say nothing themselves. Of lengths nobody knows, but
// an angle has its own unit, and mechanisms start with all of theirs at zero.

#include <vector>

#include "equations/equations.h"

namespace zwang::motion {

/// 1 where joints turn, else 0: unknown.
inline double natural_size(const equations::Equations& equations) {
  if (!equations.solids) return 0;
  for (const bodies::Body& body : equations.solids->tree.bodies) {
    if (body.joint != bodies::Joint::fixed && body.joint != bodies::Joint::slider) return 1;
  }
  return 0;
}

/// The same for each coordinate: 1 for an angle and for each number of a quaternion, else 0.
std::vector<double> natural_sizes(const equations::Equations& equations);

/// Coordinates that rows or inertia join have the same number here; no others have. Bodies that stand on the ground
/// apart from each other are apart.
std::vector<Index> mechanisms(const equations::Equations& equations);

/// Coordinates that rows, inertia or bodies join have the same number here; no others have.
std::vector<Index> groups(const equations::Equations& equations);

/// Where the four numbers of each quaternion begin among the coordinates.
std::vector<Index> quaternions(const equations::Equations& equations);

}  // namespace zwang::motion

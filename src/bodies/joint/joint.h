// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a joint leaves free. Each kind has a struct of its own (joints.h) with its pose, its
// motion subspace S and its bias, written out.

#include <cstdint>

#include "base/index.h"

namespace zwang::bodies {

/// Coordinates q and rates v of each, in this order; all relative to the parent, in the axes of the
/// joint frame (which is fixed in the parent) unless it says otherwise:
///   fixed     nothing
///   hinge     angle about `axis`
///   slider    position along `axis`
///   cylinder  angle, position, about and along `axis`
///   screw     angle about `axis`; moves pitch/2π along it per radian
///   universal angle1 about `axis`, then angle2 about `axis2`, which turns with the first
///   ball      w x y z, a quaternion; v = ω in the axes of the body
///   planar    x, y along the axes x, y of the joint frame, then angle about its z
///   free      x y z of the body's origin, then w x y z; v = rates of x y z, then ω in the axes of
///             the body
enum class Joint : std::uint8_t {
  fixed,
  hinge,
  slider,
  cylinder,
  screw,
  universal,
  ball,
  planar,
  free,
};

/// How many rates v a joint has.
constexpr Index rates(Joint joint) noexcept {
  constexpr Index count[] = {0, 1, 1, 2, 1, 2, 3, 3, 6};
  return count[static_cast<int>(joint)];
}

constexpr bool has_quaternion(Joint joint) noexcept {
  return joint == Joint::ball || joint == Joint::free;
}

/// How many coordinates q: a quaternion has one more than it has rates.
constexpr Index coordinates(Joint joint) noexcept {
  return rates(joint) + (has_quaternion(joint) ? 1 : 0);
}

}  // namespace zwang::bodies

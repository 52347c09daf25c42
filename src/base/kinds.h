// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a model's text and the numbers behind it choose among, where no public header says so: each
// in the namespace of the room that acts on it, but here, where their words (base/words) see it.

#include <cstdint>

namespace zwang::motion {

/// A method of motion.
enum class Stepper : std::uint8_t {
  dopri853,
  dopri5,
  rk4,
  rattle2,
  rattle4,
  rattle6,
  rattle8,
  gauss6,
  radau5,
  bdf,
};

}  // namespace zwang::motion

namespace zwang::extremal {

/// A method between two ends.
enum class Method : std::uint8_t { collocation, shooting };

}  // namespace zwang::extremal

namespace zwang::bodies {

/// What holds a body to its parent. Coordinates q and rates v of each, in this order; all relative
/// to the parent, in the axes of the joint frame (which is fixed in the parent) unless it says
/// otherwise:
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

}  // namespace zwang::bodies

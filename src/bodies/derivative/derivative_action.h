// SPDX-License-Identifier: Apache-2.0
#pragma once
// Forces that stay as they are in the world while the bodies they act on are displaced. Where they
// act at points of a body, which turns, their torque about its origin does not stay.

#include "bodies/space/spatial.h"

namespace zwang::bodies {

/// On one body: the wrench at its origin, whose torque gains `turning` θ when the body turns by θ.
struct Action {
  Force<double> wrench = zero_force<double>();
  Mat3<double> turning = {zero3<double>(), zero3<double>(), zero3<double>()};
};

inline void add_torque(Action& action, const Vec3<double>& torque) noexcept {
  action.wrench.torque += torque;
}

/// A force g along X = d, a vector of the body in world axes: the torque d × g, which gains
/// (θ × d) × g = d (g·θ) − (d·g) θ.
inline void add_along_vector(Action& action, const Vec3<double>& d,
                             const Vec3<double>& g) noexcept {
  const double along = dot(d, g);
  action.wrench.torque += cross(d, g);
  action.turning = action.turning + Mat3<double>{g.x * d, g.y * d, g.z * d};
  action.turning.x.x -= along;
  action.turning.y.y -= along;
  action.turning.z.z -= along;
}

/// At an origin from which the present one lies r, where r turns too.
inline Action inward(const Action& action, const Vec3<double>& r) noexcept {
  Action at = action;
  add_along_vector(at, r, action.wrench.force);
  return at;
}
inline Action& operator+=(Action& a, const Action& b) noexcept {
  a.wrench += b.wrench;
  a.turning = a.turning + b.turning;
  return a;
}

/// A force at the body's point d; d in world axes, from the body's origin.
inline void add_at_point(Action& action, const Vec3<double>& d,
                         const Vec3<double>& force) noexcept {
  add_along_vector(action, d, force);
  action.wrench.force += force;
}

}  // namespace zwang::bodies

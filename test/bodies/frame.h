// SPDX-License-Identifier: Apache-2.0
#pragma once
// What formulas see of a body: a point, a vector fixed in it, its angular velocity. Each with its
// jet, and with the columns of its Jacobian, found along the path from the body to the ground.

#include "bodies/kinematics.h"

namespace zwang::bodies {

/// X, J v and J̇ v in world axes: Ẍ = J v̇ + J̇ v.
struct Jet {
  Vec3<double> value, rate, bias;
};

/// `local` is in body axes, from the body's origin.
inline Jet point_jet(const BodyState& body, const Vec3<double>& local) noexcept {
  const Vec3<double> d = body.R * local, &omega = body.velocity.angular;
  const Vec3<double> turning = cross(omega, d);
  return {body.p + d, body.velocity.linear + turning,
          body.bias.linear + (cross(body.bias.angular, d) + cross(omega, turning))};
}

inline Jet vector_jet(const BodyState& body, const Vec3<double>& local) noexcept {
  const Vec3<double> d = body.R * local, &omega = body.velocity.angular;
  const Vec3<double> turning = cross(omega, d);
  return {d, turning, cross(body.bias.angular, d) + cross(omega, turning)};
}

/// There is no X whose rate is ω: its value is 0.
inline Jet omega_jet(const BodyState& body) noexcept {
  return {zero3<double>(), body.velocity.angular, body.bias.angular};
}

/// f(rate, column) for the rates that move the point, from the body's own to the root's. The way to
/// the point is summed along the path, so no large positions are subtracted.
template <class F>
void each_point_column(const Tree& tree, const Kinematics& kinematics, Index body,
                       const Vec3<double>& local, F&& f) {
  if (body == ground) return;
  Vec3<double> d = kinematics[body].R * local;
  for (Index i = body; i != ground;) {
    const Body& at = tree.bodies[i];
    for (Index k = at.v, end = at.v + rates(at.joint); k < end; ++k) {
      const Motion<double>& s = kinematics.S(k);
      f(k, s.linear + cross(s.angular, d));
    }
    d = kinematics[i].r + d;
    i = at.parent;
  }
}

/// The same of ω: the axes of what turns.
template <class F>
void each_omega_column(const Tree& tree, const Kinematics& kinematics, Index body, F&& f) {
  for (Index i = body; i != ground;) {
    const Body& at = tree.bodies[i];
    for (Index k = at.v, end = at.v + rates(at.joint); k < end; ++k) f(k, kinematics.S(k).angular);
    i = at.parent;
  }
}

template <class F>
void each_vector_column(const Tree& tree, const Kinematics& kinematics, Index body,
                        const Vec3<double>& local, F&& f) {
  if (body == ground) return;
  const Vec3<double> d = kinematics[body].R * local;
  each_omega_column(tree, kinematics, body,
                    [&](Index k, const Vec3<double>& axis) { f(k, cross(axis, d)); });
}

}  // namespace zwang::bodies

// SPDX-License-Identifier: Apache-2.0
#pragma once
// How what formulas see of a body (points, vectors, ω) changes with each coordinate and each rate along the
// path from the body to the ground.

#include "bodies/derivative/derivative_changes.h"

namespace zwang::bodies {

/// Changes of X, Ẋ and Ẍ, of a point, of a vector or of ω (which has no X).
struct JetChange {
  Vec3<double> value, rate, acceleration;
};

/// Of something at x from the origin of the body whose joint is changed; ẋ, ẍ are seen from there.
inline JetChange jet_change(const Change& change, const Vec3<double>& x, const Vec3<double>& xdot,
                            const Vec3<double>& xddot) noexcept {
  const Vec3<double>&theta = change.way.angular, &chi = change.rate.angular;
  return {cross(theta, x), cross(chi, x) + cross(theta, xdot),  // [TREES 19]
          cross(change.acceleration.angular, x) + 2.0 * cross(chi, xdot) + cross(theta, xddot)};
}

/// Calls f(coordinate, JetChange by its position, JetChange by its rate) for those that move the
/// point, from the body's own to the root's. `local` is in body axes, from the body's origin.
template <class F>
void each_point_change(const Tree& tree, const Kinematics& kinematics, const Changes& changes,
                       Index body, const Vec3<double>& local, F&& f) {
  if (body == ground) return;
  const Vec3<double>& omega = kinematics[body].velocity.angular;
  Vec3<double> x = kinematics[body].R * local, xdot = cross(omega, x);
  Vec3<double> xddot = cross(changes.acceleration(body).angular, x) + cross(omega, xdot);
  const auto change_of = [&](const Change& change) {
    const JetChange turning = jet_change(change, x, xdot, xddot);
    return JetChange{change.way.linear + turning.value, change.rate.linear + turning.rate,
                     change.acceleration.linear + turning.acceleration};
  };
  for (Index i = body; i != ground;) {
    const Body& at = tree.bodies[i];
    for (Index k = changes.first(at), end = k + changes.count(at); k < end; ++k)
      f(k, change_of(changes.by_position(k)), change_of(changes.by_rate(k)));
    x = kinematics[i].r + x;
    xdot = changes.rdot(i) + xdot;
    xddot = changes.rddot(i) + xddot;
    i = at.parent;
  }
}

/// The same of a vector fixed in the body.
template <class F>
void each_vector_change(const Tree& tree, const Kinematics& kinematics, const Changes& changes,
                        Index body, const Vec3<double>& local, F&& f) {
  if (body == ground) return;
  const Vec3<double>& omega = kinematics[body].velocity.angular;
  const Vec3<double> x = kinematics[body].R * local, xdot = cross(omega, x);
  const Vec3<double> xddot = cross(changes.acceleration(body).angular, x) + cross(omega, xdot);
  for (Index i = body; i != ground;) {
    const Body& at = tree.bodies[i];
    for (Index k = changes.first(at), end = k + changes.count(at); k < end; ++k)
      f(k, jet_change(changes.by_position(k), x, xdot, xddot),
        jet_change(changes.by_rate(k), x, xdot, xddot));
    i = at.parent;
  }
}

/// The same of ω, whose own change is the rate, and of ω̇.
template <class F>
void each_omega_change(const Tree& tree, const Kinematics& kinematics, const Changes& changes,
                       Index body, F&& f) {
  if (body == ground) return;
  const Vec3<double>&omega = kinematics[body].velocity.angular,
        &omega_dot = changes.acceleration(body).angular;
  const auto change_of = [&](const Change& change) {
    const Vec3<double>&theta = change.way.angular, &chi = change.rate.angular;
    return JetChange{zero3<double>(), chi + cross(theta, omega),
                     change.acceleration.angular + cross(chi, omega) + cross(theta, omega_dot)};
  };
  for (Index i = body; i != ground;) {
    const Body& at = tree.bodies[i];
    for (Index k = changes.first(at), end = k + changes.count(at); k < end; ++k)
      f(k, change_of(changes.by_position(k)), change_of(changes.by_rate(k)));
    i = at.parent;
  }
}

}  // namespace zwang::bodies

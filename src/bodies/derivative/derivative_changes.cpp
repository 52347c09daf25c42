// SPDX-License-Identifier: Apache-2.0
#include "bodies/derivative/derivative_changes.h"

#include <algorithm>

#include "bodies/coordinate_rates.h"
#include "bodies/inverse_dynamics.h"
#include "bodies/space/quaternion.h"

namespace zwang::bodies {

namespace {

Motion<double> turning(const Vec3<double>& u, const Motion<double>& S) noexcept {
  return {cross(u, S.angular), cross(u, S.linear)};
}

/// By a coordinate, or a rate, whose column stays as it is in what turns by u and u̇.
Change position_change(const Vec3<double>& u, const Vec3<double>& udot,
                       const Motion<double>& S) noexcept {
  const Motion<double> Sdot = turning(u, S);
  return {S, Sdot, turning(udot, S) + turning(u, Sdot)};
}
Change rate_change(const Vec3<double>& u, const Motion<double>& S) noexcept {
  return {zero_motion<double>(), S, 2.0 * turning(u, S)};
}

/// By a number of ω, whose axis turns with the body: at `relative` in what carries the joint, where
/// axes of other joints stay.
Change turn_rate_change(const Vec3<double>& u, const Vec3<double>& relative,
                        const Vec3<double>& axis) noexcept {
  Change change = rate_change(u, {axis, zero3<double>()});
  change.acceleration.angular += cross(relative, axis);
  return change;
}

/// How ω and ω̇ change with one number of a quaternion, at given ė and ë; in the axes of the body.
struct TurnChange {
  Vec3<double> way, omega, omega_dot;
};

TurnChange by_quaternion(const Quaternion<double>& e, const Quaternion<double>& ed,
                         const Quaternion<double>& edd, const Quaternion<double>& de) noexcept {
  const double n = dot(e, e), rho = growth_of(e, ed), growth = dot(e, de) / n;
  const double drho = dot(ed, de) / n - 2 * rho * growth;
  const Vec3<double> omega = omega_of(e, ed);
  const Vec3<double> domega = (2 / n) * between(de, ed) - (2 * growth) * omega;
  return {omega_of(e, de), domega,
          (2 / n) * between(de, edd) - (2 * growth) * omega_of(e, edd) - (2 * drho) * omega -
              (2 * rho) * domega};
}

TurnChange by_quaternion_rate(const Quaternion<double>& e, const Quaternion<double>& ed,
                              const Quaternion<double>& de) noexcept {
  const Vec3<double> domega = omega_of(e, de);
  return {zero3<double>(), domega,
          (-2 * growth_of(e, de)) * omega_of(e, ed) - (2 * growth_of(e, ed)) * domega};
}

/// A turn by `way`, with what it does to ω and to ω̇.
Change turn_change(const Mat3<double>& R, const Vec3<double>& u, const Vec3<double>& udot,
                   const Vec3<double>& relative, const TurnChange& t) noexcept {
  Change change = position_change(u, udot, {R * t.way, zero3<double>()});
  const Change faster = turn_rate_change(u, relative, R * t.omega);
  change.rate += faster.rate;
  change.acceleration += faster.acceleration;
  change.acceleration.angular += R * t.omega_dot;
  return change;
}

}  // namespace

Changes::Changes(const Tree& tree, Over over)
    : over_(over),
      by_position_(over == Over::rates ? tree.nv : tree.nq),
      by_rate_(by_position_.size()),
      v_(tree.nv),
      vdot_(v_.size()),
      g_(v_.size()),
      accelerations_(tree.bodies.size()),
      rdot_(tree.bodies.size()),
      rddot_(tree.bodies.size()) {}

void Changes::fill(const Tree& tree, const Kinematics& kinematics, const double* q,
                   const double* rates, const double* accelerations) noexcept {
  if (over_ == Over::rates) {
    std::copy_n(rates, tree.nv, v_.data());
    std::copy_n(accelerations, tree.nv, vdot_.data());
  } else {
    rates_from(tree, q, rates, v_.data());
    rates_from(tree, q, accelerations, vdot_.data());
    rates_bias(tree, q, rates, g_.data());
    for (std::size_t k = 0; k < g_.size(); ++k) vdot_[k] += g_[k];
  }
  accelerate(tree, kinematics, vdot_.data(), zero3<double>(), accelerations_.data());
  fill_ways(tree, kinematics);
  for (const Body& body : tree.bodies) {
    const bool root = body.parent == ground;
    const Vec3<double> u = root ? zero3<double>() : kinematics[body.parent].velocity.angular;
    const Vec3<double> udot = root ? zero3<double>() : acceleration(body.parent).angular;
    fill_joint(body, kinematics, u, udot);
    if (over_ == Over::coordinates && has_quaternion(body.joint))
      fill_quaternion(body, kinematics, u, udot, q, rates, accelerations);
  }
}

// Not as differences of motions in the world, which may be fast for all bodies alike.
void Changes::fill_ways(const Tree& tree, const Kinematics& kinematics) noexcept {
  for (std::size_t i = 0; i < tree.bodies.size(); ++i) {
    const Body& body = tree.bodies[i];
    const BodyState& state = kinematics[static_cast<Index>(i)];
    rdot_[i] = zero3<double>();
    rddot_[i] = state.c.linear;
    for (Index k = body.v, end = body.v + rates(body.joint); k < end; ++k) {
      rdot_[i] += v_[k] * kinematics.S(k).linear;
      rddot_[i] += vdot_[k] * kinematics.S(k).linear;
    }
    if (body.parent == ground) continue;
    rdot_[i] += cross(kinematics[body.parent].velocity.angular, state.r);
    rddot_[i] += cross(acceleration(body.parent).angular, state.r);
  }
}

// All that is not a quaternion's, and over rates that too.
void Changes::fill_joint(const Body& body, const Kinematics& kinematics, const Vec3<double>& u,
                         const Vec3<double>& udot) noexcept {
  const Index count = rates(body.joint), turns = has_quaternion(body.joint) ? 3 : 0;
  Change* const positions = by_position_.data() + first(body);
  Change* const faster = by_rate_.data() + first(body);
  for (Index k = 0; k < count - turns; ++k) {
    positions[k] = position_change(u, udot, kinematics.S(body.v + k));
    faster[k] = rate_change(u, kinematics.S(body.v + k));
  }
  if (body.joint == Joint::universal) {  // the first turn carries the second
    const Vec3<double>& a = kinematics.S(body.v).angular;
    const Vec3<double> first_turn = v_[body.v] * a, w = u + first_turn;
    const Vec3<double> wdot = udot + (vdot_[body.v] * a + cross(u, first_turn));
    positions[1] = position_change(w, wdot, kinematics.S(body.v + 1));
    faster[1] = rate_change(w, kinematics.S(body.v + 1));
  }
  if (over_ == Over::coordinates) return;
  Vec3<double> relative = zero3<double>();
  for (Index k = count - turns; k < count; ++k)
    relative += v_[body.v + k] * kinematics.S(body.v + k).angular;
  for (Index k = count - turns; k < count; ++k) {
    positions[k] = position_change(u, udot, kinematics.S(body.v + k));
    faster[k] = turn_rate_change(u, relative, kinematics.S(body.v + k).angular);
  }
}

void Changes::fill_quaternion(const Body& body, const Kinematics& kinematics, const Vec3<double>& u,
                              const Vec3<double>& udot, const double* q, const double* rates,
                              const double* accelerations) noexcept {
  const Index i = body.q + coordinates(body.joint) - 4, k = body.v + bodies::rates(body.joint) - 3;
  const Mat3<double> R = {kinematics.S(k).angular, kinematics.S(k + 1).angular,
                          kinematics.S(k + 2).angular};
  const Vec3<double> relative = R * vec3<double>(v_.data() + k);
  const Quaternion<double> e = quaternion(q + i), ed = quaternion(rates + i),
                           edd = quaternion(accelerations + i);
  for (Index j = 0; j < 4; ++j) {
    double unit[4] = {};
    unit[j] = 1;
    const Quaternion<double> de = quaternion<double>(unit);
    by_position_[i + j] = turn_change(R, u, udot, relative, by_quaternion(e, ed, edd, de));
    by_rate_[i + j] = turn_change(R, u, udot, relative, by_quaternion_rate(e, ed, de));
  }
}

}  // namespace zwang::bodies

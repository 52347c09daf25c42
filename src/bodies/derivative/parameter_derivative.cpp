// SPDX-License-Identifier: Apache-2.0
#include "bodies/derivative/parameter_derivative.h"

#include "base/contract.h"
#include "bodies/joint/joints.h"
#include "bodies/space/inertia.h"

namespace zwang::bodies {

namespace {

/// Where the joint frame is; nine numbers row by row.
Seat<Dual> seat_of(const SolidNumbers& solid, const SolidNumbers& change,
                   const Mat3<Dual>& parent) noexcept {
  const double *const a = solid.rotation, *const d = change.rotation;
  const auto column = [&](int k) {
    return Vec3<Dual>{Dual(a[k], d[k]), Dual(a[k + 3], d[k + 3]), Dual(a[k + 6], d[k + 6])};
  };
  return {parent * Mat3<Dual>{column(0), column(1), column(2)},
          parent * dual3(solid.at, change.at)};
}

JointNumbers<Dual> joint_numbers(const SolidNumbers& solid, const SolidNumbers& change) noexcept {
  return {dual3(solid.axis, change.axis), dual3(solid.axis2, change.axis2),
          Dual(solid.pitch / two_pi, change.pitch / two_pi)};
}

Inertia<Dual> inertia_of(const SolidNumbers& solid, const SolidNumbers& change,
                         const Mat3<Dual>& R) noexcept {
  const Dual mass(solid.mass, change.mass);
  const Vec3<Dual> c = R * dual3(solid.center, change.center), moment = mass * c;
  const double *const a = solid.inertia, *const d = change.inertia;
  const Sym3<Dual> I = {Dual(a[0], d[0]), Dual(a[1], d[1]), Dual(a[2], d[2]),
                        Dual(a[3], d[3]), Dual(a[4], d[4]), Dual(a[5], d[5])};
  return {mass, moment, turned(R, I) + steiner(moment, c)};
}

Vec3<Dual> constant(const Vec3<double>& a) noexcept { return {Dual(a.x), Dual(a.y), Dual(a.z)}; }

}  // namespace

ParameterDerivative::ParameterDerivative(const Tree& tree)
    : q_(tree.nq), v_(tree.nv), S_(v_.size()), bodies_(tree.bodies.size()) {}

void ParameterDerivative::move(const Tree& tree, const Solids& solids, const Solids& change,
                               const double* q, const double* v, const double* vdot) noexcept {
  expects(bodies_.size() == tree.bodies.size() && change.of.size() == solids.of.size());
  for (std::size_t i = 0; i < q_.size(); ++i) q_[i] = Dual(q[i]);
  for (std::size_t i = 0; i < v_.size(); ++i) v_[i] = Dual(v[i]);
  static constexpr State still = {identity3<Dual>(),   zero3<Dual>(),       zero3<Dual>(),
                                  zero_motion<Dual>(), zero_motion<Dual>(), zero_force<Dual>()};
  const Vec3<Dual> gravity = dual3(solids.gravity, change.gravity);
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    const Body& body = tree.bodies[i];
    const State& parent = body.parent == ground ? still : at(body.parent);
    State& here = bodies_[i];
    with_joint(body.joint, [&](auto joint) {
      Pose<Dual> pose;
      joint.place(seat_of(solids.of[i], change.of[i], parent.R),
                  joint_numbers(solids.of[i], change.of[i]),
                  static_cast<const Dual*>(q_.data()) + body.q, pose, S_.data() + body.v);
      const Relative<Dual> relative =
          joint.move(parent.velocity.angular, pose.r, S_.data() + body.v,
                     static_cast<const Dual*>(v_.data()) + body.v);
      here.R = pose.R;
      here.r = pose.r;
      here.p = parent.p + pose.r;
      here.velocity = outward(parent.velocity, pose.r) + relative.v;
      here.acceleration = outward(parent.acceleration, pose.r) + relative.c;
    });
    for (Index k = body.v, end = body.v + rates(body.joint); k < end; ++k)
      here.acceleration += Dual(vdot[k]) * S_[k];
    const Inertia<Dual> I = inertia_of(solids.of[i], change.of[i], here.R);
    const Motion<Dual> felt = {here.acceleration.angular, here.acceleration.linear - gravity};
    here.wrench = I * felt + gyroscopic(I, here.velocity.angular);
  }
}

JetChange ParameterDerivative::vector(Index body, const Vec3<Dual>& local) const noexcept {
  const State& here = at(body);
  const Vec3<Dual>& w = here.velocity.angular;
  const Vec3<Dual> x = here.R * local, xdot = cross(w, x);
  return {change_of(x), change_of(xdot),
          change_of(cross(here.acceleration.angular, x) + cross(w, xdot))};
}

JetChange ParameterDerivative::point(Index body, const Vec3<Dual>& local) const noexcept {
  const State& here = at(body);
  const JetChange turning = vector(body, local);
  return {change_of(here.p) + turning.value, change_of(here.velocity.linear) + turning.rate,
          change_of(here.acceleration.linear) + turning.acceleration};
}

JetChange ParameterDerivative::omega(Index body) const noexcept {
  return {zero3<double>(), change_of(at(body).velocity.angular),
          change_of(at(body).acceleration.angular)};
}

void ParameterDerivative::act(Index body, const Force<double>& wrench) noexcept {
  bodies_[body].wrench -= Force<Dual>{constant(wrench.torque), constant(wrench.force)};
}

void ParameterDerivative::act_along_vector(Index body, const Vec3<Dual>& local,
                                           const Vec3<double>& force) noexcept {
  State& here = bodies_[body];
  here.wrench.torque -= cross(here.R * local, constant(force));
}

void ParameterDerivative::act_at_point(Index body, const Vec3<Dual>& local,
                                       const Vec3<double>& force) noexcept {
  act_along_vector(body, local, force);
  act(body, {zero3<double>(), force});
}

void ParameterDerivative::forces(const Tree& tree, double* change) noexcept {
  for (std::size_t i = bodies_.size(); i-- > 0;) {
    const Body& body = tree.bodies[i];
    for (Index k = body.v, end = body.v + rates(body.joint); k < end; ++k)
      change[k] = dot(S_[k], bodies_[i].wrench).d;
    if (body.parent != ground)
      bodies_[body.parent].wrench += inward(bodies_[i].wrench, bodies_[i].r);
  }
}

}  // namespace zwang::bodies

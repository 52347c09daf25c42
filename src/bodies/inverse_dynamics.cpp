// SPDX-License-Identifier: Apache-2.0
#include "bodies/inverse_dynamics.h"

#include <algorithm>

namespace zwang::bodies {

namespace {

Motion<double> joint_motion(const Body& body, const Kinematics& kinematics,
                            const double* x) noexcept {
  Motion<double> sum = zero_motion<double>();
  for (Index k = body.v, end = body.v + rates(body.joint); k < end; ++k)
    sum += x[k] * kinematics.S(k);
  return sum;
}

}  // namespace

void accelerate(const Tree& tree, const Kinematics& kinematics, const double* vdot,
                const Vec3<double>& base, Motion<double>* accelerations) noexcept {
  const Motion<double> root = {zero3<double>(), base};
  for (Index i = 0; i < tree.size(); ++i) {
    const Body& body = tree.bodies[i];
    const BodyState& state = kinematics[i];
    Motion<double> a = outward(body.parent == ground ? root : accelerations[body.parent], state.r);
    if (vdot) a += joint_motion(body, kinematics, vdot);
    accelerations[i] = a + state.c;  // [TREES 4]
  }
}

void multiply_jacobian(const Tree& tree, const Kinematics& kinematics, const double* x,
                       Motion<double>* motions) noexcept {
  for (Index i = 0; i < tree.size(); ++i) {
    const Body& body = tree.bodies[i];
    motions[i] = joint_motion(body, kinematics, x);
    if (body.parent != ground) motions[i] += outward(motions[body.parent], kinematics[i].r);
  }
}

void add_force(const Tree& tree, const Kinematics& kinematics, Index body,
               const Force<double>& wrench, double* Q) noexcept {
  Force<double> f = wrench;
  for (Index i = body; i != ground;) {
    const Body& at = tree.bodies[i];
    for (Index k = at.v, end = at.v + rates(at.joint); k < end; ++k)
      Q[k] += dot(kinematics.S(k), f);  // [TREES 10]
    f = inward(f, kinematics[i].r);
    i = at.parent;
  }
}

void add_forces(const Tree& tree, const Kinematics& kinematics, Force<double>* wrenches,
                double* Q) noexcept {
  for (Index i = tree.size(); i-- > 0;) {
    const Body& at = tree.bodies[i];
    for (Index k = at.v, end = at.v + rates(at.joint); k < end; ++k)
      Q[k] += dot(kinematics.S(k), wrenches[i]);  // [TREES 10]
    if (at.parent != ground) wrenches[at.parent] += inward(wrenches[i], kinematics[i].r);
  }
}

InverseDynamics::InverseDynamics(const Tree& tree)
    : accelerations_(tree.bodies.size()), wrenches_(tree.bodies.size()) {}

void InverseDynamics::solve(const Tree& tree, const Solids& solids, const Kinematics& kinematics,
                            const Demand& demand, double* tau) noexcept {
  accelerate(tree, kinematics, demand.acceleration, -demand.gravity, accelerations_.data());
  for (std::size_t i = 0; i < wrenches_.size(); ++i) {
    const BodyState& state = kinematics[static_cast<Index>(i)];
    wrenches_[i] = newton_euler(solids.of[i], state.R, state.velocity.angular,
                                accelerations_[i]);  // [SOLIDS 4-5]
    if (demand.external) wrenches_[i] -= demand.external[i];
  }
  std::fill(tau, tau + tree.nv, 0.0);
  add_forces(tree, kinematics, wrenches_.data(), tau);  // H v̇ + h − Jᵀw [SOLIDS 8]
}

void InverseDynamics::multiply_mass(const Tree& tree, const Solids& solids,
                                    const Kinematics& kinematics, const double* x,
                                    double* Hx) noexcept {
  multiply_jacobian(tree, kinematics, x, accelerations_.data());
  for (std::size_t i = 0; i < wrenches_.size(); ++i)
    wrenches_[i] = inertial(solids.of[i], kinematics[static_cast<Index>(i)].R, accelerations_[i]);
  std::fill(Hx, Hx + tree.nv, 0.0);
  add_forces(tree, kinematics, wrenches_.data(), Hx);  // H = Σ JᵀM J [SOLIDS 8]
}

}  // namespace zwang::bodies

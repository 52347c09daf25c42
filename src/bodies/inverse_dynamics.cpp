// SPDX-License-Identifier: Apache-2.0
#include "bodies/inverse_dynamics.h"

#include <algorithm>

#include "bodies/acceleration.h"
#include "bodies/generalised_force.h"

namespace zwang::bodies {

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

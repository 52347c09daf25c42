// SPDX-License-Identifier: Apache-2.0
#include "bodies/energy.h"

namespace zwang::bodies {

double kinetic_energy(const Solids& solids, const Kinematics& kinematics) noexcept {
  double twice = 0;
  for (std::size_t i = 0; i < solids.of.size(); ++i) {
    const SolidNumbers& solid = solids.of[i];
    const BodyState& state = kinematics[static_cast<Index>(i)];
    const Vec3<double> v = outward(state.velocity, state.R * vec3<double>(solid.center)).linear;
    const Vec3<double> w = transposed(state.R, state.velocity.angular);
    twice += solid.mass * dot(v, v) + dot(w, sym3<double>(solid.inertia) * w);  // [SOLIDS 1]
  }
  return twice / 2;
}

double potential_energy(const Solids& solids, const Kinematics& kinematics) noexcept {
  const Vec3<double> g = vec3<double>(solids.gravity);
  double sum = 0;
  for (std::size_t i = 0; i < solids.of.size(); ++i) {
    const SolidNumbers& solid = solids.of[i];
    const BodyState& state = kinematics[static_cast<Index>(i)];
    sum -= solid.mass * dot(g, state.p + state.R * vec3<double>(solid.center));
  }
  return sum;
}

}  // namespace zwang::bodies

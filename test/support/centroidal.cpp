// SPDX-License-Identifier: Apache-2.0
#include "support/centroidal.h"

#include "bodies/inverse_dynamics.h"

namespace zwang::bodies {

namespace {

/// Impulses or forces `of(i)` of all bodies, at their origins, added up at the centre.
template <class F>
Momentum add_up(const Solids& solids, const Kinematics& kinematics, const Vec3<double>& center,
                F&& of) noexcept {
  Force<double> sum = zero_force<double>();
  for (std::size_t i = 0; i < solids.of.size(); ++i)
    sum += inward(of(i), kinematics[static_cast<Index>(i)].p - center);
  return {sum.force, sum.torque};
}

}  // namespace

Centroid centroid(const Solids& solids, const Kinematics& kinematics) noexcept {
  double mass = 0;
  Vec3<double> moment = zero3<double>();
  for (std::size_t i = 0; i < solids.of.size(); ++i) {
    const SolidNumbers& solid = solids.of[i];
    const BodyState& state = kinematics[static_cast<Index>(i)];
    mass += solid.mass;
    moment += solid.mass * (state.p + state.R * vec3<double>(solid.center));
  }
  if (mass == 0) return {0, zero3<double>()};
  return {mass, {moment.x / mass, moment.y / mass, moment.z / mass}};
}

Momentum momentum(const Solids& solids, const Kinematics& kinematics, const Vec3<double>& center,
                  const Motion<double>* motions) noexcept {
  return add_up(solids, kinematics, center, [&](std::size_t i) {
    return inertial(solids.of[i], kinematics[static_cast<Index>(i)].R, motions[i]);
  });
}

Momentum momentum(const Solids& solids, const Kinematics& kinematics,
                  const Vec3<double>& center) noexcept {
  return add_up(solids, kinematics, center, [&](std::size_t i) {
    const BodyState& state = kinematics[static_cast<Index>(i)];
    return inertial(solids.of[i], state.R, state.velocity);
  });
}

Momentum momentum_rate(const Solids& solids, const Kinematics& kinematics,
                       const Vec3<double>& center, const Motion<double>* accelerations) noexcept {
  return add_up(solids, kinematics, center, [&](std::size_t i) {
    const BodyState& state = kinematics[static_cast<Index>(i)];
    return newton_euler(solids.of[i], state.R, state.velocity.angular, accelerations[i]);
  });
}

}  // namespace zwang::bodies

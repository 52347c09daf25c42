// SPDX-License-Identifier: Apache-2.0
#include "bodies/acceleration.h"

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
    const Body& body = tree.bodies[static_cast<std::size_t>(i)];
    const BodyState& state = kinematics[i];
    Motion<double> a = outward(body.parent == ground ? root : accelerations[body.parent], state.r);
    if (vdot) a += joint_motion(body, kinematics, vdot);
    accelerations[i] = a + state.c;
  }
}

void multiply_jacobian(const Tree& tree, const Kinematics& kinematics, const double* x,
                       Motion<double>* motions) noexcept {
  for (Index i = 0; i < tree.size(); ++i) {
    const Body& body = tree.bodies[static_cast<std::size_t>(i)];
    motions[i] = joint_motion(body, kinematics, x);
    if (body.parent != ground) motions[i] += outward(motions[body.parent], kinematics[i].r);
  }
}

}  // namespace zwang::bodies

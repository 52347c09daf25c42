// SPDX-License-Identifier: Apache-2.0
#include "bodies/kinematics.h"

#include "base/contract.h"
#include "bodies/joint/joints.h"

namespace zwang::bodies {

namespace {

constexpr BodyState at_rest() noexcept {
  return {identity3<double>(),   zero3<double>(),       zero3<double>(),
          zero_motion<double>(), zero_motion<double>(), zero_motion<double>()};
}
constexpr BodyState the_ground = at_rest();

}  // namespace

Kinematics::Kinematics(const Tree& tree)
    : bodies_(tree.size(), the_ground), S_(tree.nv, zero_motion<double>()) {}

void Kinematics::place(const Tree& tree, const Solids& solids, const double* q) noexcept {
  expects(bodies_.size() == tree.bodies.size() && solids.of.size() == tree.bodies.size());
  for (std::size_t i = 0; i < tree.bodies.size(); ++i) {
    const Body& body = tree.bodies[i];
    const SolidNumbers& solid = solids.of[i];
    BodyState& here = bodies_[i];
    const BodyState& parent = body.parent == ground ? the_ground : (*this)[body.parent];
    with_joint(body.joint, [&](auto joint) {
      Pose<double> pose;
      joint.place(seat_of(solid, parent.R), joint_numbers<double>(solid), q + body.q, pose,
                  S_.data() + body.v);
      here.R = pose.R;
      here.r = pose.r;
      here.p = parent.p + pose.r;
    });
  }
}

void Kinematics::move(const Tree& tree, const double* v) noexcept {
  for (std::size_t i = 0; i < tree.bodies.size(); ++i) {
    const Body& body = tree.bodies[i];
    BodyState& here = bodies_[i];
    const BodyState& parent = body.parent == ground ? the_ground : (*this)[body.parent];
    with_joint(body.joint, [&](auto joint) {
      const Relative<double> relative =
          joint.move(parent.velocity.angular, here.r, S_.data() + body.v, v + body.v);
      here.velocity = outward(parent.velocity, here.r) + relative.v;  // [TREES 3]
      here.c = relative.c;
      here.bias = outward(parent.bias, here.r) + relative.c;  // [TREES 4]
    });
  }
}

}  // namespace zwang::bodies

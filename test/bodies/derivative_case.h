// SPDX-License-Identifier: Apache-2.0
#pragma once
// A random tree in a random state, with forces of all kinds on its bodies: what derivatives are
// taken of.

#include <cstdint>
#include <vector>

#include "bodies/derivative/derivative.h"
#include "bodies/taylor_tree.h"

namespace zwang::test {

/// What acts on a body, the same in the world wherever the body goes.
struct Pull {
  Index body;
  enum Kind { wrench, point, vector, torque } kind;
  Unit local;          // of point and vector, in body axes
  Unit force, moment;  // moment: of a wrench at the origin, and of a torque
};

/// In proportion to the mass of the body.
inline Pull random_pull(Random& random, Index body, Pull::Kind kind, double mass) {
  return {body, kind, random_unit(random), mass * random_unit(random), mass * random_unit(random)};
}

struct DerivativeCase {
  DerivativeCase(std::uint64_t seed, bodies::Over over);

  /// How large entries are that forces along d and changes along k have in common.
  double amplitude(Index d, Index k) const {
    return paces *
           std::min(weight[static_cast<std::size_t>(d)], weight[static_cast<std::size_t>(k)]);
  }
  Index count() const { return static_cast<Index>(weight.size()); }

  RandomTree t;
  bodies::Over over;
  bodies::Kinematics kinematics;
  std::vector<double> qdot, qddot;  // quaternions change their lengths
  std::vector<Pull> pulls;
  std::vector<bodies::Action> actions;
  Sizes size;
  double paces;                // accelerations together, gravity and forces per mass among them
  std::vector<double> weight;  // of each coordinate or rate
};

inline void add(bodies::Action& action, const Pull& pull, const bodies::Mat3<double>& R) {
  const Unit d = R * pull.local;
  if (pull.kind == Pull::point) add_at_point(action, d, pull.force);
  if (pull.kind == Pull::vector) add_along_vector(action, d, pull.force);
  if (pull.kind == Pull::torque) add_torque(action, pull.moment);
  if (pull.kind == Pull::wrench) action.wrench += bodies::Force<double>{pull.moment, pull.force};
}

inline DerivativeCase::DerivativeCase(std::uint64_t seed, bodies::Over how)
    : t(random_tree(seed)), over(how), kinematics(t.tree), actions(t.tree.bodies.size()) {
  Random random(seed + 55555);
  const TaylorTree curve(t, random);
  qdot = curve.qdot;
  qddot = curve.qddot;
  kinematics.place(t.tree, t.solids, t.q.data());
  kinematics.move(t.tree, t.v.data());
  size = sizes(t, kinematics);
  paces = 30 + size.rate * size.rate;  // |g| < 20, four forces and two torques
  for (double x : t.vdot) paces += std::abs(x);
  for (Index i = 0; i < t.tree.size(); ++i) {
    const auto number = static_cast<std::size_t>(i);
    const bodies::Body& body = t.tree.bodies[number];
    for (const auto kind : {Pull::wrench, Pull::point, Pull::vector, Pull::torque}) {
      pulls.push_back(random_pull(random, i, kind, t.solids.of[number].mass));
      add(actions[number], pulls.back(), kinematics[i].R);
    }
    const bool four = over == bodies::Over::coordinates && has_quaternion(body.joint);
    const Index count = rates(body.joint) + (four ? 1 : 0);
    // A quaternion as short as 1/2 turns four times as much as it changes, and so do the changes
    // of its rates.
    for (Index k = 0; k < count; ++k)
      weight.push_back((four ? 16 : 1) * size.inertia[static_cast<std::size_t>(body.v)]);
  }
}

}  // namespace zwang::test

// SPDX-License-Identifier: Apache-2.0
#pragma once
// Inverse dynamics and frames in numbers that carry their derivative along a line (taylor_tree.h):
// what a change along it must come to, exact but for rounding. It knows the joints, and Newton and
// Euler; of the derivatives' own algebra it knows nothing.

#include <vector>

#include "bodies/derivative_case.h"
#include "bodies/space/inertia.h"

namespace zwang::test {

inline Series series(const Unit& a) { return {Taylor(a.x), Taylor(a.y), Taylor(a.z)}; }

/// Along a line: nq, nv, nv numbers that move, then forces over v.
struct LineOfMotion {
  std::vector<Taylor> q, v, vdot, tau;
  struct State {
    bodies::Mat3<Taylor> R;
    Series p, r;
    bodies::Motion<Taylor> velocity, acceleration;
    bodies::Force<Taylor> wrench;
  };
  std::vector<State> of;
  std::vector<bodies::Motion<Taylor>> S;

  void outward_from(const RandomTree& t);
  void inward_to(const RandomTree& t, const std::vector<Pull>& pulls);
};

inline void LineOfMotion::outward_from(const RandomTree& t) {
  of.resize(t.tree.bodies.size());
  S.resize(v.size());
  const State still{bodies::identity3<Taylor>(), {}, {}, {}, {}, {}};
  for (std::size_t i = 0; i < of.size(); ++i) {
    const bodies::Body& body = t.tree.bodies[i];
    const bodies::SolidNumbers& solid = t.solids.of[i];
    const bool root = body.parent == bodies::ground;
    const State& up = root ? still : of[static_cast<std::size_t>(body.parent)];
    State& here = of[i];
    bodies::with_joint(body.joint, [&](auto joint) {
      bodies::Pose<Taylor> pose;
      joint.place(seat_of(solid, up.R), bodies::joint_numbers<Taylor>(solid), q.data() + body.q,
                  pose, S.data() + body.v);
      const auto relative = joint.move(up.velocity.angular, pose.r, S.data() + body.v,
                                       static_cast<const Taylor*>(v.data()) + body.v);
      here.R = pose.R;
      here.r = pose.r;
      here.p = up.p + pose.r;
      here.velocity = outward(up.velocity, pose.r) + relative.v;
      here.acceleration = outward(up.acceleration, pose.r) + relative.c;
    });
    for (Index k = body.v; k < body.v + rates(body.joint); ++k)
      here.acceleration += vdot[static_cast<std::size_t>(k)] * S[static_cast<std::size_t>(k)];
  }
}

inline void LineOfMotion::inward_to(const RandomTree& t, const std::vector<Pull>& pulls) {
  tau.resize(v.size());
  const Series g = bodies::vec3<Taylor>(t.solids.gravity);
  for (std::size_t i = 0; i < of.size(); ++i) {
    const auto I = inertia_of(t.solids.of[i], of[i].R);
    of[i].wrench =
        I * bodies::Motion<Taylor>{of[i].acceleration.angular, of[i].acceleration.linear - g} +
        gyroscopic(I, of[i].velocity.angular);
  }
  for (const Pull& pull : pulls) {
    State& here = of[static_cast<std::size_t>(pull.body)];
    const Series d = here.R * series(pull.local), f = series(pull.force);
    if (pull.kind == Pull::wrench || pull.kind == Pull::torque)
      here.wrench.torque -= series(pull.moment);
    if (pull.kind == Pull::point || pull.kind == Pull::vector) here.wrench.torque -= cross(d, f);
    if (pull.kind == Pull::wrench || pull.kind == Pull::point) here.wrench.force -= f;
  }
  for (std::size_t i = of.size(); i-- > 0;) {
    const bodies::Body& body = t.tree.bodies[i];
    for (Index k = body.v; k < body.v + rates(body.joint); ++k)
      tau[static_cast<std::size_t>(k)] = dot(S[static_cast<std::size_t>(k)], of[i].wrench);
    if (body.parent != bodies::ground)
      of[static_cast<std::size_t>(body.parent)].wrench += inward(of[i].wrench, of[i].r);
  }
}

inline std::vector<Taylor> still(const std::vector<double>& x) {
  std::vector<Taylor> y;
  for (double value : x) y.emplace_back(value);
  return y;
}

/// Along the displacement of one rate, or along the rate itself, the others as they are.
inline LineOfMotion along_rate(const DerivativeCase& c, Index k, bool by_rate) {
  LineOfMotion line{still(c.t.q), still(c.t.v), still(c.t.vdot), {}, {}, {}};
  if (by_rate) {
    line.v[static_cast<std::size_t>(k)].b = 1;
    return line;
  }
  std::vector<double> unit(c.t.v.size()), way(c.t.q.size());
  unit[static_cast<std::size_t>(k)] = 1;
  coordinate_rates(c.t.tree, c.t.q.data(), unit.data(), way.data());
  for (std::size_t i = 0; i < way.size(); ++i) line.q[i].b = way[i];
  return line;
}

/// Along one coordinate, or its rate, at given q̇ and q̈ otherwise.
inline LineOfMotion along_coordinate(const DerivativeCase& c, Index k, bool by_rate) {
  LineOfMotion line{still(c.t.q), still(c.t.v), still(c.t.vdot), {}, {}, {}};
  std::vector<Taylor> qd = still(c.qdot);
  const std::vector<Taylor> qdd = still(c.qddot);
  (by_rate ? qd : line.q)[static_cast<std::size_t>(k)].b = 1;
  for (const bodies::Body& body : c.t.tree.bodies) {
    const Index turns = has_quaternion(body.joint) ? 3 : 0, plain = rates(body.joint) - turns;
    const auto i = static_cast<std::size_t>(body.q), j = static_cast<std::size_t>(body.v);
    std::copy_n(qd.begin() + body.q, plain, line.v.begin() + body.v);
    std::copy_n(qdd.begin() + body.q, plain, line.vdot.begin() + body.v);
    if (turns == 0) continue;
    const auto past = static_cast<std::size_t>(plain);
    const auto e = bodies::quaternion<Taylor>(&line.q[i + past]);
    const auto ed = bodies::quaternion<Taylor>(&qd[i + past]);
    store(omega_of(e, ed), &line.v[j + past]);
    store(omega_dot_of(e, ed, bodies::quaternion<Taylor>(&qdd[i + past])), &line.vdot[j + past]);
  }
  return line;
}

inline LineOfMotion along(const DerivativeCase& c, Index k, bool by_rate) {
  LineOfMotion line =
      c.over == bodies::Over::rates ? along_rate(c, k, by_rate) : along_coordinate(c, k, by_rate);
  line.outward_from(c.t);
  line.inward_to(c.t, c.pulls);
  return line;
}

/// The forces of a line, counted as the case counts them.
inline std::vector<Taylor> forces(const DerivativeCase& c, const LineOfMotion& line) {
  if (c.over == bodies::Over::rates) return line.tau;
  std::vector<Taylor> f(line.q.size());
  for (const bodies::Body& body : c.t.tree.bodies) {
    const Index turns = has_quaternion(body.joint) ? 3 : 0, plain = rates(body.joint) - turns;
    std::copy_n(line.tau.begin() + body.v, plain, f.begin() + body.q);
    if (turns == 0) continue;
    const Taylor* tau = &line.tau[static_cast<std::size_t>(body.v + plain)];
    const auto i = static_cast<std::size_t>(body.q + plain);
    store(over_rates(bodies::quaternion<Taylor>(&line.q[i]), Series{tau[0], tau[1], tau[2]}),
          &f[i]);
  }
  return f;
}

}  // namespace zwang::test

// SPDX-License-Identifier: Apache-2.0
// The sweep outward of systems side by side.

inline void place_hinge(const BatchTask& task, const Beside& in, const LaneState& s, Index i,
                        const LaneLink& parent) {
  const Link& link = task.link[i];
  const LinkNumbers& numbers = task.numbers[i];
  const Turns& t = task.turns[link.turn / 8];
  const Index k = link.turn % 8;
  LaneLink& here = s.link[i];
  const Turn<Lane> by = turn(Lane(in.q(link.q)));
  const auto entry = [&](int e) {
    return Lane(t.fixed[e][k]) + by.cosine * Lane(t.cosine[e][k]) + by.sine * Lane(t.sine[e][k]);
  };
  const Mat3<Lane>& R = parent.R;
  const Vec3<Lane> axis = R * vec3<Lane>(numbers.axis), omega = parent.omega;
  here.r = R * vec3<Lane>(numbers.at);
  here.R = {R * Vec3<Lane>{entry(0), entry(3), entry(6)},
            R * Vec3<Lane>{entry(1), entry(4), entry(7)},
            R * Vec3<Lane>{entry(2), entry(5), entry(8)}};
  const Vec3<Lane> u = Lane(in.v(link.v)) * axis;
  s.rate[link.v].S = {axis, zero3<Lane>()};
  here.omega = omega + u;
  here.c = {cross(omega, u), cross(omega, cross(omega, here.r))};
}

template <class AnyJoint>
inline void place_joint(AnyJoint joint, const BatchTask& task, const Beside& in, const LaneState& s,
                        Index i, const LaneLink& parent) {
  const Link& link = task.link[i];
  const SolidNumbers& solid = task.solids[link.number];
  LaneLink& here = s.link[i];
  Lane q[7], v[6];
  Motion<Lane> S[6];
  Pose<Lane> pose;
  for (Index k = 0; k < coordinates(link.joint); ++k) q[k] = in.q(link.q + k);
  for (Index k = 0; k < AnyJoint::rates; ++k) v[k] = in.v(link.v + k);
  joint.place(seat_of(solid, parent.R), joint_numbers<Lane>(solid), q, pose, S);
  const Relative<Lane> relative = joint.move(parent.omega, pose.r, S, v);
  for (Index k = 0; k < AnyJoint::rates; ++k) s.rate[link.v + k].S = S[k];
  here.R = pose.R;
  here.r = pose.r;
  here.omega = parent.omega + relative.v.angular;
  here.c = relative.c;
}

void batch_place(const BatchTask& task) noexcept {
  for (Index part = 0; part < 8 / W; ++part) {
    const LaneState s = part_of(task, part);
    const Beside in = {task, part * W};
    s.link[0] = {identity3<Lane>(), zero3<Lane>(), zero3<Lane>(), zero_motion<Lane>(),
                 zero_motion<Lane>()};
    for (Index i = 1; i < task.links; ++i) {
      const LaneLink& parent = s.link[task.link[i].parent];
      if (task.link[i].joint == Joint::hinge)
        place_hinge(task, in, s, i, parent);
      else
        with_joint(task.link[i].joint, [&](auto any) { place_joint(any, task, in, s, i, parent); });
    }
    s.planar.angle[0] = s.planar.state[0].omega = Pack{};
    if (task.planar_links > 1) sweep_planar_outward(s.planar, in);
  }
}

struct LaneAxes {
  Mat3<Lane> R;
  Vec3<Lane> omega;
};

/// a turned about n: its part along n stays.
inline Vec3<Lane> turned_in_plane(const Vec3<double>& n, const Vec3<double>& a, Lane c, Lane s) {
  const Vec3<double> along = dot(n, a) * n, across = a - along, up = cross(n, a);
  return {Lane(along.x) + c * Lane(across.x) + s * Lane(up.x),
          Lane(along.y) + c * Lane(across.y) + s * Lane(up.y),
          Lane(along.z) + c * Lane(across.z) + s * Lane(up.z)};
}

inline LaneAxes axes_of(const BatchTask& task, const LaneState& s, const BatchBody& body) {
  const Index i = body.place;
  if (!body.planar) return {s.link[i].R, s.link[i].omega};
  const Vec3<double> n = vec3<double>(task.plane[task.planar_link[i].plane].normal);
  const Lane cosine = s.planar.cosine[i], sine = s.planar.sine[i];
  return {{turned_in_plane(n, body.at_rest.x, cosine, sine),
           turned_in_plane(n, body.at_rest.y, cosine, sine),
           turned_in_plane(n, body.at_rest.z, cosine, sine)},
          Lane(s.planar.state[i].omega) * Vec3<Lane>{n.x, n.y, n.z}};
}

void batch_axes(const BatchTask& task, const BatchBody& body, double* axes,
                double* omega) noexcept {
  for (Index part = 0; part < 8 / W; ++part) {
    const LaneAxes here = axes_of(task, part_of(task, part), body);
    const Lane *R = &here.R.x.x, *w = &here.omega.x;
    for (Index k = 0; k < 9; ++k) store_loose(axes + 8 * k + part * W, R[k].v);
    for (Index k = 0; k < 3; ++k) store_loose(omega + 8 * k + part * W, w[k].v);
  }
}

void batch_point(const BatchTask& task, const BatchBody& body, const BatchPoint& point) noexcept {
  for (Index part = 0; part < 8 / W; ++part) {
    const LaneAxes here = axes_of(task, part_of(task, part), body);
    const Lane sign = point.sign;
    const Vec3<Lane> at = {point.at.x, point.at.y, point.at.z}, p = here.R * at;
    const Vec3<Lane> turning = cross(here.omega, cross(here.omega, p)), way = sign * p;
    const Lane none = 0.0, *taken = &turning.x;
    const Vec3<Lane> torque[3] = {
        {none, way.z, -way.y}, {-way.z, none, way.x}, {way.y, -way.x, none}};
    for (Index i = 0; i < point.rows; ++i) {
      const Lane* t = &torque[i].x;
      for (Index k = 0; k < 3; ++k) store_loose(point.wrench[i] + 8 * k + part * W, t[k].v);
      double* b = point.demand[i] + part * W;
      store_loose(b, (Lane(load_loose(b)) - sign * taken[i]).v);
    }
  }
}

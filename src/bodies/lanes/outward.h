// SPDX-License-Identifier: Apache-2.0
// The sweep outward of one tree: where its links are and how they turn.

/// Rotations of all hinges against their parents, eight at a time, off the path from the root.
inline void turn_hinges(const SpatialTask& task, const SweepInput& in) {
  for (Index k = 0; k < task.turn_blocks; ++k) {
    Turns& t = task.turns[k];
    alignas(64) double angle[8];
    for (int i = 0; i < 8; ++i) angle[i] = in.q[t.q[i]];
    for (Index lane = 0; lane < 8; lane += W) {
      Pack s, c;
      sine_and_cosine(load(angle + lane), s, c);
      for (int i = 0; i < 9; ++i) {
        const Pack part = add_product(load(t.fixed[i] + lane), c, load(t.cosine[i] + lane));
        store(t.rotation[i] + lane, add_product(part, s, load(t.sine[i] + lane)));
      }
    }
  }
}

/// R of a link from that of its parent: Q is against it, row by row, entries `stride` apart.
inline void turn_link(const Quad* R, const double* Q, Index stride, LinkState& here) {
  EACH (j, 3)
    put(here.R[j], fused(fused(R[0] * all(Q[j * stride]), R[1], all(Q[(3 + j) * stride])), R[2],
                         all(Q[(6 + j) * stride])));
}

inline void place_hinge(const SpatialTask& task, const SweepInput& in, Index i,
                        const LinkState& parent) {
  const Link& link = task.link[i];
  const LinkNumbers& numbers = task.numbers[i];
  LinkState& here = task.state[i];
  RateState& rate = task.rate[link.v];
  const Quad R[3] = {get(parent.R[0]), get(parent.R[1]), get(parent.R[2])};
  turn_link(R, &task.turns[link.turn / 8].rotation[0][link.turn % 8], 8, here);
  const Quad s = times(R, numbers.axis), r = times(R, numbers.at);
  const Quad omega = get(parent.omega), u = all(in.v[link.v]) * s;
  put(rate.S[0], s);
  put(here.r, r);
  put(here.omega, omega + u);       // [TREES 3]
  put(here.c[0], cross(omega, u));  // [TREES 5]
  put(here.c[1], cross(omega, cross(omega, r)));
}

inline void place_slider(const SpatialTask& task, const SweepInput& in, Index i,
                         const LinkState& parent) {
  const Link& link = task.link[i];
  const LinkNumbers& numbers = task.numbers[i];
  LinkState& here = task.state[i];
  RateState& rate = task.rate[link.v];
  const Quad R[3] = {get(parent.R[0]), get(parent.R[1]), get(parent.R[2])};
  turn_link(R, numbers.rotation, 1, here);
  const Quad s = times(R, numbers.axis);
  const Quad r = fused(times(R, numbers.at), s, all(in.q[link.q]));
  const Quad omega = get(parent.omega), d = all(2 * in.v[link.v]) * s;
  put(rate.S[1], s);
  put(here.r, r);
  put(here.omega, omega);
  put(here.c[1], cross(omega, cross(omega, r) + d));
}

/// Joints that are met seldom: as they are written for one number at a time.
template <class AnyJoint>
inline void place_joint(AnyJoint joint, const SpatialTask& task, const SweepInput& in, Index i,
                        const LinkState& parent) {
  const Link& link = task.link[i];
  const SolidNumbers& solid = task.solids[link.number];
  LinkState& here = task.state[i];
  const Mat3<double> R = {plain(parent.R[0]), plain(parent.R[1]), plain(parent.R[2])};
  const Vec3<double> omega = plain(parent.omega);
  Pose<double> pose;
  Motion<double> S[6];
  joint.place(seat_of(solid, R), joint_numbers<double>(solid), in.q + link.q, pose, S);
  const Relative<double> relative = joint.move(omega, pose.r, S, in.v + link.v);
  for (Index j = 0; j < AnyJoint::rates; ++j) {
    put(task.rate[link.v + j].S[0], S[j].angular);
    put(task.rate[link.v + j].S[1], S[j].linear);
  }
  put(here.R[0], pose.R.x);
  put(here.R[1], pose.R.y);
  put(here.R[2], pose.R.z);
  put(here.r, pose.r);
  put(here.omega, omega + relative.v.angular);
  put(here.c[0], relative.c.angular);
  put(here.c[1], relative.c.linear);
}

void outward_sweep(const SpatialTask& task, const SweepInput& in) noexcept {
  turn_hinges(task, in);
  for (Index i = 1; i < task.links; ++i) {
    const LinkState& parent = task.state[task.link[i].parent];
    const Joint joint = task.link[i].joint;
    if (joint == Joint::hinge)
      place_hinge(task, in, i, parent);
    else if (joint == Joint::slider)
      place_slider(task, in, i, parent);
    else
      with_joint(joint, [&](auto any) { place_joint(any, task, in, i, parent); });
  }
}

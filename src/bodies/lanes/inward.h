// SPDX-License-Identifier: Apache-2.0
// The sweep inward of one tree: IA from the leaves to the root, and with it what acts.
//
// Letters as in articulated.h; IA by columns of its blocks,
//   torque = J ω̇ + Gᵀ a,  force = G ω̇ + M a,   w = U/d.

/// A body with all that hangs on it, while its rates give way.
struct Carried {
  Quad J[3], G[3], M[3];
  Quad torque, force;  // p
};

/// R I Rᵀ, I by xx yy zz xy xz yz.
inline void turn_second(const Quad* R, const Padded* R_entries, const double* I, Quad* J) {
  const Quad B[3] = {
      fused(fused(R[0] * all(I[0]), R[1], all(I[3])), R[2], all(I[4])),
      fused(fused(R[0] * all(I[3]), R[1], all(I[1])), R[2], all(I[5])),
      fused(fused(R[0] * all(I[4]), R[1], all(I[5])), R[2], all(I[2])),
  };
  const double* columns[3] = {&R_entries[0].x, &R_entries[1].x, &R_entries[2].x};
  EACH (j, 3)
    J[j] =
        fused(fused(B[0] * all(columns[0][j]), B[1], all(columns[1][j])), B[2], all(columns[2][j]));
}

/// The solid itself: its inertia at its origin, and what its rates ask for.
inline void load_solid(const SpatialTask& task, const SweepInput& in, Index i, Carried& X) {
  const LinkState& here = task.state[i];
  const LinkNumbers& numbers = task.numbers[i];
  const Quad R[3] = {get(here.R[0]), get(here.R[1]), get(here.R[2])};
  const Quad s = times(R, numbers.moment), omega = get(here.omega), m = all(numbers.mass);
  turn_second(R, here.R, numbers.second, X.J);
  cross_columns(s, X.G);
  X.M[0] = m * Quad{1, 0, 0, 0};
  X.M[1] = m * Quad{0, 1, 0, 0};
  X.M[2] = m * Quad{0, 0, 1, 0};
  X.torque = cross(omega, times(X.J, here.omega));
  X.force = cross(omega, cross(omega, s));
  if (in.wrenches) {
    const Force<double>& f = in.wrenches[task.link[i].number];
    X.torque -= Quad{f.torque.x, f.torque.y, f.torque.z, 0};
    X.force -= Quad{f.force.x, f.force.y, f.force.z, 0};
  }
}

inline void add_basin(const Basin& from, Carried& X) {
  EACH (j, 3) {
    X.J[j] += get(from.J[j]);
    X.G[j] += get(from.G[j]);
    X.M[j] += get(from.M[j]);
  }
  X.torque += get(from.p[0]);
  X.force += get(from.p[1]);
}

/// A rate gives way along S: TURNS, SLIDES say whether its column has an angular and a linear part.
/// `sound` keeps whether all pivots were larger than `least`.
template <bool TURNS, bool SLIDES>
inline void give_way(const SpatialTask& task, const SweepInput& in, Index j, double least,
                     Carried& X, Quad& sound) {
  RateState& rate = task.rate[j];
  const Quad Sa = get(rate.S[0]), Sl = get(rate.S[1]);
  Quad torque = {}, force = {}, d, u = all(in.tau ? in.tau[j] : 0);
  if (TURNS) {
    torque = times(X.J, rate.S[0]);
    force = times(X.G, rate.S[0]);
    u -= dot(Sa, X.torque);
  }
  if (SLIDES) {
    Quad H[3];
    transpose(X.G, H);
    torque = plus_times(torque, H, rate.S[1]);
    force = plus_times(force, X.M, rate.S[1]);
    u -= dot(Sl, X.force);
    d = dot(Sl, force);
  }
  if (TURNS) d = SLIDES ? d + dot(Sa, torque) : dot(Sa, torque);
  if (in.armature) d += all(in.armature[j]);
  sound = (Quad)((Bits4)sound & (Bits4)(d > all(least)));
  const Quad inverse = all(1) / d, wt = torque * inverse, wf = force * inverse;
  const Quad t[3] = {all_x(wt), all_y(wt), all_z(wt)}, f[3] = {all_x(wf), all_y(wf), all_z(wf)};
  EACH (k, 3) {
    X.J[k] = fused_less(X.J[k], torque, t[k]);  // [TREES 12]
    X.G[k] = fused_less(X.G[k], force, t[k]);
    X.M[k] = fused_less(X.M[k], force, f[k]);
  }
  X.torque = fused(X.torque, wt, u);
  X.force = fused(X.force, wf, u);
  put(rate.w[0], wt);
  put(rate.w[1], wf);
  rate.inverse = inverse[0];
  rate.u = u[0];
}

/// The same along a linear column of a free body whose turning has given way already: nothing is left
/// of J and G then.
inline void give_way_freely(const SpatialTask& task, const SweepInput& in, Index j, double least,
                            Carried& X, Quad& sound) {
  RateState& rate = task.rate[j];
  const Quad S = get(rate.S[1]), force = times(X.M, rate.S[1]), d = dot(S, force);
  const Quad u = all(in.tau ? in.tau[j] : 0) - dot(S, X.force);
  sound = (Quad)((Bits4)sound & (Bits4)(d > all(least)));
  const Quad inverse = all(1) / d, w = force * inverse;
  const Quad f[3] = {all_x(w), all_y(w), all_z(w)};
  EACH (k, 3) X.M[k] = fused_less(X.M[k], force, f[k]);
  X.force = fused(X.force, w, u);
  put(rate.w[0], Quad{});
  put(rate.w[1], w);
  rate.inverse = inverse[0];
  rate.u = u[0];
}

/// The only rate of a hinge on the ground: nothing is handed on.
inline void last_hinge(const SpatialTask& task, const SweepInput& in, Index j, double least,
                       const Carried& X, Quad r, Quad& sound) {
  RateState& rate = task.rate[j];
  const Quad S = get(rate.S[0]), torque = times(X.J, rate.S[0]), force = times(X.G, rate.S[0]);
  Quad d = dot(S, torque);
  if (in.armature) d += all(in.armature[j]);
  sound = (Quad)((Bits4)sound & (Bits4)(d > all(least)));
  const Quad inverse = all(1) / d, wt = torque * inverse, wf = force * inverse;
  put(rate.w[0], wt);
  put(rate.w[1], wf);
  put(rate.there, wt + cross(r, wf));
  rate.inverse = inverse[0];
  rate.u = (all(in.tau ? in.tau[j] : 0) - dot(S, X.torque))[0];
}

/// IA and p, with what the bias brings, to the parent's origin.  [TREES 12]
inline void hand_over(const LinkState& here, Carried& X) {
  Quad H[3];
  transpose(X.G, H);
  X.torque = plus_times(plus_times(X.torque, X.J, here.c[0]), H, here.c[1]);
  X.force = plus_times(plus_times(X.force, X.G, here.c[0]), X.M, here.c[1]);
  add_turned(X.J, H, here.r);
  add_turned(X.G, X.M, here.r);
  const Quad r = get(here.r), r1 = yzx(r);
  EACH (j, 3) X.J[j] += yzx(fused_less(r * yzx(X.G[j]), r1, X.G[j]));
  X.torque += yzx(fused_less(r * yzx(X.force), r1, X.force));
}

/// A hinge gives way, and what it holds goes to the parent's origin: first there, then less
/// U Uᵀ/d, U brought there too, so that only the last product waits for 1/d.
inline void through_hinge(const SpatialTask& task, const SweepInput& in, Index i, Carried& X,
                          Quad& sound) {
  const LinkState& here = task.state[i];
  const Index j = task.link[i].v;
  RateState& rate = task.rate[j];
  const Quad S = get(rate.S[0]), r = get(here.r);
  const Quad torque = times(X.J, rate.S[0]), force = times(X.G, rate.S[0]);
  Quad d = dot(S, torque);
  if (in.armature) d += all(in.armature[j]);
  sound = (Quad)((Bits4)sound & (Bits4)(d > all(task.numbers[i].least[0])));
  const Quad inverse = all(1) / d;
  const Quad u = all(in.tau ? in.tau[j] : 0) - dot(S, X.torque);
  const Quad left = u - sum(fused(torque * get(here.c[0]), force, get(here.c[1])));
  hand_over(here, X);
  const Quad there = torque + cross(r, force);
  const Quad wt = there * inverse, wf = force * inverse;
  const Quad t[3] = {all_x(wt), all_y(wt), all_z(wt)}, f[3] = {all_x(wf), all_y(wf), all_z(wf)};
  EACH (k, 3) {
    X.J[k] = fused_less(X.J[k], there, t[k]);
    X.G[k] = fused_less(X.G[k], force, t[k]);
    X.M[k] = fused_less(X.M[k], force, f[k]);
  }
  X.torque = fused(X.torque, wt, left);
  X.force = fused(X.force, wf, left);
  put(rate.w[0], torque * inverse);
  put(rate.w[1], wf);
  put(rate.there, wt);
  rate.inverse = inverse[0];
  rate.u = u[0];
}

inline void add_carried(const Carried& from, Carried& X) {
  EACH (j, 3) {
    X.J[j] += from.J[j];
    X.G[j] += from.G[j];
    X.M[j] += from.M[j];
  }
  X.torque += from.torque;
  X.force += from.force;
}

inline void leave(const Link& link, Basin& to, Carried& X) {
  if (!link.first) add_basin(to, X);
  EACH (j, 3) {
    put(to.J[j], X.J[j]);
    put(to.G[j], X.G[j]);
    put(to.M[j], X.M[j]);
  }
  put(to.p[0], X.torque);
  put(to.p[1], X.force);
}

/// Which parts the column of rate k of a joint has.
inline bool only_turns(Joint joint, Index k) {
  return joint == Joint::hinge || joint == Joint::universal || joint == Joint::ball ||
         (joint == Joint::cylinder && k == 0) || (joint == Joint::planar && k == 2) ||
         (joint == Joint::free && k >= 3);
}

inline void give_way_any(const SpatialTask& task, const SweepInput& in, const Link& link,
                         const double* least, Index j, Carried& X, Quad& sound) {
  if (only_turns(link.joint, j - link.v))
    give_way<true, false>(task, in, j, least[0], X, sound);
  else if (link.joint == Joint::free && !in.armature)
    give_way_freely(task, in, j, least[1], X, sound);
  else if (link.joint != Joint::screw)
    give_way<false, true>(task, in, j, least[1], X, sound);
  else
    give_way<true, true>(task, in, j, least[0], X, sound);
}

/// What a link carries stays in registers where its parent comes next.
bool inward_sweep(const SpatialTask& task, const SweepInput& in) noexcept {
  Quad sound = (Quad)(Bits4{} - 1);
  Carried carried;
  bool next = false;
  for (Index i = task.links; i-- > 1;) {
    const Link& link = task.link[i];
    const double* least = task.numbers[i].least;
    Carried X;
    load_solid(task, in, i, X);
    if (link.basin >= 0) add_basin(task.basin[link.basin], X);
    if (next) add_carried(carried, X);
    if (link.joint == Joint::hinge) {
      if (link.parent == 0)
        last_hinge(task, in, link.v, least[0], X, get(task.state[i].r), sound);
      else
        through_hinge(task, in, i, X, sound);
    } else {
      for (Index j = link.v + link.rates; j-- > link.v;)
        give_way_any(task, in, link, least, j, X, sound);
      if (link.parent > 0) hand_over(task.state[i], X);
    }
    next = link.parent > 0 && link.parent == i - 1;
    if (next)
      carried = X;
    else if (link.parent > 0)
      leave(link, task.basin[task.link[link.parent].basin], X);
  }
  return ((Bits4)sound)[0] != 0;
}

// SPDX-License-Identifier: Apache-2.0
// The sweeps inward and outward again, of systems side by side.

/// The solid itself, added to what hangs on it; p with what its rates ask for.
inline void add_solid(const BatchTask& task, const Beside& in, const LaneState& s, Index i,
                      bool alone, LaneBasin& X) {
  const LinkNumbers& numbers = task.numbers[i];
  const LaneLink& here = s.link[i];
  const Vec3<Lane> moment = here.R * vec3<Lane>(numbers.moment);
  const Lane mass = numbers.mass;
  const Inertia<Lane> own = {mass, moment, turned(here.R, sym3<Lane>(numbers.second))};
  const Force<Lane> p = gyroscopic(own, here.omega);
  if (alone) {
    X.I = articulated(own);
    X.p = p;
  } else {
    ArticulatedInertia<Lane>& I = X.I;
    I.second += own.second;
    I.coupling.x.y = I.coupling.x.y + moment.z;
    I.coupling.x.z = I.coupling.x.z - moment.y;
    I.coupling.y.x = I.coupling.y.x - moment.z;
    I.coupling.y.z = I.coupling.y.z + moment.x;
    I.coupling.z.x = I.coupling.z.x + moment.y;
    I.coupling.z.y = I.coupling.z.y - moment.x;
    I.mass.xx = I.mass.xx + mass;
    I.mass.yy = I.mass.yy + mass;
    I.mass.zz = I.mass.zz + mass;
    X.p += p;
  }
  if (!in.has_wrenches()) return;
  const auto part = [&](Index k) { return Lane(in.wrench(task.link[i].number, k)); };
  X.p -= {{part(0), part(1), part(2)}, {part(3), part(4), part(5)}};
}

/// A − a bᵀ, a ∥ b.
inline Sym3<Lane> less_dyad(const Sym3<Lane>& A, const Vec3<Lane>& a, const Vec3<Lane>& b) {
  return {A.xx - a.x * b.x, A.yy - a.y * b.y, A.zz - a.z * b.z,
          A.xy - a.x * b.y, A.xz - a.x * b.z, A.yz - a.y * b.z};
}
inline Vec3<Lane> less(const Vec3<Lane>& a, Lane x, const Vec3<Lane>& b) {
  return {a.x - x * b.x, a.y - x * b.y, a.z - x * b.z};
}
inline Vec3<Lane> plus(const Vec3<Lane>& a, Lane x, const Vec3<Lane>& b) {
  return {a.x + x * b.x, a.y + x * b.y, a.z + x * b.z};
}
/// x + a·b.
inline Lane plus_dot(Lane x, const Vec3<Lane>& a, const Vec3<Lane>& b) {
  return x + a.x * b.x + a.y * b.y + a.z * b.z;
}
inline Lane less_dot(Lane x, const Vec3<Lane>& a, const Vec3<Lane>& b) {
  return x - a.x * b.x - a.y * b.y - a.z * b.z;
}

template <bool TURNS, bool SLIDES>
inline void give_way(const Beside& in, LaneRate& rate, Index j, double least, LaneBasin& X,
                     Pack& sound) {
  const ArticulatedInertia<Lane>& I = X.I;
  const Vec3<Lane>&Sa = rate.S.angular, &Sl = rate.S.linear;
  Force<Lane> U = zero_force<Lane>();
  Lane d = 0.0, u = in.tau(j);
  if constexpr (TURNS && SLIDES) U = I * rate.S;
  if constexpr (TURNS && !SLIDES) U = {I.second * Sa, transposed(I.coupling, Sa)};
  if constexpr (!TURNS && SLIDES) U = {I.coupling * Sl, I.mass * Sl};
  if (in.has_armature()) d = in.armature(j);
  if constexpr (TURNS) {
    d = plus_dot(d, Sa, U.torque);
    u = less_dot(u, Sa, X.p.torque);
  }
  if constexpr (SLIDES) {
    d = plus_dot(d, Sl, U.force);
    u = less_dot(u, Sl, X.p.force);
  }
  judge(d.v, least, sound);
  const Lane inverse = Lane(1.0) / d;
  const Force<Lane> w = {inverse * U.torque, inverse * U.force};
  X.I = {less_dyad(I.second, U.torque, w.torque),
         {less(I.coupling.x, w.force.x, U.torque), less(I.coupling.y, w.force.y, U.torque),
          less(I.coupling.z, w.force.z, U.torque)},
         less_dyad(I.mass, U.force, w.force)};
  X.p = {plus(X.p.torque, u, w.torque), plus(X.p.force, u, w.force)};
  rate.w = w;
  rate.inverse = inverse;
  rate.u = u;
}

/// As give_way_freely of one system.
inline void give_way_freely(const Beside& in, LaneRate& rate, Index j, double least, LaneBasin& X,
                            Pack& sound) {
  const Vec3<Lane>& S = rate.S.linear;
  const Vec3<Lane> force = X.I.mass * S;
  const Lane d = dot(S, force), u = less_dot(in.tau(j), S, X.p.force);
  judge(d.v, least, sound);
  const Lane inverse = Lane(1.0) / d;
  const Vec3<Lane> w = inverse * force;
  X.I.mass = less_dyad(X.I.mass, force, w);
  X.p.force = plus(X.p.force, u, w);
  rate.w = {zero3<Lane>(), w};
  rate.inverse = inverse;
  rate.u = u;
}

inline void give_way_any(const BatchTask& task, const Beside& in, const LaneState& s, Index i,
                         LaneBasin& X, Pack& sound) {
  const Link& link = task.link[i];
  const double* least = task.numbers[i].least;
  for (Index j = link.v + link.rates; j-- > link.v;) {
    if (only_turns(link.joint, j - link.v))
      give_way<true, false>(in, s.rate[j], j, least[0], X, sound);
    else if (link.joint == Joint::free && !in.has_armature())
      give_way_freely(in, s.rate[j], j, least[1], X, sound);
    else if (link.joint != Joint::screw)
      give_way<false, true>(in, s.rate[j], j, least[1], X, sound);
    else
      give_way<true, true>(in, s.rate[j], j, least[0], X, sound);
  }
}

/// p + IA c, each product fused, and all of it to the parent's origin.
inline void hand_over(const LaneLink& here, LaneBasin& X) {
  const ArticulatedInertia<Lane>& I = X.I;
  const Vec3<Lane>&a = here.c.angular, &b = here.c.linear;
  const Mat3<Lane>& B = I.coupling;
  const Sym3<Lane>&A = I.second, &D = I.mass;
  const auto row = [&](Lane x, Lane Ax, Lane Ay, Lane Az, Lane Bx, Lane By, Lane Bz) {
    return x + Ax * a.x + Ay * a.y + Az * a.z + Bx * b.x + By * b.y + Bz * b.z;
  };
  const Force<Lane> p = {{row(X.p.torque.x, A.xx, A.xy, A.xz, B.x.x, B.y.x, B.z.x),
                          row(X.p.torque.y, A.xy, A.yy, A.yz, B.x.y, B.y.y, B.z.y),
                          row(X.p.torque.z, A.xz, A.yz, A.zz, B.x.z, B.y.z, B.z.z)},
                         {row(X.p.force.x, B.x.x, B.x.y, B.x.z, D.xx, D.xy, D.xz),
                          row(X.p.force.y, B.y.x, B.y.y, B.y.z, D.xy, D.yy, D.yz),
                          row(X.p.force.z, B.z.x, B.z.y, B.z.z, D.xz, D.yz, D.zz)}};
  X.p = {plus_cross(p.torque, here.r, p.force), p.force};
  X.I = inward(I, here.r);
}

inline void batch_inward(const BatchTask& task, const Beside& in, const LaneState& s, Pack& sound) {
  LaneBasin X;
  bool next = false;
  for (Index i = task.links; i-- > 1;) {
    const Link& link = task.link[i];
    if (link.basin >= 0) {
      const LaneBasin& there = s.basin[link.basin];
      if (next) {
        X.I += there.I;
        X.p += there.p;
      } else {
        X = there;
      }
      next = true;
    }
    add_solid(task, in, s, i, !next, X);
    if (link.joint == Joint::hinge)
      give_way<true, false>(in, s.rate[link.v], link.v, task.numbers[i].least[0], X, sound);
    else
      give_way_any(task, in, s, i, X, sound);
    next = link.parent == i - 1 && link.parent > 0;
    if (link.parent == 0) continue;
    hand_over(s.link[i], X);
    if (next) continue;
    LaneBasin& to = s.basin[task.link[link.parent].basin];
    if (!link.first) {
      X.I += to.I;
      X.p += to.p;
    }
    to = X;
  }
}

inline void batch_accelerate(const BatchTask& task, const Beside& in, const LaneState& s) {
  s.link[0].a = {zero3<Lane>(), {-task.gravity.x, -task.gravity.y, -task.gravity.z}};
  for (Index i = 1; i < task.links; ++i) {
    const Link& link = task.link[i];
    LaneLink& here = s.link[i];
    const Motion<Lane>& from = s.link[link.parent].a;
    Vec3<Lane> angular = from.angular + here.c.angular;
    Vec3<Lane> linear = plus_cross(from.linear + here.c.linear, from.angular, here.r);
    for (Index j = link.v; j < link.v + link.rates; ++j) {
      const LaneRate& rate = s.rate[j];
      const Lane x =
          less_dot(less_dot(rate.u * rate.inverse, rate.w.torque, angular), rate.w.force, linear);
      angular = plus(angular, x, rate.S.angular);
      if (link.joint != Joint::hinge) linear = plus(linear, x, rate.S.linear);
      in.set(j, x.v);
    }
    here.a = {angular, linear};
  }
}

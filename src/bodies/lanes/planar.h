// SPDX-License-Identifier: Apache-2.0
// The sweeps of branches that move in a plane: (angle, x, y), inertias of order three.
//
//   torque = J α + h·a,  force = h α + M a;  E = (−r_y, r_x), so that a shift by r adds α E.
// `In` says where q, v, τ come from and v̇ goes to: one system, or one in each lane.

/// One system.
struct Alone {
  using P = double;
  const SweepInput& in;
  double q(Index i) const { return in.q[i]; }
  double v(Index i) const { return in.v[i]; }
  bool has_armature() const { return in.armature != nullptr; }
  double armature(Index i) const { return in.armature[i]; }
  double tau(Index i) const { return in.tau ? in.tau[i] : 0; }
  void set(Index i, double x) const { in.acceleration[i] = x; }
  bool has_wrenches() const { return in.wrenches != nullptr; }
  double wrench(Index body, Index part) const { return (&in.wrenches[body].torque.x)[part]; }
};

inline void sines(double* angle, double* sine, double* cosine, Index count) {
  for (Index i = 0; i < count; i += W) {  // the arrays have room for whole registers
    Pack s, c;
    sine_and_cosine(load(angle + i), s, c);
    store(sine + i, s);
    store(cosine + i, c);
  }
}
inline void sines(Pack* angle, Pack* sine, Pack* cosine, Index count) {
  for (Index i = 0; i < count; ++i) sine_and_cosine(angle[i], sine[i], cosine[i]);
}

template <class P>
struct Flat {
  Number<P> x, y;
};
#define FLAT_OP      \
  template <class P> \
  [[gnu::always_inline]] inline
FLAT_OP Flat<P> operator+(Flat<P> a, Flat<P> b) { return {a.x + b.x, a.y + b.y}; }
FLAT_OP Flat<P> operator-(Flat<P> a, Flat<P> b) { return {a.x - b.x, a.y - b.y}; }
FLAT_OP Flat<P> operator*(Number<P> s, Flat<P> a) { return {s * a.x, s * a.y}; }
/// c + s a.
FLAT_OP Flat<P> add(Flat<P> c, Number<P> s, Flat<P> a) { return {c.x + s * a.x, c.y + s * a.y}; }
FLAT_OP Flat<P> less(Flat<P> c, Number<P> s, Flat<P> a) { return {c.x - s * a.x, c.y - s * a.y}; }
FLAT_OP Number<P> dot(Flat<P> a, Flat<P> b) { return a.x * b.x + a.y * b.y; }
/// A quarter turn.
FLAT_OP Flat<P> across(Flat<P> a) { return {-a.y, a.x}; }
FLAT_OP Flat<P> flat(const P* a) { return {a[0], a[1]}; }
FLAT_OP void put(P* to, Flat<P> a) {
  to[0] = a.x.v;
  to[1] = a.y.v;
}
/// A vector of a body, given as it is at angle 0.
template <class P>
inline Flat<P> turned(Number<P> c, Number<P> s, const double* a) {
  const Number<P> x = a[0], y = a[1];
  return {c * x - s * y, s * x + c * y};
}
#undef FLAT_OP

/// Angles from the root outward; what a link needs of its parent stays in registers where the parent
/// came just before, here and in the other sweeps.
template <class In>
inline void planar_angles(const PlanarTask<typename In::P>& task, const In& in) {
  using T = Number<typename In::P>;
  T angle = task.angle[0];
  for (Index i = 1; i < task.links; ++i) {
    const PlanarLink& link = task.link[i];
    if (link.parent != i - 1) angle = task.angle[link.parent];
    const T sign = task.numbers[i].sign;
    if (link.joint == Joint::hinge)
      angle = angle + sign * T(in.q(link.q));
    else if (link.joint == Joint::planar)
      angle = angle + sign * T(in.q(link.q + 2));
    task.angle[i] = angle.v;
  }
  sines(task.angle, task.sine, task.cosine, task.links);
}

/// A link's joint: ω, r, bias −ω² r + 2 ω × ṙ with ω of the parent; columns of what slides.
template <class In>
[[gnu::always_inline]] inline Number<typename In::P> place_planar_hinge(
    const PlanarTask<typename In::P>& task, const In& in, Index i, Number<typename In::P> w) {
  using P = typename In::P;
  using T = Number<P>;
  const PlanarLink& link = task.link[i];
  const PlanarNumbers& numbers = task.numbers[i];
  PlanarState<P>& here = task.state[i];
  const Flat<P> r = turned<P>(task.cosine[link.parent], task.sine[link.parent], numbers.at);
  const T omega = w + T(numbers.sign) * T(in.v(link.v));
  here.omega = omega.v;
  put(here.r, r);
  put(here.c, T(-(w * w)) * r);
  return omega;
}

template <class In>
inline Number<typename In::P> place_planar_joint(const PlanarTask<typename In::P>& task,
                                                 const In& in, Index i, Number<typename In::P> w) {
  using P = typename In::P;
  using T = Number<P>;
  const PlanarLink& link = task.link[i];
  const PlanarNumbers& numbers = task.numbers[i];
  PlanarState<P>& here = task.state[i];
  const T c = task.cosine[link.parent], s = task.sine[link.parent];
  Flat<P> r = turned<P>(c, s, numbers.at), slide = {0.0, 0.0};
  T omega = w;
  const int slides = link.joint == Joint::slider ? 1 : link.joint == Joint::planar ? 2 : 0;
  for (int k = 0; k < slides; ++k) {
    const Flat<P> along = turned<P>(c, s, numbers.along[k]);
    r = add(r, T(in.q(link.q + k)), along);
    slide = add(slide, T(in.v(link.v + k)), along);
    put(task.rate[link.v + k].S + 1, along);
    task.rate[link.v + k].S[0] = spread<P>(0);
  }
  if (link.joint == Joint::planar) {
    omega = omega + T(numbers.sign) * T(in.v(link.v + 2));
    PlanarRate<P>& rate = task.rate[link.v + 2];
    rate.S[0] = spread<P>(numbers.sign);
    rate.S[1] = rate.S[2] = spread<P>(0);
  }
  here.omega = omega.v;
  put(here.r, r);
  put(here.c, add(T(-(w * w)) * r, w + w, across(slide)));
  return omega;
}

template <class In>
inline void sweep_planar_outward(const PlanarTask<typename In::P>& task, const In& in) {
  planar_angles(task, in);
  Number<typename In::P> omega = 0.0;
  for (Index i = 1; i < task.links; ++i) {
    const Index parent = task.link[i].parent;
    if (parent != i - 1) omega = task.state[parent].omega;
    if (task.link[i].joint == Joint::hinge)
      omega = place_planar_hinge(task, in, i, omega);
    else
      omega = place_planar_joint(task, in, i, omega);
    if (task.link[i].gathers) task.state[i].gathered = PlanarBasin<typename In::P>{};
  }
}

/// A body with all that hangs on it.
template <class P>
struct PlanarCarried {
  using T = Number<P>;
  T J;
  Flat<P> h;
  T xx, xy, yy;
  T torque;
  Flat<P> force;

  Flat<P> M(Flat<P> a) const { return {xx * a.x + xy * a.y, xy * a.x + yy * a.y}; }
  void add(const PlanarCarried& other) {
    J = J + other.J;
    h = h + other.h;
    xx = xx + other.xx;
    xy = xy + other.xy;
    yy = yy + other.yy;
    torque = torque + other.torque;
    force = force + other.force;
  }
  void add(const PlanarBasin<P>& b) {
    add({b.J, flat(b.h), b.M[0], b.M[1], b.M[2], b.p[0], flat(b.p + 1)});
  }
  void leave(PlanarBasin<P>& b) {
    add(b);
    b.J = J.v;
    put(b.h, h);
    b.M[0] = xx.v;
    b.M[1] = xy.v;
    b.M[2] = yy.v;
    b.p[0] = torque.v;
    put(b.p + 1, force);
  }
};

/// The solid itself, with what its rates ask for: −ω² s.
template <class P>
[[gnu::always_inline]] inline PlanarCarried<P> planar_solid(const PlanarTask<P>& task, Index i) {
  using T = Number<P>;
  const PlanarNumbers& numbers = task.numbers[i];
  const T omega = task.state[i].omega;
  const Flat<P> s = turned<P>(task.cosine[i], task.sine[i], numbers.moment);
  return {numbers.second, across(s), numbers.mass, 0.0, numbers.mass, 0.0, T(-(omega * omega)) * s};
}

template <class In>
inline void add_wrench(const PlanarTask<typename In::P>& task, const In& in, Index i,
                       PlanarCarried<typename In::P>& X) {
  using T = Number<typename In::P>;
  const PlanarLink& link = task.link[i];
  const Plane& plane = task.plane[link.plane];
  const auto part = [&](Index first, const double* axis) {
    return T(axis[0]) * T(in.wrench(link.number, first)) +
           T(axis[1]) * T(in.wrench(link.number, first + 1)) +
           T(axis[2]) * T(in.wrench(link.number, first + 2));
  };
  X.torque = X.torque - part(0, plane.normal);
  X.force.x = X.force.x - part(3, plane.x);
  X.force.y = X.force.y - part(3, plane.y);
}

/// Lanes in which d was too small.
inline void judge(double d, double least, bool& sound) { sound &= d > least; }
inline void judge(Pack d, double least, Pack& sound) {
  sound = (Pack)((Bits)sound & (Bits)(d > splat(least)));
}

/// A hinge without armature gives way: of J and h nothing is left. What it hands over is written so
/// that it waits for 1/J only once:  M − h hᵀ/J,  M E − h (h·E)/J,  E·M E − (h·E)²/J.
template <class In, class Sound>
[[gnu::always_inline]] inline PlanarCarried<typename In::P> through_hinge(
    const PlanarTask<typename In::P>& task, const In& in, Index i,
    const PlanarCarried<typename In::P>& X, Sound& sound) {
  using P = typename In::P;
  using T = Number<P>;
  const PlanarLink& link = task.link[i];
  const PlanarState<P>& here = task.state[i];
  PlanarRate<P>& rate = task.rate[link.v];
  const Flat<P> E = across(flat(here.r)), c = flat(here.c);
  judge(X.J.v, task.numbers[i].least[0], sound);
  const T inverse = T(1) / X.J;
  const T hE = dot(X.h, E), hc = dot(X.h, c), tau = T(task.numbers[i].sign) * T(in.tau(link.v));
  const T u = tau - X.torque;
  const Flat<P> ME = X.M(E), w = inverse * X.h;
  const T k = hE * inverse;
  rate.w[0] = spread<P>(1);
  put(rate.w + 1, w);
  rate.inverse = inverse.v;
  rate.u = u.v;
  PlanarCarried<P> Y;
  Y.J = dot(ME, E) - hE * k;
  Y.h = less(ME, k, X.h);
  Y.xx = X.xx - X.h.x * w.x;
  Y.xy = X.xy - X.h.x * w.y;
  Y.yy = X.yy - X.h.y * w.y;
  Y.force = add(X.force + X.M(c), u - hc, w);  // [TREES 12]
  Y.torque = tau + dot(E, Y.force);
  return Y;
}

/// Any rate gives way: along S, with armature or without.
template <class In, class Sound>
inline void planar_rate(const PlanarTask<typename In::P>& task, const In& in, Index i, Index j,
                        PlanarCarried<typename In::P>& X, Sound& sound) {
  using P = typename In::P;
  using T = Number<P>;
  const PlanarLink& link = task.link[i];
  PlanarRate<P>& rate = task.rate[j];
  const bool hinge = link.joint == Joint::hinge;
  const T S = hinge ? T(1) : T(rate.S[0]);
  const Flat<P> along = hinge ? Flat<P>{0.0, 0.0} : flat(rate.S + 1);
  const T torque = X.J * S + dot(X.h, along);
  const Flat<P> force = add(X.M(along), S, X.h);
  T d = S * torque + dot(along, force);
  if (in.has_armature()) d = d + T(in.armature(j));
  const bool turns = hinge || (link.joint == Joint::planar && j - link.v == 2);
  judge(d.v, task.numbers[i].least[turns ? 0 : 1], sound);
  const T inverse = T(1) / d, wt = torque * inverse;
  const Flat<P> wf = inverse * force;
  const T tau = hinge ? T(T(task.numbers[i].sign) * T(in.tau(j))) : T(in.tau(j));
  const T u = tau - (S * X.torque + dot(along, X.force));
  X.J = X.J - torque * wt;
  X.h = less(X.h, wt, force);
  X.xx = X.xx - force.x * wf.x;
  X.xy = X.xy - force.x * wf.y;
  X.yy = X.yy - force.y * wf.y;
  X.torque = X.torque + wt * u;
  X.force = add(X.force, u, wf);
  rate.w[0] = wt.v;
  put(rate.w + 1, wf);
  rate.inverse = inverse.v;
  rate.u = u.v;
}

/// To the parent's origin, with what the bias brings.
template <class P>
inline PlanarCarried<P> handed_over(const PlanarState<P>& here, const PlanarCarried<P>& X) {
  const Flat<P> E = across(flat(here.r)), c = flat(here.c);
  PlanarCarried<P> Y = X;
  Y.force = X.force + X.M(c);
  Y.h = X.h + X.M(E);
  Y.J = X.J + (dot(X.h, E) + dot(Y.h, E));
  Y.torque = X.torque + dot(X.h, c) + dot(E, Y.force);
  return Y;
}

/// What a link carries stays in registers where its parent comes next.
template <class In, class Sound>
inline void sweep_planar_inward(const PlanarTask<typename In::P>& task, const In& in,
                                Sound& sound) {
  using P = typename In::P;
  PlanarCarried<P> carried;
  bool next = false;
  for (Index i = task.links; i-- > 1;) {
    const PlanarLink& link = task.link[i];
    PlanarCarried<P> X = planar_solid(task, i);
    if (in.has_wrenches()) add_wrench(task, in, i, X);
    if (link.gathers) X.add(task.state[i].gathered);
    if (next) X.add(carried);
    if (link.joint == Joint::hinge && !in.has_armature()) {
      carried = through_hinge(task, in, i, X, sound);
    } else {
      for (Index j = link.v + rates(link.joint); j-- > link.v;)
        planar_rate(task, in, i, j, X, sound);
      carried = handed_over(task.state[i], X);
    }
    next = link.parent == i - 1;
    if (!next && link.parent > 0) carried.leave(task.state[link.parent].gathered);
  }
}

template <class In>
inline void sweep_planar_acceleration(const PlanarTask<typename In::P>& task, const In& in) {
  using P = typename In::P;
  using T = Number<P>;
  T alpha = 0;
  Flat<P> from = {0.0, 0.0};
  for (Index i = 1; i < task.links; ++i) {
    const PlanarLink& link = task.link[i];
    PlanarState<P>& here = task.state[i];
    const Flat<P> E = across(flat(here.r)), c = flat(here.c);
    if (link.parent == 0) {
      const double* gravity = task.plane[link.plane].gravity;
      alpha = 0;
      from = {-gravity[0], -gravity[1]};
    } else if (link.parent != i - 1) {
      alpha = task.state[link.parent].a[0];
      from = flat(task.state[link.parent].a + 1);
    }
    Flat<P> a = add(from + c, alpha, E);
    if (link.joint == Joint::hinge) {
      const PlanarRate<P>& rate = task.rate[link.v];
      const Flat<P> w = flat(rate.w + 1);
      // u/d − w·(c + a + α E), what waits for α last
      const T free = (T(rate.u) * T(rate.inverse) - dot(w, c)) - dot(w, from);  // [TREES 13]
      const T x = free - alpha * (T(rate.w[0]) + dot(w, E));
      alpha = alpha + x;
      in.set(link.v, T(x * T(task.numbers[i].sign)).v);
    } else {
      for (Index j = link.v; j < link.v + rates(link.joint); ++j) {
        const PlanarRate<P>& rate = task.rate[j];
        const T x = T(rate.u) * T(rate.inverse) - (T(rate.w[0]) * alpha + dot(flat(rate.w + 1), a));
        alpha = alpha + x * T(rate.S[0]);
        a = add(a, x, flat(rate.S + 1));
        in.set(j, x.v);
      }
    }
    from = a;
    here.a[0] = alpha.v;
    put(here.a + 1, a);
  }
}

void planar_outward(const PlanarTask<double>& task, const SweepInput& in) noexcept {
  sweep_planar_outward(task, Alone{in});
}
bool planar_inward(const PlanarTask<double>& task, const SweepInput& in) noexcept {
  bool sound = true;
  sweep_planar_inward(task, Alone{in}, sound);
  return sound;
}
void planar_accelerate(const PlanarTask<double>& task, const SweepInput& in) noexcept {
  sweep_planar_acceleration(task, Alone{in});
}

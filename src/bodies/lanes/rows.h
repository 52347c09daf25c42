// SPDX-License-Identifier: Apache-2.0
// Rows of constraints against a factored tree, eight in a register: D = A L⁻ᵀ along the paths only.
// A wrench f on a body walks inward: what rate j sees of it is t = S_jᵀ f, and what the joint lets
// through is f − w_j t. With D_ij = t_ij/√d_j,  D Dᵀ = Σ_j t_j t_jᵀ/d_j,
// and of the motion that u makes the rows see Σ_j t_j u_j/d_j + Σ f·c.

/// Torque and force, a row in each lane.
struct RowForce {
  Pack n[3], f[3];
};

inline RowForce load_force(const double* from) {
  RowForce x;
  EACH (k, 3) {
    x.n[k] = load(from + 8 * k);
    x.f[k] = load(from + 8 * (3 + k));
  }
  return x;
}
inline void store_force(double* to, const RowForce& x) {
  EACH (k, 3) {
    store(to + 8 * k, x.n[k]);
    store(to + 8 * (3 + k), x.f[k]);
  }
}
inline Pack plus_dot(Pack c, const Pack* x, const double* a) {
  return add_product(add_product(add_product(c, x[0], splat(a[0])), x[1], splat(a[1])), x[2],
                     splat(a[2]));
}

/// The wrench along the axes of a plane: torque in n[0], force in f[0] and f[1].
inline void flatten(const Plane& plane, RowForce& x) {
  const Pack n = plus_dot(Pack{}, x.n, plane.normal), fx = plus_dot(Pack{}, x.f, plane.x),
             fy = plus_dot(Pack{}, x.f, plane.y);
  x = {{n, Pack{}, Pack{}}, {fx, fy, Pack{}}};
}

inline void add_force(const RowForce& more, RowForce& x) {
  EACH (k, 3) {
    x.n[k] += more.n[k];
    x.f[k] += more.f[k];
  }
}

/// What acts at a step: the wrench given there, and what came from farther out. Takes the part of
/// gravity off e: accelerations in the sweeps are those against free fall.
inline RowForce gather_force(const RowsTask& task, Index s, Index lane, Pack& e) {
  const RowStep& step = task.step[s];
  RowForce x = {};
  if (step.given >= 0) {
    x = load_force(task.wrench + 48 * step.given + lane);
    if (step.planar) {
      const Plane& plane = task.plane[task.planar_link[step.place].plane];
      flatten(plane, x);
      e = subtract_product(e, x.f[0], splat(plane.gravity[0]));
      e = subtract_product(e, x.f[1], splat(plane.gravity[1]));
    } else {
      e -= plus_dot(Pack{}, x.f, &task.gravity.x);
    }
  }
  if (step.gathers) add_force(load_force(task.carried + 48 * s + lane), x);
  return x;
}

inline void leave_force(const RowsTask& task, Index up, bool first, Index lane, RowForce& x) {
  double* to = task.carried + 48 * up + lane;
  if (!first) add_force(load_force(to), x);
  store_force(to, x);
}

/// t of one rate; `t` counts the rates of the task.
inline void keep(const RowsTask& task, Index t, Index lane, Pack x, double inverse) {
  store(task.T + 8 * t + lane, x);
  store(task.Td + 8 * t + lane, x * splat(inverse));
}

inline void step_in_space(const RowsTask& task, const RowStep& step, Index first_t, Index lane,
                          RowForce& x, Pack& e) {
  const LinkState& here = task.state[step.place];
  for (Index k = step.rates; k-- > 0;) {
    const RateState& rate = task.rate[step.v + k];
    Pack t = plus_dot(Pack{}, x.n, &rate.S[0].x);
    if (step.joint != Joint::hinge) t = plus_dot(t, x.f, &rate.S[1].x);
    if (step.entry >= 0) t += load(task.entry + 8 * (step.entry + k) + lane);
    keep(task, first_t + step.t + k, lane, t, rate.inverse);
    const double *wt = &rate.w[0].x, *wf = &rate.w[1].x;
    EACH (i, 3) {
      x.n[i] = subtract_product(x.n[i], t, splat(wt[i]));
      x.f[i] = subtract_product(x.f[i], t, splat(wf[i]));
    }
  }
  e -= plus_dot(plus_dot(Pack{}, x.n, &here.c[0].x), x.f, &here.c[1].x);
  const Pack r[3] = {splat(here.r.x), splat(here.r.y), splat(here.r.z)};
  x.n[0] = subtract_product(add_product(x.n[0], r[1], x.f[2]), r[2], x.f[1]);
  x.n[1] = subtract_product(add_product(x.n[1], r[2], x.f[0]), r[0], x.f[2]);
  x.n[2] = subtract_product(add_product(x.n[2], r[0], x.f[1]), r[1], x.f[0]);
}

/// In a plane n[0] is the torque, f[0] and f[1] the force.
inline void step_in_plane(const RowsTask& task, const RowStep& step, Index first_t, Index lane,
                          RowForce& x, Pack& e) {
  const PlanarState<double>& here = task.planar_state[step.place];
  Pack &n = x.n[0], &fx = x.f[0], &fy = x.f[1];
  for (Index k = step.rates; k-- > 0;) {
    const PlanarRate<double>& rate = task.planar_rate[step.v + k];
    Pack t = n;
    if (step.joint != Joint::hinge) {
      t = n * splat(rate.S[0]);
      t = add_product(add_product(t, fx, splat(rate.S[1])), fy, splat(rate.S[2]));
    }
    if (step.entry >= 0) {
      const double sign = step.joint == Joint::hinge ? task.planar_numbers[step.place].sign : 1;
      t = add_product(t, splat(sign), load(task.entry + 8 * (step.entry + k) + lane));
    }
    keep(task, first_t + step.t + k, lane, t, rate.inverse);
    n = subtract_product(n, t, splat(rate.w[0]));
    fx = subtract_product(fx, t, splat(rate.w[1]));
    fy = subtract_product(fy, t, splat(rate.w[2]));
  }
  e = subtract_product(subtract_product(e, fx, splat(here.c[0])), fy, splat(here.c[1]));
  n = subtract_product(add_product(n, splat(here.r[0]), fy), splat(here.r[1]), fx);
}

/// At the root: the ground accelerates against free fall.
inline Pack seen_of_ground(const RowsTask& task, const RowStep& step, const RowForce& x) {
  if (!step.planar) {
    const double up[3] = {-task.gravity.x, -task.gravity.y, -task.gravity.z};
    return plus_dot(Pack{}, x.f, up);
  }
  const Plane& plane = task.plane[task.planar_link[step.place].plane];
  return -(x.f[0] * splat(plane.gravity[0]) + x.f[1] * splat(plane.gravity[1]));
}

inline void walk_group(const RowsTask& task, Index g, Index lane) {
  const RowGroup& group = task.group[g];
  Pack e = load(task.demand + 8 * g + lane);
  RowForce carried;
  bool next = false;  // whether what was carried stays in registers
  for (Index s = group.first_step; s < group.first_step + group.steps; ++s) {
    const RowStep& step = task.step[s];
    RowForce x = gather_force(task, s, lane, e);
    if (next) add_force(carried, x);
    if (step.planar)
      step_in_plane(task, step, group.first_t, lane, x, e);
    else
      step_in_space(task, step, group.first_t, lane, x, e);
    next = step.up == s + 1;
    if (next)
      carried = x;
    else if (step.up < 0)
      e -= seen_of_ground(task, step, x);
    else
      leave_force(task, step.up, step.first, lane, x);
  }
  store(task.e + 8 * g + lane, e);
}

void weigh_rows(const RowsTask& task) noexcept {
  for (Index g = 0; g < task.groups; ++g)
    for (Index lane = 0; lane < task.group[g].lanes; lane += W) walk_group(task, g, lane);
}

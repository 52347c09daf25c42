// SPDX-License-Identifier: Apache-2.0
// Rows against systems side by side (compare rows.h and meet.h, where a lane is a row).

/// What is given at a step, of one row of the group; takes the part of gravity off e.
inline Force<Lane> given_wrench(const BatchTask& task, const RowStep& step, Index row, Index shift,
                                Lane& e) {
  const double* from = task.wrench + 48 * (8 * step.given + row) + shift;
  const auto part = [&](Index k) { return Lane(load_loose(from + 8 * k)); };
  const Force<Lane> f = {{part(0), part(1), part(2)}, {part(3), part(4), part(5)}};
  if (!step.planar) {
    e = less_dot(e, f.force, {task.gravity.x, task.gravity.y, task.gravity.z});
    return f;
  }
  const Plane& plane = task.plane[task.planar_link[step.place].plane];
  const Lane x = dot(f.force, vec3<Lane>(plane.x)), y = dot(f.force, vec3<Lane>(plane.y));
  e = e - x * Lane(plane.gravity[0]) - y * Lane(plane.gravity[1]);
  return {{dot(f.torque, vec3<Lane>(plane.normal)), 0.0, 0.0}, {x, y, 0.0}};
}

inline Lane number_at(const BatchTask& task, const RowStep& step, Index k, Index row, Index shift) {
  return load_loose(task.entry + 8 * (8 * (step.entry + k) + row) + shift);
}

inline void keep(const LaneState& s, Index t, Index row, Lane x, Lane inverse) {
  s.T[8 * t + row] = x.v;
  s.Td[8 * t + row] = Lane(x * inverse).v;
}

inline void step_in_space(const BatchTask& task, const LaneState& s, const RowStep& step,
                          Index first_t, Index row, Index shift, Force<Lane>& f, Lane& e) {
  const LaneLink& here = s.link[step.place];
  for (Index k = step.rates; k-- > 0;) {
    const LaneRate& rate = s.rate[step.v + k];
    Lane t = dot(rate.S.angular, f.torque);
    if (step.joint != Joint::hinge) t = plus_dot(t, rate.S.linear, f.force);
    if (step.entry >= 0) t = t + number_at(task, step, k, row, shift);
    keep(s, first_t + step.t + k, row, t, rate.inverse);
    f = {less(f.torque, t, rate.w.torque), less(f.force, t, rate.w.force)};
  }
  e = less_dot(less_dot(e, f.torque, here.c.angular), f.force, here.c.linear);
  f.torque = plus_cross(f.torque, here.r, f.force);
}

inline void step_in_plane(const BatchTask& task, const LaneState& s, const RowStep& step,
                          Index first_t, Index row, Index shift, Force<Lane>& f, Lane& e) {
  const PlanarState<Pack>& here = s.planar.state[step.place];
  Lane &n = f.torque.x, &x = f.force.x, &y = f.force.y;
  const bool hinge = step.joint == Joint::hinge;
  for (Index k = step.rates; k-- > 0;) {
    const PlanarRate<Pack>& rate = s.planar.rate[step.v + k];
    Lane t = n;
    if (!hinge) t = n * Lane(rate.S[0]) + x * Lane(rate.S[1]) + y * Lane(rate.S[2]);
    if (step.entry >= 0) {
      const Lane sign = hinge ? task.planar_numbers[step.place].sign : 1;
      t = t + sign * number_at(task, step, k, row, shift);
    }
    keep(s, first_t + step.t + k, row, t, rate.inverse);
    n = n - t * Lane(rate.w[0]);
    x = x - t * Lane(rate.w[1]);
    y = y - t * Lane(rate.w[2]);
  }
  e = e - x * Lane(here.c[0]) - y * Lane(here.c[1]);
  n = n + Lane(here.r[0]) * y - Lane(here.r[1]) * x;
}

inline Lane less_ground(const BatchTask& task, const RowStep& step, const Force<Lane>& f, Lane e) {
  const Vec3<Lane> gravity = {task.gravity.x, task.gravity.y, task.gravity.z};
  if (!step.planar) return plus_dot(e, f.force, gravity);
  const double* g = task.plane[task.planar_link[step.place].plane].gravity;
  return e + f.force.x * Lane(g[0]) + f.force.y * Lane(g[1]);
}

/// What a row sees of J̇ v: its wrenches walk inward as they are, past all biases.
inline Lane bias_seen(const BatchTask& task, const LaneState& s, const RowGroup& group, Index row,
                      Index shift) {
  Lane sum = 0.0, unused = 0.0;
  for (Index k = group.first_step; k < group.first_step + group.steps; ++k)
    s.carried[k] = zero_force<Lane>();
  for (Index k = group.first_step; k < group.first_step + group.steps; ++k) {
    const RowStep& step = task.step[k];
    Force<Lane> f = s.carried[k];
    if (step.given >= 0) f += given_wrench(task, step, row, shift, unused);
    if (step.planar) {
      const PlanarState<Pack>& here = s.planar.state[step.place];
      sum = sum + f.force.x * Lane(here.c[0]) + f.force.y * Lane(here.c[1]);
    } else {
      const LaneLink& here = s.link[step.place];
      sum = plus_dot(plus_dot(sum, f.torque, here.c.angular), f.force, here.c.linear);
      f.torque = plus_cross(f.torque, here.r, f.force);
    }
    if (step.up >= 0) s.carried[step.up] += f;
  }
  return sum;
}

/// One row inward: t at every rate, and what is left of its demand.
inline void walk_row(const BatchTask& task, const LaneState& s, const RowGroup& group, Index row,
                     Index shift) {
  Lane e = load_loose(task.demand + 8 * (group.start + row) + shift);
  if (task.of_rates) e = e + bias_seen(task, s, group, row, shift);
  Force<Lane> f;
  bool next = false;
  for (Index k = group.first_step; k < group.first_step + group.steps; ++k) {
    const RowStep& step = task.step[k];
    Force<Lane> x = step.given >= 0 ? given_wrench(task, step, row, shift, e) : zero_force<Lane>();
    if (next) x += f;
    if (step.gathers) x += s.carried[k];
    if (step.planar)
      step_in_plane(task, s, step, group.first_t, row, shift, x, e);
    else
      step_in_space(task, s, step, group.first_t, row, shift, x, e);
    next = step.up == k + 1;
    f = x;
    if (step.up < 0)
      e = less_ground(task, step, x, e);
    else if (!next)
      s.carried[step.up] = step.first ? x : s.carried[step.up] + x;
  }
  s.e[group.start + row] = e.v;
}

inline void gram_lanes(const BatchTask& task, const LaneState& s, const RowPair& pair) {
  const RowGroup &a = task.group[pair.a], &b = task.group[pair.b];
  for (Index i = 0; i < a.lanes; ++i)
    for (Index j = 0; j < b.lanes; j += 3) {
      const Index count = b.lanes - j < 3 ? b.lanes - j : 3;
      Pack sum[3] = {};
      for (Index k = pair.first_run; k < pair.first_run + pair.runs; ++k) {
        const RowRun& run = task.run[k];
        const Pack *t = s.T + 8 * (a.first_t + run.ta) + i,
                   *d = s.Td + 8 * (b.first_t + run.tb) + j;
        for (Index n = 0; n < run.count; ++n, t += 8, d += 8)
          EACH (c, 3) sum[c] = add_product(sum[c], *t, d[c]);
      }
      for (Index c = 0; c < count; ++c) s.G[(a.start + i) * task.rows + b.start + j + c] = sum[c];
    }
}

inline Pack either(Pack where, Pack x, Pack y) {
  return (Pack)(((Bits)where & (Bits)x) | (~(Bits)where & (Bits)y));
}

/// What is found of the rows of each lane: an estimate of κ², their rank, and the largest length/d.
struct LaneRows {
  Pack condition, rank, largest;
};

/// As eliminate_rows; in lanes whose rows are too near to dependent the estimate is ∞, and what
/// else is there means nothing.
inline LaneRows eliminate_lanes(const BatchTask& task, const LaneState& s, Pack* z) {
  const Index m = task.rows;
  const Pack infinite = splat(__builtin_inf());
  Pack sum = {}, rank = {}, largest = splat(1);
  for (Index k = 0; k < m; ++k) s.length[k] = s.G[k * m + k];
  for (Index k = 0; k < m; ++k) {
    const Pack* row = s.G + k * m;
    const Pack vanished = (Pack)((Bits)(s.length[k] < splat(1e-290)) & (Bits)(z[k] == Pack{}));
    const Pack inverse = either(vanished, Pack{}, splat(1) / row[k]);
    const Pack positive = (Pack)((Bits)(row[k] > Pack{}) | (Bits)vanished);
    const Pack share = s.length[k] * inverse;
    sum = either(positive, sum + share, infinite);
    rank += either(vanished, Pack{}, splat(1));
    largest = either((Pack)(share > largest), share, largest);
    s.inverse[k] = inverse;
    for (Index i = k + 1; i < m; ++i) {
      const Pack factor = row[i] * inverse;
      Pack* other = s.G + i * m;
      for (Index j = i; j < m; ++j) other[j] = subtract_product(other[j], factor, row[j]);
      z[i] = subtract_product(z[i], factor, z[k]);
    }
  }
  return {sum * splat(double(m)), rank, largest};
}

inline void eliminate_side(const BatchTask& task, const LaneState& s, Pack* z) {
  const Index m = task.rows;
  for (Index k = 0; k < m; ++k) {
    const Pack factor = z[k] * s.inverse[k];
    for (Index i = k + 1; i < m; ++i) z[i] = subtract_product(z[i], factor, s.G[k * m + i]);
  }
}

inline void substitute_back(const BatchTask& task, const LaneState& s, Pack* z, Pack* x) {
  const Index m = task.rows;
  for (Index k = m; k-- > 0;) {
    x[k] = z[k] * s.inverse[k];
    for (Index i = 0; i < k; ++i) z[i] = subtract_product(z[i], s.G[i * m + k], x[k]);
  }
}

/// f(t, u) for the rates of a group.
template <class F>
inline void each_rate(const BatchTask& task, const LaneState& s, const RowGroup& group, F&& f) {
  for (Index i = group.first_step; i < group.first_step + group.steps; ++i) {
    const RowStep& step = task.step[i];
    for (Index k = 0; k < step.rates; ++k)
      f(group.first_t + step.t + k,
        step.planar ? s.planar.rate[step.v + k].u : s.rate[step.v + k].u.v);
  }
}

inline void find_rest(const BatchTask& task, const LaneState& s, Pack* rest) {
  for (Index g = 0; g < task.groups; ++g) {
    const RowGroup& group = task.group[g];
    for (Index i = 0; i < group.lanes; ++i) {
      Pack e = s.e[group.start + i];
      each_rate(task, s, group,
                [&](Index t, Pack& u) { e = subtract_product(e, s.Td[8 * t + i], u); });
      rest[group.start + i] = e;
    }
  }
}

inline void add_rows(const BatchTask& task, const LaneState& s, const Pack* lambda) {
  for (Index g = 0; g < task.groups; ++g) {
    const RowGroup& group = task.group[g];
    each_rate(task, s, group, [&](Index t, Pack& u) {
      for (Index i = 0; i < group.lanes; ++i)
        u = add_product(u, s.T[8 * t + i], lambda[group.start + i]);
    });
  }
}

/// λ, and u with it; κ² of the rows is ∞ where it is too large.
inline LaneRows meet_lanes(const BatchTask& task, const LaneState& s, Index shift) {
  const Index m = task.rows;
  for (Index g = 0; g < task.groups; ++g)
    for (Index i = 0; i < task.group[g].lanes; ++i) walk_row(task, s, task.group[g], i, shift);
  for (Index k = 0; k < task.pairs; ++k) gram_lanes(task, s, task.pair[k]);
  find_rest(task, s, s.rest);
  LaneRows found = eliminate_lanes(task, s, s.rest);
  substitute_back(task, s, s.rest, s.lambda);
  add_rows(task, s, s.lambda);
  const Pack inexact = (Pack) ~(Bits)(found.condition <= splat(task.exact));
  bool any = false;
  for (Index k = 0; k < W; ++k) any |= ((Bits)inexact)[k] != 0;
  if (!any) return found;
  find_rest(task, s, s.rest);
  eliminate_side(task, s, s.rest);
  substitute_back(task, s, s.rest, s.more);
  Pack size = {}, change = {};
  for (Index i = 0; i < m; ++i) {
    s.more[i] = either(inexact, s.more[i], Pack{});  // a system's bits are its own affair
    size = add_product(size, s.length[i] * s.lambda[i], s.lambda[i]);
    change = add_product(change, s.length[i] * s.more[i], s.more[i]);
    s.lambda[i] += s.more[i];
  }
  add_rows(task, s, s.more);
  const Pack kept = (Pack)((Bits)(change <= splat(1e-10) * size) | ~(Bits)inexact);
  found.condition = either(kept, found.condition, splat(__builtin_inf()));
  return found;
}

void batch_solve(const BatchTask& task) noexcept {
  for (Index part = 0; part < 8 / W; ++part) {
    const LaneState s = part_of(task, part);
    const Beside in = {task, part * W};
    Pack sound = (Pack)(Bits{} - 1);
    LaneRows found = {splat(1), Pack{}, splat(1)};
    batch_inward(task, in, s, sound);
    if (task.planar_links > 1) sweep_planar_inward(s.planar, in, sound);
    if (task.rows > 0) found = meet_lanes(task, s, in.shift);
    batch_accelerate(task, in, s);
    if (task.planar_links > 1) sweep_planar_acceleration(s.planar, in);
    const Pack good = (Pack)((Bits)sound & (Bits)(found.condition <= splat(task.trusted)));
    store_loose(task.quality + in.shift, either(good, found.condition, splat(__builtin_inf())));
    store_loose(task.quality + 8 + in.shift, found.rank);
    store_loose(task.quality + 16 + in.shift, found.largest);
    for (Index i = 0; i < task.rows; ++i) store_loose(task.lambda + 8 * i + in.shift, s.lambda[i]);
  }
}

// SPDX-License-Identifier: Apache-2.0
// Systems side by side, one in each lane: what the sweeps keep of them. A machine whose registers
// hold W lanes works on 8/W parts one after the other.

using Lane = Number<Pack>;

[[gnu::always_inline]] inline Turn<Lane> turn(Lane angle) {
  Turn<Lane> by;
  sine_and_cosine(angle.v, by.sine.v, by.cosine.v);
  return by;
}

struct LaneLink {
  Mat3<Lane> R;
  Vec3<Lane> r, omega;
  Motion<Lane> c, a;
};

struct LaneRate {
  Motion<Lane> S;
  Force<Lane> w;
  Lane inverse, u;
};

struct LaneBasin {
  ArticulatedInertia<Lane> I;
  Force<Lane> p;
};

/// Reads and writes one part of the eight.
struct Beside {
  using P = Pack;
  const BatchTask& in;
  Index shift;
  Pack q(Index i) const { return load_loose(in.q + 8 * i + shift); }
  Pack v(Index i) const { return load_loose(in.v + 8 * i + shift); }
  bool has_armature() const { return in.armature != nullptr; }
  Pack armature(Index i) const { return splat(in.armature[i]); }
  Pack tau(Index i) const { return in.tau ? load_loose(in.tau + 8 * i + shift) : Pack{}; }
  void set(Index i, Pack x) const { store_loose(in.acceleration + 8 * i + shift, x); }
  bool has_wrenches() const { return in.wrenches != nullptr; }
  Pack wrench(Index body, Index part) const {
    return load_loose(in.wrenches + 8 * (6 * body + part) + shift);
  }
};

/// The arrays of one part.
struct LaneState {
  LaneLink* link;
  LaneRate* rate;
  LaneBasin* basin;
  PlanarTask<Pack> planar;
  Force<Lane>* carried;  // of each step, for one row
  Pack *T, *Td;          // of each rate of a group 8, a row each
  Pack *e, *rest, *more, *lambda;
  Pack *G, *length, *inverse;
};

/// Hands out the memory of a part from `at` on; returns where it ends, in registers. Without memory it
/// only measures.
inline Index lay_out(const BatchTask& task, double* memory, Index at, LaneState& s) {
  Pack* base = reinterpret_cast<Pack*>(memory);
  const auto take = [&]<class Item>(Item*& pointer, Index count) {
    pointer = base ? reinterpret_cast<Item*>(base + at) : nullptr;
    at += Index(sizeof(Item) / sizeof(Pack)) * count;
  };
  take(s.link, task.links);
  take(s.rate, task.nv);
  take(s.basin, task.basins);
  s.planar.links = task.planar_links;
  s.planar.link = task.planar_link;
  s.planar.numbers = task.planar_numbers;
  s.planar.plane = task.plane;
  take(s.planar.angle, task.planar_links);
  take(s.planar.cosine, task.planar_links);
  take(s.planar.sine, task.planar_links);
  take(s.planar.state, task.planar_links);
  take(s.planar.rate, task.planar_links > 1 ? task.nv : 0);
  take(s.carried, task.steps);
  take(s.T, 8 * task.rates);
  take(s.Td, 8 * task.rates);
  take(s.e, task.rows);
  take(s.rest, task.rows);
  take(s.more, task.rows);
  take(s.lambda, task.rows);
  take(s.G, task.rows * task.rows);
  take(s.length, task.rows);
  take(s.inverse, task.rows);
  return at;
}

inline LaneState part_of(const BatchTask& task, Index part) {
  LaneState s;
  const Index size = lay_out(task, task.memory, 0, s);
  lay_out(task, task.memory, part * size, s);
  return s;
}

Index batch_room(const BatchTask& task) noexcept {
  LaneState s;
  return 8 * lay_out(task, nullptr, 0, s);
}

// SPDX-License-Identifier: Apache-2.0
#pragma once
// The sweeps over a tree that are worth a register: one table of functions per instruction set,
// chosen once. Their arithmetic is elementwise and their sums have a fixed order, so AVX2 and
// AVX-512 give the same bits.
//
// What a sweep knows of the tree lies in plain arrays, in the sweep's own order; place 0 is the
// ground, so that no body is without a parent. Branches that move in a plane are swept apart, with
// inertias of order three.

#include <cstdint>

#include "base/index.h"
#include "bodies/joint/joint.h"
#include "bodies/space/solid.h"
#include "bodies/space/spatial.h"

namespace zwang::bodies {

/// Three numbers and a zero, as a register holds them.
struct alignas(32) Padded {
  double x = 0, y = 0, z = 0, zero = 0;
};

/// A body of a branch that moves in space.
struct Link {
  std::int32_t parent;  // its place among the links; 0: the ground
  std::int32_t number;  // among the bodies of the tree
  std::int32_t q, v;    // first coordinate and rate
  std::int32_t rates;
  std::int32_t turn;   // which of the turning angles is the hinge's
  std::int32_t basin;  // where its children leave what they carry; −1: it has none
  Joint joint;
  bool first;  // of its siblings the first to come: what it carries needs not be added
};

/// Its numbers, at and axis in the parent's axes, the others in its own.
struct LinkNumbers {
  double at[3];
  double axis[3];      // of a hinge or a slider
  double rotation[9];  // of the joint frame, row by row
  double mass;
  double moment[3];  // mass × centre
  double second[6];  // about the origin: xx yy zz xy xz yz
  double least[2];   // a pivot not above this, turning or sliding, is not trusted
};

/// Eight hinges: the rotation against the parent, row by row, is fixed + cosine c + sine s.
struct alignas(64) Turns {
  double fixed[9][8], cosine[9][8], sine[9][8];
  double rotation[9][8];
  std::int32_t q[8];  // where the angles are
};

/// What the sweep outward finds of a link.
struct LinkState {
  Padded R[3];   // its axes
  Padded r;      // the way to its origin from the parent's
  Padded omega;  // its angular velocity
  Padded c[2];   // the bias, angular and linear
  Padded a[2];   // its acceleration, in the end
};

/// What the sweep inward finds of a rate.
struct RateState {
  Padded S[2];     // its column, angular and linear
  Padded w[2];     // IA S/d, torque and force
  Padded there;    // of a hinge: that torque at the parent's origin
  double inverse;  // 1/d
  double u;        // what is left to move the rate
  double spare[2];
};

/// What children leave in a basin: blocks of IA by columns, and p.
///   torque = J ω̇ + Gᵀ a,  force = G ω̇ + M a
struct Basin {
  Padded J[3], G[3], M[3], p[2];
};

struct SpatialTask {
  Index links = 0;  // with the ground
  const Link* link = nullptr;
  const LinkNumbers* numbers = nullptr;
  const SolidNumbers* solids = nullptr;  // of the tree
  LinkState* state = nullptr;
  RateState* rate = nullptr;
  Basin* basin = nullptr;
  Turns* turns = nullptr;
  Index turn_blocks = 0;
};

/// A body of a branch that moves in a plane: hinges about the plane's normal, sliders along it,
/// planar joints in it, fixed ones. Vectors have two parts, along the plane's own axes.
struct PlanarLink {
  std::int32_t parent;
  std::int32_t number;
  std::int32_t q, v;
  std::int32_t plane;
  Joint joint;
  bool gathers;  // what its children carry: those that do not come just before it
};

struct Plane {
  double gravity[2];             // along x and y
  double normal[3], x[3], y[3];  // right-handed, in world axes
};

/// Vectors as they are when every angle is 0.
struct PlanarNumbers {
  double at[2];
  double along[2][2];  // what a slider, or the first two rates of a planar joint, move along
  double sign;         // −1 where an angle runs against the plane's normal
  double mass, moment[2], second;
  double least[2];
};

/// P is double, or a register with a system in each lane.
///   torque = J ω̇ + h·a,  force = h ω̇ + M a,  M by xx xy yy; p is torque, force.
template <class P>
struct PlanarBasin {
  P J, h[2], M[3], p[3];
};

template <class P>
struct PlanarState {
  P omega, r[2], c[2];
  P a[3];  // ω̇, acceleration
  PlanarBasin<P> gathered;
};

template <class P>
struct PlanarRate {
  P S[3], w[3];
  P inverse, u;  // of a hinge u is along the normal, whatever its sign
};

template <class P>
struct PlanarTask {
  Index links = 0;  // with the ground
  const PlanarLink* link = nullptr;
  const PlanarNumbers* numbers = nullptr;
  const Plane* plane = nullptr;
  P *angle = nullptr, *cosine = nullptr, *sine = nullptr;  // of each link
  PlanarState<P>* state = nullptr;
  PlanarRate<P>* rate = nullptr;
};

/// Where the state and what acts are read from and the answer goes to; nv each unless it says
/// otherwise. tau, armature and wrenches may be null.
struct SweepInput {
  const double *q = nullptr, *v = nullptr;
  const double *tau = nullptr, *armature = nullptr;
  const Force<double>* wrenches = nullptr;  // of each body, at its origin
  Vec3<double> gravity = {0, 0, 0};
  double* acceleration = nullptr;
};

/// Rows of constraints in groups of at most eight that concern the same bodies, one row in a lane.
/// A row is a wrench on each of some bodies, and numbers on rates. Its way inward through the
/// bodies that carry those is the same for the group: its steps, from the leaves to the root.
struct RowStep {
  std::int32_t place;  // the body's, among the links or the planar links
  std::int32_t up;     // the step of its parent; −1: the ground
  std::int32_t t;      // the first of its rates among the group's
  std::int32_t v, rates;
  std::int32_t given;  // which of the wrenches acts here; −1: none
  std::int32_t entry;  // the first of its rates among those that have numbers; −1: none
  Joint joint;
  bool planar;
  bool gathers;  // what steps carry that do not come just before it
  bool first;    // of those that lead to its parent's step from afar
};

struct RowGroup {
  std::int32_t first_step, steps;
  std::int32_t first_t, rates;
  std::int32_t lanes;  // rows in it
  std::int32_t start;  // the first of them, rows being counted group by group
};

/// Rates that two groups share: `count` of them from ta and from tb on.
struct RowRun {
  std::int32_t ta, tb, count;
};
struct RowPair {
  std::int32_t a, b;
  std::int32_t first_run, runs;
};

struct RowsTask {
  Index rows = 0;
  Index groups = 0, pairs = 0;
  const RowGroup* group = nullptr;
  const RowStep* step = nullptr;
  const RowPair* pair = nullptr;
  const RowRun* run = nullptr;
  const double* wrench = nullptr;  // 6·8 each: torque, force; eight lanes
  const double* entry = nullptr;   // 8 each
  const double* demand = nullptr;  // 8 for each group: what the accelerations of the bodies shall
                                   // add up to
  const LinkState* state = nullptr;
  const RateState* rate = nullptr;
  const PlanarLink* planar_link = nullptr;
  const Plane* plane = nullptr;
  const PlanarNumbers* planar_numbers = nullptr;
  const PlanarState<double>* planar_state = nullptr;
  const PlanarRate<double>* planar_rate = nullptr;
  Vec3<double> gravity = {0, 0, 0};
  double* const* u = nullptr;  // of each rate of a group, where its u is
  // out, or room
  double* carried = nullptr;           // 6·8 for each step
  double *T = nullptr, *Td = nullptr;  // 8 for each rate of a group: Sᵀf, and that times 1/d
  double* e = nullptr;                 // 8 for each group: what the rates are asked for
  double* G = nullptr;                 // rows × ld, ld a multiple of 8 and ≥ rows + 8
  Index ld = 0;
  double* work = nullptr;         // 4·ld + 2; the last two are out: how many rows did not vanish,
                                  // and the largest square of a row's length against its pivot
  double* lambda = nullptr;       // rows, counted group by group
  double exact = 0, trusted = 0;  // κ² up to which G is good enough, and up to which a correction
                                  // makes it so
};

/// Eight systems side by side: entry k of system s at [8k + s] of every array. One tree, one set of
/// solids, one set of rows.
struct BatchTask {
  // the tree
  Index links = 0, planar_links = 0, basins = 0, nv = 0;
  const Link* link = nullptr;
  const LinkNumbers* numbers = nullptr;
  const SolidNumbers* solids = nullptr;
  const Turns* turns = nullptr;
  const PlanarLink* planar_link = nullptr;
  const PlanarNumbers* planar_numbers = nullptr;
  const Plane* plane = nullptr;
  // the rows
  Index rows = 0, groups = 0, pairs = 0, steps = 0, rates = 0;  // rates of all groups together
  const RowGroup* group = nullptr;
  const RowStep* step = nullptr;
  const RowPair* pair = nullptr;
  const RowRun* run = nullptr;
  const std::int32_t* rate_of = nullptr;  // of each rate of a group, its number
  const double* wrench = nullptr;         // 6 for each lane of each wrench of RowsTask
  const double* entry = nullptr;          // 1 for each lane of each number of RowsTask
  const double* demand = nullptr;         // 1 for each row, counted group by group
  // the systems
  const double *q = nullptr, *v = nullptr, *tau = nullptr;  // tau or null
  const double* wrenches = nullptr;                         // 6 for each body, or null
  const double* armature = nullptr;                         // the same for all systems, or null
  Vec3<double> gravity = {0, 0, 0};
  double* acceleration = nullptr;
  double* lambda = nullptr;   // 1 for each row, counted group by group
  double* quality = nullptr;  // 8: κ² of the rows, at least 1, ∞ where the system must be solved
                              // alone; 8: how many did not vanish; 8: as behind RowsTask::work
  double* memory = nullptr;   // batch_room() doubles, on a cache line
  double exact = 0, trusted = 0;
  bool of_rates = false;  // whether the demand is meant without J̇ v
};

/// Where a batch finds a body.
struct BatchBody {
  std::int32_t place;  // among the links, or the planar links
  bool planar;
  Mat3<double> at_rest;  // a planar one's axes when all coordinates are 0
};

/// A point of a body, given in its axes, that rows see along the world's axes: the torques of their
/// wrenches, and what its turning takes from their demands, both times `sign`.
struct BatchPoint {
  Vec3<double> at;
  double sign;
  Index rows;  // 1 to 3
  double *wrench[3], *demand[3];
};

struct Sweeps {
  const char* name;
  /// Poses, angular velocities, columns, biases.
  void (*outward)(const SpatialTask& task, const SweepInput& in) noexcept;
  /// Factors H and finds u. Returns false where some d is small against what it is made of: nothing
  /// is valid then.
  bool (*inward)(const SpatialTask& task, const SweepInput& in) noexcept;
  /// v̇ and the accelerations of the links.
  void (*accelerate)(const SpatialTask& task, const SweepInput& in) noexcept;

  void (*planar_outward)(const PlanarTask<double>& task, const SweepInput& in) noexcept;
  bool (*planar_inward)(const PlanarTask<double>& task, const SweepInput& in) noexcept;
  void (*planar_accelerate)(const PlanarTask<double>& task, const SweepInput& in) noexcept;

  /// T, Td and e.
  void (*weigh_rows)(const RowsTask& task) noexcept;
  /// λ with D Dᵀλ = e − D u, and u + Tᵀλ for u. Returns false, and nothing is valid, where D Dᵀ is too
  /// near to being singular.
  bool (*meet_rows)(const RowsTask& task) noexcept;

  /// How many doubles a batch of this shape works in.
  Index (*batch_room)(const BatchTask& task) noexcept;
  void (*batch_place)(const BatchTask& task) noexcept;
  /// After batch_place: a body's axes by columns, 9, and its angular velocity, 3.
  void (*batch_axes)(const BatchTask& task, const BatchBody& body, double* axes,
                     double* omega) noexcept;
  void (*batch_point)(const BatchTask& task, const BatchBody& body,
                      const BatchPoint& point) noexcept;
  void (*batch_solve)(const BatchTask& task) noexcept;
};

}  // namespace zwang::bodies

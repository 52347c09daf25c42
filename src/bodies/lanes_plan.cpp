// SPDX-License-Identifier: Apache-2.0
#include "bodies/lanes_plan.h"

#include <algorithm>
#include <cstring>

#include "bodies/space/inertia.h"
#include "linalg/kernels.h"

namespace zwang::bodies {

extern const Sweeps sweeps_baseline;
#ifndef ZWANG_NO_X86
extern const Sweeps sweeps_avx2, sweeps_avx512;
#endif

const Sweeps& sweeps() noexcept {
#ifndef ZWANG_NO_X86
  const char* name = linalg::kernels().name;
  if (std::strcmp(name, sweeps_avx512.name) == 0) return sweeps_avx512;
  if (std::strcmp(name, sweeps_avx2.name) == 0) return sweeps_avx2;
#endif
  return sweeps_baseline;
}

namespace {

/// Pivots down to this part of what they are summed from are taken as they are; smaller ones are worth
/// a second look (Articulated). A hundred times rounding, far below what mechanisms have.
constexpr double kSuspect = 1e-12;

/// F (fixed + cosine c + sine s) = F turned about u.
void fill_turn(const SolidNumbers& solid, Turns& turns, Index lane) {
  const double* F = solid.rotation;
  const double* u = solid.axis;
  const double X[9] = {0, -u[2], u[1], u[2], 0, -u[0], -u[1], u[0], 0};
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      double fixed = 0, cosine = 0, sine = 0;
      for (int k = 0; k < 3; ++k) {
        fixed += F[3 * i + k] * u[k] * u[j];
        cosine += F[3 * i + k] * ((k == j ? 1 : 0) - u[k] * u[j]);
        sine += F[3 * i + k] * X[3 * k + j];
      }
      turns.fixed[3 * i + j][lane] = fixed;
      turns.cosine[3 * i + j][lane] = cosine;
      turns.sine[3 * i + j][lane] = sine;
    }
}

/// A vector along the axes of a plane.
void project(const Plane& plane, const Vec3<double>& a, double* to) {
  to[0] = dot(a, vec3<double>(plane.x));
  to[1] = dot(a, vec3<double>(plane.y));
}

std::vector<Index> by_depth(const Tree& tree) {
  std::vector<Index> depth(tree.bodies.size()), order(tree.bodies.size());
  for (Index i = 0; i < tree.size(); ++i) {
    const Index parent = tree.bodies[i].parent;
    depth[i] = parent == ground ? 0 : depth[parent] + 1;
    order[i] = i;
  }
  std::stable_sort(order.begin(), order.end(),
                   [&](Index a, Index b) { return depth[a] < depth[b]; });
  return order;
}

/// A body, then the first of its children with all that hangs on it, then the next.
std::vector<Index> by_limb(const Tree& tree) {
  std::vector<std::vector<Index>> children(tree.bodies.size() + 1);
  for (Index i = tree.size(); i-- > 0;)
    children[tree.bodies[i].parent + 1].push_back(i);  // the first last
  std::vector<Index> order, open = children[0];
  while (!open.empty()) {
    const Index i = open.back();
    open.pop_back();
    order.push_back(i);
    open.insert(open.end(), children[i + 1].begin(), children[i + 1].end());
  }
  return order;
}

}  // namespace

LinkPlan::LinkPlan(const Tree& tree, LinkOrder order)
    : planes_(tree),
      order_(order == LinkOrder::by_depth ? by_depth(tree) : by_limb(tree)),
      place_(tree.bodies.size()),
      planar_(tree.bodies.size(), 2),  // neither: the first prepare() lays out
      turning_(tree.bodies.size()),
      sliding_(tree.bodies.size()),
      last_child_(tree.bodies.size() + 1) {
  const std::size_t n = tree.bodies.size();
  link.resize(n + 1);
  numbers.resize(n + 1);
  planar_link.resize(n + 1);
  planar_numbers.resize(n + 1);
  plane_of_branch.resize(planes_.branches.size());
  turns.resize(n / 8 + 1);
}

/// Where children leave what they carry, unless they come just before their parent, and which of
/// them is the first to come.
void LinkPlan::lay_basins() noexcept {
  std::fill(last_child_.begin(), last_child_.end(), 0);
  for (Index k = 1; k < spatial_; ++k)
    if (link[k].parent != k - 1) last_child_[link[k].parent] = static_cast<std::int32_t>(k);
  basins = 0;
  for (Index k = 1; k < spatial_; ++k) {
    Link& l = link[k];
    l.basin = last_child_[k] > 0 ? static_cast<std::int32_t>(basins++) : -1;
    l.first = last_child_[l.parent] == k;
  }
}

void LinkPlan::lay_out(const Tree& tree) noexcept {
  spatial_ = flat_ = 1;
  std::int32_t hinges = 0;
  for (const Index i : order_) {
    const Body& body = tree.bodies[i];
    const std::int32_t parent = body.parent == ground ? 0 : place_[body.parent];
    const auto number = static_cast<std::int32_t>(i), q = static_cast<std::int32_t>(body.q),
               v = static_cast<std::int32_t>(body.v);
    if (planar_[i]) {
      planar_link[flat_] = {parent, number, q, v, planes_.branch[i], body.joint, false};
      if (parent > 0 && parent != flat_ - 1) planar_link[parent].gathers = true;
      place_[i] = static_cast<std::int32_t>(flat_++);
    } else {
      const auto count = static_cast<std::int32_t>(rates(body.joint));
      const std::int32_t turn = body.joint == Joint::hinge ? hinges++ : 0;
      link[spatial_] = {parent, number, q, v, count, turn, -1, body.joint, false};
      place_[i] = static_cast<std::int32_t>(spatial_++);
    }
  }
  turn_blocks = (hinges + 7) / 8;
  for (Index k = 0; k < turn_blocks; ++k) turns[k] = {};
  lay_basins();
}

void LinkPlan::fill_link(const Tree& tree, const Solids& solids, Index i) noexcept {
  const SolidNumbers& solid = solids.of[i];
  LinkNumbers& to = numbers[place_[i]];
  const Mat3<double> F = mat3<double>(solid.rotation);
  const Inertia<double> own = inertia_of(solid, identity3<double>());
  std::copy_n(solid.at, 3, to.at);
  store(F * vec3<double>(solid.axis), to.axis);
  std::copy_n(solid.rotation, 9, to.rotation);
  to.mass = own.mass;
  store(own.moment, to.moment);
  const Sym3<double>& I = own.second;
  const double second[6] = {I.xx, I.yy, I.zz, I.xy, I.xz, I.yz};
  std::copy_n(second, 6, to.second);
  to.least[0] = kSuspect * turning_[i];
  to.least[1] = kSuspect * sliding_[i];
  if (tree.bodies[i].joint != Joint::hinge) return;
  const std::int32_t turn = link[place_[i]].turn;
  fill_turn(solid, turns[turn / 8], turn % 8);
  turns[turn / 8].q[turn % 8] = static_cast<std::int32_t>(tree.bodies[i].q);
}

void LinkPlan::fill_planar(const Tree& tree, const Solids& solids, Index i) noexcept {
  const SolidNumbers& solid = solids.of[i];
  const Body& body = tree.bodies[i];
  const Plane& plane = planes_.of(i).plane;
  const Mat3<double>& E = planes_.at_rest[i];
  const Mat3<double> P = body.parent == ground ? identity3<double>() : planes_.at_rest[body.parent];
  const Vec3<double> normal = vec3<double>(plane.normal), axis = E * vec3<double>(solid.axis);
  const Vec3<double> center = E * vec3<double>(solid.center);
  PlanarNumbers& to = planar_numbers[place_[i]];
  project(plane, P * vec3<double>(solid.at), to.at);
  const bool slider = body.joint == Joint::slider;
  project(plane, slider ? axis : E.x, to.along[0]);
  project(plane, E.y, to.along[1]);
  to.sign = dot(slider ? normal : body.joint == Joint::planar ? E.z : axis, normal) < 0 ? -1 : 1;
  to.mass = solid.mass;
  project(plane, solid.mass * center, to.moment);
  const Sym3<double> I = inertia_of(solid, E).second;
  to.second = dot(normal, I * normal);
  to.least[0] = kSuspect * turning_[i];
  to.least[1] = kSuspect * sliding_[i];
}

void LinkPlan::set_gravity(const Vec3<double>& gravity) noexcept {
  for (Plane& plane : plane_of_branch) project(plane, gravity, plane.gravity);
}

/// What the pivots are summed from, as in Articulated, but for the way that sliders go.
void LinkPlan::find_sizes(const Tree& tree, const Solids& solids) noexcept {
  for (Index i = 0; i < tree.size(); ++i) {
    const Sym3<double> I = inertia_of(solids.of[i], identity3<double>()).second;
    turning_[i] = I.xx + I.yy + I.zz;
    sliding_[i] = solids.of[i].mass;
  }
  for (Index i = tree.size(); i-- > 0;) {
    const Index parent = tree.bodies[i].parent;
    if (parent == ground) continue;
    const Vec3<double> r = vec3<double>(solids.of[i].at);
    turning_[parent] += turning_[i] + sliding_[i] * dot(r, r);
    sliding_[parent] += sliding_[i];
  }
}

bool LinkPlan::prepare(const Tree& tree, const Solids& solids, bool flat) noexcept {
  planar_branches(tree, solids, planes_);
  bool changed = false;
  for (Index i = 0; i < tree.size(); ++i) {
    const unsigned char planar = flat && planes_.planar(i);
    changed |= planar != planar_[i];
    planar_[i] = planar;
  }
  find_sizes(tree, solids);
  if (changed) lay_out(tree);
  for (std::size_t k = 0; k < plane_of_branch.size(); ++k)
    plane_of_branch[k] = planes_.branches[k].plane;
  for (Index i = 0; i < tree.size(); ++i)
    planar_[i] ? fill_planar(tree, solids, i) : fill_link(tree, solids, i);
  return changed;
}

}  // namespace zwang::bodies

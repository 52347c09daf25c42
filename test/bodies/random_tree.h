// SPDX-License-Identifier: Apache-2.0
#pragma once
// Random trees of rigid solids in random states, and how large what is computed from them is: the
// measure of rounding.

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "bodies/kinematics.h"
#include "bodies/space/solid.h"
#include "bodies/tree.h"
#include "support/random.h"

namespace zwang::test {

struct RandomTree {
  bodies::Tree tree;
  bodies::Solids solids;
  std::vector<double> q, v, vdot;  // nq, nv, nv
};

using Unit = bodies::Vec3<double>;

inline Unit random_unit(Random& random) {
  for (;;) {
    const Unit u = {random.normal(), random.normal(), random.normal()};
    const double length = std::sqrt(dot(u, u));
    if (length > 0.1) return {u.x / length, u.y / length, u.z / length};
  }
}

/// A rotation, row by row, from a unit quaternion.
inline void random_rotation(Random& random, double* rows) {
  double e[4], sum = 0;
  for (double& x : e) {
    x = random.normal();
    sum += x * x;
  }
  for (double& x : e) x /= std::sqrt(sum);
  const double w = e[0], x = e[1], y = e[2], z = e[3];
  const double R[9] = {
      w * w + x * x - y * y - z * z, 2 * (x * y - w * z),           2 * (x * z + w * y),
      2 * (x * y + w * z),           w * w - x * x + y * y - z * z, 2 * (y * z - w * x),
      2 * (x * z - w * y),           2 * (y * z + w * x),           w * w - x * x - y * y + z * z};
  std::copy(R, R + 9, rows);
}

/// Of a box of random sides, turned: it obeys the triangle inequality.
inline void random_inertia(Random& random, double mass, double* inertia) {
  double R[9], side[3];
  random_rotation(random, R);
  for (double& s : side) s = random.uniform(0.05, 1);
  double second[6] = {};
  const int row[] = {0, 1, 2, 0, 0, 1}, column[] = {0, 1, 2, 1, 2, 2};
  for (int axis = 0; axis < 3; ++axis) {
    const double a = side[(axis + 1) % 3], b = side[(axis + 2) % 3];
    for (int k = 0; k < 6; ++k)
      second[k] += mass / 12 * (a * a + b * b) * R[3 * row[k] + axis] * R[3 * column[k] + axis];
  }
  std::copy(second, second + 6, inertia);
}

inline bodies::SolidNumbers random_solid(Random& random) {
  bodies::SolidNumbers s{};
  random_rotation(random, s.rotation);
  for (double& x : s.at) x = random.uniform(-1, 1);
  const Unit axis = random_unit(random);
  Unit axis2 = random_unit(random);
  while (std::abs(dot(axis, axis2)) > 0.9) axis2 = random_unit(random);
  store(axis, s.axis);
  store(axis2, s.axis2);
  s.pitch = random.uniform(-2, 2);
  s.mass = std::pow(10.0, random.uniform(-3, 3));
  for (double& x : s.center) x = random.uniform(-0.5, 0.5);
  random_inertia(random, s.mass, s.inertia);
  return s;
}

/// Quaternions have any length from 1/2 to 2: only their direction may matter.
inline void random_state(Random& random, RandomTree& t) {
  t.q.resize(static_cast<std::size_t>(t.tree.nq));
  t.v.resize(static_cast<std::size_t>(t.tree.nv));
  t.vdot.resize(t.v.size());
  for (double& x : t.q) x = random.uniform(-3, 3);
  for (double& x : t.v) x = random.normal();
  for (double& x : t.vdot) x = random.normal();
  for (const bodies::Body& body : t.tree.bodies) {
    if (!has_quaternion(body.joint)) continue;
    double* e = t.q.data() + body.q + (body.joint == bodies::Joint::free ? 3 : 0);
    double sum = 0;
    for (int k = 0; k < 4; ++k) {
      e[k] = random.normal();
      sum += e[k] * e[k];
    }
    const double scale = random.uniform(0.5, 2) / std::sqrt(sum);
    for (int k = 0; k < 4; ++k) e[k] *= scale;
  }
}

/// `chain`, 0 to 1: how likely a body hangs on the one before it rather than on any.
inline RandomTree random_tree(Random& random, Index size, double chain, bool free_base = false) {
  RandomTree t;
  for (double& x : t.solids.gravity) x = random.uniform(-10, 10);
  for (Index i = 0; i < size; ++i) {
    const Index parent = free_base && i == 0    ? bodies::ground
                         : random.chance(chain) ? i - 1
                                                : random.integer(free_base ? 0 : -1, i - 1);
    const auto joint = free_base && i == 0 ? bodies::Joint::free
                                           : static_cast<bodies::Joint>(random.integer(0, 8));
    append(t.tree, parent, joint);
    t.solids.of.push_back(random_solid(random));
  }
  random_state(random, t);
  return t;
}

/// Sizes 1 to 12, from chains to bushes, by the seed.
inline RandomTree random_tree(std::uint64_t seed) {
  Random random(seed);
  const Index size = random.integer(1, 12);
  const double chain = random.uniform();
  return random_tree(random, size, chain, seed % 4 == 0);
}

/// Sizes of what sums are made of: rounding is in proportion to them, not to what is left of them.
struct Sizes {
  std::vector<double> inertia;  // nv  Σ m (way to the centre)² + |I| over all that a rate moves
  double rate = 1;              // of all rates together
  double rounding;  // relative: a dozen operations for each body on the path, twice, as J is in H
};

inline Sizes sizes(const RandomTree& t, const bodies::Kinematics& kinematics) {
  Sizes s;
  const std::size_t size = t.tree.bodies.size();
  std::vector<double> reach(size), carried(size);
  for (std::size_t i = 0; i < size; ++i) {
    const Index parent = t.tree.bodies[i].parent;
    const bodies::SolidNumbers& solid = t.solids.of[i];
    const Unit& r = kinematics[static_cast<Index>(i)].r;
    const Unit c = bodies::vec3<double>(solid.center);
    reach[i] = std::sqrt(dot(r, r)) +
               (parent == bodies::ground ? 1 : reach[static_cast<std::size_t>(parent)]);
    const double way = reach[i] + std::sqrt(dot(c, c));
    carried[i] = solid.mass * way * way;
    for (double x : solid.inertia) carried[i] += std::abs(x);
  }
  s.inertia.resize(t.v.size());
  for (std::size_t i = size; i-- > 0;) {
    const bodies::Body& body = t.tree.bodies[i];
    for (Index k = 0; k < rates(body.joint); ++k)
      s.inertia[static_cast<std::size_t>(body.v + k)] = carried[i];
    if (body.parent != bodies::ground) carried[static_cast<std::size_t>(body.parent)] += carried[i];
  }
  for (double v : t.v) s.rate += std::abs(v);
  s.rounding = 24 * static_cast<double>(t.tree.size() + 1) * std::numeric_limits<double>::epsilon();
  return s;
}

inline std::string seeded(std::uint64_t seed, const RandomTree& t) {
  return "seed " + std::to_string(seed) + ": " + std::to_string(t.tree.size()) + " bodies, " +
         std::to_string(t.tree.nv) + " rates";
}

}  // namespace zwang::test

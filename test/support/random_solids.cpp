// SPDX-License-Identifier: Apache-2.0
#include "support/random_solids.h"

#include <cmath>

namespace zwang::test {

using bodies::Joint;
using equations::FrameKind;

namespace {

std::array<double, 3> random_vector3(Random& random, double size = 1) {
  return {random.uniform(-size, size), random.uniform(-size, size), random.uniform(-size, size)};
}

void set_unit(Random& random, double* axis) {
  const std::array<double, 3> a = random_vector3(random);
  const double norm = std::sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
  for (std::size_t k = 0; k < 3; ++k) axis[k] = a[k] / norm;
}

Joint random_joint(Random& random, bool quaternions) {
  constexpr Joint plain[] = {Joint::hinge, Joint::slider,    Joint::cylinder, Joint::screw,
                             Joint::fixed, Joint::universal, Joint::planar};
  if (quaternions && random.chance(0.35)) return random.chance(0.5) ? Joint::ball : Joint::free;
  return plain[random.integer(0, 6)];
}

/// Some formula of what is seen: it need not mean anything.
formula::Node random_row(Random& random, WrittenSystem& s,
                         const std::vector<WrittenSystem::Point>& places,
                         const std::vector<WrittenSystem::Point>& turning, bool rates) {
  formula::Graph& g = s.g;
  const auto pick_of = [&](const auto& points) {
    return points[static_cast<std::size_t>(
        random.integer(0, static_cast<Index>(points.size()) - 1))];
  };
  const auto pick = [&] { return pick_of(places); };
  formula::Node sum = g.constant(random.uniform(-1, 1));
  for (int k = 0; k < 3; ++k) {
    const WrittenSystem::Point a = pick(), b = rates ? pick_of(turning) : pick();
    const formula::Node product = rates ? s.dot(a.X, b.Xd) : s.norm_square(s.difference(a.X, b.X));
    sum = g.add(sum, g.multiply(g.constant(random.uniform(-1, 1)), product));
  }
  const auto i = static_cast<std::size_t>(random.integer(0, 2));
  sum = g.add(sum, rates ? g.multiply(pick().Xd[i], g.constant(0.7)) : pick().X[i]);
  if (s.tree_first() > 0) {
    const Index j = random.integer(0, s.tree_first() - 1);
    sum = g.add(sum, rates ? g.multiply(s.q(j), s.v(j)) : g.apply(formula::Op::sin, s.q(j)));
  }
  return sum;
}

void add_forces(Random& random, WrittenSystem& s, const std::vector<WrittenSystem::Point>& points) {
  formula::Graph& g = s.g;
  for (std::size_t f = 0; f < points.size(); ++f) {
    for (Index k = 0; k < 3; ++k) {
      const formula::Node rate = points[f].Xd[static_cast<std::size_t>(k)];
      const formula::Node place = points[f].X[static_cast<std::size_t>((k + 1) % 3)];
      formula::Node force = g.multiply(g.constant(random.uniform(-1, 1)), rate);
      force = g.add(force, g.multiply(g.constant(random.uniform(-2, 2)), place));
      s.add_force(s.frame_coordinate(static_cast<Index>(f), k), force);
      s.add_power(g.multiply(force, rate));
    }
  }
}

}  // namespace

bodies::SolidNumbers arbitrary_solid(Random& random) {
  bodies::SolidNumbers solid = plain_solid(random.uniform(0.3, 3));
  const Matrix R = random_orthogonal(random, 3);
  const double sign = R.determinant() < 0 ? -1 : 1;
  for (Index i = 0; i < 3; ++i) {
    for (Index j = 0; j < 3; ++j) solid.rotation[3 * i + j] = sign * R(i, j);
  }
  for (std::size_t k = 0; k < 3; ++k) {
    solid.at[k] = random.uniform(-1, 1);
    solid.center[k] = random.uniform(-0.5, 0.5);
  }
  set_unit(random, solid.axis);
  set_unit(random, solid.axis2);
  solid.pitch = random.uniform(0.2, 1);
  // Of three masses on its axes: a body can have it.
  const double a = random.uniform(0.05, 1), b = random.uniform(0.05, 1),
               c = random.uniform(0.05, 1);
  const Matrix T = random_orthogonal(random, 3);
  const Matrix I = T.transpose() * vector({b + c, a + c, a + b}).asDiagonal() * T;
  const double entries[] = {I(0, 0), I(1, 1), I(2, 2), I(0, 1), I(0, 2), I(1, 2)};
  std::copy_n(entries, 6, solid.inertia);
  return solid;
}

RandomSolids random_solids(Random& random, const RandomChoice& choice) {
  WrittenSystem s(choice.scalars, random.uniform(0.5, 2));
  s.set_gravity(random_vector3(random, 9));
  const Index count = random.integer(1, choice.most_bodies);
  std::vector<double> q, v;
  for (Index i = 0; i < choice.scalars; ++i) {
    q.push_back(random.uniform(-1, 1));
    v.push_back(random.uniform(-1, 1));
  }
  bool moves = false;
  for (Index k = 0; k < count; ++k) {
    Joint joint = random_joint(random, choice.quaternions);
    if (!moves && k + 1 == count) joint = Joint::hinge;
    moves = moves || joint != Joint::fixed;
    const bodies::SolidNumbers solid = arbitrary_solid(random);
    s.add_body(random.integer(-1, k - 1), joint, solid);
    const Index coordinates = bodies::coordinates(joint);
    for (Index i = 0; i < coordinates; ++i) {
      q.push_back(random.uniform(-1, 1));
      v.push_back(random.uniform(-1, 1));
    }
    if (!has_quaternion(joint)) continue;
    double norm = 0;
    for (std::size_t i = q.size() - 4; i < q.size(); ++i) norm = std::hypot(norm, q[i]);
    const double length = random.uniform(0.8, 1.2);
    for (std::size_t i = q.size() - 4; i < q.size(); ++i) q[i] *= length / norm;
  }
  std::vector<WrittenSystem::Point> places, turning;  // what has a place, and what has rates
  for (const FrameKind kind :
       {FrameKind::point, FrameKind::vector, FrameKind::omega, FrameKind::point}) {
    const auto at = random_vector3(random);
    const WrittenSystem::Point seen = s.add_frame(random.integer(0, count - 1), kind, at);
    turning.push_back(seen);
    if (kind != FrameKind::omega) places.push_back(seen);
  }
  if (choice.forces) add_forces(random, s, turning);
  for (Index i = 0; i < choice.rows; ++i) {
    const bool rates = random.chance(0.3);
    s.add_row(random_row(random, s, places, turning, rates),
              rates ? equations::Level::velocity : equations::Level::position);
  }
  s.add_norm_rows();
  for (const WrittenSystem::Point& point : places) s.add_observable(point.Xdd[0]);
  return {s.finish(q, v, choice.tangent), q, v};
}

}  // namespace zwang::test

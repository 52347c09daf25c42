// SPDX-License-Identifier: Apache-2.0
// What passes through joints, against Newton's law for the whole and against the same joint written
// as rows.

#include "instant/joint_forces.h"

#include <gtest/gtest.h>

#include "instant/kernel.h"
#include "support/random_solids.h"

namespace zwang::test {
namespace {

using bodies::Force;
using bodies::Joint;
using bodies::Vec3;
using equations::FrameKind;
using Point = WrittenSystem::Point;

constexpr double g = 9.81;

/// The instant at the start, and what passes through the joints there.
struct Case {
  const equations::Equations& equations;
  equations::Workspace numbers;
  instant::Kernel kernel;
  instant::JointForces forces;
  Instant now;

  explicit Case(const equations::Equations& made)
      : equations(made), numbers(made), kernel(made, Method::automatic), forces(made) {
    numbers.evaluate(equations::Stage::dynamics, 0, made.q.data(), made.v.data());
    now = kernel.solve_in_full(numbers);
    EXPECT_EQ(now.status, Status::ok);
    forces.form(numbers, now.acceleration.data(), now.multipliers.data(), nullptr);
  }
};

void expect_near(const Vec3<double>& x, const Vec3<double>& y, double tolerance,
                 const std::string& where) {
  EXPECT_NEAR(x.x, y.x, tolerance) << where;
  EXPECT_NEAR(x.y, y.y, tolerance) << where;
  EXPECT_NEAR(x.z, y.z, tolerance) << where;
}

TEST(JointForces, AHingeBearsWeightAndPull) {
  WrittenSystem s;
  s.set_gravity({0, -g, 0});
  bodies::SolidNumbers rod = plain_solid(2);
  rod.center[0] = 0.5;
  s.add_body(bodies::ground, Joint::hinge, rod);
  const double angle = 0.3, rate = 1.7;
  const equations::Equations equations = s.finish({angle}, {rate});
  const Case c(equations);
  const double inertia = rod.inertia[2] + 2 * 0.25, turn = -2 * g * 0.5 * std::cos(angle) / inertia;
  // m (a − g), a = ω̇ × r − ω² r.
  const double x = 0.5 * std::cos(angle), y = 0.5 * std::sin(angle);
  expect_near(c.forces.joint(0).force,
              {2 * (-turn * y - rate * rate * x), 2 * (turn * x - rate * rate * y + g), 0}, 1e-12,
              "pivot");
  EXPECT_NEAR(c.forces.joint(0).torque.z, 0, 1e-12);
  EXPECT_NEAR(c.forces.power(0), 0, 1e-12);
}

TEST(JointForces, NothingPassesAlongAJointThatNothingDrives) {
  for (unsigned seed = 0; seed < 40; ++seed) {
    Random random(seed);
    RandomChoice choice;
    choice.rows = static_cast<Index>(seed % 3);
    const RandomSolids s = random_solids(random, choice);
    equations::Workspace numbers(s.equations);
    instant::Kernel kernel(s.equations, Method::automatic);
    numbers.evaluate(equations::Stage::dynamics, 0, s.q.data(), s.v.data());
    const Instant now = kernel.solve_in_full(numbers);
    if (now.status != Status::ok) continue;
    instant::JointForces forces(s.equations);
    forces.form(numbers, now.acceleration.data(), now.multipliers.data(), nullptr);
    // Along the joint passes what formulas and rows ask of its own coordinates: here nothing.
    const bodies::Tree& tree = s.equations.solids->tree;
    double size = 1;
    for (Index k = 0; k < tree.size(); ++k) {
      const Force<double>& f = forces.joint(k);
      size = std::max({size, std::sqrt(dot(f.force, f.force)), std::sqrt(dot(f.torque, f.torque))});
    }
    for (Index k = 0; k < tree.size(); ++k) {
      const bodies::Body& body = tree.bodies[static_cast<std::size_t>(k)];
      for (Index i = body.v; i < body.v + rates(body.joint); ++i) {
        EXPECT_NEAR(dot(numbers.solids()->kinematics().S(i), forces.joint(k)), 0,
                    1e-11 * size * (1 + now.condition))
            << "seed " << seed << " body " << k;
      }
      EXPECT_NEAR(forces.power(k), 0, 1e-10 * size * (1 + now.condition)) << "seed " << seed;
    }
  }
}

/// A bar on the ground's hinge and one more on its end: by a joint of the tree, or by free bars and rows.
equations::Equations two_bars(bool by_rows) {
  WrittenSystem s;
  s.set_gravity({0, -g, 0});
  bodies::SolidNumbers first = plain_solid(1), second = plain_solid(2);
  first.center[0] = second.center[0] = 0.5;
  const double a = 0.4, b = -0.7;
  s.add_body(bodies::ground, Joint::hinge, first);
  std::vector<double> q = {a}, v = {1.3};
  if (by_rows) {
    s.add_body(bodies::ground, Joint::planar, second);
    q.insert(q.end(), {std::cos(a), std::sin(a), a + b});
    v.insert(v.end(), {-1.3 * std::sin(a), 1.3 * std::cos(a), 1.3 - 0.6});
  } else {
    second.at[0] = 1;
    s.add_body(0, Joint::hinge, second);
    q.push_back(b);
    v.push_back(-0.6);
  }
  const Point tip = s.add_frame(0, FrameKind::point, {1, 0, 0}),
              end = s.add_frame(1, FrameKind::point, {0, 0, 0});
  for (std::size_t k = 0; k < 2 && by_rows; ++k) s.add_row(s.g.subtract(end.X[k], tip.X[k]));
  return s.finish(q, v);
}

TEST(JointForces, AJointBearsWhatRowsInItsPlaceDo) {
  const equations::Equations tree = two_bars(false), rows = two_bars(true);
  const Case x(tree), y(rows);
  const Force<double> by_rows = y.forces.of_rows(y.numbers, 1, 0, 2, y.now.multipliers.data());
  expect_near(x.forces.joint(1).force, by_rows.force, 1e-12, "hinge");
  EXPECT_NEAR(by_rows.torque.z, 0, 1e-13);
  expect_near(x.forces.joint(0).force, y.forces.joint(0).force, 1e-12, "pivot");
  const Force<double> back = y.forces.of_rows(y.numbers, 0, 0, 2, y.now.multipliers.data());
  expect_near(back.force, -by_rows.force, 1e-12, "what acts on one acts back on the other");
}

TEST(JointForces, ADriveGivesItsPower) {
  WrittenSystem s;
  s.add_body(bodies::ground, Joint::hinge, plain_solid(1));
  s.add_force(0, s.g.constant(0.7));
  const equations::Equations equations = s.finish({0.2}, {3});
  const Case c(equations);
  EXPECT_NEAR(c.forces.joint(0).torque.z, 0.7, 1e-14);
  EXPECT_NEAR(c.forces.power(0), 2.1, 1e-14);
}

/// Three bars in a plane, closed by a point whose row out of the plane is there or not.
equations::Equations loop(bool third_row) {
  WrittenSystem s;
  s.set_gravity({0, -g, 0});
  const double lengths[] = {0.5, 1.4, 1.0};
  for (Index k = 0; k < 3; ++k) {
    bodies::SolidNumbers bar = plain_solid(1 + static_cast<double>(k));
    bar.at[0] = k > 0 ? lengths[k - 1] : 0.0;
    bar.center[0] = 0.5 * lengths[k];
    s.add_body(k - 1, Joint::hinge, bar);
  }
  s.add_body(0, Joint::hinge, plain_solid(0.3));  // hangs on the crank, outside of the loop
  const Point end = s.add_frame(2, FrameKind::point, {lengths[2], 0, 0});
  s.add_row(s.g.subtract(end.X[0], s.g.constant(1.2)));
  s.add_row(s.g.subtract(end.X[1], s.g.constant(0.3)));
  if (third_row) s.add_row(end.X[2]);
  return s.finish({0.9, 0.3, -2.4, 0.5}, {1, 0.2, 0, 0});
}

TEST(JointForces, AForceThatGoesRoundALoopIsNotDetermined) {
  const equations::Equations flat = loop(false), closed = loop(true);
  Case x(flat), y(closed);
  EXPECT_EQ(x.forces.unique(x.numbers), (std::vector<unsigned char>{1, 1, 1, 1}));
  // A pull along z passes through the three joints of the loop, and not through the fourth.
  EXPECT_EQ(y.forces.unique(y.numbers), (std::vector<unsigned char>{0, 0, 0, 1}));
}

}  // namespace
}  // namespace zwang::test

// SPDX-License-Identifier: Apache-2.0
// Systems whose equations of motion fit on a line.

#include <gtest/gtest.h>

#include "bodies/small_tree.h"

namespace zwang::test {
namespace {

using bodies::Joint;
using bodies::Kinematics;
using bodies::SolidNumbers;

/// (I + m l²) θ̈ = −m g l sin θ, θ from the vertical.
TEST(ClosedForm, CompoundPendulum) {
  RandomTree t;
  t.solids.gravity[1] = -9.81;
  hang(t, bodies::ground, Joint::hinge, solid({3, -2, 1}, {0, 0, 1}, {0, -0.7, 0}, 2, {5, 6, 0.3}));
  for (double theta = -3; theta < 3; theta += 0.25) {
    t.q = {theta};
    t.v = {1.5};
    const SmallMotion m = small_motion(t);
    EXPECT_NEAR(m.H(0, 0), 0.3 + 2 * 0.49, 1e-15);
    EXPECT_NEAR(m.h(0), 2 * 9.81 * 0.7 * std::sin(theta), 1e-14);
  }
}

/// I ω̇ + ω × I ω = 0 in body axes, wherever the body is, however it stands and drifts.
TEST(ClosedForm, EulersTop) {
  RandomTree t;
  hang(t, bodies::ground, Joint::free, solid({0, 0, 0}, {}, {0, 0, 0}, 3, {1, 2, 3.5}));
  t.q = {4, -5, 6, 0.1, 0.7, -0.5, 0.5};
  t.v = {7, 8, 9, 0.3, -1.1, 0.8};
  const Vector vdot = small_motion(t).free();
  const double w[] = {0.3, -1.1, 0.8};
  const double expected[] = {0,
                             0,
                             0,
                             (2 - 3.5) / 1 * w[1] * w[2],
                             (3.5 - 1) / 2 * w[2] * w[0],
                             (1 - 2) / 3.5 * w[0] * w[1]};
  // A dozen roundings of numbers of size 3.
  for (Index i = 0; i < 6; ++i) EXPECT_NEAR(vdot(i), expected[i], 1e-14) << i;
}

/// A point mass l below a universal joint with axes x, then y:
/// T = ½ m l² (θ̇₁² cos² θ₂ + θ̇₂²), V = −m g l cos θ₁ cos θ₂.
TEST(ClosedForm, UniversalJointIsATwoAnglePendulum) {  // [TREES 5]
  constexpr double m = 1.5, l = 0.8, g = 9.81, k = m * l * l;
  RandomTree t;
  t.solids.gravity[2] = -g;
  SolidNumbers s = solid({0, 0, 0}, {1, 0, 0}, {0, 0, -l}, m, {0, 0, 0});
  s.axis2[1] = 1;
  hang(t, bodies::ground, Joint::universal, s);
  t.q = {0.4, -0.9};
  t.v = {1.2, 0.7};
  const SmallMotion now = small_motion(t);
  const double s1 = std::sin(0.4), c1 = std::cos(0.4), s2 = std::sin(-0.9), c2 = std::cos(-0.9);
  EXPECT_NEAR(now.H(0, 0), k * c2 * c2, 1e-15);
  EXPECT_NEAR(now.H(0, 1), 0, 1e-15);
  EXPECT_NEAR(now.H(1, 1), k, 1e-15);
  EXPECT_NEAR(now.h(0), -2 * k * s2 * c2 * 1.2 * 0.7 + m * g * l * s1 * c2, 1e-14);
  EXPECT_NEAR(now.h(1), k * s2 * c2 * 1.2 * 1.2 + m * g * l * c1 * s2, 1e-14);
}

/// A nut on a vertical screw: (I + m k²) θ̈ = −m g k, k = pitch/2π; the thread carries what is left.
TEST(ClosedForm, ScrewSinksWhileItTurns) {
  RandomTree t;
  t.solids.gravity[2] = -9.81;
  SolidNumbers s = solid({0, 0, 0}, {0, 0, 1}, {0, 0, 0.2}, 2, {1, 1, 0.05});
  s.pitch = 0.3;
  hang(t, bodies::ground, Joint::screw, s);
  t.q = {5};
  t.v = {2};
  const double k = 0.3 / (2 * std::acos(-1.0));
  const SmallMotion now = small_motion(t);
  EXPECT_NEAR(now.H(0, 0), 0.05 + 2 * k * k, 1e-16);
  EXPECT_NEAR(now.h(0), 2 * 9.81 * k, 1e-15);
}

/// Three bodies hanging at rest: each joint carries all weights below it and their moment.
TEST(ClosedForm, JointsOfARestingChainCarryTheWeightsBelow) {
  RandomTree t;
  t.solids.gravity[1] = -10;
  for (Index i = 0; i < 3; ++i)
    hang(t, i - 1, Joint::hinge, solid({i ? 1.0 : 0.0, 0, 0}, {0, 0, 1}, {0.5, 0, 0}));
  Kinematics kinematics(t.tree);
  kinematics.place(t.tree, t.solids, t.q.data());
  kinematics.move(t.tree, t.v.data());
  std::vector<double> tau(3);
  bodies::InverseDynamics inverse(t.tree);
  inverse.solve(t.tree, t.solids, kinematics, {nullptr, nullptr, {0, -10, 0}}, tau.data());
  for (Index i = 0; i < 3; ++i) {
    const double below = static_cast<double>(3 - i);
    EXPECT_DOUBLE_EQ(inverse.joint_wrench(i).force.y, 10 * below);
    EXPECT_DOUBLE_EQ(inverse.joint_wrench(i).torque.z, 10 * below * below / 2);
    EXPECT_DOUBLE_EQ(tau[static_cast<std::size_t>(i)], 10 * below * below / 2);
  }
}

/// A body on a frame that turns at w about z, sliding outward: centrifugal and Coriolis forces.
TEST(ClosedForm, BeadOnATurningRod) {  // [TREES 5]
  constexpr double w = 2, x = 0.6, rate = 1.5, m = 0.4;
  RandomTree t;
  hang(t, bodies::ground, Joint::hinge, solid({0, 0, 0}, {0, 0, 1}, {0, 0, 0}, 1, {1, 1, 0.1}));
  hang(t, 0, Joint::slider, solid({0, 0, 0}, {1, 0, 0}, {0, 0, 0}, m, {0, 0, 0}));
  t.q = {0.8, x};
  t.v = {w, rate};
  const SmallMotion now = small_motion(t);
  EXPECT_NEAR(now.H(0, 0), 0.1 + m * x * x, 1e-15);
  EXPECT_NEAR(now.h(0), 2 * m * x * rate * w, 1e-15);
  EXPECT_NEAR(now.h(1), -m * x * w * w, 1e-15);
}

/// Far away and in fast flight the same numbers come out, bit by bit: nothing is lost there.
TEST(Kinematics, NothingDependsOnWhereTheTreeIsOrHowFastItDrifts) {
  Random random(7);
  RandomTree t = random_tree(random, 12, 0.5, true);
  const SmallMotion here = small_motion(t);
  for (int k = 0; k < 3; ++k) {
    t.q[static_cast<std::size_t>(k)] += 1e9;
    t.v[static_cast<std::size_t>(k)] -= 1e9;
  }
  const SmallMotion there = small_motion(t);
  EXPECT_EQ(here.H, there.H);
  EXPECT_EQ(here.h, there.h);
}

}  // namespace
}  // namespace zwang::test

// SPDX-License-Identifier: Apache-2.0
// Rates, accelerations, momentum and power along exact curves, from Taylor series of the poses.

#include <gtest/gtest.h>

#include "bodies/composite.h"
#include "bodies/frame.h"
#include "bodies/inverse_dynamics.h"
#include "bodies/taylor_tree.h"
#include "support/centroidal.h"
#include "support/sanitized.h"

namespace zwang::test {
namespace {

using bodies::Jet;
using bodies::Kinematics;
using bodies::Motion;

const std::uint64_t seeds = is_sanitized() ? 200 : 1000;

struct Curve {
  explicit Curve(std::uint64_t seed)
      : random(seed + 77777), t(random_tree(seed)), series(t, random), kinematics(t.tree) {
    kinematics.place(t.tree, t.solids, t.q.data());
    kinematics.move(t.tree, t.v.data());
    size = sizes(t, kinematics);
    for (Index i = 0; i < t.tree.size(); ++i)
      reach += 1 + std::sqrt(dot(kinematics[i].r, kinematics[i].r));
    // Quaternions as short as 1/2 turn twice as fast as their rates say, and accelerate so.
    for (double x : t.vdot) pace += std::abs(x);
    pace += size.rate * size.rate;
    for (double x : series.qdot) pace += 16 * x * x;
    for (double x : series.qddot) pace += 4 * std::abs(x);
  }
  Index bodies() const { return t.tree.size(); }
  Unit local() { return {random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)}; }

  Random random;
  RandomTree t;
  TaylorTree series;
  Kinematics kinematics;
  Sizes size;
  double reach = 2, pace = 1;  // ways and accelerations together
};

void expect_near(const Unit& x, const Unit& y, double bound) {
  const Unit d = x - y;
  EXPECT_LE(std::sqrt(dot(d, d)), bound)
      << "got (" << x.x << ", " << x.y << ", " << x.z << "), expected (" << y.x << ", " << y.y
      << ", " << y.z << ")";
}

/// J x of a frame, from its columns.
template <class Columns>
Unit product(const std::vector<double>& x, Columns&& columns) {
  Unit sum = bodies::zero3<double>();
  columns([&](Index k, const Unit& column) { sum += x[static_cast<std::size_t>(k)] * column; });
  return sum;
}

TEST(Frame, PointsFollowTheirCurve) {  // [TREES 3-4]
  for (std::uint64_t seed = 0; seed < seeds && !HasFailure(); ++seed) {
    Curve c(seed);
    SCOPED_TRACE(seeded(seed, c.t));
    const double bound = c.size.rounding * c.reach;
    for (Index i = 0; i < c.bodies(); ++i) {
      const Unit local = c.local();
      const Series x = c.series.point(i, local);
      const Jet jet = point_jet(c.kinematics[i], local);
      const auto columns = [&](auto f) { each_point_column(c.t.tree, c.kinematics, i, local, f); };
      expect_near(jet.value, value(x), bound);
      expect_near(jet.rate, rate(x), bound * c.pace);
      expect_near(product(c.t.v, columns), rate(x), bound * c.pace);
      expect_near(jet.bias + product(c.t.vdot, columns), acceleration(x), bound * c.pace);
    }
  }
}

TEST(Frame, VectorsFollowTheirCurve) {
  for (std::uint64_t seed = 0; seed < seeds && !HasFailure(); ++seed) {
    Curve c(seed);
    SCOPED_TRACE(seeded(seed, c.t));
    const double bound = c.size.rounding * 2;  // |local| ≤ √3
    for (Index i = 0; i < c.bodies(); ++i) {
      const Unit local = c.local();
      const Series x = c.series.point(i, local) - c.series.point(i, bodies::zero3<double>());
      const Jet jet = vector_jet(c.kinematics[i], local);
      const auto columns = [&](auto f) { each_vector_column(c.t.tree, c.kinematics, i, local, f); };
      // The series subtracts two places: their rounding comes in.
      expect_near(jet.value, value(x), bound * c.reach);
      expect_near(jet.rate, rate(x), bound * c.reach * c.pace);
      expect_near(product(c.t.v, columns), jet.rate, bound * c.pace);
      expect_near(jet.bias + product(c.t.vdot, columns), acceleration(x), bound * c.reach * c.pace);
    }
  }
}

TEST(Frame, AngularVelocityIsThatOfTheTurningAxes) {
  for (std::uint64_t seed = 0; seed < seeds && !HasFailure(); ++seed) {
    Curve c(seed);
    SCOPED_TRACE(seeded(seed, c.t));
    const double bound = c.size.rounding * c.pace;
    for (Index i = 0; i < c.bodies(); ++i) {
      const Jet jet = omega_jet(c.kinematics[i]);
      const auto columns = [&](auto f) { each_omega_column(c.t.tree, c.kinematics, i, f); };
      expect_near(jet.rate, c.series.omega(i), bound);
      expect_near(product(c.t.v, columns), jet.rate, bound);
      expect_near(jet.bias + product(c.t.vdot, columns), c.series.omega_dot(i), bound);
    }
  }
}

TEST(Frame, TheGroundStandsStill) {
  const RandomTree t = random_tree(3);
  Kinematics kinematics(t.tree);
  kinematics.place(t.tree, t.solids, t.q.data());
  const auto never = [](Index, const Unit&) { FAIL(); };
  each_point_column(t.tree, kinematics, bodies::ground, {1, 2, 3}, never);
  each_vector_column(t.tree, kinematics, bodies::ground, {1, 2, 3}, never);
  each_omega_column(t.tree, kinematics, bodies::ground, never);
}

/// Momentum and its rate of point masses and turning solids, straight from the series.
struct Books {
  Unit center{}, P{}, L{}, P_rate{}, L_rate{};
  double mass = 0, power = 0, size = 0;
};

Books books(const Curve& c) {
  Books b;
  const auto solid_of = [&](Index i) -> const bodies::SolidNumbers& {
    return c.t.solids.of[static_cast<std::size_t>(i)];
  };
  const auto centre_of = [&](Index i) {
    return c.series.point(i, bodies::vec3<double>(solid_of(i).center));
  };
  for (Index i = 0; i < c.bodies(); ++i) {
    b.mass += solid_of(i).mass;
    b.center += solid_of(i).mass * value(centre_of(i));
  }
  b.center = (1 / b.mass) * b.center;
  for (Index i = 0; i < c.bodies(); ++i) {
    const double m = solid_of(i).mass;
    const Series x = centre_of(i);
    const auto& R = c.kinematics[i].R;
    const auto I = bodies::sym3<double>(solid_of(i).inertia);
    const Unit w = transposed(R, c.series.omega(i)), wdot = transposed(R, c.series.omega_dot(i));
    const Unit Euler = I * wdot + cross(w, I * w), arm = value(x) - b.center;
    b.P += m * rate(x);
    b.P_rate += m * acceleration(x);
    b.L += m * cross(arm, rate(x)) + R * (I * w);
    b.L_rate += m * cross(arm, acceleration(x)) + R * Euler;
    b.power += m * dot(rate(x), acceleration(x) - bodies::vec3<double>(c.t.solids.gravity)) +
               dot(w, Euler);
    b.size += m * c.reach * c.reach + std::abs(I.xx) + std::abs(I.yy) + std::abs(I.zz);
  }
  return b;
}

TEST(Centroidal, MomentumIsThatOfAllMasses) {
  for (std::uint64_t seed = 0; seed < seeds && !HasFailure(); ++seed) {
    const Curve c(seed);
    SCOPED_TRACE(seeded(seed, c.t));
    const Books b = books(c);
    const double bound = c.size.rounding * b.size * c.pace;

    const bodies::Centroid whole = centroid(c.t.solids, c.kinematics);
    EXPECT_DOUBLE_EQ(whole.mass, b.mass);
    expect_near(whole.center, b.center, c.size.rounding * c.reach);
    EXPECT_NEAR(potential_energy(c.t.solids, c.kinematics),
                -b.mass * dot(bodies::vec3<double>(c.t.solids.gravity), b.center),
                c.size.rounding * 20 * b.size);  // |g| < 20

    const bodies::Momentum now = momentum(c.t.solids, c.kinematics, whole.center);
    expect_near(now.linear, b.P, bound);
    expect_near(now.angular, b.L, bound);

    std::vector<Motion<double>> motions(c.t.solids.of.size());
    multiply_jacobian(c.t.tree, c.kinematics, c.t.v.data(), motions.data());
    const bodies::Momentum product =
        momentum(c.t.solids, c.kinematics, whole.center, motions.data());
    expect_near(product.linear, b.P, bound);
    expect_near(product.angular, b.L, bound);

    accelerate(c.t.tree, c.kinematics, c.t.vdot.data(), bodies::zero3<double>(), motions.data());
    const bodies::Momentum change =
        momentum_rate(c.t.solids, c.kinematics, whole.center, motions.data());
    expect_near(change.linear, b.P_rate, bound);
    expect_near(change.angular, b.L_rate, bound);
  }
}

/// What the joints of the roots do to the tree, with gravity, is all that changes its momentum: on a
/// free base without forces that is Newton's and Euler's law for the whole.
TEST(InverseDynamics, RootJointsBalanceTheMomentum) {
  for (std::uint64_t seed = 0; seed < seeds && !HasFailure(); ++seed) {
    const Curve c(seed);
    SCOPED_TRACE(seeded(seed, c.t));
    const Books b = books(c);
    std::vector<double> tau(c.t.v.size());
    bodies::InverseDynamics inverse(c.t.tree);
    inverse.solve(c.t.tree, c.t.solids, c.kinematics,
                  {c.t.vdot.data(), nullptr, bodies::vec3<double>(c.t.solids.gravity)}, tau.data());
    Unit force = b.mass * bodies::vec3<double>(c.t.solids.gravity), torque{};
    for (Index i = 0; i < c.bodies(); ++i) {
      if (c.t.tree.bodies[static_cast<std::size_t>(i)].parent != bodies::ground) continue;
      const auto at_center = inward(inverse.joint_wrench(i), c.kinematics[i].p - b.center);
      force += at_center.force;
      torque += at_center.torque;
    }
    const double bound = c.size.rounding * b.size * (20 + c.pace);  // |g| < 20
    expect_near(force, b.P_rate, bound);
    expect_near(torque, b.L_rate, bound);
  }
}

TEST(InverseDynamics, PowerIsTheRateOfTheEnergy) {  // [TREES 11]
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    const Curve c(seed);
    const Books b = books(c);
    std::vector<double> tau(c.t.v.size());
    bodies::InverseDynamics inverse(c.t.tree);
    inverse.solve(c.t.tree, c.t.solids, c.kinematics,
                  {c.t.vdot.data(), nullptr, bodies::vec3<double>(c.t.solids.gravity)}, tau.data());
    double power = 0;
    for (std::size_t k = 0; k < tau.size(); ++k) power += tau[k] * c.t.v[k];
    ASSERT_NEAR(power, b.power, c.size.rounding * b.size * c.size.rate * (20 + c.pace))
        << seeded(seed, c.t);
  }
}

}  // namespace
}  // namespace zwang::test

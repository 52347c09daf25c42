// SPDX-License-Identifier: Apache-2.0
// Quaternions of any length, along curves that leave the sphere; Taylor series are the oracle.

#include <gtest/gtest.h>

#include "bodies/taylor_tree.h"

namespace zwang::test {
namespace {

using bodies::Mat3;
using bodies::Quaternion;

constexpr double eps = std::numeric_limits<double>::epsilon();
constexpr std::uint64_t seeds = 300;

Quaternion<double> random_quaternion(Random& random) {
  return {random.normal(), {random.normal(), random.normal(), random.normal()}};
}
Quaternion<double> difference(const Quaternion<double>& a, const Quaternion<double>& b) {
  return a + -1.0 * b;
}
double length(const Unit& a) { return std::sqrt(dot(a, a)); }
double length(const Quaternion<double>& a) { return std::sqrt(dot(a, a)); }

/// e, ė, ë with |e| from 1/2 to 2, and how large rates and accelerations are beside it.
struct Jet {
  explicit Jet(std::uint64_t seed) {
    Random random(seed);
    e = random_quaternion(random);
    e = (random.uniform(0.5, 2) / length(e)) * e;
    ed = random_quaternion(random);
    edd = random_quaternion(random);
    rate = 1 + length(ed) / length(e);
    pace = rate * rate + length(edd) / length(e);
  }
  Quaternion<double> e, ed, edd;
  double rate, pace;
};

/// Of a sandwich product e u ē/|e|², by the multiplication of quaternions.
Unit sandwich(const Quaternion<double>& e, const Unit& u) {
  const Quaternion<double> left = times(e, u);
  const Quaternion<double> conjugate = {e.w, -e.v};
  const Unit v = left.w * conjugate.v + conjugate.w * left.v + cross(left.v, conjugate.v);
  return (1 / dot(e, e)) * v;
}

TEST(Quaternion, TurnsAsTheSandwichProductDoesAtAnyLength) {
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    const Jet j(seed);
    const Mat3<double> R = rotation(j.e);
    Random random(seed + seeds);
    const Unit u = random_unit(random);
    EXPECT_LT(length(R * u - sandwich(j.e, u)), 16 * eps) << "seed " << seed;
    EXPECT_LT(length(cross(R.x, R.y) - R.z), 16 * eps) << "seed " << seed;
  }
}

/// R(e(t)) as a series: Ṙ = R [ω]×, and ω̇ of its second derivative.
TEST(Quaternion, AngularVelocityIsThatOfItsRotation) {  // [TREES 15]
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    const Jet j(seed);
    const auto series = [&](double a, double b, double c) { return Taylor(a, b, c / 2); };
    const Quaternion<Taylor> e = {
        series(j.e.w, j.ed.w, j.edd.w),
        {series(j.e.v.x, j.ed.v.x, j.edd.v.x), series(j.e.v.y, j.ed.v.y, j.edd.v.y),
         series(j.e.v.z, j.ed.v.z, j.edd.v.z)}};
    const Mat3<Taylor> R = rotation(e);
    const Mat3<double> R0 = rotation(j.e);
    const Unit w = half(cross(value(R.x), rate(R.x)) + cross(value(R.y), rate(R.y)) +
                        cross(value(R.z), rate(R.z)));
    const Unit wdot =
        half(cross(value(R.x), acceleration(R.x)) + cross(value(R.y), acceleration(R.y)) +
             cross(value(R.z), acceleration(R.z)));
    // In body axes ω̇ has the same components, as ω × ω = 0.
    EXPECT_LT(length(omega_of(j.e, j.ed) - transposed(R0, w)), 64 * eps * j.rate)
        << "seed " << seed;
    EXPECT_LT(length(omega_dot_of(j.e, j.ed, j.edd) - transposed(R0, wdot)), 64 * eps * j.pace)
        << "seed " << seed;
  }
}

TEST(Quaternion, RateIsMadeOfTurningAndGrowing) {  // [TREES 16]
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    const Jet j(seed);
    const auto again = rate_of(j.e, omega_of(j.e, j.ed), growth_of(j.e, j.ed));
    EXPECT_LT(length(difference(again, j.ed)), 16 * eps * length(j.e) * j.rate) << "seed " << seed;
  }
}

/// The acceleration belongs to ω̇ and bends with the sphere: e·ë = −ė·ė.
TEST(Quaternion, AccelerationKeepsTheLengthAndGivesBackOmegaDot) {  // [TREES 17]
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    const Jet j(seed);
    Random random(seed + seeds);
    const Unit omega_dot = 3.0 * random_unit(random);
    const auto edd = acceleration_of(j.e, j.ed, omega_dot);
    const double pace = 3 + j.rate * j.rate, square = dot(j.e, j.e);
    EXPECT_LT(length(omega_dot_of(j.e, j.ed, edd) - omega_dot), 64 * eps * pace) << "seed " << seed;
    EXPECT_NEAR(dot(j.e, edd), -dot(j.ed, j.ed), 64 * eps * pace * square) << "seed " << seed;
  }
}

TEST(Quaternion, ForcesKeepTheirPowerBothWays) {  // [TREES 18]
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    const Jet j(seed);
    Random random(seed + seeds);
    const Unit torque = random_unit(random), omega = omega_of(j.e, j.ed);
    const auto force = over_rates(j.e, torque);
    EXPECT_NEAR(dot(force, j.ed), dot(torque, omega), 32 * eps * j.rate) << "seed " << seed;
    EXPECT_LT(length(over_omega(j.e, force) - torque), 32 * eps) << "seed " << seed;
    // A force along e has no torque.
    EXPECT_LT(length(over_omega(j.e, j.e)), 16 * eps * dot(j.e, j.e)) << "seed " << seed;
  }
}

/// Of a whole tree: G N = 1, the power is kept, and q̈ of v̇ gives back v̇ = G q̈ + g.
TEST(CoordinateRates, AreInverseToEachOther) {
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    RandomTree t = random_tree(seed);
    const bodies::Tree& tree = t.tree;
    Random random(seed + seeds);
    std::vector<double> qdot(t.q.size()), qddot(t.q.size()), v(t.v.size()), g(t.v.size());
    coordinate_rates(tree, t.q.data(), t.v.data(), qdot.data());
    rates_from(tree, t.q.data(), qdot.data(), v.data());
    for (std::size_t k = 0; k < v.size(); ++k)
      ASSERT_NEAR(v[k], t.v[k], 32 * eps * 6) << seeded(seed, t);  // |v| < 6

    for (double& x : qdot) x = random.normal();
    double pace = 6;
    for (double x : qdot) pace += 16 * x * x;
    coordinate_accelerations(tree, t.q.data(), qdot.data(), t.vdot.data(), qddot.data());
    rates_from(tree, t.q.data(), qddot.data(), v.data());
    rates_bias(tree, t.q.data(), qdot.data(), g.data());
    for (std::size_t k = 0; k < v.size(); ++k)
      ASSERT_NEAR(v[k] + g[k], t.vdot[k], 64 * eps * pace) << seeded(seed, t);
  }
}

TEST(CoordinateRates, KeepThePowerOfForces) {
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    RandomTree t = random_tree(seed);
    std::vector<double> f(t.q.size()), back(t.v.size()), v(t.v.size()), qdot(t.q.size());
    forces_over_coordinates(t.tree, t.q.data(), t.vdot.data(), f.data());
    forces_over_rates(t.tree, t.q.data(), f.data(), back.data());
    Random random(seed + seeds);
    for (double& x : qdot) x = random.normal();
    rates_from(t.tree, t.q.data(), qdot.data(), v.data());
    double inner = 0, outer = 0, size = 0;
    for (std::size_t k = 0; k < v.size(); ++k) {
      inner += t.vdot[k] * v[k];
      size += std::abs(t.vdot[k]);
      ASSERT_NEAR(back[k], t.vdot[k], 64 * eps * 6) << seeded(seed, t);  // |v̇| < 6
    }
    for (std::size_t k = 0; k < f.size(); ++k) outer += f[k] * qdot[k];
    // |v| ≤ 4 |q̇|, and each |q̇| < 6.
    ASSERT_NEAR(inner, outer, 64 * eps * 48 * (1 + size)) << seeded(seed, t);
  }
}

}  // namespace
}  // namespace zwang::test

// SPDX-License-Identifier: Apache-2.0
// The algebra of motions, forces and inertias, against point masses.

#include <gtest/gtest.h>

#include <vector>

#include "bodies/articulated_inertia.h"
#include "bodies/random_tree.h"
#include "bodies/space/turn.h"

namespace zwang::test {
namespace {

using bodies::Force;
using bodies::Inertia;
using bodies::Mat3;
using bodies::Motion;
using bodies::SolidNumbers;

constexpr double eps = std::numeric_limits<double>::epsilon();
constexpr std::uint64_t seeds = 200;

Motion<double> random_motion(Random& random) { return {random_unit(random), random_unit(random)}; }

double distance(const Force<double>& f, const Force<double>& g) {
  const Force<double> d = f - g;
  return std::sqrt(dot(d.torque, d.torque) + dot(d.force, d.force));
}

/// A solid as eight point masses: a box about its centre, in body axes from the body's origin.
struct Points {
  std::vector<Unit> at;
  double mass;  // of each
};

/// Fills centre and inertia of `solid` with those of the points.
Points random_points(Random& random, SolidNumbers& solid) {
  double rows[9];
  random_rotation(random, rows);
  const Mat3<double> box = bodies::mat3<double>(rows);
  Unit center = {random.normal(), random.normal(), random.normal()}, half;
  half = {random.uniform(0.1, 1), random.uniform(0.1, 1), random.uniform(0.1, 1)};
  Points points{{}, random.uniform(0.1, 10)};
  solid.mass = 8 * points.mass;
  store(center, solid.center);
  std::fill(solid.inertia, solid.inertia + 6, 0.0);
  for (int k = 0; k < 8; ++k) {
    const Unit d =
        box * Unit{k & 1 ? half.x : -half.x, k & 2 ? half.y : -half.y, k & 4 ? half.z : -half.z};
    points.at.push_back(center + d);
    const double square = dot(d, d), m = points.mass;
    const double I[] = {m * (square - d.x * d.x), m * (square - d.y * d.y),
                        m * (square - d.z * d.z), -m * d.x * d.y,
                        -m * d.x * d.z,           -m * d.y * d.z};
    for (int r = 0; r < 6; ++r) solid.inertia[r] += I[r];
  }
  return points;
}

TEST(Spatial, TranslationsKeepThePower) {  // [TREES 1-2]
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    Random random(seed);
    const Motion<double> a = random_motion(random);
    const Force<double> f = {random_unit(random), random_unit(random)};
    const Unit r = {random.normal(), random.normal(), random.normal()};
    EXPECT_NEAR(dot(outward(a, r), f), dot(a, inward(f, r)), 16 * eps * (1 + std::sqrt(dot(r, r))))
        << "seed " << seed;
  }
}

/// Axes of the frame take a short cut: the same but for the rounding of c + (1 − c).
TEST(Turn, AboutAnAxisOfTheFrameIsTheGeneralFormula) {  // [TREES 14]
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    Random random(seed);
    double rows[9];
    random_rotation(random, rows);
    const Mat3<double> E = bodies::mat3<double>(rows);
    const bodies::Turn<double> by = bodies::turn(random.uniform(-10, 10));
    for (double sign : {1.0, -1.0})
      for (const Unit& axis : {Unit{sign, 0, 0}, Unit{0, sign, 0}, Unit{0, 0, sign}}) {
        const Mat3<double> quick = turned_about(E, axis, by);
        const Mat3<double> general = bodies::turned_about<double>(E, axis, by);
        const Mat3<double> d = quick - general;
        EXPECT_LE(dot(d.x, d.x) + dot(d.y, d.y) + dot(d.z, d.z), 4 * eps * eps) << "seed " << seed;
      }
  }
}

/// An axis that is almost one of the frame's has a turn of its own: 1e-9 off is 1e-9 elsewhere.
TEST(Turn, DoesNotRoundAnAxisToTheFrame) {
  const Unit axis = {1e-9, 0, 1};  // its length rounds to 1
  const Mat3<double> R =
      turned_about(bodies::identity3<double>(), axis, bodies::turn(std::acos(-1.0) / 2));
  EXPECT_NEAR(R.y.z, 1e-9, 1e-24);
  EXPECT_NEAR(R.z.y, -1e-9, 1e-24);
}

/// Every point needs m (a + ω̇ × d + ω × (ω × d)) at its place d.
TEST(Inertia, MovesLikeItsPoints) {  // [TREES 6-7]
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    Random random(seed);
    SolidNumbers solid{};
    const Points points = random_points(random, solid);
    double rows[9];
    random_rotation(random, rows);
    const Mat3<double> R = bodies::mat3<double>(rows);
    const Motion<double> a = random_motion(random);
    const Unit omega = random_unit(random), shift = 3.0 * random_unit(random);

    Force<double> at_origin{}, elsewhere{};
    double size = 0;
    for (const Unit& local : points.at) {
      const Unit d = R * local;
      const Unit f = points.mass * (a.linear + cross(a.angular, d) + cross(omega, cross(omega, d)));
      at_origin += Force<double>{cross(d, f), f};
      elsewhere += Force<double>{cross(d + shift, f), f};
      size += points.mass * (1 + dot(d, d) + dot(shift, shift));
    }
    const Inertia<double> I = inertia_of(solid, R);
    EXPECT_LT(distance(I * a + gyroscopic(I, omega), at_origin), 64 * eps * size)
        << "seed " << seed;

    // Seen from an origin from which this one lies `shift`: the same body, the same forces.
    const Motion<double> there = {
        a.angular, a.linear - cross(a.angular, shift) - cross(omega, cross(omega, shift))};
    const Inertia<double> J = inward(I, shift);
    EXPECT_LT(distance(J * there + gyroscopic(J, omega), elsewhere), 64 * eps * size)
        << "seed " << seed;
  }
}

/// Of a single solid the articulated inertia is the rigid one, here and elsewhere.
TEST(ArticulatedInertia, ShiftsAsTheRigidOneDoes) {
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    Random random(seed);
    SolidNumbers solid{};
    random_points(random, solid);
    const Inertia<double> I = inertia_of(solid, bodies::identity3<double>());
    const Unit shift = 3.0 * random_unit(random);
    const Motion<double> a = random_motion(random);
    const double size = solid.mass * (10 + 2 * dot(bodies::vec3<double>(solid.center),
                                                   bodies::vec3<double>(solid.center)));
    EXPECT_LT(distance(articulated(I) * a, I * a), 64 * eps * size) << "seed " << seed;
    EXPECT_LT(distance(inward(articulated(I), shift) * a, inward(I, shift) * a), 64 * eps * size)
        << "seed " << seed;
  }
}

/// Xᵀ I X for any symmetric I, by its definition: out, times, in.
TEST(ArticulatedInertia, IsCarriedInwardByItsDefinition) {
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    Random random(seed);
    double x[21];
    for (double& entry : x) entry = random.normal();
    const bodies::ArticulatedInertia<double> I = {
        bodies::sym3<double>(x), bodies::mat3<double>(x + 6), bodies::sym3<double>(x + 15)};
    const Unit r = 2.0 * random_unit(random);
    const Motion<double> a = random_motion(random);
    EXPECT_LT(distance(inward(I, r) * a, inward(I * outward(a, r), r)), 1e3 * eps)
        << "seed " << seed;
  }
}

}  // namespace
}  // namespace zwang::test

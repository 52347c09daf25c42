// SPDX-License-Identifier: Apache-2.0
// Rotations against Eigen's, which were written by others.

#include "import/geometry.h"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <numbers>

#include "support/random.h"

namespace zwang::test {

namespace {

using import::Quaternion;
using import::Vec;

// Some dozen operations on numbers of size one.
constexpr double rounding = 1e-14;

Vec random_vec(Random& random) { return {random.normal(), random.normal(), random.normal()}; }

Eigen::Vector3d eigen(const Vec& v) { return {v[0], v[1], v[2]}; }

Eigen::Matrix3d eigen(const Quaternion& q) {
  return Eigen::Quaterniond(q.w, q.x, q.y, q.z).toRotationMatrix();
}

double difference(const import::Mat& a, const Eigen::Matrix3d& b) {
  double most = 0;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      most = std::max(
          most, std::abs(a[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)] - b(i, j)));
  return most;
}

}  // namespace

TEST(ImportGeometry, RotationsAreThoseOfEigen) {
  for (unsigned seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const Vec axis = random_vec(random), v = random_vec(random), angles = random_vec(random);
    const double angle = random.uniform(-7, 7);
    const Quaternion q = import::about(axis, angle);
    const Eigen::Matrix3d R = Eigen::AngleAxisd(angle, eigen(axis).normalized()).toRotationMatrix();
    EXPECT_LT(difference(import::matrix(q), R), rounding);
    EXPECT_LT((eigen(import::turned(q, v)) - R * eigen(v)).norm(), 10 * rounding);

    using Eigen::AngleAxisd;
    using Eigen::Vector3d;
    const Eigen::Matrix3d rpy =
        (AngleAxisd(angles[2], Vector3d::UnitZ()) * AngleAxisd(angles[1], Vector3d::UnitY()) *
         AngleAxisd(angles[0], Vector3d::UnitX()))
            .toRotationMatrix();
    EXPECT_LT(difference(import::matrix(import::roll_pitch_yaw(angles)), rpy), rounding);
    EXPECT_LT(difference(import::matrix(q * import::roll_pitch_yaw(angles)), R * rpy), rounding);
  }
}

TEST(ImportGeometry, ATurnBringsZToItsDirection) {
  for (unsigned seed = 0; seed < 200; ++seed) {
    Random random(seed);
    const Vec d = seed == 0   ? Vec{0, 0, 2}
                  : seed == 1 ? Vec{0, 0, -2}
                  : seed == 2 ? Vec{1e-9, 0, -1}
                              : random_vec(random);
    const Vec z = import::turned(import::from_z_to(d), {0, 0, 1});
    EXPECT_LT((eigen(z) - eigen(d).normalized()).norm(), rounding) << "seed " << seed;
  }
}

// All four branches: turns about each axis by nearly half a turn make another component the largest.
TEST(ImportGeometry, AxesGiveTheirRotation) {
  for (unsigned seed = 0; seed < 200; ++seed) {
    Random random(seed);
    Vec axis = random_vec(random);
    if (seed < 8)
      axis = {seed % 4 == 1 ? 1.0 : 0, seed % 4 == 2 ? 1.0 : 0, seed % 4 == 3 ? 1.0 : 1e-3};
    const Eigen::Matrix3d R =
        Eigen::AngleAxisd(std::numbers::pi * (seed < 8 ? 0.999 : random.uniform(-1, 1)),
                          eigen(axis).normalized())
            .toRotationMatrix();
    const Quaternion q =
        import::with_axes({R(0, 0), R(1, 0), R(2, 0)}, {R(0, 1), R(1, 1), R(2, 1)});
    EXPECT_LT((eigen(q) - R).cwiseAbs().maxCoeff(), rounding) << "seed " << seed;
  }
}

TEST(ImportGeometry, PosesGoOutAndBack) {
  for (unsigned seed = 0; seed < 100; ++seed) {
    Random random(seed);
    const import::Pose a{random_vec(random), import::about(random_vec(random), 1.0)};
    const import::Pose b{random_vec(random), import::about(random_vec(random), 2.0)};
    const Vec p = random_vec(random);
    const Vec out = import::outside(a, import::outside(b, p));
    EXPECT_LT((eigen(import::outside(a * b, p)) - eigen(out)).norm(), 10 * rounding) << seed;
    EXPECT_LT((eigen(import::inside(a * b, out)) - eigen(p)).norm(), 10 * rounding) << seed;
  }
}

}  // namespace zwang::test

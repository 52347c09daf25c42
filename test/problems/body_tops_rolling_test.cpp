// SPDX-License-Identifier: Apache-2.0
// A bicycle that rolls on two wheels, against the linear equations of the published benchmark, and by
// its books. (Meijaard, Papadopoulos, Ruina, Schwab: Linearized dynamics equations for the balance
// and steer of a bicycle, Proc. R. Soc. A 463, 2007: M q̈ + v C₁ q̇ + (g K₀ + v² K₂) q = 0, where q
// is lean and steer, both to the right.)

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <algorithm>
#include <complex>

#include "api/run_files.h"

namespace zwang::test {
namespace {

struct LinearBicycle {
  Eigen::Matrix2d M, C1, K0, K2;

  LinearBicycle() {
    M << 80.81722, 2.31941332208709, 2.31941332208709, 0.29784188199686;
    C1 << 0, 33.86641391492494, -0.85035641456978, 1.68540397397560;
    K0 << -80.95, -2.59951685249872, -2.59951685249872, -0.80329488458618;
    K2 << 0, 76.59734589573222, 0, 2.65431523794604;
  }

  /// Of (q, q̇).
  Eigen::Matrix4d system(double v) const {
    Eigen::Matrix4d S = Eigen::Matrix4d::Zero();
    S.topRightCorner<2, 2>().setIdentity();
    S.bottomLeftCorner<2, 2>() = -M.inverse() * (9.81 * K0 + v * v * K2);
    S.bottomRightCorner<2, 2>() = -M.inverse() * v * C1;
    return S;
  }

  /// (q, q̇) at t, by eigenvectors.
  Eigen::Vector4d at(double v, double t, const Eigen::Vector4d& start) const {
    const Eigen::EigenSolver<Eigen::Matrix4d> eigen(system(v));
    const Eigen::Vector4cd shares =
        eigen.eigenvectors().partialPivLu().solve(start.cast<std::complex<double>>());
    const Eigen::Vector4cd grown = (eigen.eigenvalues() * t).array().exp() * shares.array();
    return (eigen.eigenvectors() * grown).real();
  }

  double largest_growth(double v) const {
    return Eigen::EigenSolver<Eigen::Matrix4d>(system(v)).eigenvalues().real().maxCoeff();
  }
};

// The matrices were copied without a slip of the pen: the published weave and capsize speeds.
TEST(Bicycle, BenchmarkIsStableBetweenItsPublishedSpeeds) {
  const LinearBicycle bicycle;
  EXPECT_GT(bicycle.largest_growth(4.29238253634111 - 1e-9), 0);
  EXPECT_LT(bicycle.largest_growth(4.29238253634111 + 1e-9), 0);
  EXPECT_LT(bicycle.largest_growth(6.02426201538837 - 1e-9), 0);
  EXPECT_GT(bicycle.largest_growth(6.02426201538837 + 1e-9), 0);
}

// A push of ε: left and right are mirror images, so that what is not linear is of order ε³.
TEST(Bicycle, LeansAndSteersAsTheBenchmarkSays) {
  const LinearBicycle linear;
  const double push = 1e-4;
  for (const double v : {3.0, 5.0, 7.0}) {
    RunOptions options = to_rounding();
    options.duration = 2;
    const Trajectory motion = run_file("bicycle.toml", options, {{"v", v}, {"push", push}});
    ASSERT_EQ(motion.summary().ending, Ending::done) << motion.summary().message;
    const auto t = motion.column("t"), lean = motion.column("lean"), steer = motion.column("steer");
    double size = 0;
    for (const double x : steer) size = std::max(size, std::abs(x));
    EXPECT_GT(size, push / 20);
    for (std::size_t k = 0; k < t.size(); ++k) {
      const Eigen::Vector4d known = linear.at(v, t[k], {0, 0, push, 0});
      // 14 published digits, and a cubic term: (2e-4)² of what is compared.
      EXPECT_NEAR(lean[k], known[0], 1e-6 * size) << "v " << v << " t " << t[k];
      EXPECT_NEAR(steer[k], known[1], 1e-6 * size) << "v " << v << " t " << t[k];
    }
  }
}

TEST(Bicycle, RollsStraightForEverIfNothingDisturbsIt) {
  RunOptions options = to_rounding(1e-9);
  options.duration = 20;
  const Trajectory motion = run_file("bicycle.toml", options, {{"push", 0.0}});
  const auto t = motion.column("t"), x = motion.column("frame.position.x");
  for (std::size_t k = 0; k < t.size(); ++k) EXPECT_NEAR(x[k], 5 * t[k], 1e-9);
  // The wheels carry 600 N, rounded to 1e-13 N, and the fork's inertia is 0.3: it is disturbed by
  // 4e-13 a second squared, again and again, for 20 s.
  for (const double angle : motion.column("lean")) EXPECT_NEAR(angle, 0, 1e-11);
  for (const double angle : motion.column("steer")) EXPECT_NEAR(angle, 0, 8e-11);
  for (const double astray : motion.column("frame.position.y")) EXPECT_NEAR(astray, 0, 1e-10);
  // The weight on the wheels: moments of the five centers about the front contact.
  const double rear = 9.81 * (85 * (1.02 - 0.3) + 4 * (1.02 - 0.9) + 2 * 1.02) / 1.02;
  const auto& forces = motion.summary().forces;
  ASSERT_EQ(forces.size(), 2u);
  EXPECT_NEAR(forces[0].bodies.at(0).force[2], rear, 1e-7);
  EXPECT_NEAR(forces[1].bodies.at(0).force[2], 94 * 9.81 - rear, 1e-7);
}

// A hard push: far from linear, and it still rights itself. Rolling costs nothing.
TEST(Bicycle, KeepsItsEnergyAndStaysOnTheGround) {
  RunOptions options = to_rounding(1e-11);
  options.duration = 10;
  const Trajectory motion = run_file("bicycle.toml", options, {{"push", 0.6}});
  const Summary& summary = motion.summary();
  ASSERT_EQ(summary.ending, Ending::done) << summary.message;
  EXPECT_EQ(summary.freedom, 3u);
  EXPECT_LE(summary.energy.worst_drift, 1e-10 * summary.energy.start);
  EXPECT_EQ(summary.energy.work_constraints, 0);
  EXPECT_LE(summary.max_position_residual, 1e-12);
  EXPECT_LE(summary.max_velocity_residual, 1e-12);

  const auto lean = motion.column("lean");
  EXPECT_GT(*std::max_element(lean.begin(), lean.end()), 0.1);
  EXPECT_LT(std::abs(lean.back()), 0.01);
  EXPECT_GT(motion.column("forward").back(), 5.0);  // it has less energy in swaying than at first
}

}  // namespace
}  // namespace zwang::test

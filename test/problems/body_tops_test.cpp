// SPDX-License-Identifier: Apache-2.0
// Tops: against quadruple precision, against the same system typed as a Lagrangian in Euler's angles,
// and by their books over long times (ZWANG_SOAK=1: 1e4 s).

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "api/run_files.h"

namespace zwang::test {
namespace {

double last_of(const Trajectory& motion, const std::string& column) {
  return motion.column(column).back();
}

void expect_end(const Trajectory& motion, const std::string& column, double known, double allowed) {
  EXPECT_NEAR(last_of(motion, column), known, allowed) << column;
}

// A tolerance of 1e-14 leaves rounding: each of 125 steps may be off by an ulp or two.
TEST(Tops, AFreeBodyComesToTheDigitsOfDoublePrecision) {
  RunOptions options = to_rounding(1e-14);
  options.duration = 10;
  const Trajectory motion = run_file("euler_top.toml", options);
  ASSERT_EQ(motion.summary().ending, Ending::done) << motion.summary().message;
  // Jacobi's elliptic functions, to 28 digits (test/data/problems/euler_top.json).
  expect_end(motion, "top.orientation.w", 0.43741742063786744, 5e-14);
  expect_end(motion, "top.orientation.x", -0.88958476563095893, 5e-14);
  expect_end(motion, "top.orientation.y", 0.032019344908543712, 5e-14);
  expect_end(motion, "top.orientation.z", 0.12759195284756221, 5e-14);
  expect_end(motion, "w.x", 0.99332220906014909, 5e-14);
  expect_end(motion, "w.y", -0.36046215746399285, 5e-14);
  expect_end(motion, "w.z", -0.0081873705427092723, 5e-14);
}

// It has turned by 300 radians: an ulp of that angle is 6e-14.
TEST(Tops, AHeavyTopComesToTheDigitsOfDoublePrecision) {
  RunOptions options = to_rounding(1e-14);
  options.duration = 2;
  const Trajectory motion = run_file("heavy_top.toml", options);
  ASSERT_EQ(motion.summary().ending, Ending::done) << motion.summary().message;
  expect_end(motion, "top.orientation.w", 0.12294713504153347, 2e-12);
  expect_end(motion, "top.orientation.x", -0.49107989255002701, 2e-12);
  expect_end(motion, "top.orientation.y", 0.35043003034362096, 2e-12);
  expect_end(motion, "top.orientation.z", -0.78798688755048567, 2e-12);
  // Nothing turns it about its axis: the spin has the error of its own rounding.
  for (const double spin : motion.column("w.y")) EXPECT_NEAR(spin, 150, 1e-11);
}

// Euler's equations: 3 ω₁' = (2 − 1) ω₂ω₃, 2 ω₂' = (1 − 3) ω₃ω₁, ω₃' = (3 − 2) ω₁ω₂, along axes that at
// the start are those of the world. One instant shows them by name, and no row but the user's.
TEST(Tops, AnInstantOfAFreeBodyIsThatOfEulersEquations) {
  const Model model = load_model(ZWANG_TEST_DATA "/../../models/euler_top.toml");
  const ModelInstant now = solve_instant(model);
  EXPECT_EQ(now.instant.status, Status::ok);
  EXPECT_EQ(now.instant.freedom, 6u);
  EXPECT_TRUE(certify(model, now).holds());
  ASSERT_EQ(model.rates().size(), 6u);
  EXPECT_EQ(model.rates()[3], "top.joint_omega.x");
  EXPECT_EQ(model.forces()[3], "top.joint_torque.x");
  const auto a = accelerations_at(model, now.state, now.instant.acceleration);
  const auto F = forces_at(model, now.state, now.instant.force_lagrange);
  const std::array<double, 6> known{0, 0, 0, -0.06 / 3, 0.4 / 2, 0.3};
  for (std::size_t k = 0; k < 6; ++k) {
    EXPECT_NEAR(a[k], known[k], 1e-15) << k;
    EXPECT_NEAR(F[k], 0, 1e-15) << k;
  }
  EXPECT_THROW(forces_at(model, now.state, {1, 2}), InputError);
}

// ω of the inner ring along its axes is (θ', ψ' sin θ, ψ' cos θ); its weight sits at arm·y.
const char* const gyroscope_in_angles = R"toml(
[parameters]
axial  = 0.006
across = 0.0035
ring   = 0.002
weight = 0.5
arm    = 0.15
[coordinates]
psi   = 0
theta = 0.4
phi   = { rate = 120 }
[define]
w2 = "psi'*sin(theta)"
w3 = "psi'*cos(theta)"
[free]
kinetic = """0.5*ring*psi'^2 + 0.5*ring*(theta'^2 + w2^2 + 2*w3^2)
           + 0.5*weight*arm^2*(theta'^2 + w3^2)
           + 0.5*across*(theta'^2 + w3^2) + 0.5*axial*(phi' + w2)^2"""
potential = "weight*9.81*arm*sin(theta)"
[simulate]
duration = 10
)toml";

TEST(Tops, AGyroscopeInGimbalsMovesAsItsLagrangianSays) {
  const Trajectory bodies = run_file("gyroscope.toml", to_rounding());
  const Trajectory angles = run_text(gyroscope_in_angles, to_rounding());
  const std::array<std::array<const char*, 2>, 3> pairs{
      {{"outer.angle", "psi"}, {"inner.angle", "theta"}, {"rotor.angle", "phi"}}};
  for (const auto& [body, angle] : pairs) {
    for (const char* const prime : {"", "'"}) {
      const auto x = bodies.column(std::string(body) + prime);
      const auto y = angles.column(std::string(angle) + prime);
      // The rotor turns by 1200: ten digits of it at a tolerance of 1e-12.
      for (std::size_t k = 0; k < x.size(); ++k) EXPECT_NEAR(x[k], y[k], 1e-9) << body << k;
    }
  }
  // What the eye sees: it walks slowly, and does not fall.
  for (const double nod : bodies.column("inner.angle")) EXPECT_GT(nod, 0.2);
  const double walk = last_of(bodies, "outer.angle") / 10, slow = 0.5 * 9.81 * 0.15 / (0.006 * 120);
  EXPECT_NEAR(walk, slow, 0.02 * slow);
}

// Energy and angular momentum of a free body, whose motion never repeats: three components of L in
// the world, and 2E, by the columns of the run. The drift of a method of order 8 with its error
// control grows with time; the momentum's direction as the energy.
TEST(Tops, AFreeBodyKeepsItsBooksForALongTime) {
  const bool soak = std::getenv("ZWANG_SOAK") != nullptr;
  RunOptions options;
  options.tolerance = 1e-13;
  options.duration = soak ? 1e4 : 300;
  options.samples = soak ? 10001 : 301;
  const Trajectory motion = run_file("euler_top.toml", options);
  const Summary& summary = motion.summary();
  ASSERT_EQ(summary.ending, Ending::done) << summary.message;
  double worst = 0;
  const std::array<std::pair<const char*, double>, 3> L{
      {{"momentum.x", 3}, {"momentum.y", 0.6}, {"momentum.z", -0.2}}};
  for (const auto& [column, known] : L) {
    for (const double x : motion.column(column)) worst = std::max(worst, std::abs(x - known));
  }
  std::printf("%g s, %ld steps: energy %.1e, momentum %.1e, length of the quaternion %.1e\n",
              *options.duration, summary.steps, summary.energy.worst_drift, worst,
              summary.max_position_residual);
  EXPECT_LE(summary.max_position_residual, 1e-15);
  EXPECT_LE(summary.energy.worst_drift, 1e-14 * *options.duration);
  EXPECT_LE(worst, 1e-14 * *options.duration);
}

// A method that keeps the structure: no drift at all, whatever the time.
TEST(Tops, AFreeBodyByGaussKeepsItsEnergyInBounds) {
  const bool soak = std::getenv("ZWANG_SOAK") != nullptr;
  RunOptions options;
  options.method = "gauss6";
  options.step = 0.1;
  options.samples = 2;
  options.duration = 60;
  const double some = run_file("euler_top.toml", options).summary().energy.worst_drift;
  options.duration = soak ? 1e4 : 600;
  const Summary summary = run_file("euler_top.toml", options).summary();
  ASSERT_EQ(summary.ending, Ending::done) << summary.message;
  std::printf("%g s, %ld steps: energy within %.1e, in the first 60 s %.1e\n", *options.duration,
              summary.steps, summary.energy.worst_drift, some);
  EXPECT_LE(summary.energy.worst_drift, 2 * some + 1e-11);
}

}  // namespace
}  // namespace zwang::test

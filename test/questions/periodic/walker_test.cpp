// SPDX-License-Identifier: Apache-2.0
// Garcia's simplest walker: both gaits against published heel strikes and against a return map of our own, whose
// derivatives are written by hand (Runge and Kutta's method, saltation at the strike).

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <complex>

#include "zwang/periodic.h"
#include "zwang/run.h"

namespace zwang::test {
namespace {

/// θ, φ, their rates, and the derivatives of these four by the four of the start, row by row.
using Walk = std::array<double, 20>;

constexpr double slope = 0.009, step = 1e-3;

Walk rate(const Walk& y) {
  const double s = std::sin(y[0] - slope), c = std::cos(y[0] - slope);
  const double sp = std::sin(y[1]), cp = std::cos(y[1]), u = y[2];
  const double J[4][4] = {
      {0, 0, 1, 0}, {0, 0, 0, 1}, {c, 0, 0, 0}, {c + s * sp, (u * u - c) * cp, 2 * u * sp, 0}};
  Walk f{y[2], y[3], s, s + (u * u - c) * sp};
  for (std::size_t i = 0; i < 4; ++i)
    for (std::size_t j = 0; j < 4; ++j)
      for (std::size_t k = 0; k < 4; ++k) f[4 + 4 * i + j] += J[i][k] * y[4 + 4 * k + j];
  return f;
}

Walk moved(const Walk& y, double h, const Walk& f) {
  Walk z = y;
  for (std::size_t i = 0; i < y.size(); ++i) z[i] += h * f[i];
  return z;
}

Walk stepped(const Walk& y, double h) {
  const Walk a = rate(y), b = rate(moved(y, h / 2, a)), c = rate(moved(y, h / 2, b));
  const Walk d = rate(moved(y, h, c));
  Walk z = y;
  for (std::size_t i = 0; i < y.size(); ++i) z[i] += h / 6 * (a[i] + 2 * b[i] + 2 * c[i] + d[i]);
  return z;
}

Walk begun(double theta, double u) {
  Walk y{theta, 2 * theta, u, u * (1 - std::cos(2 * theta))};
  for (std::size_t i = 0; i < 4; ++i) y[4 + 5 * i] = 1;
  return y;
}

/// One step, from heel strike to heel strike: (θ, θ′), its derivative by (θ, θ′), and the time.
struct Return {
  double theta, u, t;
  double A[2][2];
};

Return walked(double theta, double u) {
  Walk y = begun(theta, u), z = y;
  double t = 0;
  for (;; t += step, y = z) {
    z = stepped(y, step);
    if (z[1] < -0.05 && y[1] - 2 * y[0] < 0 && z[1] - 2 * z[0] >= 0) break;
    if (t > 6) return {NAN, NAN, NAN, {}};
  }
  double h = 0;
  for (int k = 0; k < 20; ++k) {
    z = stepped(y, h);
    h -= (z[1] - 2 * z[0]) / (z[3] - 2 * z[2]);
  }
  z = stepped(y, h);
  const Walk f = rate(z);
  const double across = f[1] - 2 * f[0], v = z[2], c2 = std::cos(2 * z[0]), s2 = std::sin(2 * z[0]);
  const double c = std::cos(2 * theta), s = std::sin(2 * theta);
  const double E[4][2] = {{1, 0}, {2, 0}, {0, 1}, {2 * s * u, 1 - c}};
  Return r{-z[0], c2 * v, t + h, {}};
  for (std::size_t j = 0; j < 2; ++j) {
    double d[4] = {};  // of the state where it strikes
    for (std::size_t i = 0; i < 4; ++i)
      for (std::size_t k = 0; k < 4; ++k) d[i] += z[4 + 4 * i + k] * E[k][j];
    const double late = (d[1] - 2 * d[0]) / across;
    for (std::size_t i = 0; i < 4; ++i) d[i] -= f[i] * late;
    r.A[0][j] = -d[0];
    r.A[1][j] = -2 * s2 * v * d[0] + c2 * d[2];
  }
  return r;
}

struct Gait {
  double theta, u, t;
  std::complex<double> first, second;
};

Gait gait_near(double theta, double u) {
  Return r = walked(theta, u);
  for (int k = 0; k < 10; ++k, r = walked(theta, u)) {
    const double a = r.A[0][0] - 1, b = r.A[0][1], c = r.A[1][0], d = r.A[1][1] - 1;
    const double x = r.theta - theta, y = r.u - u, det = a * d - b * c;
    theta -= (x * d - y * b) / det;
    u -= (a * y - c * x) / det;
  }
  const double trace = r.A[0][0] + r.A[1][1];
  const double det = r.A[0][0] * r.A[1][1] - r.A[0][1] * r.A[1][0];
  const std::complex<double> root = std::sqrt(std::complex<double>(trace * trace - 4 * det));
  return {theta, u, r.t, (trace + root) / 2.0, (trace - root) / 2.0};
}

/// Found by the program near a state in the middle of the step.
PeriodicMotion found(const Model& model, const Gait& gait) {
  Walk y = begun(gait.theta, gait.u);
  for (int k = 0; k < 1000; ++k) y = stepped(y, step);
  PeriodicOptions options;
  options.guess = gait.t + 0.002;
  options.start = State{0, {y[0] + 1e-4, y[1] - 1e-4}, {y[2], y[3] + 1e-4}};
  const PeriodicResult result = periodic_motion(model, options);
  EXPECT_EQ(result.problem, "");
  return result.motion;
}

void expect_gait(const Model& model, const Gait& gait) {
  const PeriodicMotion motion = found(model, gait);
  EXPECT_NEAR(motion.period, gait.t, 1e-9);
  RunOptions options;
  options.start = motion.start;
  options.duration = motion.period;
  options.tolerance = 1e-12;
  const Trajectory trajectory = run(model, options);
  ASSERT_EQ(trajectory.summary().events.size(), 1u);
  const State& after = trajectory.summary().events[0].state;
  EXPECT_NEAR(after.q[0], gait.theta, 1e-9);
  EXPECT_NEAR(after.v[0], gait.u, 1e-9);
  // Besides the two of the return map: 1 along the motion, and 0, for the strike forgets what the swinging leg did.
  ASSERT_EQ(motion.multipliers.size(), 4u);
  for (const std::complex<double> one : {gait.first, gait.second, {1, 0}, {0, 0}}) {
    double nearest = 1;
    for (const auto& other : motion.multipliers) nearest = std::min(nearest, std::abs(one - other));
    EXPECT_LT(nearest, 1e-8 * std::max(1.0, std::abs(one))) << one;
  }
}

TEST(SimplestWalker, HasItsTwoGaits) {
  const Model model = load_model(ZWANG_TEST_DATA "/../../models/simplest_walker.toml");
  const Gait stable = gait_near(0.2003, -0.1998), unstable = gait_near(0.19394, -0.20387);
  // As published by Bhounsule (2014) with his program; the first to 2e-11 only.
  EXPECT_NEAR(stable.theta, 0.200310900563820, 3e-11);
  EXPECT_NEAR(stable.u, -0.199832473025474, 3e-11);
  EXPECT_NEAR(stable.t, 3.882, 5e-4);
  EXPECT_NEAR(unstable.theta, 0.193937369810188, 1e-13);
  EXPECT_NEAR(unstable.u, -0.203866927442012, 1e-13);
  EXPECT_NEAR(unstable.t, 3.096, 5e-4);
  expect_gait(model, stable);
  expect_gait(model, unstable);
  EXPECT_EQ(found(model, stable).stability, Stability::asymptotic);
  EXPECT_EQ(found(model, unstable).stability, Stability::unstable);
}

}  // namespace
}  // namespace zwang::test

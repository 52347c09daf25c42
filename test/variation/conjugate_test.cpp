// SPDX-License-Identifier: Apache-2.0
// Where fields vanish, against closed forms.
#include <gtest/gtest.h>

#include <algorithm>
#include <numbers>

#include "bvp/shooting/shooting.h"
#include "bvp/sphere.h"
#include "variation/fields/jacobi.h"
#include "variation/linear_quadratic.h"

namespace zwang::test {

using std::numbers::pi;
using variation::conjugate_points;
using variation::JacobiResult;

namespace {

/// Along the motion from x with the rate v, known to 1e-13.
JacobiResult along(const Sphere& sphere, const Vector& x, const Vector& v, double beyond = 1) {
  const bvp::Bvp bvp = sphere.bvp();
  const variation::Functional functional = sphere.functional();
  const std::vector<double> z = sphere.state(x, v);
  bvp::Curve curve;
  EXPECT_EQ(bvp::follow(bvp, 1e-13, z.data(), {}, curve), bvp::Outcome::done);
  variation::JacobiPlan plan = sphere.plan(bvp, functional, curve);
  plan.beyond = beyond;
  return conjugate_points(plan);
}

/// Each as often as it counts.
std::vector<double> times(const JacobiResult& result, double T) {
  std::vector<double> times;
  for (const auto& point : result.points)
    times.insert(times.end(), point.multiplicity, T * point.tau);
  return times;
}

void expect_times(const JacobiResult& result, double T, const std::vector<double>& expected,
                  double error) {
  ASSERT_TRUE(result.done);
  const std::vector<double> found = times(result, T);
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t k = 0; k < found.size(); ++k) EXPECT_NEAR(found[k], expected[k], error) << k;
}

}  // namespace

// The pendulum's number comes from th'' = −sin th in 30 digits; twelve are kept.
TEST(Conjugate, PendulumMeetsItsNeighboursAfterMoreThanHalfAPeriod) {
  for (double T : {5.0, 3.0}) {  // on the way, and behind the end
    const JacobiResult result = along(pendulum(T), on_circle(0), along_circle(0), 4 / T);
    expect_times(result, T, {3.868452256992}, 1e-11);
    EXPECT_FALSE(result.at_end);
  }
}

TEST(Conjugate, PendulumAtRestHasAPointAtPi) {
  expect_times(along(pendulum(4), on_circle(0), vector({0, 0})), 4, {pi}, 1e-11);
  EXPECT_TRUE(along(pendulum(4), on_circle(pi), vector({0, 0})).points.empty());  // upright
}

TEST(Conjugate, GreatCirclesMeetAtEveryHalfTurnAsOftenAsThereAreDirections) {  // [ENDS 35]
  for (Index n : {2, 3, 4, 5}) {
    Sphere sphere(n);
    sphere.T = 10;
    Vector x = Vector::Zero(n), v = x;
    x[0] = v[n - 1] = 1;
    std::vector<double> expected;
    for (int turn = 1; turn <= 3; ++turn) expected.insert(expected.end(), n - 2, turn * pi);
    const JacobiResult result = along(sphere, x, v);
    expect_times(result, 10, expected, 1e-10);
    EXPECT_EQ(result.points.size(), n > 2 ? 3 : 0);
  }
}

TEST(Conjugate, AnEndAtTheAntipodeIsConjugateAndNotCountedBeforeTheEnd) {
  for (Index n : {3, 4}) {
    Sphere sphere(n);
    Vector x = Vector::Zero(n), v = x;
    x[0] = v[1] = 1;
    sphere.T = pi;
    const JacobiResult there = along(sphere, x, v);
    EXPECT_TRUE(there.done && there.at_end && there.points.empty());
    EXPECT_LT(there.end_gap, 1e-10);
    sphere.T = 2 * pi;
    const JacobiResult twice = along(sphere, x, v, 1.2);
    EXPECT_TRUE(twice.done && twice.at_end);
    expect_times(twice, sphere.T, std::vector<double>(n - 2, pi), 1e-10);
    for (double off : {-1e-5, 1e-5}) {
      sphere.T = pi * (1 + off);
      const JacobiResult near = along(sphere, x, v);
      EXPECT_TRUE(near.done && !near.at_end);
      EXPECT_EQ(near.points.size(), off > 0 ? 1 : 0);
      // sin(t)/rms: its slope at π is √2. The mean is taken by the rule of the trapezium on some ten
      // steps, which is good to one in a hundred.
      EXPECT_NEAR(near.end_gap, std::numbers::sqrt2 * pi * 1e-5, 4e-7);
    }
  }
}

TEST(Conjugate, OscillatorWithTurnedAxesHasThePointsOfEachAxis) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const Index n = random.integer(1, 6);
    LinearQuadratic q(n);
    // x = R y with one frequency for each y; masses as well.
    const Matrix R = random_orthogonal(random, n) * Vector::LinSpaced(n, 0.5, 3).asDiagonal();
    Vector omega(n);
    for (double& w : omega) w = random.uniform(0.5, 9);
    if (n > 2) omega[1] = omega[0];  // twofold
    const Matrix inverse = R.inverse();
    q.M = inverse.transpose() * inverse;
    q.K = inverse.transpose() * omega.cwiseAbs2().asDiagonal() * inverse;
    q.T = random.uniform(1, 3);
    if (seed % 2) q.M = -q.M, q.K = -q.K;  // the maximum of −F has the same extremals
    q.prepare(random.integer(1, 20));
    std::vector<double> expected;
    for (double w : omega)
      for (int k = 1; k * pi / w < q.T; ++k) expected.push_back(k * pi / w);
    std::sort(expected.begin(), expected.end());
    expect_times(conjugate_points(q.plan()), q.T, expected, 1e-10);
  }
}

// Between two of the walk's own points nothing may be lost, nor be counted twice.
TEST(Conjugate, PointsOnTheMeshCountOnce) {
  for (Index intervals : {1, 2, 4, 6, 12}) {
    LinearQuadratic q(3);
    q.K = vector({1, 1, 4}).asDiagonal();
    q.T = 3 * pi;
    q.prepare(intervals);
    variation::JacobiPlan plan = q.plan();
    plan.beyond = 1.01;
    const JacobiResult result = conjugate_points(plan);
    EXPECT_TRUE(result.at_end);
    expect_times(result, q.T, {pi / 2, pi, pi, pi, 3 * pi / 2, 2 * pi, 2 * pi, 2 * pi, 5 * pi / 2},
                 1e-11);
  }
}

// A free start: neighbours begin with v = 0, cos ωt vanishes at odd quarters.
TEST(Conjugate, FreeStartOfTheOscillatorHasFocalPointsAtOddQuarters) {
  LinearQuadratic q(2);
  q.K = vector({9, 16}).asDiagonal();
  q.T = 2;
  q.prepare();
  variation::JacobiPlan plan = q.plan();
  plan.start = {1, 0, 0, 0, 0, 1, 0, 0};
  expect_times(conjugate_points(plan), 2, {pi / 8, pi / 6, 3 * pi / 8, pi / 2, 5 * pi / 8}, 1e-11);
  // The first coordinate free, the other held.
  plan.start = {1, 0, 0, 0, 0, 0, 0, 7};
  expect_times(conjugate_points(plan), 2, {pi / 6, pi / 4, pi / 2, pi / 2}, 1e-11);
}

TEST(Conjugate, AStartThatIsNoLagrangianPlaneIsRefused) {
  LinearQuadratic q(2);
  q.K = vector({9, 16}).asDiagonal();
  q.prepare();
  variation::JacobiPlan plan = q.plan();
  plan.start = {1, 0, 0, 1, 0, 1, 3, 0};  // δx₁·δp₂ ≠ δx₂·δp₁
  EXPECT_FALSE(conjugate_points(plan).done);
  plan.start = {1, 0, 0, 1};  // not enough
  EXPECT_FALSE(conjugate_points(plan).done);
}

// x'' = −ω²x + μ with x(0) = 0, ∫x = 0: with a = ωt/2, sin a (a cos a − sin a) = 0.
TEST(Conjugate, GivenAreaPutsThePointsOffToTheRootsOfTanAEqualA) {
  LinearQuadratic q(1);
  const double omega = 3;
  q.K(0, 0) = omega * omega;
  q.c = matrix({{1}});
  q.d = matrix({{0}});
  q.T = 6;
  q.prepare();
  const std::vector<double> a = {pi, 4.493409457909064, 2 * pi, 7.725251836937707};
  std::vector<double> expected;
  for (double half : a) expected.push_back(2 * half / omega);
  variation::JacobiPlan plan = q.plan();
  expect_times(conjugate_points(plan), q.T, expected, 1e-10);
  plan.tolerance = 1e-3;  // of a rough curve; fields must be better than that to be told apart
  expect_times(conjugate_points(plan), q.T, expected, 1e-8);
}

// ∫v is fixed by the ends: its multiplier moves nothing, so no verdict may lean on its fields.
TEST(Conjugate, AnIntegralThatTheEndsDetermineIsNotJudged) {
  LinearQuadratic q(1);
  q.K(0, 0) = 100;
  q.c = matrix({{0}});
  q.d = matrix({{1}});
  q.prepare();
  EXPECT_FALSE(conjugate_points(q.plan()).done);
}

// Units are the user's: lengths in one, energies in another, time in a third.
TEST(Conjugate, UnitsDoNotMatter) {
  for (double length : {1e-6, 1e6})
    for (double energy : {1e-8, 1e8}) {
      LinearQuadratic q(2);
      q.T = 1e3;
      q.M *= energy;
      q.K = 2.5e-5 * energy * matrix({{1, 0.3}, {0.3, 2}});
      const Matrix unit = vector({length, 1}).asDiagonal();
      q.M = unit * q.M * unit;
      q.K = unit * q.K * unit;
      q.c = length * matrix({{1, 2}}) * unit;
      q.d = Matrix::Zero(1, 2);
      q.prepare();
      LinearQuadratic plain(2);
      plain.K = 25 * matrix({{1, 0.3}, {0.3, 2}});
      plain.c = matrix({{1, 2}});
      plain.d = Matrix::Zero(1, 2);
      plain.prepare();
      const std::vector<double> expected = times(conjugate_points(plain.plan()), 1);
      EXPECT_EQ(expected.size(), 2u);
      expect_times(conjugate_points(q.plan()), 1, expected, 1e-10);
    }
}

TEST(Conjugate, FieldsThatGrowByEighteenPowersOfTenAreNoTrouble) {
  LinearQuadratic q(3);
  q.K = vector({-1600, 30, -1}).asDiagonal();  // e^40
  Random random(5);
  const Matrix R = random_orthogonal(random, 3);
  q.K = R.transpose() * q.K * R;
  q.prepare(40);
  expect_times(conjugate_points(q.plan()), 1, {pi / std::sqrt(30)}, 1e-10);
}

}  // namespace zwang::test

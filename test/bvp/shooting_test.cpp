// SPDX-License-Identifier: Apache-2.0
#include "bvp/shooting/shooting.h"

#include <gtest/gtest.h>

#include <numbers>

#include "bvp/sphere.h"
#include "bvp/textbook.h"

namespace zwang::test {

using bvp::Curve;
using bvp::Outcome;
using bvp::shoot;
using bvp::Solution;
using std::numbers::pi;

namespace {

Solution shot(const ScalarProblem& problem, double tolerance, Index pieces = 0) {
  bvp::SolveOptions options;
  options.tolerance = tolerance;
  return shoot(problem.bvp(), options, problem.line(5, 10), pieces);
}

/// θ from one angle to another at an even pace.
Curve swing(const Sphere& sphere, double from, double to, Index intervals) {
  Curve curve = bvp::make_curve(sphere.bvp(), 5, intervals);
  for (Index i = 0; i <= intervals; ++i) {
    const double theta = from + curve.mesh[i] * (to - from);
    const Vector x = on_circle(theta), v = (to - from) * along_circle(theta);
    for (Index k = 0; k < 2; ++k) curve.at(i)[k] = x[k], curve.at(i)[2 + k] = v[k];
  }
  return curve;
}

/// The largest distance of a curve of one coordinate from its exact course, and of its rate.
double distance(const Curve& curve, double (*x)(double), double (*v)(double)) {
  double largest = 0;
  std::vector<double> z(curve.size());
  for (int i = 0; i <= 1000; ++i) {
    const double tau = i / 1000.0;
    evaluate(curve, tau, z.data());
    largest = std::fmax(largest, std::fabs(z[0] - x(tau)) + std::fabs(z[1] - v(tau)));
  }
  return largest;
}

}  // namespace

// From th'' = −sin th in 30 digits.
TEST(Shooting, FindsThePendulumsFirstRateForEveryToleranceAndNumberOfPieces) {  // [ENDS 17]
  Sphere sphere = pendulum(1);
  sphere.from = on_circle(0.5);
  sphere.to = on_circle(-0.3);
  for (double tolerance : {1e-5, 1e-9, 1e-12})
    for (Index pieces : {0, 1, 3}) {
      bvp::SolveOptions options;
      options.tolerance = tolerance;
      const Solution solution = shoot(sphere.bvp(), options, swing(sphere, 0.5, -0.3, 4), pieces);
      ASSERT_EQ(solution.outcome, Outcome::done);
      const Vector v = Eigen::Map<const Vector>(solution.curve.at(0) + 2, 2);
      const double miss = v.dot(along_circle(0.5)) + 0.680697068386169209;
      EXPECT_LT(std::fabs(miss), solution.error + 1e-14);    // rounding
      EXPECT_NEAR(v.dot(on_circle(0.5)), 0, 2 * tolerance);  // no row says so
      EXPECT_LT(solution.error, tolerance);
    }
}

TEST(Shooting, MeetsTroeschAndBratu) {
  const struct {
    ScalarProblem problem;
    double first_rate;
  } cases[] = {{troesch(1), 8.45202685309951059911596e-01},
               {troesch(5), 4.57504614063187400992773e-02},
               {bratu(), 0.5493527287752708190186831942468169}};
  for (const auto& c : cases) {
    SCOPED_TRACE(c.problem.name);
    const Solution solution = shot(c.problem, 1e-10);
    ASSERT_EQ(solution.outcome, Outcome::done);
    // The largest rate is 12.1 at the most.
    EXPECT_NEAR(solution.curve.at(0)[1], c.first_rate, 1.3e-9);
  }
  ScalarProblem problem = bratu();
  Curve guess = problem.line(5, 10);
  for (Index i = 0; i <= 10; ++i) {
    const double tau = guess.mesh[i];
    guess.at(i)[0] = 14 * tau * (1 - tau);
    guess.at(i)[1] = 14 * (1 - 2 * tau);
  }
  const Solution upper = shoot(problem.bvp(), {}, guess);
  ASSERT_EQ(upper.outcome, Outcome::done);
  EXPECT_NEAR(upper.curve.at(0)[1], 10.84689901938945239484031479232949, 1.1e-8);
}

// The inverted pendulum, u'' = sin u in u = θ − π from −0.3 to 0.3 in a long time: neighbours part
// by e^T. Up to e^−2T the way to the top is the separatrix, tan(u/4) = tan(u₀/4) e^−t, and there they
// pass with u' = 8 tan(0.3/4) e^(−T/2).
TEST(Shooting, CrossesALongUnstableArc) {
  Sphere sphere = pendulum(24);
  sphere.from = on_circle(pi - 0.3);
  sphere.to = on_circle(pi + 0.3);
  bvp::SolveOptions options;
  options.tolerance = 1e-10;
  const Solution solution = shoot(sphere.bvp(), options, swing(sphere, pi - 0.3, pi + 0.3, 20));
  ASSERT_EQ(solution.outcome, Outcome::done);
  const Vector first = Eigen::Map<const Vector>(solution.curve.at(0) + 2, 2) / sphere.T;
  EXPECT_NEAR(first.dot(along_circle(pi - 0.3)), 2 * std::sin(0.15), 1e-9);
  double z[4];
  evaluate(solution.curve, 0.5, z);
  EXPECT_NEAR(z[0], 0, 1e-9);
  EXPECT_NEAR(z[1], 1, 1e-9);
  EXPECT_NEAR(-z[2] / sphere.T, 8 * std::tan(0.075) * std::exp(-12), 1e-9);
}

TEST(Shooting, LaysAsManyPiecesAsTheGrowthOfNeighboursAsksFor) {
  // y'' = y/ξ: neighbours part by e^100.
  const ScalarProblem stiff = cash(1, 1e-4);
  const Solution solution = shot(stiff, 1e-8);
  ASSERT_EQ(solution.outcome, Outcome::done);
  double largest = 0, z[2];
  for (int i = 0; i <= 500; ++i) {
    evaluate(solution.curve, i / 500.0, z);
    largest = std::fmax(largest, std::fabs(z[0] - stiff.exact(i / 500.0)));
  }
  EXPECT_LT(largest, 1e-8);
  // In one piece nothing is left of the end.
  EXPECT_NE(shot(stiff, 1e-8, 1).outcome, Outcome::done);
}

// Errors of 1000 radians add up: shots must be finer than their share; and rates are 1000 times as
// large as the straight line says.
TEST(Shooting, KeepsTheToleranceOverManyTurns) {
  ScalarProblem turns;
  turns.left = 1;
  turns.right = std::cos(1000);
  turns.f = [](double, double y, double) { return Slopes{-1e6 * y, -1e6, 0}; };
  for (double tolerance : {1e-6, 1e-11})
    for (Index pieces : {0, 1}) {
      const Solution solution = shot(turns, tolerance, pieces);
      ASSERT_EQ(solution.outcome, Outcome::done);
      const double miss =
          std::fabs(solution.curve.at(0)[1]) / 1000;  // y = cos 1000t begins at rest
      EXPECT_LT(miss, solution.error);
      EXPECT_LE(solution.error, tolerance);
    }
}

// y'' = 100 atan y: full steps of Newton's are thrown to and fro by the bend of atan.
TEST(Shooting, ShortensStepsThatWouldGoTooFar) {  // [ENDS 10]
  ScalarProblem problem;
  problem.left = problem.right = 3;
  problem.f = [](double, double y, double) {
    return Slopes{100 * std::atan(y), 100 / (1 + y * y), 0};
  };
  bvp::SolveOptions options;
  for (bool damped : {true, false}) {
    options.newton.damped = damped;
    const Solution solution = shoot(problem.bvp(), options, problem.line(5, 10), 4);
    EXPECT_EQ(solution.outcome, damped ? Outcome::done : Outcome::not_converged);
  }
}

TEST(Shooting, CurvesKeepTheToleranceBetweenTheirPoints) {
  ScalarProblem problem;  // y'' = 2 y³, y = 1/(1 + t)
  problem.left = 1;
  problem.right = 0.5;
  problem.f = [](double, double y, double) { return Slopes{2 * y * y * y, 6 * y * y, 0}; };
  for (double tolerance : {1e-4, 1e-7, 1e-10, 1e-12}) {
    const Solution solution = shot(problem, tolerance);
    ASSERT_EQ(solution.outcome, Outcome::done);
    EXPECT_LT(distance(
                  solution.curve, [](double t) { return 1 / (1 + t); },
                  [](double t) { return -1 / ((1 + t) * (1 + t)); }),
              2 * tolerance);
  }
}

// Behind a layer that is stiff to the left, steps are long, and the shots' own polynomials poor.
TEST(Shooting, CurvesKeepTheToleranceWhereShotsAreStiff) {
  const ScalarProblem layer = cash(4, 0.01);
  const Solution solution = shot(layer, 1e-8);
  ASSERT_EQ(solution.outcome, Outcome::done);
  double largest = 0, z[2];
  for (int i = 0; i <= 1000; ++i) {
    evaluate(solution.curve, i / 1000.0, z);
    largest = std::fmax(largest, std::fabs(z[0] - layer.exact(layer.time(i / 1000.0))));
  }
  EXPECT_LT(largest, 1e-8);
}

// x'' = μ with x(0) = x(1) = 0 and ∫x = 1: x = 6t(1 − t), μ = −12; w is the integral, p is μ.
TEST(Shooting, DeterminesConstantsAndIntegrals) {
  bvp::Bvp bvp;
  double mu = 0;
  bvp.n = bvp.extra = bvp.parameters = 1;
  bvp.self = &mu;
  bvp.set = [](void* self, const double* p) noexcept {
    *static_cast<double*>(self) = *p;
    return true;
  };
  bvp.rate = [](void* self, double, const double* z, double* g) noexcept {
    g[0] = *static_cast<double*>(self);
    g[1] = z[0];
    return true;
  };
  bvp.slopes = [](void* self, double, const double* z, double* g, double* gz, double* gp) noexcept {
    g[0] = *static_cast<double*>(self);
    g[1] = z[0];
    std::fill_n(gz, 6, 0.0);
    gz[3] = gp[0] = 1;
    gp[1] = 0;
    return true;
  };
  bvp.ends = [](void*, const double* z0, const double* z1, double* B, double* B0, double* B1,
                double* Bp) noexcept {
    B[0] = z0[0], B[1] = z0[2], B[2] = z1[0], B[3] = z1[2] - 1;
    if (B0) std::fill_n(B0, 12, 0.0), B0[0] = B0[5] = 1;
    if (B1) std::fill_n(B1, 12, 0.0), B1[6] = B1[11] = 1;
    if (Bp) std::fill_n(Bp, 4, 0.0);
    return true;
  };
  const Solution solution = shoot(bvp, {}, bvp::make_curve(bvp, 5, 3));
  ASSERT_EQ(solution.outcome, Outcome::done);
  EXPECT_NEAR(solution.curve.p[0], -12, 1e-10);
  EXPECT_EQ(mu, solution.curve.p[0]);  // left set
  EXPECT_LT(distance(
                solution.curve, [](double t) { return 6 * t * (1 - t); },
                [](double t) { return 6 - 12 * t; }),
            1e-10);
}

// x'' = −x + cos 2πτ, as it began: x = cos 2πτ/(1 − 4π²).
TEST(Shooting, TakesConditionsThatCoupleTheEnds) {
  ScalarProblem problem;
  problem.f = [](double t, double y, double) { return Slopes{std::cos(2 * pi * t) - y, -1, 0}; };
  bvp::Bvp bvp = problem.bvp();
  bvp.ends = [](void*, const double* z0, const double* z1, double* B, double* B0, double* B1,
                double*) noexcept {
    for (Index k = 0; k < 2; ++k) B[k] = z1[k] - z0[k];
    if (B0) B0[0] = B0[3] = -1, B0[1] = B0[2] = 0;
    if (B1) B1[0] = B1[3] = 1, B1[1] = B1[2] = 0;
    return true;
  };
  const Solution solution = shoot(bvp, {}, problem.line(5, 4), 5);
  ASSERT_EQ(solution.outcome, Outcome::done);
  EXPECT_LT(distance(
                solution.curve, [](double t) { return std::cos(2 * pi * t) / (1 - 4 * pi * pi); },
                [](double t) { return -2 * pi * std::sin(2 * pi * t) / (1 - 4 * pi * pi); }),
            1e-9);
}

TEST(Shooting, SaysWhyThereIsNoSolution) {
  ScalarProblem conjugate;
  conjugate.f = [](double, double y, double) { return Slopes{-pi * pi * y, -pi * pi, 0}; };
  conjugate.right = 1;
  EXPECT_EQ(shot(conjugate, 1e-9).outcome, Outcome::singular);

  ScalarProblem beyond_fold;  // Bratu's with more than 3.51 e^y
  beyond_fold.f = [](double, double y, double) {
    return Slopes{-4 * std::exp(y), -4 * std::exp(y), 0};
  };
  const Outcome outcome = shot(beyond_fold, 1e-9).outcome;
  EXPECT_TRUE(outcome == Outcome::not_converged || outcome == Outcome::singular);

  ScalarProblem no_number;
  no_number.f = [](double, double, double) { return Slopes{std::nan(""), 0, 0}; };
  EXPECT_EQ(shot(no_number, 1e-9).outcome, Outcome::not_finite);

  bvp::SolveOptions options;
  options.newton.goes_on = [](void*) noexcept { return false; };
  EXPECT_EQ(shoot(troesch(5).bvp(), options, troesch(5).line(5, 4)).outcome, Outcome::interrupted);
}

TEST(Shooting, GivesTheSameBitsEveryTime) {
  const Solution one = shot(troesch(5), 1e-9), two = shot(troesch(5), 1e-9);
  EXPECT_EQ(one.curve.mesh, two.curve.mesh);
  EXPECT_EQ(one.curve.z, two.curve.z);
  EXPECT_EQ(one.curve.rates, two.curve.rates);
}

TEST(Follow, KeepsTheToleranceAllAlong) {
  Sphere sphere(3);
  sphere.T = 8;
  const Vector x = vector({1, 0, 0}), v = vector({0, 0.6, 0.8});
  const std::vector<double> z0 = sphere.state(x, v);
  for (double tolerance : {1e-3, 1e-6, 1e-9, 1e-12}) {
    Curve curve;
    ASSERT_EQ(bvp::follow(sphere.bvp(), tolerance, z0.data(), {}, curve), Outcome::done);
    double largest = 0, z[6];
    for (int i = 0; i <= 500; ++i) {
      const double t = sphere.T * i / 500;
      evaluate(curve, i / 500.0, z);
      largest =
          std::fmax(largest, (Eigen::Map<Vector>(z, 3) - x * std::cos(t) - v * std::sin(t)).norm());
    }
    EXPECT_LT(largest, 2 * tolerance);  // neighbours part by no more than T, over some steps
  }
}

TEST(Follow, StopsWhereTheMotionEndsAndKeepsTheCurveUpToThere) {
  ScalarProblem escape;  // y'' = 6y²: y = 1/(1 − 2τ)² from y = 1, in twice the time
  escape.b = 2;
  escape.f = [](double, double y, double) { return Slopes{6 * y * y, 12 * y, 0}; };
  const double z0[] = {1, 4};
  Curve curve;
  EXPECT_EQ(bvp::follow(escape.bvp(), 1e-6, z0, {}, curve), Outcome::not_finite);
  EXPECT_GT(curve.mesh.back(), 0.499);
  EXPECT_LT(curve.mesh.back(), 0.501);

  ScalarProblem wild;  // a hundred thousand turns
  wild.f = [](double, double y, double) { return Slopes{-4e11 * y, -4e11, 0}; };
  EXPECT_EQ(bvp::follow(wild.bvp(), 1e-3, z0, {}, curve), Outcome::too_fine);
}

}  // namespace zwang::test

// SPDX-License-Identifier: Apache-2.0
// One step solves what is linear, whatever its sizes; more steps solve what is not.

#include "bvp/any_bvp.h"
#include "bvp/collocation/newton_step.h"
#include "bvp/pendulum_bvp.h"
#include "bvp/residual.h"
#include "bvp/textbook.h"
#include "support/expect.h"
#include "support/random.h"

namespace zwang::test {
namespace {

using bvp::Curve, bvp::newton, bvp::NewtonOptions, bvp::NewtonResult, bvp::Outcome;

/// g = (A + τ A') z + P p + r + ε z_0² for all components, with random ends that couple everything.
struct RandomProblem {
  AnyBvp problem;
  double bend = 0;

  explicit RandomProblem(Random& random) {
    const Index n = random.integer(1, 3), extra = random.integer(0, 2), np = random.integer(0, 2);
    const Index m = n + extra, d = 2 * n + extra;
    problem.n = n;
    problem.extra = extra;
    problem.parameters = np;
    const Matrix A = random_matrix(random, m, d), A_tau = random_matrix(random, m, d),
                 P = random_matrix(random, m, np);
    const Vector r = random_vector(random, m), beta = random_vector(random, d + np);
    const Matrix B0 = random_matrix(random, d + np, d), B1 = random_matrix(random, d + np, d),
                 Bp = random_matrix(random, d + np, np);
    problem.rates = [=, this](double tau, const Vector& z, const Vector& p, Rates& out) {
      out.gz = A + tau * A_tau;
      out.g = out.gz * z + P * p + r;
      out.g.array() += bend * z(0) * z(0);
      out.gz.col(0).array() += 2 * bend * z(0);
      out.gp = P;
    };
    problem.ends = [=](const Vector& z0, const Vector& z1, const Vector& p, Ends& out) {
      out.B = B0 * z0 + B1 * z1 + Bp * p - beta;
      out.B0 = B0;
      out.B1 = B1;
      out.Bp = Bp;
    };
  }
  RandomProblem(const RandomProblem&) = delete;
};

double largest(const std::vector<double>& x) {
  double most = 0;
  for (double entry : x) most = std::fmax(most, std::fabs(entry));
  return most;
}

double residual_of(const bvp::Bvp& bvp, const Curve& curve) {
  bvp::Residual r;
  r.resize(bvp, curve.stages, curve.intervals());
  EXPECT_TRUE(fill_residual(bvp, curve, r));
  return std::fmax(std::fmax(largest(r.stages), largest(r.joints)), largest(r.ends));
}

// The second step says that the first was all: it is rounding, times the condition of the ends,
// beside the size of the curve.
TEST(Newton, OneStepSolvesWhatIsLinear) {  // [ENDS 8-9]
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const RandomProblem random_problem(random);
    const bvp::Bvp bvp = random_problem.problem.bvp();
    const Index intervals = random.integer(1, 9), stages = random.integer(2, 6);
    Curve curve = make_curve(bvp, stages, intervals);
    const NewtonResult result = newton(bvp, {}, curve);
    ASSERT_EQ(result.outcome, Outcome::done);
    EXPECT_EQ(result.iterations, 2);
    EXPECT_LT(result.last_step, 1e-14 * result.condition);
    EXPECT_LT(residual_of(bvp, curve), 1e-12 * (1 + largest(curve.z) + largest(curve.rates)));
  }
}

// Components that no equation knows are passed by in the elimination, and found all the same.
TEST(Newton, OneStepSolvesWhatHasCyclicComponents) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    RandomProblem random_problem(random);
    const Index n = random_problem.problem.n, m = n + random_problem.problem.extra;
    std::vector<Index> cyclic;
    for (Index r = 0; r < m; ++r)
      if (random.chance(0.5)) cyclic.push_back(r);
    const auto rates = random_problem.problem.rates;
    random_problem.problem.rates = [=](double tau, const Vector& z, const Vector& p, Rates& out) {
      Vector known = z;
      for (const Index r : cyclic) {
        known(n + r) = 0;
        if (r < n) known(r) = 0;
      }
      rates(tau, known, p, out);
      for (const Index r : cyclic) {
        out.gz.col(n + r).setZero();
        if (r < n) out.gz.col(r).setZero();
      }
    };
    const bvp::Bvp bvp = random_problem.problem.bvp();
    const Index intervals = random.integer(1, 9), stages = random.integer(2, 6);
    Curve curve = make_curve(bvp, stages, intervals);
    const NewtonResult result = newton(bvp, {}, curve);
    ASSERT_EQ(result.outcome, Outcome::done);
    EXPECT_EQ(result.iterations, 2);
    EXPECT_LT(residual_of(bvp, curve), 1e-12 * (1 + largest(curve.z) + largest(curve.rates)));
  }
}

double largest_difference(const Curve& a, const Curve& b) {
  double most = 0;
  for (std::size_t k = 0; k < a.z.size(); ++k) most = std::fmax(most, std::fabs(a.z[k] - b.z[k]));
  for (std::size_t k = 0; k < a.rates.size(); ++k)
    most = std::fmax(most, std::fabs(a.rates[k] - b.rates[k]));
  for (std::size_t k = 0; k < a.p.size(); ++k) most = std::fmax(most, std::fabs(a.p[k] - b.p[k]));
  return most;
}

/// On straight equations the matrix is the same everywhere: a step from any curve, by the matrix of
/// another that was kept, leads to the solution.
void expect_simplified_steps(const bvp::Bvp& bvp, Index intervals) {
  Random random(11);
  Curve curve = make_curve(bvp, 6, intervals), step = curve, other = curve, rest = curve;
  for (double& x : other.z) x = random.uniform(-1, 1);
  for (double& x : other.rates) x = random.uniform(-1, 1);
  const bvp::Scales scales = scales_of(curve);
  bvp::NewtonSystem system(bvp);
  system.reserve(6, intervals);
  ASSERT_EQ(system.step_from(curve, scales, {}, step), Outcome::done);
  system.keep();
  ASSERT_EQ(system.step_from(other, scales, {}, rest), Outcome::done);  // of no concern
  ASSERT_EQ(system.simplified_step(curve, other, scales, {}, rest), Outcome::done);
  combine(curve, 1, step, step);
  combine(other, 1, rest, rest);
  // Sums of as many numbers of some units as there are intervals, each rounded.
  EXPECT_LT(largest_difference(step, rest), 1e-14 * static_cast<double>(intervals));
}

// Of the two components of the first problem no equation knows the second. The matrices of the other
// are too many to be kept, and made again.
TEST(Newton, SimplifiedStepsUseTheMatrixThatWasKept) {
  AnyBvp two;
  two.n = 2;
  two.rates = [](double t, const Vector& z, const Vector&, Rates& r) {
    r.g << 3 * z(0) - z(2) + t, z(0) + 1;
    r.gz << 3, 0, -1, 0, 1, 0, 0, 0;
  };
  two.ends = [](const Vector& z0, const Vector& z1, const Vector&, Ends& e) {
    e.B << z0(0), z0(1) - 1, z1(0) - 1, z1(1);
    e.B0(0, 0) = e.B0(1, 1) = e.B1(2, 0) = e.B1(3, 1) = 1;
  };
  expect_simplified_steps(two.bvp(), 5);
  ScalarProblem one;
  one.f = [](double t, double y, double v) { return Slopes{3 * y - v + t, 3, -1}; };
  one.right = 1;
  expect_simplified_steps(one.bvp(), 15'000);
}

// A step whose square is known to be small needs no other to tell.
TEST(Newton, BelievesABendThatIsKnown) {
  const ScalarProblem p = bratu();
  Curve curve = p.line(4, 5);
  const NewtonResult result = newton(p.bvp(), {.tolerance = 1e-6}, curve);
  ASSERT_EQ(result.outcome, Outcome::done);
  ASSERT_GT(result.bend, 0);
  ASSERT_EQ(newton(p.bvp(), {.tolerance = 1e-14}, curve, false).outcome, Outcome::done);
  Curve near_by = curve;
  for (double& x : near_by.z) x *= 1 + 1e-5;
  for (const double bend : {0.0, result.bend}) {
    Curve fresh = near_by;
    EXPECT_EQ(newton(p.bvp(), {.tolerance = 1e-8, .bend = bend}, fresh, false).iterations,
              bend > 0 ? 1 : 2);
    EXPECT_NEAR(fresh.at(2)[0], curve.at(2)[0], 1e-8);
  }
}

TEST(Newton, ConvergesQuadratically) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    RandomProblem random_problem(random);
    const bvp::Bvp bvp = random_problem.problem.bvp();
    Curve curve = make_curve(bvp, 4, 5);
    ASSERT_EQ(newton(bvp, {}, curve).outcome, Outcome::done);
    // A bend that moves the solution by 10^−3 or so: steps 10^−3, 10^−6, 10^−12, up to constants.
    random_problem.bend = 1e-3 / (1 + std::pow(largest(curve.z), 2));
    const NewtonResult result = newton(bvp, {.tolerance = 1e-11}, curve, false);
    ASSERT_EQ(result.outcome, Outcome::done);
    EXPECT_LE(result.iterations, 4);
    EXPECT_LT(residual_of(bvp, curve), 1e-10 * (1 + largest(curve.z) + largest(curve.rates)));
  }
}

TEST(Newton, LeavesItsParametersSet) {
  Random random(4);
  const RandomProblem random_problem(random);
  const bvp::Bvp bvp = random_problem.problem.bvp();
  Curve curve = make_curve(bvp, 3, 4);
  ASSERT_EQ(newton(bvp, {}, curve).outcome, Outcome::done);
  EXPECT_TRUE(near(curve.p, random_problem.problem.p, 0));
}

// Steps of an exponential are all of much the same length, and lead home.
TEST(Newton, DampingDoesNotStandInTheWayOfExponentials) {  // [ENDS 11]
  for (double mu : {5.0, 10.0, 20.0}) {
    const ScalarProblem p = troesch(mu);
    Curve curve = p.line(5, 20);
    const NewtonResult result = newton(p.bvp(), {}, curve);
    EXPECT_EQ(result.outcome, Outcome::done) << mu;
    EXPECT_LT(result.iterations, 30) << mu;
  }
}

// Turns of the pendulum from the motion at even speed. Each of these needs another part of the
// damping: the test that a step helps, the guess how much of the next one will.
TEST(Newton, DampingFindsWhatFullStepsMiss) {  // [ENDS 10]
  const struct { double T, turns; } known[] = {{4, 2}, {6, 1}, {8, 1}, {8, -1}, {12, 0}};
  for (const auto& k : known) {
    const PendulumArc p{.from = 0.5, .to = -0.3 + 2 * std::numbers::pi * k.turns, .T = k.T};
    for (bool damped : {true, false}) {
      Curve curve = p.arc(5, 30);
      const NewtonResult result = newton(p.bvp(), {.tolerance = 1e-9, .damped = damped}, curve);
      EXPECT_EQ(result.outcome == Outcome::done, damped) << k.T << ", " << k.turns;
    }
  }
}

TEST(Newton, SaysThatTheGuessHasNoNumbers) {
  ScalarProblem p = bratu();
  p.f = [](double, double y, double) {
    return Slopes{std::sqrt(y - 1), 0.5 / std::sqrt(y - 1), 0};
  };
  Curve curve = p.line(4, 5);
  EXPECT_EQ(newton(p.bvp(), {}, curve).outcome, Outcome::not_finite);
}

// y'' = √(y − 1) with y = 2 at both ends, from a guess whose full step leads below 1.
TEST(Newton, GoesRoundPlacesWithoutNumbers) {
  ScalarProblem p;
  p.left = p.right = 2;
  p.f = [](double, double y, double) {
    return Slopes{6 * std::sqrt(y - 1), 3 / std::sqrt(y - 1), 0};
  };
  Curve curve = p.line(4, 5);
  const NewtonResult result = newton(p.bvp(), {}, curve);
  EXPECT_EQ(result.outcome, Outcome::done);
  EXPECT_LT(residual_of(p.bvp(), curve), 1e-11);
}

// x'' = −π² x between zeros: every multiple of sin πτ is a solution.
TEST(Newton, ConjugateEndsAreSingular) {
  ScalarProblem p;
  const double k = std::numbers::pi * std::numbers::pi;
  p.f = [k](double, double y, double) { return Slopes{-k * y, -k, 0}; };
  p.left = 0.1;
  Curve curve = p.line(6, 20);
  const NewtonResult result = newton(p.bvp(), {}, curve);
  EXPECT_EQ(result.outcome, Outcome::singular);
  EXPECT_GT(result.condition, 1e12);
}

TEST(Newton, StopsWhenTold) {
  struct Patience {
    int left = 3;
  } patience;
  const ScalarProblem p = troesch(10);
  Curve curve = p.line(5, 20);
  NewtonOptions options;
  options.self = &patience;
  options.goes_on = [](void* self) noexcept { return static_cast<Patience*>(self)->left-- > 0; };
  EXPECT_EQ(newton(p.bvp(), options, curve).outcome, Outcome::interrupted);
  EXPECT_EQ(newton(p.bvp(), {.most_iterations = 3}, curve).outcome, Outcome::not_converged);
}

// Deflation of one known curve y_1 by 1/|y − y_1|² + 1: Newton's steps times 1/(1 − slope), and they
// find Bratu's other solution, from the guess that led to the first.
struct Deflation {
  Curve known;
  static double factor(void* self, const Curve& from, const Curve& step) noexcept {
    const Curve& known = static_cast<Deflation*>(self)->known;
    double distance = 0, change = 0;
    for (Index i = 0; i <= from.intervals(); ++i) {
      const double off = from.at(i)[0] - known.at(i)[0];
      distance += 0.1 * off * off;
      change += 0.2 * off * step.at(i)[0];
    }
    const double slope = -change / (distance * distance) / (1 + 1 / distance);
    return 1 / (1 - slope);
  }
};

TEST(Newton, DeflationFindsTheOtherSolution) {  // [ENDS 12]
  const ScalarProblem p = bratu();
  Curve guess = p.line(5, 10);
  for (Index i = 0; i <= 10; ++i) {
    const double t = guess.mesh[i];
    guess.at(i)[0] = t * (1 - t);
    guess.at(i)[1] = 1 - 2 * t;
  }
  Deflation deflation{guess};
  ASSERT_EQ(newton(p.bvp(), {}, deflation.known).outcome, Outcome::done);
  NewtonOptions options;
  options.factor = Deflation::factor;
  options.self = &deflation;
  Curve other = guess;
  const NewtonResult result = newton(p.bvp(), options, other);
  ASSERT_EQ(result.outcome, Outcome::done);
  EXPECT_NEAR(deflation.known.at(5)[0], 0.14053921440047, 1e-7);
  EXPECT_NEAR(other.at(5)[0], 4.09146724618926, 1e-5);
}

// A tolerance below rounding ends where steps no longer shrink, and not with a failure.
TEST(Newton, EndsAtRounding) {
  for (double mu : {1.0, 5.0, 10.0}) {
    const ScalarProblem p = troesch(mu);
    Curve curve = p.line(5, 40);
    const NewtonResult result = newton(p.bvp(), {.tolerance = 1e-40}, curve);
    EXPECT_EQ(result.outcome, Outcome::done) << mu;
    EXPECT_LT(result.last_step, 1e-12) << mu;
  }
}

// Time and memory are linear in the intervals: so are calls, and each iteration makes as many as there
// are Gauss points.
TEST(Newton, CallsTheEquationsOnceForEachGaussPoint) {
  for (Index N : {10, 20, 40}) {
    const ScalarProblem p = bratu();
    Curve curve = p.line(4, N);
    const NewtonResult result = newton(p.bvp(), {}, curve);
    EXPECT_EQ(p.calls, result.iterations * 4 * N);
    EXPECT_EQ(p.calls, result.evaluations);
  }
}

}  // namespace
}  // namespace zwang::test

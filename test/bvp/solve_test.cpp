// SPDX-License-Identifier: Apache-2.0
// Problems of all shapes: unknown constants, integrals, periodic ends; and what is said where there
// is no answer.

#include <numbers>

#include "bvp/any_bvp.h"
#include "bvp/collocation/collocation.h"
#include "bvp/pendulum_bvp.h"
#include "bvp/textbook.h"
#include "support/expect.h"

namespace zwang::test {
namespace {

using bvp::Curve, bvp::Outcome, bvp::Solution, bvp::SolveOptions;

constexpr Index kStages = bvp::default_stages;
constexpr double pi = std::numbers::pi;

// [XUMK94] example, θ from 0.5 to −0.3 in T = 1: θ'(0) = −0.680697068386169209 by quadrature.
TEST(Solve, ThePendulumBetweenTwoPositions) {
  const PendulumArc p{.from = 0.5, .to = -0.3};
  for (double tolerance : {1e-6, 1e-9, 1e-12}) {
    const Solution s = solve(p.bvp(), {.tolerance = tolerance, .newton = {}}, p.arc(kStages, 10));
    ASSERT_EQ(s.outcome, Outcome::done);
    EXPECT_LE(s.error, tolerance);
    const double* z = s.curve.at(0);
    EXPECT_NEAR(z[2] * std::cos(0.5) + z[3] * std::sin(0.5), -0.680697068386169209, tolerance);
    EXPECT_NEAR(z[0] * z[2] + z[1] * z[3], 0, 1e-14);  // along the circle, though no row says so
    EXPECT_EQ(s.evaluations, p.calls);
    p.calls = 0;
    EXPECT_LT(s.curve.intervals(), 40);
  }
}

// A smooth arc from a guess of few intervals: two steps or three on the coarsest mesh, one with two
// stages more that tells the error. Half as many again as were needed when this was written.
TEST(Solve, ASmoothArcTakesFewEvaluations) {
  const PendulumArc p{.from = 0.5, .to = -0.3};
  const Solution s = solve(p.bvp(), {.tolerance = 1e-3, .newton = {}}, p.arc(kStages, 8));
  ASSERT_EQ(s.outcome, Outcome::done);
  EXPECT_LE(s.evaluations, 70);
  EXPECT_EQ(s.curve.intervals(), 4);
}

// On four intervals the equations of a corner have solutions that are none; they are seen through.
TEST(Solve, ACoarseMeshDoesNotLeadAstray) {
  const ScalarProblem p = cash(20, 0.02);
  for (double tolerance : {1e-3, 1e-8}) {
    const Solution s = solve(p.bvp(), {.tolerance = tolerance, .newton = {}}, p.line(kStages, 8));
    ASSERT_EQ(s.outcome, Outcome::done);
    for (double t : {0.0, 0.3, 0.745, 1.0}) {
      double z[2];
      evaluate(s.curve, t, z);
      EXPECT_NEAR(z[0], p.exact(t), 2 * tolerance) << t;  // y reaches 1.7
    }
  }
}

/// x'' = −p² x, x(0) = x(1) = 0, x'(0) = 1.
AnyBvp string() {
  AnyBvp a;
  a.n = a.parameters = 1;
  a.rates = [](double, const Vector& z, const Vector& p, Rates& r) {
    r.g(0) = -p(0) * p(0) * z(0);
    r.gz(0, 0) = -p(0) * p(0);
    r.gp(0, 0) = -2 * p(0) * z(0);
  };
  a.ends = [](const Vector& z0, const Vector& z1, const Vector&, Ends& e) {
    e.B << z0(0), z0(1) - 1, z1(0);
    e.B0(0, 0) = e.B0(1, 1) = e.B1(2, 0) = 1;
  };
  return a;
}

TEST(Solve, AnUnknownConstantIsFound) {
  const AnyBvp a = string();
  for (int mode : {1, 2, 3}) {
    Curve guess = make_curve(a.bvp(), kStages, 10);
    guess.p[0] = pi * mode + 0.2;
    for (Index i = 0; i <= 10; ++i) {
      guess.at(i)[0] = std::sin(mode * pi * guess.mesh[i]) / 3;
      guess.at(i)[1] = mode * std::cos(mode * pi * guess.mesh[i]);
    }
    const Solution s = solve(a.bvp(), {.tolerance = 1e-11, .newton = {}}, guess);
    ASSERT_EQ(s.outcome, Outcome::done);
    EXPECT_NEAR(s.curve.p[0], mode * pi, 1e-11 * mode * pi);
  }
}

/// A chain of length L between two points at a distance 1: y'' = c √(1 + y'²), w' = √(1 + y'²) with
/// w(0) = 0 and w(1) = L; c = 2 where L = sinh 1, and y = (cosh(2t − 1) − cosh 1)/2.
AnyBvp chain() {
  AnyBvp a;
  a.n = a.extra = a.parameters = 1;
  a.rates = [](double, const Vector& z, const Vector& p, Rates& r) {
    const double arc = std::sqrt(1 + z(1) * z(1));
    r.g << p(0) * arc, arc;
    r.gz(0, 1) = p(0) * z(1) / arc;
    r.gz(1, 1) = z(1) / arc;
    r.gp(0, 0) = arc;
  };
  a.ends = [](const Vector& z0, const Vector& z1, const Vector&, Ends& e) {
    e.B << z0(0), z1(0), z0(2), z1(2) - std::sinh(1.0);
    e.B0(0, 0) = e.B0(2, 2) = e.B1(1, 0) = e.B1(3, 2) = 1;
  };
  return a;
}

TEST(Solve, AnIntegralIsGiven) {
  const AnyBvp a = chain();
  Curve guess = make_curve(a.bvp(), kStages, 8);
  guess.p[0] = 1;
  for (Index i = 0; i <= 8; ++i) {
    const double t = guess.mesh[i];
    guess.at(i)[0] = t * (t - 1);
    guess.at(i)[1] = 2 * t - 1;
    guess.at(i)[2] = t;
  }
  for (double tolerance : {1e-6, 1e-10}) {
    const Solution s = solve(a.bvp(), {.tolerance = tolerance, .newton = {}}, guess);
    ASSERT_EQ(s.outcome, Outcome::done);
    EXPECT_NEAR(s.curve.p[0], 2, 2 * tolerance);
    for (double t : {0.1, 0.3, 0.5, 0.77}) {
      double z[3];
      evaluate(s.curve, t, z);
      EXPECT_NEAR(z[0], (std::cosh(2 * t - 1) - std::cosh(1)) / 2, tolerance);
      EXPECT_NEAR(z[2], (std::sinh(2 * t - 1) + std::sinh(1)) / 2, tolerance);
    }
  }
}

// x'' = −x − x³ − 0.2 x' + f(t), f such that x = cos 2πt is the answer; both ends are coupled.
TEST(Solve, EndsMayBePeriodic) {
  AnyBvp a;
  a.n = 1;
  const auto force = [](double t) {
    const double x = std::cos(2 * pi * t), v = -2 * pi * std::sin(2 * pi * t);
    return -4 * pi * pi * x + x + x * x * x + 0.2 * v;
  };
  a.rates = [force](double t, const Vector& z, const Vector&, Rates& r) {
    r.g(0) = -z(0) - z(0) * z(0) * z(0) - 0.2 * z(1) + force(t);
    r.gz << -1 - 3 * z(0) * z(0), -0.2;
  };
  a.ends = [](const Vector& z0, const Vector& z1, const Vector&, Ends& e) {
    e.B = z1 - z0;
    e.B0 = -Matrix::Identity(2, 2);
    e.B1 = Matrix::Identity(2, 2);
  };
  const Solution s =
      solve(a.bvp(), {.tolerance = 1e-10, .newton = {}}, make_curve(a.bvp(), kStages, 10));
  ASSERT_EQ(s.outcome, Outcome::done);
  for (double t : {0.0, 0.2, 0.55, 1.0}) {
    double z[2];
    evaluate(s.curve, t, z);
    EXPECT_NEAR(z[0], std::cos(2 * pi * t), 1e-10);
    EXPECT_NEAR(z[1], -2 * pi * std::sin(2 * pi * t), 2 * pi * 1e-10);
  }
}

// A component that vanishes has no size of its own; it must not be refined for its rounding.
TEST(Solve, AComponentMayVanish) {
  AnyBvp a;
  a.n = 2;
  a.rates = [](double, const Vector& z, const Vector&, Rates& r) {
    r.g << -z(0), -z(1) + 1e-3 * z(0) * z(1);
    r.gz << -1, 0, 0, 0, 1e-3 * z(1), -1 + 1e-3 * z(0), 0, 0;
  };
  a.ends = [](const Vector& z0, const Vector& z1, const Vector&, Ends& e) {
    e.B << z0(0) - 1, z0(1), z1(0), z1(1);
    e.B0(0, 0) = e.B0(1, 1) = e.B1(2, 0) = e.B1(3, 1) = 1;
  };
  const Solution s =
      solve(a.bvp(), {.tolerance = 1e-12, .newton = {}}, make_curve(a.bvp(), kStages, 5));
  ASSERT_EQ(s.outcome, Outcome::done);
  EXPECT_LT(s.curve.intervals(), 40);
  EXPECT_NEAR(s.curve.at(0)[2], -1 / std::tan(1.0), 1e-12);
  EXPECT_NEAR(s.curve.at(0)[3], 0, 1e-14);
}

// Rounding ends what tolerances ask for; the error says where.
TEST(Solve, AsksNoMoreThanRoundingGives) {
  const PendulumArc p{.from = 0.5, .to = -0.3};
  const Solution s = solve(p.bvp(), {.tolerance = 1e-18, .newton = {}}, p.arc(kStages, 10));
  ASSERT_EQ(s.outcome, Outcome::done);
  EXPECT_GT(s.error, 1e-18);
  EXPECT_LT(s.error, 1e-14);
  EXPECT_LT(s.curve.intervals(), 4000);
}

// From near by it is soon there; from afar the first step tells, and no other is made.
TEST(Solve, ACoarseMeshAloneGivesUpAtOnce) {
  const PendulumArc near_by{.from = 0.5, .to = -0.3, .T = 1};
  const PendulumArc afar{.from = 0.5, .to = -0.3 + 2 * std::numbers::pi, .T = 8};
  const SolveOptions options{
      .tolerance = 1e-6, .first_mesh = bvp::FirstMesh::coarse_only, .newton = {}};
  EXPECT_EQ(solve(near_by.bvp(), options, near_by.arc(kStages, 4)).outcome, Outcome::done);
  const Solution none = solve(afar.bvp(), options, afar.arc(kStages, 4));
  EXPECT_EQ(none.outcome, Outcome::not_converged);
  EXPECT_EQ(none.iterations, 1);
}

// Nor is a mesh of its own left for a coarser one.
TEST(Solve, AMeshOfItsOwnIsNotLeft) {
  const PendulumArc p{.from = 0.5, .to = -0.3, .T = 1};
  SolveOptions options{.tolerance = 1e-3, .newton = {}};
  EXPECT_EQ(solve(p.bvp(), options, p.arc(kStages, 8)).curve.intervals(), 4);
  options.first_mesh = bvp::FirstMesh::own;
  EXPECT_EQ(solve(p.bvp(), options, p.arc(kStages, 8)).curve.intervals(), 8);
}

// From a mesh much finer than needed, as continuation hands it on, the answer has a coarse one.
TEST(Solve, MeshesShrinkAgain) {
  const PendulumArc p{.from = 0.5, .to = -0.3};
  const Solution s = solve(p.bvp(), {.tolerance = 1e-6, .newton = {}}, p.arc(kStages, 500));
  ASSERT_EQ(s.outcome, Outcome::done);
  EXPECT_LT(s.curve.intervals(), 150);
}

TEST(Solve, SaysThatItWouldTakeTooManyIntervals) {
  const ScalarProblem p = cash(16, 1 / 201.0);
  const SolveOptions options{.tolerance = 1e-9, .most_intervals = 100, .newton = {}};
  const Solution s = solve(p.bvp(), options, p.line(kStages, 10));
  EXPECT_EQ(s.outcome, Outcome::too_fine);
  EXPECT_LE(s.curve.intervals(), 100);
}

// Beyond λ = 3.5138307… Bratu's y'' = −λ e^y has no solution.
TEST(Solve, SaysThatNothingWasFound) {
  ScalarProblem p;
  p.f = [](double, double y, double) { return Slopes{-4 * std::exp(y), -4 * std::exp(y), 0}; };
  EXPECT_EQ(solve(p.bvp(), {}, p.line(kStages, 10)).outcome, Outcome::not_converged);
}

TEST(Solve, StopsWhenTold) {
  struct Patience {
    int left = 4;
  } patience;
  SolveOptions options;
  options.newton.self = &patience;
  options.newton.goes_on = [](void* self) noexcept {
    return static_cast<Patience*>(self)->left-- > 0;
  };
  const ScalarProblem p = troesch(5);
  EXPECT_EQ(solve(p.bvp(), options, p.line(kStages, 10)).outcome, Outcome::interrupted);
}

TEST(Solve, HasTheSameBitsEveryTime) {
  const ScalarProblem p = troesch(5);
  const Solution a = solve(p.bvp(), {}, p.line(kStages, 10));
  const Solution b = solve(p.bvp(), {}, p.line(kStages, 10));
  EXPECT_EQ(a.curve.mesh, b.curve.mesh);
  EXPECT_EQ(a.curve.z, b.curve.z);
  EXPECT_EQ(a.curve.rates, b.curve.rates);
}

// The equations of a longer mesh cost as much for each interval: evaluations are what counts.
TEST(Solve, CostIsLinearInTheIntervals) {
  double least = 1e9, most = 0;
  for (int half_waves : {33, 101, 303}) {
    const ScalarProblem p = cash(16, 1.0 / half_waves);
    const Solution s =
        solve(p.bvp(), {.tolerance = 1e-8, .newton = {}}, p.line(kStages, 4 * half_waves));
    ASSERT_EQ(s.outcome, Outcome::done);
    const double each = static_cast<double>(p.calls) / half_waves;
    least = std::fmin(least, each);
    most = std::fmax(most, each);
  }
  EXPECT_LT(most, 1.5 * least);
}

}  // namespace
}  // namespace zwang::test

// SPDX-License-Identifier: Apache-2.0
// The textbook's problems, by collocation, against their closed forms and against numbers computed
// to 20 digits by other means.

#include "bvp/textbook.h"

#include <gtest/gtest.h>

#include "bvp/collocation/collocation.h"

namespace zwang::test {
namespace {

using bvp::Curve, bvp::Outcome, bvp::Solution, bvp::SolveOptions;

constexpr Index kStages = bvp::default_stages;

Solution solved(const ScalarProblem& p, double tolerance, const Curve& guess) {
  Solution solution = solve(p.bvp(), {.tolerance = tolerance, .newton = {}}, guess);
  EXPECT_EQ(solution.outcome, Outcome::done) << p.name;
  EXPECT_LE(solution.error, tolerance) << p.name;
  return solution;
}

Solution solved(const ScalarProblem& p, double tolerance) {
  return solved(p, tolerance, p.line(kStages, 10));
}

/// The largest error of y and y' beside their largest values, at many places between the points.
double error_of(const ScalarProblem& p, const Curve& curve) {
  double off_y = 0, off_v = 0, y_most = 0, v_most = 0;
  for (Index i = 0; i < curve.intervals(); ++i)
    for (int k = 0; k < 7; ++k) {
      double z[2];
      const double tau = curve.mesh[i] + k * (curve.mesh[i + 1] - curve.mesh[i]) / 7;
      evaluate(curve, tau, z);
      const double y = p.exact(p.time(tau)), v = (p.b - p.a) * p.exact_rate(p.time(tau));
      off_y = std::fmax(off_y, std::fabs(z[0] - y));
      off_v = std::fmax(off_v, std::fabs(z[1] - v));
      y_most = std::fmax(y_most, std::fabs(y));
      v_most = std::fmax(v_most, std::fabs(v));
    }
  return std::fmax(off_y / y_most, off_v / v_most);
}

// What is reported is the error of the lower of two orders, so that the curve itself, of the higher
// one, is nearer than that.
void expect_solved(const ScalarProblem& p, double tolerance, double rounding = 0) {
  const Solution solution = solved(p, tolerance);
  EXPECT_LT(error_of(p, solution.curve), tolerance / 4 + rounding) << p.name << " to " << tolerance;
}

TEST(Textbook, LayersOfEveryWidth) {
  for (double xi : {1e-3, 1e-4, 1e-5, 1e-6})
    for (double tolerance : {1e-6, 1e-10}) {
      expect_solved(cash(1, xi), tolerance);
      expect_solved(cash(4, xi), tolerance,
                    2.2e-16 / xi);  // t near −1 is rounded, of the closed form
      expect_solved(cash(21, xi), tolerance);
    }
}

TEST(Textbook, TurningPointsInside) {
  for (double xi : {1e-2, 1e-4, 1e-6})
    for (double tolerance : {1e-6, 1e-10}) {
      expect_solved(cash(9, xi), tolerance);
      expect_solved(cash(10, xi), tolerance);
    }
  for (double xi : {1e-3, 1e-4, 1e-5}) expect_solved(cash(17, xi), 1e-9);
}

// A stiff equation with a smooth solution takes no more intervals than the solution needs.
TEST(Textbook, StiffAndSmoothIsCheap) {
  for (double xi : {1e-1, 1e-3, 1e-6}) {
    const Solution solution = solved(cash(11, xi), 1e-9);
    EXPECT_LT(solution.curve.intervals(), 60) << xi;
    EXPECT_LT(error_of(cash(11, xi), solution.curve), 1e-9) << xi;
  }
}

// Half as many again as were needed when this was written.
TEST(Textbook, MeshesAreEconomical) {
  const struct {
    int number;
    Index intervals;
    long evaluations;
  } known[] = {{1, 60, 2000}, {4, 90, 90'000}, {9, 200, 4800}, {17, 150, 3600}};
  for (const auto& k : known) {
    const Solution solution = solved(cash(k.number, 1e-6), 1e-9);
    EXPECT_LE(solution.curve.intervals(), k.intervals) << k.number;
    EXPECT_LE(solution.evaluations, k.evaluations) << k.number;
  }
}

TEST(Textbook, Oscillations) {
  for (int half_waves : {5, 11, 33}) expect_solved(cash(16, 1.0 / half_waves), 1e-9);
}

// A corner of width ξ at 0.745, followed from a width of a tenth by factors of ten.
TEST(Textbook, CornersAreFollowed) {
  Curve guess = cash(20, 0.1).line(kStages, 10);
  for (double xi : {1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6}) {
    const ScalarProblem p = cash(20, xi);
    guess = solved(p, 1e-4, guess).curve;
    const Solution solution = solved(p, 1e-9, guess);
    EXPECT_LT(error_of(p, solution.curve), 1e-9) << xi;
    EXPECT_LT(solution.curve.intervals(), 200) << xi;
  }
}

// x = √ξ tan φ turns problem 17 into one whose even solution vanishes at ±√ξ: with ξ = 0.01 the ends
// ±0.1 are conjugate, and no other answer is true.
TEST(Textbook, ConjugateEndsAreSingular) {
  const ScalarProblem p = cash(17, 0.01);
  EXPECT_EQ(solve(p.bvp(), {}, p.line(kStages, 10)).outcome, Outcome::singular);
}

TEST(Textbook, TheErrorFollowsTheTolerance) {
  for (const ScalarProblem& p : {cash(1, 1e-2), cash(9, 1e-1), cash(20, 0.2)})
    for (double tolerance : {1e-4, 1e-6, 1e-8, 1e-10, 1e-12}) {
      const Solution solution = solved(p, tolerance);
      const double error = error_of(p, solution.curve);
      EXPECT_LT(error, tolerance / 4 + 2e-15) << p.name;
      EXPECT_GT(solution.error, error / 2) << p.name;  // what is reported is no less than what is
      if (tolerance < 1e-6)
        EXPECT_GT(error, 1e-5 * tolerance) << p.name << ": more than was asked for";
    }
}

// Numbers by shooting in quadruple precision. The rate at 0 is 10⁻⁴ of the one at 1, to which errors
// are relative.
TEST(Textbook, Troesch) {
  const struct {
    double mu, start, end;
  } known[] = {{1, 8.45202685309951059911596e-01, 1.3418378623684903750},
               {5, 4.57504614063187400992773e-02, 12.100495450777814327},
               {10, 3.58337784630813690412501e-04, 148.40642115601013390}};
  for (const auto& k : known)
    for (double tolerance : {1e-6, 1e-9, 1e-12}) {
      const Curve curve = solved(troesch(k.mu), tolerance).curve;
      EXPECT_NEAR(curve.at(0)[1], k.start, tolerance * k.end) << k.mu;
      EXPECT_NEAR(curve.at(curve.intervals())[1], k.end, tolerance * k.end) << k.mu;
    }
}

TEST(Textbook, BratuHasTwoSolutions) {
  const ScalarProblem p = bratu();
  const struct {
    double height, middle, slope;  // of the guess, of the solution
  } known[] = {{0, 0.1405392144004717980341384902, 0.5493527287752708190186831942},
               {4, 4.091467246189260321338739017, 10.84689901938945239484031479}};
  for (const auto& k : known)
    for (double tolerance : {1e-6, 1e-12}) {
      Curve guess = p.line(kStages, 10);
      for (Index i = 0; i <= 10; ++i) {
        const double t = guess.mesh[i];
        guess.at(i)[0] = 4 * k.height * t * (1 - t);
        guess.at(i)[1] = 4 * k.height * (1 - 2 * t);
      }
      const Curve curve = solved(p, tolerance, guess).curve;
      double z[2];
      evaluate(curve, 0.5, z);
      EXPECT_NEAR(z[0], k.middle, tolerance * k.middle);
      EXPECT_NEAR(curve.at(0)[1], k.slope, tolerance * k.slope);
    }
}

}  // namespace
}  // namespace zwang::test

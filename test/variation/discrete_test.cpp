// SPDX-License-Identifier: Apache-2.0
// Minima of the discrete action, against extremals that are known otherwise: exactly where the
// midpoint rule has a solution in closed form, else by its order, which is 2.

#include "variation/polygon/polygon.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "bvp/formulas.h"
#include "extremal/bead_extremals.h"
#include "support/random.h"

namespace zwang::test::discrete {
namespace {

using variation::DiscreteGuess;
using variation::DiscreteResult;
using Numbers = std::vector<double>;
constexpr double pi = std::numbers::pi;

/// x(τ) at the nodes, both ends held.
template <class Function>
DiscreteGuess guess_from(double T, Index intervals, const Function& x) {
  DiscreteGuess guess;
  guess.t1 = T;
  guess.intervals = intervals;
  for (Index k = 0; k <= intervals; ++k) {
    const Numbers node = x(static_cast<double>(k) / static_cast<double>(intervals));
    guess.x.insert(guess.x.end(), node.begin(), node.end());
  }
  for (auto& end : guess.ends) end.fixed.assign(x(0).size(), 1);
  return guess;
}

DiscreteGuess straight(double T, Index intervals, const Numbers& from, const Numbers& to) {
  return guess_from(T, intervals, [&](double tau) {
    Numbers x;
    for (std::size_t i = 0; i < from.size(); ++i) x.push_back(from[i] + tau * (to[i] - from[i]));
    return x;
  });
}

template <class Formula>
DiscreteResult minimise(const Formula& formula, DiscreteGuess& guess, int most = 100) {
  const ByFormula<Formula> functional(formula);
  return variation::minimise(functional.view(), guess, most);
}

Numbers on_circle(double th) { return {std::sin(th), -std::cos(th)}; }

/// The largest distance of any node from an extremal of as many steps.
double distance(const DiscreteGuess& guess, const BeadExtremal& e) {
  double most = 0;
  for (std::size_t k = 0; k < e.states.size(); ++k) {
    const Numbers x = on_circle(e.states[k].th);
    most = std::max(most, std::hypot(guess.x[2 * k] - x[0], guess.x[2 * k + 1] - x[1]));
  }
  return most;
}

TEST(Minimise, FindsThePapersExtremalToSecondOrder) {  // [ENDS 18]
  double last = 0;
  for (const Index N : {20, 40, 80}) {
    DiscreteGuess guess = straight(1, N, on_circle(0.5), on_circle(-0.3));
    const DiscreteResult result = minimise(Bead{}, guess);
    EXPECT_TRUE(result.converged);
    const double error = distance(guess, swing(0.5, -0.680697068386169209, 1, N));
    if (last > 0) EXPECT_NEAR(std::log2(last / error), 2, 0.1);
    last = error;
  }
  EXPECT_LT(last, 1e-5);
}

TEST(Minimise, EndsOnAnExtremalWithoutConjugatePointsWhateverTheWinding) {
  const auto all = bead_extremals(0.5, -0.3, 8, 320, 4);
  for (const double turns : {-1.0, 0.0, 1.0, 2.0}) {
    SCOPED_TRACE(turns);
    DiscreteGuess guess = guess_from(
        8, 320, [&](double tau) { return on_circle(0.5 + tau * (2 * pi * turns - 0.8)); });
    const DiscreteResult result = minimise(Bead{}, guess);
    EXPECT_TRUE(result.converged);
    EXPECT_EQ(result.negative, 0);
    const auto nearest = std::min_element(
        all.begin(), all.end(),
        [&](const auto& a, const auto& b) { return distance(guess, a) < distance(guess, b); });
    // Different extremals are on opposite sides of the circle somewhere; h² is 6e-4.
    EXPECT_LT(distance(guess, *nearest), 0.05);
    EXPECT_EQ(nearest->conjugate, 0);
  }
}

TEST(Minimise, TakesAStraightGuessThroughTheCentreOfACircle) {
  double last = 0;
  for (const Index N : {30, 60, 120}) {
    DiscreteGuess guess = straight(3, N, {0, -1}, {0, 1});
    EXPECT_TRUE(minimise(Bead{}, guess).converged);
    for (std::size_t k = 0; k < guess.x.size(); k += 2)
      EXPECT_NEAR(std::hypot(guess.x[k], guess.x[k + 1]), 1, 1e-14);
    // Over one side or the other.
    double nearest = 1;
    for (const auto& e : bead_extremals(0, pi, 3, N, 3))
      nearest = std::min(nearest, distance(guess, e));
    if (last > 0) EXPECT_NEAR(std::log2(last / nearest), 2, 0.1);
    last = nearest;
  }
}

TEST(Minimise, KeepsTheLowerOfTwoSides) {
  for (const double wind : {-0.3, 0.3}) {
    Bead bead;
    bead.wind = wind;
    DiscreteGuess guess = straight(2, 60, {0, -1}, {0, 1});
    EXPECT_TRUE(minimise(bead, guess).converged);
    EXPECT_LT(guess.x[60] * wind, 0);  // F is lower there
  }
}

TEST(Minimise, JoinsThePolesOfASphereByEqualChordsOfAMeridian) {  // [ENDS 19-21]
  constexpr Index N = 60;
  DiscreteGuess guess = straight(1, N, {0, 0, -1}, {0, 0, 1});
  const DiscreteResult result = minimise(Sphere<3>{}, guess);
  EXPECT_TRUE(result.converged);
  const double chord = 2 * std::sin(pi / (2 * N));
  // A slope of 1e-10 leaves its square in the action; meridians are a valley.
  EXPECT_NEAR(result.action, N * N * chord * chord / 2, 1e-12);
}

TEST(Minimise, HangsAChainFromAStraightLine) {  // [ENDS 25]
  for (const double length : {1.05, 2.0, 4.0}) {
    SCOPED_TRACE(length);
    // 2c sinh(1/2c) = length, by bisection.
    double low = 0.05, high = 5;
    for (int i = 0; i < 60; ++i) {
      const double c = (low + high) / 2;
      (2 * c * std::sinh(0.5 / c) > length ? low : high) = c;
    }
    const double sag = low * (std::cosh(0.5 / low) - 1), mu = low * std::cosh(0.5 / low);
    double last[2] = {0, 0};
    for (const Index N : {50, 100}) {
      DiscreteGuess guess = straight(1, N, {0}, {0});
      guess.targets = {length};
      const DiscreteResult result = minimise(Chain{}, guess);
      ASSERT_TRUE(result.converged);
      EXPECT_EQ(result.negative, 0);
      const double off[2] = {guess.x[static_cast<std::size_t>(N / 2)] + sag, guess.mu[0] - mu};
      for (int i = 0; i < 2; ++i) {
        if (last[i] != 0) EXPECT_NEAR(std::log2(last[i] / off[i]), 2, 0.2);
        last[i] = off[i];
      }
    }
  }
}

TEST(Minimise, SaysThatALengthBelowTheDistanceCannotBeMet) {
  DiscreteGuess guess = straight(1, 20, {0}, {0});
  guess.targets = {0.5};
  const Numbers before = guess.x;
  EXPECT_FALSE(minimise(Chain{}, guess).converged);
  EXPECT_EQ(guess.x, before);
}

TEST(Minimise, LeavesASaddleAndDoesNotCallAnEndlessDescentAMinimum) {  // [ENDS 24]
  for (const double w : {0.9, 1.1, 2.5}) {
    SCOPED_TRACE(w);
    Oscillator<1> oscillator;
    oscillator.w = w;
    DiscreteGuess guess = straight(pi, 100, {0}, {0});
    const DiscreteResult result = minimise(oscillator, guess);
    EXPECT_EQ(result.converged, w < 1);
    EXPECT_EQ(result.negative, static_cast<Index>(w));
    EXPECT_EQ(result.action<0, w> 1);
  }
}

TEST(Minimise, LeavesAFreeCoordinateToItsNaturalCondition) {
  Oscillator<1> oscillator;
  DiscreteGuess guess = straight(1.2, 100, {1}, {0});
  guess.ends[1].fixed = {0};
  EXPECT_TRUE(minimise(oscillator, guess).converged);
  // The midpoint rule turns by 2 atan(h/2) instead of h; a slope of 1e-10 is left.
  const double h = 0.012, turn = 2 * std::atan(h / 2);
  for (std::size_t k = 0; k <= 100; ++k)
    EXPECT_NEAR(guess.x[k], std::cos(turn * static_cast<double>(100 - k)) / std::cos(100 * turn),
                1e-8);
}

TEST(Minimise, KeepsAFreeEndOnItsRow) {
  // Without gravity a bead that is free at the end stays where it is.
  Bead bead;
  bead.gravity = 0;
  DiscreteGuess guess = straight(1, 30, on_circle(0.5), {2, 1});
  guess.ends[1].fixed = {0, 0};
  EXPECT_TRUE(minimise(bead, guess).converged);
  for (std::size_t k = 0; k <= 30; ++k) {
    EXPECT_NEAR(guess.x[2 * k], std::sin(0.5), 1e-8);
    EXPECT_NEAR(guess.x[2 * k + 1], -std::cos(0.5), 1e-8);
  }
}

TEST(Minimise, DoesNotMindTurnedWorldsAndRepeatedRowsInAnyUnit) {
  DiscreteGuess plain = straight(3, 40, on_circle(0.5), on_circle(-2));
  const double action = minimise(Bead{}, plain).action;
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const auto formula = disguise(Bead{}, random);
    DiscreteGuess guess =
        straight(3, 40, formula.turned_back(on_circle(0.5)), formula.turned_back(on_circle(-2)));
    const DiscreteResult result = minimise(formula, guess);
    EXPECT_TRUE(result.converged);
    EXPECT_NEAR(result.action, action, 1e-10 * std::fabs(action));
  }
}

/// F = √x √(1 + x'²): a stone's throw; no number for x < 0.
struct Throw : PlainFormula<1> {
  template <class S>
  S F(double, const S* x, const S* v) const {
    return sqrt(x[0] * (1.0 + v[0] * v[0]));
  }
};

TEST(Minimise, GoesAroundStatesWhereTheFunctionalIsNoNumber) {
  for (const double depth : {0.3, 0.6, 0.9}) {
    SCOPED_TRACE(depth);
    DiscreteGuess guess = guess_from(
        1.2, 120, [depth](double tau) { return Numbers{1 - depth * std::sin(pi * tau)}; });
    const DiscreteResult result = minimise(Throw{}, guess);
    EXPECT_TRUE(std::isfinite(result.action));
    EXPECT_TRUE(result.converged);
    // c + 0.6²/(4c) = 1 for the flatter of two parabolas, and 0.1 for the deeper; h² is 1e-4.
    EXPECT_NEAR(guess.x[60], 0.9, 1e-3);
  }
}

TEST(Minimise, GivesTheSameBitsEveryTime) {
  DiscreteGuess one = straight(1, 40, {0, 0, -1}, {0, 0, 1}), two = one;
  minimise(Sphere<3>{}, one);
  minimise(Sphere<3>{}, two);
  EXPECT_EQ(one.x, two.x);
}

TEST(Minimise, ReturnsAFunctionalWithVelocityRowsAsItCame) {
  DiscreteGuess guess = straight(1, 20, {0, 0}, {1, 0});
  const Numbers before = guess.x;
  EXPECT_FALSE(minimise(Column{}, guess).converged);
  EXPECT_EQ(guess.x, before);
}

// The last step did within a twentieth of what it said, and no more than that is left of it.
TEST(Minimise, RoughlyTakesFewerStepsAndIsNear) {
  const Index N = 16;
  const DiscreteGuess start = straight(1, N, on_circle(1.2), on_circle(-0.9));
  DiscreteGuess fully = start, roughly = start;
  const ByFormula<Bead> bead;
  const DiscreteResult result = variation::minimise(bead.view(), fully, 100);
  const DiscreteResult sooner = variation::minimise(bead.view(), roughly, 100, true);
  ASSERT_TRUE(result.converged && sooner.converged);
  EXPECT_LT(sooner.iterations, result.iterations);
  double off = 0, before = 0;
  for (std::size_t i = 0; i < fully.x.size(); ++i) {
    off = std::max(off, std::abs(roughly.x[i] - fully.x[i]));
    before = std::max(before, std::abs(start.x[i] - fully.x[i]));
  }
  EXPECT_LT(off, 0.05 * before);
}

}  // namespace
}  // namespace zwang::test::discrete

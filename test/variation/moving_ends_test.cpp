// SPDX-License-Identifier: Apache-2.0
// The second variation where ends move: in time, along surfaces, with rows that know the time. Then
// the action is a function of few numbers, whose second derivative is known in closed form.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "bvp/formulas.h"
#include "variation/chain/second_variation.h"
#include "variation/sampled.h"

namespace zwang::test::discrete {
namespace {

using variation::Inertia;
using variation::SampledCurve;
constexpr double pi = std::numbers::pi;

template <class Formula>
Inertia inertia(const Formula& formula, const SampledCurve& curve) {
  const ByFormula<Formula> functional(formula);
  return variation::second_variation(functional.view(), curve);
}

/// S'' by differences.
template <class Function>
double second(const Function& S, double T) {
  const double e = 1e-3;
  return (S(T + e) - 2 * S(T) + S(T - e)) / (e * e);
}

/// Oscillates; time costs E.
struct Timed : PlainFormula<1> {
  double E = 0;
  template <class S>
  S F(double, const S* x, const S* v) const {
    return 0.5 * (v[0] * v[0]) - 0.5 * (x[0] * x[0]) + E;
  }
};

TEST(SecondVariation, OfAFreeEndTimeAddsTheSignOfTheActionsSecondDerivative) {  // [ENDS 28]
  Index added = 0;
  for (const double T : {2.0, 5.0, 7.0}) {
    for (const double b : {-2.0, 0.5, 3.0}) {
      SCOPED_TRACE(std::to_string(T) + " " + std::to_string(b));
      // From 1 to b; the energy is E, so that the time is right.
      const double c = (b - std::cos(T)) / std::sin(T);
      Timed formula;
      formula.E = 0.5 * (1 + c * c);
      SampledCurve curve = sample(0, T, 100, [c](double t) {
        return Point{{std::cos(t) + c * std::sin(t)}, {c * std::cos(t) - std::sin(t)}};
      });
      const auto S = [&](double t) {
        return ((1 + b * b) * std::cos(t) - 2 * b) / (2 * std::sin(t)) + formula.E * t;
      };
      const Index less = second(S, T) < 0;
      added += less;
      const Index index = static_cast<Index>(T / pi) + less;
      curve.free = 1;
      hold(curve, 1);
      for (const auto& slopes : {std::vector<double>{0, 1}, {-1, 0}, {-3, 2}}) {
        curve.time_slopes = slopes;
        const Inertia found = inertia(formula, curve);
        EXPECT_EQ(found.negative, index);
        EXPECT_EQ(found.zero, 0);
      }
      // Both ends at once: to begin later and to end later is no change.
      curve.free = 2;
      curve.time_slopes = {1, 0, 0, 1};
      curve.end_rows.clear();
      hold(curve, 1);
      const Inertia both = inertia(formula, curve);
      EXPECT_EQ(both.negative, index);
      EXPECT_EQ(both.zero, 1);
    }
  }
  EXPECT_GT(added, 0);
}

/// x'' = t; time costs E.
struct Forced : PlainFormula<1> {
  double E = 0;
  template <class S>
  S F(double t, const S* x, const S* v) const {
    return 0.5 * (v[0] * v[0]) + t * x[0] + E;
  }
};

TEST(SecondVariation, KnowsHowTheIntegrandChangesInTime) {
  for (const double b : {-1.0, 0.0, 0.1, 0.5, 2.0}) {
    // x = t³/6 + a t reaches b at T.
    const auto slope = [b](double T) { return (b - T * T * T / 6) / T; };
    const double a = slope(1), rate = a + 0.5;
    Forced formula;
    formula.E = rate * rate / 2 - b;  // F − v F_v = 0 at T = 1
    const auto S = [&](double T) {
      const double A = slope(T), T3 = T * T * T;
      return 7 * T3 * T * T / 120 + A * T3 / 2 + A * A * T / 2 + formula.E * T;
    };
    SampledCurve curve = sample(0, 1, 100, [a](double t) {
      return Point{{t * t * t / 6 + a * t}, {t * t / 2 + a}};
    });
    curve.free = 1;
    curve.time_slopes = {0, 1};
    hold(curve, 1);
    const Inertia found = inertia(formula, curve);
    EXPECT_TRUE(found.known);
    EXPECT_EQ(found.negative, second(S, 1) < 0 ? 1 : 0) << b;
    EXPECT_EQ(found.zero, 0);
  }
}

/// A mass that grows; time costs E + a (t − 1) + c (t − 1)².
struct Growing : PlainFormula<1> {
  double r = 1, E = 0, a = 0, c = 0;
  template <class S>
  S F(double t, const S*, const S* v) const {
    return 0.5 * std::exp(r * t) * (v[0] * v[0]) + (E + (a + c * (t - 1)) * (t - 1));
  }
};

TEST(SecondVariation, KnowsHowMomentaChangeInTime) {
  for (const double r : {-1.5, 0.7, 2.0}) {
    // S(T) = 1/(2W) + …, W = ∫exp(−rt): S''(1) = W'²/W³ − W''/(2W²) + a, made to be just ±.
    const double W = (1 - std::exp(-r)) / r, W1 = std::exp(-r), W2 = -r * W1;
    const double bare = W1 * W1 / (W * W * W) - W2 / (2 * W * W);
    for (const double share : {-0.05, 0.05}) {
      Growing formula;
      formula.r = r;
      formula.a = bare * (share - 1);
      formula.c = 3;
      formula.E = W1 / (2 * W * W);
      SampledCurve curve = sample(0, 1, 100, [&](double t) {
        return Point{{(1 - std::exp(-r * t)) / (r * W)}, {std::exp(-r * t) / W}};
      });
      curve.free = 1;
      curve.time_slopes = {0, 1};
      hold(curve, 1);
      const Inertia found = inertia(formula, curve);
      EXPECT_TRUE(found.known);
      EXPECT_EQ(found.negative, share < 0 ? 1 : 0) << r;
      EXPECT_EQ(found.zero, 0);
    }
  }
}

/// Free in x, bound to y = g(t) with g' = exp(r (t − 1)); the row has a unit that grows by exp(s t).
struct Lifted : PlainFormula<2> {
  static constexpr int rows = 1;
  double r = 1, s = 0;
  template <class S>
  S F(double, const S*, const S* v) const {
    return 0.5 * (v[0] * v[0] + v[1] * v[1]);
  }
  template <class S>
  void phi(double t, const S* x, S* row) const {
    row[0] = std::exp(s * t) * (x[1] - std::exp(r * (t - 1)) / r);
  }
};

TEST(SecondVariation, MovesRowsThatKnowTheTime) {
  // S(T) = 1/(2T) + ½∫g'²: S''(1) = 1 + r.
  for (const double r : {-3.0, -1.2, -0.8, 1.0}) {
    for (const double s : {0.0, 2.0}) {
      Lifted formula;
      formula.r = r;
      formula.s = s;
      SampledCurve curve = sample(0, 1, 100, [r, s](double t) {
        const double g1 = std::exp(r * (t - 1));
        return Point{{t, g1 / r}, {1, g1}, {r * g1 * std::exp(-s * t)}};
      });
      curve.free = 1;
      curve.time_slopes = {0, 1};
      // x and y at the start, x at the end; there y − g(T) = 0, with ν = F_v = 1, −ν·(−g'') = r.
      curve.end_rows = {1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, -1};
      curve.end_curvature.assign(25, 0);
      curve.end_curvature[24] = r;
      const Inertia found = inertia(formula, curve);
      EXPECT_TRUE(found.known);
      EXPECT_EQ(found.negative, r < -1 ? 1 : 0) << r;
      EXPECT_EQ(found.zero, 0);
    }
  }
}

struct Plane : PlainFormula<2> {
  template <class S>
  S F(double, const S*, const S* v) const {
    return 0.5 * (v[0] * v[0] + v[1] * v[1]);
  }
};

TEST(SecondVariation, BendsWithTheSurfaceThatAnEndIsOn) {
  // From (d, 0) straight to (1, 0) on the unit circle: half the square of the distance has the
  // second derivative d along it.
  for (const double d : {-0.5, 0.0, 0.5, 3.0}) {
    for (const bool reversed : {false, true}) {
      const double from = reversed ? 1 : d, to = reversed ? d : 1;
      SampledCurve curve = sample(0, 1, 50, [=](double t) {
        return Point{{from + t * (to - from), 0}, {to - from, 0}};
      });
      curve.end_curvature.assign(16, 0);
      // x² + y² = 1 with ν·2 = F_v, of the other sign at the start; −ν·2 on both.
      const std::size_t at = reversed ? 0 : 2;
      curve.end_curvature[at * 5] = curve.end_curvature[at * 5 + 5] = -(1 - d);
      if (reversed)
        curve.end_rows = {2, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
      else
        curve.end_rows = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 2, 0};
      const Inertia found = inertia(Plane{}, curve);
      EXPECT_EQ(found.negative, d < 0 ? 1 : 0) << d;
      EXPECT_EQ(found.zero, d == 0 ? 1 : 0) << d;
    }
  }
}

/// An oscillator whose mean is a free constant.
struct Levelled : PlainFormula<1> {
  static constexpr int integrals = 1;
  double w = 0;
  template <class S>
  S F(double, const S* x, const S* v) const {
    return 0.5 * (v[0] * v[0]) - 0.5 * w * w * (x[0] * x[0]);
  }
  template <class S>
  void G(double, const S* x, const S*, S* density) const {
    density[0] = x[0];
  }
};

TEST(SecondVariation, LetsTargetsMoveWithAFreeConstant) {
  // A mean that may be anything is no condition: conjugate points as without it.
  for (const double w : {3.0, 3.3, 6.2, 6.4}) {
    Levelled formula;
    formula.w = w;
    SampledCurve curve = sample(0, 1, 100, [](double) { return Point{{0}, {0}}; });
    curve.mu = {0};
    curve.free = 1;
    curve.time_slopes = {0, 0};
    curve.target_slopes = {1};
    hold(curve, 1);
    const Inertia found = inertia(formula, curve);
    EXPECT_TRUE(found.known);
    EXPECT_EQ(found.negative, static_cast<Index>(w / pi)) << w;
  }
}

}  // namespace
}  // namespace zwang::test::discrete

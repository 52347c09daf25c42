// SPDX-License-Identifier: Apache-2.0
// The inertia of the second variation, against conjugate and focal points in closed form.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "bvp/formulas.h"
#include "extremal/bead_extremals.h"
#include "support/random.h"
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

::testing::AssertionResult is(const Inertia& inertia, Index negative, Index zero = 0) {
  if (inertia.known && inertia.negative == negative && inertia.zero == zero)
    return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure()
         << "negative " << inertia.negative << " for " << negative << ", zero " << inertia.zero
         << " for " << zero << (inertia.known ? "" : ", not known");
}

template <int N>
SampledCurve at_rest() {
  return sample(0, 1, 100, [](double) {
    return Point{std::vector<double>(N, 0.0), std::vector<double>(N, 0.0)};
  });
}

template <int N>
Oscillator<N> oscillator(double w) {
  Oscillator<N> formula;
  formula.w = w;
  return formula;
}

TEST(SecondVariation, OfAnOscillatorCountsHalfPeriods) {  // [ENDS 20,29-30]
  SampledCurve curve = at_rest<1>();
  hold(curve, 1);
  for (const double halves : {0.5, 0.99, 0.9999, 1.0001, 1.01, 2.5, 10.5, 40.3})
    EXPECT_TRUE(is(inertia(oscillator<1>(halves * pi), curve), static_cast<Index>(halves)))
        << halves;
}

// One mesh confirms what is right and clear, and nothing else.
TEST(SecondVariation, ConfirmsOnlyWhatIsRightAndClear) {
  SampledCurve curve = sample(0, 1, 32, [](double) { return Point{{0}, {0}}; });
  hold(curve, 1);
  for (const double halves : {0.5, 0.99, 1.01, 2.5, 3.4}) {
    const ByFormula<Oscillator<1>> functional(oscillator<1>(halves * pi));
    const auto index = static_cast<Index>(halves);
    EXPECT_TRUE(variation::confirms(functional.view(), curve, index)) << halves;
    EXPECT_FALSE(variation::confirms(functional.view(), curve, index + 1)) << halves;
  }
  const ByFormula<Oscillator<1>> nearly(oscillator<1>(1.003 * pi));
  EXPECT_FALSE(variation::confirms(nearly.view(), curve, 1));
}

TEST(SecondVariation, SeesThatTheEndIsConjugate) {  // [ENDS 31]
  SampledCurve curve = at_rest<1>();
  hold(curve, 1);
  for (const Index halves : {1, 2, 3})
    EXPECT_TRUE(is(inertia(oscillator<1>(static_cast<double>(halves) * pi), curve), halves - 1, 1));
}

TEST(SecondVariation, CountsAPointAsOftenAsFieldsVanishThere) {
  SampledCurve curve = at_rest<2>();
  hold(curve, 2);
  EXPECT_TRUE(is(inertia(oscillator<2>(0.9 * pi), curve), 0));
  EXPECT_TRUE(is(inertia(oscillator<2>(pi), curve), 0, 2));
  EXPECT_TRUE(is(inertia(oscillator<2>(2.2 * pi), curve), 4));
}

TEST(SecondVariation, OfFreeEndsCountsFocalPoints) {
  SampledCurve one = at_rest<1>(), both = at_rest<1>();
  hold(one, 1, true, false);
  for (const double halves : {0.49, 0.51, 1.49, 1.51, 2.4, 2.6}) {
    const auto formula = oscillator<1>(halves * pi);
    EXPECT_TRUE(is(inertia(formula, one), static_cast<Index>(halves + 0.5))) << halves;
    EXPECT_TRUE(is(inertia(formula, both), static_cast<Index>(halves) + 1)) << halves;
  }
}

TEST(SecondVariation, OfPeriodicCurvesCountsHarmonicsTwice) {
  SampledCurve curve = at_rest<1>();
  curve.end_rows = {1, -1};
  EXPECT_TRUE(is(inertia(oscillator<1>(1.9 * pi), curve), 1));
  EXPECT_TRUE(is(inertia(oscillator<1>(2 * pi), curve), 1, 2));
  EXPECT_TRUE(is(inertia(oscillator<1>(2.1 * pi), curve), 3));
}

TEST(SecondVariation, OfThePapersBeadCountsItsConjugatePoints) {
  Index seen[3] = {0, 0, 0};
  for (const double T : {1.0, 8.0}) {
    for (const BeadExtremal& e : bead_extremals(0.5, -0.3, T, 200, 4)) {
      SCOPED_TRACE(e.states[0].rate);
      SampledCurve curve = sample(0, T, 200, [&](double t) {
        const Swing& s = e.states[static_cast<std::size_t>(std::lround(t / T * 200))];
        const double x = std::sin(s.th), y = -std::cos(s.th);
        // 2x·λ = x'' − F_x, with x'' = th''·(tangent) − th'²·x and F_x = (0, −1).
        return Point{{x, y}, {-y * s.rate, x * s.rate}, {(-s.rate * s.rate + y) / 2}};
      });
      hold(curve, 2);
      EXPECT_TRUE(is(inertia(Bead{}, curve), e.conjugate));
      ++seen[e.conjugate];
    }
  }
  EXPECT_GT(seen[0], 3);
  EXPECT_EQ(seen[1], 2);
  EXPECT_EQ(seen[2], 1);
}

/// A great circle of the given length.
template <int N>
SampledCurve great_circle(double length, Index intervals = 100) {
  SampledCurve curve = sample(0, length, intervals, [](double t) {
    Point p{std::vector<double>(N, 0.0), std::vector<double>(N, 0.0), {-0.5}};
    p.x[0] = std::cos(t), p.x[1] = std::sin(t);
    p.v[0] = -std::sin(t), p.v[1] = std::cos(t);
    return p;
  });
  hold(curve, N);
  return curve;
}

TEST(SecondVariation, OfGreatCirclesCountsAntipodes) {
  for (const double halves : {0.9, 1.1, 2.1, 3.3}) {
    EXPECT_TRUE(is(inertia(Sphere<3>{}, great_circle<3>(halves * pi)), static_cast<Index>(halves)));
    EXPECT_TRUE(
        is(inertia(Sphere<4>{}, great_circle<4>(halves * pi)), 2 * static_cast<Index>(halves)));
  }
  EXPECT_TRUE(is(inertia(Sphere<3>{}, great_circle<3>(pi)), 0, 1));
}

TEST(SecondVariation, DoesNotMindTurnedWorldsRepeatedRowsAndUnevenNodes) {
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const auto formula = disguise(Sphere<3>{}, random);
    const double length = random.uniform(0.1, 3.9) * pi, bend = random.uniform(0, 0.9);
    if (std::fabs(std::remainder(length, pi)) < 1e-2) continue;  // cubics may be off by so much
    SampledCurve curve = great_circle<3>(length, seed % 2 ? 40 : 700);
    const SampledCurve even = curve;
    const double share = random.uniform(-1, 1);
    curve.multipliers.clear();
    for (std::size_t k = 0; k < curve.t.size(); ++k) {
      const double u = even.t[k] / length, t = length * (u + bend * u * (1 - u));
      curve.t[k] = t;
      const auto x = formula.turned_back({std::cos(t), std::sin(t), 0});
      const auto v = formula.turned_back({-std::sin(t), std::cos(t), 0});
      for (std::size_t i = 0; i < 3; ++i) curve.x[3 * k + i] = x[i], curve.v[3 * k + i] = v[i];
      // −0.5 in all, shared out between the copies of the row.
      curve.multipliers.push_back(-0.5 * share / formula.units[0]);
      curve.multipliers.push_back(-0.5 * (1 - share) / formula.units[1]);
      curve.multipliers.push_back(0);
    }
    EXPECT_TRUE(is(inertia(formula, curve), static_cast<Index>(length / pi)));
  }
}

TEST(SecondVariation, TellsADeepSoapFilmFromAShallowOne) {
  // c cosh(0.5/c) = 1 has two solutions.
  double shallow = 0.8, deep = 0.2;
  for (double* c : {&shallow, &deep})
    for (int i = 0; i < 50; ++i)
      *c -= (*c * std::cosh(0.5 / *c) - 1) / (std::cosh(0.5 / *c) - 0.5 / *c * std::sinh(0.5 / *c));
  for (const double c : {shallow, deep}) {
    SampledCurve curve = sample(-0.5, 0.5, 100, [c](double t) {
      return Point{{c * std::cosh(t / c)}, {std::sinh(t / c)}};
    });
    hold(curve, 1);
    EXPECT_TRUE(is(inertia(SoapFilm{}, curve), c == deep ? 1 : 0));
  }
}

TEST(SecondVariation, OfAHangingChainIsPositiveWhereItsLengthIsKept) {
  const double c = 0.2296401;  // of length 2 over span 1: deep, as a soap film it would tear
  SampledCurve curve = sample(-0.5, 0.5, 100, [c](double t) {
    return Point{{c * (std::cosh(t / c) - std::cosh(0.5 / c))}, {std::sinh(t / c)}};
  });
  hold(curve, 1);
  curve.mu = {c * std::cosh(0.5 / c)};
  EXPECT_TRUE(is(inertia(Chain{}, curve), 0));
}

/// How many loads a clamped column of length 1 has buckled under at w²: sin(w/2) = 0 or
/// tan(w/2) = w/2.
Index buckled(double w) {
  Index count = 0;
  for (const double critical : {2 * pi, 8.98681891581813, 4 * pi, 15.4505036738754})
    count += w > critical;
  return count;
}

const double loads[] = {6.2, 6.4, 9.1, 12.5, 12.7, 15.6};

TEST(SecondVariation, KeepsIntegrals) {  // [ENDS 23]
  SampledCurve curve = at_rest<1>();
  hold(curve, 1);
  curve.mu = {0};
  for (const double w : loads) {
    Balanced formula;
    formula.w = w;
    EXPECT_TRUE(is(inertia(formula, curve), buckled(w))) << w;
  }
}

TEST(SecondVariation, KeepsVelocityRows) {
  SampledCurve rest = at_rest<2>();
  rest.lambda.assign(101, 0);
  for (const double w : loads) {
    SCOPED_TRACE(w);
    Column formula;
    formula.w = w;
    SampledCurve clamped = rest, pinned = rest, cantilever = rest;
    hold(clamped, 2);
    EXPECT_TRUE(is(inertia(formula, clamped), buckled(w)));
    pinned.end_rows = {1, 0, 0, 0, 0, 0, 1, 0};
    EXPECT_TRUE(is(inertia(formula, pinned), static_cast<Index>(w / pi)));
    hold(cantilever, 2, true, false);
    EXPECT_TRUE(is(inertia(formula, cantilever), static_cast<Index>(w / pi + 0.5)));
  }
}

TEST(SecondVariation, KnowsTheMultipliersOfVelocityRows) {
  // Circles run through by w: in the Heisenberg group their conjugate points are a column's loads.
  for (const double w : loads) {
    SampledCurve curve = sample(0, w, 100, [](double t) {
      const double x = std::sin(t), y = -std::cos(t);
      return Point{{x, y, t / 2}, {-y, x, 0.5}, {}, {1}};
    });
    hold(curve, 3);
    EXPECT_TRUE(is(inertia(Heisenberg{}, curve), buckled(w))) << w;
  }
}

TEST(SecondVariation, IsNotKnownWithoutLegendresCondition) {
  struct Saddle : PlainFormula<2> {
    double F(double, const double*, const double* v) const {
      return 0.5 * (v[0] * v[0] - v[1] * v[1]);
    }
    Jet<4> F(double, const Jet<4>*, const Jet<4>* v) const {
      return 0.5 * (v[0] * v[0] - v[1] * v[1]);
    }
  };
  SampledCurve curve = at_rest<2>();
  hold(curve, 2);
  EXPECT_FALSE(inertia(Saddle{}, curve).known);
}

TEST(SecondVariation, IsNotKnownWhereNumbersGoBad) {
  SampledCurve curve = sample(0, 1, 50, [](double t) { return Point{{t}, {1}}; });
  hold(curve, 1);
  curve.x[20] = std::nan("");
  EXPECT_FALSE(inertia(oscillator<1>(1), curve).known);
  curve.x.pop_back();
  EXPECT_FALSE(inertia(oscillator<1>(1), curve).known);
}

}  // namespace
}  // namespace zwang::test::discrete

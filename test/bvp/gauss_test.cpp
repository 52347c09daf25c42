// SPDX-License-Identifier: Apache-2.0
// Weights are right where they integrate powers exactly.

#include "bvp/gauss.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support/random.h"

namespace zwang::test {
namespace {

using bvp::gauss, bvp::Gauss, bvp::GaussWeights;

double sum(const Gauss& g, const double* weights, Index power) {
  double s = 0;
  for (Index k = 0; k < g.s; ++k) s += weights[k] * std::pow(g.c[k], static_cast<double>(power));
  return s;
}

/// u^q, its integral and its integral's integral at θ.
void expect_powers(const Gauss& g, const GaussWeights& w, Index most, double tolerance) {
  for (Index power = 0; power <= most; ++power) {
    const double q = static_cast<double>(power), theta = w.theta;
    EXPECT_NEAR(sum(g, w.value, power), std::pow(theta, q), tolerance) << g.s << ", " << q;
    EXPECT_NEAR(sum(g, w.once, power), std::pow(theta, q + 1) / (q + 1), tolerance);
    EXPECT_NEAR(sum(g, w.twice, power), std::pow(theta, q + 2) / ((q + 1) * (q + 2)), tolerance);
  }
}

TEST(Gauss, PointsAreThoseOfTheTables) {
  EXPECT_DOUBLE_EQ(gauss(2).c[0], 0.5 - std::sqrt(3.0) / 6);
  EXPECT_DOUBLE_EQ(gauss(3).c[0], 0.5 - std::sqrt(15.0) / 10);
  EXPECT_DOUBLE_EQ(gauss(3).c[1], 0.5);
  EXPECT_DOUBLE_EQ(gauss(3).end.once[1], 4.0 / 9);
  EXPECT_DOUBLE_EQ(gauss(4).c[3], 0.5 + std::sqrt(525 + 70 * std::sqrt(30.0)) / 70);
}

// Sums of at most eight products of numbers below 1: a few eps.
TEST(Gauss, WeightsIntegratePowersUpToTheirDegree) {  // [ENDS 3]
  for (Index s = bvp::least_stages; s <= bvp::most_stages; ++s) {
    const Gauss& g = gauss(s);
    EXPECT_EQ(g.s, s);
    for (Index j = 0; j < s; ++j) {
      EXPECT_EQ(g.stage[j].theta, g.c[j]);
      expect_powers(g, g.stage[j], s - 1, 1e-15);
    }
    expect_powers(g, g.end, s - 1, 2e-14);  // ℓ_k(1) reaches 8, with both signs
  }
}

// The end is the one place where degree 2s − 1 is reached, and 2s is not.
TEST(Gauss, TheEndIsExactToTwiceTheDegree) {  // [ENDS 4]
  for (Index s = bvp::least_stages; s <= bvp::most_stages; ++s) {
    const Gauss& g = gauss(s);
    for (Index power = 0; power < 2 * s; ++power) {
      const double q = static_cast<double>(power);
      EXPECT_NEAR(sum(g, g.end.once, power), 1 / (q + 1), 1e-15);
      if (power < 2 * s - 1)
        EXPECT_NEAR(sum(g, g.end.twice, power), 1 / ((q + 1) * (q + 2)), 1e-15);
    }
    EXPECT_GT(std::fabs(sum(g, g.end.once, 2 * s) - 1 / (2.0 * static_cast<double>(s) + 1)), 1e-12);
  }
}

// Outside of the interval ℓ_k grows like (4θ)^(s−1).
TEST(Gauss, WeightsHoldAnywhere) {  // [ENDS 2]
  Random random(1);
  for (int draw = 0; draw < 200; ++draw) {
    const Gauss& g = gauss(random.integer(bvp::least_stages, bvp::most_stages));
    const double theta = random.uniform(-0.5, 1.5), reach = 4 * (1 + std::fabs(theta - 0.5));
    SCOPED_TRACE("draw " + std::to_string(draw));
    expect_powers(g, weights_at(g, theta), g.s - 1,
                  1e-16 * std::pow(reach, static_cast<double>(g.s)));
  }
}

TEST(Gauss, ValuesAloneAreThoseOfTheWeights) {
  Random random(2);
  for (Index s = bvp::least_stages; s <= bvp::most_stages; ++s)
    for (int round = 0; round < 20; ++round) {
      const double theta = random.uniform(-0.3, 1.3);
      const GaussWeights w = weights_at(gauss(s), theta);
      double value[bvp::most_stages];
      values_at(gauss(s), theta, value);
      for (Index k = 0; k < s; ++k)  // outside they reach some thousands
        EXPECT_NEAR(value[k], w.value[k], 1e-13 * (1 + std::fabs(value[k]))) << s << ", " << theta;
    }
}

TEST(Gauss, WeightsAtOtherPointsAreKept) {
  for (Index s = bvp::least_stages; s <= bvp::most_stages; ++s) {
    for (Index points = bvp::least_stages; points <= bvp::most_stages; ++points) {
      const bvp::GaussWeights* const kept = bvp::weights_at_points(s, points);
      for (Index j = 0; j < points; ++j) {
        const auto there = weights_at(bvp::gauss(s), bvp::gauss(points).c[j]);
        for (Index k = 0; k < s; ++k) {
          EXPECT_EQ(kept[j].value[k], there.value[k]);
          EXPECT_EQ(kept[j].once[k], there.once[k]);
          EXPECT_EQ(kept[j].twice[k], there.twice[k]);
        }
      }
    }
  }
}

// P_2(2u − 1) = 6u² − 6u + 1 has the integrals θ(1 − θ)(1 − 2θ) and θ²(1 − θ)²/2; three digits.
TEST(Gauss, TheFirstPolynomialThatIsMissedIsMeasured) {
  EXPECT_NEAR(gauss(2).largest_once, std::sqrt(3.0) / 18, 1e-4);
  EXPECT_NEAR(gauss(2).largest_twice, 1.0 / 32, 1e-4);
  for (Index s = bvp::least_stages; s <= bvp::most_stages; ++s) {
    EXPECT_DOUBLE_EQ(last_legendre(gauss(s), 1), 1);
    for (Index k = 0; k < s; ++k) EXPECT_EQ(last_legendre(gauss(s), gauss(s).c[k]), 0);
  }
}

}  // namespace
}  // namespace zwang::test

// SPDX-License-Identifier: Apache-2.0
// Periodic motions that may begin anywhere along themselves.

#include "extremal/phase.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "extremal/find.h"
#include "support/compile_text.h"

namespace zwang::extremal {
namespace {

Answer periodic(const std::string& L, const std::string& T, const std::string& guess) {
  const compile::Compiled compiled = test::compile_text(
      "[coordinates]\nq = 0\n[free]\nlagrangian = \"" + L +
          "\"\n[extremal]\nfrom = { t = 0 }\nto = { t = " + T + " }\nperiodic = [\"q\"]\n" +
          (guess.empty() ? "" : "guess = { q = \"" + guess + "\" }\n"),
      {.extremal = true});
  return find(compiled.equations, {});
}

const std::string kPendulum = "0.5*q'^2 + cos(q)";

// The pendulum's period by the arithmetic and geometric mean.
double period_of(double amplitude) {
  double a = 1, b = std::cos(0.5 * amplitude);
  for (int i = 0; i < 20; ++i) {
    const double mean = 0.5 * (a + b);
    b = std::sqrt(a * b);
    a = mean;
  }
  return 2 * std::numbers::pi / a;
}

double amplitude_of(const Found& found) {
  double most = 0;
  for (int k = 0; k <= 2000; ++k) {
    std::vector<double> z(found.curve.size());
    evaluate(found.curve, k / 2000.0, z.data());
    most = std::max(most, std::abs(z[0]));
  }
  return most;
}

TEST(Phase, IsThatOfTheGuess) {
  const Answer answer = periodic(kPendulum, "8", "1.8*cos(2*pi*t/8)");
  ASSERT_EQ(answer.found.size(), 1u);
  EXPECT_TRUE(answer.phase.open);
  EXPECT_EQ(answer.phase.times, 1);
  EXPECT_NEAR(period_of(amplitude_of(answer.found[0])), 8, 1e-4);
}

TEST(Phase, TellsAShorterMotionRunTwice) {
  const Answer answer = periodic(kPendulum, "14", "1.2*cos(4*pi*t/14)");
  ASSERT_EQ(answer.found.size(), 1u);
  EXPECT_EQ(answer.phase.times, 2);
  EXPECT_NEAR(period_of(amplitude_of(answer.found[0])), 7, 1e-4);
}

// No swing takes less than 2π.
TEST(Phase, ExcludesRest) {
  const Answer answer = periodic(kPendulum, "5", "0.2*cos(2*pi*t/5)");
  EXPECT_TRUE(answer.found.empty());
  EXPECT_TRUE(answer.phase.open);
  const Answer still = periodic(kPendulum, "8", "");
  EXPECT_TRUE(still.phase.rests);
  EXPECT_EQ(still.failure, Failure::conjugate_end);
}

TEST(Phase, OfAnOscillatorIsOfEveryAmplitude) {
  const Answer answer = periodic("0.5*q'^2 - 0.5*q^2", "\"2*pi\"", "1.3*cos(t)");
  EXPECT_TRUE(answer.found.empty() || answer.found[0].nullity > 1);
  EXPECT_TRUE(answer.phase.open);
}

}  // namespace
}  // namespace zwang::extremal

// SPDX-License-Identifier: Apache-2.0
// The index of extremals whose ends are not fixed, from models to verdicts: both counts know it, and
// closed forms do.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "extremal/find.h"
#include "support/compile_text.h"

namespace zwang::variation {
namespace {

extremal::Answer answer_to(const std::string& text, Index all = 1) {
  const compile::Compiled compiled = test::compile_text(text, {.extremal = true});
  extremal::Plan plan;
  plan.all = all;
  return extremal::find(compiled.equations, plan);
}

void expect_index(const extremal::Found& found, Index index) {
  EXPECT_EQ(found.index_by_fields, index);
  EXPECT_EQ(found.index_by_second_variation, index);
  EXPECT_EQ(found.nullity, 0);
  EXPECT_EQ(found.verdict, index > 0 ? extremal::Verdict::saddle : extremal::Verdict::minimum);
}

std::string oscillator(const std::string& ends) {
  return "[coordinates]\nx = 0\n[extremal]\nintegrand = \"0.5*x'^2 - 0.5*x^2\"\n" + ends;
}

TEST(MovingIndex, OfAFreeEndCountsHalfWaves) {
  const std::pair<const char*, Index> cases[] = {{"1", 0}, {"2", 1}, {"5", 2}};
  for (const auto& [T, index] : cases) {
    const extremal::Answer answer =
        answer_to(oscillator("from = { t = 0, x = 1 }\nto = { t = " + std::string(T) + " }\n"));
    ASSERT_EQ(answer.found.size(), 1U) << T;
    expect_index(answer.found[0], index);
  }
}

TEST(MovingIndex, OfAFreeStartIsTheNumberOfFocalPoints) {
  const extremal::Answer answer =
      answer_to(oscillator("from = { t = 0 }\nto = { t = 5, x = 1 }\n"));
  ASSERT_EQ(answer.found.size(), 1U);
  expect_index(answer.found[0], 2);
  ASSERT_EQ(answer.found[0].conjugate_times.size(), 2U);
  EXPECT_NEAR(answer.found[0].conjugate_times[0], std::numbers::pi / 2, 1e-9);
  EXPECT_NEAR(answer.found[0].conjugate_times[1], 3 * std::numbers::pi / 2, 1e-9);
}

TEST(MovingIndex, OfAPeriodicMotionCountsItsHarmonics) {
  const extremal::Answer answer = answer_to(
      "[coordinates]\nx = 0\n[extremal]\n"
      "integrand = \"0.5*x'^2 - 0.5*x^2 + x*cos(2*pi*t/7)\"\n"
      "from = { t = 0 }\nto = { t = 7 }\nperiodic = [\"x\"]\n");
  ASSERT_EQ(answer.found.size(), 1U);
  expect_index(answer.found[0], 3);
}

// Straight lines from a point to a circle: the nearer side is a minimum, the farther one is not.
TEST(MovingIndex, OfAnEndOnACircleKnowsItsFarSide) {  // [ENDS 33]
  const extremal::Answer answer = answer_to(
      "[coordinates]\nx = 0.5\ny = 0\n[extremal]\nintegrand = \"0.5*(x'^2 + y'^2)\"\n"
      "from = { t = 0, x = 0.5, y = 0 }\nto = { t = 1 }\n"
      "on = { to = [\"x^2 + y^2 = 1\"] }\nguess = { x = \"0.5 - 1.4*t\", y = \"0.1*t\" }\n");
  ASSERT_EQ(answer.found.size(), 1U);
  ASSERT_NEAR(answer.found[0].action, 1.125, 1e-9);
  expect_index(answer.found[0], 1);
}

// As in closed form: the sign of the action's second derivative by the time of its end.
TEST(MovingIndex, OfAFreeEndTimeAddsItsOwnDirection) {
  const double b = -2;
  for (const double T : {2.0, 5.0, 7.0}) {
    const double c = (b - std::cos(T)) / std::sin(T), E = 0.5 * (1 + c * c);
    const auto S = [&](double t) {
      return ((1 + b * b) * std::cos(t) - 2 * b) / (2 * std::sin(t)) + E * t;
    };
    const double e = 1e-3;
    const Index less = S(T + e) + S(T - e) < 2 * S(T);
    const extremal::Answer answer = answer_to(
        "[parameters]\nE = " + std::to_string(E) + "\n[coordinates]\nx = 0\n[extremal]\n" +
        "integrand = \"0.5*x'^2 - 0.5*x^2 + E\"\nfrom = { t = 0, x = 1 }\n" +
        "to = { t = \"T\", x = -2 }\nunknowns = { T = " + std::to_string(T) + " }\n" +
        "guess = { x = \"cos(t) + " + std::to_string(c) + "*sin(t)\" }\n");
    ASSERT_EQ(answer.found.size(), 1U) << T;
    ASSERT_NEAR(answer.found[0].t1, T, 1e-3);
    expect_index(answer.found[0], static_cast<Index>(T / std::numbers::pi) + less);
  }
}

// The same of an unknown inside the integrand, which the second variation does not take: S(k) =
// ½∫(x' − k)² is least where k is the mean rate.
TEST(MovingIndex, OfAnUnknownInTheIntegrandIsCountedByFieldsAlone) {
  const extremal::Answer answer = answer_to(
      "[coordinates]\nx = 0\n[extremal]\nintegrand = \"0.5*(x' - k)^2 + 0.1*k^2\"\n"
      "from = { t = 0, x = 0 }\nto = { t = 1, x = 1 }\nunknowns = { k = 0.3 }\n");
  ASSERT_EQ(answer.found.size(), 1U);
  EXPECT_NEAR(answer.found[0].unknowns[0], 1 / 1.2, 1e-9);
  EXPECT_EQ(answer.found[0].index_by_second_variation, -1);
  EXPECT_EQ(answer.found[0].index_by_fields, 0);
  EXPECT_EQ(answer.found[0].verdict, extremal::Verdict::minimum);
}

// Rates instead of an end: neighbours with the same ends as the extremal count.
TEST(MovingIndex, OfAGivenRateHoldsTheEndThatWasFound) {
  const extremal::Answer answer =
      answer_to(oscillator("from = { t = 0, x = 1, \"x'\" = 0 }\nto = { t = 4 }\n"));
  ASSERT_EQ(answer.found.size(), 1U);
  expect_index(answer.found[0], 1);  // π < 4
}

}  // namespace
}  // namespace zwang::variation

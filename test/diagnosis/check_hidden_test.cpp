// SPDX-License-Identifier: Apache-2.0
// Conditions that dependent rows hide.

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "diagnosis/findings.h"
#include "diagnosis/hidden.h"
#include "instant/hidden.h"
#include "model/model_parts.h"

namespace zwang::test {
namespace {

std::string three(const std::string& starts) {
  return coordinates(starts, "x1'^2 + x2'^2 + x3'^2");
}

TEST(CheckHidden, TellsTheRowThatTwoRatesHide) {
  // x1' = −x2 = x3 hides x2 + x3 = 0.
  const Diagnosis diagnosis =
      check_text(three("x1 = { start = 0, rate = -1 }\nx2 = 1\nx3 = -1\n") +
                 constraint("first", "x1' + x2 = 0") + constraint("second", "x1' - x3 = 0"));
  EXPECT_EQ(text_of(diagnosis, "hidden"),
            "'first' and 'second' together imply a hidden condition, which removes one more degree "
            "of freedom: differentiated once more, they require at the start x2'' + x3'' = "
            "0.");
  EXPECT_FALSE(find(diagnosis, "dependent"));
  EXPECT_FALSE(find(diagnosis, "redundant"));
}

TEST(CheckHidden, MovesAStartThatMissesTheCondition) {
  const Diagnosis diagnosis =
      check_text(three("x1 = 0\nx2 = 1\nx3 = 0\n") + constraint("first", "x1' + x2 = 0") +
                 constraint("second", "x1' - x3 = 0"));
  EXPECT_TRUE(diagnosis.ok());
  EXPECT_EQ(text_of(diagnosis, "start-moved"),
            "The start violates 'first' by 1 in rates. To satisfy the constraints, coordinates "
            "change by up to 0.5, rates by up to 0.5.");
  EXPECT_TRUE(find(diagnosis, "hidden"));
  // Rates alone.
  const Diagnosis rates =
      check_text(three("x1 = { start = 0, rate = -1 }\nx2 = 1\n"
                       "x3 = { start = -1, rate = 1 }\n") +
                 constraint("first", "x1' + x2 = 0") + constraint("second", "x1' - x3 = 0"));
  EXPECT_EQ(text_of(rates, "start-moved"),
            "The start violates a condition that constraints imply together. To satisfy the "
            "constraints, coordinates change by up to 0, rates by up to 0.5.");
}

TEST(CheckHidden, TellsAConditionThatNoStateMeets) {
  const Diagnosis diagnosis =
      check_text(three("x1 = 0\nx2 = 1\nx3 = 0\n") + constraint("first", "x1' + x2^2 = 0") +
                 constraint("second", "x1' - x3^2 = 1"));
  EXPECT_EQ(find(diagnosis, "start-impossible")->constraints, (Names{"first", "second"}));
}

TEST(CheckHidden, RefusesWhereCoefficientsContainRates) {
  const Diagnosis diagnosis =
      check_text(three("x1 = { start = 0, rate = 1 }\nx2 = 1\nx3 = 1\n") +
                 constraint("first", "x1'^2 = x2") + constraint("second", "x1'^2 = x3"));
  EXPECT_EQ(
      text_of(diagnosis, "hidden"),
      "'first' and 'second' together imply a hidden condition that is not linear in accelerations, "
      "because their coefficients contain rates; it is not enforced.");
}

TEST(CheckHidden, TellsAContradictionThatComesWithTheDerivative) {
  // Rates and accelerations agree at t = 0 and never again.
  const Diagnosis diagnosis =
      check_text(three("x1 = { start = 0, rate = 1 }\nx2 = 1\nx3 = 0\n") +
                 constraint("first", "x1' = x2") + constraint("second", "x1' = x2 + t^2/2"));
  EXPECT_EQ(text_of(diagnosis, "contradictory"),
            "'first' and 'second' contradict each other once they are differentiated: they imply a "
            "condition that accelerations cannot satisfy (error 1).");
  EXPECT_FALSE(diagnosis.ok());
}

TEST(RowsThatHide, AreFoundForARun) {
  using Sets = std::vector<instant::DependentRows>;
  const Model model =
      read_model(three("x1 = { start = 0, rate = -1 }\nx2 = 1\nx3 = -1\n") +
                     constraint("first", "x1' + x2 = 0") + constraint("second", "x1' - x3 = 0"),
                 "");
  EXPECT_EQ(diagnosis::rows_that_hide(model, model.start()), (Sets{{1, 0}}));
  const Model twice =
      read_model(three("x1 = 0\nx2 = 1\nx3 = -1\n") + constraint("first", "x1 = 0") +
                     constraint("second", "2*x1 = 0"),
                 "");
  EXPECT_EQ(diagnosis::rows_that_hide(twice, twice.start()), Sets{});
}

TEST(HiddenRows, AreTheDerivativeOfWhatTheRowsLeaveOver) {
  // g = wᵀb along q(t) = q0 + t v + t²/2 a: ġ = wᵀb₁ − wᵀA₁ a with the sign of the other side.
  const Model model =
      read_model(three("x1 = 0\nx2 = 1\nx3 = -1\n") + constraint("first", "x1' + x2*x3 = sin(t)") +
                     constraint("second", "2*x1' - 2*x3^2 = x2"),
                 "");
  compile::CompileOptions options;
  options.hidden = true;
  const compile::Compiled compiled = compile::compile(model.description(), options);
  const equations::Equations& equations = compiled.equations;
  ASSERT_TRUE(equations.hidden.compiled);
  instant::HiddenRows hidden(equations, {{1, 0}});
  equations::Workspace numbers(equations);
  const std::array<double, 3> q0{0.3, 1.1, -0.7}, v0{0.2, -0.4, 0.9}, a{1.3, -0.6, 0.8};
  const double t0 = 0.4;
  std::array<double, 3> row{};
  double right = 0;
  const auto left_over = [&](double dt) {
    std::array<double, 3> q{}, v{};
    for (std::size_t i = 0; i < 3; ++i) {
      q[i] = q0[i] + dt * v0[i] + dt * dt / 2 * a[i];
      v[i] = v0[i] + dt * a[i];
    }
    numbers.evaluate(equations::Stage::dynamics, t0 + dt, q.data(), v.data());
    hidden.rows(t0 + dt, q.data(), v.data(), numbers, row.data(), &right);
    return hidden.left_over(0, numbers);
  };
  const double dt = 1e-5;
  const double slope = (left_over(dt) - left_over(-dt)) / (2 * dt);
  left_over(0);
  EXPECT_EQ(hidden.count(), 1);
  EXPECT_NEAR(hidden.combination(0)[0], 1, 0);
  EXPECT_NEAR(hidden.combination(0)[1], -2, 1e-14);
  double along = -right;
  for (std::size_t i = 0; i < 3; ++i) along += row[i] * a[i];
  EXPECT_NEAR(along, slope, 1e-8);  // differences: dt² and rounding/dt, both 1e-10
}

}  // namespace
}  // namespace zwang::test

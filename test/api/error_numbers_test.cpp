// SPDX-License-Identifier: Apache-2.0
// The errors of numbers of a whole run and of sensitivities, where both are known in closed form.

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <numbers>
#include <string>

#include "zwang/model.h"
#include "zwang/run.h"

namespace zwang::test {
namespace {

// x = cos(w t), from rest.
const char* const oscillator = R"toml(
[parameters]
w = 1.5

[coordinates]
x = 1

[free]
acceleration = ["-w^2*x"]

[simulate]
duration = 10

[[observe]]
name = "farthest"
formula = "max(x)"
[[observe]]
name = "fastest"
formula = "max(x')"
[[observe]]
name = "middle"
formula = "mean(x)"
[[observe]]
name = "effective"
formula = "rms(x)"
[[observe]]
name = "squares"
formula = "integral(x^2)"
[[observe]]
name = "twice"
formula = "2*max(x') - min(x)"

[[events]]
name = "centre"
when = "x"
[[observe]]
name = "first_centre"
formula = "first(centre)"
[[observe]]
name = "centres"
formula = "count(centre)"
)toml";

const RunError::Value* find(const RunError& error, const std::string& name) {
  for (const RunError::Value& value : error.values)
    if (value.name == name) return &value;
  return nullptr;
}

TEST(RunErrorNumbers, ContainClosedForms) {
  const double w = 1.5, T = 10, pi = std::numbers::pi;
  const double squares = T / 2 + std::sin(2 * w * T) / (4 * w);
  const std::map<std::string, double> exact = {{"farthest", 1},
                                               {"fastest", w},
                                               {"middle", std::sin(w * T) / (w * T)},
                                               {"effective", std::sqrt(squares / T)},
                                               {"squares", squares},
                                               {"twice", 2 * w + 1},
                                               {"first_centre", pi / 2 / w}};
  const Model model = read_model(oscillator, "oscillator");
  int beyond = 0, sharp = 0;
  for (const double tolerance : {1e-4, 1e-6, 1e-8, 1e-10, 1e-12}) {
    RunOptions options;
    options.tolerance = tolerance;
    options.error = true;
    const Trajectory trajectory = run(model, options);
    const RunError& error = *trajectory.summary().error;
    for (const auto& [name, truth] : exact) {
      const RunError::Value* const value = find(error, name);
      ASSERT_NE(value, nullptr) << name;
      const double off = std::abs(value->value - truth);
      EXPECT_LE(off, value->error) << name << " at " << tolerance;
      EXPECT_LE(value->error, 300 * tolerance) << name << " at " << tolerance;
      if (off < tolerance) continue;
      ++beyond;
      sharp += value->error <= 10 * off;
    }
    const RunError::Value* const count = find(error, "centres");
    ASSERT_NE(count, nullptr);
    EXPECT_EQ(count->value, 5);
    EXPECT_EQ(count->error, 0);
    const RunError::Value* const when = find(error, "fastest.t");
    ASSERT_NE(when, nullptr);
    EXPECT_LT(when->error, 0.2);  // a flat top is known to the root of the tolerance
  }
  EXPECT_GE(10 * sharp, 9 * beyond) << sharp << " of " << beyond;
}

// ∂x/∂w = −t sin(w t), ∂ẋ/∂w = −sin(w t) − w t cos(w t).
TEST(RunErrorNumbers, OfSensitivitiesContainClosedForms) {
  const double w = 1.5, T = 10;
  const Model model = read_model(oscillator, "oscillator");
  for (const double tolerance : {1e-4, 1e-7, 1e-10}) {
    RunOptions options;
    options.tolerance = tolerance;
    options.error = true;
    options.sensitivity = {"w"};
    const Trajectory trajectory = run(model, options);
    const RunError& error = *trajectory.summary().error;
    const RunError::Value* const x = find(error, "d(x)/d(w)");
    const RunError::Value* const v = find(error, "d(x')/d(w)");
    ASSERT_TRUE(x && v);
    EXPECT_LE(std::abs(x->value + T * std::sin(w * T)), x->error) << tolerance;
    EXPECT_LE(std::abs(v->value + std::sin(w * T) + w * T * std::cos(w * T)), v->error)
        << tolerance;
    EXPECT_LE(x->error, 3e4 * tolerance);
  }
}

// Where the run has no end that counts, nothing is claimed of its numbers.
TEST(RunErrorNumbers, AreUnknownWhereTheRunIsNotWhole) {
  const Model model = read_model(oscillator, "oscillator");
  RunOptions options;
  options.error = true;
  int calls = 0;
  options.goes_on = [&](const Progress&) { return ++calls < 2; };
  options.tolerance = 1e-13;
  options.duration = 1e4;
  const Trajectory trajectory = run(model, options);
  ASSERT_EQ(trajectory.summary().ending, Ending::interrupted);
  const RunError::Value* const value = find(*trajectory.summary().error, "fastest");
  ASSERT_NE(value, nullptr);
  EXPECT_TRUE(std::isnan(value->error));
}

}  // namespace
}  // namespace zwang::test

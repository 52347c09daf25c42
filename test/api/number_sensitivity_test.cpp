// SPDX-License-Identifier: Apache-2.0
// Sensitivities of the numbers of a run: against the derivatives of closed forms.

#include <gtest/gtest.h>

#include <cmath>

#include "zwang/error.h"
#include "zwang/run.h"

namespace zwang {
namespace {

Trajectory differentiated(const std::string& text, std::vector<std::string> by) {
  RunOptions options;
  options.sensitivity = std::move(by);
  return run(read_model(text, "model.toml"), options);
}

double of(const Trajectory& run, const std::string& by, const std::string& name) {
  for (const Sensitivity& one : run.summary().sensitivities)
    for (const auto& [number, slope] : one.numbers)
      if (one.by == by && number == name) return slope;
  ADD_FAILURE() << "no derivative of " << name << " by " << by;
  return 0;
}

// From rest at an angle a: v² = 2 g l (1 − cos a) at the lowest point, where the rod pulls m (g + v²/l).
TEST(NumberSensitivity, OfAPendulumsPeaks) {
  const double l = 1.3, g = 9.81, a = 0.9, m = 2;
  const Trajectory run = differentiated(R"toml(
[parameters]
l = 1.3
g = 9.81
a = 0.9
m = 2
[[particles]]
name = "bob"
mass = "m"
position = ["l*sin(a)", "-l*cos(a)"]
[free]
gravity = [0, "-g"]
[[constraints]]
name = "rod"
equation = "norm(bob) = l"
[[observe]]
name = "speed"
formula = "max(norm(bob'))"
[[observe]]
name = "pull"
formula = "max(reaction(rod))"
[[observe]]
name = "low"
formula = "first(bottom)"
[[events]]
name = "bottom"
when = "bob.x"
[simulate]
duration = "2*l"
)toml",
                                        {"l", "g", "a", "m", "bob.x'"});
  ASSERT_EQ(run.summary().sensitivities.size(), 5u) << run.summary().message;
  const double v = std::sqrt(2 * g * l * (1 - std::cos(a)));
  // Runs to 1e-11 over h = 1e-3 of the value, and h⁴: a few 1e-8 of the number.
  const double near = 2e-7;
  EXPECT_NEAR(of(run, "l", "speed"), v / (2 * l), near * v / l);
  EXPECT_NEAR(of(run, "g", "speed"), v / (2 * g), near * v);
  EXPECT_NEAR(of(run, "a", "speed"), g * l * std::sin(a) / v, near * v);
  EXPECT_NEAR(of(run, "m", "speed"), 0, near * v);
  const double pull = m * g * (3 - 2 * std::cos(a));
  EXPECT_NEAR(of(run, "l", "pull"), 0, near * pull);
  EXPECT_NEAR(of(run, "g", "pull"), pull / g, near * pull);
  EXPECT_NEAR(of(run, "a", "pull"), 2 * m * g * std::sin(a), near * pull);
  EXPECT_NEAR(of(run, "m", "pull"), pull / m, near * pull);
  // A quarter of the period goes as √(l/g).
  const double low = run.summary().reductions[2].value;
  EXPECT_NEAR(low, std::sqrt(l / g) * 1.65428, 1e-2 * low);
  EXPECT_NEAR(of(run, "l", "low"), low / (2 * l), near * low);
  EXPECT_NEAR(of(run, "g", "low"), -low / (2 * g), near * low);
}

// x = cos t: |p| is the highest of p x over a whole turn, and has a kink at 0; its mean is none.
TEST(NumberSensitivity, HasNoneAtAKink) {
  const auto swing = [](const char* p) {
    return differentiated(std::string(R"toml(
[parameters]
p = )toml") + p + R"toml(
[coordinates]
x = 1
[free]
lagrangian = "x'^2/2 - x^2/2"
[[observe]]
name = "top"
formula = "max((p + 1e-30)*x)"
[[observe]]
name = "area"
formula = "integral(p*x)"
[simulate]
duration = 7
)toml",
                          {"p"});
  };
  const Trajectory there = swing("0.3"), kink = swing("0");
  EXPECT_NEAR(of(there, "p", "top"), 1, 1e-7);
  EXPECT_NEAR(of(there, "p", "area"), std::sin(7.0), 1e-7);
  EXPECT_TRUE(std::isnan(of(kink, "p", "top")));
  EXPECT_NEAR(of(kink, "p", "area"), std::sin(7.0), 1e-7);
  EXPECT_NE(kink.summary().message.find("'top' has no derivative with respect to 'p'"),
            std::string::npos)
      << kink.summary().message;
}

}  // namespace
}  // namespace zwang

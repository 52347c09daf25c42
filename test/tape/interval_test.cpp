// SPDX-License-Identifier: Apache-2.0
// Bounds of formulas: they hold what the formulas give, everywhere in their intervals.

#include "tape/interval.h"

#include <gtest/gtest.h>

#include <cmath>

#include "formula/evaluate.h"
#include "formula/lower.h"
#include "formula/parse/reader.h"
#include "formula/parse/symbols.h"
#include "support/random.h"

namespace zwang::tape {
namespace {

constexpr const char* kFormulas[] = {
    "sin(3*t)",
    "cos(t - 40)",
    "exp(-((t - 2)/0.1)^2)",
    "tanh(5*t) - tanh(t)",
    "1/(1 + t^2)",
    "t^3 - 2*t^5",
    "abs(t - 1)*max(0, t)",
    "if(t < 1, t, 3 - t)",
    "sqrt(t^2 + 0.1)",
    "atan(1/(t^2 + 1))",
    "mod(t, 0.7)",
    "log(1 + t^2)^1.5",
    "hypot(t, sin(t))",
    "sinh(t)*cosh(t)",
    "tan(t)",
    "atan2(sin(t), cos(t))",
    "min(t, sin(9*t))",
    "sign(t - 2)*t",
    "2^t",
    "(sin(t) + 2)^t",
    "asin(t/4)",
    "acos(t/4)",
    "t^-3",
    "exp(-(sin(t)/0.01)^2)",
};

TEST(Interval, HoldsWhatFormulasGive) {
  test::Random random(20);
  for (const char* text : kFormulas) {
    formula::Graph graph;
    formula::Symbols symbols(graph);
    symbols.add_time("t");
    const formula::Reading reading = formula::read(text, symbols, formula::Wanted::scalar);
    ASSERT_TRUE(reading.ok()) << text;
    const formula::Node x = reading.formula.value.at[0];
    formula::Lowering lowering;
    lowering.inputs = graph.slots();
    const Tape tape = lower(graph, {&x, 1}, lowering).body;
    std::vector<Interval> inputs(graph.slots()), values(tape.code.size());
    for (int trial = 0; trial < 200; ++trial) {
      const double a = random.uniform(-4, 4), b = a + std::exp(random.uniform(-12, 2));
      inputs[0] = {a, b};
      Interval bounds;
      evaluate(tape, inputs.data(), values, &bounds);
      EXPECT_LE(bounds.low, bounds.high);
      for (int k = 0; k <= 10; ++k) {
        const double t = a + (b - a) * k / 10;
        const double y = formula::evaluate(graph, {&x, 1}, std::vector<double>{t}).front();
        if (std::isnan(y)) continue;
        const double slack = 1e-12 * (1 + std::abs(y));
        EXPECT_LE(bounds.low, y + slack) << text << " on [" << a << ", " << b << "] at " << t;
        EXPECT_GE(bounds.high, y - slack) << text << " on [" << a << ", " << b << "] at " << t;
      }
    }
  }
}

// Short intervals have tight bounds: 0.02 of sin(3t) over 0.005.
TEST(Interval, IsTightWhereItIsShort) {
  formula::Graph graph;
  formula::Symbols symbols(graph);
  symbols.add_time("t");
  const formula::Node x =
      formula::read("sin(3*t)", symbols, formula::Wanted::scalar).formula.value.at[0];
  formula::Lowering lowering;
  lowering.inputs = graph.slots();
  const Tape tape = lower(graph, {&x, 1}, lowering).body;
  std::vector<Interval> inputs(graph.slots()), values(tape.code.size());
  for (double t = -20; t < 20; t += 0.1) {
    inputs[0] = {t, t + 0.005};
    Interval bounds;
    evaluate(tape, inputs.data(), values, &bounds);
    EXPECT_LE(bounds.high - bounds.low, 0.0151) << t;
  }
}

}  // namespace
}  // namespace zwang::tape

// SPDX-License-Identifier: Apache-2.0
// Narrow formulas of the time: steps never pass over them, and others cost nothing.

#include "equations/time_map.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "support/compile_text.h"
#include "support/random.h"
#include "zwang/model.h"
#include "zwang/run.h"

namespace zwang::equations {
namespace {

std::string driven(const std::string& force) {
  return "[coordinates]\nx = 1\n[free]\nlagrangian = \"0.5*x'^2 - 0.5*x^2\"\n"
         "[[forces]]\non = \"x\"\nforce = \"" +
         force + "\"\n";
}

TimeMap map_of(const std::string& force, double T) {
  const Equations equations = test::compile_text(driven(force)).equations;
  return TimeMap(equations, equations.parameters, 0, T);
}

// The longest of the steps that meet a range, where all would like to be as long as the run.
double longest_over(const TimeMap& map, double T, double from, double to) {
  double longest = 0;
  for (double t = 0; t < T;) {
    const double h = map.longest(t, T - t);
    if (t < to && t + h > from) longest = std::max(longest, h);
    t += h;
  }
  return longest;
}

TEST(TimeMap, SeesPulsesOfEveryWidthAndPlace) {
  test::Random random(7);
  for (const char* shape : {"exp(-u^2)", "max(0, 1 - abs(u))", "0.5*(tanh(u + 1) - tanh(u - 1))",
                            "1/(1 + u^2)^2", "if(abs(u) < 1, 1, 0)"}) {
    for (const double w : {0.1, 1e-2, 1e-3, 1e-4, 1e-6}) {
      const double c = random.uniform(5, 95);
      std::string formula = shape;
      const std::string u = "((t - " + std::to_string(c) + ")/" + std::to_string(w) + ")";
      for (std::size_t at; (at = formula.find('u')) != std::string::npos;)
        formula.replace(at, 1, u);
      const TimeMap map = map_of("300*" + formula, 100);
      const double place = std::stod(std::to_string(c));
      // Pieces are halves of the run, none longer than three widths here (the longest is 2.94 of them, of
      // the widest pulse), and a step has 16 of them.
      const bool bent = formula.find("abs") != std::string::npos;  // a step has one of them
      EXPECT_LE(longest_over(map, 100, place - w, place + w), (bent ? 3 : 48) * w) << formula;
    }
  }
}

// What is smooth beside the length of steps is no concern of the map's; nor sums whose terms cancel.
TEST(TimeMap, LeavesSmoothFormulasAlone) {
  for (const char* force :
       {"sin(0.5*t)", "t^2", "(t - 50)^2 - (t^2 - 100*t + 2500) + sin(t)", "3"}) {
    const TimeMap map = map_of(force, 100);
    double shortest = 100;
    for (double t = 0; t < 100;) {
      const double h = map.longest(t, 100 - t);
      if (t + h < 100) shortest = std::min(shortest, h);
      t += h;
    }
    EXPECT_GE(shortest, 4) << force;  // the oscillator itself asks for steps of one
  }
}

// x″ = −x − 0.05 x′ + 300 exp(−((t − 50.3)/0.001)²): all but an impulse of 0.3 √π at 50.3.
TEST(TimeMap, LetsRunsSeeAMillisecondInAHundredSeconds) {
  const double d = 0.025, w = std::sqrt(1 - d * d), blow = 0.3 * std::sqrt(std::acos(-1.0));
  const auto free = [&](double t, double x0, double v0) {
    return std::exp(-d * t) * (x0 * std::cos(w * t) + (v0 + d * x0) / w * std::sin(w * t));
  };
  const double exact = free(100, 1, 0) + free(49.7, 0, blow);
  const Model model = read_model(
      driven("-0.05*x' + 300*exp(-((t - 50.3)/0.001)^2)") + "[simulate]\nduration = 100\n", "test");
  for (const double tolerance : {1e-4, 1e-6, 1e-9}) {
    RunOptions options;
    options.tolerance = tolerance;
    const Trajectory run = zwang::run(model, options);
    // The blow takes a thousandth of a second: its middle counts, to second order.
    EXPECT_NEAR(run.column("x").back(), exact, 1e-6 + 200 * tolerance) << tolerance;
  }
}

// Pulses that are zero up to a bend, at loose tolerances, by either explicit method: three of five were not seen. By hand
// the answer to an impulse in the middle of the pulse, which it differs from by the square of its width.
TEST(TimeMap, LetsRunsSeePulsesWithBends) {
  const double d = 0.025, w = std::sqrt(1 - d * d);
  const auto free = [&](double t, double x0, double v0) {
    return std::exp(-d * t) * (x0 * std::cos(w * t) + (v0 + d * x0) / w * std::sin(w * t));
  };
  test::Random random(11);
  for (const char* shape : {"max(0, 1 - abs(u))", "0.75*max(0, 1 - u^2)"}) {
    for (const double width : {1e-3, 1e-4, 1e-6}) {
      const std::string c = std::to_string(random.uniform(5, 95));
      std::string formula = shape;
      formula.replace(formula.find('u'), 1, "((t - " + c + ")/" + std::to_string(width) + ")");
      const Model model =
          read_model(driven("-0.05*x' + " + std::to_string(0.3 / width) + "*" + formula) +
                         "[simulate]\nduration = 100\n",
                     "test");
      const double exact = free(100, 1, 0) + free(100 - std::stod(c), 0, 0.3);
      for (const double tolerance : {1e-4, 1e-5, 1e-7}) {
        RunOptions options;
        options.tolerance = tolerance;
        const Trajectory run = zwang::run(model, options);
        EXPECT_NEAR(run.column("x").back(), exact, 1e-6 + 200 * tolerance) << formula << tolerance;
      }
    }
  }
}

}  // namespace
}  // namespace zwang::equations

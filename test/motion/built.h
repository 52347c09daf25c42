// SPDX-License-Identifier: Apache-2.0
#pragma once
// Models from text, and their runs.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "compile/compile.h"
#include "motion/run/run.h"
#include "read/model.h"

namespace zwang::test {

/// Equations of a model that is known to be right.
inline equations::Equations built(const std::string& text) {
  const read::Reading reading = read::read(text, "test.toml");
  for (const Diagnostic& d : reading.diagnostics) ADD_FAILURE() << to_text(d, text, "test.toml");
  compile::Compiled compiled = compile::compile(reading.description, {{}, true});
  for (const Diagnostic& d : compiled.diagnostics) ADD_FAILURE() << to_text(d, text, "test.toml");
  return std::move(compiled.equations);
}

/// A bob on a rod of length 1, g = 9.81, from (x, y) at rest.
inline std::string pendulum(const std::string& x = "1", const std::string& y = "0") {
  return "[[particles]]\nname = 'bob'\nmass = 1\nposition = ['" + x + "', '" + y +
         "']\n[free]\ngravity = [0, -9.81]\n"
         "[[constraints]]\nname = 'rod'\nequation = 'bob.x^2 + bob.y^2 = 1'\n";
}

// Released level: where it is after 1, and when it comes back, by elliptic functions.
inline constexpr double pendulum_at_1[] = {-0.986291751131875319, -0.165010853125541169};
inline constexpr double pendulum_period = 2.367841947576237;

/// N links of length 1, level at rest; bodies in a family.
inline std::string chain(int N) {
  return "[parameters]\nN = " + std::to_string(N) +
         "\n[[particles]]\nname = 'p'\ncount = 'N'\nmass = 1\nposition = ['i', 0]\n"
         "[free]\ngravity = [0, -9.81]\n"
         "[[constraints]]\nname = 'hook'\nequation = 'dot(p[1], p[1]) = 1'\n"
         "[[constraints]]\nname = 'links'\nfor = 'i in 1..N-1'\n"
         "equation = 'distance(p[i], p[i+1]) = 1'\n";
}

inline const char* const spherical =
    "[[particles]]\nname = 'bob'\nmass = 1\nposition = [0.8, 0, -0.6]\nvelocity = [0, 2, 0]\n"
    "[free]\ngravity = [0, 0, -9.81]\n"
    "[[constraints]]\nname = 'rod'\nequation = 'dot(bob, bob) = 1'\n";

/// Three cranks where two would do: one row is redundant.
inline const char* const platform =
    "[coordinates]\nx = 'cos(0.3)'\ny = '-sin(0.3)'\nphi = 0\n"
    "[free]\nkinetic = \"0.5*(x'^2 + y'^2) + 0.2*phi'^2\"\npotential = '9.81*y'\n"
    "[[constraints]]\nname = 'left'\nequation = '(x - cos(phi) + 1)^2 + (y - sin(phi))^2 = 1'\n"
    "[[constraints]]\nname = 'middle'\nequation = 'x^2 + y^2 = 1'\n"
    "[[constraints]]\nname = 'right'\nequation = '(x + cos(phi) - 1)^2 + (y + sin(phi))^2 = 1'\n";

inline const char* const double_pendulum =
    "[coordinates]\na = 1.2\nb = { start = 0.4, rate = 0.7 }\n"
    "[define]\nx1 = 'sin(a)'\ny1 = '-cos(a)'\nx2 = 'x1 + sin(b)'\ny2 = 'y1 - cos(b)'\n"
    "[free]\nkinetic = \"0.5*(x1'^2 + y1'^2) + 0.5*(x2'^2 + y2'^2)\"\n"
    "potential = '9.81*(y1 + y2)'\n";

inline motion::RunOptions plan(motion::Stepper stepper, double t_end, double step = 0,
                               double tolerance = 1e-9) {
  motion::RunOptions options;
  options.stepper = stepper;
  options.t_end = t_end;
  options.step = step;
  options.tolerance = tolerance;
  return options;
}

inline motion::RunResult run(const equations::Equations& equations,
                             const motion::RunOptions& options) {
  motion::RightSide side(equations, Method::automatic);
  return motion::run(side, options, {});
}

inline double distance(const std::vector<double>& x, const double* y) {
  double most = 0;
  for (std::size_t i = 0; i < x.size(); ++i) most = std::max(most, std::abs(x[i] - y[i]));
  return most;
}

/// Everything that a run gives out; can stop it after so many steps.
struct Witness {
  std::vector<double> rows;  // t and y of each sample
  std::size_t width = 0, samples = 0;
  long stop_after = -1;

  motion::Listener listener() {
    motion::Listener listener;
    listener.self = this;
    listener.sample = [](void* self, double t, const double* y) noexcept {
      Witness& w = *static_cast<Witness*>(self);
      ++w.samples;
      w.rows.push_back(t);
      w.rows.insert(w.rows.end(), y, y + w.width);
    };
    listener.goes_on = [](void* self, double, const motion::Tally& tally) noexcept {
      return tally.steps != static_cast<Witness*>(self)->stop_after;
    };
    return listener;
  }
};

}  // namespace zwang::test

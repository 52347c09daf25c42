// SPDX-License-Identifier: Apache-2.0
// Formulas that come back through zero at once, wherever in a step that is.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <numbers>

#include "support/random.h"
#include "zwang/run.h"

namespace zwang::test {
namespace {

/// How often sin(t + phase) passes `level` before `until`.
std::size_t crossings(double phase, double level, double until) {
  const double up = std::asin(level);
  std::size_t count = 0;
  for (int k = -2; k < 20; ++k) {
    for (const double angle : {up, std::numbers::pi - up}) {
      const double t = angle + 2 * std::numbers::pi * k - phase;
      count += t > 0 && t <= until;
    }
  }
  return count;
}

TEST(EventPeaks, AreSeenInEveryPartOfAStep) {
  for (std::uint64_t seed = 1; seed <= 150; ++seed) {
    Random random(seed);
    const double tolerance = std::pow(10, random.uniform(-9, -5));
    // Steps err by the tolerance, and thirty seconds of them by a thousand times that at most.
    const double below = std::max(std::pow(10, random.uniform(-4, -2)), 1e3 * tolerance);
    const double phase = random.uniform(0, 6);
    char text[400];
    std::snprintf(text, sizeof text,
                  "[coordinates]\nx = { start = %.17g, rate = %.17g }\n"
                  "[free]\nlagrangian = \"x'^2/2 - x^2/2\"\n"
                  "[[events]]\nname = \"top\"\nwhen = \"x - %.17g\"\n",
                  std::sin(phase), std::cos(phase), 1 - below);
    RunOptions options;
    options.tolerance = tolerance;
    options.duration = 30;
    options.columns.emplace();
    const Trajectory motion = run(read_model(text, "tops"), options);
    EXPECT_EQ(motion.summary().events.size(), crossings(phase, 1 - below, 30))
        << "seed " << seed << ", tolerance " << tolerance << ", below " << below;
  }
}

}  // namespace
}  // namespace zwang::test

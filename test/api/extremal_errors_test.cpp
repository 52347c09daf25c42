// SPDX-License-Identifier: Apache-2.0
// The errors of extremals, against closed forms.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "zwang/extremal.h"
#include "zwang/model.h"

namespace zwang::test {
namespace {

struct Count {
  int values = 0, covered = 0, sharp = 0;
  void add(double value, double error, double exact) {
    ++values;
    if (std::abs(value - exact) <= error) ++covered;
    if (error <= 1e-3 * std::max(std::abs(exact), 1e-3)) ++sharp;
  }
};

const double tolerances[] = {1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10, 1e-11};

ExtremalCurve lone(const char* text, double tolerance) {
  ExtremalOptions options;
  options.tolerance = tolerance;
  options.error = true;
  const Extremals found = find_extremals(read_model(text, "m"), options);
  EXPECT_EQ(found.summary().extremals.size(), 1u) << found.summary().message;
  return found.summary().extremals.at(0);
}

TEST(ExtremalErrors, ContainClosedForms) {
  Count count;
  for (const double tolerance : tolerances) {
    // x = sin(w t)/sin(w): S = w/2 cot w.
    const double w = 2.5;
    const ExtremalCurve swing = lone(R"toml(
[coordinates]
x = 0
[extremal]
integrand = "x'^2/2 - 6.25*x^2/2"
from = { t = 0, x = 0 }
to = { t = 1, x = 1 }
)toml",
                                     tolerance);
    ASSERT_TRUE(swing.error);
    count.add(*swing.action, swing.error->action, w / 2 / std::tan(w));
    count.add(swing.start.v[0], swing.error->start.v[0], w / std::sin(w));
    count.add(swing.end.v[0], swing.error->end.v[0], w / std::tan(w));
    // A catenary: y = c cosh(x/c) through (∓1, cosh 1) at c = 1.
    const ExtremalCurve chain = lone(R"toml(
[coordinates]
y = "1.5430806348152437"
[extremal]
independent = "x"
integrand = "y*sqrt(1 + y'^2)"
from = { x = -1, y = "cosh(1)" }
to = { x = 1, y = "cosh(1)" }
guess = { y = "1 + 0.5*x^2" }
)toml",
                                     tolerance);
    ASSERT_TRUE(chain.error);
    count.add(*chain.action, chain.error->action, 1 + std::sinh(2.0) / 2);
    count.add(chain.start.v[0], chain.error->start.v[0], -std::sinh(1.0));
    count.add(chain.end.v[0], chain.error->end.v[0], std::sinh(1.0));
    // Steepest in the middle: x = sinh(20 (t − 1/2))/sinh(10).
    const ExtremalCurve steep = lone(R"toml(
[coordinates]
x = 0
[extremal]
integrand = "x'^2/2 + 400*x^2/2"
from = { t = 0, x = -1 }
to = { t = 1, x = 1 }
)toml",
                                     tolerance);
    ASSERT_TRUE(steep.error);
    count.add(*steep.action, steep.error->action, 20 / std::tanh(10.0));
    count.add(steep.start.v[0], steep.error->start.v[0], 20 / std::tanh(10.0));
    // Fixed area: x = a t (1 − t) with integral 1/6·a = 1/2; the multiplier is −2a up to its sign.
    const ExtremalCurve arch = lone(R"toml(
[coordinates]
x = 0
[extremal]
integrand = "x'^2/2"
subject = ["integral(x) = 0.5"]
from = { t = 0, x = 0 }
to = { t = 1, x = 0 }
)toml",
                                    tolerance);
    ASSERT_TRUE(arch.error);
    count.add(*arch.action, arch.error->action, 1.5);
    count.add(arch.start.v[0], arch.error->start.v[0], 3);
    ASSERT_EQ(arch.multipliers.size(), 1u);
    count.add(std::abs(arch.multipliers[0]), arch.error->multipliers[0], 6);
  }
  RecordProperty("values", count.values);
  RecordProperty("covered", count.covered);
  EXPECT_GE(count.covered, 0.95 * count.values) << count.covered << " of " << count.values;
  EXPECT_GE(count.sharp, 0.9 * count.values) << count.sharp << " of " << count.values;
}

TEST(ExtremalErrors, AreThereOnlyWhereAskedFor) {
  const Extremals found = find_extremals(read_model(R"toml(
[coordinates]
x = 0
[extremal]
integrand = "x'^2/2"
from = { t = 0, x = 0 }
to = { t = 1, x = 1 }
)toml",
                                                    "m"));
  ASSERT_EQ(found.summary().extremals.size(), 1u);
  EXPECT_FALSE(found.summary().extremals[0].error);
}

}  // namespace
}  // namespace zwang::test

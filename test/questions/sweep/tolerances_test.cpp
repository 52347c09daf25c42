// SPDX-License-Identifier: Apache-2.0
// What tolerances do, against a closed form: a slider-crank, x = r cos φ + √(l² − (r sin φ + e)²).

#include <gtest/gtest.h>

#include <cmath>

#include "zwang/sweep.h"

namespace zwang {
namespace {

constexpr const char* slider_crank = R"toml(
[parameters]
r = { value = 0.3, plus_minus = 0.002 }
l = { value = "3*r", plus_minus = "l/300" }
e = { value = 0.05, plus_minus = 0.001 }
w = 1
[coordinates]
phi = { start = 0, rate = "w" }
x = { start = "r + l", rate = 0 }
[free]
lagrangian = "phi'^2/2 + x'^2/2"
[[constraints]]
name = "drive"
equation = "phi = w*t"
[[constraints]]
name = "rod"
equation = "(x - r*cos(phi))^2 + (r*sin(phi) + e)^2 = l^2"
[simulate]
duration = 1.1
tolerance = 1e-11
)toml";

double position(double r, double l, double e) {
  return r * std::cos(1.1) + std::sqrt(l * l - std::pow(r * std::sin(1.1) + e, 2));
}

TEST(Tolerances, OfASliderCrankAreThoseOfItsClosedForm) {
  const Model model = read_model(slider_crank, "slider_crank");
  Sweep asked = *asked_sweep(model);
  EXPECT_EQ(asked.scheme, "tolerances");
  ASSERT_EQ(asked.vary.size(), 3u);
  asked.watch = {{"slide", "end(x)", {}}};
  const SweepResult result = sweep(model, asked);
  ASSERT_TRUE(result.complete());
  for (const SweepRun& run : result.runs) {
    ASSERT_EQ(run.status, "ok") << run.message;
    EXPECT_NEAR(run.watched[0], position(run.varied[0], run.varied[1], run.varied[2]), 1e-9);
  }
  const WatchedSpread spread = spreads(result).at(0);
  ASSERT_TRUE(spread.tolerance);
  const WatchedSpread::Tolerance& found = *spread.tolerance;
  const double r = 0.3, l = 0.9, e = 0.05, dr = 0.002, dl = 0.003, de = 0.001;
  EXPECT_NEAR(found.nominal, position(r, l, e), 1e-9);
  EXPECT_NEAR(found.changes[0], (position(r + dr, l, e) - position(r - dr, l, e)) / 2, 1e-9);
  EXPECT_NEAR(found.changes[1], (position(r, l + dl, e) - position(r, l - dl, e)) / 2, 1e-9);
  EXPECT_NEAR(found.changes[2], (position(r, l, e + de) - position(r, l, e - de)) / 2, 1e-9);
  double least = 1e9, most = -1e9;
  for (int k = 0; k < 8; ++k) {
    const auto end = [&](double x, double d, int bit) {
      return (k >> bit & 1) != 0 ? x + d : x - d;
    };
    const double x = position(end(r, dr, 0), end(l, dl, 1), end(e, de, 2));
    least = std::min(least, x);
    most = std::max(most, x);
  }
  EXPECT_NEAR(found.least, least, 1e-9);
  EXPECT_NEAR(found.most, most, 1e-9);
  // By sensitivities to first order: the second is (Δ/l)² here.
  EXPECT_NEAR(found.linear_worst, (most - least) / 2, 1e-6);
  EXPECT_GT(spread.least, found.least - 1e-9);
  EXPECT_LT(spread.most, found.most + 1e-9);
  // Of the spread: a sum of uniform numbers to first order, whose deviations are their halves by √3.
  EXPECT_NEAR(spread.deviation, found.linear_spread / std::sqrt(3.0), 0.03 * spread.deviation);
}

TEST(Tolerances, AreOfWhatIsNotExact) {
  EXPECT_FALSE(
      asked_sweep(read_model("[coordinates]\nx = 0\n[free]\nlagrangian = \"x'^2/2\"\n", "a")));
  const auto with = [](const char* parameter) {
    return std::string("[parameters]\nl = ") + parameter +
           "\n[coordinates]\nx = \"l\"\n[free]\nlagrangian = \"x'^2/2\"\n";
  };
  EXPECT_FALSE(asked_sweep(read_model(with("{ value = 1 }"), "a")));
  EXPECT_FALSE(asked_sweep(read_model(with("{ value = 1, plus_minus = 0 }"), "a")));
  EXPECT_TRUE(asked_sweep(read_model(with("{ value = 1, plus_minus = 0.1 }"), "a")));
  EXPECT_THROW(read_model(with("{ value = 1, plus_minus = -0.1 }"), "a"), ModelError);
  EXPECT_THROW(read_model(with("{ plus_minus = 0.1 }"), "a"), ModelError);
  EXPECT_THROW(read_model(with("{ value = 1, plusminus = 0.1 }"), "a"), ModelError);
  EXPECT_THROW(asked_sweep(read_model(with("{ value = 1, plus_minus = \"l - 2\" }"), "a")),
               ModelError);
  EXPECT_THROW(asked_sweep(read_model(with("1") + "[sweep]\nruns = 7\n", "a")), ModelError);
}

// The value is what counts for the motion.
TEST(Tolerances, ChangeNoMotion) {
  std::string bare = slider_crank;
  for (const char* part :
       {", plus_minus = 0.002", ", plus_minus = \"l/300\"", ", plus_minus = 0.001"})
    bare.erase(bare.find(part), std::string(part).size());
  const Summary with = run(read_model(slider_crank, "a")).summary(),
                without = run(read_model(bare, "a")).summary();
  EXPECT_EQ(with.end.q, without.end.q);
}

}  // namespace
}  // namespace zwang

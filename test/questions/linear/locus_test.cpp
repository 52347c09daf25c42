// SPDX-License-Identifier: Apache-2.0
// Eigenvalues over a parameter: the published critical speeds of the benchmark bicycle, and closed forms.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "zwang/root_locus.h"

namespace zwang::test {
namespace {

// Meijaard, Papadopoulos, Ruina, Schwab (2007): the bicycle capsizes where det(g K0 + v² K2) = 0.
double capsize_speed() {
  const double g = 9.81, a = -80.95 * g, b = -2.59951685249872 * g, d = -0.80329488458618 * g;
  const double p = 76.59734589573222,
               q = 2.65431523794604;  // the second column of K2; the first is 0
  return std::sqrt((b * b - a * d) / (a * q - p * b));
}

// The weave speed, and the frequency there, as published.
TEST(RootLocus, FindsTheCriticalSpeedsOfTheBicycle) {
  const Model model = load_model(ZWANG_TEST_DATA "/../../models/bicycle.toml").with({{"push", 0}});
  RootLocusOptions options;
  options.over = "v";
  options.from = 3;
  options.to = 8;
  options.points = 26;
  const RootLocus locus = root_locus(model, options);
  ASSERT_EQ(locus.problem, "");
  ASSERT_EQ(locus.crossings.size(), 2u) << locus.text;
  EXPECT_NEAR(locus.crossings[0].parameter, 4.29238253634111, 1e-10);
  EXPECT_NEAR(locus.crossings[0].frequency, 3.43503384866144, 1e-9);
  EXPECT_FALSE(locus.crossings[0].to_unstable);
  EXPECT_NEAR(locus.crossings[1].parameter, capsize_speed(), 1e-10);
  EXPECT_EQ(locus.crossings[1].frequency, 0);
  EXPECT_TRUE(locus.crossings[1].to_unstable);
  // Downwards the same, the other way round.
  std::swap(options.from, options.to);
  const RootLocus back = root_locus(model, options);
  ASSERT_EQ(back.crossings.size(), 2u) << back.text;
  EXPECT_NEAR(back.crossings[0].parameter, capsize_speed(), 1e-10);
  EXPECT_FALSE(back.crossings[0].to_unstable);
  EXPECT_TRUE(back.crossings[1].to_unstable);
}

// x'' + c x' + k x = 0: λ = −c/2 ± √(c²/4 − k), which meet at c = 2√k.
constexpr const char* oscillator = R"toml(
[parameters]
c = 0.5
k = 4
[coordinates]
x = 0
[free]
acceleration = ["-c*x' - k*x"]
)toml";

TEST(RootLocus, FollowsBranchesThroughTheirMeeting) {
  const Model model = read_model(oscillator, "oscillator");
  RootLocusOptions options;
  options.over = "c";
  options.from = -1;
  options.to = 6;
  const RootLocus locus = root_locus(model, options);
  ASSERT_EQ(locus.problem, "");
  ASSERT_EQ(locus.branches.size(), 2u);
  EXPECT_GT(locus.parameters.size(), 101u);  // more near c = 4
  for (std::size_t k = 0; k < locus.parameters.size(); ++k) {
    const double c = locus.parameters[k];
    const std::complex<double> root = std::sqrt(std::complex<double>(c * c / 4 - 4));
    const std::complex<double> a = locus.branches[0][k], b = locus.branches[1][k];
    EXPECT_LT(std::abs(a + b + c), 1e-12) << c;
    EXPECT_LT(std::abs(a * b - 4.0), 1e-12) << c;
    EXPECT_LT(std::min(std::abs(a + c / 2 - root), std::abs(a + c / 2 + root)), 1e-7) << c;
  }
  ASSERT_EQ(locus.crossings.size(), 1u);
  EXPECT_NEAR(locus.crossings[0].parameter, 0, 1e-11);
  EXPECT_NEAR(locus.crossings[0].frequency, 2, 1e-9);
  EXPECT_EQ(locus.text, "At c = 0 an oscillation of angular frequency 2 begins to decay.");
}

// Over k a root passes zero where k does; where k = 0 itself is a point, the root is missing there and the crossing
// is found all the same.
TEST(RootLocus, FindsARootThatPassesZero) {
  const Model model = read_model(oscillator, "oscillator");
  for (const double from : {-1.0, -0.93}) {
    RootLocusOptions options;
    options.over = "k";
    options.from = from;
    options.to = 1;
    const RootLocus locus = root_locus(model, options);
    ASSERT_EQ(locus.problem, "");
    ASSERT_EQ(locus.crossings.size(), 1u) << locus.text;
    EXPECT_NEAR(locus.crossings[0].parameter, 0, 1e-11);
    EXPECT_EQ(locus.crossings[0].frequency, 0);
    EXPECT_FALSE(locus.crossings[0].to_unstable);
  }
}

TEST(RootLocus, RefusesWhatIsNoParameterAndEmptyRanges) {
  const Model model = read_model(oscillator, "oscillator");
  RootLocusOptions options;
  options.over = "x";
  options.to = 1;
  EXPECT_THROW(root_locus(model, options), InputError);
  options.over = "k";
  options.to = 0;
  EXPECT_THROW(root_locus(model, options), InputError);
}

TEST(RootLocus, IsWrittenAsJson) {
  const Model model = read_model(oscillator, "oscillator");
  RootLocusOptions options;
  options.over = "c";
  options.from = 1;
  options.to = 1.5;
  options.points = 3;
  const auto json = nlohmann::json::parse(to_json(root_locus(model, options), model));
  EXPECT_EQ(json["status"], "ok");
  EXPECT_EQ(json["message"], "No eigenvalue crosses the imaginary axis.");
  EXPECT_EQ(json["parameters"], (nlohmann::json{1.0, 1.25, 1.5}));
  EXPECT_EQ(json["branches"].size(), 2u);
  EXPECT_EQ(json["branches"][0].size(), 3u);
  EXPECT_EQ(json["stability"][0], "asymptotically stable");
}

}  // namespace
}  // namespace zwang::test

// SPDX-License-Identifier: Apache-2.0
// Rest near a start, against closed forms.

#include "zwang/equilibrium.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "support/random.h"

namespace zwang {
namespace {

// A pendulum with a spiral spring, in a field that points anywhere: the angle between the two equilibria.
TEST(Equilibrium, OfAPendulumHangsAlongTheField) {
  constexpr std::uint64_t seed = 11;
  test::Random random(seed);
  for (int k = 0; k < 20; ++k) {
    const double angle = random.uniform(-3, 3), size = std::exp(random.uniform(-6, 6)),
                 length = std::exp(random.uniform(-6, 6)), off = random.uniform(0.3, 2.5);
    const Model model = read_model(
        "[parameters]\ng = 1\na = 0\nl = 1\ns = 0\n[coordinates]\nth = \"s\"\n[free]\n"
        "lagrangian = \"l^2*th'^2/2 + g*l*cos(th - a)\"\n",
        "m", {{"g", size}, {"a", angle}, {"l", length}, {"s", angle + off}});
    const Equilibrium found = find_equilibrium(model);
    ASSERT_EQ(found.problem, "") << "seed " << seed << ", " << k;
    const double turns = (found.state.q[0] - angle) / std::numbers::pi;
    EXPECT_NEAR(turns, std::round(turns), 1e-8) << "seed " << seed << ", " << k;
    const bool hangs = std::fmod(std::abs(std::round(turns)), 2) == 0;
    EXPECT_EQ(found.rest, hangs ? Rest::stable : Rest::unstable) << "seed " << seed << ", " << k;
    if (!hangs)
      EXPECT_NEAR(found.growth, std::sqrt(size / length), 1e-6 * std::sqrt(size / length));
    EXPECT_EQ(found.state.v[0], 0);
    EXPECT_NEAR(found.moved, std::abs(found.state.q[0] - angle - off), 1e-12);
  }
}

TEST(Equilibrium, SaysWhenThereIsNone) {
  const Model model =
      read_model("[coordinates]\nx = 0\n[free]\nlagrangian = \"x'^2/2 - x\"\n", "m");
  EXPECT_NE(find_equilibrium(model).problem, "");
  EXPECT_THROW(find_equilibrium(model, {0, {1, 2}, {0}}), InputError);
}

TEST(Equilibrium, OnContactsStaysWhereFrictionHolds) {
  const Equilibrium found =
      find_equilibrium(load_model(ZWANG_TEST_DATA "/../../models/ladder.toml"));
  EXPECT_EQ(found.problem, "");
  EXPECT_NE(found.text.find("equilibrium"), std::string::npos);
}

}  // namespace
}  // namespace zwang

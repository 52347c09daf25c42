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

// ± against closed forms: springs of any stiffness, a field that points anywhere, a bead on a parabola, a strut near buckling.
TEST(Equilibrium, ErrorsContainClosedForms) {
  constexpr std::uint64_t seed = 12;
  test::Random random(seed);
  int values = 0, covered = 0, sharp = 0;
  const auto look = [&](const Model& model, std::initializer_list<double> exact) {
    const Equilibrium found = find_equilibrium(model);
    ASSERT_EQ(found.problem, "");
    std::size_t i = 0;
    for (const double x : exact) {
      const double error = found.error.at(i), off = std::abs(found.state.q.at(i) - x);
      ++i;
      ++values;
      if (off <= error) ++covered;
      if (error <= 1e-9 * std::max(std::abs(x), 1e-3)) ++sharp;
    }
  };
  for (int k = 0; k < 25; ++k) {
    const double g = std::exp(random.uniform(-4, 4)), stiff = std::exp(random.uniform(-6, 6)),
                 a = random.uniform(-1.2, 1.2), l = random.uniform(0.5, 2);
    look(read_model("[parameters]\ng = 1\nk = 1\n[coordinates]\nx = 0.1\ny = 0.3\n[free]\n"
                    "lagrangian = \"x'^2/2 + y'^2 - k*x^2/2 - k*(y - x)^2/2 + g*x + 2*g*y\"\n",
                    "m", {{"g", g}, {"k", stiff}}),
         {3 * g / stiff, 5 * g / stiff});
    look(read_model("[parameters]\ng = 1\na = 0\nl = 1\n[coordinates]\nth = \"a + 0.4\"\n[free]\n"
                    "lagrangian = \"l^2*th'^2/2 + g*l*cos(th - a)\"\n",
                    "m", {{"g", g}, {"a", a}, {"l", l}}),
         {a});
    look(read_model("[parameters]\ng = 1\na = 0\n[[particles]]\nname = \"p\"\nmass = 1\n"
                    "position = [0.2, 0.04]\n[free]\ngravity = [\"-g*sin(a)\", \"-g*cos(a)\"]\n"
                    "[[constraints]]\nname = \"wire\"\nequation = \"p.y = p.x^2\"\n",
                    "m", {{"g", g}, {"a", a}}),
         {-std::tan(a) / 2, std::tan(a) * std::tan(a) / 4});
    const double e =
        std::exp(random.uniform(-14, -1));  // of the stiffness: what is left before it buckles
    look(read_model("[parameters]\ne = 1\n[coordinates]\nx = 0.05\n[free]\n"
                    "lagrangian = \"x'^2/2 - e*(x - 1/3)^2/2 - (x - 1/3)^4/4\"\n",
                    "m", {{"e", e}}),
         {1.0 / 3});
  }
  EXPECT_GE(covered, 0.95 * values) << covered << " of " << values << ", seed " << seed;
  EXPECT_GE(sharp, 0.6 * values) << sharp << " of " << values << ", seed " << seed;
}

// Where it could rest beside as well, there is no error to tell.
TEST(Equilibrium, ErrorIsUnknownWhereItIsNeutral) {
  const Equilibrium found = find_equilibrium(read_model(
      "[coordinates]\nx = 0.5\ny = 0.2\n[free]\nlagrangian = \"x'^2/2 + y'^2/2 - y^2/2\"\n", "m"));
  ASSERT_EQ(found.problem, "");
  ASSERT_EQ(found.error.size(), 2u);
  EXPECT_TRUE(std::isnan(found.error[0]));
}

}  // namespace
}  // namespace zwang

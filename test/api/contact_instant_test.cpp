// SPDX-License-Identifier: Apache-2.0
// Instants of models with several contacts that rub, against closed forms: what everyday mechanics asks.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "api/run_files.h"

namespace zwang::test {
namespace {

const ContactForce& contact(const ModelInstant& x, const std::string& name) {
  const auto found = std::find_if(x.contacts.begin(), x.contacts.end(),
                                  [&](const ContactForce& y) { return y.name == name; });
  EXPECT_NE(found, x.contacts.end()) << name;
  return *found;
}

double residual(const Model& model, const ModelInstant& x, std::string_view name) {
  for (const Check& check : certify(model, x).checks)
    if (check.name == name) return check.residual;
  ADD_FAILURE() << "no line " << name;
  return INFINITY;
}

const std::string two_blocks = R"toml(
[[particles]]
name = "low"
mass = 1
position = [0, 0]
[[particles]]
name = "high"
mass = 1.5
position = [0, 1]
[free]
gravity = [0, -9.81]
[[forces]]
on = "low"
force = [30, 0]
[[forces]]
on = "high"
force = [6, 0]
[[constraints]]
name = "floor"
equation = "low.y >= 0"
friction = 0.3
[[constraints]]
name = "between"
equation = "high.y - low.y >= 1"
friction = 0.05
[simulate]
duration = 1
)toml";

// Both are pushed to the right, and the lower one outruns the upper: friction between them brakes it.
TEST(ContactInstant, FrictionBetweenBlocksBrakesTheFasterOne) {
  const Model model = read_model(two_blocks, "two_blocks.toml");
  const ModelInstant now = solve_instant(model);
  const double low = 30 - 0.3 * 2.5 * 9.81 - 0.05 * 1.5 * 9.81;
  const double high = (6 + 0.05 * 1.5 * 9.81) / 1.5;
  EXPECT_NEAR(now.instant.acceleration[0], low, 1e-12);
  EXPECT_NEAR(now.instant.acceleration[2], high, 1e-12);
  EXPECT_EQ(contact(now, "between").state, "slides");
  EXPECT_NEAR(contact(now, "floor").normal, 2.5 * 9.81, 1e-12);
  EXPECT_LE(residual(model, now, "friction opposes slip"), 1e-13);
  EXPECT_LE(residual(model, now, "friction is inside its cone"), 1e-13);
  EXPECT_LE(residual(model, now, "nothing pulls"), 1e-13);
  const Summary end = run(model).summary();
  EXPECT_NEAR(end.end.q[0], 0.5 * low, 1e-9);
  EXPECT_NEAR(end.end.q[2], 0.5 * high, 1e-9);
}

// The same tied down by equations instead of contacts.
TEST(ContactInstant, BilateralRowsRubTheSameWay) {
  std::string text = two_blocks;
  const auto put = [&](const std::string& from, const std::string& to) {
    text.replace(text.find(from), from.size(), to);
  };
  put("equation = \"low.y >= 0\"\nfriction = 0.3", "equation = \"low.y = 0\"");
  put("equation = \"high.y - low.y >= 1\"\nfriction = 0.05", "equation = \"high.y - low.y = 1\"");
  put("[simulate]", R"toml([[nonideal]]
friction = { constraint = "floor", coefficient = 0.3 }
[[nonideal]]
friction = { constraint = "between", coefficient = 0.05 }
[simulate])toml");
  const ModelInstant now = solve_instant(read_model(text, "two_blocks.toml"));
  EXPECT_NEAR(now.instant.acceleration[0], 30 - 0.3 * 2.5 * 9.81 - 0.05 * 1.5 * 9.81, 1e-12);
  EXPECT_NEAR(now.instant.acceleration[2], (6 + 0.05 * 1.5 * 9.81) / 1.5, 1e-12);
}

Model box(double a, double h, double mu, double v) {
  const std::string text = R"toml(
[parameters]
a = 1
h = 1
mu = 1
v = 1
[coordinates]
x = { start = 0, rate = "v" }
y = { start = "h" }
phi = { start = 0 }
[free]
lagrangian = "x'^2 + y'^2 + (a^2+h^2)/3*phi'^2 - 2*9.81*y"
[[constraints]]
name = "left"
equation = "y - h*cos(phi) - a*sin(phi) >= 0"
[[constraints]]
name = "right"
equation = "y - h*cos(phi) + a*sin(phi) >= 0"
[[nonideal]]
friction = { constraint = "left", coefficient = "mu", sliding = "x' + (h*cos(phi) + a*sin(phi))*phi'" }
[[nonideal]]
friction = { constraint = "right", coefficient = "mu", sliding = "x' + (h*cos(phi) - a*sin(phi))*phi'" }
[simulate]
duration = 0.1
)toml";
  return read_model(text, "box.toml", {{"a", a}, {"h", h}, {"mu", mu}, {"v", v}});
}

// Half-width a, height of the centre h. With μh > a it tips over its leading edge; it never jams.
TEST(ContactInstant, ABoxThatSlidesTipsAndDoesNotJam) {
  constexpr double g = 9.81;
  for (const double a : {0.3, 0.5, 1.0, 2.0})
    for (const double h : {0.4, 0.9, 1.7, 3.1})
      for (const double mu : {0.15, 0.5, 0.8, 1.2})
        for (const double v : {-2.0, 3.0}) {
          const ModelInstant now = solve_instant(box(a, h, mu, v));
          ASSERT_EQ(now.instant.status, Status::ok) << a << ' ' << h << ' ' << mu << ' ' << v;
          const double I = 2 * (a * a + h * h) / 3, way = v > 0 ? 1 : -1;
          const bool tips = mu * h > a;
          const double N = tips ? g / (0.5 + a * (a - mu * h) / I) : 2 * g;
          EXPECT_NEAR(now.instant.acceleration[0], -way * mu * N / 2, 1e-9)
              << a << ' ' << h << ' ' << mu;
          EXPECT_NEAR(now.instant.acceleration[2], tips ? way * N * (a - mu * h) / I : 0, 1e-9);
          EXPECT_EQ(contact(now, v > 0 ? "left" : "right").state, tips ? "open" : "slides");
        }
}

Model corner(double pull, double into) {
  const std::string text = R"toml(
[parameters]
pull = 1
into = -2
[[particles]]
name = "p"
mass = 1
position = [0, 0, 0]
[free]
gravity = [0, 0, -9.81]
[[forces]]
on = "p"
force = ["pull", "into", 0]
[[constraints]]
name = "floor"
equation = "p.z >= 0"
friction = 0.2
[[constraints]]
name = "wall"
equation = "p.y >= 0"
[simulate]
duration = 0.5
)toml";
  return read_model(text, "corner.toml", {{"pull", pull}, {"into", into}});
}

// The wall is smooth, so that friction may press on it: no share of the load makes the floor slip before the pull
// reaches μN.
TEST(ContactInstant, WhatRestsBesideAWallStaysAtRest) {
  for (const double into : {-1.0, -2.0, -5.0})
    for (const double pull : {0.5, 1.0, 1.9, 1.961}) {
      const Model model = corner(pull, into);
      const ModelInstant now = solve_instant(model);
      EXPECT_NEAR(now.instant.acceleration[0], 0, 1e-12) << pull << ' ' << into;
      const ContactForce& floor = contact(now, "floor");
      EXPECT_EQ(floor.state, "sticks");
      EXPECT_TRUE(floor.shared);
      EXPECT_NEAR(floor.margin, 1 - pull / (0.2 * 9.81), 1e-6) << pull << ' ' << into;
    }
  const ModelInstant now = solve_instant(corner(2, -5));
  EXPECT_NEAR(now.instant.acceleration[0], 2 - 0.2 * 9.81, 1e-12);
  const Summary end = run(corner(1.9, -5)).summary();
  EXPECT_EQ(end.end.q[0], 0);
}

TEST(ContactInstant, TheMarginToSlipIsWhatFrictionDoesNotNeed) {
  const std::string text = R"toml(
[[particles]]
name = "block"
mass = 2
position = [0, 0]
[free]
gravity = [0, -10]
[[forces]]
on = "block"
force = [3, 0]
[[constraints]]
name = "floor"
equation = "block.y >= 0"
[[nonideal]]
friction = { constraint = "floor", coefficient = 0.2, static = 0.4 }
[simulate]
duration = 1
)toml";
  const ModelInstant now = solve_instant(read_model(text, "block.toml"));
  const ContactForce& floor = contact(now, "floor");
  EXPECT_EQ(floor.state, "sticks");
  EXPECT_NEAR(floor.friction, 3, 1e-12);
  EXPECT_NEAR(floor.limit, 8, 1e-12);
  EXPECT_NEAR(floor.margin, 1 - 3.0 / 8, 1e-12);
  EXPECT_FALSE(floor.shared);
}

TEST(ContactForce, OfAnOpenContactIsZeroAndNoOther) {
  const Model model = read_model(
      "[[particles]]\nname = \"ball\"\nmass = 1\nposition = [0, 1]\n"
      "[free]\ngravity = [0, -9.81]\n"
      "[[constraints]]\nname = \"floor\"\nequation = \"ball.y >= 0\"\n"
      "[simulate]\nduration = 0.1\n",
      "");
  const Trajectory fall = run(model, {});
  ASSERT_EQ(fall.summary().forces.size(), 1u);
  EXPECT_EQ(fall.summary().forces[0].multipliers, std::vector<double>{0});
  EXPECT_TRUE(fall.summary().forces[0].unique);
}

}  // namespace
}  // namespace zwang::test

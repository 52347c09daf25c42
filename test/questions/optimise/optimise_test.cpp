// SPDX-License-Identifier: Apache-2.0
#include "zwang/optimise.h"

#include <gtest/gtest.h>

#include <cmath>

namespace zwang {
namespace {

// A four-bar a, b, c on the ground d, its crank driven. Its transmission angle μ, between coupler and rocker, is to
// stay near a right angle: cos μ = (b² + c² − f²) / 2bc, f the diagonal.
constexpr const char* four_bar = R"toml(
[parameters]
a = 1
b = 3
c = 3
d = 3.5
[coordinates]
crank = { start = -0.05, rate = 1 }
coupler = 0.8
rocker = 1.6
[free]
lagrangian = "crank'^2/2 + coupler'^2/2 + rocker'^2/2"
[[constraints]]
name = "drive"
equation = "crank = t - 0.05"
[[constraints]]
name = "loop_x"
equation = "a*cos(crank) + b*cos(coupler) = d + c*cos(rocker)"
[[constraints]]
name = "loop_y"
equation = "a*sin(crank) + b*sin(coupler) = c*sin(rocker)"
[simulate]
duration = 3.3
tolerance = 1e-7
[optimise]
minimise = "max(abs(cos(rocker - coupler)))"
vary = { b = [2.6, 4.5], c = [2.6, 4.5] }
starts = 1
tolerance = 1e-4
)toml";

double worst_cosine(double b, double c) {
  const auto cosine = [&](double f) { return std::abs((b * b + c * c - f * f) / (2 * b * c)); };
  return std::max(cosine(2.5), cosine(4.5));
}

TEST(Optimise, AFourBarAgreesWithAFineGrid) {
  double least = 9, best_b = 0, best_c = 0;
  for (double b = 2.6; b <= 4.5; b += 0.002) {
    for (double c = 2.6; c <= 4.5; c += 0.002) {
      const double there = worst_cosine(b, c);
      if (there < least) {
        least = there;
        best_b = b;
        best_c = c;
      }
    }
  }
  const Model model = read_model(four_bar, "four_bar");
  const Optimum found = optimise(model, *asked_optimise(model));
  ASSERT_EQ(found.problem, "");
  EXPECT_TRUE(found.best.met);
  // As good as the grid, whose points are 0.002 apart; the valley is flat along b c, so values are compared.
  EXPECT_LT(found.best.value, least + 1e-3) << best_b << ' ' << best_c;
  EXPECT_GT(found.best.value, least - 2e-3);
  EXPECT_NEAR(found.best.value, worst_cosine(found.best.at[0], found.best.at[1]), 1e-5);
  EXPECT_EQ(found.settings.at("b"), found.best.at[0]);
}

constexpr const char* thrown = R"toml(
[parameters]
angle = 0.3
speed = 5
[[particles]]
name = "ball"
mass = 1
position = [0, 0]
velocity = ["speed*cos(angle)", "speed*sin(angle)"]
[free]
gravity = [0, -10]
[[events]]
name = "down"
when = "ball.y - 1e-9"
direction = "falling"
action = "stop"
[simulate]
duration = 3
tolerance = 1e-9
[optimise]
maximise = "end(ball.x)"
vary = { angle = [0.2, 1.4] }
starts = 2
)toml";

TEST(Optimise, AThrowIsFarthestAtHalfARightAngle) {
  const Model model = read_model(thrown, "thrown");
  Optimise asked = *asked_optimise(model);
  const Optimum found = optimise(model, asked);
  ASSERT_EQ(found.problem, "");
  EXPECT_TRUE(found.best.converged);
  EXPECT_NEAR(found.best.at[0], std::atan(1.0), 1e-3);
  EXPECT_NEAR(found.best.value, 2.5, 1e-6);
  // As fast as need be and no faster: the range v² sin 2α / g is to be 2, the height v² sin² α / 2g at most 0.3.
  asked.formula = "start(norm(ball'))";
  asked.maximise = false;
  asked.vary = {{"angle", 0.2, 1.4}, {"speed", 4, 9}};
  asked.subject = {"end(ball.x) = 2", "max(ball.y) <= 0.3"};
  const Optimum bound = optimise(model, asked);
  ASSERT_EQ(bound.problem, "") << bound.text;
  // tan α = 4 h / R
  const double angle = std::atan(0.6), speed = std::sqrt(20 / std::sin(2 * angle));
  EXPECT_NEAR(bound.best.at[0], angle, 2e-3);
  EXPECT_NEAR(bound.best.at[1], speed, 2e-3);
  EXPECT_NEAR(bound.best.subject[0], 0, 1e-3);
  EXPECT_LT(bound.best.subject[1], 1e-3);
  // The same bits for any number of threads.
  const Optimum again = optimise(model, asked, {.run = {}, .threads = 2, .goes_on = {}});
  EXPECT_EQ(again.best.at, bound.best.at);
  EXPECT_EQ(to_json(again, asked, model), to_json(bound, asked, model));
  asked.subject = {"end(ball.x) = 50"};
  EXPECT_EQ(optimise(model, asked).problem, "no values were found that meet all conditions");
}

TEST(Optimise, SaysWhatCannotBeAsked) {
  const Model model = read_model(thrown, "thrown");
  Optimise asked = *asked_optimise(model);
  asked.vary = {{"angle", 1, 0.5}};
  EXPECT_THROW(optimise(model, asked), InputError);
  asked.vary = {{"angel", 0.5, 1}};
  EXPECT_THROW(optimise(model, asked), InputError);
  asked = *asked_optimise(model);
  asked.subject = {"end(ball.x)"};
  EXPECT_THROW(optimise(model, asked), InputError);
  asked.subject.clear();
  asked.formula = "ball.x";
  EXPECT_THROW(optimise(model, asked), ModelError);
  EXPECT_FALSE(
      asked_optimise(read_model("[coordinates]\nx = 0\n[free]\nlagrangian = \"x'^2\"\n", "a")));
}

}  // namespace
}  // namespace zwang

// SPDX-License-Identifier: Apache-2.0
// The referee against closed forms, and against what runs say of their own errors.

#include "zwang/referee.h"

#include <gtest/gtest.h>

#include <cmath>

#include "referee/extrapolate.h"
#include "support/quad_functions.h"

namespace zwang::test {
namespace {

// x'' = −x: cosine and sine to thirty digits.
TEST(Referee, ExtrapolatesAnOscillatorToNearlyAllDigits) {
  std::vector<Quad> y{1, 0};
  const auto f = [](Quad, const Quad* x, Quad* rate) {
    rate[0] = x[1];
    rate[1] = -x[0];
    return true;
  };
  const referee::Arrival end = referee::extrapolate(
      f, [](Quad, Quad*) { return true; }, {.tolerance = 1e-28}, 0, 10, y);
  ASSERT_TRUE(end.arrived);
  EXPECT_LE(static_cast<double>(absolute(y[0] - in_quad::cos(10))), 1e-26);
  EXPECT_LE(static_cast<double>(absolute(y[1] + in_quad::sin(10))), 1e-26);
  EXPECT_LT(end.steps, 60);
}

// A double end, an exact end: the difference is the error of the run, to its last bit.
TEST(Referee, TellsTheErrorOfARun) {
  const Model model = read_model(
      "[coordinates]\nx = 1\n[free]\nacceleration = [\"-x\"]\n[simulate]\nduration = 10\n", "m");
  RunOptions options;
  options.tolerance = 1e-6;
  const Trajectory trajectory = run(model, options);
  const Referee said = ask_referee(trajectory);
  ASSERT_EQ(said.problem, "");
  ASSERT_EQ(said.values.size(), 2u);
  const double x = trajectory.summary().end.q[0];
  const double error = static_cast<double>(Quad(x) - in_quad::cos(10));
  EXPECT_NE(error, 0);
  EXPECT_NEAR(said.values[0].difference, error, 1e-18);
  EXPECT_EQ(said.values[1].name, "x'");
}

// The same motion in other coordinates, with constraints of which one is redundant: the same verdict, and within ±.
TEST(Referee, FindsRunsOfConstrainedParticlesWithinTheirErrors) {
  const char* const texts[] = {R"toml(
[[particles]]
name = "a"
mass = 1
position = [1, 0]
[[particles]]
name = "b"
mass = 2
position = [1, 1]
[free]
gravity = [0, -9.81]
[[constraints]]
name = "one"
equation = "a.x^2 + a.y^2 = 1"
[[constraints]]
name = "again"
equation = "sqrt(a.x^2 + a.y^2) = 1"
[[constraints]]
name = "two"
equation = "(b.x - a.x)^2 + (b.y - a.y)^2 = 1"
[simulate]
duration = 2
)toml",
                               R"toml(
[coordinates]
u = 0
w = "pi/2"
[free]
lagrangian = "3*u'^2/2 + w'^2 + 2*u'*w'*cos(u - w) - 9.81*(3*sin(u) + 2*sin(w))"
[simulate]
duration = 2
)toml"};
  double ends[2][2];
  for (int k = 0; k < 2; ++k) {
    RunOptions options;
    options.tolerance = 1e-9;
    options.error = true;
    const Trajectory trajectory = run(read_model(texts[k], "m"), options);
    const Referee said = ask_referee(trajectory);
    ASSERT_EQ(said.problem, "");
    for (const Referee::Value& one : said.values) {
      const auto error = trajectory.summary().error->of(one.name);
      ASSERT_TRUE(error) << one.name;
      EXPECT_LE(std::abs(one.difference), *error) << one.name;
      EXPECT_LE(one.error, 1e-3 * *error) << one.name;
    }
    const auto exact = [&](std::size_t i) {
      return said.values[i].value - said.values[i].difference;
    };
    if (k == 0) {
      ends[0][0] = exact(0), ends[0][1] = exact(2);  // a.x, b.x
    } else {
      ends[1][0] = std::cos(exact(0)), ends[1][1] = std::cos(exact(0)) + std::cos(exact(1));
    }
  }
  EXPECT_NEAR(ends[0][0], ends[1][0], 1e-14);
  EXPECT_NEAR(ends[0][1], ends[1][1], 1e-14);
}

TEST(Referee, RefusesInWordsWhatItCannotJudge) {
  const auto refuses = [](const char* file) {
    return referee_refuses(load_model(std::string(ZWANG_TEST_DATA "/../../models/") + file));
  };
  EXPECT_NE(refuses("four_bar_hinges.toml").find("bodies"), std::string::npos);
  EXPECT_NE(refuses("bouncing_ball.toml").find("contacts"), std::string::npos);
  EXPECT_EQ(refuses("pendulum.toml"), "");
  EXPECT_EQ(refuses("double_pendulum.toml"), "");
  const Model bodies =
      load_model(std::string(ZWANG_TEST_DATA "/../../models/four_bar_hinges.toml"));
  RunOptions options;
  options.duration = 0.01;
  EXPECT_THROW(ask_referee(run(bodies, options)), InputError);
}

}  // namespace
}  // namespace zwang::test

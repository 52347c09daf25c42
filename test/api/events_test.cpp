// SPDX-License-Identifier: Apache-2.0
// Events of the user along motions.

#include <gtest/gtest.h>

#include <cmath>

#include "api/run_files.h"

namespace zwang::test {
namespace {

constexpr double period = 2.367841947576237;  // of the pendulum that is let go at the horizontal

std::string pendulum(const std::string& events, double duration = 5) {
  return R"toml(
[[particles]]
name = "bob"
mass = 1
position = [1, 0]
[free]
gravity = [0, -9.81]
[[constraints]]
name = "rod"
equation = "bob.x^2 + bob.y^2 = 1"
[simulate]
duration = )toml" +
         std::to_string(duration) + "\n" + events;
}

TEST(Events, AreFoundWhereEllipticFunctionsSay) {
  const std::string text = pendulum(R"toml(
[[events]]
name = "through"
when = "bob.x"
[[events]]
name = "rightwards"
when = "bob.x"
direction = "rising"
[[events]]
name = "leftwards"
when = "bob.x"
direction = "falling"
)toml");
  const Trajectory motion = run_text(text, to_rounding());
  std::vector<double> through, right, left;
  for (const RunEvent& event : motion.summary().events) {
    (event.name == "through"      ? through
     : event.name == "rightwards" ? right
                                  : left)
        .push_back(event.state.t);
    EXPECT_NEAR(event.state.q[0], 0, 1e-14);
  }
  ASSERT_EQ(through.size(), 4u);
  for (std::size_t k = 0; k < 4; ++k) {
    EXPECT_NEAR(through[k], period * (0.25 + 0.5 * static_cast<double>(k)), 1e-10);
  }
  ASSERT_EQ(left.size(), 2u);
  ASSERT_EQ(right.size(), 2u);
  EXPECT_NEAR(left[0], 0.25 * period, 1e-10);
  EXPECT_NEAR(right[0], 0.75 * period, 1e-10);
}

TEST(Events, ThatOnlyTouchZeroAreToldAsGrazing) {
  const Trajectory motion = run_text(pendulum(R"toml(
[[events]]
name = "lowest"
when = "bob.y + 1"
)toml",
                                              2),
                                     to_rounding());
  const auto& events = motion.summary().events;
  ASSERT_EQ(events.size(), 2u);
  for (std::size_t k = 0; k < 2; ++k) {
    EXPECT_EQ(events[k].what, "graze");
    // A minimum is found to half the digits of its height.
    EXPECT_NEAR(events[k].state.t, period * (0.25 + 0.5 * static_cast<double>(k)), 1e-6);
  }
}

TEST(Events, StopARun) {
  const Summary end = run_text(pendulum(R"toml(
[[events]]
name = "lowest"
when = "bob.x"
action = "stop"
)toml"),
                               to_rounding())
                          .summary();
  EXPECT_EQ(end.ending, Ending::event);
  EXPECT_NEAR(end.end.t, 0.25 * period, 1e-11);
  EXPECT_NEAR(end.end.q[1], -1, 1e-14);
}

// The rod is cut at the lowest point: a parabola from there.
TEST(Events, SwitchConstraintsOff) {
  const Summary end = run_text(pendulum(R"toml(
[[events]]
name = "cut"
when = "bob.x"
direction = "falling"
action = { switch = { rod = false } }
)toml",
                                        1),
                               to_rounding())
                          .summary();
  ASSERT_EQ(end.ending, Ending::done) << end.message;
  const double t = 1 - 0.25 * period, v = std::sqrt(2 * 9.81);
  EXPECT_NEAR(end.end.q[0], -v * t, 1e-10);
  EXPECT_NEAR(end.end.q[1], -1 - 0.5 * 9.81 * t * t, 1e-10);
  EXPECT_NEAR(end.energy.drift, 0, 1e-10);
}

// A bead in free fall is caught by a rail when it reaches it: what moves across the rail is lost.
TEST(Events, SwitchConstraintsOnAtTheRightPlace) {
  const std::string text = R"toml(
[[particles]]
name = "bead"
mass = 2
position = [0, 1]
velocity = [3, 0]
[free]
gravity = [0, -9.81]
[[constraints]]
name = "rail"
equation = "bead.y = 0"
[[events]]
name = "away"
when = "t - 0"
[[events]]
name = "release"
when = "bead.x - 0.3"
action = { switch = { rail = false } }
[simulate]
duration = 1
)toml";
  // It begins on the rail (the start is moved there), and is released at x = 0.3.
  const Summary end = run_text(text, to_rounding()).summary();
  ASSERT_EQ(end.ending, Ending::done) << end.message;
  EXPECT_NEAR(end.end.q[1], -0.5 * 9.81 * 0.81, 1e-10);
}

TEST(Events, SetRatesAndBookWhatThatGives) {
  const std::string text = R"toml(
[coordinates]
x = { start = 0, rate = 1 }
[free]
mass = [2]
force = [0]
[[events]]
name = "turn"
when = "x - 1"
action = { set = { "x'" = "-3*x'" } }
[simulate]
duration = 2
)toml";
  const Summary end = run_text(text, to_rounding()).summary();
  EXPECT_NEAR(end.end.v[0], -3, 1e-14);
  EXPECT_NEAR(end.end.q[0], 1 - 3, 1e-13);
  EXPECT_NEAR(end.energy.jumps, 8, 1e-12);
  EXPECT_NEAR(end.energy.drift, 0, 1e-12);
}

// A blow on a rod that comes into being: v⁺ = v⁻ − (1 + ε) K₁ A v⁻.
TEST(Events, StrikeConstraints) {
  const std::string text = R"toml(
[[particles]]
name = "p"
mass = 2
position = [1, 0]
velocity = [1, 1]
[[constraints]]
name = "wall"
equation = "p.x = 2"
[[events]]
name = "off"
when = "t - 1e-6"
action = { switch = { wall = false } }
[[events]]
name = "hit"
when = "p.y - 0.5"
action = { set = { "p.x'" = "4" }, impact = { wall = 0.25 } }
[simulate]
duration = 1
)toml";
  const Summary end = run_text(text, to_rounding()).summary();
  ASSERT_EQ(end.ending, Ending::done) << end.message;
  EXPECT_NEAR(end.end.v[0], -1, 1e-13);  // 4 came in, a quarter goes back
  EXPECT_NEAR(end.end.v[1], 1, 1e-13);
}

TEST(Events, AtOneTimeActInTheOrderOfTheFile) {
  const auto end = [](const std::string& first, const std::string& second) {
    return run_text(R"toml(
[coordinates]
x = { start = 0, rate = 1 }
[free]
mass = [1]
force = [0]
[simulate]
duration = 2
)toml" + first + second,
                    to_rounding())
        .summary()
        .end.v[0];
  };
  const std::string twice = R"toml(
[[events]]
name = "twice"
when = "x - 1"
action = { set = { "x'" = "2*x'" } }
)toml";
  const std::string more = R"toml(
[[events]]
name = "more"
when = "2*x - 2"
action = { set = { "x'" = "x' + 3" } }
)toml";
  EXPECT_EQ(end(twice, more), 5);
  EXPECT_EQ(end(more, twice), 8);
}

TEST(Events, ReadReactions) {
  // The rod breaks at 20 N: m (v²/l − g y/l) = 3 m g |y| = 20.
  const Trajectory motion = run_text(pendulum(R"toml(
[[events]]
name = "break"
when = "reaction(rod) - 20"
direction = "rising"
action = { switch = { rod = false } }
)toml",
                                              1),
                                     to_rounding());
  ASSERT_EQ(motion.summary().events.size(), 1u);
  EXPECT_NEAR(motion.summary().events[0].state.q[1], -20 / (3 * 9.81), 1e-10);
}

TEST(Events, ThatCauseEachOtherWithoutEndAreTold) {
  const Summary end = run_text(R"toml(
[coordinates]
x = { start = 0, rate = 1 }
[free]
mass = [1]
force = [0]
[[events]]
name = "back"
when = "x - 1"
direction = "rising"
action = { set = { "x" = "1 - 1e-9" } }
[simulate]
duration = 2
)toml",
                               to_rounding())
                          .summary();
  EXPECT_EQ(end.ending, Ending::endless_events) << end.message;
  EXPECT_GT(end.events_in_all, 1000u);  // each of them was seen
  EXPECT_LT(end.end.t, 1.001);
}

// Every method that takes events finds the same ones.
TEST(Events, AreTheSameForEveryMethod) {
  const std::string text = pendulum(R"toml(
[[events]]
name = "through"
when = "bob.x"
)toml",
                                    2);
  for (const char* const method : {"dopri853", "dopri5", "rk4", "gauss6", "radau5"}) {
    RunOptions options = to_rounding(1e-10);
    options.method = method;
    options.step = 1e-3;
    const Trajectory motion = run_text(text, options);
    ASSERT_EQ(motion.summary().events.size(), 2u) << method;
    EXPECT_NEAR(motion.summary().events[0].state.t, 0.25 * period, 1e-7) << method;
  }
}

}  // namespace
}  // namespace zwang::test

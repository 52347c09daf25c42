// SPDX-License-Identifier: Apache-2.0
// Motions with contacts, friction and events: the same in a turned world, with rows in other units and
// in another order, and the same bits after a stop.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <sstream>

#include "api/run_files.h"
#include "api/texts.h"
#include "record/scratch.h"
#include "support/random.h"

namespace zwang::test {
namespace {

std::string number(double x) {
  std::ostringstream text;
  text.precision(17);
  text << x;
  return text.str();
}

/// A block that falls on a slope, bounces, slides and comes to rest; the world is turned by an angle,
/// the rows are multiplied by a factor.
std::string falling_block(double angle, double factor, bool turned_order) {
  const double c = std::cos(angle), s = std::sin(angle);
  const auto turned = [&](double x, double y) {
    return "[" + number(c * x - s * y) + ", " + number(s * x + c * y) + "]";
  };
  // The floor is y >= 0 in the unturned world, the wall x >= -2.
  const std::string floor = "[[constraints]]\nname = \"floor\"\nequation = \"" + number(factor) +
                            "*(block.y*" + number(c) + " - block.x*" + number(s) +
                            ") >= 0\"\nrestitution = 0.4\nfriction = 0.3\n";
  const std::string wall = "[[constraints]]\nname = \"wall\"\nequation = \"" + number(1 / factor) +
                           "*(block.x*" + number(c) + " + block.y*" + number(s) +
                           " + 2) >= 0\"\nrestitution = 0.6\n";
  return "[[particles]]\nname = \"block\"\nmass = 2\nposition = " + turned(0, 1) +
         "\nvelocity = " + turned(-3, 0.5) + "\n[free]\ngravity = " + turned(0.8, -9.7) + "\n" +
         (turned_order ? wall + floor : floor + wall) + "[simulate]\nduration = 3\n";
}

TEST(HybridProperty, TheMotionIsTheSameInATurnedWorldAndOtherUnits) {
  const Trajectory plain = run_text(falling_block(0, 1, false), to_rounding(1e-11));
  const State& known = plain.summary().end;
  ASSERT_EQ(plain.summary().ending, Ending::done) << plain.summary().message;
  ASSERT_FALSE(events_of(plain, "stick").empty());
  Random random(20261116);
  for (int round = 0; round < 25; ++round) {
    const double angle = random.uniform(0, 2 * std::numbers::pi);
    const double factor = std::pow(10.0, random.uniform(-4, 4));
    SCOPED_TRACE("seed 20261116, round " + std::to_string(round));
    const Trajectory motion =
        run_text(falling_block(angle, factor, random.chance(0.5)), to_rounding(1e-11));
    ASSERT_EQ(motion.summary().ending, Ending::done) << motion.summary().message;
    const State& end = motion.summary().end;
    const double c = std::cos(angle), s = std::sin(angle);
    // Dozens of bounces, each with an error of the tolerance times the speed.
    EXPECT_NEAR(c * end.q[0] + s * end.q[1], known.q[0], 1e-8);
    EXPECT_NEAR(c * end.q[1] - s * end.q[0], known.q[1], 1e-10);
    EXPECT_NEAR(end.v[0], 0, 1e-10);
    EXPECT_NEAR(end.v[1], 0, 1e-10);
    EXPECT_NEAR(motion.summary().energy.drift, 0, 1e-8);
  }
}

/// Everything about the events, to the bit.
std::string told(const Trajectory& motion) {
  std::ostringstream text;
  text << std::hexfloat;
  for (const RunEvent& event : motion.summary().events) {
    text << event.what << " " << event.name << " " << event.state.t;
    for (const double x : event.state.q) text << " " << x;
    for (const double x : event.state.v) text << " " << x;
    text << " " << event.carnot << " " << event.blows << "\n";
  }
  return text.str();
}

TEST(HybridProperty, StoppedAnywhereAndResumedHasTheSameBits) {
  for (const char* const name : {"falling_rod", "stick_slip_belt", "newtons_cradle",
                                 "friction_hoop", "equal_slider_crank", "two_link_arm"}) {
    const Model model = load_model(ZWANG_TEST_DATA "/../../models/" + std::string(name) + ".toml");
    RunOptions options;
    const Trajectory whole = run(model, options);
    const long steps = whole.summary().steps;
    for (const long stop : {1L, steps / 3, steps / 2, steps - 1}) {
      SCOPED_TRACE(std::string(name) + " stopped after " + std::to_string(stop));
      const Scratch scratch;
      options.keep = scratch.path("run");
      options.resume = false;
      options.goes_on = [stop](const Progress& progress) { return progress.steps < stop; };
      const Trajectory begun = run(model, options);
      if (begun.summary().ending != Ending::interrupted) continue;
      options.goes_on = nullptr;
      options.resume = true;
      const Trajectory rest = run(model, options);
      EXPECT_EQ(bits(rest), bits(whole));
      EXPECT_EQ(told(rest), told(whole));
      EXPECT_EQ(rest.summary().evaluations, whole.summary().evaluations);
      EXPECT_EQ(rest.summary().energy.jumps, whole.summary().energy.jumps);
    }
  }
}

}  // namespace
}  // namespace zwang::test

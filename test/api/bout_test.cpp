// SPDX-License-Identifier: Apache-2.0
// Bouts of impacts: boxes that tumble, stacks and dominoes with friction end, soon, and no impact makes energy.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <sstream>

#include "api/run_files.h"
#include "support/random.h"

namespace zwang::test {
namespace {

struct Box {
  double size[3], at[3];
  double turn[4] = {1, 0, 0, 0}, velocity[3] = {0, 0, 0}, omega[3] = {0, 0, 0};
};

template <std::size_t n>
std::string list(const double (&x)[n]) {
  std::ostringstream text;
  text.precision(17);
  text << "[";
  for (std::size_t i = 0; i < n; ++i) text << (i ? ", " : "") << x[i];
  text << "]";
  return text.str();
}

std::string model(const std::vector<Box>& boxes, double friction, double restitution,
                  double duration) {
  std::ostringstream text;
  text << "[free]\ngravity = [0, 0, -9.81]\n[ground]\nshapes = [{ name = \"floor\", plane = [0, 0, "
          "1] }]\n";
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    const Box& box = boxes[i];
    text << "[[bodies]]\nname = \"b" << i
         << "\"\njoint = \"free\"\ndensity = 700\nshape = { box = " << list(box.size)
         << " }\n[bodies.start]\nposition = " << list(box.at)
         << "\norientation = " << list(box.turn) << "\nvelocity = " << list(box.velocity)
         << "\nomega = " << list(box.omega) << "\n";
  }
  text << "[[contacts]]\nbetween = \"all\"\nfriction = " << friction
       << "\nrestitution = " << restitution << "\n[simulate]\nduration = " << duration << "\n";
  return text.str();
}

/// It ends where it should, loses energy at every impact, and its books balance. So many events are none too many.
void expect_good_end(const std::string& text, std::size_t most_events) {
  const Trajectory motion = run_text(text);
  const Summary& summary = motion.summary();
  ASSERT_EQ(summary.ending, Ending::done) << summary.message;
  for (const RunEvent& impact : events_of(motion, "impact"))
    EXPECT_LE(impact.kinetic_after, impact.kinetic_before * (1 + 1e-12)) << impact.state.t;
  EXPECT_LE(summary.energy.jumps, 1e-12);
  EXPECT_LE(summary.events.size(), most_events);
}

Box tumbling(Random& random) {
  Box box{{random.uniform(0.05, 0.3), random.uniform(0.05, 0.3), random.uniform(0.05, 0.3)},
          {0, 0, 0.5}};
  double square = 1;
  for (int i = 1; i < 4; ++i) square += std::pow(box.turn[i] = random.uniform(-1, 1), 2);
  for (double& x : box.turn) x /= std::sqrt(square);
  for (int i = 0; i < 2; ++i) box.velocity[i] = random.uniform(-2, 2);
  for (double& x : box.omega) x = random.uniform(-12, 12);
  return box;
}

TEST(Bout, TumblingBoxesComeToRest) {
  const int rounds = std::getenv("ZWANG_SOAK") ? 300 : 4;
  for (int round = 0; round < rounds; ++round) {
    SCOPED_TRACE("seed " + std::to_string(round));
    Random random(static_cast<std::uint64_t>(round));
    const double friction = random.uniform(0.1, 1), restitution = 0.3 * (round % 4);
    expect_good_end(model({tumbling(random)}, friction, restitution, 3), 1500);
  }
}

// They did not end within minutes: each flight, however low, was followed down to rounding.
TEST(Bout, StacksThatAreDroppedComeToRest) {
  const bool soak = std::getenv("ZWANG_SOAK") != nullptr;
  for (const double restitution : soak ? std::vector{0.0, 0.3, 0.5, 0.9} : std::vector{0.3, 0.5})
    for (int count = 2; count <= (soak ? 3 : 2); ++count) {
      SCOPED_TRACE(std::to_string(count) + " boxes, restitution " + std::to_string(restitution));
      Random random(static_cast<std::uint64_t>(count));
      std::vector<Box> boxes;
      for (int i = 0; i < count; ++i)
        boxes.push_back({{0.2, 0.2, 0.1}, {random.uniform(-0.02, 0.02), 0, 0.06 + 0.12 * i}});
      expect_good_end(model(boxes, 0.8, restitution, 2), 3000);
    }
}

// The first implicit step of slip that begins went far beyond the time within which it turns, and ended where friction
// drives: off by a hundredth. The method changes on the way; the start stays what it was.
TEST(Bout, ABoxOnACornerBeginsToSlipTheRightWay) {
  const bool soak = std::getenv("ZWANG_SOAK") != nullptr;
  Box known{{0.2, 0.2, 0.1},
            {0, 0, 0.3},
            {0.8451199598173093, -0.3989177624838279, -0.22851618510196414, -0.2727952078753048}};
  known.velocity[0] = 0.3, known.velocity[1] = 0.1;
  for (int round = 0; round < (soak ? 100 : 3); ++round) {
    SCOPED_TRACE("seed " + std::to_string(round));
    Random random(static_cast<std::uint64_t>(round));
    const Box box = round == 0 ? known : tumbling(random);
    for (const double tolerance : {1e-8, 1e-9, 1e-10, 1e-12}) {
      std::ostringstream more;
      more << "tolerance = " << tolerance << "\n";
      const Trajectory motion = run_text(model({box}, 0.8, 0, 0.5) + more.str());
      const Summary& summary = motion.summary();
      EXPECT_EQ(summary.ending, Ending::done) << tolerance << ": " << summary.message;
      EXPECT_LE(std::abs(summary.energy.worst_drift), 100 * tolerance * summary.energy.start)
          << tolerance;
      EXPECT_EQ(summary.start_moved, 0) << tolerance;
    }
  }
}

// Slip along a wall across x has no component along x: what counted as no slip was sized by that one, and was nothing.
TEST(Bout, ABoxInACornerComesToRestWhicheverAxesItsWallsHave) {
  Box box{{0.2, 0.2, 0.1},
          {0.2, 0.25, 0.3},
          {0.9947058994055138, 0.07370141232722223, 0.0671142780732408, -0.024978974909881452}};
  box.velocity[0] = -1, box.velocity[1] = -0.7;
  std::string text = model({box}, 0.8, 0, 1);
  const std::string floor = "plane = [0, 0, 1] }";
  text.replace(
      text.find(floor), floor.size(),
      floor + ", { name = \"w1\", plane = [1, 0, 0] }, { name = \"w2\", plane = [0, 1, 0] }");
  expect_good_end(text, 1000);
}

TEST(Bout, TwoDominoesFall) {
  Box first{{0.02, 0.1, 0.2}, {0, 0, 0.1}}, second{{0.02, 0.1, 0.2}, {0.1, 0, 0.1}};
  first.omega[1] = 2.5;
  expect_good_end(model({first, second}, 0.3, 0.3, 2), 1000);
}

}  // namespace
}  // namespace zwang::test

// SPDX-License-Identifier: Apache-2.0
// Many contacts of which few touch: what cannot meet does not change the motion, nor does the order of bodies.

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "api/run_files.h"
#include "support/random.h"

namespace zwang::test {
namespace {

constexpr int columns = 5;

/// Columns of two spheres, far from each other: `order` is the order in which they are written.
std::string towers(const std::vector<int>& order, std::uint64_t seed, const std::string& friction,
                   bool all) {
  std::string text =
      "[free]\ngravity = [0, 0, -9.81]\n[ground]\nshapes = [{ plane = [0, 0, 1] }]\n";
  for (const int k : order) {
    Random random(seed + static_cast<std::uint64_t>(100 * k));
    const double x = 2.0 * (k / 2), z = k % 2 == 0 ? 0.55 : 1.8;
    const auto near = [&](double place) {
      return std::to_string(place + random.uniform(-0.02, 0.02));
    };
    text += "[[bodies]]\nname = 's" + std::to_string(k) + "'\njoint = 'free'\nmass = " + near(1) +
            "\ninertia = [0.1, 0.1, 0.1]\nshape = { sphere = 0.5 }\nstart = { position = [" +
            near(x) + ", " + near(0) + ", " + near(z) + "] }\n";
  }
  const std::string law = friction + "restitution = 0.4\n";
  if (all) {
    text += "[[contacts]]\nbetween = 'all'\n" + law;
  } else {
    for (int k = 0; k < columns; ++k) {
      const std::string low = "'s" + std::to_string(2 * k) + "'",
                        high = "'s" + std::to_string(2 * k + 1) + "'";
      text += "[[contacts]]\nbetween = [" + low + ", " + high + "]\n" + law;
      text += "[[contacts]]\nbetween = [" + low + ", 'ground']\n" + law;
    }
  }
  return text + "[simulate]\nduration = 0.3\ntolerance = 1e-10\nsamples = 3\n";
}

double end_of(const Trajectory& run, const std::string& name) { return run.column(name).back(); }

void expect_same_end(const Trajectory& one, const Trajectory& other) {
  for (const Trajectory* const run : {&one, &other})
    ASSERT_EQ(run->summary().ending, Ending::done) << run->summary().message;
  EXPECT_EQ(events_of(one, "impact").size(), events_of(other, "impact").size());
  for (int k = 0; k < 2 * columns; ++k)
    for (const char* const axis : {"x", "y", "z"}) {
      const std::string name = "s" + std::to_string(k) + ".position." + axis;
      EXPECT_NEAR(end_of(one, name), end_of(other, name), 1e-7) << name;
    }
}

// Blows magnify what rounding and steps leave by some hundreds.
TEST(ManyContacts, WhatCannotMeetChangesNothing) {
  std::vector<int> order(2 * columns);
  std::iota(order.begin(), order.end(), 0);
  for (const char* const friction : {"", "friction = 0.3\n"})
    expect_same_end(run_text(towers(order, 1, friction, true)),
                    run_text(towers(order, 1, friction, false)));
}

TEST(ManyContacts, OrderOfBodiesDoesNotMatter) {
  std::vector<int> order(2 * columns), other(2 * columns);
  std::iota(order.begin(), order.end(), 0);
  for (int k = 0; k < 2 * columns; ++k)
    other[static_cast<std::size_t>(k)] = (7 * k + 3) % (2 * columns);
  expect_same_end(run_text(towers(order, 3, "", true)), run_text(towers(other, 3, "", true)));
}

}  // namespace
}  // namespace zwang::test

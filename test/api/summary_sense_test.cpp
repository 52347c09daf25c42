// SPDX-License-Identifier: Apache-2.0
// What a summary says makes sense: works of drives and of friction apart, what sticks among what holds, and no
// number that mixes forces with torques.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>

#include "support/joined.h"
#include "support/random.h"
#include "zwang/run.h"

namespace zwang {
namespace {

using test::joined;
using test::Random;

std::string digits(double x) {
  char text[40];
  std::snprintf(text, sizeof text, "%.17g", x);
  return text;
}

Trajectory run_of(const std::string& text) { return run(read_model(text, "model")); }

const Peak* peak(const Trajectory& trajectory, const std::string& name) {
  for (const Peak& one : trajectory.summary().peaks) {
    if (one.name == name) return &one;
  }
  return nullptr;
}

// A shaft that turns at a given speed in a bearing with friction: the drive gives what the bearing takes.
TEST(SummarySense, WorkOfADriveAndOfFrictionAreToldApart) {
  for (unsigned seed = 0; seed < 12; ++seed) {
    Random random(seed);
    const double torque = random.uniform(0.1, 10), speed = random.uniform(-5, 5);
    const double duration = random.uniform(0.5, 3), inertia = random.uniform(0.1, 4);
    const Trajectory trajectory = run_of(
        joined({"[[bodies]]\nname = 'shaft'\njoint = 'hinge'\nmass = 1\ninertia = [1, 1, ",
                digits(inertia), "]\nfriction = ", digits(torque),
                "\n[[constraints]]\nname = 'motor'\nequation = \"shaft.angle = ", digits(speed),
                "*t\"\n[simulate]\nduration = ", digits(duration), "\n"}));
    const EnergyBooks& books = trajectory.summary().energy;
    const double work = torque * std::abs(speed) * duration;
    EXPECT_NEAR(books.work_nonideal, -work, 1e-8 * work) << "seed " << seed;
    EXPECT_NEAR(books.work_constraints, work, 1e-8 * work) << "seed " << seed;
    EXPECT_NEAR(books.drift, 0, 1e-8 * work) << "seed " << seed;
  }
}

// Where nothing is driven, friction takes all of it, as before.
TEST(SummarySense, WithoutADriveConstraintsDoNoWork) {
  const Trajectory trajectory = run_of(R"toml(
[[particles]]
name = "puck"
mass = 2
position = [0, 0]
velocity = [3, 0]
force = [0, "-2*9.81"]
[[constraints]]
name = "floor"
equation = "puck.y = 0"
[[nonideal]]
friction = { constraint = "floor", coefficient = 0.2, on = "puck" }
[simulate]
duration = 1
)toml");
  EXPECT_EQ(trajectory.summary().energy.work_constraints, 0);
  EXPECT_NEAR(trajectory.summary().energy.work_nonideal, trajectory.summary().energy.end - 9, 1e-7);
}

std::string block(double pull) {
  return joined(
      {"[[particles]]\nname = 'block'\nmass = 1\nposition = [0, 0]\nforce = [", digits(pull),
       ", -10]\n[[constraints]]\nname = 'floor'\nequation = \"block.y >= 0\"\n"
       "[[nonideal]]\nfriction = { constraint = 'floor', coefficient = 0.3, on = 'block' }\n"
       "[simulate]\nduration = 0.1\n"});
}

TEST(SummarySense, WhatSticksHolds) {
  const Summary still = run_of(block(2)).summary(), pulled = run_of(block(4)).summary();
  EXPECT_EQ(still.freedom, 0u);
  EXPECT_EQ(still.rank, 2u);
  EXPECT_EQ(pulled.freedom, 1u);
  EXPECT_EQ(pulled.rank, 1u);
}

// A ladder whose angle is measured in units of its own: the forces of floor and wall are what they were, and
// nothing that depends on that unit is told as a force.
std::string ladder(double unit, double tilt) {
  const std::string angle = joined({"(th*", digits(unit), ")"});
  const auto in = [&angle](std::string text) {
    for (std::size_t at = 0; (at = text.find('@', at)) != text.npos; at += angle.size())
      text.replace(at, 1, angle);
    return text;
  };
  return joined({"[coordinates]\nx = ", digits(2 * std::cos(tilt)),
                 "\ny = ", digits(2 * std::sin(tilt)), "\nth = ", digits(tilt / unit),
                 "\n[free]\nlagrangian = \"6*(x'^2 + y'^2) + 8*(", digits(unit),
                 "*th')^2 - 12*9.81*y\"\n"}) +
         in("[[constraints]]\nname = 'floor'\nequation = \"y - 2*sin@ = 0\"\n"
            "[[constraints]]\nname = 'wall'\nequation = \"x - 2*cos@ = 0\"\n"
            "[simulate]\nduration = 0.2\n");
}

TEST(SummarySense, NoPeakMixesForcesWithTorques) {
  for (unsigned seed = 0; seed < 8; ++seed) {
    Random random(seed);
    const double tilt = random.uniform(0.7, 1.2), unit = std::exp(random.uniform(-6, 6));
    const Trajectory plain = run_of(ladder(1, tilt)), other = run_of(ladder(unit, tilt));
    EXPECT_EQ(peak(plain, "reaction(floor)"), nullptr);
    for (const char* name : {"multiplier(floor)", "multiplier(wall)"}) {
      const Peak *one = peak(plain, name), *same = peak(other, name);
      ASSERT_TRUE(one && same) << name;
      EXPECT_NEAR(one->most, same->most, 1e-4 * (one->most - one->least) + 1e-9) << "seed " << seed;
      EXPECT_NEAR(one->least, same->least, 1e-4 * (one->most - one->least) + 1e-9)
          << "seed " << seed;
    }
  }
}

// The components of particles are alike, and so the force on them has a size.
TEST(SummarySense, TheForceOnParticlesHasASize) {
  const Trajectory trajectory = run_of(R"toml(
[[particles]]
name = "bob"
mass = 1
position = [1, 0]
force = [0, -9.81]
[[constraints]]
name = "rod"
equation = "bob.x^2 + bob.y^2 = 1"
[simulate]
duration = 2
)toml");
  const Peak* rod = peak(trajectory, "reaction(rod)");
  ASSERT_TRUE(rod);
  EXPECT_NEAR(rod->most, 3 * 9.81, 3e-3);
}

}  // namespace
}  // namespace zwang

// SPDX-License-Identifier: Apache-2.0
// start = "equilibrium" with contacts and friction: what can rest does, how far it is from slipping and tipping, and what
// creeps to a place where it can; against statics by hand.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <string>

#include "api/run_files.h"
#include "support/random.h"

namespace zwang::test {
namespace {

std::string show(double x) {
  char text[40];
  std::snprintf(text, sizeof text, "(%.17g)", x);
  return text;
}

const char* const rest = "[simulate]\nduration = 0.1\nstart = \"equilibrium\"\n";

// A rod of length l between floor and wall, its angle to the floor a.
std::string ladder(double a, double mu, double nu, double l) {
  const std::string half = show(l / 2);
  return "[coordinates]\nx = \"" + show(l / 2 * std::cos(a)) + "\"\ny = \"" +
         show(l / 2 * std::sin(a)) + "\"\nth = \"" + show(a) + "\"\n[free]\nmass = [2, 2, \"" +
         show(2 * l * l / 12) + "\"]\nforce = [0, -19.62, 0]\n" +
         "[[constraints]]\nname = \"floor\"\nequation = \"y - " + half + "*sin(th) >= 0\"\n" +
         "[[constraints]]\nname = \"wall\"\nequation = \"x - " + half + "*cos(th) >= 0\"\n" +
         "[[nonideal]]\nfriction = { constraint = \"floor\", coefficient = \"" + show(mu) +
         "\", sliding = \"x' - " + half + "*sin(th)*th'\" }\n" +
         "[[nonideal]]\nfriction = { constraint = \"wall\", coefficient = \"" + show(nu) +
         "\", sliding = \"y' + " + half + "*cos(th)*th'\" }\n" + rest;
}

// It holds as long as tan a ≥ (1 − μν)/2μ.
TEST(ContactRest, OfALadderEndsAtItsAngle) {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    Random random(seed);
    const double mu = random.uniform(0.15, 0.8), nu = random.uniform(0.05, 0.8);
    const double l = std::pow(10, random.uniform(-4, 4));
    const double least = std::atan((1 - mu * nu) / (2 * mu));
    const Trajectory stays = run_text(ladder(least + 1e-3, mu, nu, l));
    ASSERT_EQ(stays.summary().ending, Ending::done) << "seed " << seed << stays.summary().message;
    EXPECT_NEAR(stays.summary().end.q[2], least + 1e-3, 1e-12) << "seed " << seed;
    EXPECT_NE(stays.summary().message.find("a stable equilibrium"), std::string::npos)
        << "seed " << seed << stays.summary().message;
    const Trajectory slides = run_text(ladder(least - 1e-3, mu, nu, l));
    const bool moved = slides.summary().ending == Ending::no_equilibrium ||
                       std::abs(slides.summary().end.q[2] - least) > 0.1;
    EXPECT_TRUE(moved) << "seed " << seed << slides.summary().message;
    EXPECT_NE(slides.summary().message.find("'floor' slides, 'wall' slides"), std::string::npos)
        << "seed " << seed << slides.summary().message;
  }
}

// A box of half width a whose centre is h above a slope that falls to the right: it slides where tan > μ, tips where tan > a/h.
std::string box(double slope, double mu, double a, double h) {
  std::string text = "[coordinates]\nx = 0\ny = \"" + show(h) +
                     "\"\nth = 0\n[free]\nmass = [1, 1, \"" + show((a * a + h * h) / 3) +
                     "\"]\nforce = [\"" + show(9.81 * std::sin(slope)) + "\", \"" +
                     show(-9.81 * std::cos(slope)) + "\", 0]\n";
  for (const double side : {-1.0, 1.0}) {
    const std::string name = side < 0 ? "left" : "right", along = show(side * a);
    const std::string down = show(h);
    text += "[[constraints]]\nname = \"" + name + "\"\nequation = \"y + " + along + "*sin(th) - " +
            down + "*cos(th) >= 0\"\n[[nonideal]]\nfriction = { constraint = \"" + name +
            "\", coefficient = \"" + show(mu) + "\", sliding = \"x' + (-" + along + "*sin(th) + " +
            down + "*cos(th))*th'\" }\n";
  }
  return text + rest;
}

TEST(ContactRest, OfABoxOnASlopeEndsWhereItSlidesOrTips) {
  for (std::uint64_t seed = 1; seed <= 16; ++seed) {
    Random random(seed);
    const double mu = random.uniform(0.2, 1.2), slope = std::atan(random.uniform(0.1, 1.3));
    const double h = std::pow(10, random.uniform(-2, 2)), a = h * random.uniform(0.2, 1.2);
    const double steep = std::tan(slope);
    if (std::abs(steep - mu) < 0.02 || std::abs(steep - a / h) < 0.02) continue;
    const bool stays = steep < mu && steep < a / h;
    const Trajectory motion = run_text(box(slope, mu, a, h));
    const std::string& said = motion.summary().message;
    if (stays) {
      ASSERT_EQ(motion.summary().ending, Ending::done) << "seed " << seed << said;
      EXPECT_NEAR(motion.summary().end.q[0], 0, 1e-12 * h) << "seed " << seed;
      // What both share holds with any coefficient from tan on: the margin is 1 − tan/μ.
      char margin[64];
      std::snprintf(margin, sizeof margin, "margin to slip of %.3g", 1 - steep / mu);
      EXPECT_NE(said.find(std::string(margin).substr(0, 20)), std::string::npos) << said << margin;
    } else {
      EXPECT_TRUE(said.find("slides") != std::string::npos ||
                  said.find("opens") != std::string::npos)
          << "seed " << seed << said;
      const bool at_once = motion.summary().ending == Ending::no_equilibrium;
      EXPECT_TRUE(at_once || std::abs(motion.summary().start.q[0]) > 0.1 * h ||
                  std::abs(motion.summary().start.q[2]) > 0.1)
          << "seed " << seed << said;
    }
  }
}

// A ball above a groove of two walls falls into it: its centre is r/sin above the edge, each wall carries mg/(2 sin).
TEST(ContactRest, OfABallAboveAGrooveIsInIt) {
  const double b = 0.6, r = 0.2;  // half the angle between the walls
  const std::string s = show(std::sin(b)), c = show(std::cos(b));
  const Trajectory motion = run_text(
      "[coordinates]\nx = 0.11\ny = 1\n[free]\nmass = [3, 3]\nforce = [0, -29.43]\n"
      "[[constraints]]\nname = \"left\"\nequation = \"" +
      c + "*x + " + s +
      "*y - 0.2 >= 0\"\n"
      "[[constraints]]\nname = \"right\"\nequation = \"-" +
      c + "*x + " + s + "*y - 0.2 >= 0\"\n" + rest);
  ASSERT_EQ(motion.summary().ending, Ending::done) << motion.summary().message;
  EXPECT_NEAR(motion.summary().end.q[0], 0, 1e-9);
  EXPECT_NEAR(motion.summary().end.q[1], r / std::sin(b), 1e-9);
  EXPECT_NE(motion.summary().message.find("a stable equilibrium"), std::string::npos)
      << motion.summary().message;
  char carries[64];
  std::snprintf(carries, sizeof carries, "'left' carries %.6g", 29.43 / (2 * std::sin(b)));
  EXPECT_NE(motion.summary().message.find(carries), std::string::npos) << motion.summary().message;
}

// On a bowl without friction it creeps to the bottom; on a dome it stays only at the top, which is unstable; level, anywhere.
TEST(ContactRest, SaysHowStableItIs) {
  const auto on = [](const std::string& ground, double x, double y) {
    return run_text("[coordinates]\nx = \"" + show(x) + "\"\ny = \"" + show(y) +
                    "\"\n[free]\nmass = [1, 1]\nforce = [0, -9.81]\n[[constraints]]\n"
                    "name = \"track\"\nequation = \"y - (" +
                    ground + ") >= 0\"\n" + rest);
  };
  const Trajectory bowl = on("x^2", 0.7, 0.49), dome = on("-x^2", 0, 0), level = on("0", 0.4, 0);
  ASSERT_EQ(bowl.summary().ending, Ending::done) << bowl.summary().message;
  EXPECT_NEAR(bowl.summary().start.q[0], 0, 1e-8);
  EXPECT_NE(bowl.summary().message.find("a stable"), std::string::npos) << bowl.summary().message;
  // x'' = 2g x near the top.
  EXPECT_NE(dome.summary().message.find("grow like exp(4.4294"), std::string::npos)
      << dome.summary().message;
  EXPECT_NE(level.summary().message.find("a neutral"), std::string::npos)
      << level.summary().message;
}

TEST(ContactRest, IsNotThereWhereNothingCatches) {
  const Trajectory motion = run_text(
      "[coordinates]\nx = 0\ny = 1\n[free]\nmass = [1, 1]\nforce = [0, -9.81]\n[[constraints]]\n"
      "name = \"ceiling\"\nequation = \"2 - y >= 0\"\n" +
      std::string(rest));
  EXPECT_EQ(motion.summary().ending, Ending::no_equilibrium);
}

}  // namespace
}  // namespace zwang::test

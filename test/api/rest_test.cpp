// SPDX-License-Identifier: Apache-2.0
// Contacts that open from rest and come to rest: planks that tip, boxes that are pushed over, dropped and
// rock; against pinned twins and an own integration, in turned worlds and other units.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <sstream>

#include "api/run_files.h"
#include "support/random.h"

namespace zwang::test {
namespace {

std::string number(double x) {
  std::ostringstream text;
  text.precision(17);
  text << "(" << x << ")";
  return text.str();
}

/// A plane world turned by an angle about a place, with lengths in a unit.
struct World {
  double angle = 0, x = 0, y = 0, unit = 1;

  std::string along() const {
    return "(" + number(std::cos(angle)) + "*(x - " + number(x) + ") + " + number(std::sin(angle)) +
           "*(y - " + number(y) + "))";
  }
  std::string up() const {
    return "(" + number(std::cos(angle)) + "*(y - " + number(y) + ") - " + number(std::sin(angle)) +
           "*(x - " + number(x) + "))";
  }
  std::string forth() const {  // the velocity along
    return "(" + number(std::cos(angle)) + "*x' + " + number(std::sin(angle)) + "*y')";
  }
};

/// A body of mass 1 in that world; numbers as in the plain one.
struct Body {
  World world;
  double inertia = 1;
  double at[3] = {0, 0, 0}, rate[3] = {0, 0, 0};  // along, up, angle
  std::string push = "0";                         // along

  std::string text() const {
    const double c = std::cos(world.angle), s = std::sin(world.angle), l = world.unit;
    const auto start = [&](const char* name, double q, double v) {
      return std::string(name) + " = { start = \"" + number(q) + "\", rate = \"" + number(v) +
             "\" }\n";
    };
    return "[coordinates]\n" +
           start("x", world.x + l * (c * at[0] - s * at[1]), l * (c * rate[0] - s * rate[1])) +
           start("y", world.y + l * (s * at[0] + c * at[1]), l * (s * rate[0] + c * rate[1])) +
           start("th", at[2], rate[2]) + "[free]\nlagrangian = \"0.5*(x'^2 + y'^2) + 0.5*" +
           number(inertia * l * l) + "*th'^2 + " + number(l) + "*(" + push + ")*" + world.along() +
           " - " + number(9.81 * l) + "*" + world.up() + "\"\n";
  }
};

struct Surface {
  double restitution = 0, friction = 0;
  std::string law = "stronge";
};

/// A corner at (px, py) of the body that must not sink into the floor.
std::string corner(const World& world, const std::string& name, double px, double py,
                   const Surface& surface) {
  const double l = world.unit;
  const std::string high = "(sin(th)*" + number(l * px) + " + cos(th)*" + number(l * py) + ")";
  std::string text = "[[constraints]]\nname = \"" + name + "\"\nequation = \"" + world.up() +
                     " + " + high +
                     " >= 0\"\nrestitution = " + number(surface.restitution).substr(1);
  text.pop_back();
  text += "\nrestitution_law = \"" + surface.law + "\"\n";
  if (surface.friction > 0) {
    text += "[[nonideal]]\nfriction = { constraint = \"" + name + "\", coefficient = \"" +
            number(surface.friction) + "\", sliding = \"" + world.forth() + " - " + high +
            "*th'\" }\n";
  }
  return text;
}

std::string box(const Body& body, double a, double h, const Surface& surface, bool turned = false) {
  const std::string left = corner(body.world, "left", -a, -h, surface),
                    right = corner(body.world, "right", a, -h, surface);
  return body.text() + (turned ? right + left : left + right);
}

std::string lasting(double duration) {
  return "[simulate]\nduration = " + std::to_string(duration) + "\n";
}

World random_world(Random& random) {
  return {random.uniform(0, 6.28), random.uniform(-3, 3), random.uniform(-3, 3), 1};
}

int cases(int few, int many) { return std::getenv("ZWANG_SOAK") ? many : few; }

/// No impact makes energy, and the books balance.
void expect_no_gain(const Trajectory& motion) {
  for (const RunEvent& impact : events_of(motion, "impact")) {
    const double lost = impact.kinetic_before - impact.kinetic_after;
    EXPECT_GE(lost, -1e-12 * impact.kinetic_before) << impact.state.t;
    EXPECT_NEAR(lost, impact.carnot, 1e-9 * impact.kinetic_before) << impact.state.t;
  }
  EXPECT_LE(motion.summary().energy.jumps, 1e-12);
}

/// A plank of thickness h that lies on points at ±a, its centre beyond one of them.
std::string plank(const World& world, double a, double h, double centre, bool pinned) {
  Body body;
  body.world = world;
  body.inertia = 0.3;
  body.at[0] = centre;
  body.at[1] = h;
  const auto support = [&](const std::string& name, double at, const char* relation) {
    return "[[constraints]]\nname = \"" + name + "\"\nequation = \"sin(th)*(" + number(at) + " - " +
           world.along() + ") + cos(th)*" + world.up() + relation + number(h) + "\"\n";
  };
  if (pinned) return body.text() + support("right", a, " = ");
  return body.text() + support("left", -a, " >= ") + support("right", a, " >= ");
}

TEST(Rest, APlankTipsAboutOneSupportAsIfItWerePinnedThere) {
  for (int round = 0; round < cases(12, 160); ++round) {
    SCOPED_TRACE("seed " + std::to_string(round));
    Random random(static_cast<std::uint64_t>(round));
    const World world = round % 2 == 0 ? World{} : random_world(random);
    const double a = random.uniform(0.1, 2), h = random.chance(0.3) ? 0 : random.uniform(0, 1);
    const double centre = a * (1 + std::pow(10, random.uniform(-9, 0)));
    const Trajectory free = run_text(plank(world, a, h, centre, false) + lasting(0.2));
    const Trajectory held = run_text(plank(world, a, h, centre, true) + lasting(0.2));
    ASSERT_EQ(free.summary().ending, Ending::done) << free.summary().message;
    for (std::size_t i = 0; i < 3; ++i)
      EXPECT_NEAR(free.summary().end.q[i], held.summary().end.q[i], 1e-7);
    EXPECT_LE(free.summary().events.size(), 2u);
  }
}

/// Iφ'' about the corner, pushed by k t, from the moment on where it begins to tip.
double tipped(double a, double h, double k, double duration) {
  const double inertia = 4.0 / 3 * (a * a + h * h), t0 = 9.81 * a / (h * k);
  const auto f = [&](double t, double phi) {
    return (k * t * (h * std::cos(phi) + a * std::sin(phi)) -
            9.81 * (a * std::cos(phi) - h * std::sin(phi))) /
           inertia;
  };
  const int steps = 4000;
  const double dt = (duration - t0) / steps;
  double phi = 0, w = 0;
  for (int i = 0; i < steps; ++i) {
    const double t = t0 + i * dt;
    const double a1 = f(t, phi), a2 = f(t + dt / 2, phi + dt / 2 * w),
                 a3 = f(t + dt / 2, phi + dt / 2 * w + dt * dt / 4 * a1),
                 a4 = f(t + dt, phi + dt * w + dt * dt / 2 * a2);
    phi += dt * w + dt * dt / 6 * (a1 + a2 + a3);
    w += dt / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
  }
  return phi;
}

// Its gap grows as t³: for long it is below rounding.
TEST(Rest, ABoxThatIsPushedEverHarderTipsFromRest) {
  for (int round = 0; round < cases(6, 160); ++round) {
    SCOPED_TRACE("seed " + std::to_string(round));
    Random random(static_cast<std::uint64_t>(round));
    Body body;
    body.world = round % 2 == 0 ? World{} : random_world(random);
    const double a = random.uniform(0.1, 0.8), h = random.uniform(0.5, 2),
                 k = random.uniform(5, 40);
    body.inertia = (a * a + h * h) / 3;
    body.at[1] = h;
    body.push = number(k) + "*t";
    const double duration = 9.81 * a / (h * k) + 0.2;
    const Trajectory motion = run_text(box(body, a, h, {0, 5}) + lasting(duration));
    ASSERT_EQ(motion.summary().ending, Ending::done) << motion.summary().message;
    EXPECT_NEAR(motion.summary().end.q[2], -tipped(a, h, k, motion.summary().end.t), 2e-7);
  }
}

// Among these is a block that does not yet come to rest in bounded time: too long for the short form.
TEST(Rest, BlocksRockToRest) {
  if (!std::getenv("ZWANG_SOAK")) GTEST_SKIP();
  for (const double friction : {0.0, 0.5, 1.0})
    for (const double restitution : {0.0, 0.3})
      for (const double h : {0.3, 1.0}) {
        SCOPED_TRACE(std::to_string(friction) + " " + std::to_string(restitution) + " " +
                     std::to_string(h));
        Body body;
        const double a = 0.3;
        body.inertia = (a * a + h * h) / 3;
        body.at[2] = 0.05;
        body.at[1] = a * std::sin(0.05) + h * std::cos(0.05);
        const Trajectory motion = run_text(box(body, a, h, {restitution, friction}) + lasting(12));
        ASSERT_EQ(motion.summary().ending, Ending::done) << motion.summary().message;
        expect_no_gain(motion);
        EXPECT_NEAR(motion.summary().end.q[2], 0, 1e-12);
        EXPECT_NEAR(motion.summary().end.v[1], 0, 1e-12);
        EXPECT_NEAR(motion.summary().end.v[2], 0, 1e-12);
      }
}

TEST(Rest, DroppedBoxesEnd) {
  for (int round = 0; round < cases(8, 30); ++round) {
    SCOPED_TRACE("seed " + std::to_string(round));
    Random random(static_cast<std::uint64_t>(round));
    Body body;
    body.world = random_world(random);
    const double a = random.uniform(0.2, 1), h = random.uniform(0.2, 1);
    body.inertia = (a * a + h * h) / 3;
    body.at[2] = random.uniform(-0.5, 0.5);
    body.at[1] = a * std::abs(std::sin(body.at[2])) + h * std::cos(body.at[2]) + 0.1;
    body.rate[0] = random.uniform(-1, 1);
    const Surface surface{random.uniform(0, 0.6), random.chance(0.5) ? 0 : random.uniform(0.1, 1)};
    const Trajectory motion = run_text(box(body, a, h, surface) + lasting(2));
    ASSERT_EQ(motion.summary().ending, Ending::done) << motion.summary().message;
    expect_no_gain(motion);
  }
}

// Two or three impacts, before small differences have grown.
TEST(Rest, ADroppedBoxIsTheSameInATurnedWorldInOtherUnitsAndOrder) {
  Body body;
  body.inertia = (0.25 + 0.36) / 3;
  body.at[1] = 1.1;
  body.at[2] = 0.3;
  body.rate[0] = 0.7;
  const Surface surface{0.4, 0.3};
  const Trajectory plain = run_text(box(body, 0.5, 0.6, surface) + lasting(0.5));
  ASSERT_EQ(plain.summary().ending, Ending::done) << plain.summary().message;
  const std::vector<double>& known = plain.summary().end.q;
  ASSERT_GE(events_of(plain, "impact").size(), 2u);
  for (int round = 0; round < 6; ++round) {
    SCOPED_TRACE("seed " + std::to_string(round));
    Random random(static_cast<std::uint64_t>(round));
    body.world = random_world(random);
    body.world.unit = round % 3 == 0 ? 1 : round % 3 == 1 ? 1e9 : 1e-9;
    if (round % 3 != 0) body.world.x = body.world.y = 0;
    const Trajectory motion = run_text(box(body, 0.5, 0.6, surface, round % 2 == 1) + lasting(0.5));
    ASSERT_EQ(motion.summary().ending, Ending::done) << motion.summary().message;
    const std::vector<double>& q = motion.summary().end.q;
    const double c = std::cos(body.world.angle), s = std::sin(body.world.angle);
    const double x = (q[0] - body.world.x) / body.world.unit,
                 y = (q[1] - body.world.y) / body.world.unit;
    EXPECT_NEAR(c * x + s * y, known[0], 1e-6);
    EXPECT_NEAR(c * y - s * x, known[1], 1e-6);
    EXPECT_NEAR(q[2], known[2], 1e-6);
  }
}

// A rod that strikes with its tip, by each law's own definition.
TEST(Rest, AnObliqueRodReboundsByItsLaw) {
  for (const char* const law : {"newton", "poisson", "stronge"})
    for (const double restitution : {0.0, 0.9}) {
      Body rod;
      rod.inertia = 1.0 / 3;
      rod.at[1] = 1.5;
      rod.at[2] = 0.9;
      rod.rate[0] = 0.3;
      rod.rate[1] = -1;
      rod.rate[2] = 0.5;
      const Trajectory motion = run_text(
          rod.text() + corner(rod.world, "tip", -1, 0, {restitution, 0.6, law}) + lasting(0.3));
      const auto impacts = events_of(motion, "impact");
      ASSERT_GE(impacts.size(), 1u) << law;
      const double cosine = std::cos(impacts[0].state.q[2]);
      const auto tip = [&](const std::vector<double>& v) { return v[1] - cosine * v[2]; };
      const double before = tip(impacts[0].rates_before), after = tip(impacts[0].state.v);
      if (restitution == 0) EXPECT_NEAR(after, 0, 1e-12) << law;
      if (restitution > 0 && std::string(law) == "newton")
        EXPECT_NEAR(after, -0.9 * before, 1e-12) << law;
      if (restitution > 0) EXPECT_GT(after, 0.3 * -before) << law;
      expect_no_gain(motion);
    }
}

}  // namespace
}  // namespace zwang::test

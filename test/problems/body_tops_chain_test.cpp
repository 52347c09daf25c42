// SPDX-License-Identifier: Apache-2.0
// Chains of bodies on hinges, against particles on rods: the same law, written with constraints
// instead of joints.

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "api/run_files.h"

namespace zwang::test {
namespace {

/// Links of length l without mass, each with a bob of mass m at its end; the first one hangs on the
/// origin at this angle from the x axis, the others continue it.
struct BobChain {
  int links = 2;
  double l = 1, m = 1, angle = 0;

  std::string number(double x) const {
    char text[40];
    std::snprintf(text, sizeof text, "%.17g", x);
    return text;
  }

  std::string as_bodies() const {
    std::string text = "[free]\ngravity = [0, -9.81, 0]\n";
    for (int k = 1; k <= links; ++k) {
      text += "[[bodies]]\nname = 'link" + std::to_string(k) + "'\njoint = 'hinge'\n";
      if (k == 1) text += "start = { angle = " + number(angle) + " }\n";
      if (k > 1) {
        text += "parent = 'link" + std::to_string(k - 1) + "'\nat = [" + number(l) + ", 0, 0]\n";
      }
      text += "mass = " + number(m) + "\ncenter = [" + number(l) + ", 0, 0]\n";
    }
    return text + observe("first", "link1.center") +
           observe("middle", "link" + std::to_string((links + 1) / 2) + ".center") +
           observe("last", "link" + std::to_string(links) + ".center") +
           "[simulate]\nduration = 1\n";
  }

  std::string as_particles() const {
    const std::string N = std::to_string(links), x = number(l * std::cos(angle)),
                      y = number(l * std::sin(angle));
    return "[free]\ngravity = [0, -9.81]\n[[particles]]\nname = 'p'\ncount = " + N +
           "\nmass = " + number(m) + "\nposition = ['" + x + "*i', '" + y + "*i']\n" +
           "[[constraints]]\nequation = 'norm(p[1]) = " + number(l) + "'\n" +
           "[[constraints]]\nfor = 'i in 2.." + N +
           "'\nequation = 'distance(p[i], p[i-1]) = " + number(l) + "'\n" +
           observe("first", "p[1]") +
           observe("middle", "p[" + std::to_string((links + 1) / 2) + "]") +
           observe("last", "p[" + N + "]") + "[simulate]\nduration = 1\n";
  }

  static std::string observe(const std::string& name, const std::string& formula) {
    return "[[observe]]\nname = '" + name + "'\nformula = '" + formula + "'\n";
  }
};

// 25 digits, found in quadruple precision in angles and in points.
TEST(Chain, OfTwoAndFiveLinksIsTheKnownPendulum) {
  for (const int links : {2, 5}) {
    BobChain chain;
    chain.links = links;
    const Model model = read_model(chain.as_bodies(), "chain.toml");
    const std::string file =
        ZWANG_TEST_DATA "/problems/n_pendulum_" + std::to_string(links) + ".json";
    const auto facts = nlohmann::json::parse(std::ifstream(file));
    for (const auto& sample : facts["samples"]) {
      const double t = sample["t"];
      if (t > 2) continue;  // beyond, chaos eats the digits
      RunOptions options = to_rounding(1e-13);
      options.duration = t;
      const Trajectory motion = run(model, options);
      for (const auto& [name, text] : sample["values"].items()) {
        const double known = std::stod(text.get<std::string>());
        // What n_pendulum.toml itself is allowed: 50 times the tolerance.
        EXPECT_NEAR(motion.column(name).back(), known, 50e-13 * links) << links << " " << name;
      }
    }
  }
}

TEST(Chain, OfTwoHundredLinksMovesAsParticlesOnRods) {
  BobChain chain;
  chain.links = 200;
  chain.l = 0.01;
  chain.m = 0.005;
  chain.angle = -0.9;
  RunOptions options = to_rounding(1e-10);
  options.duration = 0.3;
  options.samples = 4;
  const Trajectory bodies = run_text(chain.as_bodies(), options);
  const Trajectory particles = run_text(chain.as_particles(), options);
  ASSERT_EQ(bodies.summary().ending, Ending::done) << bodies.summary().message;
  ASSERT_EQ(particles.summary().ending, Ending::done) << particles.summary().message;
  EXPECT_EQ(bodies.summary().freedom, 200u);
  EXPECT_EQ(particles.summary().freedom, 200u);
  for (const char* const point : {"first", "middle", "last"}) {
    for (const char* const axis : {".x", ".y"}) {
      const auto x = bodies.column(std::string(point) + axis);
      const auto y = particles.column(std::string(point) + axis);
      for (std::size_t k = 0; k < x.size(); ++k) EXPECT_NEAR(x[k], y[k], 1e-8) << point << k;
    }
  }
}

TEST(Chain, OfTheModelKeepsItsEnergyAndAsksNoMethod) {
  RunOptions options = to_rounding(1e-8);
  options.duration = 0.2;
  options.samples = 2;
  const Trajectory eighth = run_file("link_chain.toml", options);
  const Summary& summary = eighth.summary();
  ASSERT_EQ(summary.ending, Ending::done) << summary.message;
  EXPECT_EQ(summary.kernel, "bodies");
  EXPECT_LE(summary.energy.worst_drift, 1e-9);
  options.method = "dopri5";
  const Trajectory fifth = run_file("link_chain.toml", options);
  for (const char* const axis : {"tip.x", "tip.y"}) {
    EXPECT_NEAR(eighth.column(axis).back(), fifth.column(axis).back(), 1e-6) << axis;
  }
}

// Without gravity nothing turns the chain about the nail: the recursions know no law of areas.
TEST(Chain, WithoutGravityKeepsItsMomentum) {
  std::string text = "[parameters]\nJ = 0.01\n", moment = "0";
  for (int k = 1; k <= 30; ++k) {
    const std::string name = "link" + std::to_string(k);
    text += "[[bodies]]\nname = '" + name + "'\njoint = 'hinge'\nmass = 1\n";
    text += "inertia = [0, 'J', 'J']\ncenter = [0.2, 0, 0]\n";
    if (k > 1) text += "parent = 'link" + std::to_string(k - 1) + "'\nat = [0.4, 0, 0]\n";
    const double rate = std::sin(2.3 * k), angle = std::cos(1.1 * k);
    text +=
        "start = { angle = " + std::to_string(angle) + ", rate = " + std::to_string(rate) + " }\n";
    moment += " + cross(" + name + ".center, " + name + ".center').z + J*" + name + ".omega.z";
  }
  text += "[[observe]]\nname = 'moment'\nformula = \"" + moment + "\"\n[simulate]\nduration = 3\n";
  const Trajectory motion = run_text(text, to_rounding(1e-11));
  ASSERT_EQ(motion.summary().ending, Ending::done) << motion.summary().message;
  const auto L = motion.column("moment");
  ASSERT_GT(std::abs(L[0]), 1);
  for (const double x : L) EXPECT_NEAR(x, L[0], 1e-9 * std::abs(L[0]));
}

}  // namespace
}  // namespace zwang::test

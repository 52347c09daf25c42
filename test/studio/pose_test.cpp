// SPDX-License-Identifier: Apache-2.0
// Dragging: poses against closed forms under random masses, turns and sizes; pulls against a spring that the model itself has.

#include "studio/pose.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace zwang::studio {
namespace {

std::string text_of(double x) { return Expression(x).text; }

std::string particle(const std::string& name, double mass, double x, double y) {
  return "[[particles]]\nname = \"" + name + "\"\nmass = " + text_of(mass) + "\nposition = [" +
         text_of(x) + ", " + text_of(y) + "]\n";
}

const std::string arm = R"toml(
[[bodies]]
name = "upper"
joint = "hinge"
mass = 2
inertia = [0.1, 0.1, 0.2]
center = [0.5, 0, 0]
[[bodies]]
name = "fore"
parent = "upper"
at = [1, 0, 0]
joint = "hinge"
mass = 1
inertia = [0.05, 0.05, 0.1]
center = [0.4, 0, 0]
start = { angle = 0.7 }
points = { tip = [0.8, 0, 0] }
)toml";

TEST(Pose, OfAPendulumIsThePointOfTheCircleThatIsNearestToThePointer) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> angle(-3, 3), scale(-2, 2);
  for (int round = 0; round < 20; ++round) {
    const double l = std::pow(10, scale(random)), a = angle(random), b = a + 0.4 * angle(random);
    const Model model = read_model(
        particle("bob", 2, l * std::cos(a), l * std::sin(a)) +
            "[[constraints]]\nname = \"rod\"\nequation = \"distance(bob, origin) = " + text_of(l) +
            "\"\n",
        "model.toml");
    Hold hold{"bob", {}, {1.5 * l * std::cos(b), 1.5 * l * std::sin(b), 0}, {}, 0};
    const Posed posed = pose(model, model.start(), hold);
    EXPECT_TRUE(posed.on);
    EXPECT_NEAR(posed.state.q[0], l * std::cos(b), 2e-3 * l) << "round " << round;
    EXPECT_NEAR(posed.state.q[1], l * std::sin(b), 2e-3 * l) << "round " << round;
    EXPECT_NEAR(std::hypot(posed.state.q[0], posed.state.q[1]), l, 1e-12 * l);
  }
}

// The other end of a free rod goes straight toward the one that is held: no other pose with the rod's length is nearer.
// The hand sees no more than a ten-thousandth: the search ends where a step gains less than 1e-6 of the way.
TEST(Pose, OfARodMovesTheOtherEndTheLeastWay) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> any(-1, 1), scale(-2, 2);
  for (int round = 0; round < 20; ++round) {
    const double size = std::pow(10, scale(random)), turn = 3 * any(random);
    const double x = size * std::cos(turn), y = size * std::sin(turn);
    const double mass_a = std::pow(10, scale(random)), mass_b = std::pow(10, scale(random));
    const Model model = read_model(
        particle("a", mass_a, 0, 0) + particle("b", mass_b, x, y) +
            "[[constraints]]\nname = \"rod\"\nequation = \"distance(a, b) = " + text_of(size) +
            "\"\n",
        "model.toml");
    const double to[] = {0.4 * size * any(random), 0.4 * size * any(random)};
    const Posed posed = pose(model, model.start(), {"a", {}, {to[0], to[1], 0}, {}, 0});
    const double far = std::hypot(x - to[0], y - to[1]);
    EXPECT_NEAR(posed.state.q[0], to[0], 1e-6 * size) << "round " << round;
    EXPECT_NEAR(posed.state.q[1], to[1], 1e-6 * size);
    EXPECT_NEAR(posed.state.q[2], to[0] + size * (x - to[0]) / far, 1e-4 * size)
        << "round " << round;
    EXPECT_NEAR(posed.state.q[3], to[1] + size * (y - to[1]) / far, 1e-4 * size);
  }
}

TEST(Pose, OfAnArmReachesWhatItCanAndStretchesTowardTheRest) {
  const Model model = read_model(arm, "model.toml");
  const Posed near = pose(model, model.start(), {"fore", {0.8, 0, 0}, {0.9, 1.1, 0}, {}, 0});
  const double a = near.state.q[0], b = a + near.state.q[1];
  EXPECT_NEAR(std::cos(a) + 0.8 * std::cos(b), 0.9, 1e-7);
  EXPECT_NEAR(std::sin(a) + 0.8 * std::sin(b), 1.1, 1e-7);
  EXPECT_GT(near.state.q[1], 0);  // the elbow is bent as before
  const Posed far = pose(model, model.start(), {"fore", {0.8, 0, 0}, {0, 5, 0}, {}, 0});
  EXPECT_NEAR(far.apart, 5 - 1.8, 0.02);
}

TEST(Pose, AsksNothingAlongTheSight) {
  const Model model = read_model(arm, "model.toml");
  const Posed posed =
      pose(model, model.start(), {"fore", {0.8, 0, 0}, {0.9, 1.1, 7}, {0, 0, 3}, 0});
  EXPECT_LT(posed.apart, 1e-6);
}

TEST(Pose, OfNothingThatIsThereIsRefused) {
  const Model model = read_model(arm, "model.toml");
  EXPECT_THROW(pose(model, model.start(), {"hand", {}, {}, {}, 0}), InputError);
}

TEST(Pull, OnAParticleIsADampedOscillator) {
  const Model model = read_model(particle("bob", 3, 1, 0) + "[simulate]\nduration = 2\n", "m");
  const Hold hold{"bob", {}, {0, 0, 0}, {}, 4.0};
  const Spring spring = spring_of(model, model.start(), hold);
  EXPECT_NEAR(spring.mass, 3, 1e-9);
  RunOptions options;
  options.forces["bob"] = pull(model, hold, spring);
  const State end = run(model, options).summary().end;
  const double w = 4, z = 0.7, d = w * std::sqrt(1 - z * z);
  const double wanted =
      std::exp(-z * w * 2) * (std::cos(2 * d) + z / std::sqrt(1 - z * z) * std::sin(2 * d));
  EXPECT_NEAR(end.q[0], wanted, 1e-7);
}

TEST(Pull, OnABodyIsTheSpringThatTheModelCouldHave) {
  const Model model = read_model(arm + "[simulate]\nduration = 3\n", "model.toml");
  RunOptions options;
  options.forces["fore"] = pull(model, {"fore", {0.8, 0, 0}, {-0.5, 1.2, 0}, {}, 1}, {6.5, 0, 1});
  const State pulled = run(model, options).summary().end;
  const Model own = read_model(
      arm + "[[forces]]\npotential = \"6.5/2*((fore.tip.x + 0.5)^2 + (fore.tip.y - 1.2)^2)\"\n" +
          "[simulate]\nduration = 3\n",
      "model.toml");
  const State wanted = run(own).summary().end;
  for (std::size_t k = 0; k < wanted.q.size(); ++k) EXPECT_NEAR(pulled.q[k], wanted.q[k], 1e-6);
}

}  // namespace
}  // namespace zwang::studio

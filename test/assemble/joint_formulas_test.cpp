// SPDX-License-Identifier: Apache-2.0
// Forces in joints, drives and tensions in formulas, against closed forms and the same in other words.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>

#include "zwang/error.h"
#include "zwang/model.h"
#include "zwang/run.h"

namespace zwang::compile {
namespace {

const std::string pendulum = R"toml(
[[bodies]]
name    = "rod"
joint   = "hinge"
mass    = 2
inertia = [0, 0, 0.5]
center  = [0.8, 0, 0]
points  = { tip = [1.6, 0, 0] }
start   = { angle = 0.3, rate = 1.7 }
[free]
gravity = [0, -9.81, 0]
)toml";

std::string observed(const std::string& name, const std::string& formula) {
  return "[[observe]]\nname = \"" + name + "\"\nformula = \"" + formula + "\"\n";
}

double value(const Model& model, const std::string& name) {
  const ModelInstant x = solve_instant(model);
  const auto& names = model.observables();
  const auto at = std::find(names.begin(), names.end(), name);
  EXPECT_NE(at, names.end()) << name;
  return x.observables[static_cast<std::size_t>(at - names.begin())];
}

// m a = F + m g at the center; the hinge gives no torque about its axis.
TEST(JointFormulas, HoldAPendulum) {
  const Model model = read_model(pendulum + observed("f", "joint(rod).force") +
                                     observed("c", "joint(rod).torque.z") +
                                     observed("size", "norm(joint(rod).force)"),
                                 "pendulum.toml");
  const double m = 2, l = 0.8, J = 0.5 + m * l * l, g = 9.81, a = 0.3, w = 1.7;
  const double wd = -m * g * l * std::cos(a) / J;
  const double fx = m * l * (-wd * std::sin(a) - w * w * std::cos(a));
  const double fy = m * l * (wd * std::cos(a) - w * w * std::sin(a)) + m * g;
  EXPECT_NEAR(value(model, "f.x"), fx, 1e-12);
  EXPECT_NEAR(value(model, "f.y"), fy, 1e-12);
  EXPECT_NEAR(value(model, "f.z"), 0, 1e-12);
  EXPECT_NEAR(value(model, "c"), 0, 1e-12);
  EXPECT_NEAR(value(model, "size"), std::hypot(fx, fy), 1e-12);
}

// The peak is that of the summary, and an event finds a given size.
TEST(JointFormulas, HavePeaksAndEvents) {
  const std::string more = observed("peak", "max(norm(joint(rod).force))") +
                           observed("now", "norm(joint(rod).force)") +
                           "[[events]]\nname = \"heavy\"\nwhen = \"norm(joint(rod).force) - 40\"\n"
                           "[simulate]\nduration = 3\noutput = 3000\n";
  const Trajectory motion = run(read_model(pendulum + more, "pendulum.toml"));
  EXPECT_EQ(motion.summary().ending, Ending::done) << motion.summary().message;
  const auto now = motion.column("now");
  const double most = *std::max_element(now.begin(), now.end());
  ASSERT_FALSE(motion.summary().reductions.empty());
  EXPECT_NEAR(motion.summary().reductions.front().value, most, 1e-4 * most);  // of 3000 samples
  EXPECT_GE(motion.summary().reductions.front().value, most * (1 - 1e-9));
  EXPECT_FALSE(motion.summary().events.empty());
}

// A servo drives the joint: its torque passes through it, and is the same as the control.
TEST(JointFormulas, ContainControlsAndDrives) {
  const std::string servo = R"toml(
[controls]
u = {}
[[forces]]
on    = "rod.angle"
force = "u"
[[constraints]]
name     = "hold"
equation = "rod.angle = 0.3 + 1.7*t"
servo    = ["u"]
gains    = [1, 1]
)toml";
  const Model held =
      read_model(pendulum + servo + observed("c", "joint(rod).torque.z"), "servo.toml");
  EXPECT_NEAR(solve_instant(held).controls[0], 2 * 9.81 * 0.8 * std::cos(0.3), 1e-11);
  const std::string drive =
      "[[constraints]]\nname = \"motor\"\nequation = \"rod.angle = 0.3 + 1.7*t\"\n";
  const Model driven = read_model(
      pendulum + drive + observed("d", "drive(motor)") + observed("m", "multiplier(motor)"),
      "drive.toml");
  EXPECT_NEAR(value(driven, "d"), 2 * 9.81 * 0.8 * std::cos(0.3), 1e-11);
  EXPECT_EQ(value(driven, "d"), value(driven, "m"));
}

// In loops and with controls: as the columns of the results, which are formed elsewhere.
TEST(JointFormulas, AgreeWithTheColumnsOfResults) {
  const std::string models[][2] = {{"delta_robot.toml", "arm[2]"},
                                   {"planar_four_bar.toml", "rocker"}};
  for (const auto& [name, body] : models) {
    const std::string path = ZWANG_TEST_DATA "/../../models/" + name;
    std::ifstream file(path);
    std::string text{std::istreambuf_iterator<char>(file), {}};
    text += "\n" + observed("f", "joint(" + body + ").force");
    RunOptions options;
    options.samples = 20;
    const Trajectory motion = run(read_model(text, path), options);
    for (const char* const axis : {".x", ".y"}) {
      const auto formula = motion.column(std::string("f") + axis);
      const auto column = motion.column("joint(" + body + ")" + axis);
      for (std::size_t k = 0; k < formula.size(); ++k)
        EXPECT_NEAR(formula[k], column[k], 1e-10) << name << axis << " " << k;
    }
  }
}

// A hanging weight pulls, a standing one pushes; a rope only pulls.
TEST(Tension, IsPositiveWhereItPulls) {
  const auto bob = [](double y, const std::string& equation) {
    return "[[particles]]\nname = \"bob\"\nmass = 3\nposition = [0, " + std::to_string(y) +
           "]\n[free]\ngravity = [0, -10]\n[[constraints]]\nname = \"rope\"\nequation = \"" +
           equation + "\"\n" + observed("pull", "tension(rope)");
  };
  EXPECT_NEAR(value(read_model(bob(-1, "distance(bob, origin) = 1"), "a"), "pull"), 30, 1e-11);
  EXPECT_NEAR(value(read_model(bob(1, "distance(bob, origin) = 1"), "b"), "pull"), -30, 1e-11);
  EXPECT_NEAR(value(read_model(bob(-1, "distance(bob, origin) <= 1"), "c"), "pull"), 30, 1e-11);
  const std::string closure =
      "[[constraints]]\nname = \"rope\"\ndistance = { between = [\"rod.tip\", \"ground.hook\"] }\n"
      "[ground]\npoints = { hook = [1, 5, 0] }\n";
  const Model hung = read_model(pendulum + closure + observed("pull", "tension(rope)"), "d");
  EXPECT_GT(value(hung, "pull"), 0);
}

TEST(JointFormulas, SayWhatIsWrong) {
  const auto complaint = [](const std::string& formula) {
    try {
      read_model(pendulum + observed("x", formula), "wrong.toml");
    } catch (const ModelError& error) {
      EXPECT_EQ(error.complaints().size(), 1u) << formula;
      return error.complaints().front().what;
    }
    return std::string();
  };
  EXPECT_EQ(complaint("joint(rd).force"), "'rd' is not a body");
  EXPECT_EQ(complaint("joint(rod).power"), "expected 'force' or 'torque', found 'power'");
  EXPECT_EQ(complaint("joint(rod)"),
            "expected '.force' or '.torque', found the end of the formula");
  EXPECT_EQ(complaint("joint(rod[1, 2]).force"), "a family has one index");
  EXPECT_EQ(complaint("joint(rod[1"), "this '[' is never closed");
  EXPECT_EQ(complaint("drive(motor)"), "'motor' is not a constraint");
  EXPECT_EQ(complaint("tension(rod)"), "'rod' is not a constraint");
}

}  // namespace
}  // namespace zwang::compile

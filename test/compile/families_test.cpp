// SPDX-License-Identifier: Apache-2.0
// Families of bodies, against the same model written by hand and against virtual work.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <numbers>

#include "compile/families/indexed_text.h"
#include "zwang/model.h"
#include "zwang/run.h"

namespace zwang::compile {
namespace {

std::string delta_robot() { return ZWANG_TEST_DATA "/../../models/delta_robot.toml"; }

std::vector<double> last(const Trajectory& run, const std::vector<std::string>& names) {
  std::vector<double> values;
  for (const std::string& name : names) values.push_back(run.column(name).back());
  return values;
}

TEST(Families, OfTextsHaveNumbersInPlaceOfIndices) {
  const IndexNumbers two{{"i", 2}, {"j", -3}};
  EXPECT_EQ(with_numbers("2*arm[i+1].x + sin(i*t)", two), "2*arm[2+1].x + sin(2*t)");
  EXPECT_EQ(with_numbers("bob.i + i_ + pi + 1e5*i + ij + é", two),
            "bob.i + i_ + pi + 1e5*2 + ij + é");
  EXPECT_EQ(with_numbers("j^2 + x'", two), "(-3)^2 + x'");
  EXPECT_EQ(with_numbers("f(\"i.csv\", i)", two), "f(\"i.csv\", 2)");
  EXPECT_EQ(with_numbers("", two), "");
  EXPECT_EQ(with_numbers("\"i", two), "\"i");
  EXPECT_TRUE(names_member("2*arm [1].x", {"arm"}));
  EXPECT_FALSE(names_member("leg.arm[1] + arm.x + charm[1]", {"arm"}));
  const auto number = [](const std::string& text) {
    return text == "2+1" ? std::optional(3L) : std::nullopt;
  };
  EXPECT_EQ(with_plain_members("arm[2+1].tip", {"arm"}, number), "arm[3].tip");
  EXPECT_EQ(with_plain_members("arm[k].tip arm[", {"arm"}, number), "arm[k].tip arm[");
}

// A chain of three links, one of them in words of its own.
TEST(Families, MoveLikeBodiesWrittenOneByOne) {
  const std::string end = R"toml(
[free]
gravity = [0, -9.81, 0]
[simulate]
duration = 1
output = 3
)toml";
  const std::string family = R"toml(
[parameters]
N = 3
[[bodies]]
name    = "link"
count   = "N"
joint   = "hinge"
parent  = "link[i-1]"
at      = ["if(i == 1, 0, 0.4)", 0, 0]
mass    = "1/i"
inertia = [0, 0, "0.01*i"]
center  = [0.2, 0, 0]
start   = { angle = "0.1*i", rate = "i" }
damping = "0.01*i"
[[forces]]
for   = "i in 1..N-1"
on    = "link[i+1].angle"
force = "-0.3*(link[i+1].angle - link[i].angle)"
[[observe]]
for     = "i in 1..N"
name    = "height"
formula = "link[i].center.y"
)toml";
  std::string hand;
  for (int i = 1; i <= 3; ++i) {
    const std::string n = std::to_string(i), before = std::to_string(i - 1);
    hand += "[[bodies]]\nname = \"link" + n + "\"\njoint = \"hinge\"\nparent = \"" +
            (i == 1 ? "ground" : "link" + before) + "\"\nat = [" + (i == 1 ? "0" : "0.4") +
            ", 0, 0]\nmass = \"1/" + n + "\"\ninertia = [0, 0, \"0.01*" + n +
            "\"]\ncenter = [0.2, 0, 0]\nstart = { angle = \"0.1*" + n + "\", rate = " + n +
            " }\ndamping = \"0.01*" + n + "\"\n";
    if (i > 1)
      hand += "[[forces]]\non = \"link" + n + ".angle\"\nforce = \"-0.3*(link" + n +
              ".angle - link" + before + ".angle)\"\n";
    hand += "[[observe]]\nname = \"height" + n + "\"\nformula = \"link" + n + ".center.y\"\n";
  }
  const Model one = read_model(family + end, "family.toml"),
              other = read_model(hand + end, "h.toml");
  EXPECT_EQ(one.bodies(), (std::vector<std::string>{"link[1]", "link[2]", "link[3]"}));
  EXPECT_EQ(last(run(one), {"link[1].angle", "link[2].angle", "link[3].angle", "height[3]"}),
            last(run(other), {"link1.angle", "link2.angle", "link3.angle", "height3"}));
  // How many there are is decided by a parameter, which a copy of the model may have otherwise.
  const Model longer = one.with({{"N", 5}});
  EXPECT_EQ(longer.bodies().size(), 5u);
  EXPECT_FALSE(longer.compiled_for().empty());
  EXPECT_EQ(longer.with({{"N", 3}}).bodies(), one.bodies());
}

// At rest 3 u = dV/da, V(a) = m_p g z(a) − 3 m_a g (L/2) sin a, the plate at the height z(a).
TEST(Families, OfADeltaRobotHoldItByVirtualWork) {
  const double R = 0.2, L = 0.3, l = 0.7, r = 0.05, g = 9.81, plate = 0.4;
  const double arm = 2700 * std::numbers::pi * 0.015 * 0.015 * L;
  for (const double a : {-0.4, 0.0, 0.3, 0.7}) {
    const Model robot = load_model(delta_robot(), {{"A", 0}, {"a0", a}});
    const double reach = R + L * std::cos(a) - r;
    const double slope =
        -L * std::cos(a) - reach * L * std::sin(a) / std::sqrt(l * l - reach * reach);
    const double torque = (plate * g * slope - 3 * arm * g * L / 2 * std::cos(a)) / 3;
    const ModelInstant x = solve_instant(robot, robot.start());
    ASSERT_EQ(x.controls.size(), 3u);
    for (const double u : x.controls) EXPECT_NEAR(u, torque, 1e-11) << "a = " << a;
    for (const double q : x.instant.acceleration) EXPECT_NEAR(q, 0, 1e-9) << "a = " << a;
  }
}

// On its course the power of the motors is the rate of the energy; nothing else works.
TEST(Families, OfADeltaRobotFollowTheCourse) {
  const Trajectory course = run(load_model(delta_robot()));
  EXPECT_EQ(course.summary().ending, Ending::done);
  const auto x = course.column("plate.position.x"), t = course.column("t");
  const auto level = course.column("level");
  for (std::size_t k = 0; k < t.size(); ++k) {
    EXPECT_NEAR(x[k], 0.1 * (1 - std::cos(3 * t[k])), 1e-7);
    EXPECT_NEAR(level[k], 1, 1e-9);
  }
}

// What formulas may ask of a member: as of any body, and in sums.
TEST(Families, HaveMembersInFormulas) {
  std::ifstream file(delta_robot());
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const std::string more = R"toml(
[[observe]]
name    = "all"
formula = "sum(k in 1..3, arm[k].angle + arm[k].axis(x).z)"
[[observe]]
name    = "same"
formula = "arm[1].angle + arm[2].angle + arm[3].angle + arm[1].vector(1, 0, 0).z + arm[2].vector(1, 0, 0).z + arm[1+2].axis(x).z"
[[observe]]
for     = "i in 1..3"
name    = "pull"
formula = "reaction(left[i], corner[i])"
[[observe]]
for     = "i in 1..3"
name    = "lambda"
formula = "multiplier(left[i])"
)toml";
  const Model model = read_model(text + more, delta_robot());
  const ModelInstant x = solve_instant(model);
  const std::vector<std::string>& names = model.observables();
  const auto value = [&](const std::string& name) {
    const auto at = std::find(names.begin(), names.end(), name);
    EXPECT_NE(at, names.end()) << name;
    return x.observables[static_cast<std::size_t>(at - names.begin())];
  };
  EXPECT_NEAR(value("all"), value("same"), 1e-14);
  EXPECT_NEAR(value("all"), 3 * 0.3 - 3 * std::sin(0.3), 1e-14);  // the arms point down by a0
  for (const char* const i : {"1", "2", "3"})  // the gradient of a distance is a unit vector
    EXPECT_NEAR(value("pull[" + std::string(i) + "]"),
                std::abs(value("lambda[" + std::string(i) + "]")), 1e-12);
}

TEST(Families, OfBallsTouchTheFloorAndNotEachOther) {
  const std::string text = R"toml(
[ground]
shapes = [{ plane = [0, 0, 1] }]
[[bodies]]
name  = "ball"
count = 3
joint = "free"
shape = { sphere = 0.1, mass = 1 }
start = { position = ["i", 0, 0.1] }
[[contacts]]
between = ["ball", "ground"]
[free]
gravity = [0, 0, -9.81]
)toml";
  const Model model = read_model(text, "balls.toml");
  ASSERT_EQ(model.constraints().size(), 3u);
  EXPECT_EQ(model.constraints()[1].name, "ball[2] on ground");
}

TEST(Families, OfShapesWeighTogether) {
  const std::string text = R"toml(
[[bodies]]
name  = "comb"
joint = "hinge"
shape = [{ sphere = 0.1, mass = 1, at = ["i", 0, 0], count = 4 }]
[free]
gravity = [0, -1, 0]
[[observe]]
name    = "x"
formula = "comb.center.x"
)toml";
  const Model model = read_model(text, "comb.toml");
  EXPECT_NEAR(solve_instant(model, model.start()).instant.free_acceleration[0],
              -4 * 2.5 / (30 + 4 * 0.4 * 0.01), 1e-12);  // −Σ m x g / (Σ m x² + ⅖ m r²)
}

}  // namespace
}  // namespace zwang::compile

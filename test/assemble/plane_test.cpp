// SPDX-License-Identifier: Apache-2.0
// Models of the plane: closed forms, and the same linkage written in space.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <random>
#include <sstream>

#include "support/sanitized.h"
#include "zwang/error.h"
#include "zwang/model.h"
#include "zwang/run.h"

namespace zwang::compile {
namespace {

std::string four_bar() { return ZWANG_TEST_DATA "/../../models/planar_four_bar.toml"; }

// The coupler closes the triangle from the crank's tip to the rocker's pivot.
TEST(Plane, HasAFourBarByTheCosineRule) {
  const Model model = load_model(four_bar());
  ASSERT_EQ(model.constraints().size(), 2u);
  EXPECT_EQ(model.constraints()[0].count, 2u);  // rows of the pin
  const Trajectory motion = run(model);
  EXPECT_EQ(motion.summary().ending, Ending::done);
  EXPECT_TRUE(motion.summary().redundant.empty());
  EXPECT_TRUE(motion.summary().sharing.empty()) << motion.summary().sharing;
  EXPECT_EQ(motion.summary().message.find("redundant"), std::string::npos);
  const auto t = motion.column("t"), coupler = motion.column("coupler.angle"),
             pen = motion.column("pen.x");
  const double a = 0.1, b = 0.3, c = 0.25, d = 0.3;
  for (std::size_t k = 0; k < t.size(); ++k) {
    const double crank = 10 * t[k];
    const double x = d - a * std::cos(crank), y = -a * std::sin(crank);
    const double r = std::hypot(x, y);
    const double angle = std::atan2(y, x) + std::acos((r * r + b * b - c * c) / (2 * r * b));
    EXPECT_NEAR(std::remainder(coupler[k] + crank - angle, 2 * std::acos(-1.0)), 0, 1e-9) << t[k];
    EXPECT_NEAR(pen[k], a * std::cos(crank) + b / 2 * std::cos(angle) - 0.1 * std::sin(angle),
                1e-9);
  }
}

std::string linkage(bool plane) {
  const std::string z = plane ? "" : ", 0";
  const auto inertia = [&](const char* J) {
    return plane ? std::string("inertia = ") + J
                 : std::string("inertia = [0, ") + J + ", " + J + "]";
  };
  return std::string(plane ? "[plane]\n" : "") + R"toml(
[free]
gravity = [0, -9.81)toml" +
         z + R"toml(]
[[bodies]]
name   = "left"
joint  = "hinge"
mass   = 1
center = [0.5, 0)toml" +
         z + "]\n" + inertia("0.1") + "\nstart = { angle = 0.3, rate = -1 }\n" +
         "[[bodies]]\nname = \"bar\"\nparent = \"left\"\njoint = \"hinge\"\nat = [1, 0" + z +
         "]\nmass = 1\ncenter = [0.4, 0.1" + z + "]\n" + inertia("0.2") +
         "\npoints = { tip = [0.8, 0" + z + "] }\nstart = { angle = -0.3 }\n" +
         "[[bodies]]\nname = \"block\"\njoint = \"slider\"\nat = [0, 0.3" + z + "]\naxis = [1, 0" +
         z + "]\nmass = 2\nstart = { position = 1.75 }\n" +
         "[[constraints]]\nname = \"pin\"\nhinge = { between = [\"bar.tip\", \"block\"]" +
         (plane ? "" : ", axis = [0, 0, 1]") + " }\n[[forces]]\non = \"bar\"\n" +
         (plane ? "torque = \"0.3*sin(t)\"" : "torque = [0, 0, \"0.3*sin(t)\"]") +
         "\n[[forces]]\non = \"bar.tip\"\nforce = [0.2, \"-0.1*t\"" + z +
         "]\n[simulate]\nduration = 3\noutput = 6\n";
}

TEST(Plane, MovesLikeTheSameLinkageInSpace) {
  const Trajectory one = run(read_model(linkage(true), "plane.toml")),
                   other = run(read_model(linkage(false), "space.toml"));
  EXPECT_EQ(one.model().constraints()[0].count, 2u);
  EXPECT_EQ(other.model().constraints()[0].count, 5u);
  EXPECT_EQ(one.summary().redundant.size(), 0u);
  for (const char* const name : {"left.angle", "bar.angle", "block.position", "left.angle'"}) {
    const auto x = one.column(name), y = other.column(name);
    ASSERT_EQ(x.size(), y.size());
    for (std::size_t k = 0; k < x.size(); ++k) EXPECT_NEAR(x[k], y[k], 1e-7) << name << " " << k;
  }
}

// A crank-rocker whose crank turns at a given speed, closed by a hinge.
std::string crank_rocker(bool plane) {
  const std::string z = plane ? "" : ", 0";
  const auto bar = [&](const std::string& name, const std::string& parent, double at, double length,
                       double mass, double angle) {
    std::ostringstream text;
    const double J = mass * length * length / 12;
    text << "[[bodies]]\nname = '" << name << "'\nparent = '" << parent
         << "'\njoint = 'hinge'\nat = [" << at << ", 0" << z << "]\nmass = " << mass
         << "\ncenter = [" << length / 2 << ", 0" << z << "]\ninertia = ";
    plane ? text << J : text << "[0, " << J << ", " << J << "]";
    text << "\npoints = { tip = [" << length << ", 0" << z << "] }\nstart = { angle = " << angle
         << " }\n";
    return text.str();
  };
  return std::string(plane ? "[plane]\n" : "") + "[free]\ngravity = [0, -9.81" + z + "]\n" +
         bar("crank", "ground", 0, 0.1, 0.2, 0) + bar("coupler", "crank", 0.1, 0.3, 0.5, 0.9) +
         bar("rocker", "ground", 0.3, 0.25, 0.4, 1.6) +
         "[[constraints]]\nname = 'pin'\nhinge = { between = ['coupler.tip', 'rocker.tip']" +
         (plane ? "" : ", axis = [0, 0, 1]") +
         " }\n[[constraints]]\nname = 'motor'\nequation = 'crank.angle = 10*t'\n"
         "[simulate]\nduration = 20\n";
}

double processor_seconds(const Model& model) {
  RunOptions options;
  options.columns = std::vector<std::string>();
  const std::clock_t begin = std::clock();
  run(model, options);
  return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
}

// The best of several, in turn: a machine with other work to do slows either.
TEST(Plane, IsTwiceAsFastAsSpace) {
  if (is_sanitized()) GTEST_SKIP();
  const Model plane = read_model(crank_rocker(true), "plane.toml"),
              space = read_model(crank_rocker(false), "space.toml");
  EXPECT_NEAR(run(plane).summary().end.q[1], run(space).summary().end.q[1], 1e-7);
  double in_plane = 1e9, in_space = 1e9;
  for (int k = 0; k < 5; ++k) {
    in_plane = std::min(in_plane, processor_seconds(plane));
    in_space = std::min(in_space, processor_seconds(space));
  }
  EXPECT_GT(in_space, 2 * in_plane) << in_space << " s in space, " << in_plane << " s in the plane";
  RecordProperty("ratio", std::to_string(in_space / in_plane));
}

// Nothing that a reader is told of a linkage in the plane is about what points out of it.
TEST(Plane, SaysNothingOfRedundancy) {
  for (const Model& model : {load_model(four_bar()), read_model(linkage(true), "plane.toml")}) {
    const Trajectory motion = run(model);
    std::string told = motion.summary().message + motion.summary().sharing;
    for (const Finding& one : check(model).findings) told += one.text + one.hint;
    for (const Finding& one : findings(motion)) told += one.text + one.hint;
    for (const char* const word : {"redundant", "out of plane", "indeterminate", "not unique"})
      EXPECT_EQ(told.find(word), told.npos) << told;
    EXPECT_TRUE(motion.summary().undetermined.empty());
    for (const JointForce& joint : motion.summary().joints) EXPECT_TRUE(joint.unique) << joint.body;
  }
}

// A free body and a weld: the projectile of its center, and one angle for both.
TEST(Plane, HasFreeBodiesAndWelds) {
  const std::string text = R"toml(
[plane]
[free]
gravity = [0, -2]
[[bodies]]
name    = "a"
joint   = "free"
mass    = 1
inertia = 0.5
start   = { y = 1, rates = [3, 0, 2] }
[[bodies]]
name    = "b"
joint   = "planar"
mass    = 1
inertia = 0.5
start   = { x = 2, y = 1, rates = [3, 4, 2] }
[[constraints]]
name = "glue"
weld = { between = ["a", "b.end"] }
[[bodies]]
name  = "c"
joint = "planar"
mass  = 1
inertia = 1
rotation = "pi/2"
start = { x = 1 }
[[observe]]
name    = "way"
formula = "a.origin + b.origin - [2, 1]"
[simulate]
duration = 1
)toml";
  std::string with_end = text;
  const std::string b = "start   = { x = 2,";
  with_end.insert(with_end.find(b), "points  = { end = [-2, 0] }\n");
  const Trajectory motion = run(read_model(with_end, "weld.toml"));
  EXPECT_EQ(motion.summary().ending, Ending::done) << motion.summary().message;
  EXPECT_NEAR(motion.column("a.angle").back(), 2, 1e-8);
  EXPECT_NEAR(motion.column("b.angle").back(), 2, 1e-8);
  EXPECT_NEAR(motion.column("way.x").back(), 2 + 2 * 3 - 2, 1e-8);
  EXPECT_NEAR(motion.column("way.y").back(), 2 + 4 - 2 - 1, 1e-8);  // 2(1 + 2t − t²) − 1
  EXPECT_NEAR(motion.column("c.x").back(), 1 - 1, 1e-8);  // its axis x points up: −2 t²/2
  EXPECT_NEAR(motion.column("c.y").back(), 0, 1e-8);
  EXPECT_THROW(motion.column("way.z"), std::exception);
}

std::string numbers(std::initializer_list<std::pair<const char*, double>> all) {
  std::ostringstream text;
  text.precision(17);
  text << "[plane]\n[parameters]\n";
  for (const auto& [name, number] : all) text << name << " = " << number << "\n";
  return text.str();
}

// A disk accelerates by 2/3 of what a block would, on any slope; the slope is a body's axis x.
TEST(Plane, WheelsRollDownALine) {
  const unsigned seed = 7;
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> one(0.1, 1.4);
  for (int k = 0; k < 5; ++k) {
    const double r = one(random), tilt = one(random), g = 10 * one(random);
    const Trajectory motion = run(read_model(numbers({{"r", r}, {"a", tilt}, {"g", g}}) + R"toml(
[free]
gravity = [0, "-g"]
[[bodies]]
name = "ramp"
joint = "fixed"
at = [0.3, -0.2]
rotation = "-a"
[[bodies]]
name = "wheel"
joint = "planar"
shape = { disk = "r", mass = 2 }
start = { x = "0.3 + r*sin(a)", y = "-0.2 + r*cos(a)" }
[[constraints]]
roll = { body = "wheel", radius = "r", on = "ramp" }
[simulate]
duration = 1
)toml",
                                             "ramp.toml"));
    const double s = g * std::sin(tilt) / 3;
    EXPECT_EQ(motion.summary().rows, 2u);
    EXPECT_NEAR(motion.column("wheel.angle").back(), -s / r, 1e-8 * s / r) << "seed " << seed;
    EXPECT_NEAR(motion.column("wheel.x").back(), 0.3 + r * std::sin(tilt) + s * std::cos(tilt),
                1e-8 * (1 + s))
        << "seed " << seed;
  }
}

// On a circle, outside and inside: by its energy 3/4 m (ρ θ')² = m g ρ (cos θ0 − cos θ) at any time.
TEST(Plane, WheelsRollOnCircles) {
  for (const double R : {1.5, -1.5}) {
    const double r = 0.4, start = R > 0 ? 0.3 : 3.1415926535897931 - 1.1, g = 9.81;
    const double rho = std::abs(R + r);
    const Trajectory motion =
        run(read_model(numbers({{"R", R}, {"r", r}, {"a", start}, {"g", g}, {"d", rho}}) + R"toml(
[free]
gravity = [0, "-g"]
[[bodies]]
name = "wheel"
joint = "planar"
shape = { disk = "r", mass = 2 }
start = { x = "d*sin(a)", y = "d*cos(a)" }
[[constraints]]
roll = { body = "wheel", radius = "r", on_radius = "R" }
[simulate]
duration = 0.6
)toml",
                       "circle.toml"));
    const double x = motion.column("wheel.x").back(), y = motion.column("wheel.y").back();
    const double vx = motion.column("wheel.x'").back(), vy = motion.column("wheel.y'").back();
    EXPECT_NEAR(std::hypot(x, y), rho, 1e-12);
    const double speed2 = vx * vx + vy * vy;
    EXPECT_NEAR(0.75 * speed2, g * (rho * std::cos(start) - y), 1e-7);
    // No slip: the rim is at rest where it touches.
    const double turn = motion.column("wheel.angle'").back();
    EXPECT_NEAR(std::abs(turn) * r, std::sqrt(speed2), 1e-8);
    EXPECT_GT(std::abs(turn), 0.5);
  }
}

// Two wheels on fixed axles that roll on each other are gears.
TEST(Plane, WheelsRollOnWheels) {
  const Trajectory motion = run(read_model(R"toml(
[plane]
[[bodies]]
name = "sun"
joint = "hinge"
inertia = 1
[[bodies]]
name = "planet"
joint = "hinge"
at = [0.6, 0.8]
inertia = 0.1
[[constraints]]
roll = { body = "planet", radius = 0.25, on = "sun", on_radius = 0.75 }
[[constraints]]
equation = "sun.angle = t^2"
[simulate]
duration = 2
)toml",
                                           "gears.toml"));
  EXPECT_NEAR(motion.column("planet.angle'").back(), -3 * 4, 1e-9);
  EXPECT_NEAR(motion.column("planet.angle").back(), -3 * 4, 1e-8);
}

TEST(Plane, RefusesWhatLeavesIt) {
  const auto complaint = [](const std::string& rest) {
    try {
      read_model("[plane]\n[[bodies]]\nname = \"a\"\nmass = 1\n" + rest, "wrong.toml");
    } catch (const ModelError& error) {
      return error.complaints().front().what;
    }
    return std::string();
  };
  EXPECT_EQ(complaint("joint = \"planar\"\ninertia = 1\n"), "");
  EXPECT_EQ(complaint("joint = \"ball\"\n"), "the joint 'ball' leaves the plane");
  EXPECT_EQ(complaint("joint = \"planar\"\nat = [0, 0, 0]\n"),
            "'at' has 2 components in the plane, not 3");
  EXPECT_EQ(complaint("joint = \"planar\"\ninertia = [1, 1, 1]\n"),
            "in the plane 'inertia' is one number");
  EXPECT_EQ(complaint("joint = \"hinge\"\naxis = [0, 1]\n"), "in the plane hinges turn about z");
  EXPECT_EQ(complaint("joint = \"planar\"\nrotation = { rpy = [0, 0, 1] }\n"),
            "in the plane 'rotation' is an angle");
  EXPECT_EQ(complaint("joint = \"planar\"\n[[constraints]]\n"
                      "roll = { body = \"a\", radius = 1, axis = [1, 0] }\n"),
            "in the plane wheels turn about z");
}

TEST(Plane, IsHintedAtWhereVectorsHaveTwoComponents) {
  try {
    read_model("[[bodies]]\nname = \"a\"\nmass = 1\njoint = \"hinge\"\nat = [1, 0]\n", "two.toml");
    FAIL();
  } catch (const ModelError& error) {
    EXPECT_EQ(error.complaints().front().hint, "a model with [plane] has 2 everywhere");
  }
  try {
    read_model("[[bodies]]\nname = \"a\"\nmass = 1\njoint = \"revolute\"\n", "word.toml");
    FAIL();
  } catch (const ModelError& error) {
    EXPECT_EQ(error.complaints().front().what, "unknown joint 'revolute'");
    EXPECT_EQ(error.complaints().front().hint, "here it is called 'hinge'");
  }
}

// What `rotation` takes, a start takes: the same orientation in all forms.
TEST(Orientation, TakesWhatRotationTakes) {
  const auto start = [](const std::string& orientation) {
    return read_model(
               "[[bodies]]\nname = \"a\"\njoint = \"ball\"\nmass = 1\ninertia = [1, 2, 2.5]\nstart "
               "= { orientation = " +
                   orientation + " }\n",
               "turn.toml")
        .start()
        .q;
  };
  const double r = 0.3, p = -0.7, y = 1.9;  // yaw · pitch · roll
  const auto one = start("{ rpy = [0.3, -0.7, 1.9] }");
  const double c[] = {std::cos(r / 2), std::cos(p / 2), std::cos(y / 2)},
               s[] = {std::sin(r / 2), std::sin(p / 2), std::sin(y / 2)};
  EXPECT_NEAR(one[0], c[0] * c[1] * c[2] + s[0] * s[1] * s[2], 1e-15);
  EXPECT_NEAR(one[1], s[0] * c[1] * c[2] - c[0] * s[1] * s[2], 1e-15);
  EXPECT_NEAR(one[2], c[0] * s[1] * c[2] + s[0] * c[1] * s[2], 1e-15);
  EXPECT_NEAR(one[3], c[0] * c[1] * s[2] - s[0] * s[1] * c[2], 1e-15);
  const auto two = start("{ axis = [0, 3, 4], angle = 0.8 }"), three = start("[2, 0, 0, 0]"),
             four = start("{ quaternion = [0, 0, 5, 0] }");
  EXPECT_NEAR(two[0], std::cos(0.4), 1e-15);
  EXPECT_NEAR(two[2], 0.6 * std::sin(0.4), 1e-15);
  EXPECT_NEAR(two[3], 0.8 * std::sin(0.4), 1e-15);
  EXPECT_EQ(three, (std::vector<double>{1, 0, 0, 0}));
  EXPECT_EQ(four, (std::vector<double>{0, 0, 1, 0}));
}

}  // namespace
}  // namespace zwang::compile

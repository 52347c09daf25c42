// SPDX-License-Identifier: Apache-2.0
// Particles beside bodies in the plane: closed forms, and the same model in space.

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "zwang/error.h"
#include "zwang/model.h"
#include "zwang/run.h"

namespace zwang::compile {
namespace {

// A bar on a hinge that carries a particle at its end is a pendulum of inertia m l²/3 + M l².
TEST(PlaneParticles, HangAtBodies) {
  const std::string bar = R"toml([plane]
[free]
gravity = [0, -9.81]
[[bodies]]
name   = "bar"
joint  = "hinge"
points = { tip = [2, 0] }
start  = { angle = 0.4 }
)toml";
  const Trajectory one = run(read_model(bar + R"toml(mass = 3
center = [1, 0]
inertia = 1
[[particles]]
name = "bob"
mass = 0.7
position = ["2*cos(0.4)", "2*sin(0.4)"]
[[constraints]]
name = "pin"
point = { between = ["bar.tip", "bob"] }
[[observe]]
name = "pull"
formula = "reaction(pin, bob)"
[[observe]]
name = "gap"
formula = "norm(bob - bar.tip)"
[[observe]]
name = "speed"
formula = "norm(bob')"
[simulate]
duration = 3
samples = 31
)toml",
                                        "pin.toml"));
  const Trajectory other = run(read_model(bar + R"toml(mass = 3.7
center = ["(3*1 + 0.7*2)/3.7", 0]
inertia = "1 + 3*1 + 0.7*4 - 3.7*((3*1 + 0.7*2)/3.7)^2"
[simulate]
duration = 3
samples = 31
)toml",
                                          "one.toml"));
  EXPECT_EQ(one.model().coordinates().size(), 3u);
  EXPECT_EQ(one.summary().freedom, 1u);
  EXPECT_EQ(one.summary().rows, 2u);
  EXPECT_TRUE(one.summary().redundant.empty());
  const auto a = one.column("bar.angle"), b = other.column("bar.angle"),
             rate = other.column("bar.angle'"), x = one.column("bob.x"), y = one.column("bob.y"),
             pull = one.column("pull"), gap = one.column("gap"), speed = one.column("speed");
  for (std::size_t k = 0; k < a.size(); ++k) {
    EXPECT_NEAR(a[k], b[k], 1e-7);
    EXPECT_NEAR(x[k], 2 * std::cos(b[k]), 2e-7);
    EXPECT_NEAR(y[k], 2 * std::sin(b[k]), 2e-7);
    EXPECT_NEAR(gap[k], 0, 1e-12);
    EXPECT_NEAR(speed[k], 2 * std::abs(rate[k]), 1e-6);
    // What the pin must do to the bob: M (a − g), with φ'' = −g (m l/2 + M l) cos φ / I.
    const double I = 4 + 0.7 * 4, w = rate[k], turn = -9.81 * (3 + 1.4) * std::cos(b[k]) / I;
    const double ax = -2 * (turn * std::sin(b[k]) + w * w * std::cos(b[k])),
                 ay = 2 * (turn * std::cos(b[k]) - w * w * std::sin(b[k]));
    EXPECT_NEAR(pull[k], 0.7 * std::hypot(ax, ay + 9.81), 1e-5);
  }
  EXPECT_THROW(one.column("bob.z"), std::exception);
}

/// Up to shortly before the friction stops one: a family of particles on springs between themselves and a body that slides, with a force of its own, friction of
/// one on a moving surface, and a rod; z: what a third component says.
std::string crowd(bool plane) {
  const std::string z = plane ? "" : ", 0";
  return std::string(plane ? "[plane]\n" : "") + "[free]\ngravity = [0, -2" + z + "]\n" +
         "[[bodies]]\nname = 'cart'\njoint = 'slider'\naxis = [1, 0" + z +
         "]\nmass = 2\npoints = { hook = [0, -0.1" + z + "] }\n" +
         "[[particles]]\nname = 'p'\ncount = 3\nmass = '0.5 + 0.1*i'\nposition = ['0.3*i', '-0.6 - "
         "0.2*i'" +
         z + "]\nvelocity = [0.1, '0.2*i'" + z + "]\n" +
         "[[particles]]\nname = 'q'\nmass = 1\nposition = [-1, -1" + z +
         "]\nforce = '-0.4*q' + '0.3*[1, 2" + z + "]'\n" +
         "[[forces]]\nfor = 'i in 1..2'\nspring = { between = ['p[i]', 'p[i+1]'], stiffness = 30, "
         "length = 0.3, damping = 0.2 }\n"
         "[[forces]]\nspring = { between = ['cart.hook', 'p[1]'], stiffness = 50, length = 0.5 }\n"
         "[[forces]]\non = 'p[3]'\nforce = [0.3, '0.1*t'" +
         z +
         "]\n"
         "[[constraints]]\nname = 'rod'\ndistance = { between = ['q', 'cart'] }\n"
         "[[constraints]]\nname = 'rail'\nequation = 'p[2].y = -1 + 0.1*p[2].x^2'\n"
         "[[nonideal]]\nfriction = { constraint = 'rail', coefficient = 0.2 }\n"
         "[[observe]]\nname = 'middle'\nformula = '(p[1] + p[2] + p[3])/3 - cart.origin'\n"
         "[simulate]\nduration = 1\nsamples = 11\n";
}

TEST(PlaneParticles, MoveLikeTheSameInSpace) {
  std::string flat = crowd(true), deep = crowd(false);
  for (std::string* const text : {&flat, &deep}) {  // one vector formula
    const std::size_t at = text->find("' + '");
    text->replace(at, 5, " + ");
  }
  RunOptions options;
  options.tolerance = 1e-11;
  const Trajectory one = run(read_model(flat, "plane.toml"), options),
                   other = run(read_model(deep, "space.toml"), options);
  ASSERT_EQ(one.summary().ending, Ending::done) << one.summary().message;
  EXPECT_EQ(one.model().coordinates().size(), 9u);
  EXPECT_EQ(other.model().coordinates().size(), 13u);
  for (const char* const name : {"cart.position", "p[1].x", "p[2].x", "p[2].y", "p[3].y", "q.x",
                                 "q.y", "middle.x", "p[3].x'"}) {
    const auto x = one.column(name), y = other.column(name);
    ASSERT_EQ(x.size(), y.size());
    for (std::size_t k = 0; k < x.size(); ++k) EXPECT_NEAR(x[k], y[k], 1e-7) << name << " " << k;
  }
  EXPECT_GT(std::abs(one.summary().energy.work_nonideal), 1e-3);  // there was friction
}

TEST(PlaneParticles, HaveTwoComponents) {
  const auto told = [](const std::string& particle) {
    try {
      read_model(
          "[plane]\n[[bodies]]\nname = 'a'\njoint = 'hinge'\ninertia = 1\n[[particles]]\nname = "
          "'p'\nmass = 1\n" +
              particle,
          "a.toml");
    } catch (const ModelError& error) {
      return error.complaints().front().what;
    }
    return std::string();
  };
  EXPECT_EQ(told("position = [1, 2]\n"), "");
  EXPECT_EQ(told("position = [1, 2, 0]\n"), "'position' has 2 components in the plane, not 3");
}

}  // namespace
}  // namespace zwang::compile

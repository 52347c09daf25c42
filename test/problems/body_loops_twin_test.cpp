// SPDX-License-Identifier: Apache-2.0
// Mechanisms with loops against the same system in other coordinates: a five-bar by a Lagrangian of
// the plane, a platform whose legs are lengths instead of solids.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "problems/turned_world.h"

namespace zwang::test {
namespace {

Trajectory moved_twin(const Model& model, const std::optional<State>& start, double duration) {
  RunOptions options;
  options.duration = duration;
  options.tolerance = 1e-11;
  options.samples = 21;
  options.start = start;
  Trajectory trajectory = run(model, options);
  EXPECT_EQ(trajectory.summary().ending, Ending::done) << trajectory.summary().message;
  return trajectory;
}

// Angles against the bench; gravity as it is there. The bob turns with the left far link and about it.
constexpr const char* plane_five_bar = R"toml(
[parameters]
gx = 0.0
gy = 0.0
gz = 0.0
[coordinates]
a = 0
b = 0
c = 0
d = 0
s = 0
[define]
G    = "[gx, gy, gz]"
la   = "[cos(a), sin(a), 0]"
lb   = "[cos(b), sin(b), 0]"
lc   = "[cos(c), sin(c), 0]"
ld   = "[cos(d), sin(d), 0]"
tip  = "0.8*la + 1.1*lb"
foot = "[1, 0, 0]"
A    = "0.4*la"
B    = "0.8*la + 0.55*lb"
C    = "foot + 0.4*lc"
D    = "foot + 0.8*lc + 0.55*ld"
S    = "tip + 0.3*[sin(b)*cos(s), -cos(b)*cos(s), -sin(s)]"
[free]
kinetic = """0.5*(dot(A', A') + dot(B', B') + dot(C', C') + dot(D', D') + 0.5*dot(S', S'))
           + 0.5*(0.8^2/12*(a'^2 + c'^2) + 1.1^2/12*(b'^2 + d'^2))
           + 0.5*(0.002*s'^2 + 0.001*(b'*sin(s))^2 + 0.002*(b'*cos(s))^2)"""
potential = "-dot(G, A + B + C + D + 0.5*S)"
[[constraints]]
equations = ["tip.x = 1 + 0.8*cos(c) + 1.1*cos(d)", "tip.y = 0.8*sin(c) + 1.1*sin(d)"]
[simulate]
duration = 1
)toml";

// Rᵀ(0, −9.81, 0) of a bench turned about [1, 2, −1] by 0.8.
Settings gravity_on_the_bench() {
  const double h = std::sin(0.4) / std::sqrt(6.0);
  const auto R = matrix_of({std::cos(0.4), h, 2 * h, -h});
  return {{"gx", -9.81 * R[1][0]}, {"gy", -9.81 * R[1][1]}, {"gz", -9.81 * R[1][2]}};
}

TEST(BodyLoops, AFiveBarInSpaceMovesAsInThePlane) {
  const Trajectory solids = moved_twin(compile_model(description_of("five_bar")), {}, 1.5);
  const auto column = [&](const char* name) { return solids.column(name); };
  const auto near = column("left_near.angle"), far = column("left_far.angle"),
             near2 = column("right_near.angle"), far2 = column("right_far.angle");
  const Model plane = read_model(plane_five_bar, "plane", gravity_on_the_bench());
  State start = plane.start();
  start.q = {near[0], near[0] + far[0], near2[0], near2[0] + far2[0], 0};
  const Trajectory twin = moved_twin(plane, start, 1.5);
  const auto a = twin.column("a"), b = twin.column("b"), c = twin.column("c"), d = twin.column("d"),
             s = twin.column("s");
  const auto bob = column("bob.angle");
  for (std::size_t k = 0; k < a.size(); ++k) {
    EXPECT_NEAR(near[k], a[k], 1e-8) << k;
    EXPECT_NEAR(near[k] + far[k], b[k], 1e-8) << k;
    EXPECT_NEAR(near2[k], c[k], 1e-8) << k;
    EXPECT_NEAR(near2[k] + far2[k], d[k], 1e-8) << k;
    EXPECT_NEAR(bob[k], s[k], 1e-8) << k;
  }
  EXPECT_EQ(solids.summary().rank, 2u);
  EXPECT_EQ(solids.summary().redundant, std::vector<std::string>{"top"});
  for (const JointForce& joint : solids.summary().joints) {
    EXPECT_EQ(joint.unique, joint.body == "bob" || joint.body == "bench") << joint.body;
  }
}

std::string numbered(const std::string& text, int i) { return text + std::to_string(i); }

/// The platform alone; its legs have only feet, points of the ground.
Description platform_alone(const Description& with_legs) {
  Description alone = with_legs;
  alone.bodies.clear();
  alone.constraints.clear();
  alone.forces.clear();
  int legs = 0;
  for (const Body& body : with_legs.bodies) {
    if (body.name.text == "platform") alone.bodies.push_back(body);
    if (body.joint.text == "universal") {
      alone.ground.push_back({numbered("foot", ++legs), body.at});
    }
  }
  EXPECT_EQ(legs, 6);
  return alone;
}

void expect_same_platform(const Trajectory& one, const Trajectory& other, double allowed) {
  for (const std::string& name : other.model().coordinates()) {
    const auto x = one.column(name), y = other.column(name);
    for (std::size_t k = 0; k < x.size(); ++k) EXPECT_NEAR(x[k], y[k], allowed) << name << " " << k;
  }
}

State start_of(const Model& alone, const Trajectory& with_legs) {
  State start = alone.start();
  for (const std::string& name : alone.coordinates()) {
    EXPECT_TRUE(assign(alone, name, with_legs.column(name)[0], start));
  }
  return start;
}

TEST(BodyLoops, LegsWithoutMassAreSprings) {
  const Description legs = description_of("stewart_platform");
  const Trajectory with_legs = moved_twin(compile_model(legs, {{"leg", 0}}), {}, 2);
  Description alone = platform_alone(legs);
  for (int i = 1; i <= 6; ++i) {
    Force force;
    force.spring = Spring{numbered("ground.foot", i), numbered("platform.p", i), "k", "l", "c"};
    alone.forces.push_back(force);
  }
  const Model platform = compile_model(alone);
  const Trajectory twin = moved_twin(platform, start_of(platform, with_legs), 2);
  expect_same_platform(with_legs, twin, 1e-9);
  const auto z = twin.column("platform.position.z");
  EXPECT_GT(*std::max_element(z.begin(), z.end()) - z.back(), 0.01);  // it swings
}

TEST(BodyLoops, LegsOfGivenLengthsLeadThePlatformAsDistancesDo) {
  Description legs = description_of("stewart_platform");
  Description alone = platform_alone(legs);
  legs.forces.clear();
  for (int i = 1; i <= 6; ++i) {
    const std::string wanted =
        " = 1.15 + 0.05*sin(" + std::to_string(2 + 0.3 * i) + "*t) + 0.01*t^2";
    Constraint reach;
    reach.name = numbered("reach", i);
    reach.equations = {numbered("rod", i) + ".position" + wanted};
    legs.constraints.push_back(reach);
    reach.equations = {"distance(" + numbered("platform.p", i) + ", " + numbered("ground.foot", i) +
                       ")" + wanted};
    alone.constraints.push_back(reach);
  }
  const Trajectory with_legs = moved_twin(compile_model(legs, {{"leg", 0}}), {}, 2);
  const Trajectory twin = moved_twin(compile_model(alone), {}, 2);
  EXPECT_EQ(with_legs.summary().freedom, 0u);
  expect_same_platform(with_legs, twin, 1e-9);
  // Legs without mass pass on what drives them.
  for (int i = 1; i <= 6; ++i) {
    const std::string multiplier = "multiplier(" + numbered("reach", i) + ")";
    const auto x = with_legs.column(multiplier), y = twin.column(multiplier);
    for (std::size_t k = 0; k < x.size(); ++k) EXPECT_NEAR(x[k], y[k], 1e-6) << multiplier << k;
  }
}

}  // namespace
}  // namespace zwang::test

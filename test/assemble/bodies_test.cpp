// SPDX-License-Identifier: Apache-2.0
// Bodies of a file become a tree with its numbers, names for its coordinates, frames that formulas
// asked for, and rows of closures that hold where the start is assembled.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "equations/evaluate.h"
#include "support/compile_text.h"

namespace zwang::compile {
namespace {

using equations::Kind;
using equations::Workspace;
using test::compile_text;
using Names = std::vector<std::string>;

constexpr double rounding = 1e-14;  // a few operations on numbers of size one

const bodies::SolidNumbers& solid(const bodies::Solids& solids, std::size_t k) {
  return solids.of[k];
}

bodies::Solids numbers_of(const equations::Equations& equations) {
  Workspace workspace(equations);
  bodies::Solids solids;
  solids.of.resize(equations.solids->tree.bodies.size());
  bodies::read(workspace.properties(), solids);
  return solids;
}

/// Largest residual and rate of the rows of the user at the start.
struct Off {
  double residual = 0, rate = 0;
};
Off off(const equations::Equations& equations) {
  Workspace workspace(equations);
  workspace.evaluate(equations::Stage::projection, equations.t, equations.q.data(),
                     equations.v.data());
  Off result;
  for (std::size_t i = 0; i < equations.rows.size(); ++i) {
    if (equations.rows[i].level == equations::Level::position)
      result.residual = std::max(result.residual, std::abs(workspace.residual()[i]));
    result.rate = std::max(result.rate, std::abs(workspace.rate()[i]));
  }
  return result;
}

const std::string pair_of_bodies = R"(
[[bodies]]
name = "second"
parent = "first"
joint = "ball"
at = [1, 0, 0]
rotation = { rpy = [0.1, 0.2, 0.3] }
mass = 2
inertia = [1, 1, 1]
start = { orientation = [2, 0, 0, 2], omega = [1, 2, 3] }

[[bodies]]
name = "first"
joint = "hinge"
axis = [0, 3, 4]
mass = "m"
inertia = ["m", 2, 2]
start = { angle = "m/4", rate = 0.5 }

[parameters]
m = 1
)";

TEST(CompileBodies, ParentsComeFirstWhateverTheOrderOfTheFile) {
  const Compiled model = compile_text(pair_of_bodies);
  EXPECT_EQ(model.names.bodies, (Names{"first", "second"}));
  EXPECT_EQ(model.names.coordinates,
            (Names{"first.angle", "second.orientation.w", "second.orientation.x",
                   "second.orientation.y", "second.orientation.z"}));
  const bodies::Tree& tree = model.equations.solids->tree;
  EXPECT_EQ(tree.bodies[0].parent, bodies::ground);
  EXPECT_EQ(tree.bodies[1].parent, 0);
  EXPECT_EQ(model.equations.solids->first, 0);
}

TEST(CompileBodies, AQuaternionStartsWithLengthOneAndTheRateThatOmegaGives) {
  const Compiled model = compile_text(pair_of_bodies);
  const double h = std::sqrt(0.5);
  const std::vector<double> q = {0.25, h, 0, 0, h};
  // e' = ½ (0, ω) e with e = h (1 + k), ω = i + 2j + 3k.
  const std::vector<double> v = {0.5, -1.5 * h, 1.5 * h, 0.5 * h, 1.5 * h};
  ASSERT_EQ(model.equations.q.size(), 5u);
  for (std::size_t k = 0; k < 5; ++k) {
    EXPECT_NEAR(model.equations.q[k], q[k], rounding) << k;
    EXPECT_NEAR(model.equations.v[k], v[k], rounding) << k;
  }
}

TEST(CompileBodies, NumbersFollowTheParameters) {
  const Compiled model = compile_text(pair_of_bodies, {{{"m", 3.0}}});
  const bodies::Solids solids = numbers_of(model.equations);
  EXPECT_EQ(solid(solids, 0).mass, 3);
  EXPECT_EQ(solid(solids, 0).inertia[0], 3);
  EXPECT_NEAR(solid(solids, 0).axis[1], 0.6, rounding);
  EXPECT_NEAR(solid(solids, 0).axis[2], 0.8, rounding);
  EXPECT_EQ(solid(solids, 1).at[0], 1);
  // Rz(0.3) Ry(0.2) Rx(0.1), by hand.
  const double cx = std::cos(0.1), sx = std::sin(0.1), cy = std::cos(0.2), sy = std::sin(0.2),
               cz = std::cos(0.3), sz = std::sin(0.3);
  const double R[9] = {cz * cy,
                       cz * sy * sx - sz * cx,
                       cz * sy * cx + sz * sx,
                       sz * cy,
                       sz * sy * sx + cz * cx,
                       sz * sy * cx - cz * sx,
                       -sy,
                       cy * sx,
                       cy * cx};
  for (int k = 0; k < 9; ++k) EXPECT_NEAR(solid(solids, 1).rotation[k], R[k], rounding) << k;
}

TEST(CompileBodies, NormRowsStandBehindThoseOfTheUserAndHaveNoConstraint) {
  const Compiled model = compile_text(pair_of_bodies + R"(
[[constraints]]
name = "held"
equation = "second.origin.x = 0.9"
)");
  ASSERT_EQ(model.equations.rows.size(), 2u);
  EXPECT_EQ(model.equations.rows[0].kind, Kind::equality);
  EXPECT_EQ(model.equations.rows[1].kind, Kind::norm);
  EXPECT_EQ(model.equations.rows[1].constraint, equations::no_constraint);
  EXPECT_TRUE(model.equations.rows[1].workless);
  ASSERT_EQ(model.names.constraints.size(), 1u);
  EXPECT_EQ(model.names.constraints[0].count, 1);
}

TEST(CompileBodies, EqualFramesAreMadeOnce) {
  const Compiled model = compile_text(pair_of_bodies + R"TOML(
[[observe]]
formula = "first.origin + first.center + first.axis(x) + first.vector(1, 0, 0)"
[[observe]]
formula = "first.omega + first.omega'"
)TOML");
  // Origin and center are one point here, axis and vector one vector.
  EXPECT_EQ(model.equations.solids->frames.size(), 3u);
}

/// Two free bodies, turned and placed somehow, and one closure.
std::string two_with(const std::string& closure) {
  return R"(
[[bodies]]
name = "a"
joint = "free"
mass = 1
inertia = [1, 1, 1]
points = { tip = [0.5, 0, 0] }
start = { orientation = [1, 0.2, -0.3, 0.4], position = [0.1, 0.2, 0.3] }
[[bodies]]
name = "b"
joint = "free"
mass = 1
inertia = [1, 1, 1]
start = { orientation = [0.3, 1, 0.2, 0.1], position = [1, 2, 3] }
[[constraints]]
)" + closure;
}

TEST(CompileBodies, ClosuresHaveTheirRows) {
  const std::pair<const char*, int> closures[] = {
      {"point = { between = [\"a.tip\", \"b\"] }", 3},
      {"weld = { between = [\"a.tip\", \"b\"] }", 6},
      {"hinge = { between = [\"a.tip\", \"b\"], axis = [1, 2, 3] }", 5},
      {"universal = { between = [\"a\", \"b\"], axis = [1, 0, 0], axis2 = [0, 1, 0] }", 4},
      {"slider = { between = [\"a\", \"b\"], axis = [1, 0, 1] }", 5},
      {"distance = { between = [\"a\", \"b\"] }", 1},
      {"roll = { body = \"a\", radius = 1 }", 3},
      {"roll = { body = \"a\", radius = 1, axis = [0, 1, 0], on = \"b\" }", 3},
      {"roll = { body = \"a\", radius = 1, on = \"b\", on_radius = 2 }", 3},
      {"gear = { between = [\"a.position.x\", \"b.position.y\"], ratio = 2 }", 1},
      {"rack = { between = [\"a.position.x\", \"b.position.y\"], radius = 2 }", 1},
  };
  for (const auto& [closure, rows] : closures) {
    const Compiled model = compile_text(two_with(closure));
    ASSERT_EQ(model.names.constraints.size(), 1u) << closure;
    EXPECT_EQ(model.names.constraints[0].count, rows) << closure;
  }
}

TEST(CompileBodies, WhatAClosureDoesNotSayIsAsAtTheStart) {
  const char* const closures[] = {
      "distance = { between = [\"a.tip\", \"b\"] }",
      "gear = { between = [\"a.position.x\", \"b.position.y\"], ratio = 2 }",
      "rack = { between = [\"a.position.x\", \"b.position.y\"], radius = 2 }",
  };
  for (const char* const closure : closures) {
    const Compiled model = compile_text(two_with(closure));
    EXPECT_LE(off(model.equations).residual, 10 * rounding) << closure;
  }
  // Only the points of a weld and a hinge are apart; their directions agree.
  for (const char* const closure : {"weld = { between = [\"a.tip\", \"b\"] }",
                                    "hinge = { between = [\"a.tip\", \"b\"], axis = [1, 2, 3] }"}) {
    const Compiled model = compile_text(two_with(closure));
    Workspace workspace(model.equations);
    workspace.evaluate(equations::Stage::projection, 0, model.equations.q.data(),
                       model.equations.v.data());
    double apart = 0;
    for (int i = 0; i < 3; ++i) apart = std::max(apart, std::abs(workspace.residual()[i]));
    EXPECT_GT(apart, 0.1);
    for (Index i = 3; i < model.names.constraints[0].count; ++i)
      EXPECT_NEAR(workspace.residual()[i], 0, 10 * rounding) << closure << " " << i;
  }
}

TEST(CompileBodies, ABallThatRollsMovesWithTheVelocityOfItsTurning) {
  const std::string text = R"(
[[bodies]]
name = "ball"
joint = "free"
mass = 1
inertia = [1, 1, 1]
start = { position = [3, 4, 0.5], velocity = [1, -2, 0], omega = [4, 2, 7] }
[[constraints]]
roll = { body = "ball", radius = 0.5 }
)";
  const Off here = off(compile_text(text).equations);
  EXPECT_LE(here.residual, rounding);
  EXPECT_LE(here.rate, rounding);
}

}  // namespace
}  // namespace zwang::compile

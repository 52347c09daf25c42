// SPDX-License-Identifier: Apache-2.0
// Friction: sliding velocities, C, limits and the rows that stick, against formulas written here and
// against differences.

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "assemble/nonideal_numbers.h"

namespace zwang::compile {
namespace {

using equations::Reading;
using test::complaints_of;
using test::NonidealNumbers;
using Vector = std::array<double, 3>;

double dot(const Vector& x, const Vector& y) { return x[0] * y[0] + x[1] * y[1] + x[2] * y[2]; }
Vector cross(const Vector& x, const Vector& y) {
  return {x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]};
}
Vector unit(Vector x) {
  const double length = std::sqrt(dot(x, x));
  for (double& component : x) component /= length;
  return x;
}

constexpr double rounding = 1e-13;  // of a dozen operations on numbers below 10

// Rows behind those of constraints hold w = 0: A is ∂w/∂v, and A ẍ − b is ẇ.
void expect_stick_rows(NonidealNumbers& at) {
  const equations::Equations& equations = at.equations();
  std::size_t component = 0;
  for (const equations::Sliding& contact : equations.sliding) {
    for (Index k = 0; k < contact.rows; ++k, ++component) {
      const Index i = contact.first_row + k;
      const equations::Row& row = equations.rows[static_cast<std::size_t>(i)];
      EXPECT_EQ(row.kind, equations::Kind::stick);
      EXPECT_EQ(row.constraint, equations::no_constraint);
      EXPECT_EQ(row.level, equations::Level::velocity);
      EXPECT_EQ(row.drift, equations::Drift::project);
      EXPECT_EQ(at.workspace.residual()[i], at.workspace.sliding()[component]);
      EXPECT_EQ(at.workspace.rate()[i], at.workspace.sliding()[component]);
      double rate = -at.workspace.b()[i];
      const std::vector<double> A = at.A(i);
      for (std::size_t j = 0; j < A.size(); ++j) rate += A[j] * at.a[j];
      EXPECT_NEAR(rate, at.sliding_rate(component), 1e-7);
    }
    const equations::Reaction& holding =
        equations.reactions[static_cast<std::size_t>(contact.holding)];
    EXPECT_EQ(holding.first_row, contact.first_row);
    EXPECT_EQ(holding.rows, contact.rows);
    EXPECT_EQ(holding.reading, Reading::watched);
  }
}

// C = −limit Wᵀd for all contacts, and its slopes by the normals, which enter by coefficients.
void expect_friction(NonidealNumbers& at, const std::vector<double>& coefficients) {
  const equations::Equations& equations = at.equations();
  std::vector<double> C(static_cast<std::size_t>(equations.n));
  std::vector<std::vector<double>> slopes(equations.reactions.size(), C);
  for (std::size_t k = 0; k < equations.sliding.size(); ++k) {
    const equations::Sliding& contact = equations.sliding[k];
    const double limit = at.workspace.limits()[2 * k];
    double sum = 0;
    for (const Index s : contact.normals) {
      sum += coefficients[k] * at.s[static_cast<std::size_t>(s)];
    }
    EXPECT_NEAR(limit, sum, rounding);
    for (Index i = 0; i < contact.rows; ++i) {
      const std::vector<double> W = at.A(contact.first_row + i);
      for (std::size_t j = 0; j < C.size(); ++j) {
        const double along = W[j] * at.d[k][static_cast<std::size_t>(i)];
        C[j] -= limit * along;
        for (const Index s : contact.normals) {
          slopes[static_cast<std::size_t>(s)][j] -= coefficients[k] * along;
        }
      }
    }
  }
  for (std::size_t j = 0; j < C.size(); ++j) {
    EXPECT_NEAR(at.C()[j], C[j], rounding);
    for (std::size_t s = 0; s < slopes.size(); ++s) {
      EXPECT_NEAR(at.slope(static_cast<Index>(s))[j], slopes[s][j], rounding);
    }
  }
}

const std::string wire = R"toml(
[parameters]
mu = 0.3
V = 0.7
[[particles]]
name = "bead"
mass = 2
position = [1, 1]
[[constraints]]
name = "wire"
equation = "bead.y = bead.x^2"
)toml";

TEST(CompileFriction, InThePlaneAPointSlidesAlongTheTangent) {
  NonidealNumbers at(wire + R"toml(
[[nonideal]]
friction = { constraint = "wire", coefficient = "mu", static = "2*mu" }
)toml",
                     1);
  ASSERT_EQ(at.equations().sliding.size(), 1u);
  const equations::Sliding& contact = at.equations().sliding[0];
  EXPECT_EQ(at.equations().m, 2);
  EXPECT_EQ(contact.first_row, 1);
  EXPECT_EQ(contact.rows, 1);
  EXPECT_FALSE(contact.of_constraint);
  ASSERT_EQ(contact.normals.size(), 1u);
  const equations::Reaction& normal =
      at.equations().reactions[static_cast<std::size_t>(contact.normals[0])];
  EXPECT_EQ(normal.reading, Reading::actual);
  EXPECT_EQ(normal.coordinates, (std::vector<Index>{0, 1}));
  EXPECT_EQ(normal.rows, 1);
  // ∇φ = (−2x, 1) turned to the left is (−1, −2x).
  const double length = std::hypot(1, 2 * at.q[0]);
  EXPECT_NEAR(at.workspace.sliding()[0], -(at.v[0] + 2 * at.q[0] * at.v[1]) / length, rounding);
  EXPECT_NEAR(at.workspace.limits()[1], 2 * at.workspace.limits()[0], rounding);
  EXPECT_TRUE(at.equations().rows[1].workless);
  expect_friction(at, {0.3});
  expect_stick_rows(at);
}

TEST(CompileFriction, ABeltMovesUnderThePoint) {
  NonidealNumbers at(wire + R"toml(
[[nonideal]]
friction = { constraint = "wire", coefficient = "mu*(1 + bead.x^2)", velocity = ["V", "2*V*t"], law = "explicit" }
)toml",
                     2);
  const equations::Sliding& contact = at.equations().sliding[0];
  EXPECT_EQ(at.equations().reactions[static_cast<std::size_t>(contact.normals[0])].reading,
            Reading::ideal);
  const double vx = at.v[0] - 0.7, vy = at.v[1] - 1.4 * at.t;
  EXPECT_NEAR(at.workspace.sliding()[0], -(vx + 2 * at.q[0] * vy) / std::hypot(1, 2 * at.q[0]),
              rounding);
  EXPECT_FALSE(at.equations().rows[1].workless);
  expect_friction(at, {0.3 * (1 + at.q[0] * at.q[0])});
  expect_stick_rows(at);
}

const std::string space = R"toml(
[[particles]]
name = "a"
mass = 1
position = [1, 0.5, 0.2]
[[particles]]
name = "b"
mass = 1
position = [0, 0, 0]
)toml";

TEST(CompileFriction, OnASurfaceInSpaceWhatIsNormalIsTakenAway) {
  NonidealNumbers at(space + R"toml(
[[constraints]]
name = "bowl"
equation = "a.z = a.x^2 + a.x*a.y"
[[nonideal]]
friction = { constraint = "bowl", coefficient = 0.2 }
)toml",
                     3);
  const Vector n = unit({-2 * at.q[0] - at.q[1], -at.q[0], 1});
  const Vector v = {at.v[0], at.v[1], at.v[2]};
  for (std::size_t k = 0; k < 3; ++k) {
    EXPECT_NEAR(at.workspace.sliding()[k], v[k] - n[k] * dot(n, v), rounding);
  }
  EXPECT_EQ(at.equations().sliding[0].rows, 3);
  EXPECT_EQ(at.equations().sliding[0].direction_slots.size(), 3u);
  expect_friction(at, {0.2});
  expect_stick_rows(at);
}

TEST(CompileFriction, AGrooveHasTwoNormalsAndOneDirection) {
  NonidealNumbers at(space + R"toml(
[[constraints]]
name = "left"
equation = "a.z = 2*a.x"
[[constraints]]
name = "right"
equation = "a.z = -a.x + a.y^2"
[[nonideal]]
friction = { constraint = ["left", "right"], coefficient = 0.2, on = "a" }
)toml",
                     4);
  const Vector t = unit(cross({-2, 0, 1}, {1, -2 * at.q[1], 1}));
  EXPECT_NEAR(at.workspace.sliding()[0], dot(t, {at.v[0], at.v[1], at.v[2]}), rounding);
  EXPECT_EQ(at.equations().sliding[0].normals.size(), 2u);
  expect_friction(at, {0.2});
  expect_stick_rows(at);
}

TEST(CompileFriction, ARailOfTwoRowsHasOneNormal) {
  NonidealNumbers at(space + R"toml(
[[constraints]]
name = "rail"
equations = ["a.z = 2*a.x", "a.z = -a.x + a.y^2"]
[[nonideal]]
friction = { constraint = "rail", coefficient = 0.2 }
)toml",
                     5);
  ASSERT_EQ(at.equations().sliding[0].normals.size(), 1u);
  EXPECT_EQ(at.equations().reactions[0].rows, 2);
  expect_friction(at, {0.2});
  expect_stick_rows(at);
}

TEST(CompileFriction, TwoPointsSlideAlongEachOther) {
  NonidealNumbers at(space + R"toml(
[[constraints]]
name = "touch"
equation = "distance(a, b) >= 1"
friction = 0.4
)toml",
                     6);
  const Vector n = unit({at.q[0] - at.q[3], at.q[1] - at.q[4], at.q[2] - at.q[5]});
  const Vector v = {at.v[0] - at.v[3], at.v[1] - at.v[4], at.v[2] - at.v[5]};
  for (std::size_t k = 0; k < 3; ++k) {
    EXPECT_NEAR(at.workspace.sliding()[k], v[k] - n[k] * dot(n, v), rounding);
    EXPECT_NEAR(at.C()[k], -at.C()[k + 3], rounding);
  }
  const equations::Sliding& contact = at.equations().sliding[0];
  EXPECT_TRUE(contact.of_constraint);
  EXPECT_EQ(contact.law, 0u);
  const equations::Reaction& normal =
      at.equations().reactions[static_cast<std::size_t>(contact.normals[0])];
  EXPECT_EQ(normal.coordinates, (std::vector<Index>{0, 1, 2}));
  expect_friction(at, {0.4});
  expect_stick_rows(at);
}

const std::string sledge = R"toml(
[parameters]
V = 0.5
[coordinates]
x = 1
y = 1
[free]
kinetic = "0.5*(x'^2 + y'^2)"
[[constraints]]
name = "floor"
equation = "y + x^2 = 2"
)toml";

TEST(CompileFriction, AFormulaSaysHowFastItSlides) {
  NonidealNumbers at(sledge + R"toml(
[[nonideal]]
friction = { constraint = "floor", coefficient = 0.2, sliding = "x*x' - V" }
)toml",
                     7);
  EXPECT_NEAR(at.workspace.sliding()[0], at.q[0] * at.v[0] - 0.5, rounding);
  const equations::Sliding& contact = at.equations().sliding[0];
  EXPECT_TRUE(at.equations().reactions[static_cast<std::size_t>(contact.holding)].multiplier);
  const equations::Reaction& normal =
      at.equations().reactions[static_cast<std::size_t>(contact.normals[0])];
  EXPECT_TRUE(normal.pressure);  // by its multiplier: forces and moments have no common norm
  expect_friction(at, {0.2});
  expect_stick_rows(at);
}

TEST(CompileFriction, WhatSlidesAlikeIsOneContact) {
  NonidealNumbers at(sledge + R"toml(
[[constraints]]
name = "roof"
equation = "y - x = 0"
[[nonideal]]
friction = { constraint = "floor", coefficient = 0.2, sliding = "x'", static = 0.5 }
[[nonideal]]
friction = { constraint = "roof", coefficient = 0.3, sliding = "x'" }
)toml",
                     8);
  ASSERT_EQ(at.equations().sliding.size(), 1u);
  ASSERT_EQ(at.equations().sliding[0].normals.size(), 2u);
  const auto s = [&](std::size_t k) {
    return at.s[static_cast<std::size_t>(at.equations().sliding[0].normals[k])];
  };
  EXPECT_NEAR(at.workspace.limits()[0], 0.2 * s(0) + 0.3 * s(1), rounding);
  EXPECT_NEAR(at.workspace.limits()[1], 0.5 * s(0) + 0.3 * s(1), rounding);
  EXPECT_NEAR(at.C()[0], -(0.2 * s(0) + 0.3 * s(1)) * at.d[0][0], rounding);
  expect_stick_rows(at);
}

// The same floor for every ball, as a family and written out.
TEST(CompileFriction, EveryPlaceOfAFamilyIsAContact) {
  const std::string balls = R"toml(
[[particles]]
name = "p"
count = 3
mass = 1
position = ["i", 1]
)toml";
  const std::string own = "\nrestitution = 0.5\nfriction = 0.3\n";
  std::string written = balls;
  for (const char* i : {"1", "2", "3"}) {
    written += std::string("[[constraints]]\nname = \"floor") + i + "\"\nequation = \"p[" + i +
               "].y >= 0.1*p[" + i + "].x^2\"" + own;
  }
  NonidealNumbers family(balls + R"toml([[constraints]]
name = "floor"
equation = "p[i].y >= 0.1*p[i].x^2"
for = "i in 1..3"
)toml" + own,
                         9),
      lone(written, 9);
  ASSERT_EQ(family.equations().sliding.size(), 3u);
  for (std::size_t k = 0; k < 3; ++k) {
    EXPECT_EQ(family.equations().sliding[k].law, 0u);
    EXPECT_EQ(lone.equations().sliding[k].law, k);
    EXPECT_EQ(family.equations().rows[k].kind, equations::Kind::unilateral);
    EXPECT_EQ(family.equations().rows[k].restitution, 0.5);
    const auto normal = [&](const NonidealNumbers& at) {
      const equations::Sliding& contact = at.equations().sliding[k];
      return at.equations().reactions[static_cast<std::size_t>(contact.normals[0])];
    };
    EXPECT_EQ(normal(family).first_row, static_cast<Index>(k));
    EXPECT_EQ(normal(family).coordinates, normal(lone).coordinates);
    EXPECT_EQ(family.workspace.sliding()[k], lone.workspace.sliding()[k]);
  }
  EXPECT_EQ(family.C(), lone.C());
  expect_friction(family, {0.3, 0.3, 0.3});
  expect_stick_rows(family);
}

TEST(CompileFriction, StickRowsHaveAWeightWhereOthersDo) {
  NonidealNumbers at(wire + R"toml(
weight = 3
[[nonideal]]
friction = { constraint = "wire", coefficient = "mu" }
)toml",
                     10);
  EXPECT_EQ(at.equations().weights, (std::vector<double>{3, 1}));
}

const std::string ask = " (give the sliding velocity: sliding = \"…\", a formula of rates)";

TEST(CompileFriction, SaysWhatIsNotClear) {
  EXPECT_EQ(complaints_of(sledge + R"toml(
[[nonideal]]
friction = { constraint = "floor", coefficient = 0.2 }
)toml"),
            "E325: it is not clear what slides: 'x' does not belong to a particle" + ask);
  EXPECT_EQ(complaints_of(sledge + R"toml(
[[nonideal]]
friction = { constraint = "floor", coefficient = 0.2, sliding = "abs(x')" }
)toml"),
            "E325: a sliding velocity must be linear in rates (write a velocity, as in x' - "
            "V)");
  EXPECT_EQ(complaints_of(sledge + R"toml(
[[nonideal]]
friction = { constraint = "floor", coefficient = 0.2, sliding = "x" }
)toml"),
            "E325: a sliding velocity must be linear in rates (write a velocity, as in x' - "
            "V)");
  EXPECT_EQ(complaints_of(space + R"toml(
[[constraints]]
name = "odd"
equation = "a.z*b.z = 1"
[[nonideal]]
friction = { constraint = "odd", coefficient = 0.2 }
)toml"),
            "E325: it is not clear how the two particles slide: the constraint does not depend on "
            "their difference alone" +
                ask);
  EXPECT_EQ(complaints_of(wire + R"toml(
[[constraints]]
name = "wall"
equation = "bead.x = 1"
[[nonideal]]
friction = { constraint = ["wire", "wall"], coefficient = 0.2 }
)toml"),
            "E325: nothing is left to slide: 2 equations fix it" + ask);
  EXPECT_EQ(complaints_of(space + R"toml(
[[constraints]]
name = "bowl"
equation = "a.z = a.x^2"
[[nonideal]]
friction = { constraint = "bowl", coefficient = 0.2, on = "b" }
)toml"),
            "E325: 'b' is not what the constraint acts on" + ask);
}

TEST(CompileFriction, SaysWhatIsWrong) {
  const auto with = [](const std::string& friction) {
    return complaints_of(wire + "[[nonideal]]\nfriction = { constraint = " + friction + " }\n");
  };
  EXPECT_EQ(with("\"wir\", coefficient = 0.2"),
            "E321: 'wir' is not a constraint (did you mean 'wire'?)");
  EXPECT_EQ(with("\"wire\", coefficient = \"mu - 1\""),
            "E327: a coefficient of friction cannot be negative");
  EXPECT_EQ(with("\"wire\", coefficient = \"mu\", static = \"mu/2\""),
            "E327: the static coefficient cannot be smaller than the sliding one (make 'static' at "
            "least as large as 'coefficient')");
  EXPECT_EQ(with("\"wire\", coefficient = \"mu\", velocity = [\"bead.x'\", 0]"),
            "E310: the velocity of a surface cannot depend on rates (give the sliding velocity: "
            "sliding = "
            "\"…\", a formula of rates)");
  EXPECT_EQ(with("\"wire\", coefficient = \"reaction(wire)\""),
            "E216: 'reaction' is not allowed here (reactions can be used in forces of "
            "[[nonideal]], in [[observe]] and in [[events]])");
}

}  // namespace
}  // namespace zwang::compile

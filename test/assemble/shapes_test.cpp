// SPDX-License-Identifier: Apache-2.0
// Shapes: what they weigh, against integrals over slices and against each other; how far they are
// apart, against the convex minimisation of Frank and Wolfe.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numbers>

#include "equations/evaluate.h"
#include "scope/shape.h"
#include "support/compile_text.h"
#include "support/random.h"

namespace zwang::compile {
namespace {

using test::compile_text;
using Point = std::array<double, 3>;
using Matrix = std::array<Point, 3>;

Point operator+(const Point& a, const Point& b) { return {a[0] + b[0], a[1] + b[1], a[2] + b[2]}; }
Point operator-(const Point& a, const Point& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }
Point operator*(double c, const Point& a) { return {c * a[0], c * a[1], c * a[2]}; }
double dot(const Point& a, const Point& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
double norm(const Point& a) { return std::sqrt(dot(a, a)); }
Point operator*(const Matrix& R, const Point& v) {
  return {dot(R[0], v), dot(R[1], v), dot(R[2], v)};
}
Point transposed(const Matrix& R, const Point& v) {
  return v[0] * R[0] + v[1] * R[1] + v[2] * R[2];
}

std::string list(const Point& p) {
  std::string text = "[";
  for (std::size_t k = 0; k < 3; ++k) text += (k ? ", " : "") + Expression(p[k]).text;
  return text + "]";
}

/// A turn, as a quaternion that a file can have and as a matrix.
struct Turn {
  std::array<double, 4> e;
  Matrix R;
  std::string text() const {
    return "[" + Expression(e[0]).text + ", " + list({e[1], e[2], e[3]}).substr(1);
  }
};

Turn turn_of(std::array<double, 4> e) {
  const double size = std::sqrt(e[0] * e[0] + e[1] * e[1] + e[2] * e[2] + e[3] * e[3]);
  for (double& x : e) x /= size;
  const auto [w, x, y, z] = e;
  return {e,
          {Point{1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)},
           Point{2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)},
           Point{2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)}}};
}

class Draw {
 public:
  explicit Draw(unsigned seed) : random_(seed) {}
  double in(double from, double to) { return from + (to - from) * random_.uniform(); }
  Point point(double size) { return {in(-size, size), in(-size, size), in(-size, size)}; }
  Turn turn() { return turn_of({in(-1, 1), in(-1, 1), in(-1, 1), in(0.1, 1)}); }

 private:
  test::Random random_;
};

bodies::SolidNumbers solid_of(const std::string& shape) {
  const auto compiled = compile_text("[[bodies]]\nname = \"a\"\njoint = \"free\"\n" + shape);
  EXPECT_TRUE(compiled.diagnostics.empty())
      << shape << "\n"
      << (compiled.diagnostics.empty() ? "" : compiled.diagnostics[0].what);
  if (!compiled.diagnostics.empty()) return {};
  equations::Workspace workspace(compiled.equations);
  bodies::Solids solids;
  solids.of.resize(1);
  bodies::read(workspace.properties(), solids);
  return solids.of[0];
}

/// Mass and moments of a solid of revolution about z with density 1, whose radius squared at height z
/// is given: Simpson's rule in pieces, exact for the polynomials of balls and tubes.
struct Moments {
  double mass = 0, across = 0, along = 0;
};
Moments integrated(const std::vector<double>& ends, const std::function<double(double)>& square) {
  Moments sum;
  const double pi = std::numbers::pi;
  for (std::size_t p = 0; p + 1 < ends.size(); ++p) {
    constexpr int parts = 64;
    const double h = (ends[p + 1] - ends[p]) / parts;
    for (int k = 0; k < parts; ++k) {
      for (const auto& [at, weight] : {std::pair{0.0, 1.0}, {0.5, 4.0}, {1.0, 1.0}}) {
        const double z = ends[p] + (k + at) * h, s = square(z), w = weight * h / 6;
        sum.mass += w * pi * s;
        sum.along += w * pi * s * s / 2;
        sum.across += w * pi * (s * s / 4 + s * z * z);
      }
    }
  }
  return sum;
}

TEST(Shapes, WeighWhatIntegralsSay) {
  struct Case {
    std::string shape;
    std::vector<double> ends;
    std::function<double(double)> square;
  };
  const double r = 0.3, h = 0.7;
  const Case cases[] = {
      {"{ sphere = 0.3 }", {-r, r}, [=](double z) { return r * r - z * z; }},
      {"{ cylinder = [0.3, 0.7] }", {-h / 2, h / 2}, [=](double) { return r * r; }},
      {"{ disk = 0.3, thickness = 0.7 }", {-h / 2, h / 2}, [=](double) { return r * r; }},
      {"{ capsule = [0.3, 0.7] }",
       {-h / 2 - r, -h / 2, h / 2, h / 2 + r},
       [=](double z) { return r * r - std::pow(std::max(std::abs(z) - h / 2, 0.0), 2); }},
  };
  for (const Case& one : cases) {
    const Moments wanted = integrated(one.ends, one.square);
    const bodies::SolidNumbers solid = solid_of("density = 1\nshape = " + one.shape + "\n");
    EXPECT_NEAR(solid.mass, wanted.mass, 1e-7 * wanted.mass) << one.shape;
    EXPECT_NEAR(solid.inertia[0], wanted.across, 1e-7 * wanted.across) << one.shape;
    EXPECT_NEAR(solid.inertia[1], wanted.across, 1e-7 * wanted.across) << one.shape;
    EXPECT_NEAR(solid.inertia[2], wanted.along, 1e-7 * wanted.along) << one.shape;
    EXPECT_NEAR(solid.center[2], 0, 1e-15) << one.shape;
  }
}

// A box is the hull of its corners, and is made of two boxes side by side; wherever it lies.
TEST(Shapes, BoxesHullsAndPartsWeighTheSame) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    Draw draw(seed);
    const Point edges{draw.in(0.1, 2), draw.in(0.1, 2), draw.in(0.1, 2)}, at = draw.point(1);
    const Turn turn = draw.turn();
    const std::string where = ", rotation = { quaternion = " + turn.text() + " }, at = ";
    const bodies::SolidNumbers box =
        solid_of("density = 3\nshape = { box = " + list(edges) + where + list(at) + " }\n");
    std::string corners = "[" + list(at);  // the middle, which is no corner
    for (int k = 0; k < 8; ++k) {
      const Point local{(k & 1 ? 0.5 : -0.5) * edges[0], (k & 2 ? 0.5 : -0.5) * edges[1],
                        (k & 4 ? 0.5 : -0.5) * edges[2]};
      corners += ", " + list(at + turn.R * local);
    }
    const bodies::SolidNumbers hull =
        solid_of("shape = { density = 3, hull = " + corners + "] }\n");
    const double third = edges[0] / 3;
    const auto part = [&](double length, double off) {
      return "{ box = " + list({length, edges[1], edges[2]}) + where +
             list(at + turn.R * Point{off, 0, 0}) + " }";
    };
    const bodies::SolidNumbers parts =
        solid_of("mass = " + Expression(3 * edges[0] * edges[1] * edges[2]).text + "\nshape = [" +
                 part(third, -third) + ", " + part(2 * third, third / 2) + "]\n");
    for (const bodies::SolidNumbers* const other : {&hull, &parts}) {
      EXPECT_NEAR(other->mass, box.mass, 1e-12 * box.mass) << "seed " << seed;
      for (int k = 0; k < 3; ++k)
        EXPECT_NEAR(other->center[k], box.center[k], 1e-11) << "seed " << seed;
      for (int k = 0; k < 6; ++k)
        EXPECT_NEAR(other->inertia[k], box.inertia[k], 1e-10 * box.mass) << "seed " << seed;
    }
  }
}

TEST(Shapes, WhatTheBodySaysCounts) {
  const bodies::SolidNumbers rod = solid_of("mass = 2\nshape = { rod = 3 }\n");
  EXPECT_DOUBLE_EQ(rod.mass, 2);
  EXPECT_DOUBLE_EQ(rod.center[0], 1.5);
  EXPECT_DOUBLE_EQ(rod.inertia[0], 0);
  EXPECT_DOUBLE_EQ(rod.inertia[1], 1.5);
  const bodies::SolidNumbers own =
      solid_of("mass = 2\ncenter = [1, 0, 0]\ninertia = [4, 5, 6]\nshape = { sphere = 3 }\n");
  EXPECT_DOUBLE_EQ(own.center[0], 1);
  EXPECT_DOUBLE_EQ(own.inertia[2], 6);
}

/// A convex shape by its farthest point along a direction, in its own frame.
Point farthest(const std::string& kind, const std::vector<double>& size, const Point& d) {
  const auto sign = [](double x) { return x < 0 ? -1.0 : 1.0; };
  const double length = std::max(norm(d), 1e-300),
               across = std::max(std::hypot(d[0], d[1]), 1e-300);
  if (kind == "sphere") return size[0] / length * d;
  if (kind == "box")
    return {sign(d[0]) * size[0] / 2, sign(d[1]) * size[1] / 2, sign(d[2]) * size[2] / 2};
  if (kind == "capsule") return size[0] / length * d + Point{0, 0, sign(d[2]) * size[1] / 2};
  return {size[0] * d[0] / across, size[0] * d[1] / across, sign(d[2]) * size[1] / 2};  // cylinder
}

struct Solid {
  std::string kind;
  std::vector<double> size;
  Point at;
  Turn turn;

  Point support(const Point& d) const {
    return at + turn.R * farthest(kind, size, transposed(turn.R, d));
  }
  std::string shape() const {
    std::string sizes;
    for (const double x : size) sizes += (sizes.empty() ? "" : ", ") + Expression(x).text;
    return "{ " + kind + " = " + (size.size() == 1 ? sizes : "[" + sizes + "]") + " }";
  }
  std::string body(const std::string& name) const {
    return "[[bodies]]\nname = \"" + name +
           "\"\njoint = \"free\"\ndensity = 1\nshape = " + shape() +
           "\nstart = { position = " + list(at) + ", orientation = " + turn.text() + " }\n";
  }
};

Solid random_solid(Draw& draw, const std::string& kind, double far) {
  const std::size_t sizes = kind == "sphere" ? 1 : kind == "box" ? 3 : 2;
  Solid solid{kind, {}, draw.point(far), draw.turn()};
  for (std::size_t k = 0; k < sizes; ++k) solid.size.push_back(draw.in(0.2, 1));
  return solid;
}

/// The distance of two convex solids, from below and from above: min ‖a − b‖ by steps to the farthest
/// point against the gradient.
std::pair<double, double> distance(const Solid& a, const Solid& b) {
  Point x = a.at - b.at;
  double below = 0;
  for (int k = 0; k < 4000; ++k) {
    const Point s = a.support(-1.0 * x) - b.support(x);
    below = std::max(below, dot(x, s) / std::max(norm(x), 1e-300));
    const Point way = s - x;
    if (norm(x) - below < 1e-9 || dot(way, way) == 0) break;
    x = x + std::clamp(-dot(x, way) / dot(way, way), 0.0, 1.0) * way;
  }
  return {below, norm(x)};
}

std::vector<double> gaps_of(const Compiled& compiled) {
  const equations::Equations& e = compiled.equations;
  equations::Workspace workspace(e);
  workspace.evaluate(equations::Stage::projection, e.t, e.q.data(), e.v.data());
  std::vector<double> gaps;
  for (std::size_t i = 0; i < e.rows.size(); ++i)
    if (e.rows[i].kind == equations::Kind::unilateral) gaps.push_back(workspace.residual()[i]);
  return gaps;
}

TEST(Shapes, AreAsFarApartAsConvexMinimisationSays) {
  int apart = 0;
  for (const char* const kind : {"sphere", "box", "capsule", "cylinder", "two capsules"}) {
    for (unsigned seed = 0; seed < 15; ++seed) {
      Draw draw(seed + 1000);
      const bool capsules = kind == std::string("two capsules");
      const Solid ball = random_solid(draw, capsules ? "capsule" : "sphere", 1.5),
                  other = random_solid(draw, capsules ? "capsule" : kind, 1.5);
      const auto [below, above] = distance(ball, other);
      if (!(below > 1e-3)) continue;  // they overlap
      ++apart;
      const bool swap = seed % 2 == 0;
      const Compiled compiled =
          compile_text(ball.body("a") + other.body("b") + "[[contacts]]\nbetween = " +
                       (swap ? "[\"b\", \"a\"]" : "[\"a\", \"b\"]") + "\n");
      ASSERT_TRUE(compiled.diagnostics.empty()) << compiled.diagnostics[0].what;
      const std::vector<double> gaps = gaps_of(compiled);
      ASSERT_EQ(gaps.size(), 1u);
      EXPECT_GE(gaps[0], below - 1e-12) << kind << ", seed " << seed;
      EXPECT_LE(gaps[0], above + 1e-12) << kind << ", seed " << seed;
    }
  }
  EXPECT_GT(apart, 25);
}

// The least of the rows of a plane is how far the solid reaches towards it.
TEST(Shapes, AreAsFarFromPlanesAsTheyReach) {
  for (const char* const kind : {"sphere", "box", "capsule", "cylinder"}) {
    for (unsigned seed = 0; seed < 10; ++seed) {
      Draw draw(seed + 2000);
      const Solid solid = random_solid(draw, kind, 2);
      Point n = draw.point(1);
      n = 1 / norm(n) * n;
      const Point at = draw.point(1);
      const Compiled compiled =
          compile_text("[ground]\nshapes = [{ plane = " + list(3.0 * n) + ", at = " + list(at) +
                       " }]\n" + solid.body("a") + "[[contacts]]\nbetween = \"all\"\n");
      ASSERT_TRUE(compiled.diagnostics.empty()) << compiled.diagnostics[0].what;
      const std::vector<double> gaps = gaps_of(compiled);
      const double wanted = dot(n, solid.support(-1.0 * n) - at);
      EXPECT_NEAR(*std::min_element(gaps.begin(), gaps.end()), wanted, 1e-13)
          << kind << ", seed " << seed;
    }
  }
}

/// A rectangle of the plane, about its middle.
struct Rectangle {
  double x, y, angle, a, b;  // half edges
  std::array<double, 2> corner(int k) const {
    const double u = k & 1 ? a : -a, v = k & 2 ? b : -b, c = std::cos(angle), s = std::sin(angle);
    return {x + c * u - s * v, y + s * u + c * v};
  }
  /// How far a point is beyond the edges, along both.
  std::array<double, 2> beyond(const std::array<double, 2>& p) const {
    const double c = std::cos(angle), s = std::sin(angle), dx = p[0] - x, dy = p[1] - y;
    return {std::max(std::abs(c * dx + s * dy) - a, 0.0),
            std::max(std::abs(c * dy - s * dx) - b, 0.0)};
  }
};

// Boxes with one edge parallel, as in a stack that rocks, are as far apart as two rectangles of the plane. Where a
// corner is over a face, the least row is the distance; elsewhere (corner beside corner) it is less, but not negative.
TEST(Shapes, BoxesAreApartAsTheirFacesAre) {
  int faces = 0;
  for (unsigned seed = 0; seed < 40; ++seed) {
    Draw draw(seed + 3000);
    Solid lower = random_solid(draw, "box", 1), upper = random_solid(draw, "box", 1);
    const double tilt = draw.in(-0.5, 0.5), along = draw.in(-0.1, 0.1), off = draw.in(-0.5, 0.5);
    // The upper one turned about the lower one's x, then laid above it.
    const std::array<double, 4> q{std::cos(tilt / 2), std::sin(tilt / 2), 0, 0}, e = lower.turn.e;
    upper.turn = turn_of({e[0] * q[0] - e[1] * q[1], e[0] * q[1] + e[1] * q[0],
                          e[2] * q[0] + e[3] * q[1], e[3] * q[0] - e[2] * q[1]});
    const Point n = lower.turn.R * Point{0, 0, 1};
    upper.at = {0, 0, 0};
    const double height = dot(n, upper.support(n)) + lower.size[2] / 2 + draw.in(0, 0.2);
    upper.at = lower.at + lower.turn.R * Point{along, off, height};
    const Rectangle low{0, 0, 0, lower.size[1] / 2, lower.size[2] / 2},
        high{off, height, tilt, upper.size[1] / 2, upper.size[2] / 2};
    double wanted = HUGE_VAL;
    bool face = false;
    for (int k = 0; k < 4; ++k) {
      for (const auto& [x, y] : {low.beyond(high.corner(k)), high.beyond(low.corner(k))}) {
        if (std::hypot(x, y) >= wanted) continue;
        wanted = std::hypot(x, y);
        face = x == 0 || y == 0;
      }
    }
    const Compiled compiled =
        compile_text(upper.body("a") + lower.body("b") + "[[contacts]]\nbetween = " +
                     (seed % 3 ? "[\"b\", \"a\"]" : "[\"a\", \"b\"]") + "\n");
    const std::vector<double> gaps = gaps_of(compiled);
    ASSERT_EQ(gaps.size(), 4u);
    const double least = *std::min_element(gaps.begin(), gaps.end());
    if (face) EXPECT_NEAR(least, wanted, 1e-12) << "seed " << seed;
    EXPECT_GE(least, -1e-12) << "seed " << seed;
    EXPECT_LE(least, wanted + 1e-12) << "seed " << seed;
    faces += face;
  }
  EXPECT_GT(faces, 25);
}

TEST(Shapes, RowsAreNamedByWhatTouches) {
  const Compiled compiled = compile_text(R"toml(
[ground]
shapes = [{ name = "floor", plane = [0, 0, 1] }]
[[bodies]]
name = "box"
joint = "free"
density = 1
shape = { box = [1, 1, 1] }
start = { position = [0, 0, 1] }
[[bodies]]
name = "arm"
joint = "hinge"
mass = 1
inertia = [1, 1, 1]
limits = [-1, 1]
[[bodies]]
name = "ball"
parent = "arm"
joint = "planar"
density = 1
shape = [{ sphere = 0.1, at = [3, 0, 1] }, { name = "tip", sphere = 0.1, at = [4, 0, 1] }]
limits = { x = [-1, "none"], angle = ["none", 2] }
[[contacts]]
name = "fall"
between = ["floor", "ball"]
[[contacts]]
between = ["tip", "box"]
[[contacts]]
between = ["box", "ground"]
[[observe]]
name = "push"
formula = "multiplier(box_corner_3_on_floor) + multiplier(arm_upper_limit)"
)toml");
  ASSERT_TRUE(compiled.diagnostics.empty()) << compiled.diagnostics[0].what;
  std::vector<std::string> names;
  for (const NamedRows& rows : compiled.names.constraints) names.push_back(rows.name);
  const std::vector<std::string> wanted = {"arm: lower limit",
                                           "arm: upper limit",
                                           "ball.x: lower limit",
                                           "ball.angle: upper limit",
                                           "fall: ball shape 1 on floor",
                                           "fall: tip on floor",
                                           "tip on box",
                                           "box corner 1 on floor",
                                           "box corner 2 on floor",
                                           "box corner 3 on floor",
                                           "box corner 4 on floor",
                                           "box corner 5 on floor",
                                           "box corner 6 on floor",
                                           "box corner 7 on floor",
                                           "box corner 8 on floor"};
  EXPECT_EQ(names, wanted);
}

TEST(Shapes, SayWhatCannotBe) {
  const std::string floor = "[ground]\nshapes = [{ name = \"floor\", plane = [0, 0, 1] }]\n";
  const auto body = [](const std::string& name, const std::string& shape) {
    return "[[bodies]]\nname = \"" + name + "\"\njoint = \"free\"\n" + shape + "\n";
  };
  const auto contact = [](const std::string& between) {
    return "[[contacts]]\nbetween = " + between + "\n";
  };
  const std::string ball = body("ball", "shape = { sphere = 1, density = 1 }");
  const std::pair<std::string, std::string> cases[] = {
      {floor + body("a", "shape = { rod = 1, mass = 1 }") + contact("[\"a\", \"floor\"]"),
       "'a' and 'floor': a rod has no surface to touch with"},
      {body("a", "density = 1\nshape = { cylinder = [1, 1] }") +
           body("b", "density = 1\nshape = { capsule = [1, 1] }") + contact("\"all\""),
       "'a' and 'b': how a cylinder touches a capsule is not known here"},
      {ball + contact("[\"ball\", \"wall\"]"), "'wall' is neither a body nor a shape"},
      {ball + contact("[\"ball\", \"ground\"]"), "'ground' has no shape to touch with"},
      {ball + contact("\"all\""), "there are no two things with shapes that could touch"},
      {floor + ball + contact("[\"ball\", \"floor\"]") + contact("\"all\""),
       "'ball' and 'floor' are in two contacts"},
      {body("a", "shape = { rod = 1, density = 1 }"),
       "what is thin has no volume, so a density says nothing of its mass"},
      {body("a", "mass = 1\nshape = { sphere = 1, density = 1 }"),
       "the mass of 'a' is given twice"},
      {body("a", "shape = [{ sphere = 1, mass = 1 }, { disk = 1 }]"),
       "nothing says what this shape of 'a' weighs"},
      {body("a", "mass = 1\nshape = { sphere = \"-1\" }"), "a size is greater than 0"},
      {body("a", "density = 1\nshape = { hull = [[0,0,0],[1,0,0],[0,1,0],[1,1,0]] }"),
       "the corners of this hull lie in one plane"},
      {body("a", "density = 1\nshape = { box = [1, 1, 1] }") +
           body("b", "density = 1\nshape = { box = [1, 1, 1] }") + contact("\"all\""),
       "'a corner 1 on b': these boxes lie inside each other at the start"},
      {body("a",
            "density = 1\nshape = { box = [1, 1, 1], at = [0, 0, 3], rotation = { rpy = [0, 0, "
            "0.1] } }") +
           body("b", "density = 1\nshape = { box = [1, 1, 1] }") + contact("\"all\""),
       "'a corner 1 on b': how boxes touch that are turned against each other is not known here"},
      {body("a", "density = 1\nshape = { box = [1, 1, 1], at = [1, 0, 1] }") +
           body("b", "density = 1\nshape = { box = [1, 1, 1] }") + contact("\"all\""),
       "'a corner 1 on b': these boxes touch with an edge alone at the start"},
      {body("a", "density = 1\nshape = { capsule = [0.5, 1], at = [1, 0, 0.3] }") +
           body("b", "density = 1\nshape = { capsule = [0.5, 1] }") + contact("\"all\""),
       "'a on b': these capsules touch along a line at the start"},
      {"[[bodies]]\nname = \"a\"\njoint = \"hinge\"\nmass = 1\ninertia = [1,1,1]\nlimits = [1, "
       "-1]\n",
       "nothing lies between the limits of 'a'"},
  };
  for (const auto& [text, what] : cases) {
    const std::string said = test::complaints_of(text);
    EXPECT_NE(said.find(": " + what), std::string::npos) << text << "\n" << said;
  }
}

}  // namespace
}  // namespace zwang::compile

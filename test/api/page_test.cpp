// SPDX-License-Identifier: Apache-2.0
// Pages of models: what they draw, what they say, and that nothing in a model becomes markup.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>

#include "record/hdf5/record_file.h"
#include "record/scratch.h"
#include "zwang/report.h"

namespace zwang {
namespace {

using nlohmann::json;
using test::Scratch;

struct Page {
  std::string html;
  json scene;

  std::string between(const std::string& begin, const std::string& end) const {
    const std::size_t from = html.find(begin);
    if (from == std::string::npos) return {};
    return html.substr(from + begin.size(), html.find(end, from) - from - begin.size());
  }
};

template <class Results>
Page page_of(const Results& results, const std::string& command = "") {
  const Scratch scratch;
  write_hdf5(results, scratch.path("a.h5"), command);
  write_report(scratch.path("a.h5"), scratch.path("a.html"));
  Page page{test::bytes_of(scratch.path("a.html")), {}};
  page.scene = json::parse(page.between("id=\"zwang-scene\">", "</script>"));
  return page;
}

Page page_of_text(const std::string& text) { return page_of(run(read_model(text, "a.toml"))); }

const char* const pendulum = R"toml(
title = "Pendulum"
[[particles]]
name = "bob"
mass = 1
position = [3, 1]
[free]
gravity = [0, -9.81]
[[constraints]]
name = "rod"
equation = "(bob.x - 2)^2 + (bob.y - 1)^2 = 1"
[simulate]
duration = 1
output = 20
)toml";

TEST(Page, SameRunIsTheSameBytesAndThePageComesFromTheRecordAlone) {
  const Scratch scratch;
  const Model model = read_model(pendulum, "a.toml");
  for (const char* name : {"a", "b"})
    write_hdf5(run(model), scratch.path(name) + std::string(".h5"));
  EXPECT_EQ(test::bytes_of(scratch.path("a.h5")), test::bytes_of(scratch.path("b.h5")));
  write_report(scratch.path("a.h5"), scratch.path("a.html"));
  write_report(scratch.path("b.h5"), scratch.path("b.html"));
  EXPECT_EQ(test::bytes_of(scratch.path("a.html")), test::bytes_of(scratch.path("b.html")));
  EXPECT_THROW(write_report(scratch.path("a.html"), scratch.path("c.html")), FileTrouble);
  EXPECT_THROW(write_report(scratch.path("a.h5"), "/nowhere/at/all.html"), FileTrouble);
}

TEST(Page, CircleIsDrawnAsARodToItsCentre) {
  const json scene = page_of_text(pendulum).scene;
  EXPECT_EQ(scene["dimensions"], 2);
  EXPECT_EQ(scene["up"], (json{0, 1, 0}));
  ASSERT_EQ(scene["rods"].size(), 1u);
  const json& rod = scene["rods"][0];
  EXPECT_EQ(rod["name"], "rod");
  EXPECT_EQ(rod["to"]["point"], 0);
  EXPECT_NEAR(rod["from"]["at"][0].get<double>(), 2, 1e-9);  // the centre, of a size of 1
  EXPECT_NEAR(rod["from"]["at"][1].get<double>(), 1, 1e-9);
  const json& columns = scene["columns"];
  const json& at = scene["points"][0]["at"];
  EXPECT_EQ(columns[at[0].get<std::size_t>()]["name"], "bob.x");
  EXPECT_EQ(columns[at[1].get<std::size_t>()]["name"], "bob.y");
  const json& arrow = scene["arrows"][0]["vector"];
  EXPECT_EQ(columns[arrow[1].get<std::size_t>()]["name"], "force(rod).bob.y");
}

TEST(Page, DistanceToAFixedPointIsARodToo) {
  std::string text = pendulum;
  text.replace(text.find("(bob.x - 2)^2 + (bob.y - 1)^2 = 1"), 33, "distance(bob, [2, 1]) = 1");
  const json scene = page_of_text(text).scene;
  ASSERT_EQ(scene["rods"].size(), 1u);
  EXPECT_NEAR(scene["rods"][0]["from"]["at"][0].get<double>(), 2, 1e-9);
  EXPECT_TRUE(scene["curves"].empty());
}

TEST(Page, OtherCurvesAreFollowed) {
  std::string text = pendulum;
  text.replace(text.find("(bob.x - 2)^2 + (bob.y - 1)^2 = 1"), 33, "bob.y = sin(bob.x) + 1");
  text.replace(text.find("[3, 1]"), 6, "[0, 1]");
  const json scene = page_of_text(text).scene;
  ASSERT_EQ(scene["curves"].size(), 1u);
  EXPECT_GT(scene["curves"][0]["points"].size(), 20u);
  for (const json& point : scene["curves"][0]["points"]) {
    const double x = point[0], y = point[1];
    // Points are given to five digits.
    EXPECT_NEAR(y, std::sin(x) + 1, 2e-4 * (1 + std::abs(x) + std::abs(y))) << x;
  }
}

TEST(Page, SurfacesAreFollowed) {
  const json scene = page_of_text(R"toml(
[[particles]]
name = "p"
mass = 1
position = [1, 0, 0.5]
velocity = [0, 1, 0]
[[constraints]]
name = "pipe"
equation = "p.x^2 + p.y^2 = 1"
[simulate]
duration = 4
output = 20
)toml")
                         .scene;
  EXPECT_EQ(scene["dimensions"], 3);
  ASSERT_EQ(scene["surfaces"].size(), 1u);
  EXPECT_TRUE(scene["rods"].empty());
  const auto vertices = scene["surfaces"][0]["vertices"].get<std::vector<double>>();
  ASSERT_GT(vertices.size(), 300u);
  for (std::size_t k = 0; k < vertices.size(); k += 3)
    EXPECT_NEAR(std::hypot(vertices[k], vertices[k + 1]), 1, 1e-4) << k;  // five digits
  for (const json& corner : scene["surfaces"][0]["triangles"])
    EXPECT_LT(corner.get<std::size_t>(), vertices.size() / 3);
}

TEST(Page, SurfaceThatClosesIsDrawnWhole) {
  // A torus of radii 2 and 1, of which the motion sees a small part.
  const json scene = page_of_text(R"toml(
[[particles]]
name = "p"
mass = 1
position = [3, 0, 0]
velocity = [0, 1, 1]
[[constraints]]
name = "torus"
equation = "(hypot(p.x, p.y) - 2)^2 + p.z^2 = 1"
[simulate]
duration = 3
output = 20
)toml")
                         .scene;
  ASSERT_EQ(scene["surfaces"].size(), 1u);
  const auto triangles = scene["surfaces"][0]["triangles"].get<std::vector<int>>();
  std::map<std::pair<int, int>, int> edges;
  for (std::size_t k = 0; k < triangles.size(); k += 3) {
    for (std::size_t i = 0; i < 3; ++i)
      ++edges[std::minmax(triangles[k + i], triangles[k + (i + 1) % 3])];
  }
  for (const auto& [edge, count] : edges) ASSERT_EQ(count, 2);
  // A torus: as many corners and triangles as edges.
  const std::size_t corners = scene["surfaces"][0]["vertices"].size() / 3;
  EXPECT_EQ(corners + triangles.size() / 3, edges.size());
}

TEST(Page, DrawnPointsAreColumnsOfTheRecordAndNotOfTheTable) {
  const Model model = read_model(R"toml(
title = "Pendulum by its angle"
[parameters]
l = 2
[coordinates]
a = 0.3
[free]
lagrangian = "0.5*l^2*a'^2 + 9.81*l*cos(a)"
[draw]
points = { bob = ["l*sin(a)", "-l*cos(a)"] }
lines = [["origin", "bob"]]
[simulate]
duration = 1
output = 11
)toml",
                                 "a.toml");
  const Trajectory trajectory = run(model);
  for (const std::string& name : trajectory.columns())
    EXPECT_EQ(name.find("drawing"), std::string::npos);
  const json scene = page_of(trajectory).scene;
  ASSERT_EQ(scene["points"].size(), 1u);
  ASSERT_EQ(scene["rods"].size(), 1u);
  EXPECT_EQ(scene["rods"][0]["to"]["point"], 0);
  EXPECT_EQ(scene["rods"][0]["from"]["at"], (json{0.0, 0.0, 0.0}));
  const json& column = scene["columns"][scene["points"][0]["at"][0].get<std::size_t>()];
  EXPECT_EQ(column["group"], "drawing");
  // The bob starts at its farthest: l sin(0.3); axes are given to seven digits.
  EXPECT_NEAR(column["max"].get<double>(), 2 * std::sin(0.3), 1e-6);
}

TEST(Page, WrongFormulaInDrawIsSaidWhenTheModelIsRead) {
  try {
    read_model(
        "[coordinates]\na = 1\n[free]\nmass = [1]\nforce = [0]\n[draw]\n"
        "points = { p = [\"a\", \"b\"] }\n",
        "a.toml");
    FAIL() << "it was read";
  } catch (const ModelError& error) {
    ASSERT_EQ(error.complaints().size(), 1u) << error.what();
    EXPECT_EQ(error.complaints()[0].code, "E204");
    EXPECT_EQ(error.complaints()[0].at.line, 7);
  }
}

TEST(Page, BodiesHaveTheEllipsoidOfTheirInertia) {
  // A solid ellipsoid with radii 1, 2, 3 and mass 5: inertia m/5 (b² + c²), …
  const json scene = page_of_text(R"toml(
[[bodies]]
name = "stone"
joint = "free"
mass = 5
inertia = [13, 10, 5]
center = [0, 0, 0.5]
start = { omega = [1, 0.1, 0], velocity = [0, 3, 0] }
[simulate]
duration = 4
output = 20
)toml")
                         .scene;
  ASSERT_EQ(scene["bodies"].size(), 1u);
  const json& shape = scene["bodies"][0]["shapes"][0];
  EXPECT_EQ(shape["kind"], "ellipsoid");
  for (int k = 0; k < 3; ++k)
    EXPECT_NEAR(shape["radii"][static_cast<std::size_t>(k)].get<double>(), k + 1, 1e-12);
  EXPECT_EQ(shape["at"], (json{0.0, 0.0, 0.5}));
  EXPECT_EQ(scene["bodies"][0]["turn"].size(), 4u);
}

TEST(Page, WhatRollsIsADiskAboutItsAxis) {
  const json scene = page_of_text(R"toml(
[parameters]
r = 0.5
[[bodies]]
name = "coin"
joint = "free"
mass = 1
inertia = [0.1, 0.2, 0.1]
start = { position = [0, 0, "r"], velocity = [1, 0, 0], omega = [0, "1/r", 0] }
[free]
gravity = [0, 0, -9.81]
[[constraints]]
name = "rolling"
roll = { body = "coin", radius = "r", axis = [0, 1, 0] }
[simulate]
duration = 0.2
output = 5
)toml")
                         .scene;
  const json& shape = scene["bodies"][0]["shapes"][0];
  EXPECT_EQ(shape["kind"], "cylinder");
  EXPECT_EQ(shape["radius"], 0.5);
  // From z to y is a quarter turn about −x.
  const double half = std::sqrt(0.5);
  const double turn[] = {half, -half, 0, 0};
  for (std::size_t k = 0; k < 4; ++k)
    EXPECT_NEAR(shape["turn"][k].get<double>(), turn[k], 1e-15);  // a root and a quotient
}

TEST(Page, TurnsOfBodiesAreColumnsAndFollowTheAngle) {
  const Trajectory trajectory = run(read_model(R"toml(
[[bodies]]
name = "arm"
joint = "hinge"
axis = [0, 0, 1]
at = [1, 2, 0]
mass = 1
inertia = [0.1, 0.1, 0.1]
start = { angle = 0.4, rate = 3 }
[simulate]
duration = 4
output = 41
)toml",
                                               "a.toml"));
  const Scratch scratch;
  write_hdf5(trajectory, scratch.path("a.h5"));
  const record::RecordFile record(scratch.path("a.h5"));
  const auto column = [&](const char* name) {
    return record.column(record.columns().find(name), 0, 1, 100);
  };
  const auto angle = column("arm.angle"), w = column("drawing(arm).turn.w"),
             z = column("drawing(arm).turn.z");
  EXPECT_EQ(record.columns().find("drawing(arm).x"), -1);  // it stays at 1
  // Twelve radians and no jump of sign: half the angle, to rounding of a sine.
  for (std::size_t i = 0; i < angle.size(); ++i) {
    EXPECT_NEAR(w[i], std::cos(angle[i] / 2), 1e-14) << i;
    EXPECT_NEAR(z[i], std::sin(angle[i] / 2), 1e-14) << i;
  }
}

TEST(Page, SpringsReachFromEndToEnd) {
  const json scene = page_of_text(R"toml(
[[particles]]
name = "p"
count = 3
mass = 1
position = ["i", 0]
[ground]
points = { wall = [0, 0] }
[[forces]]
spring = { between = ["p[1]", "ground.wall"], stiffness = 1, length = 1 }
[[forces]]
spring = { between = ["p[i]", "p[i+1]"], stiffness = 1, length = 1 }
for = "i in 1..2"
[simulate]
duration = 1
output = 5
)toml")
                         .scene;
  ASSERT_EQ(scene["rods"].size(), 3u);
  EXPECT_EQ(scene["rods"][0]["kind"], "spring");
  EXPECT_EQ(scene["rods"][0]["from"]["point"], 0);
  EXPECT_EQ(scene["rods"][0]["to"]["at"], (json{0.0, 0.0, 0.0}));
  EXPECT_EQ(scene["rods"][2]["from"]["point"], 1);
  EXPECT_EQ(scene["rods"][2]["to"]["point"], 2);
  EXPECT_TRUE(std::none_of(scene["columns"].begin(), scene["columns"].end(),
                           [](const json& column) { return column["group"] == "drawing"; }));
}

// Everything that a user may name or write, as markup, in quotes, in pictures and from right to left.
const char* const hostile = R"toml(
title = "</title></script><script>alert(1)</script> \"q\" 'r' & 🎢 מטוטלת %ZWANG_DATA% %ZWANG_WORDS%"
# --></pre></code><img src=x onerror=alert(1)>
[parameters]
"μ" = 1
[coordinates]
"θ" = 0.3
x = 1
[free]
lagrangian = "0.5*μ*(θ'^2 + x'^2) + cos(θ)"
[[observe]]
formula = "θ"
[[constraints]]
equation = "θ - 0.3*x = if(0 < 1, 0, 1)"
[simulate]
duration = 1
output = 5
)toml";

// A file may give names of letters only; a program may give any.
Model hostile_model() {
  Description description = read_model(hostile, "<i>.toml").description();
  description.observe[0].name = "</script><b>🎢 מ";
  description.constraints[0].name = "<img src=x onerror=alert(2)> \\ $x$ }";
  return compile_model(description);
}

TEST(Page, NothingInAModelBecomesMarkup) {
  const Page page = page_of(run(hostile_model()), "zwang run '</pre><script>'");
  // The template's own elements, and those that the words are made of; no other begins anywhere.
  const std::string words = page.between("<section id=\"summary\">", "<script type=");
  const std::regex tag("<(/?)([a-zA-Z!][a-zA-Z0-9]*)");
  const std::string allowed =
      " section h2 h3 p table thead tbody tr th td ul li strong em span bdi b code pre div math "
      "mrow "
      "mi mo mn mtext msub msup msubsup mfrac msqrt mover munderover mspace mtable mtr mtd sub sup "
      "main body "
      "article "
      "details summary footer button figure nav noscript aside ";
  ASSERT_FALSE(words.empty());
  for (std::sregex_iterator at(words.begin(), words.end(), tag), end; at != end; ++at)
    EXPECT_NE(allowed.find(" " + (*at)[2].str() + " "), std::string::npos) << at->str();
  for (const char* number : {"(1)", "(2)"}) {
    const std::string text = std::string("img src=x onerror=alert") + number;
    EXPECT_EQ(words.find(text + ">"), std::string::npos);
    EXPECT_NE(words.find("&lt;" + text + "&gt;"), std::string::npos) << number;
  }
  EXPECT_NE(words.find("מ"), std::string::npos);
  // A text that is called like a mark of the template stays a text.
  EXPECT_NE(page.html.find("%ZWANG_DATA%"), std::string::npos);
  const std::string scene = page.between("id=\"zwang-scene\">", "</script>");
  EXPECT_EQ(scene.find_first_of("<>&"), std::string::npos);
  EXPECT_EQ(page.scene["title"], run(read_model(hostile, "a.toml")).summary().title);
}

TEST(Page, WordsAreThoseOfTheRun) {
  const Page page = page_of(run(read_model(pendulum, "a.toml")), "zwang run a.toml --set l=2");
  for (const char* id :
       {"summary", "diagnosis", "forces", "energy", "method", "equations", "model", "reproduce"})
    EXPECT_NE(page.html.find("<section id=\"" + std::string(id) + "\">"), std::string::npos) << id;
  EXPECT_NE(page.html.find("zwang run a.toml --set l=2"), std::string::npos);
  EXPECT_NE(page.html.find("<b>UK92</b>"), std::string::npos);
  EXPECT_EQ(page.html.find("<b>KNUX99</b>"), std::string::npos);  // not used
  EXPECT_NE(page.html.find("<math"), std::string::npos);
}

TEST(Page, ExtremalsAreRowsOneAfterTheOther) {
  const Model model = read_model(R"toml(
[coordinates]
x = 0
y = 0
[extremal]
integrand = "sqrt(x'^2 + y'^2 + 0.01)"
from = { t = 0, x = 0, y = 0 }
to = { t = 1, x = 1, y = 2 }
output = 11
)toml",
                                 "a.toml");
  const Page page = page_of(find_extremals(model));
  EXPECT_EQ(page.scene["kind"], "extremals");
  ASSERT_EQ(page.scene["extremals"].size(), 1u);
  EXPECT_EQ(page.scene["extremals"][0]["from"], 0);
  EXPECT_EQ(page.scene["extremals"][0]["count"], 11);
  EXPECT_NE(page.html.find("<section id=\"extremals\">"), std::string::npos);
}

}  // namespace
}  // namespace zwang

// SPDX-License-Identifier: Apache-2.0
// What a page is told of bodies: joints, points, given shapes, point masses, wheels, and whose ways are drawn.

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <numbers>

#include "import/mesh.h"
#include "record/scratch.h"
#include "zwang/report.h"

namespace zwang {
namespace {

using nlohmann::json;
using test::Scratch;

json scene_of(const std::string& text) {
  const Scratch scratch;
  write_hdf5(run(read_model(text, "a.toml")), scratch.path("a.h5"), "");
  write_report(scratch.path("a.h5"), scratch.path("a.html"));
  const std::string html = test::bytes_of(scratch.path("a.html"));
  const std::string begin = "id=\"zwang-scene\">";
  const std::size_t from = html.find(begin) + begin.size();
  return json::parse(html.substr(from, html.find("</script>", from) - from));
}

// A crank, a coupler with a pen, a block on a rail that lies turned by a quarter about z.
const char* const linkage = R"toml(
[[bodies]]
name = "crank"
joint = "hinge"
mass = 1
inertia = [0.1, 0.1, 0.1]
start = { angle = 0.5, rate = 1 }
points = { tip = [1, 0, 0] }
[[bodies]]
name = "coupler"
parent = "crank"
joint = "hinge"
at = [1, 0, 0]
mass = 2
inertia = [0.1, 0.2, 0.1]
points = { pen = [0.5, 0.3, 0], end = [1, 0, 0] }
[[bodies]]
name = "bob"
parent = "coupler"
joint = "fixed"
at = [1, 0, 0]
mass = 3
[[bodies]]
name = "block"
joint = "slider"
axis = [1, 0, 0]
at = [0, 5, 0]
rotation = { axis = [0, 0, 1], angle = "pi/2" }
shape = { hull = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]] }
mass = 1
inertia = [0.1, 0.1, 0.1]
[simulate]
duration = 0.1
output = 3
)toml";

TEST(Looks, JointsHaveTheirPlaceInTheParentAndTheirAxisInBothFrames) {
  const json bodies = scene_of(linkage)["bodies"];
  EXPECT_EQ(bodies[1]["joint"]["kind"], "hinge");
  EXPECT_EQ(bodies[1]["joint"]["parent"], 0);
  EXPECT_EQ(bodies[1]["joint"]["at"], (json{1.0, 0.0, 0.0}));
  const json& slider = bodies[3]["joint"];
  EXPECT_EQ(slider["parent"], -1);
  EXPECT_EQ(slider["own_axis"], (json{1.0, 0.0, 0.0}));
  const double axis[] = {0, 1, 0};
  for (std::size_t k = 0; k < 3; ++k)
    EXPECT_NEAR(slider["axis"][k].get<double>(), axis[k], 1e-15);  // a cosine of π/2
}

TEST(Looks, PointMassesAreBallsWithoutASizeAndHullsKeepTheirCorners) {
  const json bodies = scene_of(linkage)["bodies"];
  EXPECT_EQ(bodies[2]["shapes"][0]["kind"], "sphere");
  EXPECT_EQ(bodies[2]["shapes"][0]["radius"], 0);
  EXPECT_EQ(bodies[2]["mass"], 3);
  EXPECT_FALSE(bodies[0].contains("given"));
  EXPECT_EQ(bodies[3]["given"], true);
  ASSERT_EQ(bodies[3]["shapes"].size(), 1u);
  EXPECT_EQ(bodies[3]["shapes"][0]["kind"], "hull");
  EXPECT_EQ(bodies[3]["shapes"][0]["corners"].size(), 4u);
}

TEST(Looks, OfNamedPointsThoseThatNothingIsJoinedToLeaveTraces) {
  const json traces = scene_of(linkage)["traces"];
  ASSERT_EQ(traces.size(), 1u) << traces;  // the tip and the end carry others
  EXPECT_EQ(traces[0]["name"], "coupler.pen");
  EXPECT_EQ(traces[0]["body"], 1);
  const double at[] = {0.5, 0.3, 0};
  for (std::size_t k = 0; k < 3; ++k)  // found from where it is in the world: two turns of rounding
    EXPECT_NEAR(traces[0]["at"][k].get<double>(), at[k], 1e-14);
}

TEST(Looks, WhatRollsTellsHowMuchOfItIsRim) {
  // I = 0.8 m r² about its axis, whatever the axis' length in the model.
  const json scene = scene_of(R"toml(
[[bodies]]
name = "wheel"
joint = "free"
mass = 2
inertia = [0.25, 0.4, 0.25]
start = { position = [0, 0, 0.5], velocity = [1, 0, 0], omega = [0, 2, 0] }
[free]
gravity = [0, 0, -9.81]
[[constraints]]
name = "rolling"
roll = { body = "wheel", radius = 0.5, axis = [0, 1, 0] }
[simulate]
duration = 0.1
output = 3
)toml");
  EXPECT_NEAR(scene["bodies"][0]["shapes"][0]["rim"].get<double>(), 0.8, 1e-12);
}

// The surface that is drawn, weighed: closed, outwards, and of the volume that its body weighs.
TEST(Looks, PlatesAndRingsAreDrawnAsWhatTheyWeigh) {
  const json scene = scene_of(R"toml(
[ground]
shapes = [{ name = "wall", box = [0.1, 1, 1], at = [-2, 0, 0], color = "#A0b" }]
[[bodies]]
name = "plate"
joint = "free"
density = 1
color = "steelblue"
shape = [{ plate = [[0, 0], [0, 1], [0.25, 1], [0.25, 0.5], [1, 0.5], [1, 0]], thickness = 0.5, at = [1, 2, 3], rotation = { rpy = [1, 2, 3] } }, { sphere = 0.1, hidden = true }]
[[bodies]]
name = "ring"
joint = "free"
density = 1
shape = { ring = [0.2, 0.5], thickness = 0.1, color = "tomato" }
[[particles]]
name = "p"
count = 2
mass = 1
position = ["i", 0, 0]
radius = "0.1*i"
color = "gold"
[simulate]
duration = 0.1
samples = 3
)toml");
  const json& bodies = scene["bodies"];
  const auto volume = [](const json& shape) {
    import::Mesh mesh;
    for (const json& corner : shape["corners"])
      mesh.points.push_back(
          {corner[0].get<double>(), corner[1].get<double>(), corner[2].get<double>()});
    const json& triangles = shape["triangles"];
    for (std::size_t k = 0; k < triangles.size(); k += 3)
      mesh.faces.push_back({triangles[k].get<std::uint32_t>(),
                            triangles[k + 1].get<std::uint32_t>(),
                            triangles[k + 2].get<std::uint32_t>()});
    std::string why;
    const auto solid = import::weigh(mesh, import::MeshMass::exact, why);
    EXPECT_TRUE(solid) << why;
    return solid ? solid->mass : 0;
  };
  ASSERT_EQ(bodies[0]["shapes"].size(), 1u);  // the other is hidden
  EXPECT_EQ(bodies[0]["shapes"][0]["kind"], "mesh");
  EXPECT_NEAR(volume(bodies[0]["shapes"][0]), 0.3125, 1e-12);
  // 48 corners instead of a circle.
  const double share = 48 / (2 * std::numbers::pi) * std::sin(2 * std::numbers::pi / 48);
  EXPECT_NEAR(volume(bodies[1]["shapes"][0]), share * std::numbers::pi * (0.25 - 0.04) * 0.1,
              1e-12);
  EXPECT_EQ(bodies[0]["color"], "#4682b4");
  EXPECT_FALSE(bodies[0]["shapes"][0].contains("paint"));
  EXPECT_EQ(bodies[1]["shapes"][0]["paint"], "#ff6347");
  EXPECT_EQ(bodies[2]["shapes"][0]["paint"], "#aa00bb");
  EXPECT_EQ(scene["points"][1]["color"], "#ffd700");
  EXPECT_NEAR(scene["points"][1]["radius"].get<double>(), 0.2, 1e-15);
}

}  // namespace
}  // namespace zwang

// SPDX-License-Identifier: Apache-2.0
// Constraints that change with time, as a page draws them.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "api/run_files.h"
#include "record/hdf5/record_file.h"
#include "record/scratch.h"
#include "zwang/report.h"

namespace zwang {
namespace {

using nlohmann::json;

struct GuidedRecord {
  json scene;
  std::vector<std::vector<double>> columns;

  explicit GuidedRecord(const std::string& text) {
    const test::Scratch scratch;
    const Trajectory trajectory = test::run_text(text);
    write_hdf5(trajectory, scratch.path("a.h5"));
    const record::RecordFile record(scratch.path("a.h5"));
    scene = json::parse(record.text("scene").value());
    for (Index k = 0; k < record.columns().count(); ++k)
      columns.push_back(record.column(k, 0, 1, trajectory.samples()));
  }

  double number(const json& entry, std::size_t row) const {
    return entry.is_number() ? columns[entry.get<std::size_t>()][row]
                             : entry["value"].get<double>();
  }
};

std::string particle(const std::string& position, const std::string& equation) {
  return "[[particles]]\nname = \"bob\"\nmass = 1\nposition = " + position +
         "\n[[constraints]]\nname = \"rod\"\nequation = \"" + equation +
         "\"\n[simulate]\nduration = 3\noutput = 31\n";
}

TEST(SceneGuides, RodGoesToACentreThatMoves) {
  const GuidedRecord flat(
      particle("[1, -2]", "(bob.x - 1)^2 + (bob.y - 0.3*sin(5*t))^2 = (2 + 0.1*t)^2"));
  ASSERT_EQ(flat.scene["rods"].size(), 1u);
  EXPECT_EQ(flat.scene["rods"][0]["to"]["point"], 0);
  const json at = flat.scene["points"][flat.scene["rods"][0]["from"]["point"].get<int>()]["at"];
  EXPECT_TRUE(at[0].is_object());  // it stays there
  for (std::size_t row = 0; row < 31; ++row) {
    const double t = flat.columns[0][row];
    // Lines that meet, of a size of 2, to 36 bits.
    EXPECT_NEAR(flat.number(at[0], row), 1, 1e-9) << row;
    EXPECT_NEAR(flat.number(at[1], row), 0.3 * std::sin(5 * t), 1e-9) << row;
  }
  const GuidedRecord deep(particle("[1, 0, -2]", "distance(bob, [cos(t), sin(t), 0.2*t]) = 2"));
  ASSERT_EQ(deep.scene["rods"].size(), 1u);
  const json place = deep.scene["points"][deep.scene["rods"][0]["from"]["point"].get<int>()]["at"];
  for (std::size_t row = 0; row < 31; ++row) {
    const double t = deep.columns[0][row];
    EXPECT_NEAR(deep.number(place[0], row), std::cos(t), 1e-9) << row;
    EXPECT_NEAR(deep.number(place[2], row), 0.2 * t, 1e-9) << row;
  }
}

TEST(SceneGuides, CircleThatGrowsIsDrawnAtManyTimesAndPointsStayNearEachOther) {
  const GuidedRecord drawn(R"toml(
[coordinates]
x = { start = 1, rate = 0.3 }
y = { start = 0, rate = 1 }
[free]
mass = [1, 1]
force = [0, 0]
[[constraints]]
equation = "x^2 + y^2 = (1 + 0.3*t)^2"
[simulate]
duration = 2
output = 51
)toml");
  ASSERT_EQ(drawn.scene["curves"].size(), 1u);
  const json& keys = drawn.scene["curves"][0]["keys"];
  ASSERT_EQ(keys.size(), 51u);
  EXPECT_EQ(keys.front()["t"], 0.0);
  EXPECT_EQ(keys.back()["t"], 2.0);
  for (std::size_t k = 0; k < keys.size(); ++k) {
    EXPECT_EQ(keys[k]["closed"], true);
    for (std::size_t i = 0; i < keys[k]["points"].size(); ++i) {
      const json& p = keys[k]["points"][i];
      // Chords of a grid of 40: h²/8R, h = 0.15.
      EXPECT_NEAR(std::hypot(p[0].get<double>(), p[1].get<double>()),
                  1 + 0.3 * keys[k]["t"].get<double>(), 4e-3);
      EXPECT_EQ(p[2], 0.0);
      if (k == 0) continue;
      const json& before = keys[k - 1]["points"][i];
      // It grows by 0.012, and points lie 0.1 apart.
      EXPECT_LT(std::hypot(p[0].get<double>() - before[0].get<double>(),
                           p[1].get<double>() - before[1].get<double>()),
                0.08);
    }
  }
}

TEST(SceneGuides, WireThatTurnsIsALineAtManyTimes) {
  const GuidedRecord drawn(particle("[1, 0]", "-bob.x*sin(2*t) + bob.y*cos(2*t) = 0"));
  ASSERT_EQ(drawn.scene["curves"].size(), 1u);
  const json& keys = drawn.scene["curves"][0]["keys"];
  ASSERT_EQ(keys.size(), 31u);
  for (const json& key : keys) {
    ASSERT_EQ(key["points"].size(), 2u);
    const double angle = 2 * key["t"].get<double>();
    for (const json& p : key["points"]) {
      const double x = p[0], y = p[1];
      // Halved 16 times in a cell, and five digits.
      EXPECT_NEAR(-x * std::sin(angle) + y * std::cos(angle), 0, 1e-3 * std::hypot(x, y));
    }
  }
}

TEST(SceneGuides, SurfaceThatMovesHasKeysToo) {
  const GuidedRecord drawn(particle("[1, 0, 0]", "bob.x^2 + bob.y^2 = 1 + t"));
  ASSERT_EQ(drawn.scene["surfaces"].size(), 1u);
  const json& keys = drawn.scene["surfaces"][0]["keys"];
  ASSERT_EQ(keys.size(), 8u);
  for (const json& key : keys) {
    const auto vertices = key["vertices"].get<std::vector<double>>();
    for (std::size_t k = 0; k < vertices.size(); k += 3)
      EXPECT_NEAR(std::hypot(vertices[k], vertices[k + 1]), std::sqrt(1 + key["t"].get<double>()),
                  1e-3);  // halved 16 times, five digits
  }
}

TEST(SceneGuides, HundredsOfBodiesAreAllDrawn) {
  std::string text = "[simulate]\nduration = 0.01\noutput = 2\n";
  for (int k = 0; k < 320; ++k) {
    text += "[[bodies]]\nname = \"b" + std::to_string(k) + "\"\njoint = \"hinge\"\nmass = 1\n" +
            "inertia = [1, 1, 1]\ncenter = [1, 0, 0]\n";
  }
  EXPECT_EQ(GuidedRecord(text).scene["bodies"].size(), 320u);
}

}  // namespace
}  // namespace zwang

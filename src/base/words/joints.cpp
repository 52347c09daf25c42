// SPDX-License-Identifier: Apache-2.0
#include "base/words/joints.h"

#include <algorithm>

namespace zwang::words {

namespace {

using bodies::Joint;

constexpr StartKey turning[] = {{"angle"}, {"rate"}};
constexpr StartKey sliding[] = {{"position"}, {"rate"}};
constexpr StartKey in_cylinder[] = {{"angle"}, {"position"}, {"rates", 2}};
constexpr StartKey in_universal[] = {{"angles", 2}, {"rates", 2}};
constexpr StartKey in_ball[] = {{"orientation", 4}, {"omega", 3}};
constexpr StartKey in_plane[] = {{"x"}, {"y"}, {"angle"}, {"rates", 3}};
constexpr StartKey in_space[] = {
    {"position", 3}, {"orientation", 4}, {"velocity", 3}, {"omega", 3}};

constexpr std::string_view one_angle[] = {"angle"}, one_way[] = {"position"},
                           of_cylinder[] = {"angle", "position"},
                           of_universal[] = {"angle1", "angle2"}, of_plane[] = {"x", "y", "angle"};

struct Row {
  Word word;
  JointFacts facts;
};

constexpr std::array<Row, 9> rows = {{
    {word(Joint::fixed, "fixed", "no motion"), {"a fixed joint", false, false, false, {}, {}}},
    {word(Joint::hinge, "hinge", "turns about `axis`"),
     {"a hinge", true, false, false, turning, one_angle}},
    {word(Joint::slider, "slider", "slides along `axis`"),
     {"a slider", true, false, false, sliding, one_way}},
    {word(Joint::cylinder, "cylinder", "turns about `axis` and slides along it"),
     {"a cylinder", true, false, false, in_cylinder, of_cylinder}},
    {word(Joint::screw, "screw", "turns about `axis` and advances by `pitch` per turn"),
     {"a screw", true, false, true, turning, one_angle}},
    {word(Joint::universal, "universal", "turns about `axis`, then about `axis2`"),
     {"a universal joint", true, true, false, in_universal, of_universal}},
    {word(Joint::ball, "ball", "turns freely about a point"),
     {"a ball joint", false, false, false, in_ball, {}}},
    {word(Joint::planar, "planar", "slides in a plane and turns in it"),
     {"a planar joint", false, false, false, in_plane, of_plane}},
    {word(Joint::free, "free", "moves freely"),
     {"a free joint", false, false, false, in_space, {}}},
}};

constexpr std::string_view of_bodies[] = {
    "angle",    "angle1", "angle2", "axis", "center", "omega",       "orientation",   "origin",
    "position", "vector", "x",      "y",    "z",      "joint_omega", "joint_velocity"};

}  // namespace

constinit const std::array<Word, 9> joint_words = [] {
  std::array<Word, rows.size()> list;
  for (std::size_t i = 0; i < rows.size(); ++i) list[i] = rows[i].word;
  return list;
}();

const JointFacts& facts(bodies::Joint joint) noexcept {
  return rows[static_cast<std::size_t>(joint)].facts;
}

std::span<const std::string_view> body_words() noexcept { return of_bodies; }

bool is_body_word(std::string_view name) noexcept {
  return std::find(std::begin(of_bodies), std::end(of_bodies), name) != std::end(of_bodies);
}

}  // namespace zwang::words

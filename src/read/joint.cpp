// SPDX-License-Identifier: Apache-2.0
#include "read/joint.h"

#include <algorithm>
#include <array>

namespace zwang::read {

const std::vector<JointKind>& joint_kinds() {
  static const std::vector<JointKind> kinds = {
      {"fixed", "a fixed joint", false, false, false, {}},
      {"hinge", "a hinge", true, false, false, {{"angle", 1}, {"rate", 1}}},
      {"slider", "a slider", true, false, false, {{"position", 1}, {"rate", 1}}},
      {"cylinder", "a cylinder", true, false, false, {{"angle", 1}, {"position", 1}, {"rates", 2}}},
      {"screw", "a screw", true, false, true, {{"angle", 1}, {"rate", 1}}},
      {"universal", "a universal joint", true, true, false, {{"angles", 2}, {"rates", 2}}},
      {"ball", "a ball joint", false, false, false, {{"orientation", 4}, {"omega", 3}}},
      {"planar",
       "a planar joint",
       false,
       false,
       false,
       {{"x", 1}, {"y", 1}, {"angle", 1}, {"rates", 3}}},
      {"free",
       "a free joint",
       false,
       false,
       false,
       {{"position", 3}, {"orientation", 4}, {"velocity", 3}, {"omega", 3}}},
  };
  return kinds;
}

const std::vector<std::string>& joint_words() {
  static const std::vector<std::string> words = [] {
    std::vector<std::string> names;
    for (const JointKind& kind : joint_kinds()) names.emplace_back(kind.name);
    return names;
  }();
  return words;
}

const JointKind* find_joint(std::string_view name) {
  for (const JointKind& kind : joint_kinds())
    if (kind.name == name) return &kind;
  return nullptr;
}

bool is_body_word(std::string_view name) {
  static constexpr std::array<std::string_view, 15> words = {
      "angle",    "angle1", "angle2", "axis", "center", "omega",       "orientation",   "origin",
      "position", "vector", "x",      "y",    "z",      "joint_omega", "joint_velocity"};
  return std::find(words.begin(), words.end(), name) != words.end();
}

}  // namespace zwang::read

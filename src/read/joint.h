// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the file may say of each kind of joint.

#include <string>
#include <string_view>
#include <vector>

namespace zwang::read {

/// A key of `start`, and how many numbers it takes.
struct StartKey {
  std::string_view name;
  std::size_t count;
};

struct JointKind {
  std::string_view name;
  std::string_view words;  // "a hinge"
  bool axis, axis2, pitch;
  std::vector<StartKey> start;
};

/// All kinds, in the order of bodies::Joint.
const std::vector<JointKind>& joint_kinds();

/// Their names.
const std::vector<std::string>& joint_words();

/// The kind of this name, or null.
const JointKind* find_joint(std::string_view name);

/// Words that are no names of points: what formulas know of a body by themselves.
bool is_body_word(std::string_view name);

}  // namespace zwang::read

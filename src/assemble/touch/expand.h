// SPDX-License-Identifier: Apache-2.0
#pragma once
// Contacts and limits become constraints, one for each row: pairs of shapes, and ends of joints.

#include <string>
#include <string_view>
#include <vector>

#include "zwang/description.h"

namespace zwang::compile {

struct Problem {
  std::string_view code;
  Name at;
  std::string what, hint;
};

struct Expanded {
  Description description;
  std::vector<Problem> problems;
};

/// The same model, with a constraint for every row of [[contacts]] and of `limits`.
Expanded expand_contacts(Description description);

/// What formulas may call a constraint: "box_corner_3_on_floor" is 'box corner 3 on floor'.
std::string name_in_formulas(std::string_view name);

}  // namespace zwang::compile

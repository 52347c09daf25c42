// SPDX-License-Identifier: Apache-2.0
#pragma once
// reaction(rod), reaction(rod, bob), multiplier(rod, 2), drive(motor), tension(rope), joint(crank).force:
// formulas name constraints and joints, which are no values. Whoever knows them says what is meant.

#include <functional>
#include <optional>
#include <string_view>

#include "base/diagnostic.h"
#include "formula/parse/complaints.h"
#include "formula/value.h"

namespace zwang::formula {

/// Such a call as written; places are in the text of the formula.
struct ReactionCall {
  bool multiplier = false;  // else the norm of a force
  std::string_view constraint;
  Place constraint_place;
  std::optional<Value> object;   // second argument of reaction
  std::string body;              // or the name of a body
  std::optional<double> number;  // second argument of multiplier
  bool tension = false;          // a multiplier, positive where it pulls
  int part = -1;                 // of the joint of `body`: force x, y, z, torque x, y, z
  Place second_place;
};

/// The input that a call means; no_node and a complaint if it means none.
using ReactionMeaning = std::function<Node(const ReactionCall&, Complaints&)>;

}  // namespace zwang::formula

// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the inputs of a graph are.

#include <cstdint>
#include <string>
#include <vector>

#include "base/index.h"
#include "formula/graph.h"

namespace zwang::formula {

enum class Role : std::uint8_t {
  time,          // t
  parameter,     // constant in time; an input all the same, so that it can change without a rebuild
  coordinate,    // q
  rate,          // q'
  acceleration,  // q''
  index,         // i of a family: a number that differs from place to place
  control,       // a force that the instant determines; without a derivative
  reaction,      // a reaction, or a direction of sliding: found with the instant, no derivative
};

/// One input of the graph: slot k of the array of inputs.
struct Input {
  std::string name;  // as a user writes it: bob.x, bob.x', p[i+1].y''
  Role role;
  Node rate;          // the node of its total time derivative; no_node: it has none
  double number;      // of a parameter: its value, used where the structure asks for a number
  int family = -1;    // member of this family (Symbols::families), chosen by `index` at every place
  int component = 0;  // of the family
  Node index = no_node;
};

/// Coordinates that share a name and are told apart by a number: u[1] … u[5], p[1].x … p[20].z.
struct Family {
  std::string name;
  std::vector<std::string>
      components;             // {""} for scalars, {"x", "y"} or {"x", "y", "z"} for points
  Index first, last;          // both included
  std::vector<Node> members;  // coordinate nodes [member][component]
};

}  // namespace zwang::formula

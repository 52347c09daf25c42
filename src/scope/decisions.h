// SPDX-License-Identifier: Apache-2.0
#pragma once
// What was made of a model because its parameters have the values they have. As long as all of it stands,
// other values need no compiling.

#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "base/index.h"
#include "formula/graph.h"

namespace zwang::compile {

/// From the values of some formulas to one of a few choices: whether a size is positive, which axis is the
/// shortest.
using Rule = int (*)(std::span<const double> values);

struct Decisions {
  std::map<formula::Node, double> exact;  // formulas whose very values are built in
  std::map<std::pair<std::vector<formula::Node>, Rule>, int> chosen;
};

/// A formula of parameters whose value stands among the equations as a number, which other values replace.
struct Kept {
  enum class What : std::uint8_t {
    restitution,     // of rows, from `first`, so many
    blow,            // of event `first`, blow number `count`
    control_weight,  // of control `first`
    simulation,      // of [simulate], number `first` of simulation_numbers
  };
  What what;
  Index first = 0, count = 1;
  formula::Node node = formula::no_node;
};

}  // namespace zwang::compile

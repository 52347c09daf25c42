// SPDX-License-Identifier: Apache-2.0
#pragma once
// The number of a formula, where the structure of a model asks for one: an index, a bound.

#include <span>

#include "formula/parse/input.h"

namespace zwang::formula {

struct Settled {
  enum class How : std::uint8_t {
    number,  // made of constants and parameters, which have their numbers now
    varies,  // needs an index, which differs from place to place
    moves,   // needs time, a coordinate or a rate
  };
  How how = How::number;
  double number = 0;
};

/// Costs what x needs, however large the graph.
Settled settle(const Graph& graph, std::span<const Input> inputs, Node x);

}  // namespace zwang::formula

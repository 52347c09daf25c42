// SPDX-License-Identifier: Apache-2.0
#pragma once
// A curve in a formula: which piece is chosen by comparisons, so that every pass over the graph, every
// derivative and every machine knows it already.

#include "formula/graph.h"
#include "formula/table/curve.h"

namespace zwang::formula {

/// What a curve is beyond its first and last knot.
enum class Beyond : std::uint8_t {
  error,   // no number: the run ends there
  hold,    // its value at the end
  extend,  // straight on with the slope at the end
};

/// The curve at x. A periodic one has no beyond.
Node lookup(Graph& graph, const Curve& curve, Beyond beyond, Node x);

}  // namespace zwang::formula

// SPDX-License-Identifier: Apache-2.0
#pragma once
// Exact derivatives on the graph. New nodes go into the same graph, so what is common is shared.
//
// At kinks and edges: |x|' = sign x, 0 at 0; min and max take the derivative of the first argument
// where the two are equal; sign, conditions and the steps of mod have derivative 0; where a
// derivative would be infinite at the edge of a domain (sqrt, hypot and x^p with p < 1 at 0, asin
// and acos at ±1) or has no limit (atan2 at 0, 0), it is 0. Division by zero and logarithms of zero
// stay what IEEE arithmetic makes of them.

#include <span>
#include <utility>
#include <vector>

#include "formula/graph.h"

namespace zwang::formula {

/// The direction of a derivative: what each input (by slot) moves by; inputs not named stand still.
class Direction {
 public:
  void set(std::uint32_t slot, Node node);
  Node at(std::uint32_t slot) const { return slot < nodes_.size() ? nodes_[slot] : no_node; }

 private:
  std::vector<Node> nodes_;
};

/// Directional derivatives of all outputs: one forward pass.
std::vector<Node> forward(Graph& graph, std::span<const Node> outputs, const Direction& direction);

/// The gradient of Σ weights·outputs with respect to the input nodes `wrt`: one reverse pass.
std::vector<Node> reverse(Graph& graph, std::span<const Node> outputs,
                          std::span<const Node> weights, std::span<const Node> wrt);

/// The inputs that derivatives are taken with respect to, and their order.
class Columns {
 public:
  Columns() = default;
  Columns(const Graph& graph, std::span<const Node> inputs);

  /// The column of an input's slot, or -1.
  Index at(std::uint32_t slot) const { return slot < columns_.size() ? columns_[slot] : Index{-1}; }

 private:
  std::vector<Index> columns_;
};

/// One entry of a gradient.
struct Partial {
  Index column;
  Node value;
};

/// The gradient of one output over the columns it really depends on, in their order. The cost is
/// that of the output, not of the number of columns.
std::vector<Partial> gradient(Graph& graph, Node output, const Columns& columns);

/// `outputs` with inputs replaced by nodes; inputs not named in `by` stay.
std::vector<Node> substitute(Graph& graph, std::span<const Node> outputs, const Direction& by);

}  // namespace zwang::formula

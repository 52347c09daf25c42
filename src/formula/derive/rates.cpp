// SPDX-License-Identifier: Apache-2.0
#include "formula/derive/rates.h"

#include <algorithm>
#include <vector>

#include "formula/derive/derive.h"

namespace zwang::formula {

Rates::Outcome Rates::differentiate(Value& value) {
  const Graph& graph = symbols_.graph();
  const auto is_leaf = [&](Node x) { return arity(graph.op(x)) == 0; };
  if (!std::all_of(value.nodes().begin(), value.nodes().end(), is_leaf)) return pass(value.nodes());

  // Coordinates and their rates, the common case, need no pass over the graph.
  Value result = value;
  for (Node& x : result.nodes()) {
    x = graph.is_constant(x) ? symbols_.graph().constant(0) : symbols_.rate(x);
    if (x == no_node) return Outcome::acceleration;
  }
  value = result;
  return Outcome::found;
}

Rates::Outcome Rates::pass(std::span<Node> nodes) {
  const auto known = [&](Node x) { return known_.find(x) != known_.end(); };
  if (!std::all_of(nodes.begin(), nodes.end(), known)) {
    Graph& graph = symbols_.graph();
    const std::vector<Node> needed = graph.reachable(nodes);
    const auto is_acceleration = [&](Node x) {
      return graph.op(x) == Op::input && symbols_.rate(x) == no_node;
    };
    if (std::any_of(needed.begin(), needed.end(), is_acceleration)) return Outcome::acceleration;
    room_ -= static_cast<Index>(needed.size());
    if (room_ < 0) return Outcome::too_large;

    const std::vector<Node> rates = forward(graph, nodes, symbols_.rates());
    for (std::size_t i = 0; i < nodes.size(); ++i) known_.emplace(nodes[i], rates[i]);
  }
  for (Node& x : nodes) x = known_.at(x);
  return Outcome::found;
}

}  // namespace zwang::formula

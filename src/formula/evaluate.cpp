// SPDX-License-Identifier: Apache-2.0
#include "formula/evaluate.h"

namespace zwang::formula {

std::vector<double> evaluate(const Graph& graph, std::span<const Node> outputs,
                             std::span<const double> inputs) {
  const std::vector<Node> nodes = graph.reachable(outputs);
  std::vector<double> values(nodes.size());
  const auto value = [&](Node x) { return values[graph.position(x)]; };
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const Term& term = graph[nodes[i]];
    const int operands = arity(term.op);
    if (term.op == Op::constant) {
      values[i] = graph.value(nodes[i]);
    } else if (term.op == Op::input) {
      values[i] = inputs[term.a];
    } else {
      values[i] = evaluate(term.op, value(term.a), operands > 1 ? value(term.b) : 0,
                           operands > 2 ? value(term.c) : 0);
    }
  }
  std::vector<double> result;
  result.reserve(outputs.size());
  for (const Node x : outputs) result.push_back(value(x));
  return result;
}

}  // namespace zwang::formula

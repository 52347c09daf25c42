// SPDX-License-Identifier: Apache-2.0
#include "formula/settle.h"

#include <algorithm>
#include <vector>

namespace zwang::formula {

namespace {

Settled::How how(Role role) {
  if (role == Role::parameter) return Settled::How::number;
  return role == Role::index ? Settled::How::varies : Settled::How::moves;
}

}  // namespace

Settled settle(const Graph& graph, std::span<const Input> inputs, Node x) {
  if (graph.is_constant(x)) return {Settled::How::number, graph.value(x)};
  const std::vector<Node> nodes = graph.reachable({&x, 1});
  std::vector<double> values(nodes.size());
  const auto at = [&](Node y) { return values[graph.position(y)]; };
  Settled result;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const Term& term = graph[nodes[i]];
    const int operands = arity(term.op);
    if (term.op == Op::constant) {
      values[i] = graph.value(nodes[i]);
    } else if (term.op == Op::input) {
      result.how = std::max(result.how, how(inputs[term.a].role));
      values[i] = inputs[term.a].number;
    } else {
      values[i] = evaluate(term.op, at(term.a), operands > 1 ? at(term.b) : 0,
                           operands > 2 ? at(term.c) : 0);
    }
  }
  result.number = values.back();
  return result;
}

}  // namespace zwang::formula

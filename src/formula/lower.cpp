// SPDX-License-Identifier: Apache-2.0
// Which nodes are settled, and the two tapes that follow from it.

#include "formula/lower.h"

#include "base/contract.h"
#include "formula/tape_builder.h"

namespace zwang::formula {

namespace {

// By position: true for operations on settled inputs and constants alone.
std::vector<bool> find_settled(const Graph& graph, const std::vector<Node>& nodes,
                               const Lowering& lowering) {
  std::vector<bool> fixed(nodes.size());
  const auto at = [&](Node x) { return fixed[graph.position(x)]; };
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const Term& term = graph[nodes[i]];
    const int operands = arity(term.op);
    if (term.op == Op::input) {
      fixed[i] = term.a < lowering.settled.size() && lowering.settled[term.a];
    } else {
      fixed[i] = (operands < 1 || at(term.a)) && (operands < 2 || at(term.b)) &&
                 (operands < 3 || at(term.c));
    }
  }
  return fixed;
}

// The settled operations that others need, in ascending order.
std::vector<Node> find_kept(const Graph& graph, const std::vector<Node>& nodes,
                            std::span<const Node> outputs, const std::vector<bool>& settled) {
  std::vector<bool> kept(nodes.size());
  const auto keep = [&](Node x) {
    const auto i = static_cast<std::size_t>(graph.position(x));
    if (settled[i] && arity(graph.op(x)) > 0) kept[i] = true;
  };
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (settled[i]) continue;
    const Term& term = graph[nodes[i]];
    const int operands = arity(term.op);
    if (operands > 0) keep(term.a);
    if (operands > 1) keep(term.b);
    if (operands > 2) keep(term.c);
  }
  for (const Node x : outputs) keep(x);
  std::vector<Node> result;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (kept[i]) result.push_back(nodes[i]);
  }
  return result;
}

}  // namespace

Lowered lower(const Graph& graph, std::span<const Node> outputs, const Lowering& lowering) {
  expects(lowering.inputs >= static_cast<Index>(graph.slots()));
  const std::vector<Node> nodes = graph.reachable(outputs);
  std::vector<Node> kept;
  if (!lowering.settled.empty()) {
    kept = find_kept(graph, nodes, outputs, find_settled(graph, nodes, lowering));
  }
  Lowered lowered;
  lowered.prologue = build_tape(graph, nodes, kept, {}, lowering);
  lowered.body = build_tape(graph, nodes, outputs, kept, lowering);
  return lowered;
}

}  // namespace zwang::formula

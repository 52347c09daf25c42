// SPDX-License-Identifier: Apache-2.0
#include "formula/unguard.h"

#include <limits>
#include <vector>

#include "formula/branches.h"
#include "formula/rebuild.h"

namespace zwang::formula {

namespace {

// The operand that guard_branches guards. A test holds this table against guard_branches itself.
Node Term::*edge(Op op) {
  switch (op) {
    case Op::sqrt:
    case Op::log:
    case Op::power:
    case Op::exp:
    case Op::sinh:
    case Op::cosh:
    case Op::asin:
    case Op::acos:
      return &Term::a;
    case Op::divide:
    case Op::mod:
      return &Term::b;
    default:
      return nullptr;
  }
}

// The branch of the select x that a context decides for, or no_node.
Node decided(const Graph& graph, const Branches& branches, Branches::Context context, Node x) {
  if (graph.op(x) != Op::select) return no_node;
  const auto known = branches.known(context, graph[x].a);
  return !known ? no_node : *known ? graph[x].b : graph[x].c;
}

// Without selects that the branch around them decides.
Node without_decided(Graph& to, const Graph& from, Node x) {
  const std::vector<Node> nodes = from.reachable({&x, 1});
  const Branches branches(from, x, nodes);
  const auto enter = [&](Branches::Context context, Node& y) {
    for (Node next = y; next != no_node; next = decided(from, branches, context, y)) y = next;
  };
  return rebuilt(to, from, nodes, [&](Node y) {
    Term term = from[y];
    const int operands = arity(term.op);
    const bool chooses = operands == 3;
    if (operands > 0) enter(branches.context(y), term.a);
    if (operands > 1) enter(chooses ? branches.then(y) : branches.context(y), term.b);
    if (chooses) enter(branches.otherwise(y), term.c);
    return term;
  });
}

// x itself where x = select(at the edge, ∞, y), or what the logarithm of a positive number guards.
Node away_from_edge(const Graph& graph, Op op, Node x) {
  const double infinity = std::numeric_limits<double>::infinity();
  while (graph.op(x) == Op::select) {
    const Term& term = graph[x];
    const Term& condition = graph[term.a];
    const bool is_positive = op == Op::log && graph.is_constant(term.c, 1) &&
                             condition.op == Op::less && graph.is_constant(condition.a, 0) &&
                             condition.b == term.b;
    if (!is_positive && !graph.is_constant(term.b, infinity)) break;
    x = is_positive ? term.b : term.c;
  }
  return x;
}

}  // namespace

Node without_branch_guards(Graph& to, const Graph& from, Node x) {
  const std::vector<Node> nodes = from.reachable({&x, 1});
  const Branches branches(from, x, nodes);
  return rebuilt(to, from, nodes, [&](Node y) {
    Term term = from[y];
    Node Term::*const at = edge(term.op);
    if (!at) return term;
    const Node argument = decided(from, branches, branches.context(y), term.*at);
    if (argument != no_node) term.*at = argument;
    return term;
  });
}

Node without_any_guards(Graph& to, const Graph& from, Node x) {
  Graph between;
  x = without_decided(between, from, x);
  return rebuilt(to, between, between.reachable({&x, 1}), [&](Node y) {
    Term term = between[y];
    const int operands = arity(term.op);
    if (operands > 0) term.a = away_from_edge(between, term.op, term.a);
    if (operands > 1) term.b = away_from_edge(between, term.op, term.b);
    if (operands > 2) term.c = away_from_edge(between, term.op, term.c);
    return term;
  });
}

}  // namespace zwang::formula

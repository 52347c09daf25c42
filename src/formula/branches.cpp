// SPDX-License-Identifier: Apache-2.0
#include "formula/branches.h"

#include <algorithm>
#include <map>
#include <utility>

namespace zwang::formula {

namespace {

constexpr Branches::Context everywhere = 0, unused = 0xFFFFFFFFu;
constexpr std::size_t glance = 64;  // more conditions than that are not looked at

// What a conjunction is made of.
std::vector<Node> conjuncts(const Graph& graph, Node condition) {
  std::vector<Node> found{condition};
  for (std::size_t i = 0; i < found.size() && found.size() < glance; ++i) {
    while (graph.op(found[i]) == Op::both && found.size() < glance) {
      const Term& term = graph[found[i]];
      found[i] = term.a;
      found.push_back(term.b);
    }
  }
  return found;
}

}  // namespace

Branches::Branches(const Graph& graph, Node root, const std::vector<Node>& nodes)
    : graph_(graph),
      branches_(1),
      contexts_(std::size_t{root} + 1, unused),
      firsts_(contexts_.size(), unused) {
  contexts_[root] = everywhere;
  std::map<std::pair<Context, Node>, Context> opened;  // selects of one condition share branches
  for (std::size_t i = nodes.size(); i-- > 0;) {
    const Node x = nodes[i];
    const Term& term = graph[x];
    const int operands = arity(term.op);
    const Context here = contexts_[x];
    if (operands > 0) use(term.a, here);
    if (operands == 2) use(term.b, here);
    if (operands < 3) continue;
    const auto next = static_cast<Context>(branches_.size());
    firsts_[x] = opened.try_emplace({here, term.a}, next).first->second;
    if (firsts_[x] == next) {
      branches_.push_back({here, branches_[here].depth + 1, term.a, true});
      branches_.push_back({here, branches_[here].depth + 1, term.a, false});
    }
    use(term.b, then(x));
    use(term.c, otherwise(x));
  }
}

Branches::Context Branches::common(Context x, Context y) const {
  if (x == everywhere || y == everywhere) return everywhere;
  while (x != y) {
    Context& deeper = branches_[x].depth < branches_[y].depth ? y : x;
    deeper = branches_[deeper].parent;
  }
  return x;
}

void Branches::use(Node x, Context context) {
  contexts_[x] = contexts_[x] == unused ? context : common(contexts_[x], context);
}

bool Branches::is_fact(Context context, Node condition, bool value) const {
  const auto says = [&](Node x) {
    if (x == condition) return value;
    return !value && graph_.op(x) == Op::negation && graph_[x].a == condition;
  };
  for (std::size_t levels = 0; context != everywhere && levels < glance; ++levels) {
    const Branch& branch = branches_[context];
    if (!branch.then) {
      if (!value && branch.condition == condition) return true;
    } else {
      const std::vector<Node> parts = conjuncts(graph_, branch.condition);
      if (branch.condition == condition) return value;
      if (std::any_of(parts.begin(), parts.end(), says)) return true;
    }
    context = branch.parent;
  }
  return false;
}

std::optional<bool> Branches::known(Context context, Node condition) const {
  if (context == everywhere) return std::nullopt;
  bool all = true;
  for (const Node x : conjuncts(graph_, condition)) {
    const bool negated = graph_.op(x) == Op::negation;
    const Node positive = negated ? graph_[x].a : x;
    if (is_fact(context, positive, negated)) return false;
    all = all && is_fact(context, positive, !negated);
  }
  if (all) return true;
  if (is_fact(context, condition, false)) return false;
  return is_fact(context, condition, true) ? std::optional(true) : std::nullopt;
}

}  // namespace zwang::formula

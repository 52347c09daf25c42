// SPDX-License-Identifier: Apache-2.0
#include "formula/unguard.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "formula/graph.h"
#include "formula/rebuild.h"

namespace zwang::formula {

namespace {

class Branches {
 public:
  using Context = std::uint32_t;  // a branch of a select, or everywhere

  /// Of the formula `root`; `nodes` is what it reaches, ascending.
  Branches(const Graph& graph, Node root, const std::vector<Node>& nodes);

  /// The innermost branch that holds all uses of x.
  Context context(Node x) const { return contexts_[x]; }
  /// The branches of the select x.
  Context then(Node x) const { return firsts_[x]; }
  Context otherwise(Node x) const { return firsts_[x] + 1; }

  /// Whether a condition is true or false in a context; nothing if that cannot be seen at a glance.
  std::optional<bool> known(Context context, Node condition) const;

 private:
  struct Branch {
    Context parent = 0;
    std::uint32_t depth = 0;
    Node condition = no_node;
    bool then = true;
  };

  Context common(Context x, Context y) const;
  void use(Node x, Context context);
  bool is_fact(Context context, Node condition, bool value) const;

  const Graph& graph_;
  std::vector<Branch> branches_;
  std::vector<Context> contexts_, firsts_;
};

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

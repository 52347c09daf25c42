// SPDX-License-Identifier: Apache-2.0
// A context is what is known to hold where a node is needed: the conditions of the branches around
// it, from the outermost in. A node that is needed in several places has the context that these
// have in common. From the roots down, contexts spread to operands. Then the nodes are built anew,
// operands first, and the conditions of a node's context before the node: a condition never needs
// what is only needed where it holds, so there is always such an order.

#include "formula/guard.h"

#include <algorithm>
#include <map>
#include <set>
#include <vector>

namespace zwang::formula {

namespace {

using Context = std::uint32_t;
constexpr Context everywhere = 0, unknown = 0xFFFFFFFFu;

/// One thing that is known: a condition (as given), or its opposite.
struct Known {
  Node condition;
  bool holds;
  auto operator<=>(const Known&) const = default;
};

/// Which operand of an operation has an edge, and what to put there where the branch is not taken.
struct Edge {
  int operand;
  double safe;
};

const Edge* edge(Op op) {
  static constexpr Edge first_to_one{0, 1}, first_to_zero{0, 0}, second_to_one{1, 1};
  switch (op) {
    case Op::sqrt:
    case Op::log:
    case Op::power:
      return &first_to_one;
    case Op::exp:
    case Op::sinh:
    case Op::cosh:
    case Op::asin:
    case Op::acos:
      return &first_to_zero;
    case Op::divide:
    case Op::mod:
      return &second_to_one;
    default:
      return nullptr;
  }
}

class Guard {
 public:
  Guard(Graph& graph, std::vector<Node> nodes)
      : graph_(graph),
        nodes_(std::move(nodes)),
        contexts_(nodes_.size(), unknown),
        images_(nodes_.size(), no_node) {
    find({});  // everywhere
  }

  void run(std::span<Node> roots) {
    for (const Node x : roots) use(x, everywhere);
    for (std::size_t i = nodes_.size(); i-- > 0;) spread(i);
    for (const Node x : roots) build(x);
    for (Node& x : roots) x = image(x);
  }

 private:
  std::size_t position(Node x) const { return static_cast<std::size_t>(graph_.position(x)); }
  Node& image(Node x) { return images_[position(x)]; }

  // The number of a context; equal ones are one.
  Context find(std::vector<Known> known) {
    const auto next = static_cast<Context>(known_.size());
    const auto [at, is_new] = contexts_found_.try_emplace(known, next);
    if (is_new) known_.push_back(std::move(known));
    return at->second;
  }

  // What holds in both, in the order of x.
  Context common(Context x, Context y) {
    if (x == y || x == everywhere || y == everywhere) return x == y ? x : everywhere;
    const std::set<Known> other(known_[y].begin(), known_[y].end());
    std::vector<Known> both;
    for (const Known& known : known_[x]) {
      if (other.contains(known)) both.push_back(known);
    }
    return find(std::move(both));
  }

  Context within(Context around, Known known) {
    std::vector<Known> all = known_[around];
    if (std::find(all.begin(), all.end(), known) == all.end()) all.push_back(known);
    return find(std::move(all));
  }

  void use(Node x, Context context) {
    Context& known = contexts_[position(x)];
    known = known == unknown ? context : common(known, context);
  }

  // All uses of nodes_[i] are known: hands its context to its operands.
  void spread(std::size_t i) {
    const Term& term = graph_[nodes_[i]];
    const Context context = contexts_[i];
    const int operands = arity(term.op);
    if (operands == 3) {
      use(term.a, context);
      use(term.b, within(context, {term.a, true}));
      use(term.c, within(context, {term.a, false}));
      return;
    }
    if (operands > 0) use(term.a, context);
    if (operands > 1) use(term.b, context);
  }

  void build(Node root);
  bool push_missing(std::vector<Node>& todo, Node x);
  Node rebuilt(Node x);
  Node taken(Context context);

  Graph& graph_;
  std::vector<Node> nodes_;
  std::vector<Context> contexts_;
  std::vector<Node> images_;
  std::vector<std::vector<Known>> known_;  // by context
  std::map<std::vector<Known>, Context> contexts_found_;
};

void Guard::build(Node root) {
  std::vector<Node> todo{root};
  while (!todo.empty()) {
    const Node x = todo.back();
    if (image(x) == no_node && push_missing(todo, x)) continue;
    if (image(x) == no_node) image(x) = rebuilt(x);
    todo.pop_back();
  }
}

// Pushes what x waits for; false if it waits for nothing.
bool Guard::push_missing(std::vector<Node>& todo, Node x) {
  const std::size_t before = todo.size();
  const auto want = [&](Node y) {
    if (image(y) == no_node) todo.push_back(y);
  };
  const Term& term = graph_[x];
  const int operands = arity(term.op);
  if (operands > 0) want(term.a);
  if (operands > 1) want(term.b);
  if (operands > 2) want(term.c);
  if (edge(term.op)) {
    for (const Known& known : known_[contexts_[position(x)]]) want(known.condition);
  }
  return todo.size() > before;
}

// The condition that all of a context holds: a conjunction of each part once, so that guarding what
// is guarded already changes nothing; from the outside in, so that what an outer branch asks is
// built once for all branches within.
Node Guard::taken(Context context) {
  std::vector<Node> todo;  // the innermost first
  for (auto known = known_[context].rbegin(); known != known_[context].rend(); ++known) {
    const Node condition = image(known->condition);
    todo.push_back(known->holds ? condition : graph_.apply(Op::negation, condition));
  }
  std::set<Node> seen;
  Node all = graph_.constant(1);
  while (!todo.empty()) {
    const Node part = todo.back();
    todo.pop_back();
    const Term term = graph_[part];
    if (term.op == Op::both) {
      todo.push_back(term.b);
      todo.push_back(term.a);
    } else if (seen.insert(part).second) {
      all = graph_.apply(Op::both, all, part);
    }
  }
  return all;
}

Node Guard::rebuilt(Node x) {
  const Term term = graph_[x];
  const Context context = contexts_[position(x)];
  if (arity(term.op) == 0) return x;
  if (arity(term.op) == 3) return graph_.select(image(term.a), image(term.b), image(term.c));
  Node operands[2] = {image(term.a), arity(term.op) > 1 ? image(term.b) : no_node};
  const Edge* const at = edge(term.op);
  if (at && context != everywhere && !graph_.is_constant(operands[at->operand])) {
    Node& argument = operands[at->operand];
    argument = graph_.select(taken(context), argument, graph_.constant(at->safe));
  }
  return arity(term.op) == 1 ? graph_.apply(term.op, operands[0])
                             : graph_.apply(term.op, operands[0], operands[1]);
}

}  // namespace

void guard_branches(Graph& graph, std::span<Node> roots) {
  std::vector<Node> nodes = graph.reachable(roots);
  const auto is_select = [&](Node x) { return graph.op(x) == Op::select; };
  if (std::none_of(nodes.begin(), nodes.end(), is_select)) return;
  Guard(graph, std::move(nodes)).run(roots);
}

}  // namespace zwang::formula

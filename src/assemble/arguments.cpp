// SPDX-License-Identifier: Apache-2.0
// What formulas know of how narrow they are: arguments of functions that change where the argument does,
// and terms that depend on the time alone.

#include <algorithm>
#include <set>

#include "assemble/assembly.h"
#include "formula/lower.h"

namespace zwang::compile {

using equations::Argument;
using formula::Graph;
using formula::Node;
using formula::Op;
using formula::Role;

namespace {

constexpr std::size_t most_arguments = 64, most_clocks = 256;

// What a node depends on besides parameters.
constexpr unsigned char time = 1, state = 2, other = 4;

unsigned char of_role(Role role) {
  switch (role) {
    case Role::time:
      return time;
    case Role::coordinate:
    case Role::rate:
      return state;
    case Role::parameter:
      return 0;
    default:
      return other;
  }
}

/// All nodes that the law needs, and what each depends on. Families are left out: their formulas read
/// other members at every place.
class Law {
 public:
  Law(const Scope& scope, const Group& lone) : graph_(scope.graph()) {
    for (const Output& output : lone.outputs) {
      const bool counts = output.array == Array::M || output.array == Array::Q ||
                          output.array == Array::A || output.array == Array::b ||
                          output.array == Array::C || output.array == Array::limits;
      if (counts) outputs_.push_back(output.node);
    }
    nodes_ = graph_.reachable(outputs_);
    knows_.resize(nodes_.size());
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      const formula::Term& term = graph_[nodes_[i]];
      if (term.op == Op::input) {
        const formula::Input& input = scope.symbols().inputs()[term.a];
        knows_[i] = input.family >= 0 ? other : of_role(input.role);
        continue;
      }
      const Node operands[] = {term.a, term.b, term.c};
      for (int k = 0; k < arity(term.op); ++k) knows_[i] |= knows(operands[k]);
    }
    // Positions are those of the last question that the graph was asked.
    knows_by_node_.assign(nodes_.empty() ? 0 : nodes_.back() + 1, other);
    for (std::size_t i = 0; i < nodes_.size(); ++i) knows_by_node_[nodes_[i]] = knows_[i];
  }

  const std::vector<Node>& nodes() const { return nodes_; }
  const std::vector<Node>& outputs() const { return outputs_; }
  unsigned char of(Node x) const { return knows_by_node_[x]; }

 private:
  unsigned char knows(Node x) const { return knows_[graph_.position(x)]; }

  const Graph& graph_;
  std::vector<Node> outputs_, nodes_;
  std::vector<unsigned char> knows_, knows_by_node_;
};

class ArgumentList {
 public:
  explicit ArgumentList(Graph& graph) : graph_(graph) {}

  void add(const Law& law, Node x) {
    const formula::Term term = graph_[x];
    switch (term.op) {
      case Op::exp:
      case Op::tanh:
      case Op::atan:
      case Op::sinh:
      case Op::cosh:
        return keep(law, term.a, Argument::Scale::plain);
      case Op::divide:
        return keep_base(law, base_of(term.b));
      case Op::sqrt:
      case Op::log:
      case Op::power:
        return keep_base(law, base_of(term.a));
      case Op::abs:
      case Op::sign:
        return keep(law, term.a, Argument::Scale::edge);
      case Op::min:
      case Op::max:
      case Op::less:
      case Op::less_equal: {
        const unsigned char knows = law.of(term.a) | law.of(term.b);
        return keep(knows, graph_.subtract(term.a, term.b), Argument::Scale::edge);
      }
      default:
        return;
    }
  }

  std::vector<Node> nodes;
  std::vector<Argument> arguments;

 private:
  // Roots, powers and magnitudes have the ratios of what they are taken of.
  Node base_of(Node x) const {
    while (graph_.op(x) == Op::sqrt || graph_.op(x) == Op::square || graph_.op(x) == Op::negate ||
           graph_.op(x) == Op::abs)
      x = graph_[x].a;
    return x;
  }
  // A square, or a sum of squares, up to constant factors.
  bool is_square(const Law& law, Node x) const {
    const formula::Term& term = graph_[x];
    switch (term.op) {
      case Op::square:
        return true;
      case Op::add:
        return is_square(law, term.a) && is_square(law, term.b);
      case Op::multiply:
        return (law.of(term.a) == 0 && is_square(law, term.b)) ||
               (law.of(term.b) == 0 && is_square(law, term.a));
      case Op::divide:
        return law.of(term.b) == 0 && is_square(law, term.a);
      default:
        return false;
    }
  }
  // Of c + u², which a small c makes narrow where u is zero, while from afar it is but a square: u/√c, too.
  void keep_base(const Law& law, Node x) {
    keep(law, x, Argument::Scale::ratio);
    const formula::Term term = graph_[x];
    if (term.op != Op::add || law.of(x) != state) return;
    const bool first = law.of(term.a) == 0;
    const Node c = first ? term.a : term.b, squares = first ? term.b : term.a;
    if (law.of(c) != 0 || !is_square(law, squares)) return;
    const formula::Term square = graph_[squares];
    const Node u = square.op == Op::square ? graph_.divide(square.a, graph_.sqrt(c))
                                           : graph_.sqrt(graph_.divide(squares, c));
    keep(law.of(x), u, Argument::Scale::plain);
  }
  void keep(const Law& law, Node u, Argument::Scale scale) { keep(law.of(u), u, scale); }
  void keep(unsigned char knows, Node u, Argument::Scale scale) {
    if ((knows & (time | state)) == 0 || (knows & other) != 0 || nodes.size() >= most_arguments)
      return;
    if (!seen_.insert({u, scale}).second) return;
    nodes.push_back(u);
    arguments.push_back({scale, (knows & state) == 0});
  }

  Graph& graph_;
  std::set<std::pair<Node, Argument::Scale>> seen_;
};

// The terms of a sum.
void add_terms(const Graph& graph, Node x, const Law& law, std::set<Node>& terms) {
  std::vector<Node> open = {x};
  while (!open.empty()) {
    const Node y = open.back();
    open.pop_back();
    const formula::Term& term = graph[y];
    if (law.of(y) != time) continue;
    if (term.op == Op::add || term.op == Op::subtract) {
      open.push_back(term.a);
      open.push_back(term.b);
    } else if (term.op == Op::negate) {
      open.push_back(term.a);
    } else if (term.op == Op::multiply && law.of(term.a) == 0) {
      open.push_back(term.b);
    } else if (term.op != Op::input) {
      terms.insert(y);
    }
  }
}

}  // namespace

void Assembly::add_arguments(equations::Equations& equations) {
  const Law law(scope_, lone());
  ArgumentList list(scope_.graph());
  for (const Node x : law.nodes()) list.add(law, x);
  arguments_ = std::move(list.nodes);
  equations.arguments = std::move(list.arguments);
  for (std::size_t k = 0; k < arguments_.size(); ++k) {
    add(lone(), {arguments_[k], Array::arguments, static_cast<Index>(k)});
  }
}

void Assembly::add_clocks(equations::Equations& equations) const {
  if (equations.two_ends.compiled) return;
  const Law law(scope_, *groups_.front());
  const Graph& graph = scope_.graph();
  std::set<Node> terms;
  const auto look = [&](Node x) {
    if (law.of(x) == time) add_terms(graph, x, law, terms);
  };
  for (const Node x : law.outputs()) look(x);
  for (const Node x : law.nodes()) {
    if (law.of(x) == time) continue;
    const formula::Term& term = graph[x];
    const Node operands[] = {term.a, term.b, term.c};
    for (int k = 0; k < arity(term.op); ++k) look(operands[k]);
  }
  formula::Lowering lowering;
  lowering.inputs = equations.inputs;
  lowering.fuse = false;
  for (const Node x : terms) {
    if (equations.clocks.size() >= most_clocks) break;
    equations.clocks.push_back(lower(graph, {&x, 1}, lowering).body);
  }
}

}  // namespace zwang::compile

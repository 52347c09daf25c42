// SPDX-License-Identifier: Apache-2.0
// Gradients: from outputs to inputs, one loop.

#include <algorithm>

#include "base/contract.h"
#include "formula/derive/derive.h"
#include "formula/derive/partial.h"

namespace zwang::formula {

namespace {

// The adjoints of the nodes between outputs and inputs.
class Sweep {
 public:
  Sweep(Graph& graph, std::span<const Node> outputs)
      : graph_(graph), nodes_(graph.reachable(outputs)), zero_(graph.constant(0)) {
    adjoints_.assign(nodes_.size(), zero_);
    active_.assign(nodes_.size(), false);
  }

  // Adjoints are formed only where an input with `wanted(slot)` can be reached.
  template <class Wanted>
  void run(std::span<const Node> outputs, std::span<const Node> weights, Wanted wanted) {
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      const Term& term = graph_[nodes_[i]];
      const int operands = arity(term.op);
      active_[i] = (term.op == Op::input && wanted(term.a)) ||
                   (operands > 0 && active_[position(term.a)]) ||
                   (operands > 1 && active_[position(term.b)]) ||
                   (operands > 2 && active_[position(term.c)]);
    }
    for (std::size_t k = 0; k < outputs.size(); ++k) plus(outputs[k], weights[k]);
    for (std::size_t i = nodes_.size(); i-- > 0;) {
      if (active_[i] && adjoints_[i] != zero_) hand_down(nodes_[i], adjoints_[i]);
    }
  }

  Node at(Node x) const {
    const Index position = graph_.position(x);
    return position < 0 ? zero_ : adjoints_[position];
  }
  const std::vector<Node>& nodes() const { return nodes_; }

 private:
  std::size_t position(Node x) const { return static_cast<std::size_t>(graph_.position(x)); }
  bool active(Node x) const { return active_[position(x)]; }

  void plus(Node x, Node share) {
    if (active(x)) adjoints_[position(x)] = graph_.add(adjoints_[position(x)], share);
  }
  void minus(Node x, Node share) {
    if (active(x)) plus(x, graph_.negate(share));  // the sign may vanish in a constant factor
  }

  void hand_down(Node x, Node adjoint);
  void hand_down_binary(Node x, Node adjoint);

  Graph& graph_;
  std::vector<Node> nodes_;
  Node zero_;
  std::vector<Node> adjoints_;
  std::vector<bool> active_;
};

void Sweep::hand_down_binary(Node x, Node A) {
  Graph& g = graph_;
  const Node u = g[x].a, w = g[x].b;
  switch (g.op(x)) {
    case Op::add:
      plus(u, A), plus(w, A);
      break;
    case Op::subtract:
      plus(u, A), minus(w, A);
      break;
    case Op::multiply:
      if (active(u)) plus(u, g.multiply(A, w));
      if (active(w)) plus(w, g.multiply(u, A));
      break;
    case Op::divide: {
      const Node share = g.divide(A, w);
      plus(u, share);
      if (active(w)) minus(w, g.multiply(share, x));
      break;
    }
    case Op::power:
      if (active(u)) plus(u, g.multiply(A, power_by_base(g, x)));
      if (active(w)) plus(w, g.multiply(A, power_by_exponent(g, x)));
      break;
    case Op::atan2: {
      const Node share = g.divide(A, guarded_divisor(g, g.add(g.square(u), g.square(w))));
      if (active(u)) plus(u, g.multiply(w, share));
      if (active(w)) minus(w, g.multiply(u, share));
      break;
    }
    case Op::hypot: {
      const Node share = g.divide(A, guarded_divisor(g, x));
      if (active(u)) plus(u, g.multiply(u, share));
      if (active(w)) plus(w, g.multiply(w, share));
      break;
    }
    case Op::min:
    case Op::max: {
      const Node first =
          g.op(x) == Op::min ? g.apply(Op::less_equal, u, w) : g.apply(Op::less_equal, w, u);
      plus(u, g.select(first, A, zero_));
      plus(w, g.select(first, zero_, A));
      break;
    }
    case Op::mod:
      plus(u, A);
      if (active(w)) plus(w, g.multiply(g.divide(g.subtract(x, u), w), A));
      break;
    default:
      break;  // conditions
  }
}

void Sweep::hand_down(Node x, Node A) {
  const Term term = graph_[x];
  switch (arity(term.op)) {
    case 0:
      break;
    case 1:
      if (term.op == Op::negate) {
        minus(term.a, A);
      } else if (term.op != Op::sign && term.op != Op::negation) {
        plus(term.a, scaled_slope(graph_, x, A));
      }
      break;
    case 2:
      hand_down_binary(x, A);
      break;
    default:
      plus(term.b, graph_.select(term.a, A, zero_));
      plus(term.c, graph_.select(term.a, zero_, A));
  }
}

}  // namespace

std::vector<Node> reverse(Graph& graph, std::span<const Node> outputs,
                          std::span<const Node> weights, std::span<const Node> wrt) {
  expects(outputs.size() == weights.size());
  const Columns columns(graph, wrt);
  Sweep sweep(graph, outputs);
  sweep.run(outputs, weights, [&](std::uint32_t slot) { return columns.at(slot) >= 0; });
  std::vector<Node> result;
  result.reserve(wrt.size());
  for (const Node x : wrt) result.push_back(sweep.at(x));
  return result;
}

Columns::Columns(const Graph& graph, std::span<const Node> inputs) {
  for (std::size_t k = 0; k < inputs.size(); ++k) {
    expects(graph.op(inputs[k]) == Op::input);
    const std::uint32_t slot = graph.slot(inputs[k]);
    if (slot >= columns_.size()) columns_.resize(slot + 1, -1);
    columns_[slot] = static_cast<Index>(k);
  }
}

std::vector<Partial> gradient(Graph& graph, Node output, const Columns& columns) {
  const Node one = graph.constant(1);
  Sweep sweep(graph, {&output, 1});
  sweep.run({&output, 1}, {&one, 1}, [&](std::uint32_t slot) { return columns.at(slot) >= 0; });
  std::vector<Partial> partials;
  const Node zero = graph.constant(0);
  for (const Node x : sweep.nodes()) {
    if (graph.op(x) != Op::input || columns.at(graph.slot(x)) < 0) continue;
    const Node value = sweep.at(x);
    if (value != zero) partials.push_back({columns.at(graph.slot(x)), value});
  }
  std::sort(partials.begin(), partials.end(),
            [](const Partial& x, const Partial& y) { return x.column < y.column; });
  return partials;
}

}  // namespace zwang::formula

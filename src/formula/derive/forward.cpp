// SPDX-License-Identifier: Apache-2.0
// Directional derivatives: from inputs to outputs, one loop.

#include "base/contract.h"
#include "formula/derive/derive.h"
#include "formula/derive/partial.h"

namespace zwang::formula {

void Direction::set(std::uint32_t slot, Node node) {
  if (slot >= nodes_.size()) nodes_.resize(slot + 1, no_node);
  nodes_[slot] = node;
}

namespace {

// d(u/w) = (du − x·dw)/w with x = u/w.
Node quotient(Graph& g, Node x, Node du, Node dw) {
  return g.divide(g.subtract(du, g.multiply(x, dw)), g[x].b);
}

// a b + c d and a b − c d. Nodes are numbered as they are made, and formulas are written in that order,
// so it may not be left to the compiler which argument comes first.
Node sum_of_products(Graph& g, Node a, Node b, Node c, Node d) {
  const Node ab = g.multiply(a, b), cd = g.multiply(c, d);
  return g.add(ab, cd);
}
Node difference_of_products(Graph& g, Node a, Node b, Node c, Node d) {
  const Node ab = g.multiply(a, b), cd = g.multiply(c, d);
  return g.subtract(ab, cd);
}

// Operations of two arguments that move by du and dw, not both zero.
Node binary(Graph& g, Node x, Node du, Node dw, Node zero) {
  const Node u = g[x].a, w = g[x].b;
  switch (g.op(x)) {
    case Op::add:
      return g.add(du, dw);
    case Op::subtract:
      return g.subtract(du, dw);
    case Op::multiply:
      return sum_of_products(g, du, w, u, dw);
    case Op::divide:
      return quotient(g, x, du, dw);
    case Op::power: {
      const Node by_base = du == zero ? zero : g.multiply(du, power_by_base(g, x));
      return dw == zero ? by_base : g.add(by_base, g.multiply(dw, power_by_exponent(g, x)));
    }
    case Op::atan2: {
      const Node turn = difference_of_products(g, w, du, u, dw);
      const Node uu = g.square(u), ww = g.square(w);
      return g.divide(turn, guarded_divisor(g, g.add(uu, ww)));
    }
    case Op::hypot: {
      const Node change = sum_of_products(g, u, du, w, dw);
      return g.divide(change, guarded_divisor(g, x));
    }
    case Op::min:
      return g.select(g.apply(Op::less_equal, u, w), du, dw);
    case Op::max:
      return g.select(g.apply(Op::less_equal, w, u), du, dw);
    case Op::mod:  // x = u − w⌊u/w⌋
      return dw == zero ? du : g.add(du, g.multiply(g.divide(g.subtract(x, u), w), dw));
    default:
      return zero;  // conditions
  }
}

Node tangent(Graph& g, Node x, Node du, Node dw, Node dz, Node zero) {
  switch (arity(g.op(x))) {
    case 1:
      if (du == zero || g.op(x) == Op::sign || g.op(x) == Op::negation) return zero;
      return g.op(x) == Op::negate ? g.negate(du) : scaled_slope(g, x, du);
    case 2:
      return du == zero && dw == zero ? zero : binary(g, x, du, dw, zero);
    default:
      return g.select(g[x].a, dw, dz);
  }
}

}  // namespace

std::vector<Node> forward(Graph& graph, std::span<const Node> outputs, const Direction& direction) {
  const std::vector<Node> nodes = graph.reachable(outputs);
  const Node zero = graph.constant(0);
  std::vector<Node> tangents(nodes.size(), zero);
  const auto at = [&](Node x) -> Node& { return tangents[graph.position(x)]; };
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const Term term = graph[nodes[i]];
    const int operands = arity(term.op);
    if (term.op == Op::input) {
      const Node moves = direction.at(term.a);
      if (moves != no_node) tangents[i] = moves;
    } else if (operands > 0) {
      tangents[i] = tangent(graph, nodes[i], at(term.a), operands > 1 ? at(term.b) : zero,
                            operands > 2 ? at(term.c) : zero, zero);
    }
  }
  std::vector<Node> result;
  result.reserve(outputs.size());
  for (const Node x : outputs) result.push_back(at(x));
  return result;
}

std::vector<Node> substitute(Graph& graph, std::span<const Node> outputs, const Direction& by) {
  const std::vector<Node> nodes = graph.reachable(outputs);
  std::vector<Node> images(nodes.size());
  const auto at = [&](Node x) { return images[graph.position(x)]; };
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const Term term = graph[nodes[i]];
    switch (arity(term.op)) {
      case 0: {
        const Node image = term.op == Op::input ? by.at(term.a) : no_node;
        images[i] = image == no_node ? nodes[i] : image;
        break;
      }
      case 1:
        images[i] = graph.apply(term.op, at(term.a));
        break;
      case 2:
        images[i] = graph.apply(term.op, at(term.a), at(term.b));
        break;
      default:
        images[i] = graph.select(at(term.a), at(term.b), at(term.c));
    }
  }
  std::vector<Node> result;
  result.reserve(outputs.size());
  for (const Node x : outputs) result.push_back(at(x));
  return result;
}

}  // namespace zwang::formula

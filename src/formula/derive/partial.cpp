// SPDX-License-Identifier: Apache-2.0
#include "formula/derive/partial.h"

#include <limits>

#include "base/contract.h"

namespace zwang::formula {

Node guarded_divisor(Graph& graph, Node x) {
  return graph.select(graph.apply(Op::equal, x, graph.constant(0)),
                      graph.constant(std::numeric_limits<double>::infinity()), x);
}

namespace {

// √(1 − u²) as √((1 − u)(1 + u)), which keeps its digits near ±1; guarded, since the derivative
// of asin and acos is taken as 0 there.
Node arc_divisor(Graph& graph, Node u) {
  const Node one = graph.constant(1);
  return guarded_divisor(graph,
                         graph.sqrt(graph.multiply(graph.subtract(one, u), graph.add(one, u))));
}

}  // namespace

Node scaled_slope(Graph& g, Node x, Node factor) {
  const Node u = g[x].a, one = g.constant(1);
  switch (g.op(x)) {
    case Op::square:
      return g.multiply(g.constant(2), g.multiply(u, factor));
    case Op::sqrt:
      return g.divide(g.multiply(g.constant(0.5), factor), guarded_divisor(g, x));
    case Op::exp:
      return g.multiply(factor, x);
    case Op::log:
      return g.divide(factor, u);
    case Op::sin:
      return g.multiply(factor, g.apply(Op::cos, u));
    case Op::cos:
      return g.negate(g.multiply(factor, g.apply(Op::sin, u)));
    case Op::tan:
      return g.multiply(factor, g.add(one, g.square(x)));
    case Op::asin:
      return g.divide(factor, arc_divisor(g, u));
    case Op::acos:
      return g.negate(g.divide(factor, arc_divisor(g, u)));
    case Op::atan:
      return g.divide(factor, g.add(one, g.square(u)));
    case Op::sinh:
      return g.multiply(factor, g.apply(Op::cosh, u));
    case Op::cosh:
      return g.multiply(factor, g.apply(Op::sinh, u));
    case Op::tanh:
      return g.multiply(factor, g.subtract(one, g.square(x)));
    case Op::abs:
      return g.multiply(factor, g.apply(Op::sign, u));
    default:
      break;
  }
  expects(false);
  return no_node;
}

// p·u^(p−1), taken as 0 at u = 0 with p < 1.
Node power_by_base(Graph& g, Node x) {
  const Node u = g[x].a, p = g[x].b, one = g.constant(1);
  const Node at_edge =
      g.apply(Op::both, g.apply(Op::equal, u, g.constant(0)), g.apply(Op::less, p, one));
  const Node slope = g.multiply(p, g.power(g.select(at_edge, one, u), g.subtract(p, one)));
  return g.select(at_edge, g.constant(0), slope);
}

// u^p·log u, 0 where u is not positive.
Node power_by_exponent(Graph& g, Node x) {
  const Node u = g[x].a;
  const Node positive = g.select(g.apply(Op::less, g.constant(0), u), u, g.constant(1));
  return g.multiply(x, g.apply(Op::log, positive));
}

}  // namespace zwang::formula

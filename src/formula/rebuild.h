// SPDX-License-Identifier: Apache-2.0
#pragma once
// An operation again, on other operands; a formula again, in another graph.

#include <vector>

#include "formula/graph.h"

namespace zwang::formula {

/// The operation of `term` on the images of its operands; leaves excluded.
template <class Image>
Node rebuilt(Graph& graph, const Term& term, const Image& image) {
  switch (arity(term.op)) {
    case 1:
      return graph.apply(term.op, image(term.a));
    case 2:
      return graph.apply(term.op, image(term.a), image(term.b));
    default:
      return graph.select(image(term.a), image(term.b), image(term.c));
  }
}

/// The formula `x` of `from` built in `to`, operands first in their old order, each node with the
/// operands that change(node) says; `nodes` is the last answer of from.reachable(), for x.
template <class Change>
Node rebuilt(Graph& to, const Graph& from, const std::vector<Node>& nodes, const Change& change) {
  std::vector<Node> images(nodes.size());
  const auto at = [&](Node y) { return images[from.position(y)]; };
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const Term term = change(nodes[i]);
    images[i] = term.op == Op::constant ? to.constant(from.value(nodes[i]))
                : term.op == Op::input  ? to.input(term.a)
                                        : rebuilt(to, term, at);
  }
  return images.back();
}

/// A copy of the formula x.
inline Node copied(Graph& to, const Graph& from, Node x) {
  return rebuilt(to, from, from.reachable({&x, 1}), [&](Node y) { return from[y]; });
}

}  // namespace zwang::formula

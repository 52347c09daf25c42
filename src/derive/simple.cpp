// SPDX-License-Identifier: Apache-2.0
#include "derive/simple.h"

#include "derive/arrange.h"
#include "formula/rebuild.h"
#include "formula/unguard.h"
#include "formula/write/print.h"

namespace zwang::deriving {

using formula::Graph;
using formula::Node;
using formula::Op;
using formula::Term;

namespace {

constexpr Index longest = 2000;  // operations up to which simplifying is tried

// select(r = 0, 0, x), r a root: what the second derivative of a distance is full of.
bool guards_a_root(const Graph& g, const Term& term) {
  if (term.op != Op::select || g.op(term.a) != Op::equal || !g.is_constant(term.b, 0)) return false;
  const Term& equal = g[term.a];
  const Op op = g.op(g.is_constant(equal.a, 0) ? equal.b : equal.a);
  return op == Op::sqrt || op == Op::hypot;
}

}  // namespace

Node Simplifier::away_from_edges(Node x) const {
  Graph copy, plain;
  const Node given = copied(copy, graph(), x);
  const Node root = without_any_guards(plain, copy, given);
  const std::vector<Node> nodes = plain.reachable({&root, 1});
  std::vector<Node> images(std::size_t{root} + 1);
  for (const Node y : nodes) {
    const Term term = plain[y];
    images[y] = term.op == Op::constant ? graph().constant(plain.value(y))
                : term.op == Op::input  ? graph().input(term.a)
                : guards_a_root(plain, term)
                    ? images[term.c]
                    : rebuilt(graph(), term, [&](Node z) { return images[z]; });
  }
  return images[root];
}

std::size_t Simplifier::length(Node x) const {
  const formula::Printed printed = formula::print(symbols_, x);
  std::size_t result = printed.formula.size();
  for (const std::string& part : printed.parts) result += part.size() + 8;
  return result;
}

Node Simplifier::simple(Node x) {
  if (graph().operations({&x, 1}) > longest) return x;
  x = away_from_edges(x);
  try {
    const Quotient quotient = quotients_.with_roots_below(quotients_.of(x));
    const Node other = arranged(symbols_, quotient);
    // One fraction reads better than a product of some, even where it is a little longer.
    return length(x) + length(x) / 8 < length(other) ? x : other;
  } catch (const TooLong&) {
    return x;
  }
}

}  // namespace zwang::deriving

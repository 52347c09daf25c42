// SPDX-License-Identifier: Apache-2.0
#include "compile/bends.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "formula/rebuild.h"

namespace zwang::compile {

using formula::Node;
using formula::Op;

bool Bends::only(Node x) {
  if (g_.op(x) == Op::sign) return !is_output(x) && dies_out(x, x);
  for (const Node y : nodes_) {
    const formula::Term term = g_[y];
    if (!reads(term, x)) continue;
    if (formula::is_condition(term.op) ? !guards_only(y) : !is_same(term, x)) return false;
  }
  return true;
}

bool Bends::is_same(const formula::Term& term, Node x) {
  if (term.op == Op::select && term.a == x) {
    if (is_no_number(term.b) || is_no_number(term.c)) return true;  // beyond the data of a table
    const Node a = where_it_turns(term.b, x), b = where_it_turns(term.c, x);
    if (a == b) return true;
    if (!g_.is_constant(a) || !g_.is_constant(b)) return false;
    const double size = std::max(std::abs(g_.value(a)), std::abs(g_.value(b)));
    return std::abs(g_.value(a) - g_.value(b)) <= 1e-12 * size;  // knots to rounding
  }
  return false;
}

bool Bends::reads(const formula::Term& term, Node x) const {
  const Node operands[] = {term.a, term.b, term.c};
  const Node* const end = operands + arity(term.op);
  return std::find(operands, end, x) != end;
}

// A product with the sign x that is multiplied, wherever it goes, by what is zero where x turns.
bool Bends::dies_out(Node product, Node x) {
  bool read = false;
  for (const Node y : nodes_) {
    const formula::Term term = g_[y];
    if (!reads(term, product)) continue;
    read = true;
    const bool factor = term.op == Op::multiply && term.a != term.b;
    if (factor && g_.is_constant(where_it_turns(term.a == product ? term.b : term.a, x), 0))
      continue;
    const bool goes_on =
        factor || term.op == Op::negate || (term.op == Op::divide && term.a == product);
    if (!goes_on || is_output(y) || !dies_out(y, x)) return false;
  }
  return read;
}

bool Bends::is_output(Node y) const {
  return std::find(outputs_.begin(), outputs_.end(), y) != outputs_.end();
}

// Several comparisons together: whether they decide nothing but where there are data.
bool Bends::guards_only(Node condition) {
  for (const Node y : nodes_) {
    const formula::Term& term = g_[y];
    if (term.op == Op::select && term.a == condition && !is_no_number(term.b) &&
        !is_no_number(term.c)) {
      return false;
    }
    if (formula::is_condition(term.op) && (term.a == condition || term.b == condition))
      return false;
  }
  return true;
}

bool Bends::is_no_number(Node x) const { return g_.is_constant(x) && std::isnan(g_.value(x)); }

bool Bends::is_multiple(Node x) const {
  return g_.op(x) == Op::multiply && g_.is_constant(g_[x].a) && g_.value(g_[x].a) != 0;
}

// The formula with what x compares put equal.
Node Bends::where_it_turns(Node formula, Node x) {
  const formula::Term turn = g_[x];
  Node from = turn.op != Op::sign && g_.is_constant(turn.a) ? turn.b : turn.a;
  const Node to = turn.op == Op::sign ? g_.constant(0) : from == turn.a ? turn.b : turn.a;
  // A multiple is zero where it is zero itself.
  while (g_.is_constant(to, 0) && (g_.op(from) == Op::negate || is_multiple(from)))
    from = g_.op(from) == Op::negate ? g_[from].a : g_[from].b;
  std::unordered_map<Node, Node> image;
  for (const Node y : g_.reachable({&formula, 1})) {
    const formula::Term term = g_[y];
    image[y] = y == from             ? to
               : arity(term.op) == 0 ? y
                                     : rebuilt(g_, term, [&](Node z) { return image.at(z); });
  }
  return image.at(formula);
}

}  // namespace zwang::compile

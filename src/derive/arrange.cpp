// SPDX-License-Identifier: Apache-2.0
#include "derive/arrange.h"

#include <algorithm>
#include <cmath>

namespace zwang::deriving {

using formula::Graph;
using formula::Node;
using formula::Role;

namespace {

class Arrangement {
 public:
  explicit Arrangement(const formula::Symbols& symbols)
      : symbols_(symbols), graph_(symbols.graph()) {}

  Node fraction(const Quotient& x);

 private:
  enum class Inner { rates, parameters };
  struct Part {
    Monomial outer;
    Polynomial inner;
  };

  int rank(Node atom) const;
  Node monomial(Monomial x) const;
  Node term(const Monomial& x, double coefficient) const;
  Node flat_sum(const Polynomial& x) const;
  Node scaled_sum(const Polynomial& x) const;
  Node sum(const Polynomial& x) const;
  std::vector<Part> parts(const Polynomial& x, Inner inner) const;
  Node joined(const std::vector<std::pair<Node, bool>>& terms) const;

  const formula::Symbols& symbols_;
  Graph& graph_;
};

// Parameters, time, coordinates, rates, functions.
int Arrangement::rank(Node atom) const {
  if (graph_.op(atom) != formula::Op::input) return 6;
  switch (symbols_.inputs()[graph_.slot(atom)].role) {
    case Role::parameter:
    case Role::index:
      return 1;
    case Role::time:
      return 2;
    case Role::coordinate:
      return 3;
    default:
      return 4;
  }
}

Node Arrangement::monomial(Monomial x) const {
  std::stable_sort(x.begin(), x.end(), [&](const auto& left, const auto& right) {
    return rank(left.first) < rank(right.first);
  });
  Node result = graph_.constant(1);
  for (const auto& [atom, e] : x) {
    result = graph_.multiply(result, graph_.power(atom, graph_.constant(e)));
  }
  return result;
}

Node Arrangement::term(const Monomial& x, double coefficient) const {
  const Node product = monomial(x);  // first: the order of building must not be the compiler's
  return graph_.multiply(graph_.constant(coefficient), product);
}

// What is added first, so that a sum begins with it.
Node Arrangement::joined(const std::vector<std::pair<Node, bool>>& terms) const {
  Node result = graph_.constant(0);
  for (const auto& [node, minus] : terms) {
    if (!minus) result = graph_.add(result, node);
  }
  for (const auto& [node, minus] : terms) {
    if (minus) result = graph_.subtract(result, node);
  }
  return result;
}

Node Arrangement::flat_sum(const Polynomial& x) const {
  std::vector<std::pair<Node, bool>> terms;
  for (const auto& [own, c] : x.terms()) terms.emplace_back(term(own, std::abs(c)), c < 0);
  return joined(terms);
}

// With the number that all coefficients have in common in front.
Node Arrangement::scaled_sum(const Polynomial& x) const {
  const auto is_negative = [](const auto& term) { return term.second < 0; };
  const bool minus = std::all_of(x.terms().begin(), x.terms().end(), is_negative);
  const double number = common_number(x) * (minus ? -1 : 1);
  const Node sum = flat_sum(x.times({}, 1 / number));
  return graph_.multiply(graph_.constant(number), sum);
}

// Terms that differ only in their rates, or only in their parameters, belong together.
std::vector<Arrangement::Part> Arrangement::parts(const Polynomial& x, Inner inner) const {
  std::vector<Part> found;
  for (const auto& [own, c] : x.terms()) {
    Monomial outside, inside;
    for (const auto& factor : own) {
      const bool is_inner = rank(factor.first) == (inner == Inner::rates ? 4 : 1);
      (is_inner ? inside : outside).push_back(factor);
    }
    auto at = std::find_if(found.begin(), found.end(),
                           [&](const Part& part) { return part.outer == outside; });
    if (at == found.end()) at = found.insert(at, {outside, {}});
    at->inner.add(inside, c);
  }
  return found;
}

Node Arrangement::sum(const Polynomial& x) const {
  const auto by_rates = parts(x, Inner::rates), by_parameters = parts(x, Inner::parameters);
  std::vector<std::pair<Node, bool>> terms;
  for (const Part& part : by_parameters.size() < by_rates.size() ? by_parameters : by_rates) {
    const auto is_negative = [](const auto& term) { return term.second < 0; };
    const auto& inner = part.inner.terms();
    const bool minus = std::all_of(inner.begin(), inner.end(), is_negative);
    const Monomial taken = content(part.inner), outer = product(part.outer, taken);
    const Polynomial plain = part.inner.times(power(taken, -1), minus ? -1 : 1);
    const bool alone = plain.terms().size() == 1;
    const Node factor = alone ? term(outer, plain.terms().begin()->second) : monomial(outer);
    const Node node = alone ? factor : graph_.multiply(factor, scaled_sum(plain));
    terms.emplace_back(node, minus);
  }
  return joined(terms);
}

Node Arrangement::fraction(const Quotient& x) {
  if (x.over.is_zero()) return graph_.constant(0);
  Monomial above, below;
  for (const auto& [atom, e] : content(x.over)) {
    if (e < 0) below.emplace_back(atom, -e);
    if (e > 0 && rank(atom) == 1) above.emplace_back(atom, e);
  }
  double number = common_number(x.over), under = 1;
  for (const double d : {2., 3., 4., 6., 8., 9., 12., 16., 7.}) {
    if (number == std::round(number)) break;
    if (std::abs(number * d - std::round(number * d)) < 1e-14) {
      number = std::round(number * d);
      under = d;
    }
  }
  const Polynomial rest = x.over.times(product(below, power(above, -1)), 1 / (number / under));
  const Node front = term(above, number);
  const Node over = rest.terms().size() == 1 ? term(product(above, rest.terms().begin()->first),
                                                    number * rest.terms().begin()->second)
                                             : graph_.multiply(front, sum(rest));
  Node divisor = term(below, under);
  for (const auto& [factor, e] : x.under) {
    const Node power = graph_.power(sum(factor), graph_.constant(e));
    divisor = graph_.multiply(divisor, power);
  }
  return graph_.divide(over, divisor);
}

}  // namespace

Node arranged(const formula::Symbols& symbols, const Quotient& quotient) {
  return Arrangement(symbols).fraction(quotient);
}

}  // namespace zwang::deriving

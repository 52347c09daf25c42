// SPDX-License-Identifier: Apache-2.0
#include "formula/write/outline.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "formula/write/number_text.h"

namespace zwang::formula {

namespace {

constexpr Index short_formula = 200;       // characters up to which no part is named
constexpr Index short_part = 12;           // sin(theta1) is repeated rather than named
constexpr Index short_condition = 100;     // conditions read better in their place
constexpr Index longest_repeated = 2'000;  // whatever it is, more is not written twice
constexpr Index uncountable = std::numeric_limits<Index>::max() / 4;
constexpr int highest_power = 16;  // that Graph::power takes apart

}  // namespace

template <class Visit>
void Outline::for_each_operand(Node x, const Visit& visit) const {
  const Term& term = graph_[x];
  if (powers_[x].exponent > 1) {
    visit(powers_[x].base);
    return;
  }
  const int operands = arity(term.op);
  if (operands > 0) visit(term.a);
  if (operands > 1) visit(term.b);
  if (operands > 2) visit(term.c);
}

Outline::Outline(const Symbols& symbols, const Graph& graph, Node root, std::vector<bool> barred)
    : symbols_(symbols), graph_(graph), root_(root), barred_(std::move(barred)) {
  const std::size_t size = std::size_t{root} + 1;
  powers_.resize(size);
  uses_.resize(size);
  name_.resize(size);
  lengths_.resize(size);
  contains_if_.resize(size);
  barred_.resize(size);
  const std::vector<Node> nodes = graph.reachable({&root, 1});
  find_powers(nodes);
  count_uses(nodes);
  for (const Node x : nodes) measure(x);
  if (lengths_[root] > short_formula) choose_names(nodes);
  firsts_.resize(size);
  for (const Node x : nodes) firsts_[x] = find_first(x);
}

// x^2n is square(x^n), x^(n+1) is multiply(x, x^n) for even n, as Graph::power builds them.
void Outline::find_powers(const std::vector<Node>& nodes) {
  for (const Node x : nodes) {
    const Term& term = graph_[x];
    powers_[x] = {x, 1};
    if (term.op == Op::square) {
      const WholePower& half = powers_[term.a];
      powers_[x] = 2 * half.exponent <= highest_power ? WholePower{half.base, 2 * half.exponent}
                                                      : WholePower{term.a, 2};
    } else if (term.op == Op::multiply && !graph_.is_constant(term.a)) {
      const auto extend = [&](Node base, const WholePower& even) {
        if (even.base == base && even.exponent % 2 == 0 && even.exponent < highest_power)
          powers_[x] = {base, even.exponent + 1};
      };
      extend(term.a, powers_[term.b]);
      extend(term.b, powers_[term.a]);
    }
  }
}

void Outline::count_uses(const std::vector<Node>& nodes) {
  uses_[root_] = 1;
  for (std::size_t i = nodes.size(); i-- > 0;) {
    if (uses_[nodes[i]] == 0) continue;  // inside a power
    for_each_operand(nodes[i], [&](Node operand) { ++uses_[operand]; });
  }
}

Index Outline::own_length(Node x) const {
  const Term& term = graph_[x];
  switch (term.op) {
    case Op::constant:
      return static_cast<Index>(number_text(std::abs(graph_.value(x))).size());
    case Op::input:
      return static_cast<Index>(symbols_.inputs()[term.a].name.size());
    case Op::add:
    case Op::subtract:
      return 3;
    case Op::multiply:
    case Op::divide:
    case Op::negate:
    case Op::square:
    case Op::power:
      return 2;
    default:
      return static_cast<Index>(facts(term.op).name.size()) + 2 * arity(term.op);
  }
}

// The length of x with the names that are chosen so far.
void Outline::measure(Node x) {
  Index length = own_length(x);
  bool contains_if = graph_.op(x) == Op::select;
  for_each_operand(x, [&](Node operand) {
    length += is_named(operand) ? 3 : lengths_[operand];
    contains_if = contains_if || (!is_named(operand) && contains_if_[operand]);
  });
  lengths_[x] = std::min(length, uncountable);
  contains_if_[x] = contains_if;
}

bool Outline::deserves_name(Node x) const {
  const Op op = graph_.op(x);
  if (uses_[x] < 2 || arity(op) == 0 || x == root_) return false;
  if (barred_[x]) return lengths_[x] > longest_repeated;
  return lengths_[x] > (is_condition(op) ? short_condition : short_part);
}

// Operands first, so that a part is measured with the names of what it is made of.
void Outline::choose_names(const std::vector<Node>& nodes) {
  std::uint32_t number = 0;
  for (const Node x : nodes) {
    measure(x);
    if (!deserves_name(x)) continue;
    do {
      ++number;
    } while (symbols_.has("w" + std::to_string(number)));
    name_[x] = number;
    parts_.push_back(x);
  }
}

Node Outline::find_first(Node x) const {
  if (is_written(x, Op::multiply)) return firsts_[sides(x).left];
  if (is_written(x, Op::divide)) return firsts_[graph_[x].a];
  return x;
}

int Outline::rank_of_input(Node x) const {
  switch (symbols_.inputs()[graph_.slot(x)].role) {
    case Role::parameter:
    case Role::index:
      return 1;
    case Role::time:
      return 2;
    case Role::coordinate:
      return 3;
    case Role::rate:
      return 4;
    case Role::acceleration:
    case Role::control:
    case Role::reaction:
      return 5;
  }
  return 5;
}

int Outline::rank(Node x) const {
  if (is_named(x)) return 6;
  Node base = powers_[x].base;  // a power belongs beside its base
  if (is_written(base, Op::power)) base = graph_[base].a;
  if (is_named(base)) return 6;
  switch (graph_.op(base)) {
    case Op::constant:
      return 0;
    case Op::input:
      return rank_of_input(base);
    case Op::sqrt:
    case Op::hypot:
    case Op::abs:
      return 7;
    case Op::add:
    case Op::subtract:
      return 8;
    case Op::select:
      return 10;
    default:
      return 9;
  }
}

// A minus is best at the beginning; and people write 1 + x^2, but i + 1.
bool Outline::opens_sum(Node x, Node other) const {
  const bool minus = begins_with_minus(x);
  if (minus != begins_with_minus(other)) return minus;
  return graph_.is_constant(x) ? graph_.op(other) != Op::input
                               : graph_.is_constant(other) && graph_.op(x) == Op::input;
}

LeftRight Outline::sides(Node x) const {
  const Term& term = graph_[x];
  const Node a = term.a, b = term.b;
  if (term.op == Op::multiply && graph_.is_constant(a)) return {a, b};
  // What continues the chain goes first: there it needs no parentheses.
  const auto chains = [&](Node y) {
    switch (term.op) {
      case Op::add:
        return is_written(y, Op::add) || is_written(y, Op::subtract);
      case Op::multiply:
        return is_written(y, Op::multiply) || is_written(y, Op::divide);
      default:
        return is_written(y, term.op);
    }
  };
  const auto is_second = [&] {
    const bool first = chains(a), second = chains(b);
    if (first != second) return second;
    if (term.op == Op::multiply) {
      const int rank_a = rank(firsts_[a]), rank_b = rank(firsts_[b]);
      if (rank_a != rank_b) return rank_b < rank_a;
    }
    if (first) return lengths_[a] < lengths_[b];
    if (term.op == Op::add) return opens_sum(b, a);
    return term.op == Op::equal && graph_.is_constant(a);
  };
  return is_second() ? LeftRight{b, a} : LeftRight{a, b};
}

}  // namespace zwang::formula

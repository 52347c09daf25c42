// SPDX-License-Identifier: Apache-2.0
// Building nodes: hash-consing and the rewritings that graph.h lists. Each rewriting leads to terms
// that are shorter or nearer to the normal form, so the builders' mutual calls end.

#include "formula/graph.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/contract.h"

namespace zwang::formula {

namespace {

// A power of two divides without rounding, so its reciprocal multiplies without rounding.
bool is_power_of_two(double x) {
  int exponent;
  const double fraction = std::frexp(x, &exponent);
  return std::abs(fraction) == 0.5 && std::abs(exponent) < 1000;
}

bool is_odd(Op op) {
  switch (op) {
    case Op::sin:
    case Op::tan:
    case Op::asin:
    case Op::atan:
    case Op::sinh:
    case Op::tanh:
    case Op::sign:
      return true;
    default:
      return false;
  }
}

bool is_even(Op op) { return op == Op::cos || op == Op::cosh || op == Op::abs || op == Op::square; }

}  // namespace

Node Graph::constant(double value) {
  if (value == 0) value = 0;  // one zero
  if (std::isnan(value)) value = std::numeric_limits<double>::quiet_NaN();
  const auto bits = std::bit_cast<std::uint64_t>(value);
  return intern({Op::constant, static_cast<Node>(bits), static_cast<Node>(bits >> 32)});
}

Node Graph::input(std::uint32_t slot) {
  slots_ = std::max(slots_, slot + 1);
  return intern({Op::input, slot});
}

Node Graph::negate(Node x) {
  const Term term = terms_[x];  // a copy: building nodes moves the array
  if (term.op == Op::constant) return constant(-value(x));
  if (term.op == Op::negate) return term.a;
  if (term.op == Op::subtract) return subtract(term.b, term.a);
  if (term.op == Op::multiply && is_constant(term.a)) return scaled(-value(term.a), term.b);
  if (term.op == Op::divide && is_constant(term.a)) return divide(negate(term.a), term.b);
  return intern({Op::negate, x});
}

// The constant c of x = c·u and y = c·w; no_node if there is none.
Node Graph::common_factor(Node x, Node y) const {
  const Term &u = terms_[x], &w = terms_[y];
  const bool both = u.op == Op::multiply && w.op == Op::multiply && u.a == w.a;
  return both && is_constant(u.a) ? u.a : no_node;
}

Node Graph::add(Node x, Node y) {
  if (is_constant(x) && is_constant(y)) return constant(value(x) + value(y));
  if (is_constant(x, 0)) return y;
  if (is_constant(y, 0)) return x;
  if (op(y) == Op::negate || is_negative(y)) return subtract(x, negate(y));
  if (op(x) == Op::negate || is_negative(x)) return subtract(y, negate(x));
  if (x == y) return scaled(2, x);
  if (const Node factor = common_factor(x, y); factor != no_node) {
    return multiply(factor, add(terms_[x].b, terms_[y].b));
  }
  if (x > y) std::swap(x, y);
  return intern({Op::add, x, y});
}

Node Graph::subtract(Node x, Node y) {
  if (is_constant(x) && is_constant(y)) return constant(value(x) - value(y));
  if (is_constant(y, 0)) return x;
  if (is_constant(x, 0)) return negate(y);
  if (x == y) return constant(0);
  if (op(y) == Op::negate || is_negative(y)) return add(x, negate(y));
  if (op(x) == Op::negate) return negate(add(terms_[x].a, y));
  if (const Node factor = common_factor(x, y); factor != no_node) {
    return multiply(factor, subtract(terms_[x].b, terms_[y].b));
  }
  return intern({Op::subtract, x, y});
}

// factor·x for a constant factor.
Node Graph::scaled(double factor, Node x) {
  const Term term = terms_[x];
  if (term.op == Op::constant) return constant(factor * value(x));
  if (factor == 0) return constant(0);
  if (factor == 1) return x;
  if (factor == -1) return negate(x);
  if (term.op == Op::negate) return scaled(-factor, term.a);
  if (term.op == Op::multiply && is_constant(term.a)) {
    return scaled(factor * value(term.a), term.b);
  }
  if (term.op == Op::divide && is_constant(term.a)) {
    return divide(constant(factor * value(term.a)), term.b);
  }
  return intern({Op::multiply, constant(factor), x});
}

Node Graph::multiply(Node x, Node y) {
  if (is_constant(x)) return scaled(value(x), y);
  if (is_constant(y)) return scaled(value(y), x);
  if (x == y) return square(x);
  if (op(x) == Op::negate) return negate(multiply(terms_[x].a, y));
  if (op(y) == Op::negate) return negate(multiply(x, terms_[y].a));
  const Term left = terms_[x], right = terms_[y];
  if (left.op == Op::multiply && is_constant(left.a)) {
    return scaled(value(left.a), multiply(left.b, y));
  }
  if (right.op == Op::multiply && is_constant(right.a)) {
    return scaled(value(right.a), multiply(x, right.b));
  }
  if (x > y) std::swap(x, y);
  return intern({Op::multiply, x, y});
}

Node Graph::square(Node x) {
  const Term term = terms_[x];
  if (term.op == Op::constant) return constant(value(x) * value(x));
  if (term.op == Op::negate) return square(term.a);
  if (term.op == Op::multiply && is_constant(term.a)) {
    return scaled(value(term.a) * value(term.a), square(term.b));
  }
  return intern({Op::square, x});
}

Node Graph::divide(Node x, Node y) {
  if (is_constant(x) && is_constant(y)) return constant(value(x) / value(y));
  if (is_constant(x, 0)) return x;
  if (is_constant(y)) {
    const double divisor = value(y);
    if (is_power_of_two(divisor)) return scaled(1 / divisor, x);
    const Term term = terms_[x];
    if (term.op == Op::multiply && is_constant(term.a)) {
      return scaled(value(term.a) / divisor, term.b);
    }
  }
  if (op(x) == Op::negate) return negate(divide(terms_[x].a, y));
  if (op(y) == Op::negate) return negate(divide(x, terms_[y].a));
  return intern({Op::divide, x, y});
}

// xⁿ by squares and products, n ≥ 1; the exponent's bits from the top decide the order.
Node Graph::whole_power(Node x, int n) {
  if (n == 1) return x;
  return n % 2 == 0 ? square(whole_power(x, n / 2)) : multiply(x, whole_power(x, n - 1));
}

Node Graph::power(Node x, Node y) {
  if (is_constant(x) && is_constant(y)) return constant(std::pow(value(x), value(y)));
  if (!is_constant(y)) return intern({Op::power, x, y});
  const double p = value(y);
  if (p == 0) return constant(1);
  if (p == 0.5) return sqrt(x);
  if (p == -0.5) return divide(constant(1), sqrt(x));
  if (p == std::floor(p) && std::abs(p) <= 16) {
    const Node whole = whole_power(x, static_cast<int>(std::abs(p)));
    return p > 0 ? whole : divide(constant(1), whole);
  }
  return intern({Op::power, x, y});
}

Node Graph::select(Node condition, Node then, Node otherwise) {
  if (is_constant(condition)) return value(condition) != 0 ? then : otherwise;
  if (op(condition) == Op::negation) return select(terms_[condition].a, otherwise, then);
  if (op(then) == Op::select && terms_[then].a == condition) then = terms_[then].b;
  if (op(otherwise) == Op::select && terms_[otherwise].a == condition) {
    otherwise = terms_[otherwise].c;
  }
  if (then == otherwise) return then;
  return intern({Op::select, condition, then, otherwise});
}

Node Graph::apply(Op op, Node x) {
  if (op == Op::negate) return negate(x);
  if (op == Op::square) return square(x);
  expects(arity(op) == 1);
  if (is_constant(x)) return constant(evaluate(op, value(x), 0, 0));
  const Term term = terms_[x];
  if (term.op == Op::negate && is_odd(op)) return negate(apply(op, term.a));
  if (term.op == Op::negate && is_even(op)) return apply(op, term.a);
  if (op == Op::negation && term.op == Op::negation) return term.a;
  return intern({op, x});
}

Node Graph::apply(Op op, Node x, Node y) {
  switch (op) {
    case Op::add:
      return add(x, y);
    case Op::subtract:
      return subtract(x, y);
    case Op::multiply:
      return multiply(x, y);
    case Op::divide:
      return divide(x, y);
    case Op::power:
      return power(x, y);
    default:
      break;
  }
  expects(arity(op) == 2);
  if (is_constant(x) && is_constant(y)) return constant(evaluate(op, value(x), value(y), 0));
  if (x == y) {
    if (op == Op::min || op == Op::max || op == Op::both || op == Op::either) return x;
    if (op == Op::less) return constant(0);
    if (op == Op::less_equal || op == Op::equal) return constant(1);
  }
  if (op == Op::both || op == Op::either) {
    const bool decides = op == Op::either;  // the value that decides alone
    if (is_constant(x)) return (value(x) != 0) == decides ? x : y;
    if (is_constant(y)) return (value(y) != 0) == decides ? y : x;
  }
  if (facts(op).commutes && x > y) std::swap(x, y);
  return intern({op, x, y});
}

}  // namespace zwang::formula

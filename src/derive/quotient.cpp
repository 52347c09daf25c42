// SPDX-License-Identifier: Apache-2.0
#include "derive/quotient.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace zwang::deriving {

using formula::Node;
using formula::Op;

namespace {

// Each term with `square` replaced: atom^2 → by.
Polynomial with_square(const Polynomial& x, Node atom, const Polynomial& by) {
  Polynomial result;
  for (const auto& [monomial, c] : x.terms()) {
    const int e = exponent(monomial, atom);
    Polynomial term;
    term.add(monomial, c);
    if (e >= 2) {
      term = term.times({{atom, -(e - e % 2)}}, 1);
      for (int k = 0; k < e / 2; ++k) term = term * by;
    }
    result = result + term;
  }
  return result;
}

using Factors = std::vector<std::pair<Polynomial, int>>;

template <class List>
auto find_factor(List& factors, const Polynomial& factor) {
  return std::find_if(factors.begin(), factors.end(),
                      [&](const auto& own) { return own.first == factor; });
}

// The power of each factor that both need.
Factors united(const Quotient& x, const Quotient& y) {
  auto factors = x.under;
  for (const auto& [factor, e] : y.under) {
    const auto at = find_factor(factors, factor);
    if (at == factors.end()) {
      factors.emplace_back(factor, e);
    } else {
      at->second = std::max(at->second, e);
    }
  }
  return factors;
}

// The numerator of x over the factors `under`, which contain its own.
Polynomial expanded(const Quotient& x, const Factors& under) {
  Polynomial over = x.over;
  for (const auto& [factor, e] : under) {
    const auto own = find_factor(x.under, factor);
    for (int k = own == x.under.end() ? 0 : own->second; k < e; ++k) over = over * factor;
  }
  return over;
}

}  // namespace

double common_number(const Polynomial& x) {
  constexpr double most = 1e9, rounding = 1e-15;
  for (const double scale : {1., 2., 4., 8., 16., 3., 6., 12., 9., 7.}) {
    long gcd = 0;
    for (const auto& [monomial, c] : x.terms()) {
      const double whole = std::round(c * scale);
      const bool fits = std::abs(whole) < most && whole != 0 &&
                        std::abs(c * scale - whole) <= rounding * std::abs(whole);
      gcd = fits ? std::gcd(gcd, std::lround(std::abs(whole))) : -1;
      if (gcd < 0) break;
    }
    if (gcd > 0) return static_cast<double>(gcd) / scale;
  }
  return 1;
}

const Quotient& Quotients::of(Node node) {
  if (const auto at = known_.find(node); at != known_.end()) return at->second;
  for (const Node x : graph_.reachable({&node, 1})) {
    if (!known_.contains(x)) known_.emplace(x, build(x));
  }
  return known_.at(node);
}

Quotient Quotients::build(Node node) {
  const formula::Term term = graph_[node];
  switch (term.op) {
    case Op::constant:
      if (!std::isfinite(graph_.value(node))) return atom(node);
      return {Polynomial(graph_.value(node)), {}};
    case Op::add:
      return add(known_.at(term.a), known_.at(term.b));
    case Op::subtract:
      return subtract(known_.at(term.a), known_.at(term.b));
    case Op::multiply:
      return multiply(known_.at(term.a), known_.at(term.b));
    case Op::divide:
      if (known_.at(term.b).over.is_zero()) return atom(node);
      return divide(known_.at(term.a), known_.at(term.b));
    case Op::negate:
      return subtract({}, known_.at(term.a));
    case Op::square:
      return multiply(known_.at(term.a), known_.at(term.a));
    default:
      return atom(node);
  }
}

Quotient Quotients::atom(Node node) {
  const formula::Term term = graph_[node];
  if (term.op == Op::sin || term.op == Op::cos) note_angle(node);
  if (term.op == Op::sqrt || term.op == Op::hypot) {
    const Quotient& a = known_.at(term.a);
    const Quotient u = term.op == Op::sqrt
                           ? a
                           : add(multiply(a, a), multiply(known_.at(term.b), known_.at(term.b)));
    if (u.under.empty()) roots_.push_back({node, u.over});
  }
  return {Polynomial(Monomial{{node, 1}}), {}};
}

void Quotients::note_angle(Node node) {
  const formula::Term term = graph_[node];
  const Node sin = graph_.apply(Op::sin, term.a), cos = graph_.apply(Op::cos, term.a);
  const bool is_new = std::none_of(angles_.begin(), angles_.end(),
                                   [&](const Angle& angle) { return angle.sin == sin; });
  if (is_new) angles_.push_back({sin, cos});
}

// sin^2 + cos^2 = 1, whichever way makes it shorter.
Polynomial Quotients::with_less(const Polynomial& x) const {
  Polynomial best = x;
  for (const auto& [sin, cos] : angles_) {
    const Polynomial one(1);
    for (const auto& [atom, other] : {std::pair(cos, sin), std::pair(sin, cos)}) {
      Polynomial square = one - Polynomial(Monomial{{other, 2}});
      Polynomial tried = with_square(best, atom, square);
      if (tried.terms().size() < best.terms().size()) best = std::move(tried);
    }
  }
  return best;
}

void Quotients::put_under(Quotient& x, Polynomial factor, int exponent) const {
  factor = with_less(factor);
  const Monomial taken = content(factor);
  double number = common_number(factor) * (factor.terms().begin()->second < 0 ? -1 : 1);
  if (factor.terms().size() == 1) number = factor.terms().begin()->second;
  factor = factor.times(power(taken, -1), 1 / number);
  x.over = x.over.times(power(taken, -exponent), std::pow(number, -exponent));
  if (factor.terms().size() == 1) return;
  const auto at = find_factor(x.under, factor);
  if (at == x.under.end()) {
    x.under.emplace_back(factor, exponent);
  } else {
    at->second += exponent;
  }
}

// Roots have no powers but 0 and 1; below the line they are made rational.
void Quotients::reduce_roots(Quotient& x) const {
  for (const auto& [s, u] : roots_) {
    const int least = exponent(content(x.over), s);
    if (least < 0) {
      const int squares = (1 - least) / 2;
      x.over = x.over.times({{s, 2 * squares}}, 1);
      put_under(x, u, squares);
    }
    x.over = with_square(x.over, s, u);
    for (std::size_t k = x.under.size(); k-- > 0;) {
      const auto [factor, e] = x.under[k];
      const Polynomial rational = with_square(factor, s, u);
      if (rational == factor || rational.is_zero()) continue;
      x.under.erase(x.under.begin() + static_cast<std::ptrdiff_t>(k));
      put_under(x, rational, e);
    }
  }
}

Quotient Quotients::with_roots_below(Quotient x) const {
  for (const auto& [s, u] : roots_) {
    if (exponent(content(x.over), s) != 1) continue;
    Quotient inverse{Polynomial(1), {}};
    put_under(inverse, u, 1);
    if (inverse.under.empty()) continue;
    const auto at = find_factor(x.under, inverse.under.front().first);
    if (at == x.under.end()) continue;
    const auto& [taken, number] = *inverse.over.terms().begin();
    x.over = x.over.times(product({{s, -2}}, power(taken, -1)), 1 / number);
    if (--at->second == 0) x.under.erase(at);
  }
  return x;
}

Quotient Quotients::reduced(Quotient x) {
  reduce_roots(x);
  x.over = with_less(x.over);
  if (x.over.is_zero()) return {};
  for (auto& [factor, e] : x.under) {
    while (e > 0) {
      auto quotient = exact_quotient(x.over, factor);
      if (!quotient) break;
      x.over = *std::move(quotient);
      --e;
    }
  }
  std::erase_if(x.under, [](const auto& factor) { return factor.second == 0; });
  return x;
}

Quotient Quotients::add(const Quotient& x, const Quotient& y) {
  const auto under = united(x, y);
  return reduced({expanded(x, under) + expanded(y, under), under});
}

Quotient Quotients::subtract(const Quotient& x, const Quotient& y) {
  const auto under = united(x, y);
  return reduced({expanded(x, under) - expanded(y, under), under});
}

Quotient Quotients::multiply(const Quotient& x, const Quotient& y) {
  Quotient result{x.over * y.over, x.under};
  for (const auto& [factor, e] : y.under) put_under(result, factor, e);
  return reduced(std::move(result));
}

Quotient Quotients::divide(const Quotient& x, const Quotient& y) {
  Quotient result = x;
  for (const auto& [factor, e] : y.under) {
    for (int k = 0; k < e; ++k) result.over = result.over * factor;
  }
  put_under(result, y.over, 1);
  return reduced(std::move(result));
}

}  // namespace zwang::deriving

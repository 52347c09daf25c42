// SPDX-License-Identifier: Apache-2.0
#include "derive/polynomial.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace zwang::deriving {

using formula::Node;

Monomial product(const Monomial& x, const Monomial& y) {
  Monomial result;
  auto i = x.begin(), j = y.begin();
  while (i != x.end() || j != y.end()) {
    if (j == y.end() || (i != x.end() && i->first < j->first)) {
      result.push_back(*i++);
    } else if (i == x.end() || j->first < i->first) {
      result.push_back(*j++);
    } else {
      if (i->second + j->second != 0) result.emplace_back(i->first, i->second + j->second);
      ++i, ++j;
    }
  }
  return result;
}

Monomial power(const Monomial& x, int exponent) {
  Monomial result;
  for (const auto& [atom, own] : x) {
    if (own * exponent != 0) result.emplace_back(atom, own * exponent);
  }
  return result;
}

int exponent(const Monomial& x, Node atom) {
  for (const auto& [own, e] : x) {
    if (own == atom) return e;
  }
  return 0;
}

Monomial without(const Monomial& x, Node atom) {
  Monomial result = x;
  std::erase_if(result, [&](const auto& factor) { return factor.first == atom; });
  return result;
}

// Lexicographic: the first atom in which they differ decides, the higher exponent leads.
bool Leads::operator()(const Monomial& x, const Monomial& y) const {
  for (std::size_t k = 0;; ++k) {
    if (k == x.size() || k == y.size()) {
      if (k < x.size()) return x[k].second > 0;
      return k < y.size() && y[k].second < 0;
    }
    if (x[k] == y[k]) continue;
    if (x[k].first == y[k].first) return x[k].second > y[k].second;
    return x[k].first < y[k].first ? x[k].second > 0 : y[k].second < 0;
  }
}

bool Polynomial::is_constant(double value) const {
  return terms_.size() == 1 && terms_.begin()->first.empty() && terms_.begin()->second == value;
}

void Polynomial::add(const Monomial& monomial, double coefficient) {
  if (coefficient == 0) return;
  const auto [at, is_new] = terms_.try_emplace(monomial, coefficient);
  if (!is_new) {
    const double size = std::max(std::abs(at->second), std::abs(coefficient));
    at->second += coefficient;
    const double rounding = 8 * std::numeric_limits<double>::epsilon();
    if (std::abs(at->second) <= rounding * size) terms_.erase(at);
  }
  if (terms_.size() > most_terms) throw TooLong();
}

Polynomial Polynomial::times(const Monomial& monomial, double coefficient) const {
  Polynomial result;
  for (const auto& [own, c] : terms_) result.add(product(own, monomial), c * coefficient);
  return result;
}

Polynomial operator+(const Polynomial& x, const Polynomial& y) {
  Polynomial result = x;
  for (const auto& [monomial, c] : y.terms_) result.add(monomial, c);
  return result;
}

Polynomial operator-(const Polynomial& x, const Polynomial& y) { return x + y.times({}, -1); }

Polynomial operator*(const Polynomial& x, const Polynomial& y) {
  Polynomial result;
  for (const auto& [monomial, c] : x.terms_) {
    for (const auto& [other, d] : y.terms_) result.add(product(monomial, other), c * d);
  }
  return result;
}

Monomial content(const Polynomial& x) {
  std::map<Node, std::pair<int, std::size_t>> least;  // exponent, and in how many terms
  for (const auto& [monomial, c] : x.terms()) {
    for (const auto& [atom, e] : monomial) {
      const auto [at, is_new] = least.try_emplace(atom, e, 0);
      at->second.first = std::min(at->second.first, e);
      ++at->second.second;
    }
  }
  Monomial result;
  for (auto& [atom, found] : least) {
    if (found.second < x.terms().size()) found.first = std::min(found.first, 0);
    if (found.first != 0) result.emplace_back(atom, found.first);
  }
  return result;
}

std::optional<Polynomial> exact_quotient(const Polynomial& x, const Polynomial& y) {
  const Monomial taken = content(x);
  Polynomial rest = x.times(power(taken, -1), 1), quotient;
  const auto& [lead, c] = *y.terms().begin();
  while (!rest.is_zero()) {
    const auto& [monomial, d] = *rest.terms().begin();
    const Monomial factor = product(monomial, power(lead, -1));
    const bool divides =
        std::all_of(factor.begin(), factor.end(), [](const auto& f) { return f.second > 0; });
    if (!divides) return std::nullopt;
    const double ratio = d / c;
    quotient.add(factor, ratio);
    rest = rest - y.times(factor, ratio);
  }
  return quotient.times(taken, 1);
}

}  // namespace zwang::deriving

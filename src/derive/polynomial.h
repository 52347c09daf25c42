// SPDX-License-Identifier: Apache-2.0
#pragma once
// Polynomials in atoms: nodes of a graph that are taken as they are, sin(phi) as well as x.

#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "formula/graph.h"

namespace zwang::deriving {

/// A product of whole powers, by rising atom; exponents may be negative, and are never 0.
using Monomial = std::vector<std::pair<formula::Node, int>>;

Monomial product(const Monomial& x, const Monomial& y);
Monomial power(const Monomial& x, int exponent);
/// The exponent of an atom, 0 where it does not occur.
int exponent(const Monomial& x, formula::Node atom);
/// x without one atom.
Monomial without(const Monomial& x, formula::Node atom);

/// The order in which a product of leading terms leads the product.
struct Leads {
  bool operator()(const Monomial& x, const Monomial& y) const;
};

/// Thrown where a formula becomes longer than anyone would read.
struct TooLong {};
inline constexpr std::size_t most_terms = 400;

/// A sum of monomials, the leading one first; no coefficient is 0.
class Polynomial {
 public:
  using Terms = std::map<Monomial, double, Leads>;

  Polynomial() = default;
  explicit Polynomial(double constant) { add({}, constant); }
  explicit Polynomial(Monomial monomial) { add(monomial, 1); }

  const Terms& terms() const { return terms_; }
  bool is_zero() const { return terms_.empty(); }
  bool is_constant(double value) const;

  /// A sum that is nothing but rounding is 0.
  void add(const Monomial& monomial, double coefficient);

  friend Polynomial operator+(const Polynomial& x, const Polynomial& y);
  friend Polynomial operator-(const Polynomial& x, const Polynomial& y);
  friend Polynomial operator*(const Polynomial& x, const Polynomial& y);
  friend bool operator==(const Polynomial& x, const Polynomial& y) { return x.terms_ == y.terms_; }

  Polynomial times(const Monomial& monomial, double coefficient) const;

 private:
  Terms terms_;
};

/// The monomial of the least exponents: what can be taken out of every term.
Monomial content(const Polynomial& x);

/// x / y where that is a polynomial; y has no content.
std::optional<Polynomial> exact_quotient(const Polynomial& x, const Polynomial& y);

}  // namespace zwang::deriving

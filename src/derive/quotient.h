// SPDX-License-Identifier: Apache-2.0
#pragma once
// Quotients of polynomials, their denominators kept as factors, so that what cancels is found by
// division. sqrt(u)^2 is u and sin^2 + cos^2 is 1 in them.

#include <unordered_map>
#include <utility>
#include <vector>

#include "derive/polynomial.h"
#include "formula/graph.h"

namespace zwang::deriving {

/// over / Π factor^exponent. A factor has more than one term, no content and no number in common.
struct Quotient {
  Polynomial over;
  std::vector<std::pair<Polynomial, int>> under;
};

/// Quotients of one graph. Every operation throws TooLong where a result is.
class Quotients {
 public:
  explicit Quotients(formula::Graph& graph) : graph_(graph) {}

  /// The quotient of a node; what is no sum, product or quotient becomes an atom.
  const Quotient& of(formula::Node node);

  Quotient add(const Quotient& x, const Quotient& y);
  Quotient subtract(const Quotient& x, const Quotient& y);
  Quotient multiply(const Quotient& x, const Quotient& y);
  Quotient divide(const Quotient& x, const Quotient& y);  // y is not 0

  /// x with 1/s instead of s/s², where s is a root.
  Quotient with_roots_below(Quotient x) const;

 private:
  struct Root {  // s^2 = u
    formula::Node s;
    Polynomial u;
  };
  struct Angle {
    formula::Node sin, cos;
  };

  Quotient build(formula::Node node);
  Quotient atom(formula::Node node);
  Quotient reduced(Quotient x);
  void reduce_roots(Quotient& x) const;
  Polynomial with_less(const Polynomial& x) const;
  void put_under(Quotient& x, Polynomial factor, int exponent) const;
  void note_angle(formula::Node node);

  formula::Graph& graph_;
  std::unordered_map<formula::Node, Quotient> known_;
  std::vector<Root> roots_;
  std::vector<Angle> angles_;
};

/// A number by which the coefficients can be divided so that they become small whole ones; 1 if
/// there is none.
double common_number(const Polynomial& x);

}  // namespace zwang::deriving

// SPDX-License-Identifier: Apache-2.0
#pragma once
// S_d = Σ h F(t_{k+½}, (x_k + x_{k+1})/2, (x_{k+1} − x_k)/h) of a polygon, and the integrals of G by
// the same rule, and velocity rows f at the same places, with their derivatives by the nodes.

#include <vector>

#include "variation/polygon/polygon.h"

namespace zwang::variation {

class DiscreteAction {
 public:
  explicit DiscreteAction(const Polygon& polygon);

  /// Of F* = F + Σ μ G; ∞ where F is no number. `magnitude` ← Σ |h F*|, what rounding refers to.
  double value(const double* x, const double* mu, double* magnitude = nullptr) noexcept;

  /// Fills everything below; false where F* has no finite derivatives. λ: one set for each link, of
  /// F* = F + Σ μ G + Σ λ f; null: zero.
  bool expand(const double* x, const double* mu, const double* lambda = nullptr) noexcept;

  /// c (integrals) and, unless null, J = ∂c/∂x: integrals × (N + 1)·n.
  bool integrals(const double* x, double* c, double* J) noexcept;

  /// c ← h f of each link, links × velocities, and, unless null, what it answers to the link's two
  /// nodes, links × velocities × n each.
  bool velocities(const double* x, double* c, double* by_left, double* by_right) noexcept;

  double action = 0;
  std::vector<double> slope;  // (N + 1) × n  ∂S/∂x
  // Second derivatives of each link, n × n, row-major: by its left node, by left and right, right.
  std::vector<double> left, cross, right;
  double slope_size = 0;  // largest |F*_v| + h |F*_x|: what the terms of the slope are made of
  double mass_size = 0;   // mean of the largest entries of F*_vv
  std::vector<double> integral_size;  // Σ |h G| of the last integrals()

 private:
  void middle(const double* x, Index k) noexcept;
  void add_link(Index k) noexcept;

  const Polygon& polygon_;
  std::vector<double> x_, v_, zeros_;  // at the middle of a link
  FunctionalPoint at_;
};

}  // namespace zwang::variation

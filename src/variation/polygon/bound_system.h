// SPDX-License-Identifier: Apache-2.0
#pragma once
// Newton's system for a polygon whose links are bound by velocity rows, c(x, p) = 0, and constants p
// that may vary with it: of L = S + Σ λ c,
//   L_xx δx + c_xᵀδλ + L_xp δp = −L_x,   c_x δx + c_p δp = −c,   L_px δx + c_pᵀδλ + L_pp δp = −L_p.
// Block-tridiagonal in (λ of the link before, x) of node after node, with a border for p.

#include "linalg/block_tridiagonal.h"
#include "variation/polygon/discrete_action.h"

namespace zwang::variation {

/// How everything answers to the constants, column after column.
struct ByConstants {
  std::vector<double> L_x, c;     // each ∂/∂p_j: nodes × n, links × m
  std::vector<double> L_p, L_pp;  // u, u × u
};

class BoundSystem {
 public:
  BoundSystem(const Polygon& polygon, Index constants);

  void assemble(const DiscreteAction& action, const std::vector<double>& by_left,
                const std::vector<double>& by_right, const ByConstants& by);

  /// With σ times what a free particle of this mass has added to L_xx, so that steps stay smooth, and
  /// σ·weight to L_pp. True: the step goes down along the rows, which all count.
  bool factor(double sigma, double mass, const std::vector<double>& weight_of_constants);

  /// In place: the three right sides become δx (0 where a coordinate is held), δλ, δp.
  void solve(std::vector<double>& dx, std::vector<double>& dlambda, std::vector<double>& dp);

 private:
  Index multipliers_before(Index k) const { return k > 0 ? m_ : 0; }
  void add_block(Index k, const double* B, Index l, double* to, Index rows, Index first,
                 Index column) const;
  void add_stiffness(double mass);
  void gather(const double* x, const double* lambda, double* y) const;
  void scatter(const double* y, double* x, double* lambda) const;
  linalg::Symmetric corner() noexcept;

  const Polygon& polygon_;
  Index n_, m_, u_;
  std::vector<std::vector<Index>> free_;  // of each node: coordinates that move
  linalg::BlockTridiagonal K_;
  double shift_ = 0;  // in K_ already
  std::vector<double> nothing_, B_, X_, D_, C_, y_, s_, scratch_;
  std::vector<Index> order_;
  std::vector<unsigned char> pair_;
  linalg::SymmetricInertia inertia_;
};

}  // namespace zwang::variation

// SPDX-License-Identifier: Apache-2.0
#pragma once
// The discrete action near a polygon, in the directions that rows and integrals leave: slope and
// second derivatives of S + Σ λ_k φ(t_k, x_k) + Σ μ (∫G − target), the multipliers by least squares.

#include <vector>

#include "linalg/block_tridiagonal.h"
#include "variation/polygon/discrete_action.h"
#include "variation/polygon/onto_rows.h"

namespace zwang::variation {

/// Integrals that a polygon must keep: how far they are off, how they answer to the nodes, smooth
/// moves that change each, and their multipliers. Smooth means: of the least change in the norm
/// Σ |δx_{k+1} − δx_k|²/h + Σ h |δx_k|²/T².
class Isoperimetric {
 public:
  Isoperimetric(const Polygon& polygon, const std::vector<double>& targets);

  Index count() const { return static_cast<Index>(targets_.size()); }

  /// At x, whose nodes move along `tangents`; false where G is no number.
  bool at(const double* x, const Tangents& tangents, DiscreteAction& action);

  /// μ ← those that leave the least of g + Jᵀμ, in the dual of that norm; g is reduced.
  void multipliers(const std::vector<double>& g, std::vector<double>& mu);

  /// Moves the nodes along P and back onto their rows until the integrals are met; x is near. False:
  /// they are not.
  bool restore(double* x, DiscreteAction& action, OntoRows& onto);

  /// One step towards targets that may be far, at most `longest` for any coordinate. False: no
  /// step brings them nearer.
  bool approach(std::vector<double>& x, double longest, DiscreteAction& action, OntoRows& onto);

  /// The largest of c (integrals), relative to its target or to ∫|G|.
  double miss(const std::vector<double>& c) const;
  bool met() const { return miss(c_) <= 1e-10; }

  std::vector<double> J;  // integrals × unknowns

 private:
  void smooth(const Tangents& tangents);
  bool solve_small(std::vector<double>& M, std::vector<double>& b) const;
  void add_moves(const std::vector<double>& a, double factor, double* x) const;

  const Polygon& polygon_;
  std::vector<double> targets_, size_;
  linalg::BlockTridiagonal K_;
  std::vector<double> weight_, c_, J_x_, KJ_, P_;  // P: integrals × (N + 1)·n, KJ = K⁻¹Jᵀ
};

class ReducedHessian {
 public:
  /// `reach`: how far the polygon reaches, which says what is a small slope where it stands still.
  ReducedHessian(const Polygon& polygon, const std::vector<double>& targets, double reach,
                 bool roughly = false);

  /// What rows and integrals are there; enough for Isoperimetric::approach and restore.
  bool constrain(const double* x);
  /// The same, and everything below. False where something is no finite number.
  bool at(const double* x);

  DiscreteAction action;
  OntoRows onto;
  Tangents tangents;
  Isoperimetric integrals;
  linalg::BlockTridiagonal H;
  /// Of σ: h·F_vv·(π/T)², so that σ = j² is what the j-th harmonic of a free particle has.
  std::vector<double> weight;
  std::vector<double> slope;  // reduced, of everything
  std::vector<double> mu;
  double relative_slope = 0;  // the largest, against the momentum F_v that it is the change of

 private:
  void reduce_links();
  bool add_curvature(const double* x);
  void symmetrise();
  double measure() const;

  const Polygon& polygon_;
  double reach_;
  std::vector<double> lambda_, g_, C_, product_;
};

}  // namespace zwang::variation

// SPDX-License-Identifier: Apache-2.0
#pragma once
// Integrals that a polygon must keep: how far they are off, how they answer to the nodes, smooth
// moves that change each, and their multipliers. Smooth means: of the least change in the norm
// Σ |δx_{k+1} − δx_k|²/h + Σ h |δx_k|²/T².

#include <vector>

#include "variation/polygon/block_tridiagonal.h"
#include "variation/polygon/discrete_action.h"
#include "variation/polygon/tangents.h"

namespace zwang::variation {

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
  BlockTridiagonal K_;
  std::vector<double> weight_, c_, J_x_, KJ_, P_;  // P: integrals × (N + 1)·n, KJ = K⁻¹Jᵀ
};

}  // namespace zwang::variation

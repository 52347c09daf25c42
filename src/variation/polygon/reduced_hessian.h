// SPDX-License-Identifier: Apache-2.0
#pragma once
// The discrete action near a polygon, in the directions that rows and integrals leave: slope and
// second derivatives of S + Σ λ_k φ(t_k, x_k) + Σ μ (∫G − target), the multipliers by least squares.

#include "variation/polygon/isoperimetric.h"

namespace zwang::variation {

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
  BlockTridiagonal H;
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

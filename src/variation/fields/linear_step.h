// SPDX-License-Identifier: Apache-2.0
#pragma once
// One step of δz' = g_z δz + g_p δp along a curve, for many columns at once, by collocation at Gauss
// points: of order 2s, with s evaluations and one small system, where an explicit method of that
// order needs twice as many.

#include <vector>

#include "bvp/curve.h"
#include "bvp/gauss.h"

namespace zwang::variation {

class LinearStep {
 public:
  explicit LinearStep(const bvp::Bvp& bvp);

  /// From τ over dt. False: the numbers went bad.
  bool prepare(const bvp::Curve& curve, double tau, double dt) noexcept;
  /// A column (δz, δp) where the step ends. `off` (rates): by how much the polynomial of its rates
  /// misses them there; of order s, so that its square is as small as the error.
  void take(const double* from, double* to, double* off) noexcept;

 private:
  bool slopes(const bvp::Curve& curve, double tau, double* by) noexcept;
  void fill_matrix(Index j) noexcept;
  void apply(const double* by, const double* column, double* rates) const noexcept;

  const bvp::Bvp& bvp_;
  const bvp::Gauss& gauss_;
  bvp::GaussWeights end_;
  Index n_, m_, size_, length_;
  double dt_ = 0;
  std::vector<double> by_;  // (s + 1) × length × rates: ∂g by (δz, δp), at the stages and the end
  std::vector<double> S_, K_, z_, g_, gz_, gp_, column_;
  std::vector<Index> order_;
};

}  // namespace zwang::variation

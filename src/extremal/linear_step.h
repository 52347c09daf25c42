// SPDX-License-Identifier: Apache-2.0
#pragma once
// One step of δz' = g_z δz + g_p δp along a curve, for many columns at once, by collocation at Gauss
// points: of order 2s, with s evaluations and one small system, where an explicit method of that
// order needs twice as many.

#include <vector>

#include "extremal/curve.h"
#include "extremal/gauss.h"

namespace zwang::extremal {

class LinearStep {
 public:
  explicit LinearStep(const Bvp& bvp);

  /// From τ over dt. False: the numbers went bad.
  bool prepare(const Curve& curve, double tau, double dt) noexcept;
  /// A column (δz, δp) where the step ends. `off` (rates): by how much the polynomial of its rates
  /// misses them there; of order s, so that its square is as small as the error.
  void take(const double* from, double* to, double* off) noexcept;

 private:
  bool slopes(const Curve& curve, double tau, double* by) noexcept;
  void fill_matrix(Index j) noexcept;
  void apply(const double* by, const double* column, double* rates) const noexcept;

  const Bvp& bvp_;
  const Gauss& gauss_;
  GaussWeights end_;
  Index n_, m_, size_, length_;
  double dt_ = 0;
  std::vector<double> by_;  // (s + 1) × length × rates: ∂g by (δz, δp), at the stages and the end
  std::vector<double> S_, K_, z_, g_, gz_, gp_, column_;
  std::vector<Index> order_;
};

}  // namespace zwang::extremal

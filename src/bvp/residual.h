// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a curve misses of the equations of collocation.

#include <vector>

#include "bvp/curve.h"
#include "bvp/gauss.h"

namespace zwang::bvp {

struct Residual {
  /// Room for so many intervals.
  void resize(const Bvp& bvp, Index s, Index intervals);

  std::vector<double> stages;  // g − K at every Gauss point, as the rates of a curve
  std::vector<double> joints;  // z_{i+1} less the end of the polynomial of interval i, N × size
  std::vector<double> ends;    // B
  std::vector<double> z;       // scratch, size
};

/// False: the numbers went bad.
bool fill_residual(const Bvp& bvp, const Curve& curve, Residual& residual) noexcept;

/// joint (size) ← that of interval i.
void joint_of(const Curve& curve, Index i, double* joint) noexcept;

/// to (size) ← (h² Σ twice_k Kx_k, h Σ once_k K_k): what rates K at s points of an interval of length h
/// add to z up to where the weights were taken.
void gather_rates(const GaussWeights& weights, Index s, Index n, Index extra, double h,
                  const double* K, double* to) noexcept;

}  // namespace zwang::bvp

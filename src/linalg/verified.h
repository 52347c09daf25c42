// SPDX-License-Identifier: Apache-2.0
#pragma once
// Bounds that hold: a square system K z = c solved together with a proof of how far the answer is
// off. K and c may themselves be known only within radii. All in rounding to nearest, with bounds
// of its errors a priori: no rounding mode is switched, so any compiler and any machine will do.
//
// With R ≈ K⁻¹ and G ≥ |I − R K|, row sums g_i, max g < 1: K is regular, and for any z̃
//   |z − z̃|_i ≤ δ_i + g_i max δ / (1 − max g),   δ ≥ |R (c − K z̃)|.
// After S. M. Rump, Verification methods, Acta Numerica 19 (2010), sections 5 and 10; residuals by
// the doubled dot product of Ogita, Rump and Oishi, SIAM J. Sci. Comput. 26 (2005).

#include <vector>

#include "base/index.h"

namespace zwang::linalg {

/// Numbers and how far the true ones may be from them.
struct Enclosed {
  std::vector<double> x, radius;
};

/// One of them.
struct EnclosedNumber {
  double x = 0, radius = 0;
};

/// Σ a_k b_k of numbers that may be known within radii, as if in twice the precision.
class EnclosedSum {
 public:
  void add(double a, double b, double a_radius = 0, double b_radius = 0) noexcept;
  EnclosedNumber value() const noexcept;

 private:
  double x_ = 0, tail_ = 0, size_ = 0, spread_ = 0;
  Index count_ = 0;
};

class VerifiedSystem {
 public:
  /// K (size × size, row-major), each entry within its radius; no radii: exact.
  VerifiedSystem(Index size, std::vector<double> K, std::vector<double> radius);

  /// Whether every matrix within the radii is proved regular. Without, nothing can be solved.
  bool proved() const { return proved_; }
  /// ‖K‖ ‖K⁻¹‖ of largest row sums, rows and columns scaled to be of like size. An estimate.
  double condition() const { return condition_; }

  /// The solution for every matrix and every right side within the radii.
  Enclosed solve(const Enclosed& c) const;

 private:
  void scale();
  bool invert();
  void bound_contraction();
  Enclosed residual(const Enclosed& c, const std::vector<double>& z) const;

  Index size_;
  std::vector<double> K_, radius_, R_;
  std::vector<int> row_power_, column_power_;  // what is solved is 2^row K 2^column
  std::vector<double> g_;                      // row sums of a bound of |I − R K|
  double contraction_ = 0, condition_ = 0;
  bool proved_ = false;
};

}  // namespace zwang::linalg

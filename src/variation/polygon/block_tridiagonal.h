// SPDX-License-Identifier: Apache-2.0
#pragma once
// A symmetric block-tridiagonal matrix, H + σW = L Δ Lᵀ with blocks as pivots, each factored with
// pivoting inside of it. Linear in the number of blocks; gives the inertia on the way (Sylvester).

#include <vector>

#include "linalg/symmetric.h"

namespace zwang::variation {

class BlockTridiagonal {
 public:
  /// All zero; block k has size sizes[k], which may be 0.
  void resize(const std::vector<Index>& sizes);

  Index blocks() const { return static_cast<Index>(sizes_.size()); }
  Index size(Index k) const { return sizes_[k]; }
  Index begin(Index k) const { return begin_[k]; }  // of block k in a vector
  Index unknowns() const { return begin_.empty() ? 0 : begin_.back(); }

  // Column-major. above(k): rows of block k, columns of block k + 1.
  double* diagonal(Index k) { return diagonal_.data() + square_[k]; }
  double* above(Index k) { return above_.data() + across_[k]; }

  /// Of H + σW, W = weight[k] times 1 in block k.
  linalg::SymmetricInertia factor(double sigma, const double* weight) noexcept;
  /// (H + σW) x = b, in place.
  void solve(double* b) noexcept;

 private:
  linalg::Symmetric view(Index k) noexcept;

  std::vector<Index> sizes_, begin_, square_, across_;
  std::vector<double> diagonal_, above_;
  std::vector<double> pivot_, ratio_;  // factored blocks; pivot⁻¹·above
  std::vector<linalg::SymmetricInertia> inertia_;
  std::vector<Index> order_;
  std::vector<unsigned char> pair_;
  std::vector<double> scratch_;
};

}  // namespace zwang::variation

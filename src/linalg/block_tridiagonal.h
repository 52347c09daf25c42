// SPDX-License-Identifier: Apache-2.0
#pragma once
// A symmetric block-tridiagonal matrix, H + σW = L Δ Lᵀ with blocks as pivots, each factored with
// pivoting inside of it. Linear in the number of blocks; gives the inertia on the way (Sylvester).

#include <vector>

#include "linalg/symmetric.h"

namespace zwang::linalg {

// A symmetric block-tridiagonal matrix, H + σW = L Δ Lᵀ with blocks as pivots, each factored with
// pivoting inside of it. Linear in the number of blocks; gives the inertia on the way (Sylvester).

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
  SymmetricInertia factor(double sigma, const double* weight) noexcept;
  /// (H + σW) x = b, in place.
  void solve(double* b) noexcept;

 private:
  Symmetric view(Index k) noexcept;

  std::vector<Index> sizes_, begin_, square_, across_;
  std::vector<double> diagonal_, above_;
  std::vector<double> pivot_, ratio_;  // factored blocks; pivot⁻¹·above
  std::vector<SymmetricInertia> inertia_;
  std::vector<Index> order_;
  std::vector<unsigned char> pair_;
  std::vector<double> scratch_;
};

// (H + σW) η + Jᵀν = b,  J η = d: a block-tridiagonal matrix with a narrow border. Its inertia tells
// that of H + σW where J η = 0 (theory: In = In restricted + (r, r, 0) for r independent rows).

class Bordered {
 public:
  /// Views; J: rows × unknowns.
  Bordered(BlockTridiagonal& H, const std::vector<double>& weight, const std::vector<double>& J,
           Index rows);

  /// Directions with J η = 0 along which ηᵀ(H + σW)η is negative, or vanishes.
  SymmetricInertia factor(double sigma);
  /// b becomes η; d: rows, or empty: zero.
  void solve(std::vector<double>& b, const std::vector<double>& d);

 private:
  Symmetric view() noexcept;

  BlockTridiagonal& H_;
  const std::vector<double>&weight_, &J_;
  Index rows_;
  std::vector<double> X_, C_, nu_, scratch_;  // H⁻¹Jᵀ, J H⁻¹Jᵀ
  std::vector<Index> order_;
  std::vector<unsigned char> pair_;
  SymmetricInertia schur_;
};

}  // namespace zwang::linalg

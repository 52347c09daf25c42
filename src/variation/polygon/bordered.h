// SPDX-License-Identifier: Apache-2.0
#pragma once
// (H + σW) η + Jᵀν = b,  J η = d: a block-tridiagonal matrix with a narrow border. Its inertia tells
// that of H + σW where J η = 0 (theory: In = In restricted + (r, r, 0) for r independent rows).

#include <vector>

#include "variation/polygon/block_tridiagonal.h"

namespace zwang::variation {

class Bordered {
 public:
  /// Views; J: rows × unknowns.
  Bordered(BlockTridiagonal& H, const std::vector<double>& weight, const std::vector<double>& J,
           Index rows);

  /// Directions with J η = 0 along which ηᵀ(H + σW)η is negative, or vanishes.
  linalg::SymmetricInertia factor(double sigma);
  /// b becomes η; d: rows, or empty: zero.
  void solve(std::vector<double>& b, const std::vector<double>& d);

 private:
  linalg::Symmetric view() noexcept;

  BlockTridiagonal& H_;
  const std::vector<double>&weight_, &J_;
  Index rows_;
  std::vector<double> X_, C_, nu_, scratch_;  // H⁻¹Jᵀ, J H⁻¹Jᵀ
  std::vector<Index> order_;
  std::vector<unsigned char> pair_;
  linalg::SymmetricInertia schur_;
};

}  // namespace zwang::variation

// SPDX-License-Identifier: Apache-2.0
#pragma once
// Counts negative directions of a quadratic chain by elimination from its end to its beginning
// (Riccati's equation, as pivots): In of the whole = sum of In of the pivots. Linear in its length.

#include "linalg/symmetric.h"
#include "variation/chain/quadratic_chain.h"

namespace zwang::variation {

class ChainIndex {
 public:
  explicit ChainIndex(const QuadraticChain& chain);

  /// Eigenvalues below σ, against the weights, of the form where all rows hold; −1: a pivot is no
  /// number.
  Index count(double sigma) noexcept;

  /// How many directions there are.
  Index dimension() const noexcept { return dimension_; }

  /// The j-th eigenvalue, j = 1 the lowest, to `accuracy` of itself or 1e-12; ±∞ where there is
  /// none. By bisection, from `guess` on.
  double eigenvalue(Index j, double guess, double accuracy) noexcept;

 private:
  void gather(Index k) noexcept;
  void bind(Index k) noexcept;
  bool eliminate(Index k, double sigma) noexcept;
  linalg::SymmetricInertia pivots(Index size) noexcept;
  void add_weight(Index k, double sigma, Index width) noexcept;
  Index try_count(double sigma) noexcept;

  const QuadraticChain& chain_;
  ChainRows rows_;
  Index border_, dimension_ = 0, negative_ = 0;
  std::vector<double> V_, M_, bound_, product_, pivot_, solved_, scratch_;
  std::vector<Index> order_;
  std::vector<unsigned char> pair_;
};

}  // namespace zwang::variation

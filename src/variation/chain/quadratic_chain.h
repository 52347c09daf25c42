// SPDX-License-Identifier: Apache-2.0
#pragma once
// A quadratic form over a chain of unknowns η_0 … η_M and a few constants: every link couples two
// neighbours and the constants. Rows couple anything to be zero together; and along the chain
// η_{k+1} may be bound to η_k. How many directions are there in which the form is negative?

#include <vector>

#include "base/index.h"
#include "linalg/symmetric.h"

namespace zwang::variation {

struct QuadraticChain {
  Index links = 0, constants = 0, rows = 0;
  std::vector<Index> sizes;  // links + 1: of η_k

  struct Link {
    // Over (η_k, η_{k+1}, constants): the form, row-major; what the link adds to each row.
    std::vector<double> Q, row;
    // η_{k+1} = follow·(η_k, constants) + choice·ζ, row-major; `choices` = −1: η_{k+1} is free.
    Index choices = -1;
    std::vector<double> follow, choice;
  };
  std::vector<Link> link;
  std::vector<std::vector<double>> weight;  // of each node, sizes[k]²: the metric of eigenvalues
  std::vector<double> constant_weight;
  /// Of each row before anything was bound, in the norm of the chain, Σ (nodes)·|by η_k|² + |by
  /// constants|²: what is little against it is zero.
  std::vector<double> row_length;

  Index width(Index k) const { return sizes[k] + sizes[k + 1] + constants; }
  Index choices(Index k) const { return link[k].choices < 0 ? sizes[k + 1] : link[k].choices; }
};

/// Rows that are independent of each other on what the chain can do, each with a factor that makes
/// its length 1.
struct ChainRows {
  std::vector<Index> kept;
  std::vector<double> factor;
};
ChainRows independent_rows(const QuadraticChain& chain);

/// Counts negative directions of a quadratic chain by elimination from its end to its beginning
/// (Riccati's equation, as pivots): In of the whole = sum of In of the pivots. Linear in its length.
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

// SPDX-License-Identifier: Apache-2.0
#pragma once
// The rows that bear, as columns of N = Q (R; 0): a Householder QR to which columns are added one at
// a time and from which any can be taken.

#include <vector>

#include "base/index.h"

namespace zwang::least {

class ActiveRows {
 public:
  ActiveRows(Index size, Index most);

  /// Empty; columns will be rows of `rows` (stride apart), `size` entries each.
  void start(Index size, const double* rows, Index stride) noexcept;

  Index count() const noexcept { return count_; }
  Index id(Index k) const noexcept { return ids_[at(k)]; }

  /// c ← Qᵀx.
  void turn_in(const double* x, double* c) const noexcept;
  /// x ← Q c, in place.
  void turn_out(double* c) const noexcept;

  /// Adds row `id`, given c = Qᵀ of it. Its part outside the others is not zero.
  void add(Index id, const double* c) noexcept;
  /// Takes column k out; the later ones are factored again.
  void remove(Index k) noexcept;

  void solve(double* c) const noexcept;             // R x = c, in place
  void solve_transposed(double* h) const noexcept;  // Rᵀy = h, in place
  double least_pivot() const noexcept;              // min |R_kk|; 1 where empty

 private:
  static std::size_t at(Index i) noexcept { return static_cast<std::size_t>(i); }
  double R(Index i, Index k) const noexcept { return R_[at(k * ld_ + i)]; }

  Index ld_, size_ = 0, count_ = 0, stride_ = 0;
  const double* rows_ = nullptr;
  std::vector<Index> ids_;
  std::vector<double> R_, V_, gamma_, column_;
};

}  // namespace zwang::least

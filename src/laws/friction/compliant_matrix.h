// SPDX-License-Identifier: Apache-2.0
#pragma once
// I + Σ w h hᵀ + Σ s p qᵀ over the rows h of an island: symmetric where contacts stick or are open, with one product of
// two different vectors for each that slides. The symmetric part is sparse, as bodies touch few others, and its pattern stays;
// the rest is small (Woodbury).

#include <vector>

#include "laws/friction/island.h"
#include "linalg/sparse/sparse_ldl.h"

namespace zwang::least {

class CompliantMatrix {
 public:
  explicit CompliantMatrix(const Island& island);

  /// I.
  void clear();
  /// + Σ w_ab h_a h_bᵀ over the rows from `first` on; w symmetric, `count` × `count`.
  void add(Index first, Index count, const double* w);
  /// + w (h_i h_jᵀ + h_j h_iᵀ) of a tangent i and the normal j that its limit reads.
  void add_both(Index i, Index j, double w);
  /// + s p hᵀ with p = Σ e_a h_a over the rows from `first` on, and h of row `other`.
  void add_skew(Index first, Index count, const double* e, Index other, double s);

  bool factor();
  /// In place.
  void solve(double* x);
  /// Multiplications of one factorisation, roughly.
  double work() const;

 private:
  void add_entry(Index i, Index j, double x);
  void scatter(Index row, double by, double* x) const;
  double dot(Index row, const double* x) const;

  const Island& island_;
  std::vector<Index> begin_, column_;  // the strict lower triangle
  linalg::LdlPattern pattern_;
  linalg::SparseLdl ldl_;
  std::vector<double> H_, diagonal_;

  struct Skew {
    Index first, count, other;
    double e[3], s;
  };
  std::vector<Skew> skew_;
  std::vector<double> solved_;  // columns (symmetric part)⁻¹ p
  std::vector<double> small_, right_;
  std::vector<Index> order_;
};

}  // namespace zwang::least

// SPDX-License-Identifier: Apache-2.0
#pragma once
// Rows that dependent rows hide: where wᵀA = 0 along the motion, wᵀb = 0 holds too, and its
// derivative wᵀA₁ ẍ = wᵀb₁ binds accelerations that no row of A binds.

#include <vector>

#include "equations/evaluate.h"
#include "linalg/tall_qr.h"

namespace zwang::instant {

/// Rows that depend on each other, none of which can be left out; the first is expressed by the
/// others.
using DependentRows = std::vector<Index>;

class HiddenRows {
 public:
  /// One row for each set. The equations are those with Hidden::compiled.
  HiddenRows(const equations::Equations& equations, std::vector<DependentRows> sets);

  Index count() const { return static_cast<Index>(sets_.size()); }

  /// The rows wᵀA₁ (count × n) and wᵀb₁ (count) at a state, with w of the first row of each set 1.
  /// `numbers` holds A of the state and gets A₁ and b₁. Where the other rows of a set lose their
  /// independence its row is 0. Returns count().
  Index rows(double t, const double* q, const double* v, equations::Workspace& numbers,
             double* A_extra, double* b_extra) noexcept;

  /// w of set k at the state that rows() saw last, in the order of the set.
  const double* combination(Index k) const { return w_.data() + k * longest_; }
  /// wᵀb there, of the b in `numbers`: what has to be 0.
  double left_over(Index k, equations::Workspace& numbers) const noexcept;

 private:
  bool find_combination(const DependentRows& rows, const double* A, double* w) noexcept;

  const equations::Equations& equations_;
  std::vector<DependentRows> sets_;
  Index longest_ = 1;
  AlignedArray w_, right_side_, z_;
  linalg::TallRoom room_;
};

}  // namespace zwang::instant

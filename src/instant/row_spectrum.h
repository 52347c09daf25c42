// SPDX-License-Identifier: Apache-2.0
#pragma once
// The acting rows in the metric of M, D = A L⁻ᵀ, and how near they are to dependence: quickly and
// from below by the pivots of a QR, or exactly by their singular values.

#include <vector>

#include "instant/dense_task.h"
#include "least/workspace.h"

namespace zwang::instant {

class RowSpectrum {
 public:
  /// n, m: of the equations, or 0 where it will never be asked.
  RowSpectrum(const equations::Equations& equations, Index n, Index m);

  /// From the M and A that `numbers` holds. False where numbers are bad. Where M is not definite,
  /// coordinates are scaled by their masses instead.
  bool weigh(equations::Workspace& numbers, const unsigned char* active) noexcept;

  const double* D() const { return D_.data(); }             // m × n, rows that do not act zero
  const double* lengths() const { return length_.data(); }  // of the rows of D

  /// By the rank rule while stepping; sets least(). Needs weigh.
  Index find_rank() noexcept;
  /// The least singular value of the rows that the rule selected, each of length 1. Leaving rows out
  /// never raises a singular value, so all acting rows together have no less.
  double least() const { return least_; }
  /// ρ = ‖D⁺(D′ − D)‖ of the selected rows, by power iteration. As long as ρ < 1 on the way from D to
  /// D′ they stay independent: wᵀD′ = 0 would mean wᵀD = −wᵀ(D′ − D), and wᵀ = (wᵀD) D⁺. Needs
  /// find_rank.
  double change_to(const double* other) noexcept;

  /// The r-th singular value of the rows, row i in units of unit[i], with its left vector u (m) and
  /// the right one times the value, z (n). Needs weigh.
  double smallest(Index r, const double* unit, double* u, double* z) noexcept;

  /// All singular values: by rotations of pairs of rows
  /// (Hestenes, 1958), whose errors are rounding, not its root. D: of the last weigh, or of an
  /// earlier one with the same acting rows.
  void decompose(const double* D, const double* unit) noexcept;
  Index count() const { return static_cast<Index>(acting_.size()); }  // of singular values
  double value(Index k) const;                                        // k from 0, descending

 private:
  void scale_instead(const least::Task& task) noexcept;
  bool factor() noexcept;
  double by_inverse_iteration(const double* unit, double* u, double* z) noexcept;
  void left(Index k, double* u) const noexcept;
  bool rotate(Index i, Index j) noexcept;
  void sort_values() noexcept;

  Index n_, m_;
  DenseTask rows_;
  least::Workspace ws_;
  AlignedArray zero_, tau_;
  AlignedArray D_, length_;
  AlignedArray x_, h_;
  double least_ = 1;
  std::vector<Index> acting_, order_;  // rows that act; values in descending order
  AlignedArray B_, U_, value_;         // Uᵀ(rows) = B, whose rows are orthogonal
};

}  // namespace zwang::instant

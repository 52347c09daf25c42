// SPDX-License-Identifier: Apache-2.0
#pragma once
// Instants where solids are there, in O(n + m²d): M = L Lᵀ by the recursion over bodies (tree_weights.h),
// and the rows D = A L⁻ᵀ to least/, whose mass matrix is then 1. Any L with M = L Lᵀ gives the same
// answer (doc/theory/kernel.md), so that nothing else changes: the rank rule, rows that are redundant
// or fight each other, near-singular ones.

#include <memory>

#include "instant/dense_kernel.h"
#include "instant/tree/lengths.h"
#include "instant/tree/sweep.h"
#include "instant/tree/thin_rows.h"
#include "instant/tree/weights.h"

namespace zwang::instant {

class TreeKernel {
 public:
  /// The equations have solids that recursions solve (Solids::recursive).
  explicit TreeKernel(const equations::Equations& equations);

  const Instant& solve(equations::Workspace& numbers) noexcept;
  const Instant& solve_in_full(equations::Workspace& numbers) noexcept {
    return solve(numbers, true);
  }
  /// As solve, with the free acceleration, which sweeps do without.
  const Instant& solve_beside_free(equations::Workspace& numbers) noexcept;
  const double* least_change(equations::Workspace& numbers, const double* b,
                             const unsigned char* takes_part) noexcept {
    return least_change(-1, numbers, b, takes_part);
  }
  /// −1: in all rows that take part.
  const double* least_change(int set, equations::Workspace& numbers, const double* b,
                             const unsigned char* takes_part) noexcept;
  bool factor(int set, equations::Workspace& numbers, const unsigned char* takes_part) noexcept;
  const double* apply(int set, const double* demand) noexcept;
  double least_pivot(int set) const noexcept {
    const Factored& rows = *sets_[set];
    return rows.dense ? dense_->least_pivot(set) : rows.derivative.least_pivot();
  }
  /// As in kernel.h. False: some motion has no mass, and nothing is kept.
  bool fill_lengths(equations::Workspace& numbers, const unsigned char* takes_part,
                    double* length) noexcept;
  bool choose(int set, equations::Workspace& numbers, const unsigned char* takes_part,
              const RowRule& rule) noexcept;
  Combination& kept(int set) noexcept { return kept_[set]; }
  Index other_rows() const { return others_; }

 private:
  /// Rows that are factored once for many demands.
  struct Factored {
    explicit Factored(const equations::Equations& equations, Index rows, Index size);
    TreeWeights weights;
    TreeLengths lengths;
    ThinRows rows;
    least::Derivative derivative;
    std::vector<unsigned char> takes_part;
    std::vector<double> A;  // as it was
    bool dense = false;     // some motion has no mass: the full matrices serve
  };

  const Instant& solve(equations::Workspace& numbers, bool full) noexcept;
  void solve_rows(bool full) noexcept;
  least::Task task(const ThinRows& rows, const double* g, const double* b) const noexcept;
  void give_out(bool full) noexcept;
  void fill_forces(equations::Workspace& numbers, bool full) noexcept;
  void spread(const double* decided, const double* rest, std::vector<double>& x) noexcept;
  bool solve_quickly(equations::Workspace& numbers) noexcept;
  const Instant& solve_densely(equations::Workspace& numbers, bool full) noexcept;

  const equations::Equations& equations_;
  TreeWeights weights_;
  TreeLengths lengths_;
  Index others_;            // rows that are not norm rows
  bool workless_;           // no force of a row does work: who integrates need not know it
  bool dependent_ = false;  // some rows of the last stage were, and had not vanished
  ThinRows rows_;
  Options stepping_, full_;
  least::Workspace workspace_;
  Instant inner_, instant_;
  std::unique_ptr<Factored> sets_[2];
  std::unique_ptr<TreeSweep> sweep_;    // where the tree is alone
  std::unique_ptr<DenseKernel> dense_;  // where some motion may have no mass
  AlignedArray one_, g_, b_, w_, zero_;
  std::vector<double> change_;
  Combiner combiner_;
  Combination kept_[3];
};

}  // namespace zwang::instant

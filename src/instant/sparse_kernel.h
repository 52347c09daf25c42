// SPDX-License-Identifier: Apache-2.0
#pragma once
// Instants with A as its entries, for large systems.

#include "equations/evaluate.h"
#include "least/sparse/sparse.h"

namespace zwang::instant {

class SparseKernel {
 public:
  explicit SparseKernel(const equations::Equations& equations);

  /// With multipliers, always: they come with the method. Where rows are redundant, no reaction is
  /// called unique.
  const Instant& solve(equations::Workspace& numbers) noexcept;
  const double* least_change(equations::Workspace& numbers, const double* b,
                             const unsigned char* takes_part) noexcept;
  bool factor(int set, equations::Workspace& numbers, const unsigned char* takes_part) noexcept;
  const double* apply(int set, const double* demand) noexcept;
  double least_pivot(int set) const noexcept { return sets_[set].solver.least_pivot(); }

 private:
  /// Rows that were selected and factored.
  struct Selection {
    explicit Selection(const equations::Equations& equations);
    least::SparseSolver solver;
    least::SparseAnswer answer;
    std::vector<double> A;
  };
  void select(Selection& selection, equations::Workspace& numbers,
              const unsigned char* takes_part) const noexcept;
  const double* weights() const noexcept;

  const equations::Equations& equations_;
  least::SparseSolver solver_;
  least::SparseAnswer answer_;
  Instant instant_;
  Selection change_, sets_[2];
  std::vector<double> zero_;  // as long as the longer of n and m
};

}  // namespace zwang::instant

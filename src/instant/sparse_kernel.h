// SPDX-License-Identifier: Apache-2.0
#pragma once
// Instants with A as its entries, for large systems.

#include <memory>

#include "equations/evaluate.h"
#include "instant/combination.h"
#include "instant/dense_task.h"
#include "least/sparse/sparse.h"

namespace zwang::instant {

class SparseKernel {
 public:
  explicit SparseKernel(const equations::Equations& equations);

  /// With multipliers, always: they come with the method. Where rows are redundant, no reaction is
  /// called unique.
  const Instant& solve(equations::Workspace& numbers) noexcept;
  const Instant& solve_in_full(equations::Workspace& numbers) noexcept;
  const double* least_change(equations::Workspace& numbers, const double* b,
                             const unsigned char* takes_part) noexcept {
    return least_change(-1, numbers, b, takes_part);
  }
  /// −1: in all rows that take part.
  const double* least_change(int set, equations::Workspace& numbers, const double* b,
                             const unsigned char* takes_part) noexcept;
  bool factor(int set, equations::Workspace& numbers, const unsigned char* takes_part) noexcept;
  const double* apply(int set, const double* demand) noexcept;
  double least_pivot(int set) const noexcept { return sets_[set].solver.least_pivot(); }

  /// As in kernel.h: rows are left out, for combinations of them would not be short. False: there are
  /// too many rows to be compared, and nothing is kept.
  bool fill_lengths(equations::Workspace& numbers, const unsigned char* takes_part,
                    double* length) noexcept;
  bool choose(int set, equations::Workspace& numbers, const unsigned char* takes_part,
              const RowRule& rule) noexcept;
  Combination& kept(int set) noexcept { return kept_[set]; }

 private:
  /// Rows that were selected and factored.
  struct Selection {
    explicit Selection(const equations::Equations& equations);
    least::SparseSolver solver;
    least::SparseAnswer answer;
    std::vector<double> A;
  };
  /// As full matrices, to choose among the rows.
  struct Chooser {
    explicit Chooser(const equations::Equations& equations);
    least::Task task(equations::Workspace& numbers, const unsigned char* takes_part) noexcept;
    DenseTask rows;
    least::Workspace workspace;
    Combiner combiner;
    AlignedArray zero;
  };
  void select(int set, Selection& selection, equations::Workspace& numbers,
              const unsigned char* takes_part) const noexcept;
  const double* asked(int set, const double* b) noexcept;
  const Instant& give_out() noexcept;
  const double* weights() const noexcept;

  const equations::Equations& equations_;
  least::SparseSolver solver_;
  least::SparseAnswer answer_;
  Instant instant_;
  Selection change_, sets_[2];
  std::vector<double> zero_;  // as long as the longer of n and m
  std::unique_ptr<Chooser> chooser_;
  Combination kept_[3];
  std::vector<double> b_;
};

}  // namespace zwang::instant

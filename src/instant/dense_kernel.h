// SPDX-License-Identifier: Apache-2.0
#pragma once
// Instants with A as a full matrix.

#include "instant/combination.h"
#include "instant/dense_task.h"
#include "instant/parts/part_kernel.h"
#include "least/derivative.h"
#include "least/method.h"

namespace zwang::instant {

class DenseKernel {
 public:
  /// `by_parts`: rows that do not act are left out, and what does not hang together is solved apart. Then there is
  /// no instant without a mode.
  DenseKernel(const equations::Equations& equations, Method method, bool by_parts = false);
  /// Null: all rows in one task.
  PartKernel* parts() noexcept { return parts_.get(); }

  const Instant& solve(equations::Workspace& numbers) noexcept;
  const Instant& solve_in_full(equations::Workspace& numbers) noexcept;
  /// The same where C acts; null: it does not. Rows that do not act are zero.
  const Instant& solve(equations::Workspace& numbers, const unsigned char* acts, const double* C,
                       bool full) noexcept;
  const double* least_change(equations::Workspace& numbers, const double* b,
                             const unsigned char* takes_part) noexcept;
  const double* least_change(int set, equations::Workspace& numbers, const double* b,
                             const unsigned char* takes_part) noexcept;
  bool factor(int set, equations::Workspace& numbers, const unsigned char* takes_part) noexcept;
  const double* apply(int set, const double* demand) noexcept;
  double least_pivot(int set) const noexcept {
    return parts_ ? parts_->factors(set).least_pivot() : factored_[set].least_pivot();
  }
  /// As in kernel.h.
  void fill_lengths(equations::Workspace& numbers, const unsigned char* takes_part,
                    double* length) noexcept;
  void choose(int set, equations::Workspace& numbers, const unsigned char* takes_part,
              const RowRule& rule) noexcept;
  Combination& kept(int set) noexcept { return kept_[set]; }

  /// The numbers as least/ sees them, after spreading A.
  least::Task task(equations::Workspace& numbers) noexcept { return rows_.of(numbers); }

  Method method() const noexcept { return stepping_.method; }

 private:
  DenseKernel(const equations::Equations& equations, Method method, Index n, Index m);
  least::Task asked(equations::Workspace& numbers, const unsigned char* takes_part) noexcept;

  Options stepping_, full_;
  least::Workspace workspace_, full_workspace_;
  Instant instant_, full_instant_, change_;
  DenseTask rows_, asked_rows_;
  AlignedArray zero_, x_;
  least::Derivative factored_[2];
  Combiner combiner_;
  Combination kept_[3];
  std::unique_ptr<PartKernel> parts_;
};

}  // namespace zwang::instant

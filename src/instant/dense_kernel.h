// SPDX-License-Identifier: Apache-2.0
#pragma once
// Instants with A as a full matrix.

#include "instant/combination.h"
#include "instant/dense_task.h"
#include "least/derivative.h"
#include "least/method.h"

namespace zwang::instant {

class DenseKernel {
 public:
  DenseKernel(const equations::Equations& equations, Method method);

  const Instant& solve(equations::Workspace& numbers) noexcept;
  const Instant& solve_in_full(equations::Workspace& numbers) noexcept;
  /// The same where C acts; null: it does not.
  const Instant& solve(equations::Workspace& numbers, const double* C, bool full) noexcept;
  const double* least_change(equations::Workspace& numbers, const double* b,
                             const unsigned char* takes_part) noexcept;
  const double* least_change(int set, equations::Workspace& numbers, const double* b,
                             const unsigned char* takes_part) noexcept;
  bool factor(int set, equations::Workspace& numbers, const unsigned char* takes_part) noexcept;
  const double* apply(int set, const double* demand) noexcept;
  double least_pivot(int set) const noexcept { return factored_[set].least_pivot(); }
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
  least::Task asked(equations::Workspace& numbers, const unsigned char* takes_part) noexcept;

  Options stepping_, full_;
  least::Workspace workspace_, full_workspace_;
  Instant instant_, full_instant_, change_;
  DenseTask rows_, asked_rows_;
  AlignedArray zero_, x_;
  least::Derivative factored_[2];
  Combiner combiner_;
  Combination kept_[3];
};

}  // namespace zwang::instant

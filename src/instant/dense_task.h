// SPDX-License-Identifier: Apache-2.0
#pragma once
// The numbers of a state as the question that least/ answers: M, Q, b where they stand, A spread over
// all coordinates. Everybody who asks least/ about equations asks through this.

#include <vector>

#include "base/aligned.h"
#include "equations/evaluate.h"
#include "least/task.h"

namespace zwang::instant {

class DenseTask {
 public:
  DenseTask() = default;  // for who will never ask
  explicit DenseTask(const equations::Equations& equations);

  /// True until the numbers change, or the next call.
  least::Task of(equations::Workspace& numbers) noexcept;
  /// The same where some rows ask nothing: they are zero.
  least::Task of(equations::Workspace& numbers, const unsigned char* takes_part) noexcept;
  const double* A() const { return A_.data(); }  // of the last call

 private:
  least::Task with(equations::Workspace& numbers) const noexcept;

  const equations::Equations* equations_ = nullptr;
  least::Task frame_;          // all but the numbers
  AlignedArray A_;             // m × n, zero outside the pattern
  std::vector<Index> places_;  // of the pattern's entries in A
};

/// Of a pattern's entries, in their order: row·by_row + column·by_column.
std::vector<Index> places_of(const equations::Pattern& pattern, Index by_row, Index by_column);

}  // namespace zwang::instant

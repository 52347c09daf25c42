// SPDX-License-Identifier: Apache-2.0
#pragma once
// The instant of least constraint for numbers that equations have filled in: where the rows of A
// are few it is solved dense, by any of the methods.

#include "equations/evaluate.h"
#include "least/method.h"

namespace zwang::motion {

class Kernel {
 public:
  Kernel(const equations::Equations& equations, Method method);

  /// ẍ and the forces for the M, Q, A, b that `numbers` holds; lives until the next call.
  const Instant& solve(equations::Workspace& numbers) noexcept;
  /// The same with multipliers, for what is shown to people.
  const Instant& solve_in_full(equations::Workspace& numbers) noexcept;
  /// minimise δᵀM δ subject to A δ = b in the rows that take part; the others ask nothing.
  const double* least_change(equations::Workspace& numbers, const double* b,
                             const unsigned char* takes_part) noexcept;

  Method method() const { return stepping_.method; }

 private:
  least::Task task(equations::Workspace& numbers) noexcept;

  const equations::Equations& equations_;
  Options stepping_, full_;
  least::Workspace workspace_, full_workspace_;
  Instant instant_, full_instant_, change_;
  AlignedArray A_, asked_A_;  // m × n, zero outside the pattern
  AlignedArray zero_;
};

}  // namespace zwang::motion

// SPDX-License-Identifier: Apache-2.0
#pragma once
// Many instants of one small size at once, several per register. Each system's answer has the
// same bits wherever it stands in the batch and however many systems there are.

#include <cstddef>
#include <span>
#include <vector>

#include "zwang/instant.h"

namespace zwang {

/// Structure of arrays: entry k of system s stands at [k·count + s]. M is full, row-major (its
/// lower triangle is read), A row-major.
struct BatchProblem {
  std::size_t count = 0, coordinates = 0, rows = 0;
  std::span<const double> mass_matrix;        // n·n·count
  std::span<const double> applied_force;      // n·count
  std::span<const double> constraint_matrix;  // m·n·count
  std::span<const double> constraint_rhs;     // m·count
};

/// Solves them all; a system that is not well conditioned takes the same path as a lone one.
/// Sized once, then neither allocates nor throws.
class BatchSolver {
 public:
  BatchSolver(std::size_t coordinates, std::size_t rows, const Options& options = {});
  ~BatchSolver();
  BatchSolver(BatchSolver&&) noexcept;
  BatchSolver& operator=(BatchSolver&&) noexcept;

  /// acceleration: n·count, status: count. Returns how many systems took the lone path, or
  /// count + 1 if a size does not fit (then nothing is written).
  std::size_t solve(const BatchProblem& problem, std::span<double> acceleration,
                    std::span<Status> status) noexcept;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace zwang

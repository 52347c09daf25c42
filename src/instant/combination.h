// SPDX-License-Identifier: Apache-2.0
#pragma once
// Redundant rows as fixed combinations of them. Where rows of rank r < m hold φ = 0, r combinations
// W φ = 0 with W A of full rank hold the same states nearby, and off them too they are ordinary rows:
// nothing has to be decided about their rank, whatever the stages of a step do. W is chosen at a state
// on the constraints and kept for the steps from there (doc/decisions/0022-rank-of-the-motion.md).
//
// Rows are compared in units that are given, their lengths of late: one that vanishes for a moment
// is short then, and not a direction of rounding.

#include <vector>

#include "least/method.h"
#include "linalg/sparse/row_choice.h"

namespace zwang::instant {

/// r combinations of m rows, or as many rows.
struct Combination {
  explicit Combination(Index m = 0);

  bool used = false;  // else every row stands for itself
  Index m, rank = 0;
  AlignedArray unit;                // m: what rows were compared in
  AlignedArray W;                   // rank × m
  std::vector<unsigned char> rows;  // m: of the rows that are as independent as any
  double least = 1;                 // how far the last of them stands out from the others
  double next = 0;                  // and the first of those that were left out

  /// out (m × width) ← W rows, zero below.
  void combine(const double* from, Index width, double* out) const noexcept;
};

/// How rows are compared, and how many may count.
struct RowRule {
  const double* unit;  // m
  double tolerance;    // of the first pivot
  Index most;
};

/// For the tasks of one size: who chooses, and what they are put together in.
class Combiner {
 public:
  Combiner(Index n, Index m);

  /// length (m) ← of the rows in the metric of M; where M is not definite, coordinates are scaled by
  /// their masses instead.
  void fill_lengths(const least::Task& task, least::Workspace& ws, double* length) noexcept;
  void choose(const least::Task& task, least::Workspace& ws, const RowRule& rule,
              Combination& out) noexcept;

  /// The task with combinations for rows, those of λ among its answers too; lives until the next call.
  least::Task of(const least::Task& task, const Combination& kept) noexcept;
  const double* demand(const double* of_rows, const Combination& kept) noexcept;
  /// λ ← Wᵀλ, in place.
  void spread(const Combination& kept, std::vector<double>& lambda) noexcept;

  /// With multipliers, at a state on the constraints: combinations of that state, as many as kept.
  void solve_in_full(const least::Task& task, const Combination& kept, const Options& options,
                     least::Workspace& ws, Instant& out) noexcept;

 private:
  void weigh(const least::Task& task, least::Workspace& ws) noexcept;
  void shorten(Instant& out) noexcept;

  Index n_, m_;
  linalg::RowChoice choice_;
  Combination here_;
  AlignedArray A_, b_, tau_, null_, lambda_;
};

}  // namespace zwang::instant

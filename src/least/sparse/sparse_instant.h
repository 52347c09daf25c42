// SPDX-License-Identifier: Apache-2.0
#pragma once
// Everything about one instant of a large system, rows by their entries: as least::solve says it of full
// matrices, in time and memory that grow with the entries and what the factor fills in.

#include <cstddef>
#include <vector>

#include "least/sparse/sparse_rows.h"
#include "zwang/instant.h"

namespace zwang::least {

struct SparseTask {
  SparsePattern pattern;      // of A
  std::vector<double> A;      // its entries
  std::vector<Index> blocks;  // sizes of the blocks of M; empty: M is diagonal
  const double* M = nullptr;
  const double* Q = nullptr;
  const double* b = nullptr;
  const double* C = nullptr;  // or null: ideal constraints
  const double* W = nullptr;  // or null: every weight 1
};

/// The method is sparse, whatever options say. Status::mass_not_definite: only a full method may know more.
/// `condition` is a bound from the pivots, at most the true one; rows that are redundant beyond about a
/// second's work have no list of what they follow from.
Instant solve_sparsely(const SparseTask& task, const Options& options);

/// Its ẍ alone.
std::vector<double> accelerate_sparsely(const SparseTask& task);

}  // namespace zwang::least

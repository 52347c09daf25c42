// SPDX-License-Identifier: Apache-2.0
#pragma once
// The numbers of one instant as the methods see them: sizes checked, pointers only.

#include <cstddef>

#include "base/index.h"
#include "linalg/kernels.h"

namespace zwang::least {

enum class Mass { diagonal, blocks, full };

struct Task {
  Index n = 0, m = 0;
  Mass mass = Mass::full;
  const double* M = nullptr;
  const std::size_t* blocks = nullptr;  // sizes, for Mass::blocks
  Index block_count = 0;
  const double* Q = nullptr;
  const double* A = nullptr;  // row-major
  const double* b = nullptr;
  const double* C = nullptr;  // or null: ideal constraints
  const double* W = nullptr;  // or null: every weight 1
};

/// Calls visit(first coordinate, size, entries of the block, row-major) for each diagonal block.
template <class Visit>
void for_each_block(const Task& task, Visit&& visit) {
  if (task.mass == Mass::full) return visit(Index{0}, task.n, task.M);
  const double* entries = task.M;
  Index first = 0;
  const Index count = task.mass == Mass::diagonal ? task.n : task.block_count;
  for (Index k = 0; k < count; ++k) {
    const Index size = task.mass == Mass::diagonal ? 1 : static_cast<Index>(task.blocks[k]);
    visit(first, size, entries);
    first += size;
    entries += size * size;
  }
}

/// How many numbers M is given by.
inline Index mass_entries(const Task& task) {
  Index entries = 0;
  for_each_block(task, [&entries](Index, Index size, const double*) { entries += size * size; });
  return entries;
}

/// y ← M x.
inline void mass_times(const Task& task, const double* x, double* y) {
  for_each_block(task, [x, y](Index first, Index size, const double* M) {
    linalg::kernels().row_products(size, size, M, x + first, y + first);
  });
}

}  // namespace zwang::least

// SPDX-License-Identifier: Apache-2.0
#pragma once
// The numbers of a state as the question that least/ answers. A is left to the caller, who knows which
// rows are wanted, and how.

#include "equations/evaluate.h"
#include "least/task.h"

namespace zwang::instant {

inline least::Task task_of(const equations::Equations& equations,
                           equations::Workspace& numbers) noexcept {
  const std::vector<std::size_t>& blocks = equations.mass_blocks;
  least::Task task;
  task.n = equations.n;
  task.m = equations.m;
  task.mass = blocks.size() == static_cast<std::size_t>(equations.n) ? least::Mass::diagonal
              : blocks.size() == 1                                   ? least::Mass::full
                                                                     : least::Mass::blocks;
  task.M = numbers.M();
  task.blocks = blocks.data();
  task.block_count = static_cast<Index>(blocks.size());
  task.Q = numbers.Q();
  task.b = numbers.b();
  task.W = equations.weights.empty() ? nullptr : equations.weights.data();
  return task;
}

}  // namespace zwang::instant

// SPDX-License-Identifier: Apache-2.0
#pragma once
// The programs of a stage: those that are run together.

#include <cstdint>
#include <vector>

#include "equations/block.h"

namespace zwang::equations {

struct Programs {
  std::vector<Block> blocks;
  std::vector<Prologue> prologues;
  std::vector<std::uint32_t> zero;  // numbers that blocks add to

  bool empty() const { return blocks.empty(); }
};

}  // namespace zwang::equations

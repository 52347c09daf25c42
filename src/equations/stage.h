// SPDX-License-Identifier: Apache-2.0
#pragma once
// Programs that are run together.

#include <cstdint>
#include <vector>

#include "equations/block.h"

namespace zwang::equations {

/// A set of blocks that are evaluated together.
struct Stage {
  std::vector<Block> blocks;
  std::vector<Prologue> prologues;
  std::vector<std::uint32_t> zero;  // numbers that blocks add to
};

}  // namespace zwang::equations

// SPDX-License-Identifier: Apache-2.0
#pragma once
// Which body hangs on which, whatever the order of the file.

#include <vector>

#include "base/index.h"
#include "zwang/description.h"

namespace zwang::compile {

struct TreeOrder {
  std::vector<std::size_t> sequence;  // parents first, else as in the file
  std::vector<Index> parent;          // by place in the file; -1: the ground, or nothing
  std::vector<std::size_t> orphans;   // bodies whose parent does not exist
  std::vector<std::vector<std::size_t>> circles;  // bodies that hang on each other
};

TreeOrder order_bodies(const std::vector<Body>& bodies);

}  // namespace zwang::compile

// SPDX-License-Identifier: Apache-2.0
#include "equations/mass_blocks.h"

#include <algorithm>
#include <numeric>

namespace zwang::equations {

MassBlocks::MassBlocks(Index n) : reach_(at(n)) { std::iota(reach_.begin(), reach_.end(), 0); }

void MassBlocks::couple(Index i, Index j) {
  Index& last = reach_[at(std::min(i, j))];
  last = std::max(last, std::max(i, j));
}

std::vector<std::size_t> MassBlocks::sizes() const {
  std::vector<std::size_t> blocks;
  const auto n = static_cast<Index>(reach_.size());
  for (Index first = 0; first < n;) {
    Index last = reach_[at(first)];
    for (Index i = first; i <= last; ++i) last = std::max(last, reach_[at(i)]);
    blocks.push_back(at(last + 1 - first));
    first = last + 1;
  }
  return blocks;
}

MassPlaces::MassPlaces(const std::vector<std::size_t>& blocks) {
  for (const std::size_t block : blocks) {
    const auto size = static_cast<Index>(block);
    run_.insert(run_.end(), block, Run{static_cast<Index>(run_.size()), size_, size});
    size_ += size * size;
  }
}

}  // namespace zwang::equations

// SPDX-License-Identifier: Apache-2.0
#pragma once
// The blocks of the mass matrix: coordinates that M couples lie in one block, and blocks are runs of
// coordinates.

#include <cstddef>
#include <vector>

#include "base/index.h"

namespace zwang::equations {

class MassBlocks {
 public:
  explicit MassBlocks(Index n);  // none is coupled with another

  void couple(Index i, Index j);
  std::vector<std::size_t> sizes() const;

 private:
  std::vector<Index> reach_;  // the last coordinate that the block of i must contain
};

/// Where the entries of the blocks stand, row-major, one block after the other.
class MassPlaces {
 public:
  MassPlaces() = default;
  explicit MassPlaces(const std::vector<std::size_t>& blocks);

  /// Of an entry that is in a block, counted from M's first number.
  Index operator()(Index i, Index j) const {
    const Run& run = run_[at(i)];
    return run.begin + (i - run.first) * run.size + (j - run.first);
  }
  Index block_size(Index i) const { return run_[at(i)].size; }
  Index size() const { return size_; }  // of all blocks

 private:
  struct Run {
    Index first, begin, size;
  };
  std::vector<Run> run_;  // by coordinate
  Index size_ = 0;
};

}  // namespace zwang::equations

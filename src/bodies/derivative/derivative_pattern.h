// SPDX-License-Identifier: Apache-2.0
#pragma once
// Which forces a coordinate has a say in: those along the coordinates that carry it, its joint's own,
// and those it carries. Nothing passes from one branch to another.

#include <vector>

#include "bodies/derivative/derivative_changes.h"

namespace zwang::bodies {

/// By columns; a joint's coordinates have the same rows, which ascend.
class CommonPaths {
 public:
  CommonPaths(const Tree& tree, const Changes& changes);

  Index entries() const { return entries_; }
  Index columns() const { return static_cast<Index>(body_.size()); }

  /// Where a column's entries begin, how many there are, and their rows.
  Index begin(Index column) const {
    const Block& of = block_of(column);
    return of.entries + (column - of.first) * of.count;
  }
  Index count(Index column) const { return block_of(column).count; }
  const Index* rows(Index column) const { return rows_.data() + block_of(column).rows; }

  /// How many rows a body's own rows have before them, in its own columns and in those of all that
  /// it carries.
  Index above(Index body) const { return blocks_[static_cast<std::size_t>(body)].above; }

 private:
  struct Block {
    Index first = 0, above = 0, count = 0;
    Index rows = 0, entries = 0;  // where they begin
  };
  void count_rows(const Tree& tree, const Changes& changes);
  void list_rows(const Tree& tree, const Changes& changes);
  Block& block(Index body) { return blocks_[static_cast<std::size_t>(body)]; }
  const Block& block_of(Index column) const {
    return blocks_[static_cast<std::size_t>(body_[static_cast<std::size_t>(column)])];
  }

  std::vector<Block> blocks_;  // by body
  std::vector<Index> body_;    // by column
  std::vector<Index> rows_;
  Index entries_ = 0;
};

}  // namespace zwang::bodies

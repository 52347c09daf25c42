// SPDX-License-Identifier: Apache-2.0
#pragma once
// What hangs together: coordinates that a block of M or a row that takes part joins. Each part is a problem of its
// own, and a pile of bodies has as many as there are heaps that do not touch each other.

#include <vector>

#include "base/index.h"

namespace zwang::least {

class Parts {
 public:
  /// Blocks of M by their sizes; rows by the coordinates in their pattern, those of row i from begin[i] on.
  Parts(const std::vector<std::size_t>& blocks, const std::vector<Index>& begin,
        const std::vector<Index>& column);

  /// Joins what the rows that take part join. False: the parts are those of the call before.
  bool split(const unsigned char* takes_part);

  /// In the order of their first coordinates, whatever the order of the rows.
  Index count() const { return static_cast<Index>(first_block_.size()) - 1; }
  struct List {
    const Index* numbers;
    Index size;
    const Index* begin() const { return numbers; }
    const Index* end() const { return numbers + size; }
  };
  List blocks(Index part) const { return list(blocks_, first_block_, part); }  // of M
  List coordinates(Index part) const { return list(coordinates_, first_coordinate_, part); }
  List rows(Index part) const { return list(rows_, first_row_, part); }  // that take part

  /// Of a coordinate, and of a row that takes part: its number within its part.
  Index place(Index coordinate) const { return place_[at(coordinate)]; }
  Index row_place(Index row) const { return row_place_[at(row)]; }
  Index part_of_row(Index row) const {
    const std::size_t i = at(row);
    return row_begin_[i] == row_begin_[i + 1]
               ? Index{0}
               : part_of_[at(block_of_[at(row_column_[at(row_begin_[i])])])];
  }

  Index block_size(Index block) const { return size_[at(block)]; }
  Index block_begin(Index block) const { return begin_of_[at(block)]; }  // among M's numbers

 private:
  static List list(const std::vector<Index>& all, const std::vector<Index>& first, Index part) {
    return {all.data() + first[at(part)], first[at(part) + 1] - first[at(part)]};
  }
  Index root(Index block);
  void join(const unsigned char* takes_part);
  void number_parts();
  void sort_rows(const unsigned char* takes_part);

  const std::vector<Index>& row_begin_;
  const std::vector<Index>& row_column_;
  std::vector<Index> size_, begin_of_, first_of_;  // of blocks: M's numbers, coordinates
  std::vector<Index> block_of_;                    // by coordinate
  std::vector<Index> up_, part_of_;                // by block
  std::vector<Index> blocks_, first_block_, coordinates_, first_coordinate_, rows_, first_row_;
  std::vector<Index> place_, row_place_;
  std::vector<unsigned char> before_;
  bool known_ = false;
};

}  // namespace zwang::least

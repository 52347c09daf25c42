// SPDX-License-Identifier: Apache-2.0
#pragma once
// A record in memory: rows in blocks that never move. Room is prepared between steps; appending a
// row within one neither allocates nor throws. What is prepared first is one block, so that results of
// which the number of rows was known lie in one piece and columns can be seen where they are.

#include <memory>
#include <span>
#include <vector>

#include "record/row_source.h"

namespace zwang::record {

class Table {
 public:
  explicit Table(Heading heading);
  /// One that will have no more than so many rows: a few take no more room than they need.
  Table(Heading heading, Index rows);

  const Heading& heading() const noexcept { return heading_; }
  Index width() const noexcept { return heading_.columns.count(); }
  Index rows() const noexcept { return rows_; }
  Index room() const noexcept { return blocks_.empty() ? 0 : capacity() - rows_; }

  /// Makes room() at least `rows`.
  void prepare(Index rows);

  /// False, and nothing changes, if there is no room or the row has not width() numbers.
  bool append(std::span<const double> row) noexcept;

  std::span<const double> row(Index row) const noexcept;
  double at(Index row, Index column) const noexcept { return this->row(row)[size(column)]; }
  std::vector<double> column(Index column) const;

  /// The first row, where all of them follow each other in memory; else null.
  const double* in_one_piece() const noexcept;

  /// The rows in chunks of a size that can be copied, the last one as far as it is filled.
  Index chunks() const noexcept { return (rows_ + chunk_rows_ - 1) / chunk_rows_; }
  std::span<const double> chunk(Index chunk) const noexcept;

 private:
  static std::size_t size(Index i) noexcept { return static_cast<std::size_t>(i); }
  Index capacity() const noexcept {
    return first_rows_ + (static_cast<Index>(blocks_.size()) - 1) * chunk_rows_;
  }
  double* place(Index row) const noexcept;

  Heading heading_;
  Index chunk_rows_ = 1;
  Index first_rows_ = 1;  // of the first block: a multiple of chunk_rows_, which all others have
  Index rows_ = 0;
  std::vector<std::unique_ptr<double[]>> blocks_;
};

/// A table, read from its beginning.
class TableRows : public RowSource {
 public:
  explicit TableRows(const Table& table) : table_(table) {}
  const Heading& heading() const noexcept override { return table_.heading(); }
  std::span<const double> next() override;

 private:
  const Table& table_;
  Index chunk_ = 0;
};

/// All that is left of a source.
Table read_table(RowSource& source);

}  // namespace zwang::record

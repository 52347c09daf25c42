// SPDX-License-Identifier: Apache-2.0
#include "record/table.h"

#include <algorithm>

#include "base/contract.h"
#include "zwang/status.h"

namespace zwang::record {

namespace {

// Large enough that preparing is rare, small enough that a short run wastes little: 256 KiB.
constexpr Index kChunkNumbers = 1 << 15;

}  // namespace

Table::Table(Heading heading) : heading_(std::move(heading)) {
  if (width() == 0) throw InputError("columns", "there are none");
  chunk_rows_ = std::max<Index>(kChunkNumbers / width(), 1);
}

Table::Table(Heading heading, Index rows) : Table(std::move(heading)) {
  chunk_rows_ = std::clamp<Index>(rows, 1, chunk_rows_);
}

void Table::prepare(Index rows) {
  while (room() < rows)
    chunks_.push_back(std::make_unique_for_overwrite<double[]>(size(chunk_rows_ * width())));
}

bool Table::append(std::span<const double> row) noexcept {
  if (room() == 0 || row.size() != size(width())) return false;
  double* const chunk = chunks_[size(rows_ / chunk_rows_)].get();
  std::copy(row.begin(), row.end(), chunk + rows_ % chunk_rows_ * width());
  ++rows_;
  return true;
}

std::span<const double> Table::row(Index row) const noexcept {
  expects(0 <= row && row < rows_);
  return {chunks_[size(row / chunk_rows_)].get() + row % chunk_rows_ * width(), size(width())};
}

std::vector<double> Table::column(Index column) const {
  expects(0 <= column && column < width());
  std::vector<double> values(size(rows_));
  for (Index i = 0; i < rows_; ++i) values[size(i)] = at(i, column);
  return values;
}

std::span<const double> Table::chunk(Index chunk) const noexcept {
  expects(0 <= chunk && chunk < chunks());
  const Index rows = std::min(chunk_rows_, rows_ - chunk * chunk_rows_);
  return {chunks_[size(chunk)].get(), size(rows * width())};
}

std::span<const double> TableRows::next() {
  if (chunk_ >= table_.chunks()) return {};
  return table_.chunk(chunk_++);
}

Table read_table(RowSource& source) {
  Table table(source.heading());
  const auto width = static_cast<std::size_t>(table.width());
  for (auto rows = source.next(); !rows.empty(); rows = source.next()) {
    table.prepare(static_cast<Index>(rows.size() / width));
    for (; !rows.empty(); rows = rows.subspan(width)) table.append(rows.first(width));
  }
  return table;
}

}  // namespace zwang::record

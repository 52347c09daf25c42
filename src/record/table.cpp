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
  const auto add = [this](Index count) {
    blocks_.push_back(std::make_unique_for_overwrite<double[]>(size(count * width())));
  };
  if (blocks_.empty() && rows > 0) {
    first_rows_ = (rows + chunk_rows_ - 1) / chunk_rows_ * chunk_rows_;
    add(first_rows_);
  }
  while (room() < rows) add(chunk_rows_);
}

double* Table::place(Index row) const noexcept {
  if (row < first_rows_) return blocks_[0].get() + row * width();
  const Index beyond = row - first_rows_;
  return blocks_[size(1 + beyond / chunk_rows_)].get() + beyond % chunk_rows_ * width();
}

bool Table::append(std::span<const double> row) noexcept {
  if (room() == 0 || row.size() != size(width())) return false;
  std::copy(row.begin(), row.end(), place(rows_));
  ++rows_;
  return true;
}

std::span<const double> Table::row(Index row) const noexcept {
  expects(0 <= row && row < rows_);
  return {place(row), size(width())};
}

const double* Table::in_one_piece() const noexcept {
  return rows_ > 0 && rows_ <= first_rows_ ? blocks_[0].get() : nullptr;
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
  return {place(chunk * chunk_rows_), size(rows * width())};
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

// SPDX-License-Identifier: Apache-2.0
// What results answer about their samples.

#include "zwang/samples.h"

#include "api/column_of.h"
#include "api/trouble.h"
#include "record/csv.h"
#include "record/file.h"
#include "record/part_reader.h"
#include "record/row_source.h"
#include "report/words/sample_table.h"

namespace zwang {

namespace {

// Calls visit(number of the first row, rows) for each stretch of rows until it returns false.
template <class Visit>
void for_each_stretch(const SampleTable& table, Visit visit) {
  try {
    const auto source = table.source();
    const auto width = static_cast<std::size_t>(table.heading.columns.count());
    std::size_t first = 0;
    for (auto rows = source->next(); !rows.empty(); rows = source->next()) {
      if (!visit(first, rows)) return;
      first += rows.size() / width;
    }
  } catch (const record::FileError& error) {
    throw_trouble(error);
  }
}

// The first row, all of them in one piece.
const double* rows_of(const SampleTable& table) {
  if (table.table) {
    if (const double* const rows = table.table->in_one_piece()) return rows;
  }
  std::call_once(table.joined->asked, [&] {
    std::vector<double> all;
    all.reserve(table.rows * static_cast<std::size_t>(table.heading.columns.count()));
    for_each_stretch(table, [&](std::size_t, std::span<const double> rows) {
      all.insert(all.end(), rows.begin(), rows.end());
      return true;
    });
    table.joined->rows = std::move(all);
  });
  return table.joined->rows.data();
}

}  // namespace

std::unique_ptr<record::RowSource> SampleTable::source() const {
  if (table) return std::make_unique<record::TableRows>(*table);
  return std::make_unique<record::PartReader>(part);
}

Samples::Samples(std::shared_ptr<const SampleTable> table) : table_(std::move(table)) {}
std::size_t Samples::samples() const { return table_->rows; }
const std::vector<std::string>& Samples::columns() const { return table_->columns; }

ColumnView Samples::view(std::string_view name) const {
  const Index column = column_of(table_->heading.columns, name);
  const auto width = static_cast<std::size_t>(table_->heading.columns.count());
  if (table_->rows == 0) return {nullptr, 0, width};
  return {rows_of(*table_) + column, table_->rows, width};
}

std::vector<double> Samples::column(std::string_view name) const {
  const Index column = column_of(table_->heading.columns, name);
  const auto width = static_cast<std::size_t>(table_->heading.columns.count());
  std::vector<double> values;
  values.reserve(table_->rows);
  for_each_stretch(*table_, [&](std::size_t, std::span<const double> rows) {
    for (auto i = static_cast<std::size_t>(column); i < rows.size(); i += width) {
      values.push_back(rows[i]);
    }
    return true;
  });
  return values;
}

std::vector<double> Samples::sample(std::size_t number) const {
  check_sample(number, table_->rows);
  const auto width = static_cast<std::size_t>(table_->heading.columns.count());
  std::vector<double> values;
  for_each_stretch(*table_, [&](std::size_t first, std::span<const double> rows) {
    if (number >= first + rows.size() / width) return true;
    const auto row = rows.subspan((number - first) * width, table_->columns.size());
    values.assign(row.begin(), row.end());
    return false;
  });
  return values;
}

void write_csv(const Samples& samples, const std::string& path) {
  try {
    const auto rows = samples.table().source();
    record::LeadingColumns shown(*rows, static_cast<Index>(samples.columns().size()));
    record::write_csv(path, shown);
  } catch (const record::FileError& error) {
    throw_trouble(error);
  }
}

}  // namespace zwang

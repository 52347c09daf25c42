// SPDX-License-Identifier: Apache-2.0
// What the extremals of a model answer.

#include "api/column_of.h"
#include "api/trouble.h"
#include "record/csv.h"
#include "record/file.h"
#include "record/row_source.h"
#include "report/words/extremal_parts.h"

namespace zwang {

namespace {

template <class Write>
void write(const Extremals& extremals, Write write_rows) {
  try {
    record::TableRows rows(extremals.parts().table);
    write_rows(rows);
  } catch (const record::FileError& error) {
    throw_trouble(error);
  }
}

}  // namespace

const ExtremalSummary& Extremals::summary() const { return parts_->summary; }
const Model& Extremals::model() const { return parts_->model; }
std::size_t Extremals::samples() const { return static_cast<std::size_t>(parts_->table.rows()); }
const std::vector<std::string>& Extremals::columns() const { return parts_->columns; }

std::vector<double> Extremals::column(std::string_view name) const {
  return parts_->table.column(column_of(parts_->table.heading().columns, name));
}

std::vector<double> Extremals::sample(std::size_t number) const {
  check_sample(number, samples());
  const auto row = parts_->table.row(static_cast<Index>(number));
  return {row.begin(), row.begin() + static_cast<std::ptrdiff_t>(parts_->columns.size())};
}

void write_csv(const Extremals& extremals, const std::string& path) {
  write(extremals, [&](record::RowSource& rows) {
    record::LeadingColumns shown(rows, static_cast<Index>(extremals.columns().size()));
    record::write_csv(path, shown);
  });
}

}  // namespace zwang

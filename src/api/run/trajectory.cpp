// SPDX-License-Identifier: Apache-2.0
// What a trajectory answers.

#include "api/column_of.h"
#include "api/trouble.h"
#include "record/csv.h"
#include "record/file.h"
#include "record/part_reader.h"
#include "record/row_source.h"
#include "report/words/trajectory_parts.h"

namespace zwang {

namespace {

// Calls visit(number of the first row, rows) for each stretch of rows until it returns false.
template <class Visit>
void for_each_stretch(const Trajectory::Parts& parts, Visit visit) {
  try {
    const auto source = parts.source();
    const auto width = static_cast<std::size_t>(parts.heading.columns.count());
    std::size_t first = 0;
    for (auto rows = source->next(); !rows.empty(); rows = source->next()) {
      if (!visit(first, rows)) return;
      first += rows.size() / width;
    }
  } catch (const record::FileError& error) {
    throw_trouble(error);
  }
}

template <class Write>
void write(const Trajectory& trajectory, Write write_rows) {
  try {
    write_rows(*trajectory.parts().source());
  } catch (const record::FileError& error) {
    throw_trouble(error);
  }
}

}  // namespace

std::unique_ptr<record::RowSource> Trajectory::Parts::source() const {
  if (table) return std::make_unique<record::TableRows>(*table);
  return std::make_unique<record::PartReader>(part);
}

const Summary& Trajectory::summary() const { return parts_->summary; }
const Model& Trajectory::model() const { return parts_->model; }
std::size_t Trajectory::samples() const { return parts_->rows; }
const std::vector<std::string>& Trajectory::columns() const { return parts_->columns; }

std::vector<double> Trajectory::column(std::string_view name) const {
  const Index column = column_of(parts_->heading.columns, name);
  const auto width = static_cast<std::size_t>(parts_->heading.columns.count());
  std::vector<double> values;
  values.reserve(parts_->rows);
  for_each_stretch(*parts_, [&](std::size_t, std::span<const double> rows) {
    for (auto i = static_cast<std::size_t>(column); i < rows.size(); i += width) {
      values.push_back(rows[i]);
    }
    return true;
  });
  return values;
}

std::vector<double> Trajectory::sample(std::size_t number) const {
  check_sample(number, parts_->rows);
  const auto width = static_cast<std::size_t>(parts_->heading.columns.count());
  std::vector<double> values;
  for_each_stretch(*parts_, [&](std::size_t first, std::span<const double> rows) {
    if (number >= first + rows.size() / width) return true;
    const auto row = rows.subspan((number - first) * width, parts_->columns.size());
    values.assign(row.begin(), row.end());
    return false;
  });
  return values;
}

void write_csv(const Trajectory& trajectory, const std::string& path) {
  write(trajectory, [&](record::RowSource& rows) {
    const auto count = static_cast<Index>(trajectory.columns().size());
    record::LeadingColumns shown(rows, count);
    record::write_csv(path, shown);
  });
}

}  // namespace zwang

// SPDX-License-Identifier: Apache-2.0
#pragma once
// Which of the drawn numbers need a column of the record, and the rows with them.

#include <string>
#include <vector>

#include "record/row_source.h"
#include "scene/numbers.h"

namespace zwang::scene {

class Columns {
 public:
  /// `recorded`: the columns without them.
  Columns(const Model& model, Numbers& numbers, const record::Columns& recorded);

  /// One of the drawn numbers, as the page finds it.
  const Number& operator[](std::size_t number) const { return places_[number]; }
  /// The recorded columns, then those of the drawn numbers that are neither coordinates nor constant.
  const record::Columns& columns() const { return columns_; }

  std::size_t time() const { return static_cast<std::size_t>(time_); }  // its column
  /// The state of a recorded row, with the rates of quaternions only where forces are drawn.
  void read_state(std::span<const double> row, State& state) const;
  /// Fills what is behind the recorded columns.
  void fill(std::span<const double> recorded, double* behind);

 private:
  void find_rates(const record::Columns& recorded);
  void find_places(const Model& model, Index before);
  bool is_force(std::size_t number) const;
  const Numbers::Vector& vector_of(std::size_t number) const;
  record::Column column_of(const Model& model, std::size_t number) const;
  void set_controls(std::span<const double> row);

  const Model model_;
  Numbers& numbers_;
  Index time_ = 0;
  std::vector<Index> q_, v_;  // their columns; −1: not there
  struct Turning {
    std::size_t rate;  // among those that are shown
    Index column;
  };
  std::vector<Turning> omega_;  // rates that are no coordinate's
  std::vector<Index> u_;        // columns of controls
  std::vector<double> controls_;
  std::vector<Number> places_;
  std::vector<std::size_t> kept_;
  record::Columns columns_;
  State state_;
  std::vector<double> values_;
};

/// Rows of a record with the drawn numbers behind.
class DrawnRows : public record::RowSource {
 public:
  DrawnRows(record::RowSource& rows, Columns& columns);
  const record::Heading& heading() const noexcept override { return heading_; }
  std::span<const double> next() override;

 private:
  record::RowSource& rows_;
  Columns& columns_;
  record::Heading heading_;
  std::vector<double> block_;
};

}  // namespace zwang::scene

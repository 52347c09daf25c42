// SPDX-License-Identifier: Apache-2.0
#pragma once
// Two solutions of one motion, side by side at the same times.

#include <cstddef>
#include <span>
#include <vector>

#include "record/row_source.h"

namespace zwang {

/// Rows of one solution, the first `width` of their numbers; the first of these is the time.
struct Rows {
  std::size_t width = 1;
  std::vector<double> numbers;

  std::size_t count() const { return numbers.size() / width; }
  std::span<const double> operator[](std::size_t row) const {
    return std::span(numbers).subspan(row * width, width);
  }
  double t(std::size_t row) const { return numbers[row * width]; }
};

/// Every so many-th row of a record with `rows`, so that a look at each costs little.
std::size_t stride_of(std::size_t rows, std::size_t width);

/// Those rows of a record, and the last three; the last is its end. Of rows at one time, before and after a
/// jump, none but the end.
Rows choose_rows(record::RowSource& source, std::size_t rows, std::size_t width,
                 std::size_t stride);

/// Rows of both solutions at the same times, and last their ends.
struct Looks {
  Rows a, b;
  Rows more;  // of the second solution, also between them: how large things are
  std::size_t count() const { return a.count(); }
  bool empty() const { return a.numbers.empty(); }
};

Looks side_by_side(const Rows& a, const Rows& b);

}  // namespace zwang

// SPDX-License-Identifier: Apache-2.0
#pragma once
// Records for tests: a heading with awkward names, and rows of any bits.

#include <bit>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "record/table.h"
#include "support/random.h"

namespace zwang::test {

inline record::Identity sample_identity() {
  return {"0.1.0",
          "A pendulum",
          "pendulum.toml",
          0x0123456789ABCDEF,
          "dopri853, explicit, 1e-9",
          {{"len", 1.25}, {"g", 9.81}}};
}

inline record::Heading sample_heading() {
  return {sample_identity(),
          record::Columns({{"t", "time", "s"},
                           {"bob.x", "coordinate", "m"},
                           {"bob.x'", "rate", ""},
                           {"force(rod).bob.x", "force of constraint rod on bob.x", "N"}})};
}

inline record::Heading wide_heading(Index width) {
  std::vector<record::Column> columns;
  for (Index i = 0; i < width; ++i) columns.push_back({"c" + std::to_string(i), "column", ""});
  return {sample_identity(), record::Columns(columns)};
}

inline std::vector<std::uint64_t> bits(std::span<const double> values) {
  std::vector<std::uint64_t> result;
  for (double value : values) result.push_back(std::bit_cast<std::uint64_t>(value));
  return result;
}

/// Any bits at all: denormals, infinities, NaNs with payloads, both zeros.
inline double any_double(Random& random) {
  using Limits = std::numeric_limits<double>;
  switch (random.integer(0, 9)) {
    case 0:
      return random.chance(0.5) ? 0.0 : -0.0;
    case 1:
      return random.chance(0.5) ? Limits::infinity() : -Limits::infinity();
    case 2:
      return std::bit_cast<double>(random.bits() >> 12);  // denormal
    case 3:
      return std::bit_cast<double>(0x7FF0000000000001u | (random.bits() >> 12));  // NaN
    case 4:
      return random.normal();
    default:
      return std::bit_cast<double>(random.bits());
  }
}

inline std::vector<double> any_doubles(Random& random, Index count) {
  std::vector<double> values(static_cast<std::size_t>(count));
  for (double& value : values) value = any_double(random);
  return values;
}

/// A table of any bits.
inline record::Table any_table(const record::Heading& heading, Index rows, std::uint64_t seed) {
  Random random(seed);
  record::Table table(heading);
  table.prepare(rows);
  for (Index i = 0; i < rows; ++i) table.append(any_doubles(random, table.width()));
  return table;
}

/// All numbers of a table, row by row.
inline std::vector<double> all_rows(const record::Table& table) {
  std::vector<double> values;
  for (Index i = 0; i < table.rows(); ++i) {
    const auto row = table.row(i);
    values.insert(values.end(), row.begin(), row.end());
  }
  return values;
}

/// The first `rows` rows of such a list.
inline std::vector<double> first_rows(const std::vector<double>& all, Index rows, Index width) {
  return {all.begin(), all.begin() + rows * width};
}

}  // namespace zwang::test

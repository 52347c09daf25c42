// SPDX-License-Identifier: Apache-2.0
#pragma once
// Columns of numbers in a text file beside the model: what table("motor.csv", x) reads.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace zwang::read {

/// Every lookup compares with every row; more would make steps slow without a word.
inline constexpr std::size_t max_data_rows = 2000, max_data_columns = 1000;
inline constexpr std::size_t max_data_bytes = std::size_t{16} << 20;

struct DataFile {
  std::vector<std::string> names;            // of the columns; empty: the file has no heading
  std::vector<std::vector<double>> columns;  // of equal length
  std::string problem, hint;                 // what is wrong with it; empty: nothing

  bool ok() const { return problem.empty(); }
};

/// Rows of numbers, separated by commas, semicolons, tabs or spaces; perhaps a heading with the names of
/// the columns first. Empty lines and what follows a # are left out. Never throws for any bytes.
DataFile parse_data(std::string_view text);

/// A file beside the model, in its folder or in one below.
struct FileBeside {
  std::string bytes;          // at most one more than asked for, so that too large a file is seen
  std::string problem, hint;  // why there are none; empty: there are
};
FileBeside read_beside(const std::string& model, const std::string& file, std::size_t most);

/// The same, parsed.
DataFile read_data(const std::string& model, const std::string& file);

}  // namespace zwang::read

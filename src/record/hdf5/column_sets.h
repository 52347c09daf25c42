// SPDX-License-Identifier: Apache-2.0
#pragma once
// How the columns of a record stand in an HDF5 file: most in a dataset each, those of a large family
// (p[1].x, p[2].x, …) together in one with a column for each member.

#include <string>
#include <string_view>
#include <vector>

#include "record/columns.h"

namespace zwang::record {

/// A family of fewer members has a dataset for each: these are found by their names.
inline constexpr Index kLeastFamily = 64;

/// Columns first, first + stride, …
struct ColumnSet {
  std::string name;  // of the dataset, unescaped: "t", "p[*].x"
  Index first = 0, stride = 1, count = 1;
  bool family = false;
};

/// All columns, each once, in the order of their first ones.
std::vector<ColumnSet> group_columns(const Columns& columns);

/// "p[*].x" for "p[12].x": numbers in brackets become stars.
std::string family_name(std::string_view column);

/// Texts as lines, and lines as texts.
std::string join_lines(const std::vector<std::string>& texts);
std::vector<std::string> split_lines(const std::string& text);

}  // namespace zwang::record

// SPDX-License-Identifier: Apache-2.0
#include "record/hdf5/column_sets.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace zwang::record {

namespace {

using Places = std::vector<Index>;

bool is_even(const Places& places) {
  for (std::size_t k = 2; k < places.size(); ++k) {
    if (places[k] - places[k - 1] != places[1] - places[0]) return false;
  }
  return true;
}

bool has_line_end(const Column& column) {
  return (column.name + column.meaning).find('\n') != std::string::npos;
}

bool is_family(const Columns& columns, const std::string& name, const Places& places) {
  if (static_cast<Index>(places.size()) < kLeastFamily || !is_even(places)) return false;
  if (columns.find(name) >= 0) return false;  // there is a column of that very name
  return std::all_of(places.begin(), places.end(), [&](Index k) {
    return columns[k].unit == columns[places[0]].unit && !has_line_end(columns[k]);
  });
}

}  // namespace

std::string family_name(std::string_view column) {
  std::string name;
  bool inside = false, number = false;
  for (const char c : column) {
    const bool digit = inside && c >= '0' && c <= '9';
    if (digit && !number) name += '*';
    if (!digit) name += c;
    number = digit;
    inside = c == '[' || (inside && c != ']');
  }
  return name;
}

std::vector<ColumnSet> group_columns(const Columns& columns) {
  std::unordered_map<std::string, Places> places_of;
  for (Index k = 0; k < columns.count(); ++k) {
    places_of[family_name(columns[k].name)].push_back(k);
  }
  std::vector<ColumnSet> sets;
  std::unordered_map<std::string, bool> families;
  for (Index k = 0; k < columns.count(); ++k) {
    std::string name = family_name(columns[k].name);
    const Places& places = places_of.at(name);
    if (places.front() == k) families[name] = is_family(columns, name, places);
    if (!families.at(name)) {
      sets.push_back({columns[k].name, k, 1, 1, false});
    } else if (places.front() == k) {
      sets.push_back(
          {std::move(name), k, places[1] - places[0], static_cast<Index>(places.size()), true});
    }
  }
  return sets;
}

std::string join_lines(const std::vector<std::string>& texts) {
  std::string lines;
  for (std::size_t k = 0; k < texts.size(); ++k) lines += (k > 0 ? "\n" : "") + texts[k];
  return lines;
}

std::vector<std::string> split_lines(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

}  // namespace zwang::record

// SPDX-License-Identifier: Apache-2.0
#include "read/data/data_file.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <fstream>

namespace zwang::read {

namespace {

namespace fs = std::filesystem;

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

// What separates the cells of this file: the first of these that a row has.
char separator_of(std::string_view row) {
  for (const char c : {';', '\t', ','})
    if (row.find(c) != std::string_view::npos) return c;
  return ' ';
}

std::vector<std::string_view> cells_of(std::string_view row, char separator) {
  std::vector<std::string_view> cells;
  while (!row.empty() && cells.size() <= max_data_columns) {
    const std::size_t end = std::min(row.find(separator), row.size());
    cells.push_back(trimmed(row.substr(0, end)));
    const bool more = end < row.size();
    row.remove_prefix(more ? end + 1 : end);
    if (separator == ' ') row = trimmed(row);
    if (more && row.empty() && separator != ' ') cells.emplace_back();
  }
  return cells;
}

std::optional<double> number_of(std::string_view cell) {
  if (!cell.empty() && cell.front() == '+') cell.remove_prefix(1);
  double x = 0;
  const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), x);
  if (error != std::errc{} || end != cell.data() + cell.size() || !std::isfinite(x))
    return std::nullopt;
  return x;
}

std::string name_of(std::string_view cell) {
  if (cell.size() >= 2 && cell.front() == '"' && cell.back() == '"')
    cell = cell.substr(1, cell.size() - 2);
  return std::string(cell.substr(0, 100));
}

class DataParser {
 public:
  DataFile parse(std::string_view text) {
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);  // as spreadsheets write it
    for (line_ = 1; !text.empty() && data_.ok(); ++line_) {
      const std::size_t end = std::min(text.find('\n'), text.size());
      std::string_view row = text.substr(0, end);
      text.remove_prefix(std::min(end + 1, text.size()));
      row = trimmed(row.substr(0, row.find('#')));
      if (!row.empty()) read(row);
    }
    if (data_.ok() && data_.columns.empty()) data_.problem = "has no numbers";
    return std::move(data_);
  }

 private:
  void say(std::string what, std::string hint = {}) {
    data_.problem = "line " + std::to_string(line_) + ": " + std::move(what);
    data_.hint = std::move(hint);
  }

  void complain_of(std::string_view cell, std::size_t column) {
    const bool comma = cell.find(',') != std::string_view::npos;
    say("column " + std::to_string(column + 1) + " is not a finite number",
        comma ? "decimals are separated by a point" : "");
  }

  void read(std::string_view row) {
    if (separator_ == 0) separator_ = separator_of(row);
    const std::vector<std::string_view> cells = cells_of(row, separator_);
    if (cells.size() > max_data_columns)
      return say("more than " + std::to_string(max_data_columns) + " columns");
    if (data_.columns.empty() && data_.names.empty() && !number_of(cells[0])) {
      for (const std::string_view cell : cells) data_.names.push_back(name_of(cell));
      return;
    }
    if (data_.columns.empty()) data_.columns.resize(cells.size());
    const std::size_t wanted = data_.names.empty() ? data_.columns.size() : data_.names.size();
    if (cells.size() != wanted)
      return say("expected " + std::to_string(wanted) + " numbers, found " +
                 std::to_string(cells.size()));
    if (data_.columns[0].size() == max_data_rows)
      return say("more than " + std::to_string(max_data_rows) + " lines of numbers",
                 "leave out every second line, or more");
    for (std::size_t k = 0; k < cells.size(); ++k) {
      const auto x = number_of(cells[k]);
      if (!x) return complain_of(cells[k], k);
      data_.columns[k].push_back(*x);
    }
  }

  DataFile data_;
  std::size_t line_ = 0;
  char separator_ = 0;
};

DataFile refused(std::string problem, std::string hint = {}) {
  DataFile file;
  file.problem = std::move(problem);
  file.hint = std::move(hint);
  return file;
}

// Whether a path stays in the folder, links and all.
bool is_inside(const fs::path& folder, const fs::path& path) {
  std::error_code error;
  const fs::path root = fs::weakly_canonical(folder, error);
  const fs::path whole = error ? fs::path() : fs::weakly_canonical(path, error);
  if (error) return false;
  const auto [end, other] = std::mismatch(root.begin(), root.end(), whole.begin(), whole.end());
  return end == root.end() || (std::next(end) == root.end() && end->empty());
}

}  // namespace

DataFile parse_data(std::string_view text) {
  if (text.size() > max_data_bytes) return refused("is larger than 16 MiB");
  return DataParser().parse(text);
}

FileBeside read_beside(const std::string& model, const std::string& file, std::size_t most) {
  const fs::path own = fs::path(file);
  fs::path folder = fs::path(model).parent_path();
  if (folder.empty()) folder = ".";
  if (file.empty() || own.is_absolute() || !is_inside(folder, folder / own))
    return {{}, "is not in the folder of the model", "put it beside the model"};
  std::error_code error;
  if (!fs::is_regular_file(folder / own, error))
    return {{}, "is not there", "it is looked for beside the model"};
  std::ifstream in(folder / own, std::ios::binary);
  FileBeside found;
  found.bytes.resize(most + 1);
  in.read(found.bytes.data(), static_cast<std::streamsize>(found.bytes.size()));
  if (in.bad()) return {{}, "cannot be read", {}};
  found.bytes.resize(static_cast<std::size_t>(in.gcount()));
  return found;
}

DataFile read_data(const std::string& model, const std::string& file) {
  const FileBeside found = read_beside(model, file, max_data_bytes);
  return found.problem.empty() ? parse_data(found.bytes) : refused(found.problem, found.hint);
}

}  // namespace zwang::read

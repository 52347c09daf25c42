// SPDX-License-Identifier: Apache-2.0
#include "questions/fit/data.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <limits>

#include "zwang/model.h"

namespace zwang {

namespace {

std::string trimmed(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(" \t\""), end = text.find_last_not_of(" \t\"");
  return begin == std::string::npos ? "" : text.substr(begin, end - begin + 1);
}

std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> cells;
  for (std::size_t from = 0; from <= line.size();) {
    const std::size_t to = std::min(line.find(',', from), line.size());
    cells.push_back(trimmed(line.substr(from, to - from)));
    from = to + 1;
  }
  return cells;
}

/// One file, line by line.
class Reader {
 public:
  Reader(const std::string& path, const std::string& time) : path_(path), time_(time) {}

  MeasuredTable read() {
    std::ifstream in(path_);
    if (!in) throw FileTrouble("the file '" + path_ + "' cannot be read");
    std::string line;
    while (std::getline(in, line)) {
      ++number_;
      if (!line.empty() && line.back() == '\r') line.pop_back();
      if (number_ == 1 && line.starts_with("\xEF\xBB\xBF")) line.erase(0, 3);
      if (trimmed(line).empty() || line.front() == '#') continue;
      if (headed_) {
        add(cells_of(line));
      } else {
        set_heading(cells_of(line));
      }
    }
    if (!headed_) refuse("has no heading: a line with the names of its columns");
    if (table_.t.empty()) refuse("has no measurements below its heading");
    return std::move(table_);
  }

 private:
  [[noreturn]] void refuse(const std::string& what) const {
    throw InputError("data", "the file '" + path_ + "' " + what);
  }
  [[noreturn]] void refuse_line(const std::string& what) const {
    throw InputError("data", path_ + ", line " + std::to_string(number_) + ": " + what);
  }

  void set_heading(const std::vector<std::string>& cells) {
    headed_ = true;
    const auto place = std::find(cells.begin(), cells.end(), time_);
    if (place == cells.end()) refuse("has no column '" + time_ + "' for the time");
    t_ = static_cast<std::size_t>(place - cells.begin());
    width_ = cells.size();
    for (std::size_t k = 0; k < width_; ++k) {
      if (std::count(cells.begin(), cells.end(), cells[k]) > 1)
        refuse("has two columns '" + cells[k] + "'");
      if (k != t_) table_.names.push_back(cells[k]);
    }
    table_.columns.resize(table_.names.size());
  }

  double number(const std::string& cell) const {
    if (cell.empty()) return std::numeric_limits<double>::quiet_NaN();
    char* end = nullptr;
    const double x = std::strtod(cell.c_str(), &end);
    if (*end != '\0') refuse_line("'" + cell + "' is not a number");
    if (std::isinf(x)) refuse_line("'" + cell + "' is not a finite number");
    return x;
  }

  void add(const std::vector<std::string>& cells) {
    if (cells.size() != width_) {
      refuse_line("has " + std::to_string(cells.size()) + " cells, not " + std::to_string(width_));
    }
    const double t = number(cells[t_]);
    if (!std::isfinite(t)) refuse_line("the time is missing");
    if (!table_.t.empty() && t < table_.t.back()) refuse_line("the time goes backwards");
    table_.t.push_back(t);
    std::size_t column = 0;
    for (std::size_t k = 0; k < width_; ++k) {
      if (k != t_) table_.columns[column++].push_back(number(cells[k]));
    }
  }

  const std::string& path_;
  const std::string& time_;
  MeasuredTable table_;
  bool headed_ = false;
  std::size_t t_ = 0, width_ = 0, number_ = 0;
};

}  // namespace

MeasuredTable read_measurements(const std::string& path, const std::string& time) {
  return Reader(path, time).read();
}

}  // namespace zwang

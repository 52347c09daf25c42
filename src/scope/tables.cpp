// SPDX-License-Identifier: Apache-2.0
#include "scope/tables.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "base/diagnostic.h"
#include "formula/parse/code.h"

namespace zwang::compile {

namespace {

using formula::Interpolation;

// The sum of FNV-1a over the bits of all numbers.
std::uint64_t fingerprint_of(const read::DataFile& file) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (const auto& column : file.columns) {
    for (const double x : column) {
      hash = (hash ^ std::bit_cast<std::uint64_t>(x)) * 0x100000001b3u;
      hash ^= hash >> 29;
    }
  }
  return hash;
}

// The number of the column, or -1.
Index column_of(const read::DataFile& file, std::string_view wanted) {
  if (wanted.empty()) return file.columns.size() > 1 ? 1 : -1;
  const auto at = std::find(file.names.begin(), file.names.end(), wanted);
  if (at != file.names.end()) return at - file.names.begin();
  Index number = 0;  // or counted from 1, where columns have no names
  for (const char c : wanted) {
    if (c < '0' || c > '9' || number > 1000) return -1;
    number = 10 * number + (c - '0');
  }
  const bool there = number >= 1 && number <= static_cast<Index>(file.columns.size());
  return file.names.empty() && there ? number - 1 : -1;
}

// What keeps the columns from being a curve; empty: nothing.
std::string trouble_with(const std::vector<double>& x, const std::vector<double>& y,
                         Interpolation kind) {
  if (x.size() < 2) return "has only one line of numbers";
  for (std::size_t k = 1; k < x.size(); ++k) {
    if (!(x[k] > x[k - 1]))
      return "must increase in its first column; number " + std::to_string(k + 1) + " does not";
  }
  if (!std::isfinite(x.back() - x.front())) return "has a first column that is too wide";
  const auto [least, most] = std::minmax_element(y.begin(), y.end());
  if (kind == Interpolation::periodic && std::abs(y.back() - y.front()) > 1e-9 * (*most - *least))
    return "must begin and end with the same value to be periodic";
  return {};
}

}  // namespace

const read::DataFile& Tables::file(const std::string& name) {
  const auto [at, is_new] = files_.try_emplace(name);
  if (is_new) {
    at->second = read::read_data(model_, name);
    if (at->second.ok()) fingerprint_ += fingerprint_of(at->second);
  }
  return at->second;
}

std::shared_ptr<const formula::Curve> Tables::find(const formula::TableCall& call,
                                                   formula::Complaints& complaints) {
  const std::lock_guard lock(mutex_);
  auto curve = fitted(call, complaints);
  const bool endless =
      call.kind == Interpolation::periodic || call.beyond != formula::Beyond::error;
  if (curve && !endless)
    uses_.insert({std::string(call.file), std::string(call.argument), curve->knots.front(),
                  curve->knots.back()});
  return curve;
}

std::shared_ptr<const formula::Curve> Tables::fitted(const formula::TableCall& call,
                                                     formula::Complaints& complaints) {
  const std::string name(call.file);
  const auto [at, is_new] =
      curves_.try_emplace(Key(name, std::string(call.column), call.kind), nullptr);
  if (at->second) return at->second;
  const auto say = [&](Place place, const std::string& what, std::string hint = {}) {
    complaints.add(formula::code::table, place, "'" + name + "' " + what, std::move(hint));
    return nullptr;
  };
  const read::DataFile& data = file(name);
  if (!data.ok()) return say(call.file_place, data.problem, data.hint);
  const Index column = column_of(data, call.column);
  if (column < 0) {
    if (call.column.empty()) return say(call.file_place, "has only one column");
    return say(call.column_place, "has no column '" + std::string(call.column) + "'",
               advice(std::string(call.column), data.names));
  }
  const std::vector<double>& y = data.columns[static_cast<std::size_t>(column)];
  const std::string trouble = trouble_with(data.columns[0], y, call.kind);
  if (!trouble.empty()) return say(call.file_place, trouble);
  at->second =
      std::make_shared<const formula::Curve>(formula::curve_through(data.columns[0], y, call.kind));
  return at->second;
}

}  // namespace zwang::compile

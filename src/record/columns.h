// SPDX-License-Identifier: Apache-2.0
#pragma once
// The names of what is recorded, fixed before a run starts.

#include <string>
#include <string_view>
#include <vector>

#include "base/index.h"

namespace zwang::record {

struct Column {
  std::string name;     // as the user writes it: t, bob.x, bob.x', force(rod).bob.x, energy
  std::string meaning;  // "coordinate", "rate", "force of constraint rod on bob.x"
  std::string unit;     // may be empty
  bool operator==(const Column&) const = default;
};

class Columns {
 public:
  Columns() = default;

  /// At least one; throws InputError for an empty name and for one that stands twice.
  explicit Columns(std::vector<Column> columns);

  Index count() const noexcept { return static_cast<Index>(columns_.size()); }
  const Column& operator[](Index column) const { return columns_[column]; }
  auto begin() const noexcept { return columns_.begin(); }
  auto end() const noexcept { return columns_.end(); }

  /// The place of a name, or -1.
  Index find(std::string_view name) const noexcept;

  bool operator==(const Columns& other) const { return columns_ == other.columns_; }

 private:
  std::vector<Column> columns_;
  std::vector<Index> by_name_;  // places, in the order of the names
};

}  // namespace zwang::record

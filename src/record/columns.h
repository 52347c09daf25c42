// SPDX-License-Identifier: Apache-2.0
#pragma once
// The names of what is recorded, fixed before a run starts.

#include <memory>
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

/// Immutable: copies share what they hold, for a large model has a million names.
class Columns {
 public:
  Columns() : inner_(std::make_shared<const Inner>()) {}

  /// At least one; throws InputError for an empty name and for one that stands twice.
  explicit Columns(std::vector<Column> columns);

  Index count() const noexcept { return static_cast<Index>(all().size()); }
  const Column& operator[](Index column) const { return all()[column]; }
  auto begin() const noexcept { return all().begin(); }
  auto end() const noexcept { return all().end(); }

  /// The place of a name, or -1.
  Index find(std::string_view name) const noexcept;

  bool operator==(const Columns& other) const {
    return inner_ == other.inner_ || all() == other.all();
  }

 private:
  struct Inner {
    std::vector<Column> columns;
    std::vector<Index> by_name;  // places, in the order of the names
  };

  const std::vector<Column>& all() const noexcept { return inner_->columns; }

  std::shared_ptr<const Inner> inner_;
};

}  // namespace zwang::record

// SPDX-License-Identifier: Apache-2.0
#pragma once
// A table of the file whose keys are known: [simulate], one of [[particles]], spring = { … }.

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "read/value.h"

namespace zwang::read {

/// The keys that a table may have, and those that a later version will read.
struct Keys {
  std::vector<std::string> known;
  std::vector<std::string> later = {};
};

class Section {
 public:
  /// Complains at once of keys that are not among `keys`. The tables must outlive this; a value of
  /// another kind must have been turned away before.
  Section(Complaints& complaints, const Value& table, std::string label, const Keys& keys);

  /// The value of a key, or an empty field.
  Field find(std::string_view key) const;
  /// The same; complains if it is not there.
  Field need(std::string_view key, std::string hint = {}) const;
  bool has(std::string_view key) const { return index(key) >= 0; }
  /// Complains if `key` is there without `other`.
  void need_beside(std::string_view key, std::string_view other, std::string hint = {}) const;
  /// Complains if more than one of these groups of keys is there. Returns whether any is.
  bool one_of(std::initializer_list<std::initializer_list<std::string_view>> groups) const;

 private:
  Index index(std::string_view key) const;
  Place place(std::string_view key) const {
    return table_.keys[static_cast<std::size_t>(index(key))].place;
  }

  Complaints& complaints_;
  const Value& table_;
  std::string label_;
};

/// Whether the value is a table; complains if not. `label` is how it is written: [free].
bool is_table(Complaints& complaints, const Field& field, std::string_view label);

/// The tables of [[…]], without those that are none; complains of these.
std::vector<const Value*> tables(Complaints& complaints, const Field& field,
                                 std::string_view label);

}  // namespace zwang::read

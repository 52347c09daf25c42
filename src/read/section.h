// SPDX-License-Identifier: Apache-2.0
#pragma once
// A table of the file whose keys are known: [simulate], one of [[particles]], spring = { … }.

#include <string>
#include <string_view>
#include <vector>

#include "read/format.h"

namespace zwang::read {

class Section {
 public:
  /// Complains at once of keys that `format` does not have, and of rules that are broken. All must
  /// outlive this; a value that is no table must have been turned away before.
  Section(Complaints& complaints, const Value& table, std::string label, const Table& format);

  const Value& table() const { return table_; }
  /// The value of a key, or an empty field.
  Field find(std::string_view key) const;
  /// The same; complains if it is not there.
  Field need(std::string_view key, std::string_view hint = {}) const;
  bool has(std::string_view key) const { return index(key) >= 0; }
  /// Complains if more than one of these groups of keys is there. Returns whether any is.
  bool one_of(std::string_view groups) const;

 private:
  Index index(std::string_view key) const;
  Place place(std::string_view key) const { return table_.keys[at(index(key))].place; }
  std::string_view first_of(std::string_view group) const;
  void check_keys(const Table& format) const;
  void check(const Rule& rule) const;

  Complaints& complaints_;
  const Value& table_;
  std::string label_;
};

/// "[free] has no key 'mas'", with advice, as E102.
void complain_of_key(Complaints& complaints, const std::string& label, const Key& key,
                     const std::vector<std::string>& known);

/// Whether the value is a table; complains if not. `label` is how it is written: [free].
bool is_table(Complaints& complaints, const Field& field, std::string_view label);

/// The tables of [[…]], without those that are none; complains of these.
std::vector<const Value*> tables(Complaints& complaints, const Field& field,
                                 std::string_view label);

}  // namespace zwang::read

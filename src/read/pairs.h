// SPDX-License-Identifier: Apache-2.0
#pragma once
// A table whose keys name things of the model: { "bob.x'" = 0, rod = false }.

#include <utility>
#include <vector>

#include "read/value.h"

namespace zwang::read {

/// What a key names is looked up when the formulas are read. `read` gives the value of a field;
/// `example` is for hints.
template <class Read>
auto read_pairs(Complaints& complaints, const Field& field, const char* example, Read read) {
  std::vector<std::pair<Name, decltype(read(field))>> pairs;
  if (!field) return pairs;
  const Value& table = *field.value;
  if (table.kind != Kind::table) {
    complain_of_type(complaints, field, "a table", example);
    return pairs;
  }
  if (table.keys.empty())
    complaints.add(code::range, table.place, field.label + " is empty", example);
  for (std::size_t i = 0; i < table.keys.size(); ++i) {
    const Key& key = table.keys[i];
    const Field value{in_quotes(key.text), &table.items[i]};
    if (value.value->kind == Kind::table) {  // bob.x = 0 is a table bob
      complain_of_type(complaints, value, "one value",
                       "a key with a dot stands in quotes, as in \"bob.x'\" = 0");
      continue;
    }
    if (is_blank(key.text))
      complaints.add(code::name, key.place, in_quotes(key.text) + " cannot be a name");
    pairs.emplace_back(Name(key.text, key.at), read(value));
  }
  return pairs;
}

}  // namespace zwang::read

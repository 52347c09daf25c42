// SPDX-License-Identifier: Apache-2.0
#pragma once
// A TOML file as plain data, in the order in which it was written.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "zwang/description.h"

namespace zwang::read {

enum class Kind : std::uint8_t { table, list, text, number, truth, date };

struct Key {
  std::string text;
  Place place;  // quotes included
  Location at;  // inside the quotes
};

struct Value {
  Kind kind = Kind::table;
  Place place;               // of a table with a header: the header
  Location at;               // of a text: inside the quotes
  std::string text;          // of a number: as a formula, the shortest that reads back the same
  double number = 0;         // of a truth value: 1 or 0
  std::vector<Key> keys;     // of a table, in the order of the file; items[i] belongs to keys[i]
  std::vector<Value> items;  // of a table or a list
};

struct Tree {
  Value root;
  std::optional<Diagnostic> problem;  // the first place that is not TOML
};

/// Reads a text in which find_excess found nothing.
Tree parse(std::string_view text);

/// What is wrong with a text that is not TOML, and what its writer probably meant.
/// `description` is the library's: "Error while parsing key-value pair: expected '=', saw '2'".
Diagnostic explain(std::string_view text, Index at, std::string_view description);

}  // namespace zwang::read

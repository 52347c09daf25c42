// SPDX-License-Identifier: Apache-2.0
#pragma once
// A value on its way through the reader: what it is, where it stands, and how it was written.

#include <cstdint>
#include <string>
#include <unordered_map>

#include "base/diagnostic.h"
#include "formula/parse/complaints.h"
#include "formula/parse/symbols.h"
#include "formula/value.h"

namespace zwang::formula {

enum class Form : std::uint8_t { expression, number, name };

struct Operand {
  Value value;
  std::uint32_t begin = 0, end = 0;  // bytes of the text
  Form form = Form::expression;
  bool bad = false;  // something is wrong with it and has been said: nothing more about it

  Place place() const { return {begin, Index{end} - begin}; }
};

/// A value, and one of which something is wrong, over the bytes begin … end.
inline Operand operand(const Value& value, std::uint32_t begin, std::uint32_t end,
                       Form form = Form::expression) {
  return {value, begin, end, form, false};
}
inline Operand bad_operand(std::uint32_t begin, std::uint32_t end) {
  return {{}, begin, end, Form::expression, true};
}

/// The index of a sum, while its term is read.
struct Bound {
  std::string_view name;
  Node number;
};

/// What all parts of the reader share.
struct Context {
  std::string_view text;
  Symbols& symbols;
  Complaints& complaints;
  std::vector<Bound> bounds = {};  // innermost last
  bool rehearsal = false;          // a sum without terms: only kinds and names matter
  std::unordered_map<std::uint32_t, std::string> members = {};  // bodies by where their name begins

  Graph& graph() const { return symbols.graph(); }
};

/// "a number", "a vector of the plane", …
std::string_view kind_words(const Value& value);
/// "two numbers", "a number and a condition", …
std::string pair_words(const Value& x, const Value& y);

}  // namespace zwang::formula

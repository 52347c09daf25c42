// SPDX-License-Identifier: Apache-2.0
#pragma once
// The format of model files as data: its tables, their keys and what may stand behind each. The
// reader goes by it, and the published schema and the guide's lists of keys are written from it: a
// new key is one row.

#include <span>
#include <string_view>

#include "read/names.h"
#include "read/value.h"

namespace zwang::read {

struct Table;

/// What may stand behind a key.
struct Form {
  enum class Kind : std::uint8_t {
    formula,      // a number of the range, or a formula
    order,        // 1 or 2
    text,         // not blank
    free_text,    // any
    name,         // that the file gives to something
    word,         // one of `words`
    truth,        // true or false
    list,         // of `size` formulas, or of `items`
    vector,       // two or three components, or one formula
    references,   // names of other things, each once
    table,        // with the keys of `table`
    tables,       // a list of such tables
    named,        // a table whose keys are names that the file gives, with `items`
    labelled,     // the same with any keys
    pairs,        // a table whose keys name things of the model, with `items`
    joint_start,  // a table whose keys depend on the joint beside it
    either,       // `items` or `other`
  };
  Kind kind = Kind::formula;
  const Range* range = &any_number;
  Size size = {};
  std::string_view noun = {};  // what messages call it, or its header
  std::span<const words::Word> words = {};
  const Form* items = nullptr;
  const Form* other = nullptr;
  const Table* table = nullptr;
  Named named = Named::parameter;  // of names
};

namespace form {

constexpr Form formula(const Range& range = any_number) {
  return {.kind = Form::Kind::formula, .range = &range};
}
constexpr Form text(std::string_view wanted) { return {.kind = Form::Kind::text, .noun = wanted}; }
constexpr Form name(Named named) { return {.kind = Form::Kind::name, .named = named}; }
constexpr Form word(std::string_view noun, std::span<const words::Word> words) {
  return {.kind = Form::Kind::word, .noun = noun, .words = words};
}
constexpr Form list(const Size& size, const Range& range = any_number) {
  return {.kind = Form::Kind::list, .range = &range, .size = size};
}
constexpr Form list(const Size& size, const Form& items, std::string_view noun = {}) {
  return {.kind = Form::Kind::list, .size = size, .noun = noun, .items = &items};
}
constexpr Form references(std::string_view nouns) {
  return {.kind = Form::Kind::references, .noun = nouns};
}
constexpr Form table(const Table& table) { return {.kind = Form::Kind::table, .table = &table}; }
constexpr Form tables(const Table& table) { return {.kind = Form::Kind::tables, .table = &table}; }
constexpr Form named(Named named, std::string_view header, const Form& items) {
  return {.kind = Form::Kind::named, .noun = header, .items = &items, .named = named};
}
constexpr Form pairs(const Form& items, Named named = Named::coordinate) {
  return {.kind = Form::Kind::pairs, .items = &items, .named = named};
}
constexpr Form either(const Form& one, const Form& other) {
  return {.kind = Form::Kind::either, .items = &one, .other = &other};
}
inline constexpr Form vector{.kind = Form::Kind::vector};
inline constexpr Form truth{.kind = Form::Kind::truth};

}  // namespace form

struct Given;

/// How a value gets to its place in the description, and whose place that is.
struct Filling {
  void (*call)(const Given& given, void* owner) = nullptr;
  const void* owner = nullptr;  // identifies its type
};

enum class Need : std::uint8_t {
  no,
  yes,
  one,    // of several, as a rule says
  later,  // a key of a later version
};

/// A key.
struct Row {
  std::string_view key;
  Form form;
  Filling fill;
  std::string_view about;  // for the guide and for editors
  Need need = Need::no;
  std::string_view hint = {};  // for messages: an example
  std::string_view kind = {};  // for the guide, where the form does not say it well
};

/// What keys of one table have to do with each other. Words are divided by spaces, groups by |.
struct Rule {
  enum class Kind : std::uint8_t {
    exclude,  // of the groups `keys` one may be there
    one,      // of the groups `keys` one must be there; `other` says so
    beside,   // where `keys` is, one of the groups `other` must be; the first is asked for
  };
  Kind kind;
  std::string_view keys, other = {}, hint = {};
};

class Section;

struct Table {
  std::string_view name;   // in the schema
  std::string_view label;  // in messages: "[[particles]]", "'spring'"
  std::span<const Row> rows;
  std::span<const Rule> rules = {};
  /// What no rule can say, before the rows are read; false: they are not to be read.
  bool (*check)(struct Context& context, const Section& section, void* owner) = nullptr;
  std::string_view about = {};
  std::string_view schema = {};  // what neither rows nor rules say, as members of a JSON object
};

/// A whole model file.
extern const Table model_table;

}  // namespace zwang::read

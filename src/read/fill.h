// SPDX-License-Identifier: Apache-2.0
#pragma once
// From the rows of the format to a description: how a value gets to its member.

#include <optional>
#include <type_traits>
#include <utility>

#include "read/data/course.h"
#include "read/names.h"
#include "read/section.h"

namespace zwang::read {

/// What all sections share while a file is read.
struct Context {
  Complaints complaints;
  Names names;
  Name time = "t";  // what the independent variable is called; empty: wrongly
  std::vector<WrittenCourse> courses;
};

/// A value of the file, the row that it belongs to, and the table around it.
struct Given {
  Context& context;
  const Section& section;
  const Row& row;
  const Field& field;

  Complaints& complaints() const { return context.complaints; }
  const Value& value() const { return *field.value; }
};

/// Reads the rows of a table into their owner.
void fill(Context& context, const Table& format, const Section& section, void* owner);

/// Whether the value is a table of this format; complains if not.
bool is_table_of(const Given& given, const Table& format);

// Each of these complains of what is not as the form says.
void take(const Given& given, Expression& place);
void take(const Given& given, Components& place);  // also one text, or a list of them
void take(const Given& given, Name& place);
void take(const Given& given, bool& place);
void take(const Given& given, std::string& place);
void take(const Given& given, std::vector<Name>& place);
void take(const Given& given, std::vector<Components>& place);  // a matrix or its diagonal
void take(const Given& given, std::vector<std::pair<Name, Expression>>& place);
void take(const Given& given, std::vector<std::pair<Name, bool>>& place);

template <class Choice>
requires std::is_enum_v<Choice>
void take(const Given& given, Choice& place) {
  const Form& form = given.row.form;
  if (const auto* word = read_word(given.complaints(), given.field, form.noun, form.words))
    place = static_cast<Choice>(word->value);
}

template <class Owner>
Owner read_table(Context& context, const Table& format, const Value& table, std::string label) {
  const Section section(context.complaints, table, std::move(label), format);
  Owner owner;
  if constexpr (requires { owner.at.line; }) owner.at = table.at;
  if (!format.check || format.check(context, section, &owner))
    fill(context, format, section, &owner);
  if constexpr (requires { owner.name.at; })
    if (!section.has("name")) owner.name.at = table.at;
  return owner;
}

template <class Owner>
requires std::is_class_v<Owner>
void take(const Given& given, Owner& place) {
  const Table& format = *given.row.form.table;
  if (is_table_of(given, format))
    place = read_table<Owner>(given.context, format, given.value(), std::string(format.label));
}

template <class Owner>
void take(const Given& given, std::optional<Owner>& place) {
  const Table& format = *given.row.form.table;
  place.emplace();
  if (is_table_of(given, format))
    place = read_table<Owner>(given.context, format, given.value(), std::string(format.label));
}

template <class Owner>
void take(const Given& given, std::vector<Owner>& place) {
  const Table& format = *given.row.form.table;
  for (const Value* const table : tables(given.complaints(), given.field, format.label))
    place.push_back(read_table<Owner>(given.context, format, *table, std::string(format.label)));
}

/// Calls `take(name, field)` for every key of a table whose keys are names that the user chose.
template <class Take>
void for_each_name(const Given& given, Take take) {
  const Form& form = given.row.form;
  if (!is_table(given.complaints(), given.field, form.noun)) return;
  const Value& table = given.value();
  for (std::size_t i = 0; i < table.keys.size(); ++i) {
    const Key& key = table.keys[i];
    Name name = form.kind == Form::Kind::labelled
                    ? Name(key.text, key.at)
                    : given.context.names.add(given.complaints(), key, form.named);
    take(std::move(name), Field{in_quotes(key.text), &table.items[i]});
  }
}

/// Identifies a type.
template <class Owner>
inline constexpr char owner_tag = 0;

template <class Owner, class Member>
Owner owner_of(Member Owner::*);
template <class Owner>
Owner owner_of(void (*)(const Given&, Owner&));

/// Into this member, or into the member of that member.
template <auto first, auto... rest>
constexpr Filling into() {
  using Owner = decltype(owner_of(first));
  return {[](const Given& given, void* owner) {
            take(given, ((static_cast<Owner*>(owner)->*first).*....*rest));
          },
          &owner_tag<Owner>};
}

/// By this function.
template <auto function>
constexpr Filling by() {
  using Owner = decltype(owner_of(function));
  return {[](const Given& given, void* owner) { function(given, *static_cast<Owner*>(owner)); },
          &owner_tag<Owner>};
}

/// The table, if all of its rows belong to this owner.
template <class Owner>
consteval Table table_of(Table table) {
  for (const Row& row : table.rows)
    if (row.need != Need::later && row.fill.owner != &owner_tag<Owner>) throw "a row of another";
  return table;
}

}  // namespace zwang::read

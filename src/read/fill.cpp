// SPDX-License-Identifier: Apache-2.0
#include "read/fill.h"

namespace zwang::read {

namespace {

/// { "bob.x'" = 0, rod = false }: what a key names is looked up when the formulas are read.
template <class Read>
auto read_pairs(const Given& given, Read read) {
  std::vector<std::pair<Name, decltype(read(given.field))>> pairs;
  Complaints& complaints = given.complaints();
  const Value& table = given.value();
  const std::string example(given.row.hint);
  if (table.kind != Kind::table) {
    complain_of_type(complaints, given.field, "a table", example);
    return pairs;
  }
  if (table.keys.empty())
    complaints.add(code::range, table.place, given.field.label + " is empty", example);
  for (std::size_t i = 0; i < table.keys.size(); ++i) {
    const Key& key = table.keys[i];
    const Field value{in_quotes(key.text), &table.items[i]};
    if (value.value->kind == Kind::table) {  // bob.x = 0 is a table bob
      complain_of_type(complaints, value, "one value",
                       "a key with a dot needs quotes, as in \"bob.x'\" = 0");
      continue;
    }
    if (is_blank(key.text))
      complaints.add(code::name, key.place, in_quotes(key.text) + " cannot be a name");
    pairs.emplace_back(Name(key.text, key.at), read(value));
  }
  return pairs;
}

/// A list of texts.
void read_equations(const Given& given, std::vector<Expression>& equations) {
  Complaints& complaints = given.complaints();
  const Form& form = given.row.form;
  const Value& value = given.value();
  const std::string hint(given.row.hint);
  if (value.kind != Kind::list)
    return complain_of_type(complaints, given.field, "a list of equations", hint);
  if (value.items.empty())
    complaints.add(code::range, value.place, given.field.label + " must have 1 or more, not 0",
                   form.noun == "entry" ? hint : "");
  for (std::size_t i = 0; i < value.items.size(); ++i)
    equations.push_back(read_text(complaints, item(given.field, i, form.noun), form.items->noun));
}

}  // namespace

void fill(Context& context, const Table& format, const Section& section, void* owner) {
  for (const Row& row : format.rows) {
    const Field field =
        row.need == Need::yes ? section.need(row.key, row.hint) : section.find(row.key);
    if (field && row.fill.call) row.fill.call({context, section, row, field}, owner);
  }
}

bool is_table_of(const Given& given, const Table& format) {
  return is_table(given.complaints(), given.field,
                  format.label.starts_with('[') ? std::string(format.label)
                                                : std::string(given.row.key) + " = { … }");
}

void take(const Given& given, Expression& place) {
  const Form& form = given.row.form;
  place = form.kind == Form::Kind::text
              ? read_text(given.complaints(), given.field, form.noun)
              : read_formula(given.complaints(), given.field, *form.range);
}

void take(const Given& given, Name& place) {
  const Form& form = given.row.form;
  if (form.kind == Form::Kind::name) {
    place = given.context.names.add(given.complaints(), given.field, form.named);
  } else if (form.kind == Form::Kind::text) {
    place = read_reference(given.complaints(), given.field, form.noun);
  } else if (const auto* word = read_word(given.complaints(), given.field, form.noun, form.words)) {
    place = {std::string(word->word), given.value().at};
  }
}

void take(const Given& given, bool& place) {
  const Form& form = given.row.form;
  if (form.kind == Form::Kind::truth) {
    place = read_truth(given.complaints(), given.field);
  } else if (const auto* word = read_word(given.complaints(), given.field, form.noun, form.words)) {
    place = word->value != 0;
  }
}

void take(const Given& given, std::string& place) {
  if (given.value().kind != Kind::text) complain_of_type(given.complaints(), given.field, "a text");
  place = given.value().text;
}

void take(const Given& given, std::vector<Name>& place) {
  place = read_references(given.complaints(), given.field, given.row.form.noun);
}

void take(const Given& given, Components& place) {
  const Form& form = given.row.form;
  if (form.kind == Form::Kind::vector) {
    place = read_vector(given.complaints(), given.field);
  } else if (form.kind == Form::Kind::text) {
    place.push_back(read_text(given.complaints(), given.field, form.noun));
  } else if (form.items) {
    read_equations(given, place);
  } else {
    place = read_list(given.complaints(), given.field, form.size, *form.range);
  }
}

void take(const Given& given, std::vector<Components>& place) {
  Complaints& complaints = given.complaints();
  const Value& value = given.value();
  const Form& diagonal = *given.row.form.items;
  if (value.kind != Kind::list || value.items.empty() || value.items.front().kind != Kind::list) {
    place.push_back(read_list(complaints, given.field, diagonal.size, *diagonal.range));
    return;
  }
  // One row of several numbers would be taken for a diagonal, so it must not pass for a matrix.
  const bool any = diagonal.size.fewest != diagonal.size.most;
  const std::size_t n = any ? value.items.size() : diagonal.size.most;
  const std::string words = std::to_string(n);
  if (value.items.size() != n)
    complaints.add(code::range, value.place,
                   given.field.label + " must have " + words + " rows, not " +
                       std::to_string(value.items.size()));
  for (std::size_t i = 0; i < value.items.size(); ++i)
    place.push_back(read_list(complaints, item(given.field, i, "row"), {n, n, words}));
}

void take(const Given& given, std::vector<std::pair<Name, Expression>>& place) {
  const Range& range = *given.row.form.items->range;
  place = read_pairs(
      given, [&](const Field& value) { return read_formula(given.complaints(), value, range); });
}

void take(const Given& given, std::vector<std::pair<Name, bool>>& place) {
  place =
      read_pairs(given, [&](const Field& value) { return read_truth(given.complaints(), value); });
}

}  // namespace zwang::read

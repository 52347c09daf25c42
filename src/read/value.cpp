// SPDX-License-Identifier: Apache-2.0
#include "read/value.h"

#include <cmath>
#include <unordered_set>

namespace zwang::read {

namespace {

std::string_view words(Kind kind) {
  switch (kind) {
    case Kind::table:
      return "a table";
    case Kind::list:
      return "a list";
    case Kind::text:
      return "a text";
    case Kind::number:
      return "a number";
    case Kind::truth:
      return "true or false";
    case Kind::date:
      return "a date or a time";
  }
  return {};
}

}  // namespace

bool Range::holds(double x) const {
  if (whole && x != std::floor(x)) return false;
  return (above ? x > least : x >= least) && (below ? x < most : x <= most);
}

bool is_blank(std::string_view text) {
  return text.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

void complain_of_type(Complaints& complaints, const Field& field, std::string_view wanted,
                      std::string hint) {
  std::string what = field.label + " must be " + std::string(wanted) + ", not ";
  what += words(field.value->kind);
  complaints.add(code::type, field.value->place, std::move(what), std::move(hint));
}

Field item(const Field& list, std::size_t i, std::string_view noun) {
  return {std::string(noun) + " " + std::to_string(i + 1) + " of " + list.label,
          &list.value->items[i]};
}

Expression read_formula(Complaints& complaints, const Field& field, const Range& range) {
  if (!field) return {};
  const Value& value = *field.value;
  if (value.kind == Kind::text) return read_text(complaints, field, "a number or a formula");
  if (value.kind != Kind::number) {
    complain_of_type(complaints, field, "a number or a formula");
    return {};
  }
  const bool finite = std::isfinite(value.number);
  if (!finite || !range.holds(value.number)) {
    const std::string_view wanted = finite ? range.words : "a finite number";
    complaints.add(code::range, value.place,
                   field.label + " must be " + std::string(wanted) + ", not " +
                       (finite                     ? value.text
                        : std::isnan(value.number) ? "nan"
                                                   : "infinite"));
    return {};
  }
  return {value.text, value.at};
}

Expression read_text(Complaints& complaints, const Field& field, std::string_view wanted) {
  if (!field) return {};
  const Value& value = *field.value;
  if (value.kind != Kind::text) {
    complain_of_type(complaints, field, wanted);
    return {};
  }
  if (is_blank(value.text)) {
    complaints.add(code::range, value.place, field.label + " is empty",
                   "give " + std::string(wanted) + ", or leave the key out");
    return {};
  }
  return {value.text, value.at};
}

Components read_list(Complaints& complaints, const Field& field, const Size& size,
                     const Range& range) {
  if (!field) return {};
  if (field.value->kind != Kind::list) {
    complain_of_type(complaints, field,
                     "a list of " + std::string(size.words) + " numbers or formulas");
    return {};
  }
  const std::size_t count = field.value->items.size();
  if (count < size.fewest || count > size.most) {
    complaints.add(
        code::range, field.value->place,
        field.label + " must have " + std::string(size.words) +
            (size.most == 1 ? " component, not " : " components, not ") + std::to_string(count),
        size.in_plane > 0 && count == size.in_plane ? "a model with [plane] has 2 everywhere" : "");
  }
  Components components;
  for (std::size_t i = 0; i < count; ++i)
    components.push_back(read_formula(complaints, item(field, i), range));
  return components;
}

Components read_vector(Complaints& complaints, const Field& field) {
  if (!field) return {};
  const Kind kind = field.value->kind;
  if (kind == Kind::list) return read_list(complaints, field, plane_or_space);
  if (kind == Kind::number || kind == Kind::text) return {read_formula(complaints, field)};
  complain_of_type(complaints, field, "a list of components or one formula");
  return {};
}

const words::Word* read_word(Complaints& complaints, const Field& field, std::string_view noun,
                             std::span<const words::Word> words) {
  const Expression word = read_text(complaints, field, "a word in quotes");
  if (!word.given()) return nullptr;
  for (const words::Word& one : words)
    if (word.text == one.word) return &one;
  complaints.add(code::word, field.value->place,
                 "unknown " + std::string(noun) + " " + in_quotes(word.text),
                 advice(word.text, words::list(words)));
  return nullptr;
}

Name read_reference(Complaints& complaints, const Field& field, std::string_view wanted) {
  const Expression name = read_text(complaints, field, wanted);
  return {name.text, name.at};
}

std::vector<Name> read_references(Complaints& complaints, const Field& field,
                                  std::string_view nouns) {
  std::vector<Name> names;
  if (!field) return names;
  const Value& value = *field.value;
  if (value.kind != Kind::list) {
    complain_of_type(complaints, field, "a list of " + std::string(nouns),
                     value.kind == Kind::text ? "[" + in_quotes(value.text) + "] for one" : "");
    return names;
  }
  if (value.items.empty())
    complaints.add(code::range, value.place, field.label + " must have 1 or more, not 0",
                   "give " + std::string(nouns));
  std::unordered_set<std::string_view> seen;
  for (std::size_t i = 0; i < value.items.size(); ++i) {
    const Expression name = read_text(complaints, item(field, i, "entry"), "a name in quotes");
    if (!name.given()) continue;
    if (!seen.insert(value.items[i].text).second)
      complaints.add(code::range, value.items[i].place,
                     in_quotes(name.text) + " occurs twice in " + field.label, "keep one of them");
    names.emplace_back(name.text, name.at);
  }
  return names;
}

bool read_truth(Complaints& complaints, const Field& field) {
  if (!field) return false;
  if (field.value->kind != Kind::truth) complain_of_type(complaints, field, "true or false");
  return field.value->kind == Kind::truth && field.value->number != 0;
}

}  // namespace zwang::read

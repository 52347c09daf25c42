// SPDX-License-Identifier: Apache-2.0
#include "read/section.h"

#include <algorithm>

#include "base/words/joints.h"

namespace zwang::read {

namespace {

/// The part before `mark`, which is taken off.
std::string_view take_part(std::string_view& text, char mark) {
  const std::size_t end = std::min(text.find(mark), text.size());
  const std::string_view part = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return part;
}

const Row* find_row(const Table& format, std::string_view key) {
  for (const Row& row : format.rows)
    if (row.key == key) return &row;
  return nullptr;
}

std::vector<std::string> known_keys(const Table& format) {
  std::vector<std::string> known;
  for (const Row& row : format.rows)
    if (row.need != Need::later) known.emplace_back(row.key);
  return known;
}

const Table* table_of(const Form& form) {
  if (form.kind != Form::Kind::either) return form.table;
  const Table* const one = table_of(*form.items);
  return one ? one : table_of(*form.other);
}

/// The headers of tables that have this key, if they are few.
std::string homes(std::string_view key, const Table& format) {
  constexpr int most = 3;
  std::string found;
  int count = 0;
  for (const Row& row : model_table.rows) {
    const Table* const table = table_of(row.form);
    if (!table || table == &format || !find_row(*table, key)) continue;
    found += (count > 0 ? " or " : "") + std::string(table->label);
    if (++count > most) return {};
  }
  return found;
}

bool is_text(const Form& form) {
  return form.kind == Form::Kind::text || form.kind == Form::Kind::free_text;
}

bool is_of_some_start(std::string_view key) {
  const auto has_it = [&](const words::Word& joint) {
    const auto& start = words::facts(static_cast<bodies::Joint>(joint.value)).start;
    return std::any_of(start.begin(), start.end(),
                       [&](const words::StartKey& one) { return one.name == key; });
  };
  return std::any_of(words::joint_words.begin(), words::joint_words.end(), has_it);
}

/// What its writer probably meant: a key of this table, or of another.
std::string advice_on(const std::string& key, const Table& format, const std::string& label) {
  const std::vector<std::string> known = known_keys(format);
  std::string own = known.empty() ? label + " takes no keys" : advice(key, known);
  if (own.starts_with("did you mean")) return own;
  const bool starts = std::any_of(format.rows.begin(), format.rows.end(), [](const Row& row) {
    return row.form.kind == Form::Kind::joint_start;
  });
  if (starts && is_of_some_start(key)) return "write start = { " + key + " = … }";
  if (!label.starts_with('[') && &format != &model_table) return own;  // in braces, beside others
  const Row* const above = find_row(model_table, key);
  if (&format != &model_table && above && is_text(above->form))
    return in_quotes(key) + " does not belong in " + label + ": write it above the first [header]";
  const std::string elsewhere = homes(key, format);
  return elsewhere.empty() ? own : in_quotes(key) + " is a key of " + elsewhere;
}

}  // namespace

void complain_of_key(Complaints& complaints, const std::string& label, const Key& key,
                     const std::vector<std::string>& known) {
  complaints.add(code::unknown_key, key.place, label + " has no key " + in_quotes(key.text),
                 advice(key.text, known));
}

Section::Section(Complaints& complaints, const Value& table, std::string label, const Table& format)
    : complaints_(complaints), table_(table), label_(std::move(label)) {
  check_keys(format);
  for (const Rule& rule : format.rules) check(rule);
}

void Section::check_keys(const Table& format) const {
  for (const Key& key : table_.keys) {
    const Row* const row = find_row(format, key.text);
    if (row && row->need != Need::later) continue;
    if (row) {
      complaints_.add(code::later, key.place, in_quotes(key.text) + " is not supported yet",
                      "remove it for now");
    } else if (complaints_.wants(key.place)) {  // looking for the nearest takes time
      complaints_.add(code::unknown_key, key.place, label_ + " has no key " + in_quotes(key.text),
                      advice_on(key.text, format, label_));
    }
  }
}

void Section::check(const Rule& rule) const {
  if (rule.kind != Rule::Kind::beside) {
    if (!one_of(rule.keys) && rule.kind == Rule::Kind::one)
      complaints_.add(code::missing, table_.place, std::string(rule.other), std::string(rule.hint));
    return;
  }
  std::string_view groups = rule.other;
  const std::string_view wanted = groups.substr(0, groups.find_first_of(" |"));
  if (!has(rule.keys)) return;
  while (!groups.empty())
    if (!first_of(take_part(groups, '|')).empty()) return;
  complaints_.add(code::missing, place(rule.keys),
                  in_quotes(rule.keys) + " also needs " + in_quotes(wanted),
                  std::string(rule.hint));
}

std::string_view Section::first_of(std::string_view group) const {
  while (!group.empty()) {
    const std::string_view key = take_part(group, ' ');
    if (!key.empty() && has(key)) return key;
  }
  return {};
}

Index Section::index(std::string_view key) const {
  const auto at = std::find_if(table_.keys.begin(), table_.keys.end(),
                               [&](const Key& other) { return other.text == key; });
  return at == table_.keys.end() ? -1 : at - table_.keys.begin();
}

Field Section::find(std::string_view key) const {
  const Index i = index(key);
  if (i < 0) return {};
  return {in_quotes(key), &table_.items[at(i)]};
}

Field Section::need(std::string_view key, std::string_view hint) const {
  Field field = find(key);
  if (!field)
    complaints_.add(code::missing, table_.place, label_ + " needs " + in_quotes(key),
                    std::string(hint));
  return field;
}

bool Section::one_of(std::string_view groups) const {
  std::string_view first;
  while (!groups.empty()) {
    const std::string_view key = first_of(take_part(groups, '|'));
    if (key.empty()) continue;
    if (first.empty()) {
      first = key;
      continue;
    }
    const bool before = place(key).begin < place(first).begin;
    const std::string_view one = before ? key : first, other = before ? first : key;
    complaints_.add(code::exclusive, place(other),
                    in_quotes(one) + " and " + in_quotes(other) + " exclude each other",
                    "keep one of them");
  }
  return !first.empty();
}

bool is_table(Complaints& complaints, const Field& field, std::string_view label) {
  if (field.value->kind == Kind::table) return true;
  const bool header = field.value->kind == Kind::list && !field.value->items.empty();
  complain_of_type(complaints, field, "a table",
                   header ? "write " + std::string(label) + ", once" : "");
  return false;
}

std::vector<const Value*> tables(Complaints& complaints, const Field& field,
                                 std::string_view label) {
  std::vector<const Value*> result;
  if (field.value->kind != Kind::list) {
    complain_of_type(complaints, field, "a list of tables",
                     "write " + std::string(label) + " above each of them");
    return result;
  }
  for (const Value& value : field.value->items) {
    const Field entry{"an entry of " + field.label, &value};
    if (value.kind == Kind::table) result.push_back(&value);
    if (value.kind != Kind::table) complain_of_type(complaints, entry, "a table");
  }
  return result;
}

}  // namespace zwang::read

// SPDX-License-Identifier: Apache-2.0
#include "read/section.h"

#include <algorithm>

namespace zwang::read {

namespace {

bool contains(const std::vector<std::string>& list, const std::string& word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

}  // namespace

Section::Section(Complaints& complaints, const Value& table, std::string label, const Keys& keys)
    : complaints_(complaints), table_(table), label_(std::move(label)) {
  for (const Key& key : table.keys) {
    if (contains(keys.known, key.text)) continue;
    if (contains(keys.later, key.text)) {
      complaints.add(code::later, key.place, in_quotes(key.text) + " is not supported yet",
                     "a later version will read it; take it out for now");
    } else if (complaints.wants(key.place)) {  // looking for the nearest takes time
      complaints.add(code::unknown_key, key.place, label_ + " has no key " + in_quotes(key.text),
                     advice(key.text, keys.known));
    }
  }
}

Index Section::index(std::string_view key) const {
  const auto at = std::find_if(table_.keys.begin(), table_.keys.end(),
                               [&](const Key& other) { return other.text == key; });
  return at == table_.keys.end() ? -1 : at - table_.keys.begin();
}

Field Section::find(std::string_view key) const {
  const Index i = index(key);
  if (i < 0) return {};
  return {in_quotes(key), &table_.items[static_cast<std::size_t>(i)]};
}

Field Section::need(std::string_view key, std::string hint) const {
  Field field = find(key);
  if (!field)
    complaints_.add(code::missing, table_.place, label_ + " needs " + in_quotes(key),
                    std::move(hint));
  return field;
}

void Section::need_beside(std::string_view key, std::string_view other, std::string hint) const {
  if (!has(key) || has(other)) return;
  complaints_.add(code::missing, place(key),
                  in_quotes(key) + " needs " + in_quotes(other) + " beside it", std::move(hint));
}

bool Section::one_of(std::initializer_list<std::initializer_list<std::string_view>> groups) const {
  std::string_view first;
  for (const auto& group : groups) {
    const auto key =
        std::find_if(group.begin(), group.end(), [&](std::string_view word) { return has(word); });
    if (key == group.end()) continue;
    if (first.empty()) {
      first = *key;
      continue;
    }
    const bool before = place(*key).begin < place(first).begin;
    const std::string_view one = before ? *key : first, other = before ? first : *key;
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

// SPDX-License-Identifier: Apache-2.0
// The guide's lists of keys are written from the reader's format: between <!-- keys: NAME --> and
// <!-- end of keys -->. ZWANG_WRITE=1 (make schema) writes them anew.

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>

#include "read/format.h"

namespace zwang::read {
namespace {

using K = Form::Kind;

constexpr const char* page_path = ZWANG_TEST_DATA "/../../doc/guide/model-format.md";
constexpr std::size_t most_explained = 4;  // words in a list of keys; longer ones have a page

using Tables = std::map<std::string, const Table*, std::less<>>;

void collect(const Form& form, Tables& tables);

void collect(const Table& table, Tables& tables) {
  if (!tables.emplace(table.name, &table).second) return;
  for (const Row& row : table.rows) collect(row.form, tables);
}

void collect(const Form& form, Tables& tables) {
  if (form.table) collect(*form.table, tables);
  if (form.items) collect(*form.items, tables);
  if (form.other) collect(*form.other, tables);
}

std::string number_words(const Range& range) {
  const std::string words(range.words);
  if (words.empty()) return "number";
  if (range.whole) return words.substr(2);  // without its article
  return (words[0] == '0' ? "number, " : "number ") + words;
}

std::string list_words(const Form& form) {
  const std::string words(form.size.words);
  if (form.size.words == plane_or_space.words) return "vector";
  if (form.items)
    return "list of " + (form.noun == "equation" || form.noun == "entry"
                             ? std::string("equations")
                             : words + " " + std::string(form.noun));
  return "list of " + words + " numbers";
}

std::string kind_words(const Form& form) {
  switch (form.kind) {
    case K::formula:
      return number_words(*form.range);
    case K::order:
      return "1 or 2";
    case K::text:
    case K::free_text:
      return "text";
    case K::name:
      return "name";
    case K::truth:
      return "`true` or `false`";
    case K::list:
      return list_words(form);
    case K::vector:
      return "vector, or one vector formula";
    case K::references:
      return "list of " + std::string(form.noun);
    case K::table:
    case K::named:
    case K::labelled:
    case K::pairs:
    case K::joint_start:
      return "table";
    case K::tables:
      return "list of tables";
    case K::either:
      return kind_words(*form.items) + " or " + kind_words(*form.other);
    case K::word:
      break;
  }
  std::string words;
  for (const words::Word& one : form.words)
    words += (words.empty() ? "`" : " `") + std::string(one.word) + "`";
  return words;
}

/// Of a closure: "`hinge` `{ between, axis, axis2 }`".
std::string keys_of(const Table& table) {
  std::string keys;
  for (const Row& row : table.rows) keys += (keys.empty() ? "" : ", ") + std::string(row.key);
  return "`{ " + keys + " }`";
}

/// `other`: one before it would do as well.
std::string row_text(const Row& row, bool other) {
  const bool bold = row.need == Need::yes || row.need == Need::one;
  const std::string mark = bold ? "**" : "",
                    key = (other ? "or " : "") + mark + "`" + std::string(row.key) + "`" + mark;
  const bool explained = row.form.kind == K::word && row.form.words.size() <= most_explained;
  std::string kind(row.kind);
  if (kind.empty() && !explained)
    kind = row.form.kind == K::table ? keys_of(*row.form.table) : kind_words(row.form);
  std::string text = "| " + key + " | " + kind + (kind.empty() ? "| " : " | ");
  text += std::string(row.about) + " |\n";
  if (explained)
    for (const words::Word& one : row.form.words)
      text += "| | `" + std::string(one.word) + "` | " + std::string(one.sentence) + " |\n";
  return text;
}

std::string heading(std::string_view label) {
  if (label.starts_with('\'')) label = label.substr(1, label.size() - 2);
  if (label.starts_with("the ")) return "in a " + std::string(label.substr(4));
  return "in `" + std::string(label) + "`";
}

std::string key_list(const Table& table) {
  std::string text = "| " + heading(table.label) + " | | |\n| --- | --- | --- |\n";
  bool other = false;
  for (const Row& row : table.rows) {
    if (row.need != Need::later) text += row_text(row, other && row.need == Need::one);
    other = other || row.need == Need::one;
  }
  return text;
}

/// The page with its lists written anew; says how many there are.
std::string with_lists(const std::string& page, const Tables& tables, int& count) {
  const std::string begin = "<!-- keys: ", close = " -->\n", end = "<!-- end of keys -->";
  std::string result;
  std::size_t at = 0;
  for (std::size_t mark; (mark = page.find(begin, at)) != std::string::npos; ++count) {
    const std::size_t name = mark + begin.size(), stop = page.find(close, name);
    const std::size_t last = page.find(end, stop);
    const std::string table = page.substr(name, stop - name);
    EXPECT_TRUE(last != std::string::npos && tables.contains(table)) << table;
    if (last == std::string::npos || !tables.contains(table)) return page;
    result += page.substr(at, stop + close.size() - at) + key_list(*tables.at(table));
    at = last;
  }
  return result + page.substr(at);
}

TEST(Page, HasItsListsOfKeysFromTheFormatOfTheReader) {
  Tables tables;
  collect(model_table, tables);
  std::ifstream file(page_path, std::ios::binary);
  const std::string committed{std::istreambuf_iterator<char>(file), {}};
  int count = 0;
  const std::string page = with_lists(committed, tables, count);
  if (std::getenv("ZWANG_WRITE")) {
    std::ofstream(page_path, std::ios::binary) << page;
    return;
  }
  EXPECT_GE(count, 12);
  EXPECT_TRUE(committed == page) << "doc/guide/model-format.md lists other keys: make schema";
}

}  // namespace
}  // namespace zwang::read

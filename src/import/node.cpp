// SPDX-License-Identifier: Apache-2.0
#include "import/node.h"

#include <algorithm>

#include "import/findings.h"

namespace zwang::import {

namespace {

constexpr std::string_view blanks = " \t\r\n";

}  // namespace

const std::string* Node::find(std::string_view name) const {
  for (const Attribute& attribute : attributes)
    if (attribute.name == name) return &attribute.value;
  return nullptr;
}

const Node* Node::child(std::string_view name) const {
  for (const Node& node : children)
    if (node.tag == name) return &node;
  return nullptr;
}

// The text has been parsed, so that a start tag is what it should be; still nothing here runs beyond
// the end if it were not.
Place place_of(const Node& node, std::string_view attribute) {
  const std::string_view text = node.source->text();
  const auto at = [&](std::size_t i) { return std::min(i, text.size()); };
  std::size_t i = node.place.begin + node.place.length;
  while (true) {
    i = at(text.find_first_not_of(blanks, i));
    if (i == text.size() || text[i] == '>' || text[i] == '/') return node.place;
    const std::size_t name_end = at(text.find_first_of(" \t\r\n=", i));
    const std::size_t quote = at(text.find_first_of("\"'", name_end));
    if (quote == text.size()) return node.place;
    const std::size_t end = at(text.find(text[quote], quote + 1));
    if (text.substr(i, name_end - i) == attribute)
      return {static_cast<Index>(quote) + 1, static_cast<Index>(end - quote) - 1};
    i = at(end + 1);
  }
}

std::string shown(const Node& node) {
  const std::string* name = node.find("name");
  return "<" + printable(node.tag) + (name ? " name=" + in_quotes(*name) : "") + ">";
}

}  // namespace zwang::import

// SPDX-License-Identifier: Apache-2.0
#include "import/usage.h"

#include <unordered_map>

namespace zwang::import {

namespace {

using Kind = Remark::Kind;

/// Whether a list of words with blanks between has this one.
bool lists(std::string_view words, std::string_view word) {
  while (!words.empty()) {
    const std::size_t end = std::min(words.find(' '), words.size());
    if (words.substr(0, end) == word) return true;
    words.remove_prefix(std::min(end + 1, words.size()));
  }
  return false;
}

class Walk {
 public:
  Walk(std::span<const Usage> table, std::string_view (*same)(std::string_view), Findings& findings)
      : same_(same), findings_(findings) {
    for (const Usage& usage : table) table_.emplace(usage.element, &usage);
  }

  void visit(const Node& node, std::string_view around) {
    const auto found = table_.find(std::string(around) + "/" + node.tag);
    if (found == table_.end()) return say(node, Kind::left_out, shown(node));
    const Usage& usage = *found->second;
    if (usage.unused == "*") return say(node, Kind::unused, "<" + printable(node.tag) + ">");
    for (const Attribute& attribute : node.attributes) {
      if (lists(usage.read, attribute.name)) continue;
      const bool unused =
          lists(usage.unused, attribute.name) || attribute.name.starts_with("xmlns");
      say(node, unused ? Kind::unused : Kind::left_out,
          in_quotes(attribute.name) + " of <" + printable(node.tag) + ">");
    }
    if (node.has_text) say(node, Kind::unused, "text in <" + printable(node.tag) + ">");
    for (const Node& child : node.children) visit(child, same_(node.tag));
  }

 private:
  void say(const Node& node, Kind kind, std::string what) {
    findings_.remark(kind, *node.source, node.place, std::move(what));
  }

  std::unordered_map<std::string, const Usage*> table_;
  std::string_view (*same_)(std::string_view);
  Findings& findings_;
};

}  // namespace

void remark_rest(const Node& root, std::span<const Usage> table,
                 std::string_view (*same)(std::string_view tag), Findings& findings) {
  Walk(table, same, findings).visit(root, "");
}

}  // namespace zwang::import

// SPDX-License-Identifier: Apache-2.0
#include "import/parse.h"

#include <algorithm>
#include <pugixml.hpp>

#include "base/utf8.h"
#include "import/code.h"

namespace zwang::import {

namespace {

/// What is too much of a text before anybody looks what it says, or that it is not UTF-8.
std::optional<Diagnostic> find_excess(std::string_view text) {
  const auto whole = [](std::string what, std::string hint = {}) {
    return Diagnostic{code::excess, {}, std::move(what), std::move(hint)};
  };
  if (static_cast<Index>(text.size()) > max_bytes) return whole("the file has more than 64 MiB");
  for (Index i = 0; i < static_cast<Index>(text.size());) {
    const Character c = decode(text, i);
    if (!c.valid || c.code == 0)
      return Diagnostic{code::excess, {i, 1}, "the text is not UTF-8 from here on", ""};
    i += c.length;
  }
  // Every element has its '<', every attribute its '='.
  if (std::count(text.begin(), text.end(), '<') > 2 * max_elements)
    return whole("the file has more than " + std::to_string(max_elements) + " elements");
  if (std::count(text.begin(), text.end(), '=') > max_attributes)
    return whole("the file has more than " + std::to_string(max_attributes) + " attributes");
  return std::nullopt;
}

std::string words(pugi::xml_parse_status status) {
  switch (status) {
    case pugi::status_bad_pi:
      return "this processing instruction is not closed";
    case pugi::status_bad_comment:
      return "this comment is not closed by '-->'";
    case pugi::status_bad_cdata:
      return "this CDATA section is not closed by ']]>'";
    case pugi::status_bad_doctype:
      return "this DOCTYPE is malformed";
    case pugi::status_bad_start_element:
      return "this tag is malformed";
    case pugi::status_bad_attribute:
      return "this attribute is malformed: it should be name=\"value\"";
    case pugi::status_bad_end_element:
      return "this closing tag is malformed";
    case pugi::status_end_element_mismatch:
      return "mismatched tags: one is closed that is not open, or left open";
    default:
      return "this is not XML";
  }
}

Diagnostic not_xml(Index at, std::string what, std::string hint = {}) {
  return {code::syntax, {at, 1}, std::move(what), std::move(hint)};
}

Place place(pugi::xml_node node) {
  return {static_cast<Index>(node.offset_debug()),
          static_cast<Index>(std::string_view(node.name()).size())};
}

bool is_text(pugi::xml_node node) {
  return node.type() == pugi::node_pcdata || node.type() == pugi::node_cdata;
}

/// What is wrong outside the root element; sets the root.
std::optional<Diagnostic> find_root(const pugi::xml_document& document, std::string_view text,
                                    pugi::xml_node& root) {
  for (const pugi::xml_node node : document.children()) {
    if (node.type() == pugi::node_doctype)
      return Diagnostic{code::excess,
                        {std::max<Index>(0, static_cast<Index>(node.offset_debug())), 1},
                        "a DOCTYPE is not allowed: it could expand to an enormous file",
                        "remove it; robot files do not need one"};
    const std::size_t begin = node.offset_debug();
    const auto at =
        static_cast<Index>(std::min(text.find_first_not_of(" \t\r\n", begin), text.size()));
    if (is_text(node)) return not_xml(at, "there is text outside the root element");
    if (node.type() != pugi::node_element) continue;
    if (root) return not_xml(at, "there is a second root element");
    root = node;
  }
  if (!root) return not_xml(0, "there is no element in the file");
  return std::nullopt;
}

/// The next element in the order of the text, below `root`; counts how deep it is.
pugi::xml_node after(pugi::xml_node node, pugi::xml_node root, Index& depth) {
  if (const pugi::xml_node child = node.first_child()) {
    ++depth;
    return child;
  }
  while (node != root && !node.next_sibling()) {
    node = node.parent();
    --depth;
  }
  return node == root ? pugi::xml_node() : node.next_sibling();
}

std::optional<Diagnostic> find_depth(pugi::xml_node root) {
  Index depth = 1;
  for (pugi::xml_node node = root; node; node = after(node, root, depth))
    if (depth > max_depth && node.type() == pugi::node_element)
      return Diagnostic{code::excess, place(node),
                        "elements are nested more than " + std::to_string(max_depth) + " deep", ""};
  return std::nullopt;
}

Node copy(pugi::xml_node xml, const Source& source, Findings& findings) {
  Node node;
  node.source = &source;
  node.tag = xml.name();
  node.place = place(xml);
  for (const pugi::xml_attribute attribute : xml.attributes()) {
    if (node.attributes.size() == max_attributes_each) {
      findings.complain(
          code::excess, source, node.place,
          "this element has more than " + std::to_string(max_attributes_each) + " attributes");
      break;
    }
    if (node.find(attribute.name()))
      findings.complain(code::syntax, source, node.place,
                        "the attribute " + in_quotes(attribute.name()) + " is given twice");
    node.attributes.push_back({attribute.name(), attribute.value()});
  }
  for (const pugi::xml_node child : xml.children()) {
    if (child.type() == pugi::node_element)
      node.children.push_back(copy(child, source, findings));
    else if (is_text(child))
      node.has_text = true;
  }
  return node;
}

}  // namespace

std::optional<Node> parse(const Source& source, Findings& findings) {
  const auto complain = [&](const Diagnostic& d) {
    findings.complain(d.code, source, d.place, d.what, d.hint);
    return std::nullopt;
  };
  const std::string& text = source.text();
  if (const auto excess = find_excess(text)) return complain(*excess);
  pugi::xml_document document;
  const unsigned how = pugi::parse_default | pugi::parse_doctype | pugi::parse_fragment;
  const pugi::xml_parse_result result =
      document.load_buffer(text.data(), text.size(), how, pugi::encoding_utf8);
  if (!result) return complain(not_xml(static_cast<Index>(result.offset), words(result.status)));
  pugi::xml_node root;
  if (const auto wrong = find_root(document, text, root)) return complain(*wrong);
  if (const auto deep = find_depth(root)) return complain(*deep);
  return copy(root, source, findings);
}

}  // namespace zwang::import

// SPDX-License-Identifier: Apache-2.0
#pragma once
// An element of an XML file, with its place.

#include <string>
#include <string_view>
#include <vector>

#include "import/source.h"

namespace zwang::import {

struct Attribute {
  std::string name, value;
};

struct Node {
  const Source* source = nullptr;
  std::string tag;
  Place place;  // of the tag's name
  std::vector<Attribute> attributes;
  std::vector<Node> children;
  bool has_text = false;  // besides elements

  /// The value of an attribute, or null.
  const std::string* find(std::string_view name) const;
  /// The first child of this tag, or null.
  const Node* child(std::string_view name) const;
};

/// Where the value of an attribute stands; the tag's place if there is no such attribute.
Place place_of(const Node& node, std::string_view attribute);

/// "<joint name='elbow'>", or "<joint>" where there is no name.
std::string shown(const Node& node);

}  // namespace zwang::import

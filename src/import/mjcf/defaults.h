// SPDX-License-Identifier: Apache-2.0
#pragma once
// Default classes: what elements say that do not say it themselves.

#include <string_view>
#include <unordered_map>
#include <vector>

#include "import/element.h"

namespace zwang::import {

class MjcfDefaults {
 public:
  /// Reads all <default> elements of the file.
  void read(const Node& mujoco, Findings& findings);

  /// An element with its defaults: those of its own class, or of `around`, the class that the body
  /// around it gives to its children; empty: the main class.
  Element element(const Node& node, std::string_view around, Findings& findings) const;

 private:
  struct Class {
    int parent = -1;
    // By tag; the last of a tag counts first.
    std::unordered_map<std::string_view, std::vector<const Node*>> levels;
  };

  void read_class(const Node& node, int number, Findings& findings);
  int number_of(std::string_view name) const;

  std::vector<Class> classes_;
  std::unordered_map<std::string_view, int> numbers_;
};

}  // namespace zwang::import

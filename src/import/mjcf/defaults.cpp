// SPDX-License-Identifier: Apache-2.0
#include "import/mjcf/scene.h"

#include "import/code.h"

namespace zwang::import {

namespace {

constexpr std::size_t most_levels = 100;  // every element of the class asks all of them

/// All actuators have the same defaults, whatever they are called there.
std::string_view kind(std::string_view tag) {
  for (const char* actuator : {"general", "motor", "position", "velocity", "damper"})
    if (tag == actuator) return "actuator";
  return tag;
}

}  // namespace

void MjcfDefaults::read(const Node& mujoco, Findings& findings) {
  classes_.resize(1);
  numbers_["main"] = 0;
  for (const Node& node : mujoco.children) {
    if (node.tag != "default") continue;
    const std::string* name = node.find("class");  // another name for the main class
    if (name) numbers_.emplace(*name, 0);
    read_class(node, 0, findings);
  }
}

void MjcfDefaults::read_class(const Node& node, int number, Findings& findings) {
  for (const Node& child : node.children) {
    if (child.tag != "default") {
      auto& levels = classes_[number].levels[kind(child.tag)];
      if (levels.size() < most_levels)
        levels.insert(levels.begin(), &child);
      else
        findings.complain(
            code::excess, *child.source, child.place,
            "a default class has this element more than " + std::to_string(most_levels) + " times");
      continue;
    }
    const std::string_view name = Element(child, findings).need_text("class");
    const auto [place, fresh] = numbers_.emplace(name, static_cast<int>(classes_.size()));
    if (fresh) {
      classes_.emplace_back();
      classes_.back().parent = number;
    } else if (!name.empty()) {
      findings.complain(code::twice, *child.source, place_of(child, "class"),
                        "there are two default classes " + in_quotes(name));
      continue;
    }
    read_class(child, place->second, findings);
  }
}

int MjcfDefaults::number_of(std::string_view name) const {
  const auto found = numbers_.find(name);
  return found == numbers_.end() ? -1 : found->second;
}

Element MjcfDefaults::element(const Node& node, std::string_view around, Findings& findings) const {
  Element element(node, findings);
  const std::string* own = node.find("class");
  int number = number_of(own ? *own : around.empty() ? "main" : around);
  if (number < 0 && own)
    element.complain(code::unknown, "class", "there is no default class " + in_quotes(*own));
  for (; number >= 0; number = classes_[number].parent) {
    const auto& levels = classes_[number].levels;
    const auto found = levels.find(kind(node.tag));
    if (found == levels.end()) continue;
    for (const Node* level : found->second) element.add_level(*level);
  }
  return element;
}

}  // namespace zwang::import

// SPDX-License-Identifier: Apache-2.0
#pragma once
// Names of a robot as formulas may use them. What is no name for us, or taken, becomes another, and
// that is remarked.

#include <array>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "import/findings.h"
#include "import/node.h"

namespace zwang::import {

/// Names given so far, among which each is new.
class Taken {
 public:
  bool has(const std::string& name) const { return names_.contains(name); }
  /// `name`, or name_2, name_3, … if that is taken; takes it.
  std::string fresh(const std::string& name);

 private:
  std::unordered_set<std::string> names_;
  std::unordered_map<std::string, int> last_;  // number behind a name
};

class Names {
 public:
  /// Bodies and parameters must differ from each other; the rest only among themselves.
  enum class What { body, parameter, constraint, ground_point };

  Names(std::string prefix, Findings& findings)
      : prefix_(std::move(prefix)), findings_(&findings) {}

  /// The name of something in the model, with its prefix. `given` may be empty: then it is called
  /// after `word`, with a number behind it unless it is a point.
  std::string take(What what, std::string_view given, std::string_view word, const Node& node);
  /// The same for a point of a body: without a prefix, and different from what every body has.
  std::string take_point(Taken& taken, std::string_view given, std::string_view word,
                         const Node& node);

 private:
  void remark(std::string_view given, const std::string& name, const Node& node);

  std::string prefix_;
  Findings* findings_;
  std::array<Taken, 3> taken_;
  std::unordered_map<std::string, int> counts_;  // of the nameless, by word
};

/// Letters of ASCII, digits and _ as they are, all else as _; a digit does not come first.
std::string as_name(std::string_view given);

/// Words that formulas know by themselves.
bool is_formula_word(std::string_view name) noexcept;

}  // namespace zwang::import

// SPDX-License-Identifier: Apache-2.0
#pragma once
// An element as its reader sees it: its own attributes and, behind them, those of the default classes
// that it belongs to. What cannot be read is complained of where it stands.

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "import/findings.h"
#include "import/geometry.h"
#include "import/node.h"

namespace zwang::import {

/// Numbers beyond it are refused, so that products of some of them stay finite.
inline constexpr double largest_number = 1e30;
/// A vector shorter than this has no direction.
inline constexpr double shortest_direction = 1e-30;

class Element {
 public:
  Element(const Node& node, Findings& findings) : findings_(&findings), levels_{&node} {}
  /// Asked after those that are there.
  void add_level(const Node& defaults) { levels_.push_back(&defaults); }

  const Node& node() const { return *levels_.front(); }
  Findings& findings() const { return *findings_; }

  bool has(std::string_view name) const { return level_of(name) != nullptr; }
  /// Which of these the innermost level gives that gives any of them; empty: none does.
  std::string_view first_given(std::initializer_list<std::string_view> names) const;

  /// The value as it is written, or empty.
  std::string_view text(std::string_view name) const;
  /// The same; complains if there is none.
  std::string_view need_text(std::string_view name) const;
  /// True or false; `fallback` where it is neither, with a complaint unless it is "auto".
  bool flag(std::string_view name, bool fallback) const;
  double number(std::string_view name, double fallback) const;
  Vec vector(std::string_view name, const Vec& fallback) const;
  /// A vector that is not zero, of length one.
  Vec direction(std::string_view name, const Vec& fallback) const;
  /// Between `fewest` and `most` of them; nothing if it is not given, or wrong.
  std::vector<double> numbers(std::string_view name, std::size_t fewest, std::size_t most) const;

  /// About the value of an attribute, or about the element itself (no name).
  void complain(std::string_view code, std::string_view name, std::string what,
                std::string hint = {}) const;
  void remark(Remark::Kind kind, std::string what) const;

 private:
  const Node* level_of(std::string_view name) const;

  Findings* findings_;
  std::vector<const Node*> levels_;
};

}  // namespace zwang::import

// SPDX-License-Identifier: Apache-2.0
#include "import/names.h"

#include <algorithm>

#include "base/utf8.h"
#include "base/words/joints.h"

namespace zwang::import {

namespace {

bool is_letter(char32_t c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

bool is_digit(char32_t c) { return c >= '0' && c <= '9'; }

std::size_t space(Names::What what) {
  switch (what) {
    case Names::What::body:
    case Names::What::parameter:
      return 0;
    case Names::What::constraint:
      return 1;
    case Names::What::ground_point:
      return 2;
  }
  return 0;
}

}  // namespace

std::string Taken::fresh(const std::string& name) {
  std::string result = name;
  while (!names_.insert(result).second) {
    int& number = last_.try_emplace(name, 1).first->second;
    result = name + '_' + std::to_string(++number);
  }
  return result;
}

std::string Names::take(What what, std::string_view given, std::string_view word,
                        const Node& node) {
  std::string name = as_name(given.empty() ? word : given);
  if (given.empty() && what != What::ground_point) name += std::to_string(++counts_[name]);
  if (is_formula_word(name)) name += '_';
  name = taken_[space(what)].fresh(name);
  if (!given.empty() && name != given) remark(given, name, node);
  if (prefix_.empty()) return name;
  return prefix_ + (what == What::body ? '.' : '_') + name;
}

std::string Names::take_point(Taken& taken, std::string_view given, std::string_view word,
                              const Node& node) {
  std::string name = as_name(given.empty() ? word : given);
  if (is_formula_word(name) || words::is_body_word(name)) name += '_';
  name = taken.fresh(name);
  if (!given.empty() && name != given) remark(given, name, node);
  return name;
}

void Names::remark(std::string_view given, const std::string& name, const Node& node) {
  findings_->remark(Remark::Kind::renamed, *node.source, node.place,
                    "<" + node.tag + "> " + in_quotes(given) + " is called " + name);
}

std::string as_name(std::string_view given) {
  std::string name;
  for (Index i = 0; i < static_cast<Index>(given.size());) {
    const Character c = decode(given, i);
    if (name.empty() && is_digit(c.code)) name += '_';
    name += is_letter(c.code) || is_digit(c.code) ? static_cast<char>(c.code) : '_';
    i += c.length;
  }
  return name;
}

// In alphabetical order: looked up by halving. `i` numbers the members of families.
bool is_formula_word(std::string_view name) noexcept {
  static constexpr std::string_view words[] = {
      "abs",   "acos",     "and",    "asin", "atan",     "atan2", "cos",        "cosh",
      "cross", "distance", "dot",    "exp",  "ground",   "hypot", "i",          "if",
      "in",    "integral", "log",    "max",  "min",      "mod",   "multiplier", "norm",
      "not",   "or",       "origin", "pi",   "reaction", "sign",  "sin",        "sinh",
      "sqrt",  "sum",      "t",      "tan",  "tanh"};
  static_assert(std::is_sorted(std::begin(words), std::end(words)));
  return std::binary_search(std::begin(words), std::end(words), name);
}

}  // namespace zwang::import

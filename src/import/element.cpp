// SPDX-License-Identifier: Apache-2.0
#include "import/element.h"

#include <charconv>
#include <cmath>
#include <cstdlib>

#include "import/code.h"

namespace zwang::import {

namespace {

constexpr std::string_view blanks = " \t\r\n";

/// A finite number that is not too large, and nothing else.
std::optional<double> parse_number(std::string_view word) {
  if (word.starts_with('+')) {
    word.remove_prefix(1);
    if (word.starts_with('-')) return std::nullopt;
  }
  double value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  // Out of range is what is too small, which is 0, or too large; from_chars does not say which.
  const bool underflow = error == std::errc::result_out_of_range &&
                         std::abs(std::strtod(std::string(word).c_str(), nullptr)) < 1;
  if ((error != std::errc() && !underflow) || end != word.data() + word.size()) return std::nullopt;
  return std::abs(value) <= largest_number ? std::optional(value) : std::nullopt;
}

std::string count_words(std::size_t fewest, std::size_t most) {
  if (fewest == most) return most == 1 ? "one number" : std::to_string(most) + " numbers";
  return std::to_string(fewest) + " to " + std::to_string(most) + " numbers";
}

}  // namespace

const Node* Element::level_of(std::string_view name) const {
  for (const Node* level : levels_)
    if (level->find(name)) return level;
  return nullptr;
}

std::string_view Element::first_given(std::initializer_list<std::string_view> names) const {
  for (const Node* level : levels_)
    for (const std::string_view name : names)
      if (level->find(name)) return name;
  return {};
}

std::string_view Element::text(std::string_view name) const {
  const Node* level = level_of(name);
  return level ? std::string_view(*level->find(name)) : std::string_view();
}

std::string_view Element::need_text(std::string_view name) const {
  const std::string_view words = text(name);
  if (words.empty())
    complain(code::missing, name,
             shown(node()) + " needs the attribute '" + std::string(name) + "'");
  return words;
}

bool Element::flag(std::string_view name, bool fallback) const {
  const std::string_view word = text(name);
  if (word == "true") return true;
  if (word == "false") return false;
  if (has(name) && word != "auto")
    complain(code::unknown, name, in_quotes(word) + " is neither 'true' nor 'false'");
  return fallback;
}

std::vector<double> Element::numbers(std::string_view name, std::size_t fewest,
                                     std::size_t most) const {
  const std::string_view words = text(name);
  std::vector<double> values;
  std::size_t begin = words.find_first_not_of(blanks);
  while (begin != std::string_view::npos && values.size() <= most) {
    const std::size_t end = std::min(words.find_first_of(blanks, begin), words.size());
    const std::string_view word = words.substr(begin, end - begin);
    const std::optional<double> value = parse_number(word);
    if (!value) {
      complain(code::number, name, in_quotes(word) + " is not a valid number");
      return {};
    }
    values.push_back(*value);
    begin = words.find_first_not_of(blanks, end);
  }
  const bool right = values.size() >= fewest && values.size() <= most;
  if (has(name) && !right)
    complain(code::number, name,
             "'" + std::string(name) + "' of <" + node().tag + "> takes " +
                 count_words(fewest, most) + ", not " +
                 (values.size() > most ? "more" : std::to_string(values.size())));
  return right ? values : std::vector<double>();
}

double Element::number(std::string_view name, double fallback) const {
  const std::vector<double> values = numbers(name, 1, 1);
  return values.empty() ? fallback : values[0];
}

Vec Element::vector(std::string_view name, const Vec& fallback) const {
  const std::vector<double> values = numbers(name, 3, 3);
  return values.empty() ? fallback : Vec{values[0], values[1], values[2]};
}

Vec Element::direction(std::string_view name, const Vec& fallback) const {
  const Vec given = vector(name, fallback);
  const double norm = length(given);
  if (norm == 1) return given;
  if (norm >= shortest_direction) return (1 / norm) * given;
  complain(code::number, name, "the vector '" + std::string(name) + "' has no direction");
  return fallback;
}

void Element::complain(std::string_view code, std::string_view name, std::string what,
                       std::string hint) const {
  const Node* level = level_of(name);
  const Node& at = level ? *level : node();
  findings_->complain(code, *at.source, level ? place_of(at, name) : at.place, std::move(what),
                      std::move(hint));
}

void Element::remark(Remark::Kind kind, std::string what) const {
  findings_->remark(kind, *node().source, node().place, std::move(what));
}

}  // namespace zwang::import

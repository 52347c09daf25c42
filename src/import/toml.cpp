// SPDX-License-Identifier: Apache-2.0
#include "import/toml.h"

#include <charconv>

namespace zwang::import {

namespace {

bool is_number(std::string_view words) {
  double value = 0;
  const auto [end, error] = std::from_chars(words.data(), words.data() + words.size(), value);
  const bool finite = value - value == 0;
  return error == std::errc() && end == words.data() + words.size() && finite;
}

}  // namespace

std::string toml_text(std::string_view words) {
  std::string text = "\"";
  for (const char c : words) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      text += '\\';
      text += c;
    } else if (byte < 0x20 || byte == 0x7F) {
      constexpr char digits[] = "0123456789ABCDEF";
      text += "\\u00";
      text += digits[byte >> 4];
      text += digits[byte & 15];
    } else {
      text += c;
    }
  }
  return text + '"';
}

std::string toml_value(const Expression& expression) {
  const std::string& words = expression.text;
  if (!is_number(words)) return toml_text(words);
  // A whole number must fit into 64 bits; others have a point or a power.
  const bool whole = words.find_first_of(".eE") == std::string::npos;
  return whole && words.size() > 18 ? words + ".0" : words;
}

std::string toml_list(const Components& components) {
  std::string text = "[";
  for (const Expression& component : components)
    text += (text.size() > 1 ? ", " : "") + toml_value(component);
  return text + "]";
}

}  // namespace zwang::import

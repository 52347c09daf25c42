// SPDX-License-Identifier: Apache-2.0
#include "report/html.h"

#include "base/utf8.h"

namespace zwang::report {

namespace {

// HTML knows these as characters of text; the others below U+0020 and U+007F … U+009F are none.
bool is_shown(char32_t code) {
  if (code == '\t' || code == '\n') return true;
  return code >= 0x20 && !(code >= 0x7F && code <= 0x9F) && code != 0xFFFE && code != 0xFFFF;
}

std::string escaped(char32_t code) {
  switch (code) {
    case '&':
      return "&amp;";
    case '<':
      return "&lt;";
    case '>':
      return "&gt;";
    case '"':
      return "&quot;";
    case '\'':
      return "&#39;";
    default:
      return encode(is_shown(code) ? code : char32_t{0xFFFD});
  }
}

}  // namespace

std::string html_text(std::string_view text) {
  std::string safe;
  for (Index at = 0; at < static_cast<Index>(text.size());) {
    const Character character = decode(text, at);
    at += character.length;
    const bool line_end =
        character.code == '\r' && at < static_cast<Index>(text.size()) && text[at] == '\n';
    if (!line_end) safe += escaped(character.code);  // \r\n is \n
  }
  return safe;
}

std::string html_name(std::string_view name) { return "<bdi>" + html_text(name) + "</bdi>"; }

std::string json_in_html(std::string_view json) {
  std::string safe;
  safe.reserve(json.size());
  for (std::size_t i = 0; i < json.size(); ++i) {
    const std::string_view rest = json.substr(i);
    if (rest.starts_with("\u2028") || rest.starts_with("\u2029")) {
      safe += rest.starts_with("\u2028") ? "\\u2028" : "\\u2029";
      i += 2;
    } else if (rest[0] == '<') {
      safe += "\\u003c";
    } else if (rest[0] == '>') {
      safe += "\\u003e";
    } else if (rest[0] == '&') {
      safe += "\\u0026";
    } else {
      safe += rest[0];
    }
  }
  return safe;
}

}  // namespace zwang::report

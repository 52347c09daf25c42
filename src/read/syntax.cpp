// SPDX-License-Identifier: Apache-2.0
#include "read/tree.h"

#include <algorithm>
#include <iterator>

#include "base/utf8.h"
#include "formula/parse/letter.h"
#include "read/complaints.h"

namespace zwang::read {

namespace {

/// The library's sentence in its parts.
struct Sentence {
  std::string_view scope, reason;
};

Sentence split(std::string_view description) {
  constexpr std::string_view opening = "Error while parsing ";
  if (!description.starts_with(opening)) return {{}, description};
  description.remove_prefix(opening.size());
  const std::size_t colon = description.find(": ");
  if (colon == std::string_view::npos) return {{}, description};
  return {description.substr(0, colon), description.substr(colon + 2)};
}

bool has(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

/// "cannot redefine existing integer 'm'" → m, or nothing.
std::string_view redefined(std::string_view reason) {
  const std::size_t first = reason.find('\''), last = reason.rfind('\'');
  if (!reason.starts_with("cannot redefine existing") || first >= last) return {};
  return reason.substr(first + 1, last - first - 1);
}

/// Where the key stands. The library points at its value, or at the bracket of its header.
Place place_of_key(std::string_view text, Index at, std::string_view key) {
  const std::size_t here = at;
  const std::size_t begin = text.rfind('\n', here) + 1;  // npos + 1 = 0
  std::size_t found = text.substr(0, here).rfind(key);
  if (found == std::string_view::npos || found < begin) found = text.find(key, here);
  if (found == std::string_view::npos) return {at, 1};
  return {static_cast<Index>(found), static_cast<Index>(key.size())};
}

/// The library was reading a number, a truth value or a date, or could not tell which.
bool is_plain_value(const Sentence& said) {
  constexpr std::string_view scopes[] = {"integer", "floating-point", "boolean", "date", "time"};
  return said.scope == "value" || said.reason.starts_with("expected a comment or whitespace") ||
         std::any_of(std::begin(scopes), std::end(scopes),
                     [&](std::string_view word) { return has(said.scope, word); });
}

std::string hint(const Sentence& said, std::string_view text, Index at) {
  const Character c = at < static_cast<Index>(text.size()) ? decode(text, at) : Character{};
  const bool line_end = c.code == '\n' || c.code == '\r';
  if (has(said.reason, "end-of-file"))
    return "something is not closed: a quote, a bracket or a brace";
  if (c.code > 0x7F && formula::is_letter(c.code))
    return "a key with letters other than a to z needs quotes, as in \"θ\" = 0.3";
  if (said.scope == "inline table" && line_end) return "{ … } must be on one line";
  if (has(said.scope, "string") && line_end)
    return "a text must end on its line; between \"\"\" and \"\"\" it may span several";
  if (said.reason.starts_with("expected '='")) return "a line is [header] or key = value";
  if (has(said.reason, "representable") || has(said.reason, "interpreted"))
    return "whole numbers go up to 9.2e18, numbers with a point or an exponent to 1.8e308";
  if (is_plain_value(said)) return "a formula needs quotes, as in mass = \"2*m\"";
  return {};
}

}  // namespace

Diagnostic explain(std::string_view text, Index at, std::string_view description) {
  const Sentence said = split(description);
  if (const std::string_view key = redefined(said.reason); !key.empty())
    return {code::syntax, place_of_key(text, at, key), in_quotes(key) + " is given twice",
            "a key may occur once in its table, a [header] once in a file"};
  const bool end = at >= static_cast<Index>(text.size());
  std::string what = "not TOML";
  if (!said.scope.empty()) what += " (" + std::string(said.scope) + ")";
  return {code::syntax,
          {at, end ? 0 : decode(text, at).length},
          what + ": " + shown(said.reason),
          hint(said, text, at)};
}

}  // namespace zwang::read

// SPDX-License-Identifier: Apache-2.0
#include "assemble/laws/reduction_calls.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <string_view>

namespace zwang::compile {

namespace {

// Bytes of other alphabets belong to names too.
bool is_letter(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return std::isalnum(byte) != 0 || c == '_' || c == '.' || byte >= 128;
}

std::size_t skip_blanks(const std::string& text, std::size_t k) {
  while (k < text.size() && (text[k] == ' ' || text[k] == '\t' || text[k] == '\n')) ++k;
  return k;
}

std::optional<words::Reduce> find_kind(std::string_view word) {
  for (const words::Word& one : words::reduction_words) {
    if (one.word == word) return static_cast<words::Reduce>(one.value);
  }
  return std::nullopt;
}

// The parenthesis that closes the one at `open`; nothing if there is none, or more than one argument.
std::optional<std::size_t> closing(const std::string& text, std::size_t open) {
  int depth = 0;
  for (std::size_t k = open; k < text.size(); ++k) {
    const char c = text[k];
    if (c == '(' || c == '[') ++depth;
    if (c == ')' || c == ']') --depth;
    if (c == ',' && depth == 1) return std::nullopt;
    if (depth == 0) return k;
  }
  return std::nullopt;
}

}  // namespace

std::vector<ReductionCall> reduction_calls(const std::string& formula) {
  std::vector<ReductionCall> calls;
  for (std::size_t k = 0; k < formula.size();) {
    if (!is_letter(formula[k])) {
      ++k;
      continue;
    }
    const std::size_t begin = k;
    while (k < formula.size() && is_letter(formula[k])) ++k;
    const auto kind = find_kind(std::string_view(formula).substr(begin, k - begin));
    const std::size_t open = skip_blanks(formula, k);
    if (!kind || open >= formula.size() || formula[open] != '(') continue;
    const auto close = closing(formula, open);
    const std::size_t argument = skip_blanks(formula, open + 1);
    if (!close || argument >= *close) continue;
    std::size_t end = *close;
    while (end > argument && (formula[end - 1] == ' ' || formula[end - 1] == '\t')) --end;
    calls.push_back({*kind, begin, *close + 1, argument, formula.substr(argument, end - argument)});
    k = *close + 1;
  }
  return calls;
}

}  // namespace zwang::compile

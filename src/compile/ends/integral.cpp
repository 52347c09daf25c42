// SPDX-License-Identifier: Apache-2.0
#include "compile/ends/integral.h"

#include "base/utf8.h"
#include "formula/parse/token.h"

namespace zwang::compile {

using formula::Mark;
using formula::Token;

namespace {

// The text from byte `begin` to `end`, where it stands.
Expression stretch(const Expression& whole, Index begin, Index end) {
  Location at = whole.at;
  for (Index k = 0; at.line > 0 && k < begin; k += decode(whole.text, k).length) {
    const bool new_line = whole.text[static_cast<std::size_t>(k)] == '\n';
    at = new_line ? Location{at.line + 1, 1} : Location{at.line, at.column + 1};
  }
  return {whole.text.substr(static_cast<std::size_t>(begin), static_cast<std::size_t>(end - begin)),
          at};
}

// What stands between the parentheses of integral(…), if `side` is nothing else.
std::optional<Expression> inside_integral(const Expression& side) {
  formula::Scanner scanner(side.text);
  const Token word = scanner.next(), open = scanner.next();
  if (word.mark != Mark::name || scanner.words(word) != "integral" || open.mark != Mark::open) {
    return std::nullopt;
  }
  int depth = 1;
  Token token;
  while (depth > 0) {
    token = scanner.next();
    if (token.mark == Mark::end || token.mark == Mark::bad) return std::nullopt;
    if (token.mark == Mark::open) ++depth;
    if (token.mark == Mark::close) --depth;
  }
  if (scanner.next().mark != Mark::end) return std::nullopt;
  return stretch(side, open.end, token.begin);
}

}  // namespace

std::optional<IntegralCondition> split_integral(const Expression& condition) {
  formula::Scanner scanner(condition.text);
  Token equal;
  do {
    equal = scanner.next();
    if (equal.mark == Mark::end || equal.mark == Mark::bad) return std::nullopt;
  } while (equal.mark != Mark::equal);
  const Expression left = stretch(condition, 0, equal.begin),
                   right = stretch(condition, equal.end, static_cast<Index>(condition.text.size()));
  if (const auto density = inside_integral(left)) return IntegralCondition{*density, right};
  if (const auto density = inside_integral(right)) return IntegralCondition{*density, left};
  return std::nullopt;
}

}  // namespace zwang::compile

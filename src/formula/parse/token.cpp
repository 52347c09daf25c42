// SPDX-License-Identifier: Apache-2.0
#include "formula/parse/token.h"

#include <optional>
#include <string>

#include "base/number.h"
#include "base/utf8.h"
#include "formula/parse/code.h"
#include "formula/parse/letter.h"
#include "units/unit.h"

namespace zwang::formula {

namespace {

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
bool is_ascii_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || is_digit(c);
}

std::string code_point(char32_t code) {
  std::string digits;
  for (int shift = code > 0xFFFF ? 20 : 12; shift >= 0; shift -= 4)
    digits += "0123456789ABCDEF"[code >> shift & 0xFu];
  return "U+" + digits;
}

}  // namespace

std::string in_quotes(std::string_view words) {
  constexpr Index longest = 40;
  std::string result = "'";
  Index shown = 0;
  for (Index i = 0; i < static_cast<Index>(words.size());) {
    if (shown == longest) return result + "…'";
    const Index length = decode(words, i).length;
    const std::string_view c =
        words.substr(static_cast<std::size_t>(i), static_cast<std::size_t>(length));
    i += length;
    if (is_space(c[0])) continue;
    result += c;
    ++shown;
  }
  return result + '\'';
}

Token Scanner::take(Mark mark, Index length) {
  Token token{mark, static_cast<std::uint32_t>(at_), static_cast<std::uint32_t>(at_ + length)};
  at_ += length;
  return token;
}

Token Scanner::bad(Index length, std::string_view code, std::string what, std::string_view hint) {
  problem_ = {code, {at_, length}, std::move(what), std::string(hint)};
  return take(Mark::bad, length);
}

Token Scanner::next() {
  while (is_space(peek())) ++at_;
  if (at_ >= static_cast<Index>(text_.size())) return take(Mark::end, 0);
  const char c = peek();
  if (is_digit(c) || (c == '.' && is_digit(peek(1)))) return number();
  if (is_ascii_name(c) || is_letter(decode(text_, at_).code)) return name();
  return mark();
}

Token Scanner::name() {
  Index length = 0;
  while (at_ + length < static_cast<Index>(text_.size())) {
    if (is_ascii_name(peek(length))) {
      ++length;
      continue;
    }
    const Character c = decode(text_, at_ + length);
    if (!is_letter(c.code)) break;
    length += c.length;
  }
  const std::string_view words = ahead(length);
  if (words == "and") return take(Mark::conjunction, length);
  if (words == "or") return take(Mark::disjunction, length);
  if (words == "not") return take(Mark::negation, length);
  if (words == "in") return take(Mark::in, length);
  if (words == "π") return bad_character();
  return take(Mark::name, length);
}

Token Scanner::number() {
  Index length = after_digits(0);
  bool whole = true;
  if (peek(length) == '.' && peek(length + 1) != '.') {  // 1..5 is 1 .. 5
    whole = false;
    length = after_digits(length + 1);
  }
  if (peek(length) == 'e' || peek(length) == 'E') {
    const bool sign = peek(length + 1) == '+' || peek(length + 1) == '-';
    const Index exponent = length + (sign ? 2 : 1);
    if (is_digit(peek(exponent))) {
      whole = false;
      length = after_digits(exponent);
    } else if (sign || !is_ascii_name(peek(exponent))) {  // 2exp(x) lacks a *, not digits
      return bad(exponent, code::number, in_quotes(ahead(exponent)) + " is not a number",
                 "an exponent needs digits, as in 1e-3; a product needs a *, as in 2*e");
    }
  }
  if (!whole && peek(length) == '.' && peek(length + 1) != '.')
    return bad(length + 1, code::number, "a number has only one decimal point", "");

  return with_unit(length);
}

// The number of these bytes, and the unit behind it.
Token Scanner::with_unit(Index length) {
  const std::string_view words = ahead(length);
  const units::Found found = units::find_unit(text_.substr(static_cast<std::size_t>(at_ + length)));
  if (!found.problem.empty())
    return bad(length + found.length, code::unit, found.problem,
               "for a power of the whole, write (2 m)^n");
  const std::optional<double> value = units::in_si(words, found.unit);
  if (!value)
    return bad(length, code::number,
               "the number " + in_quotes(words) + " is too large or too small for double precision",
               "");
  Token token = take(Mark::number, length + found.length);
  token.number = *value;
  if (found.length > 0) token.unit = token.begin + static_cast<std::uint32_t>(length);
  return token;
}

Index Scanner::after_digits(Index from) const {
  while (is_digit(peek(from))) ++from;
  return from;
}

Token Scanner::mark() {
  const bool doubled = peek(1) == '=';
  switch (peek()) {
    case '+':
      return take(Mark::plus, 1);
    case '-':
      return take(Mark::minus, 1);
    case '*':
      return take(Mark::times, 1);
    case '/':
      return take(Mark::over, 1);
    case '^':
      return take(Mark::power, 1);
    case '\'':
      return take(Mark::prime, 1);
    case ',':
      return take(Mark::comma, 1);
    case '(':
      return take(Mark::open, 1);
    case ')':
      return take(Mark::close, 1);
    case '[':
      return take(Mark::open_bracket, 1);
    case ']':
      return take(Mark::close_bracket, 1);
    case '.':
      return peek(1) == '.' ? take(Mark::dots, 2) : take(Mark::dot, 1);
    case '<':
      return doubled ? take(Mark::less_equal, 2) : take(Mark::less, 1);
    case '>':
      return doubled ? take(Mark::greater_equal, 2) : take(Mark::greater, 1);
    case '=':
      return doubled ? take(Mark::same, 2) : take(Mark::equal, 1);
    case '!':
      if (doubled) return take(Mark::different, 2);
      break;
    default:
      break;
  }
  return bad_character();
}

Token Scanner::bad_character() {
  const Character c = decode(text_, at_);
  if (!c.valid)
    return bad(1, code::encoding, "the text is not UTF-8 from here on", "save the file in UTF-8");
  std::string what = "the character ";
  if (is_printable(c.code)) what += '\'' + encode(c.code) + '\'';
  if (!is_printable(c.code)) what += code_point(c.code);
  if (is_printable(c.code) && c.code > 0x7F) what += " (" + code_point(c.code) + ')';
  return bad(c.length, code::character, what + " is not allowed in a formula", advice(c.code));
}

}  // namespace zwang::formula

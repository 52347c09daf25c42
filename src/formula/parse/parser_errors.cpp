// SPDX-License-Identifier: Apache-2.0
// What is wrong with the structure of a formula. After each of these the reading ends.

#include <string>

#include "formula/parse/code.h"
#include "formula/parse/parser.h"

namespace zwang::formula {

std::string_view Parser::words(const Token& token) const {
  return context_.text.substr(token.begin, token.end - token.begin);
}

// What stands here, in a message.
std::string Parser::found() const {
  if (token_.mark == Mark::end) return "the end of the formula";
  return token_.mark == Mark::prime ? "an apostrophe" : in_quotes(words(token_));
}

void Parser::expected(std::string_view what, std::string hint) {
  context_.complaints.stop(code::syntax, token_.place(),
                           "expected " + std::string(what) + ", found " + found(), std::move(hint));
}

void Parser::too_much(const Token& at, std::string what, std::string hint) {
  context_.complaints.stop(code::limit, at.place(), std::move(what), std::move(hint));
}

// A value is wanted and something else stands here.
void Parser::complain_of_value() {
  const Mark mark = token_.mark;
  if (mark == Mark::end && frames_.size() > 1) return complain_of_bracket();
  if (mark == Mark::times && last_.mark == Mark::times)
    return expected("a value", "for a power, write ^");
  if (last_.mark == Mark::equal && (mark == Mark::less || mark == Mark::greater))
    return expected("a value", "write <= or >=");
  if (last_.mark == Mark::less && mark == Mark::greater) return expected("a value", "write !=");
  if (mark == Mark::prime)
    return expected("a value", "an apostrophe follows what it differentiates");
  expected("a value");
}

// A value has ended and something stands here that cannot follow one.
void Parser::complain_after_value() {
  switch (token_.mark) {
    case Mark::end:
      return complain_of_bracket();
    case Mark::open_bracket:
      context_.complaints.stop(code::index, token_.place(),
                               "an index can only follow the name of a family");
      return;
    case Mark::number:
    case Mark::name:
    case Mark::open:
      return expected("an operator", product_hint());
    case Mark::dots:
      return expected("an operator", "'..' separates the bounds of a sum");
    default:
      return expected("an operator");
  }
}

// The user left out the sign of a product: shows it, where both factors are short.
std::string Parser::product_hint() const {
  if (token_.mark == Mark::number && words(token_)[0] == '.')
    return "components are written .x, .y and .z";
  const bool words_before = last_.mark == Mark::number || last_.mark == Mark::name;
  const bool short_words = words(last_).size() <= 20 && words(token_).size() <= 20;
  if (!words_before || token_.mark == Mark::open || !short_words) return "to multiply, write *";
  return "to multiply, write " + std::string(words(last_)) + '*' + std::string(words(token_));
}

// The bracket that stands here, or the end of the formula, does not fit the innermost open one.
void Parser::complain_of_bracket() {
  const Frame& frame = frames_.back();
  const auto say = [&](const Token& at, std::string what, std::string hint) {
    context_.complaints.stop(code::brackets, at.place(), std::move(what), std::move(hint));
  };
  const bool round =
      frame.part != Part::vector && frame.part != Part::index && frame.part != Part::member;
  const std::string needed = round ? "')'" : "']'";
  if (token_.mark == Mark::end)
    return say(frame.open, "this " + in_quotes(words(frame.open)) + " is never closed",
               "write " + needed);
  if (frame.part == Part::whole)
    return say(token_, "this " + found() + " has no opening bracket", "");
  if (token_.mark == Mark::close && round)  // sum(i in 1..3) has no term
    return expected(frame.part == Part::lower ? "'..'" : "','", "write sum(i in 1..N, term)");
  say(token_, "expected " + needed + ", found " + found(),
      "it was opened by " + in_quotes(words(frame.open)));
}

void Parser::complain_of_comma() {
  switch (frames_.back().part) {
    case Part::whole:
      return expected("the end of the formula", "a decimal point is written '.', a vector [a, b]");
    case Part::group:
      return expected("')'", "a vector is written [a, b]");
    case Part::index:
    case Part::member:
      context_.complaints.stop(code::index, token_.place(), "a family has one index");
      return;
    case Part::lower:
      return expected("'..'", "write sum(i in 1..N, term)");
    case Part::object:
      return expected("')'", "a constraint and what it acts on, or the number of its equation");
    default:
      return expected("')'", "write sum(i in 1..N, term)");
  }
}

// An `=` where there can be none.
void Parser::complain_of_relation() {
  context_.complaints.stop(code::relation, token_.place(),
                           equation_ ? "'=' is not allowed inside brackets"
                                     : "'=' makes an equation, which is not allowed here",
                           "to compare, write ==");
}

void Parser::complain_of_second_relation() {
  const bool top = equation_ && frames_.size() == 1;
  context_.complaints.stop(
      code::relation, token_.place(),
      top ? "an equation has only one relation" : "comparisons cannot be chained",
      top ? "write two equations" : "write a < b and b < c");
}

}  // namespace zwang::formula

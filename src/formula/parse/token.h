// SPDX-License-Identifier: Apache-2.0
#pragma once
// The words and marks of a formula, one after the other. Nothing is stored: a part that has to be
// read again, the term of a sum, is scanned again.

#include <cstdint>
#include <string_view>

#include "base/diagnostic.h"

namespace zwang::formula {

enum class Mark : std::uint8_t {
  end,
  bad,
  number,
  name,
  plus,           // +
  minus,          // -
  times,          // *
  over,           // /
  power,          // ^
  less,           // <
  less_equal,     // <=
  greater,        // >
  greater_equal,  // >=
  same,           // ==
  different,      // !=
  conjunction,    // and
  disjunction,    // or
  negation,       // not
  in,             // in
  equal,          // =
  comma,          // ,
  dot,            // .
  dots,           // ..
  prime,          // '
  open,           // (
  close,          // )
  open_bracket,   // [
  close_bracket,  // ]
};

struct Token {
  Mark mark = Mark::end;
  std::uint32_t begin = 0, end = 0;  // bytes of the text
  std::uint32_t unit = 0;            // of a number: where its unit begins, if it has one
  double number = 0;                 // with a unit: in the SI

  Place place() const { return {begin, Index{end} - begin}; }
};

class Scanner {
 public:
  /// The text must outlive the scanner, and be shorter than 4 GiB.
  explicit Scanner(std::string_view text) : text_(text) {}

  /// The next token; Mark::end again and again when there is none left.
  Token next();
  /// Goes on at this byte.
  void seek(Index at) { at_ = at; }

  std::string_view text() const { return text_; }
  std::string_view words(const Token& token) const {
    return text_.substr(token.begin, token.end - token.begin);
  }
  /// What is wrong with the last bad token.
  const Diagnostic& problem() const { return problem_; }

 private:
  char peek(Index ahead = 0) const {
    const auto at = static_cast<std::size_t>(at_ + ahead);
    return at < text_.size() ? text_[at] : '\0';
  }
  std::string_view ahead(Index length) const {
    return text_.substr(static_cast<std::size_t>(at_), static_cast<std::size_t>(length));
  }
  Index after_digits(Index from) const;
  Token take(Mark mark, Index length);
  Token name();
  Token number();
  Token with_unit(Index length);
  Token mark();
  Token bad(Index length, std::string_view code, std::string what, std::string_view hint);
  Token bad_character();

  std::string_view text_;
  Index at_ = 0;
  Diagnostic problem_;
};

/// A name or mark of the user's text inside a message: in quotes, cut if it is long, without the
/// spaces and line ends that may stand around the dots of a name.
std::string in_quotes(std::string_view words);

}  // namespace zwang::formula

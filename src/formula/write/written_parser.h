// SPDX-License-Identifier: Apache-2.0
#pragma once
// Reads a formula for its looks alone (as_written.h): what the names mean is not asked. It recurses,
// and gives up where brackets are deeper than a person follows.

#include <string>
#include <string_view>
#include <vector>

#include "formula/parse/operators.h"
#include "formula/parse/token.h"

namespace zwang::formula {

/// A part of a formula in LaTeX, and how it holds together beside others.
struct WrittenPiece {
  std::string latex;
  Binding binding = Binding::none;   // of its outermost operator; none: it is whole
  bool in_brackets = false;          // the user's, which are not in `latex`
  bool ends_open = false;            // what follows would be taken for a part of it: Σ, ∫
  std::string head = {}, tail = {};  // of sin(x), so that a power may stand between them
  std::string cases = {};            // rows of `if`, so that one inside another becomes a row
};

/// Between brackets, which grow with what is tall.
std::string fenced(char open, std::string_view latex, char close);
std::string bracketed(std::string_view latex);

/// With the user's brackets, or with those that it needs to bind as strongly as `least`.
std::string held(const WrittenPiece& piece, Binding least);

WrittenPiece joined_sum(const WrittenPiece& left, std::string_view sign, const WrittenPiece& right);
WrittenPiece joined_product(const WrittenPiece& left, std::string_view sign,
                            const WrittenPiece& right);
WrittenPiece quotient(const WrittenPiece& over, const WrittenPiece& under);
WrittenPiece power(const WrittenPiece& base, const std::string& exponent);
WrittenPiece negated(const WrittenPiece& x);

class WrittenParser {
 public:
  /// `independent`: the variable that rates are taken by.
  WrittenParser(std::string_view text, std::string_view independent);

  /// The whole text, an equation or a formula.
  WrittenPiece formula();
  /// The whole text, places of a family.
  std::string places();
  bool good() const { return good_ && token_.mark == Mark::end; }

 private:
  void advance() { token_ = scanner_.next(); }
  bool skip(Mark mark);
  void want(Mark mark);
  std::string_view words() const { return scanner_.words(token_); }

  WrittenPiece expression(Binding least);
  WrittenPiece between(const WrittenPiece& left, Mark mark, std::string_view sign);
  WrittenPiece operand();
  WrittenPiece primary();
  WrittenPiece number();
  static WrittenPiece number(const std::string& text);
  WrittenPiece after(WrittenPiece piece);
  WrittenPiece derivative(const WrittenPiece& piece, int primes) const;

  WrittenPiece name();
  std::string path(std::string& index);
  int primes();

  // Functions (written_calls.cpp).
  std::vector<WrittenPiece> arguments();
  WrittenPiece call(std::string_view function);
  WrittenPiece sum();
  WrittenPiece choice(const std::vector<WrittenPiece>& x) const;
  WrittenPiece integral();
  WrittenPiece table();
  std::string_view quoted();
  /// Functions with a notation of their own; no latex where it is none of them.
  WrittenPiece special(std::string_view function, const std::vector<WrittenPiece>& x) const;

  Scanner scanner_;
  Token token_;
  std::string_view independent_;
  int depth_ = 0;
  bool good_ = true;
};

}  // namespace zwang::formula

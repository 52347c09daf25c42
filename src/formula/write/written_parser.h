// SPDX-License-Identifier: Apache-2.0
#pragma once
// Reads a formula for its looks alone (as_written.h): what the names mean is not asked. It recurses,
// and gives up where brackets are deeper than a person follows.

#include <string>
#include <string_view>
#include <vector>

#include "formula/parse/token.h"
#include "formula/write/written_piece.h"

namespace zwang::formula {

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
  /// Functions with a notation of their own; no latex where it is none of them.
  WrittenPiece special(std::string_view function, const std::vector<WrittenPiece>& x) const;

  Scanner scanner_;
  Token token_;
  std::string_view independent_;
  int depth_ = 0;
  bool good_ = true;
};

}  // namespace zwang::formula

// SPDX-License-Identifier: Apache-2.0
#pragma once
// A part of a formula in LaTeX, and how it holds together beside others.

#include <string>
#include <string_view>

#include "formula/parse/operators.h"

namespace zwang::formula {

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

}  // namespace zwang::formula

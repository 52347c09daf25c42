// SPDX-License-Identifier: Apache-2.0
#pragma once
// A page of equations, in the language of models or in LaTeX (with amsmath).

#include <string>
#include <string_view>
#include <vector>

#include "derive/language.h"
#include "derive/system.h"
#include "formula/write/print.h"

namespace zwang::deriving {

class Page {
 public:
  Page(const formula::Symbols& symbols, Language language)
      : symbols_(symbols), latex_(language == Language::latex) {}

  void title(const std::string& words);
  void section(std::string_view heading);
  void sentence(const std::string& text);
  void sentence(const std::string& text, const std::string& latex);

  /// left = right; the note says whose equation it is, or where it holds.
  void equation(const std::string& left, formula::Node right, const std::string& note = {});
  void equation(formula::Node left, formula::Node right, const std::string& note);
  /// What several lines say about one entry is added.
  void addend(const std::string& left, formula::Node right, const std::string& note);
  /// Between brackets if it is not too wide; false if it is.
  bool matrix(std::string_view letter, const Matrix<formula::Node>& entries);

  /// A coordinate, rate or acceleration as it is written.
  std::string name(formula::Node input) const;
  /// M(bob.x, bob.y)
  std::string entry(std::string_view letter, const std::vector<formula::Node>& indices) const;
  /// force(rod).bob.x, as the column of a run is called.
  std::string force(const std::string& constraint, formula::Node q) const;

  std::string finish();

 private:
  formula::Printed print(formula::Node x) const;
  void write(const std::string& left, std::string_view sign, const formula::Printed& right,
             const std::string& note);
  void flush();

  const formula::Symbols& symbols_;
  bool latex_;
  std::string text_;
  std::vector<std::string> equations_;  // of the environment that is still open
};

}  // namespace zwang::deriving

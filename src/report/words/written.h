// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a model says, read aloud: its formulas as mathematics, its joints in words.

#include <string>
#include <string_view>

#include "report/words/section.h"
#include "zwang/description.h"

namespace zwang::report {

/// Formulas of a model on its page: as they were written, in MathML.
class Formulas {
 public:
  Formulas(const Description& description, Section& section)
      : independent_(description.time.text), section_(section) {}

  /// A heading before the next formula, if one follows.
  void heading(std::string_view words) { heading_ = words; }

  /// left = formula; `left` is a name of the model, or nothing. The note says whose it is, as HTML.
  void equation(const std::string& left, const std::string& formula, const std::string& note,
                const Expression& for_each = {});
  /// The same with a left side, or a whole formula, in LaTeX.
  void latex(const std::string& latex, const std::string& note = "",
             const Expression& for_each = {});
  /// A sentence among the formulas.
  void sentence(const std::string& html);

  /// Within a sentence.
  std::string in_line(const std::string& formula) const;
  /// LaTeX of a formula; its text where it has none.
  std::string set(const std::string& formula) const;

 private:
  void begin();

  std::string independent_;
  Section& section_;
  std::string heading_;
};

/// [a, b, c]; a lone component is a formula of its own.
std::string joined(const Components& components);

/// From definitions to observables.
void add_written(const Description& description, Formulas& formulas);

/// Bodies and their joints (bodies.cpp).
void add_bodies(const Description& description, Formulas& formulas);
/// A constraint between bodies that has no formula.
std::string closure_html(const Closure& closure, const Formulas& formulas);

/// The two ends, and what is stationary between them (extremals.cpp).
void add_ends(const Description& description, Formulas& formulas);

}  // namespace zwang::report

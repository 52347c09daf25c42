// SPDX-License-Identifier: Apache-2.0
#include "formula/write/as_written.h"

#include "formula/write/written_parser.h"

namespace zwang::formula {

namespace {

// Some screens full; what is longer is read in the model's text, if at all.
constexpr std::size_t longest = 4000;  // bytes

}  // namespace

std::optional<std::string> latex_as_written(std::string_view formula, const Notation& notation) {
  if (formula.size() > longest) return std::nullopt;
  WrittenParser parser(formula, notation.independent);
  WrittenPiece piece = parser.formula();
  if (!parser.good()) return std::nullopt;
  return std::move(piece.latex);
}

std::optional<std::string> latex_of_places(std::string_view for_each, const Notation& notation) {
  if (for_each.size() > longest) return std::nullopt;
  WrittenParser parser(for_each, notation.independent);
  std::string latex = parser.places();
  if (!parser.good()) return std::nullopt;
  return latex;
}

}  // namespace zwang::formula

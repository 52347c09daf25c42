// SPDX-License-Identifier: Apache-2.0
#include "formula/write/written_piece.h"

namespace zwang::formula {

std::string fenced(char open, std::string_view latex, char close) {
  std::string before, behind;
  for (const char* tall : {"\\frac", "\\sum", "\\int", "\\begin"}) {
    if (latex.find(tall) == std::string_view::npos) continue;
    before = "\\left";
    behind = "\\right";
  }
  return before + open + std::string(latex) + behind + close;
}

std::string bracketed(std::string_view latex) { return fenced('(', latex, ')'); }

std::string held(const WrittenPiece& piece, Binding least) {
  const bool whole = piece.binding == Binding::none || piece.binding >= least;
  return piece.in_brackets || !whole ? bracketed(piece.latex) : piece.latex;
}

WrittenPiece joined_sum(const WrittenPiece& left, std::string_view sign,
                        const WrittenPiece& right) {
  // A minus before the right side cannot stand behind another sign.
  const std::string behind =
      right.latex.starts_with("-") ? bracketed(right.latex) : held(right, Binding::sum);
  return {held(left, Binding::sum) + std::string(sign) + behind, Binding::sum, false,
          right.ends_open};
}

WrittenPiece joined_product(const WrittenPiece& left, std::string_view sign,
                            const WrittenPiece& right) {
  std::string before = held(left, Binding::product), behind = held(right, Binding::product);
  if (left.ends_open && !left.in_brackets) before = bracketed(left.latex);
  if (behind.starts_with("-")) behind = bracketed(behind);
  const bool digit = behind[0] >= '0' && behind[0] <= '9';
  const std::string_view between = sign.empty() ? (digit ? " \\cdot " : "\\,") : sign;
  return {before + std::string(between) + behind, Binding::product, false, right.ends_open};
}

// The bar holds together what brackets held.
WrittenPiece quotient(const WrittenPiece& over, const WrittenPiece& under) {
  const bool minus =
      over.latex.starts_with("-") && !over.in_brackets && over.binding != Binding::sum;
  const std::string above = minus ? over.latex.substr(1) : over.latex;
  return {(minus ? "-\\frac{" : "\\frac{") + above + "}{" + under.latex + "}", Binding::product};
}

WrittenPiece power(const WrittenPiece& base, const std::string& exponent) {
  // sin⁻¹ would be read as the inverse function.
  const bool name = !base.head.empty() && !base.in_brackets;
  if (name && !exponent.starts_with("-"))
    return {base.head + "^{" + exponent + "}" + base.tail, Binding::power};
  const bool whole = base.binding == Binding::none && !base.in_brackets && !base.ends_open && !name;
  return {(whole ? base.latex : bracketed(base.latex)) + "^{" + exponent + "}", Binding::power};
}

WrittenPiece negated(const WrittenPiece& x) {
  const std::string behind =
      x.latex.starts_with("-") ? bracketed(x.latex) : held(x, Binding::product);
  return {"-" + behind, Binding::prefix, false, x.ends_open};
}

}  // namespace zwang::formula

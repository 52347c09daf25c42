// SPDX-License-Identifier: Apache-2.0
#pragma once
// Reads the LaTeX of formulas back, as a mathematician would, to its value modulo a prime.

#include <charconv>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>

#include "formula/residues.h"

namespace zwang::test::residues {

class LatexReader {
 public:
  /// `names` are the symbols and their values: {"\\dot x", 17}.
  LatexReader(std::string_view text, const std::map<std::string, Residue>& names)
      : text_(text), names_(names) {}

  Residue read() {
    const Residue value = disjunction();
    if (skip(), at_ != text_.size()) fail("end");
    return value;
  }

 private:
  using Op = formula::Op;

  [[noreturn]] void fail(const std::string& expected) const {
    throw std::runtime_error("expected " + expected + " at: " + std::string(text_.substr(at_, 40)));
  }
  void skip() {
    while (text_.substr(at_).starts_with(" ") || text_.substr(at_).starts_with("\\,")) {
      at_ += text_[at_] == ' ' ? 1 : 2;
    }
  }
  // A command must not go on with a letter.
  bool sees(std::string_view mark) {
    skip();
    if (!text_.substr(at_).starts_with(mark)) return false;
    const char next = at_ + mark.size() < text_.size() ? text_[at_ + mark.size()] : ' ';
    const bool is_command = mark.size() > 1 && mark[0] == '\\' && std::isalpha(mark.back());
    return !is_command || !std::isalpha(next);
  }
  bool take(std::string_view mark) {
    if (!sees(mark)) return false;
    at_ += mark.size();
    return true;
  }
  void need(std::string_view mark) {
    if (!take(mark)) fail(std::string(mark));
  }
  Residue braced() {
    need("{");
    const Residue value = disjunction();
    need("}");
    return value;
  }

  Residue disjunction() {
    Residue value = conjunction();
    while (take("\\lor")) value |= conjunction();
    return value;
  }
  Residue conjunction() {
    Residue value = negation();
    while (take("\\land")) value &= negation();
    return value;
  }
  Residue negation() { return take("\\lnot") ? 1 - negation() : relation(); }

  Residue relation() {
    const Residue x = difference();
    if (take("<")) return apply(Op::less, x, difference(), 0);
    if (take(">")) return apply(Op::less, difference(), x, 0);
    if (take("\\le")) return apply(Op::less_equal, x, difference(), 0);
    if (take("\\ge")) return apply(Op::less_equal, difference(), x, 0);
    if (take("=")) return x == difference() ? 1 : 0;
    if (take("\\ne")) return x != difference() ? 1 : 0;
    return x;
  }

  Residue difference() {
    Residue value = take("-") ? negative(remainder()) : remainder();
    for (;;) {
      if (take("+")) {
        value = sum(value, remainder());
      } else if (take("-")) {
        value = sum(value, negative(remainder()));
      } else {
        return value;
      }
    }
  }
  Residue remainder() {
    const Residue x = factors();
    return take("\\bmod") ? apply(Op::mod, x, factors(), 0) : x;
  }

  bool sees_factor() {
    skip();
    if (at_ == text_.size()) return false;
    if (text_[at_] != '\\') return std::isalnum(text_[at_]) || text_[at_] == '(';
    for (const char* other :
         {"\\bmod", "\\lor", "\\land", "\\le", "\\ge", "\\ne", "\\right", "\\end", "\\\\"}) {
      if (sees(other)) return false;
    }
    return true;
  }
  Residue factors() {
    Residue value = power();
    for (;;) {
      if (take("\\cdot") || sees_factor()) {
        value = product(value, power());
      } else if (take("/")) {
        value = product(value, inverse(power()));
      } else {
        return value;
      }
    }
  }
  Residue power() {
    if (take("e^")) return apply(Op::exp, braced(), 0, 0);
    const Residue base = atom();
    return take("^") ? any_power(base, braced()) : base;
  }

  Residue atom() {
    skip();
    if (at_ < text_.size() && std::isdigit(text_[at_])) return number();
    if (take("(")) return closed(")");
    if (take("\\left(")) return closed("\\right)");
    if (take("\\left|")) return apply(Op::abs, closed("\\right|"), 0, 0);
    if (take("\\infty")) return residue(HUGE_VAL);
    if (take("\\mathrm{NaN}")) return residue(NAN);
    if (take("\\sqrt")) return root(braced());
    if (take("\\frac")) {
      const Residue over = braced();
      return product(over, inverse(braced()));
    }
    if (take("\\begin{cases}")) return cases();
    if (take("\\pi")) return residue(3.141592653589793);
    for (const auto& [mark, op] : functions()) {
      if (take(mark)) return call(op);
    }
    return symbol();
  }
  Residue closed(std::string_view end) {
    const Residue value = disjunction();
    need(end);
    return value;
  }
  Residue cases() {
    Residue chosen = 0;
    for (bool found = false;;) {
      const Residue value = disjunction();
      need("&");
      const bool last = take("\\text{otherwise}");
      if (!last) need("\\text{if }");
      const bool holds = last || disjunction() != 0;
      if (holds && !found) chosen = value;
      found = found || holds;
      if (last) break;
      need("\\\\");
    }
    need("\\end{cases}");
    return chosen;
  }

  static const std::map<std::string, Op>& functions() {
    static const std::map<std::string, Op> all = {
        {"\\sin", Op::sin},     {"\\cos", Op::cos},     {"\\tan", Op::tan},
        {"\\arcsin", Op::asin}, {"\\arccos", Op::acos}, {"\\arctan", Op::atan},
        {"\\sinh", Op::sinh},   {"\\cosh", Op::cosh},   {"\\tanh", Op::tanh},
        {"\\ln", Op::log},      {"\\exp", Op::exp},     {"\\operatorname{sgn}", Op::sign},
        {"\\min", Op::min},     {"\\max", Op::max},     {"\\operatorname{atan2}", Op::atan2}};
    return all;
  }
  // Without parentheses the argument is one symbol.
  Residue call(Op op) {
    const Residue exponent = take("^") ? braced() : 1;
    const bool tall = take("\\left(");
    if (!tall && !take("(")) return any_power(apply(op, atom(), 0, 0), exponent);
    Residue value = disjunction();
    const bool folds = op == Op::min || op == Op::max || op == Op::atan2;
    if (!folds) value = apply(op, value, 0, 0);
    while (take(",")) value = apply(op, value, disjunction(), 0);
    need(tall ? "\\right)" : ")");
    return any_power(value, exponent);
  }

  Residue number() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && (std::isdigit(text_[at_]) || text_[at_] == '.')) ++at_;
    std::string digits(text_.substr(begin, at_ - begin));
    // 1.5\cdot 10^{-7}, with no space before \cdot; 10^{-7}
    const bool ten = digits == "10" && text_.substr(at_).starts_with("^{");
    if (ten || text_.substr(at_).starts_with("\\cdot 10^{")) {
      if (ten) digits = "1";
      at_ = text_.find('{', at_) + 1;
      const std::size_t end = text_.find('}', at_);
      digits += "e" + std::string(text_.substr(at_, end - at_));
      at_ = end + 1;
    }
    double value = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), value);
    return residue(value);
  }
  Residue symbol() {
    std::string_view longest;
    for (const auto& [name, value] : names_) {
      if (text_.substr(at_).starts_with(name) && name.size() > longest.size()) longest = name;
    }
    if (longest.empty()) fail("a symbol");
    at_ += longest.size();
    return names_.at(std::string(longest));
  }

  std::string_view text_;
  const std::map<std::string, Residue>& names_;
  std::size_t at_ = 0;
};

}  // namespace zwang::test::residues

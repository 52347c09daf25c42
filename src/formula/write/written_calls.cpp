// SPDX-License-Identifier: Apache-2.0
// Functions as they are written: roots, bars, sums, cases.

#include <algorithm>
#include <cctype>
#include <utility>

#include "formula/write/latex_name.h"
#include "formula/write/written_parser.h"

namespace zwang::formula {

namespace {

struct Notated {
  std::string_view name, latex;
};

constexpr Notated notated[] = {
    {"sin", "\\sin"},     {"cos", "\\cos"},
    {"tan", "\\tan"},     {"asin", "\\arcsin"},
    {"acos", "\\arccos"}, {"atan", "\\arctan"},
    {"sinh", "\\sinh"},   {"cosh", "\\cosh"},
    {"tanh", "\\tanh"},   {"exp", "\\exp"},
    {"log", "\\ln"},      {"min", "\\min"},
    {"max", "\\max"},     {"sign", "\\operatorname{sgn}"},
};

std::string function_latex(std::string_view function) {
  for (const Notated& one : notated)
    if (one.name == function) return std::string(one.latex);
  return "\\operatorname{" + std::string(function) + "}";
}

std::string norm_latex(const std::string& inside) {
  return "\\left\\lVert " + inside + "\\right\\rVert";
}

// What holds like a sum: other factors stand outside its brackets.
WrittenPiece loosely(const WrittenPiece& x, std::string_view sign, const WrittenPiece& y) {
  WrittenPiece first = x;
  first.in_brackets = x.in_brackets || x.latex.starts_with("-");
  WrittenPiece piece = joined_product(first, sign, y);
  piece.binding = Binding::sum;
  return piece;
}

}  // namespace

// Between brackets, the first of which comes next.
std::vector<WrittenPiece> WrittenParser::arguments() {
  std::vector<WrittenPiece> all;
  do {
    advance();
    all.push_back(expression(Binding::disjunction));
  } while (good_ && token_.mark == Mark::comma);
  want(Mark::close);
  return all;
}

WrittenPiece WrittenParser::call(std::string_view function) {
  if (function == "sum") return sum();
  if (function == "integral") return integral();
  if (function == "table") return table();
  const std::vector<WrittenPiece> x = arguments();
  if (!good_) return {};
  WrittenPiece piece = special(function, x);
  if (!piece.latex.empty()) return piece;
  std::string inside;
  for (const WrittenPiece& one : x) inside += (inside.empty() ? "" : ",\\,") + one.latex;
  const std::string head = function_latex(function), tail = bracketed(inside);
  return {head + tail, Binding::none, false, false, head, tail, {}};
}

WrittenPiece WrittenParser::special(std::string_view function,
                                    const std::vector<WrittenPiece>& x) const {
  const bool two = x.size() == 2;
  if (function == "sqrt") return {"\\sqrt{" + x[0].latex + "}"};
  if (function == "abs") return {"\\left|" + x[0].latex + "\\right|"};
  if (function == "norm") return {norm_latex(x[0].latex)};
  if (function == "distance" && two)
    return {norm_latex(held(x[0], Binding::sum) + " - " + held(x[1], Binding::product))};
  if (function == "dot" && two) return loosely(x[0], " \\cdot ", x[1]);
  if (function == "cross" && two) return loosely(x[0], " \\times ", x[1]);
  if (function == "mod" && two) return loosely(x[0], " \\bmod ", x[1]);
  if (function == "if" && x.size() == 3) return choice(x);
  if (function == "multiplier") {
    const std::string row = two ? "," + x[1].latex : "";
    return {"\\lambda_{" + x[0].latex + row + "}"};
  }
  if (function != "hypot") return {};
  WrittenPiece squares = power(x[0], "2");
  for (std::size_t k = 1; k < x.size(); ++k) squares = joined_sum(squares, " + ", power(x[k], "2"));
  return {"\\sqrt{" + squares.latex + "}"};
}

WrittenPiece WrittenParser::choice(const std::vector<WrittenPiece>& x) const {
  const std::string row = x[1].latex + " & \\text{if } " + x[0].latex + " \\\\ ";
  const bool more = !x[2].cases.empty() && !x[2].in_brackets;
  std::string rows = row + (more ? x[2].cases : x[2].latex + " & \\text{otherwise}");
  WrittenPiece piece{"\\begin{cases} " + rows + " \\end{cases}", Binding::product, false, true};
  piece.cases = std::move(rows);
  return piece;
}

// sum(i in 1..N, term)
WrittenPiece WrittenParser::sum() {
  advance();
  std::string latex = "\\sum_{" + latex_name(words(), 0, "") + " = ";
  want(Mark::name);
  want(Mark::in);
  latex += expression(Binding::sum).latex + "}^{";
  want(Mark::dots);
  latex += expression(Binding::sum).latex + "} ";
  want(Mark::comma);
  const WrittenPiece term = expression(Binding::disjunction);
  want(Mark::close);
  return {latex + held(term, Binding::product), Binding::product, false, true};
}

// The text in quotes that follows the token that stands here; reads on behind it.
std::string_view WrittenParser::quoted() {
  const std::string_view text = scanner_.text();
  const std::size_t begin = text.find_first_not_of(" \t\n", token_.end);
  const bool is = begin != std::string_view::npos && (text[begin] == '"' || text[begin] == '\'');
  const std::size_t end = is ? text.find(text[begin], begin + 1) : std::string_view::npos;
  if (end == std::string_view::npos) {
    good_ = false;
    return {};
  }
  scanner_.seek(static_cast<Index>(end) + 1);
  advance();
  return text.substr(begin + 1, end - begin - 1);
}

// table("motor.csv", x, column = "torque"): a function with the name of its column or of its file.
WrittenPiece WrittenParser::table() {
  const std::string_view file = quoted();
  std::string name(file.substr(0, file.rfind('.')));
  if (good_ && token_.mark != Mark::comma) good_ = false;
  if (!good_) return {};
  advance();
  const WrittenPiece x = expression(Binding::disjunction);
  while (good_ && skip(Mark::comma)) {
    const bool column = words() == "column";
    want(Mark::name);
    const std::string_view word = quoted();
    if (column) name = word;
  }
  want(Mark::close);
  const auto is_plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' ||
           c == '_';
  };
  const bool plain = !name.empty() && std::all_of(name.begin(), name.end(), is_plain) &&
                     std::isalpha(static_cast<unsigned char>(name.front())) != 0;
  const std::string head =
      "\\operatorname{table}_{" + latex_name(plain ? name : "data", 0, "") + "}";
  const std::string tail = bracketed(x.latex);
  return {head + tail, Binding::none, false, false, head, tail, {}};
}

WrittenPiece WrittenParser::integral() {
  advance();
  const WrittenPiece term = expression(Binding::disjunction);
  want(Mark::close);
  return {"\\int " + held(term, Binding::product) + "\\,d " + latex_name(independent_, 0, "")};
}

}  // namespace zwang::formula

// SPDX-License-Identifier: Apache-2.0
#include "formula/write/written_parser.h"

#include <algorithm>
#include <utility>

#include "formula/parse/words.h"
#include "formula/write/latex_name.h"

namespace zwang::formula {

namespace {

constexpr int deepest = 100;

std::string_view relation_latex(Mark mark) {
  switch (mark) {
    case Mark::equal:
    case Mark::same:
      return " = ";
    case Mark::less:
      return " < ";
    case Mark::less_equal:
      return " \\le ";
    case Mark::greater:
      return " > ";
    case Mark::greater_equal:
      return " \\ge ";
    case Mark::different:
      return " \\ne ";
    case Mark::conjunction:
      return " \\land ";
    case Mark::disjunction:
      return " \\lor ";
    case Mark::plus:
      return " + ";
    case Mark::minus:
      return " - ";
    default:
      return "";
  }
}

// "35 mm": 35 and mm. An e is one of the number's own where digits follow.
std::pair<std::string, std::string> split_unit(std::string_view text) {
  std::size_t end = text.find_first_not_of("0123456789.");
  if (end != std::string_view::npos && (text[end] == 'e' || text[end] == 'E')) {
    const std::size_t digits = text.find_first_not_of("+-", end + 1);
    if (digits != std::string_view::npos && text[digits] >= '0' && text[digits] <= '9')
      end = text.find_first_not_of("0123456789", digits);
  }
  if (end == std::string_view::npos) return {std::string(text), ""};
  const std::size_t unit = text.find_first_not_of(" \t", end);
  return {std::string(text.substr(0, end)), std::string(text.substr(unit))};
}

// Upright, behind a thin space: 2\,\mathrm{N}/\mathrm{mm}.
std::string unit_latex(std::string unit) {
  for (std::size_t dot = unit.find("·"); dot != std::string::npos; dot = unit.find("·"))
    unit.replace(dot, std::string_view("·").size(), " ");
  std::string latex = "\\,";
  for (std::size_t i = 0; i < unit.size();) {
    const std::size_t end = std::min(unit.find_first_of(" \t/^", i), unit.size());
    if (end > i) latex += "\\mathrm{" + std::string(unit, i, end - i) + "}";
    i = end;
    if (i == unit.size()) break;
    if (unit[i] == '/') latex += '/';
    if (unit[i] == ' ') latex += "\\,";
    if (unit[i++] != '^') continue;
    const std::size_t power = std::min(unit.find_first_not_of("-0123456789", i), unit.size());
    latex += "^{" + std::string(unit, i, power - i) + "}";
    i = power;
  }
  return latex;
}

Binding above(Binding binding) {
  return static_cast<Binding>(static_cast<std::uint8_t>(binding) + 1);
}

}  // namespace

WrittenParser::WrittenParser(std::string_view text, std::string_view independent)
    : scanner_(text), independent_(independent) {
  advance();
}

bool WrittenParser::skip(Mark mark) {
  if (token_.mark != mark) return false;
  advance();
  return true;
}

void WrittenParser::want(Mark mark) { good_ = skip(mark) && good_; }

WrittenPiece WrittenParser::formula() { return expression(Binding::relation); }

std::string WrittenParser::places() {
  std::string latex;
  do {
    latex += (latex.empty() ? "" : ",\\quad ") + latex_name(words(), 0, "") + " = ";
    want(Mark::name);
    want(Mark::in);
    latex += expression(Binding::sum).latex + ",\\ldots,";
    want(Mark::dots);
    latex += expression(Binding::sum).latex;
  } while (good_ && skip(Mark::comma));
  return latex;
}

WrittenPiece WrittenParser::expression(Binding least) {
  if (++depth_ > deepest) good_ = false;
  WrittenPiece left = good_ ? operand() : WrittenPiece{};
  while (good_) {
    const Binding own = binding(token_.mark);
    if (own == Binding::none || own < least) break;
    const Mark mark = token_.mark;
    advance();
    left = between(left, mark, relation_latex(mark));
  }
  --depth_;
  return left;
}

// The right side of a power may be another one, or have a sign.
WrittenPiece WrittenParser::between(const WrittenPiece& left, Mark mark, std::string_view sign) {
  const Binding own = binding(mark);
  const WrittenPiece right = expression(own == Binding::power ? own : above(own));
  if (own == Binding::power) return power(left, right.latex);
  if (mark == Mark::over) return quotient(left, right);
  if (mark == Mark::times) return joined_product(left, "", right);
  if (own == Binding::sum) return joined_sum(left, sign, right);
  return {held(left, own) + std::string(sign) + held(right, own), own};
}

WrittenPiece WrittenParser::operand() {
  const Mark mark = token_.mark;
  const Binding prefix = prefix_binding(mark);
  if (prefix == Binding::none) return after(primary());
  advance();
  const WrittenPiece x = expression(above(prefix));
  if (mark == Mark::minus) return negated(x);
  if (mark == Mark::plus) return x;
  return {"\\lnot " + held(x, Binding::comparison), Binding::negation};
}

WrittenPiece WrittenParser::primary() {
  switch (token_.mark) {
    case Mark::number:
      return number();
    case Mark::name:
      return name();
    case Mark::open: {
      advance();
      WrittenPiece inside = expression(Binding::disjunction);
      want(Mark::close);
      inside.in_brackets = true;
      return inside;
    }
    case Mark::open_bracket: {
      std::string latex;
      do {
        advance();
        latex += (latex.empty() ? "" : ",\\,") + expression(Binding::disjunction).latex;
      } while (good_ && token_.mark == Mark::comma);
      want(Mark::close_bracket);
      return {fenced('[', latex, ']')};
    }
    default:
      good_ = false;
      return {};
  }
}

// 1.5e-3 is 1.5·10⁻³.
WrittenPiece WrittenParser::number() {
  const auto [text, unit] = split_unit(words());
  advance();
  WrittenPiece piece = number(text);
  if (unit.empty()) return piece;
  return {piece.latex + unit_latex(unit), Binding::product};
}

WrittenPiece WrittenParser::number(const std::string& text) {
  const std::size_t e = text.find_first_of("eE");
  if (e == std::string::npos) return {text};
  const std::string exponent = text.substr(text[e + 1] == '+' ? e + 2 : e + 1);
  const std::string mantissa = text.substr(0, e);
  if (mantissa == "1") return {"10^{" + exponent + "}", Binding::power};
  return {mantissa + "\\cdot 10^{" + exponent + "}", Binding::product};
}

int WrittenParser::primes() {
  int count = 0;
  while (skip(Mark::prime)) ++count;
  return count;
}

// bob.x, p[i+1].x: as latex_name wants it, the index apart.
std::string WrittenParser::path(std::string& index) {
  std::string path(words());
  advance();
  while (good_) {
    if (token_.mark == Mark::dot) {
      advance();
      path += "." + std::string(words());
      want(Mark::name);
    } else if (token_.mark == Mark::open_bracket && index.empty()) {
      advance();
      index = expression(Binding::sum).latex;
      want(Mark::close_bracket);
      path += "[]";
    } else {
      break;
    }
  }
  return path;
}

WrittenPiece WrittenParser::name() {
  const std::string first(words());
  std::string index;
  std::string whole = path(index);
  if (token_.mark == Mark::open) {
    if (whole == first) return call(first);
    std::string latex = latex_name(whole, 0, index), inside;  // crank.axis(x)
    for (const WrittenPiece& x : arguments()) inside += (inside.empty() ? "" : ",\\,") + x.latex;
    return {latex + bracketed(inside)};
  }
  int dots = primes();
  if (dots > 0 && token_.mark == Mark::dot) {  // bob'.x
    advance();
    whole += "." + std::string(words());
    want(Mark::name);
    dots += primes();
  }
  good_ = good_ && dots <= 2;
  const bool is_time = independent_ == "t";
  std::string latex = latex_name(whole, is_time ? dots : 0, index);
  if (!is_time && dots > 0) latex += dots == 1 ? "'" : "''";
  return {latex};
}

// (…)', (p - q).x, f(x)'
WrittenPiece WrittenParser::after(WrittenPiece piece) {
  while (good_) {
    if (const int count = primes(); count > 0) {
      piece = derivative(piece, count);
    } else if (token_.mark == Mark::dot) {
      advance();
      const std::string component = latex_name(words(), 0, "");
      want(Mark::name);
      const bool whole = piece.binding == Binding::none && !piece.in_brackets;
      piece = {(whole ? "{" + piece.latex + "}" : bracketed(piece.latex)) + "_{" + component + "}"};
    } else {
      break;
    }
  }
  return piece;
}

WrittenPiece WrittenParser::derivative(const WrittenPiece& piece, int count) const {
  const std::string by = latex_name(independent_, 0, "");
  const std::string order = count == 1 ? "" : "^{" + std::to_string(count) + "}";
  const bool whole = piece.binding == Binding::none && !piece.in_brackets;
  return {"\\frac{d" + order + "}{d " + by + order + "}" +
              (whole ? piece.latex : bracketed(piece.latex)),
          Binding::product, false, true};
}

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

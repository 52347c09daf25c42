// SPDX-License-Identifier: Apache-2.0
#include "formula/write/latex_name.h"

#include <algorithm>
#include <array>
#include <vector>

#include "base/number.h"

namespace zwang::formula {

namespace {

struct Greek {
  std::string_view word, letter, latex;  // as a word, as a letter
};

constexpr std::array greek = std::to_array<Greek>({
    {"alpha", "α", "\\alpha"},
    {"beta", "β", "\\beta"},
    {"gamma", "γ", "\\gamma"},
    {"delta", "δ", "\\delta"},
    {"epsilon", "ϵ", "\\epsilon"},
    {"varepsilon", "ε", "\\varepsilon"},
    {"zeta", "ζ", "\\zeta"},
    {"eta", "η", "\\eta"},
    {"theta", "θ", "\\theta"},
    {"vartheta", "ϑ", "\\vartheta"},
    {"iota", "ι", "\\iota"},
    {"kappa", "κ", "\\kappa"},
    {"lambda", "λ", "\\lambda"},
    {"mu", "μ", "\\mu"},
    {"", "µ", "\\mu"},  // the micro sign, on many keyboards
    {"nu", "ν", "\\nu"},
    {"xi", "ξ", "\\xi"},
    {"omicron", "ο", "o"},
    {"pi", "π", "\\pi"},
    {"rho", "ρ", "\\rho"},
    {"varrho", "ϱ", "\\varrho"},
    {"sigma", "σ", "\\sigma"},
    {"varsigma", "ς", "\\varsigma"},
    {"tau", "τ", "\\tau"},
    {"upsilon", "υ", "\\upsilon"},
    {"phi", "ϕ", "\\phi"},
    {"varphi", "φ", "\\varphi"},
    {"chi", "χ", "\\chi"},
    {"psi", "ψ", "\\psi"},
    {"omega", "ω", "\\omega"},
    {"Gamma", "Γ", "\\Gamma"},
    {"Delta", "Δ", "\\Delta"},
    {"Theta", "Θ", "\\Theta"},
    {"Lambda", "Λ", "\\Lambda"},
    {"Xi", "Ξ", "\\Xi"},
    {"Pi", "Π", "\\Pi"},
    {"Sigma", "Σ", "\\Sigma"},
    {"Upsilon", "Υ", "\\Upsilon"},
    {"Phi", "Φ", "\\Phi"},
    {"Psi", "Ψ", "\\Psi"},
    {"Omega", "Ω", "\\Omega"},
    {"Alpha", "Α", "\\mathrm{A}"},
    {"Beta", "Β", "\\mathrm{B}"},
    {"Epsilon", "Ε", "\\mathrm{E}"},
    {"Zeta", "Ζ", "\\mathrm{Z}"},
    {"Eta", "Η", "\\mathrm{H}"},
    {"Iota", "Ι", "\\mathrm{I}"},
    {"Kappa", "Κ", "\\mathrm{K}"},
    {"Mu", "Μ", "\\mathrm{M}"},
    {"Nu", "Ν", "\\mathrm{N}"},
    {"Omicron", "Ο", "\\mathrm{O}"},
    {"Rho", "Ρ", "\\mathrm{P}"},
    {"Tau", "Τ", "\\mathrm{T}"},
    {"Chi", "Χ", "\\mathrm{X}"},
});

bool is_ascii(std::string_view word) {
  return std::all_of(word.begin(), word.end(),
                     [](char c) { return static_cast<signed char>(c) > 0; });
}

const Greek* find_greek(std::string_view word) {
  const auto at = std::find_if(greek.begin(), greek.end(),
                               [&](const Greek& g) { return word == g.word || word == g.letter; });
  return at == greek.end() ? nullptr : &*at;
}

// One word without subscripts; Greek letters at its beginning stand for themselves: Δx → \Delta x.
std::string word_latex(std::string_view word) {
  std::string latex;
  while (!word.empty()) {
    const Greek* whole = find_greek(word);
    const auto prefix = std::find_if(greek.begin(), greek.end(),
                                     [&](const Greek& g) { return word.starts_with(g.letter); });
    if (whole || prefix != greek.end()) {
      latex += whole ? whole->latex : prefix->latex;
      word.remove_prefix(whole ? word.size() : prefix->letter.size());
      continue;
    }
    const bool plain = word.size() == 1 || std::all_of(word.begin(), word.end(), is_digit);
    if (plain && !latex.empty()) latex += ' ';
    if (!plain) latex += is_ascii(word) ? "\\mathrm{" : "\\text{";
    latex += word;
    if (!plain) latex += '}';
    break;
  }
  return latex;
}

/// A symbol and its subscripts, all in LaTeX.
struct Symbol {
  std::string base;
  std::vector<std::string> subscripts;

  std::string latex() const {
    std::string text = base, mark = "_{";
    for (const std::string& subscript : subscripts) {
      text += mark + subscript;
      mark = ",";
    }
    return subscripts.empty() ? text : text + "}";
  }
};

// theta12 → \theta with 12; m_2 → m with 2; x_max → x with max.
Symbol symbol(std::string_view name) {
  Symbol result;
  const auto add = [&](std::string_view word) {
    if (word.empty()) return;
    if (result.base.empty()) {
      result.base = word_latex(word);
    } else {
      result.subscripts.push_back(word_latex(word));
    }
  };
  for (bool more = true; more;) {
    const std::size_t end = name.find('_');
    std::string_view word = name.substr(0, end);
    more = end != std::string_view::npos;
    if (more) name.remove_prefix(end + 1);
    std::size_t letters = word.size();
    while (letters > 0 && is_digit(word[letters - 1])) --letters;
    add(word.substr(0, letters));
    add(word.substr(letters));
  }
  if (result.base.empty()) result.base = "\\_";
  return result;
}

std::string dotted(const std::string& base, int dots) {
  if (dots == 0) return base;
  const std::string accent = dots == 1 ? "\\dot" : "\\ddot";
  if (base.size() == 1) return accent + " " + base;
  const bool one_command = base[0] == '\\' && base.find_first_of(" {\\", 1) == std::string::npos;
  return one_command ? accent + base : accent + "{" + base + "}";
}

}  // namespace

std::string latex_name(std::string_view name, int dots, std::string_view index) {
  // The last word is the symbol; what it belongs to becomes its subscripts.
  std::string own_index;
  std::vector<std::string> owners;
  if (const std::size_t open = name.find('['); open != std::string_view::npos) {
    const std::size_t close = std::min(name.rfind(']'), name.size() - 1);
    own_index = index.empty() ? name.substr(open + 1, close - open - 1) : index;
    const std::string_view component = name.substr(close + 1);
    name = name.substr(0, open);
    if (!component.empty()) {
      owners = {symbol(name).latex()};
      name = component.substr(1);
    }
  }
  for (std::size_t dot; (dot = name.find('.')) != std::string_view::npos;) {
    owners.push_back(symbol(name.substr(0, dot)).latex());
    name.remove_prefix(dot + 1);
  }
  Symbol result = symbol(name);
  result.base = dotted(result.base, dots);
  result.subscripts.insert(result.subscripts.end(), owners.begin(), owners.end());
  if (!own_index.empty()) result.subscripts.push_back(own_index);
  return result.latex();
}

}  // namespace zwang::formula

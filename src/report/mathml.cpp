// SPDX-License-Identifier: Apache-2.0
#include "report/mathml.h"

#include <algorithm>
#include <array>
#include <vector>

#include "report/html.h"
#include "report/latex_reader.h"

namespace zwang::report {

namespace {

// Deeper formulas than a person reads, or a browser lays out, are shown as text.
constexpr int deepest = 100;

struct Symbol {
  std::string_view latex, element, text;
};

constexpr std::array symbols = std::to_array<Symbol>({
    {"\\cdot", "mo", "⋅"},     {"\\bmod", "mo", "mod"},  {"\\land", "mo", "∧"},
    {"\\lor", "mo", "∨"},      {"\\lnot", "mo", "¬"},    {"\\ne", "mo", "≠"},
    {"\\ge", "mo", "≥"},       {"\\le", "mo", "≤"},      {"\\infty", "mi", "∞"},
    {"\\times", "mo", "×"},    {"\\int", "mo", "∫"},     {"\\sum", "mo", "∑"},
    {"\\ldots", "mo", "…"},    {"\\lVert", "mo", "‖"},   {"\\rVert", "mo", "‖"},
    {"\\alpha", "mi", "α"},    {"\\beta", "mi", "β"},    {"\\gamma", "mi", "γ"},
    {"\\delta", "mi", "δ"},    {"\\epsilon", "mi", "ϵ"}, {"\\varepsilon", "mi", "ε"},
    {"\\zeta", "mi", "ζ"},     {"\\eta", "mi", "η"},     {"\\theta", "mi", "θ"},
    {"\\vartheta", "mi", "ϑ"}, {"\\iota", "mi", "ι"},    {"\\kappa", "mi", "κ"},
    {"\\lambda", "mi", "λ"},   {"\\mu", "mi", "μ"},      {"\\nu", "mi", "ν"},
    {"\\xi", "mi", "ξ"},       {"\\pi", "mi", "π"},      {"\\rho", "mi", "ρ"},
    {"\\varrho", "mi", "ϱ"},   {"\\sigma", "mi", "σ"},   {"\\varsigma", "mi", "ς"},
    {"\\tau", "mi", "τ"},      {"\\upsilon", "mi", "υ"}, {"\\phi", "mi", "ϕ"},
    {"\\varphi", "mi", "φ"},   {"\\chi", "mi", "χ"},     {"\\psi", "mi", "ψ"},
    {"\\omega", "mi", "ω"},    {"\\Gamma", "mi", "Γ"},   {"\\Delta", "mi", "Δ"},
    {"\\Theta", "mi", "Θ"},    {"\\Lambda", "mi", "Λ"},  {"\\Xi", "mi", "Ξ"},
    {"\\Pi", "mi", "Π"},       {"\\Sigma", "mi", "Σ"},   {"\\Upsilon", "mi", "Υ"},
    {"\\Phi", "mi", "Φ"},      {"\\Psi", "mi", "Ψ"},     {"\\Omega", "mi", "Ω"},
});

constexpr std::array functions = std::to_array<std::string_view>(
    {"\\exp", "\\ln", "\\sin", "\\cos", "\\tan", "\\arcsin", "\\arccos", "\\arctan", "\\sinh",
     "\\cosh", "\\tanh", "\\min", "\\max"});

std::string element(std::string_view name, const std::string& inside) {
  return "<" + std::string(name) + ">" + inside + "</" + std::string(name) + ">";
}

class Writer {
 public:
  /// All that is left, its cells separated.
  std::vector<std::string> cells(std::string_view latex) {
    LatexReader in(latex);
    std::vector<std::string> all(1);
    while (in.skip_blanks(), !in.done()) {
      if (in.skip("&")) {
        all.emplace_back();
      } else {
        all.back() += with_scripts(in);
      }
    }
    return all;
  }

  std::string row(std::string_view latex) {
    if (++depth_ > deepest) {
      --depth_;
      return element("mtext", html_text(latex));
    }
    std::string inside;
    for (const std::string& cell : cells(latex)) inside += cell;
    --depth_;
    return element("mrow", inside);
  }

 private:
  // An atom, and what stands at its right above and below.
  std::string with_scripts(LatexReader& in) {
    const bool is_function = names_function(in), is_sum = in.at("\\sum");
    const std::string base = atom(in);
    std::string sub, super, primes;
    for (bool more = true; more;) {
      more = true;
      if (in.skip("_")) {
        sub = row(in.take_argument());
      } else if (in.skip("'")) {
        primes += "<mo>′</mo>";
      } else if (in.skip("^")) {
        super = row(in.take_argument());
      } else {
        more = false;
      }
    }
    if (!primes.empty()) super = element("mrow", primes + super);
    if (is_sum && !sub.empty() && !super.empty()) return element("munderover", base + sub + super);
    // Beside an argument without brackets the invisible mark alone would leave no gap.
    const bool bare = is_function && !in.at("(") && !in.at("\\left") && !in.done();
    const std::string apply = !is_function ? ""
                              : bare       ? "<mo>\u2061</mo><mspace width=\"0.17em\"/>"
                                           : "<mo>\u2061</mo>";
    if (!sub.empty() && !super.empty()) return element("msubsup", base + sub + super) + apply;
    if (!sub.empty()) return element("msub", base + sub) + apply;
    if (!super.empty()) return element("msup", base + super) + apply;
    return base + apply;
  }

  static bool names_function(const LatexReader& in) {
    LatexReader ahead = in;
    const std::string_view piece = ahead.take();
    return piece == "\\operatorname" ||
           std::find(functions.begin(), functions.end(), piece) != functions.end();
  }

  std::string atom(LatexReader& in) {
    if (in.front() == '{') return row(in.take_argument());
    const std::string_view piece = in.take();
    if (piece[0] == '\\') return command(piece, in);
    if (piece[0] >= '0' && piece[0] <= '9') return element("mn", std::string(piece));
    if (piece == "-") return element("mo", "−");
    const bool mark = piece.size() == 1 &&
                      std::string_view("+=<>()[],|/:;!").find(piece[0]) != std::string_view::npos;
    const bool fence = mark && std::string_view("()[]|").find(piece[0]) != std::string_view::npos;
    if (fence) return "<mo stretchy=\"false\">" + html_text(piece) + "</mo>";  // \left grows
    return element(mark ? "mo" : "mi", html_text(piece));
  }

  std::string command(std::string_view piece, LatexReader& in) {
    if (piece == "\\frac") {
      const std::string above = row(in.take_argument());
      return element("mfrac", above + row(in.take_argument()));
    }
    if (piece == "\\sqrt") return element("msqrt", row(in.take_argument()));
    if (piece == "\\dot" || piece == "\\ddot") {
      const std::string base = row(in.take_argument());
      return "<mover accent=\"true\">" + base + element("mo", piece == "\\dot" ? "˙" : "¨") +
             "</mover>";
    }
    if (piece == "\\mathrm" || piece == "\\operatorname")
      return "<mi mathvariant=\"normal\">" + html_text(plain_words(in.take_argument())) + "</mi>";
    if (piece == "\\text")
      return element("mtext", html_text(spaced(plain_words(in.take_argument()))));
    if (piece == "\\mathrel") return element("mo", html_text(in.take_argument()) + joined(in));
    if (piece == "\\begin") return environment(in.take_argument(), in);
    if (piece == "\\left" || piece == "\\right") {
      const std::string_view fence = in.done() ? "." : in.take();
      return fence[0] == '\\' ? lone(fence) : element("mo", html_text(fence));
    }
    return lone(piece);
  }

  // Spaces at the ends of a text would collapse.
  static std::string spaced(std::string words) {
    if (words.ends_with(" ")) words.replace(words.size() - 1, 1, "\u00A0");
    if (words.starts_with(" ")) words.replace(0, 1, "\u00A0");
    return words;
  }

  // \mathrel{+}= is one sign.
  static std::string joined(LatexReader& in) { return in.skip("=") ? "=" : ""; }

  static std::string lone(std::string_view piece) {
    if (piece == "\\,") return "<mspace width=\"0.17em\"/>";
    if (piece == "\\ ") return "<mspace width=\"0.33em\"/>";
    if (piece == "\\quad") return "<mspace width=\"1em\"/>";
    const auto symbol = std::find_if(symbols.begin(), symbols.end(),
                                     [&](const Symbol& s) { return s.latex == piece; });
    if (symbol != symbols.end()) return element(symbol->element, std::string(symbol->text));
    const bool function = std::find(functions.begin(), functions.end(), piece) != functions.end();
    return element(function ? "mi" : "mtext", html_text(piece.substr(1)));
  }

  // bmatrix and cases: rows that \\ ends, of cells.
  std::string environment(std::string_view name, LatexReader& in) {
    std::string_view inside = in.take_environment(name);
    std::string rows;
    while (!inside.empty()) {
      const std::size_t end = row_end(inside);
      std::string cells_of_row;
      for (const std::string& cell : cells(inside.substr(0, end)))
        cells_of_row += element("mtd", cell);
      rows += element("mtr", cells_of_row);
      inside = inside.substr(std::min(inside.size(), end + 2));
    }
    const bool cases = name == "cases";
    return element("mrow", element("mo", cases ? "{" : "[") + element("mtable", rows) +
                               (cases ? "" : element("mo", "]")));
  }

  // Where the first \\ stands that is not inside another environment.
  static std::size_t row_end(std::string_view text) {
    int depth = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text.substr(i).starts_with("\\begin{")) ++depth;
      if (text.substr(i).starts_with("\\end{")) --depth;
      if (depth == 0 && text.substr(i).starts_with("\\\\")) return i;
    }
    return text.size();
  }

  int depth_ = 0;
};

}  // namespace

std::string mathml(std::string_view latex) { return Writer().row(latex); }

}  // namespace zwang::report

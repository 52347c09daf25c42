// SPDX-License-Identifier: Apache-2.0
#include "derive/page.h"

#include <algorithm>

namespace zwang::deriving {

using formula::Node;
using formula::Printed;

namespace {

constexpr std::size_t widest_entry = 24, most_columns = 4;

// What LaTeX takes for commands.
std::string escaped(std::string_view words) {
  std::string result;
  for (const char c : words) {
    switch (c) {
      case '\\':
        result += "\\textbackslash{}";
        break;
      case '~':
      case '^':
        result += std::string("\\") + c + "{}";
        break;
      case '_':
      case '%':
      case '&':
      case '#':
      case '$':
      case '{':
      case '}':
        result += '\\';
        [[fallthrough]];
      default:
        result += c;
    }
  }
  return result;
}

std::string padded(std::string words, std::size_t width) {
  words.resize(std::max(words.size(), width), ' ');
  return words;
}

std::string text_matrix(std::string_view letter, const Matrix<std::string>& cells) {
  std::vector<std::size_t> widths(cells[0].size());
  for (const auto& row : cells) {
    for (std::size_t j = 0; j < row.size(); ++j) widths[j] = std::max(widths[j], row[j].size());
  }
  std::string text;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    text +=
        i == 0 ? "  " + std::string(letter) + " = [" : std::string(letter.size() + 5, ' ') + "[";
    for (std::size_t j = 0; j < widths.size(); ++j) {
      text += (j == 0 ? " " : "  ") + padded(cells[i][j], widths[j]);
    }
    text += " ]\n";
  }
  return text;
}

std::string latex_matrix(std::string_view letter, const Matrix<std::string>& cells) {
  std::string text = std::string(letter) + " &= \\begin{bmatrix} ";
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i > 0) text += " \\\\ ";
    for (std::size_t j = 0; j < cells[i].size(); ++j) {
      text += (j == 0 ? "" : " & ") + cells[i][j];
    }
  }
  return text + " \\end{bmatrix}";
}

}  // namespace

Printed Page::print(Node x) const {
  return latex_ ? formula::print_latex(symbols_, x) : formula::print(symbols_, x);
}

void Page::title(const std::string& words) {
  if (latex_) {
    text_ += "% needs \\usepackage{amsmath}\n\\section*{" + escaped(words) + "}\n";
  } else {
    text_ += words + "\n";
  }
}

void Page::section(std::string_view heading) {
  flush();
  text_ += latex_ ? "\n\\paragraph{" + std::string(heading) + ".}\n"
                  : "\n" + std::string(heading) + "\n";
}

void Page::sentence(const std::string& text) { sentence(text, escaped(text)); }

void Page::sentence(const std::string& text, const std::string& latex) {
  flush();
  text_ += latex_ ? latex + "\n" : "  " + text + "\n";
}

void Page::equation(const std::string& left, Node right, const std::string& note) {
  write(left, "=", print(right), note);
}

void Page::equation(Node left, Node right, const std::string& note) {
  Printed printed = print(left);
  const Printed other = print(right);
  if (printed.names.empty() && other.names.empty()) {
    return write(printed.formula, "=", other, note);
  }
  // Names of parts are those of one formula, so long sides become one.
  formula::Graph& g = symbols_.graph();
  write("0", "=", print(g.subtract(left, right)), note);
}

void Page::addend(const std::string& left, Node right, const std::string& note) {
  write(left, latex_ ? "\\mathrel{+}=" : "+=", print(right), note);
}

void Page::write(const std::string& left, std::string_view sign, const Printed& right,
                 const std::string& note) {
  if (!latex_) {
    text_ += "  " + left + " " + std::string(sign) + " " + right.formula;
    text_ += note.empty() ? "\n" : "   (" + note + ")\n";
    for (std::size_t k = 0; k < right.parts.size(); ++k) {
      text_ += "    with " + right.names[k] + " = " + right.parts[k] + "\n";
    }
    return;
  }
  std::string line = left + " &" + std::string(sign) + " " + right.formula;
  if (!note.empty()) line += " && \\text{" + escaped(note) + "}";
  equations_.push_back(line);
  for (std::size_t k = 0; k < right.parts.size(); ++k) {
    equations_.push_back("&\\quad \\text{with } " + right.names[k] + " = " + right.parts[k]);
  }
}

bool Page::matrix(std::string_view letter, const Matrix<Node>& entries) {
  Matrix<std::string> cells;
  if (entries.empty() || entries[0].size() > most_columns) return false;
  for (const auto& row : entries) {
    cells.emplace_back();
    for (const Node x : row) {
      if (!formula::print(symbols_, x).names.empty() ||
          formula::print(symbols_, x).formula.size() > widest_entry) {
        return false;
      }
      cells.back().push_back(print(x).formula);
    }
  }
  if (latex_) {
    equations_.push_back(latex_matrix(letter, cells));
  } else {
    text_ += text_matrix(letter, cells);
  }
  return true;
}

std::string Page::name(Node input) const { return print(input).formula; }

std::string Page::entry(std::string_view letter, const std::vector<Node>& indices) const {
  std::string inside;
  for (const Node x : indices) inside += (inside.empty() ? "" : ", ") + name(x);
  const std::string before(letter);
  return latex_ ? before + "_{" + inside + "}" : before + "(" + inside + ")";
}

std::string Page::force(const std::string& constraint, Node q) const {
  return latex_ ? "F_{\\text{" + escaped(constraint) + "},\\," + name(q) + "}"
                : "force(" + constraint + ")." + name(q);
}

// The equations so far as one environment.
void Page::flush() {
  if (equations_.empty()) return;
  text_ += "\\begin{align*}\n";
  for (std::size_t k = 0; k < equations_.size(); ++k) {
    text_ += "  " + equations_[k] + (k + 1 < equations_.size() ? " \\\\\n" : "\n");
  }
  text_ += "\\end{align*}\n";
  equations_.clear();
}

std::string Page::finish() {
  flush();
  return std::move(text_);
}

}  // namespace zwang::deriving

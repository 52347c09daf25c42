// SPDX-License-Identifier: Apache-2.0
// Functions, powers, conditions and cases in LaTeX.

#include <algorithm>
#include <cmath>

#include "formula/write/latex_writer.h"

namespace zwang::formula {

namespace {

constexpr Index short_exponent = 20;  // characters of an exponent e^{…} that is still legible

std::string_view function_latex(Op op) {
  switch (op) {
    case Op::exp:
      return "\\exp";
    case Op::log:
      return "\\ln";
    case Op::sin:
      return "\\sin";
    case Op::cos:
      return "\\cos";
    case Op::tan:
      return "\\tan";
    case Op::asin:
      return "\\arcsin";
    case Op::acos:
      return "\\arccos";
    case Op::atan:
      return "\\arctan";
    case Op::sinh:
      return "\\sinh";
    case Op::cosh:
      return "\\cosh";
    case Op::tanh:
      return "\\tanh";
    case Op::sign:
      return "\\operatorname{sgn}";
    case Op::atan2:
      return "\\operatorname{atan2}";
    case Op::min:
      return "\\min";
    default:
      return "\\max";
  }
}

// Functions whose powers are written at the name: \sin^{2}\theta.
bool bears_exponent(Op op) {
  return op == Op::sin || op == Op::cos || op == Op::tan || op == Op::sinh || op == Op::cosh ||
         op == Op::tanh;
}

}  // namespace

void LatexWriter::push_power(Node base, int exponent) {
  const Op op = graph_.op(base);
  const bool is_named = outline_.is_named(base);
  if (op == Op::sqrt && !is_named) return push_power_of_root(graph_[base].a, exponent);
  const bool at_name = bears_exponent(op) && !is_named;
  if (at_name) push_argument(graph_[base].a);
  push("}");
  push_number(exponent);
  push("^{");
  if (at_name) {
    push(function_latex(op));
  } else {
    push(base, Level::atom);
  }
}

// √x³ is x^{3/2}.
void LatexWriter::push_power_of_root(Node x, int exponent) {
  if (exponent == 2) return push(x, Level::factor);
  push("}");
  if (exponent % 2 != 0) push("/2");
  push_number(exponent % 2 != 0 ? exponent : exponent / 2);
  push("^{");
  push(x, Level::atom);
}

// x^{3/2}: a fraction on one line.
void LatexWriter::push_exponent(Node x) {
  push("}");
  const double value = graph_.is_constant(x) ? graph_.value(x) : 0;
  if (const auto fraction = simple_fraction(std::abs(value))) {
    push_number(fraction->denominator);
    push("/");
    push_number(fraction->numerator);
    if (value < 0) push("-");
  } else {
    push(x, Level::either);
  }
  push("^{");
}

void LatexWriter::write_exponential(Node exponent) {
  if (is_tall(exponent) || outline_.length(exponent) > short_exponent) {
    push_parenthesised(exponent);
    return push("\\exp");
  }
  push("}");
  push(exponent, Level::either);
  push("e^{");
}

void LatexWriter::write_function(Node x) {
  const Term& term = graph_[x];
  switch (term.op) {
    case Op::sqrt:
      push("}");
      push(term.a, Level::either);
      return push("\\sqrt{");
    case Op::hypot:
      push("}");
      push_power(term.b, 2);
      push("+");
      push_power(term.a, 2);
      return push("\\sqrt{");
    case Op::abs:
      push("\\right|");
      push(term.a, Level::either);
      return push("\\left|");
    case Op::power:
      push_exponent(term.b);
      return push(term.a, Level::atom);
    case Op::mod:
      return push(term.a, Level::factor, " \\bmod ", term.b, Level::factor);
    case Op::exp:
      return write_exponential(term.a);
    case Op::min:
    case Op::max:
    case Op::atan2:
      return write_extremum(x);
    case Op::sign:
      push_parenthesised(term.a);
      break;
    default:
      push_argument(term.a);
  }
  push(function_latex(term.op));
}

// min, max and whatever else is written as f(x, y); min(min(x, y), z) as one list.
void LatexWriter::write_extremum(Node x) {
  const Op op = graph_.op(x);
  std::vector<Node> arguments, todo{graph_[x].b, graph_[x].a};
  while (!todo.empty()) {
    const Node y = todo.back();
    todo.pop_back();
    if (op != Op::atan2 && outline_.is_written(y, op)) {
      todo.push_back(graph_[y].b);
      todo.push_back(graph_[y].a);
    } else {
      arguments.push_back(y);
    }
  }
  const bool tall =
      std::any_of(arguments.begin(), arguments.end(), [&](Node y) { return is_tall(y); });
  push(tall ? "\\right)" : ")");
  for (std::size_t i = arguments.size(); i-- > 0;) {
    push(arguments[i], Level::either);
    if (i > 0) push(", ");
  }
  push(tall ? "\\left(" : "(");
  push(function_latex(op));
}

// if(c, a, if(d, b, e)) is one list of cases.
void LatexWriter::write_cases(Node x) {
  std::vector<Node> rows{x};
  for (Node rest = graph_[x].c; outline_.is_written(rest, Op::select); rest = graph_[rest].c) {
    rows.push_back(rest);
  }
  push(" & \\text{otherwise} \\end{cases}");
  push(graph_[rows.back()].c, Level::either);
  for (std::size_t i = rows.size(); i-- > 0;) {
    push(" \\\\ ");
    push(graph_[rows[i]].b, Level::either, " & \\text{if } ", graph_[rows[i]].a, Level::either);
  }
  push("\\begin{cases} ");
}

void LatexWriter::write_condition(Node x) {
  const Term& term = graph_[x];
  switch (term.op) {
    case Op::both:
    case Op::either: {
      const LeftRight sides = outline_.sides(x);
      return term.op == Op::both
                 ? push(sides.left, Level::both, " \\land ", sides.right, Level::negation)
                 : push(sides.left, Level::either, " \\lor ", sides.right, Level::both);
    }
    case Op::negation:
      if (outline_.is_written(term.a, Op::equal)) {
        const LeftRight sides = outline_.sides(term.a);
        return push(sides.left, Level::loose, " \\ne ", sides.right, Level::loose);
      }
      push(term.a, Level::loose);
      return push("\\lnot ");
    case Op::equal: {
      const LeftRight sides = outline_.sides(x);
      return push(sides.left, Level::loose, " = ", sides.right, Level::loose);
    }
    default:
      break;
  }
  const bool strict = term.op == Op::less, turned = graph_.is_constant(term.a);
  const std::string_view mark = turned ? (strict ? " > " : " \\ge ") : (strict ? " < " : " \\le ");
  push(turned ? term.b : term.a, Level::loose, mark, turned ? term.a : term.b, Level::loose);
}

}  // namespace zwang::formula

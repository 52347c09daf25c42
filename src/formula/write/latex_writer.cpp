// SPDX-License-Identifier: Apache-2.0
#include "formula/write/latex_writer.h"

#include <cmath>
#include <numbers>
#include <utility>

#include "formula/rebuild.h"
#include "formula/write/latex_name.h"
#include "formula/write/number_text.h"

namespace zwang::formula {

namespace {

// Operations that are set higher than a line.
bool rises(const Graph& graph, Node x) {
  switch (graph.op(x)) {
    case Op::divide:
    case Op::sqrt:
    case Op::hypot:
    case Op::select:
      return true;
    case Op::constant: {
      const auto pi = fraction_of_pi(std::abs(graph.value(x)));
      return pi && pi->denominator > 1;
    }
    case Op::multiply:
      return graph.is_constant(graph[x].a) && simple_fraction(std::abs(graph.value(graph[x].a)));
    default:
      return false;
  }
}

std::string constant_latex(double value) {
  return value == std::numbers::pi ? "\\pi" : number_latex(value);
}

}  // namespace

LatexWriter::LatexWriter(const Outline& outline)
    : outline_(outline), graph_(outline.graph()), tall_(std::size_t{outline.root()} + 1, false) {
  const Node root = outline.root();
  for (const Node x : graph_.reachable({&root, 1})) {
    const Term& term = graph_[x];
    const int operands = arity(term.op);
    tall_[x] = rises(graph_, x) || (operands > 0 && is_tall(term.a)) ||
               (operands > 1 && is_tall(term.b)) || (operands > 2 && is_tall(term.c));
  }
}

bool LatexWriter::is_tall(Node x) const { return tall_[x] && !outline_.is_named(x); }

LatexWriter::Level LatexWriter::level(Node x) const {
  if (outline_.is_named(x)) return Level::atom;
  if (outline_.power(x).exponent > 1) return Level::factor;
  switch (graph_.op(x)) {
    case Op::constant: {
      const double value = graph_.value(x);
      if (value < 0) return Level::sum;
      if (fraction_of_pi(value)) return value == std::numbers::pi ? Level::atom : Level::product;
      return number_latex(value).find("10^") == std::string::npos ? Level::atom : Level::product;
    }
    case Op::input:
    case Op::abs:
      return Level::atom;
    case Op::add:
    case Op::subtract:
    case Op::negate:
      return Level::sum;
    case Op::multiply:
    case Op::divide:
      return Level::product;
    case Op::mod:
    case Op::select:
      return Level::loose;
    case Op::less:
    case Op::less_equal:
    case Op::equal:
      return Level::relation;
    case Op::negation:
      return outline_.is_written(graph_[x].a, Op::equal) ? Level::relation : Level::negation;
    case Op::both:
      return Level::both;
    case Op::either:
      return Level::either;
    default:
      return Level::factor;
  }
}

// A command ends where no letter follows, so a letter needs a space before it.
void LatexWriter::append(std::string_view words) {
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  const bool is_visible =
      !words.empty() && (is_letter(words[0]) || (words[0] >= '0' && words[0] <= '9'));
  if (is_visible && !text_.empty()) {
    std::size_t at = text_.size();
    while (at > 0 && is_letter(text_[at - 1])) --at;
    const bool after_command = at > 0 && at < text_.size() && text_[at - 1] == '\\';
    if (after_command || text_.back() == '}') text_ += ' ';
  }
  text_ += words;
}

std::string LatexWriter::write(Node x) {
  text_.clear();
  write_out(x);
  while (!todo_.empty()) {
    const Piece piece = todo_.back();
    todo_.pop_back();
    if (piece.node == no_node) {
      append(piece.words.empty() ? constant_latex(piece.number) : std::string(piece.words));
    } else if (level(piece.node) < piece.level) {
      push_parenthesised(piece.node);
    } else if (outline_.is_named(piece.node)) {
      append("w_{" + std::to_string(outline_.name_number(piece.node)) + "}");
    } else {
      write_out(piece.node);
    }
  }
  return std::move(text_);
}

void LatexWriter::write_out(Node x) {
  const Term& term = graph_[x];
  if (const WholePower& power = outline_.power(x); power.exponent > 1) {
    return push_power(power.base, power.exponent);
  }
  switch (term.op) {
    case Op::input:
      return append(input_name(term.a));
    case Op::constant:
    case Op::add:
    case Op::subtract:
    case Op::multiply:
    case Op::divide:
    case Op::negate:
      return push_sum(flat_sum(outline_, x));
    case Op::select:
      return write_cases(x);
    case Op::less:
    case Op::less_equal:
    case Op::equal:
    case Op::both:
    case Op::either:
    case Op::negation:
      return write_condition(x);
    default:
      return write_function(x);
  }
}

void LatexWriter::push_sum(const std::vector<Product>& terms) {
  const Level least = terms.size() == 1 && !terms[0].minus ? Level::loose : Level::product;
  for (std::size_t i = terms.size(); i-- > 0;) {
    push_product(terms[i], least);
    if (terms[i].minus) {
      push("-");
    } else if (i > 0) {
      push("+");
    }
  }
}

void LatexWriter::push_product(Product product, Level least) {
  const bool is_number = product.over.empty() && product.under.empty();
  if (product.over_numbers.size() == 1 && !is_number) {
    if (const auto fraction = simple_fraction(product.over_numbers[0])) {
      const bool alone = product.under.empty() && product.under_numbers.empty();
      if (alone) return push_coefficient(*fraction, product.over);
      product.over_numbers = {static_cast<double>(fraction->numerator)};
      if (fraction->numerator == 1) product.over_numbers.clear();
      product.under_numbers.insert(product.under_numbers.begin(), fraction->denominator);
    }
  }
  if (product.under.empty() && product.under_numbers.empty()) {
    return push_factors(product.over_numbers, product.over, least);
  }
  push("}");
  push_factors(product.under_numbers, product.under, Level::either);
  push("}{");
  push_factors(product.over_numbers, product.over, Level::either);
  push("\\frac{");
}

// ½ m v², where m v²/(2 r) has its fraction already.
void LatexWriter::push_coefficient(const Fraction& fraction, const std::vector<Factor>& factors) {
  push_factors({}, factors, Level::factor);
  push(is_word(factors[0]) ? "\\," : " ");
  push("}");
  push_number(fraction.denominator);
  push("}{");
  push_number(fraction.numerator);
  push("\\frac{");
}

// `least` is for a factor that is alone.
void LatexWriter::push_factors(const std::vector<double>& numbers,
                               const std::vector<Factor>& factors, Level least) {
  if (!numbers.empty() || factors.size() > 1) least = Level::factor;
  for (std::size_t i = factors.size(); i-- > 0;) {
    if (factors[i].exponent > 1) {
      push_power(factors[i].base, factors[i].exponent);
    } else {
      push(factors[i].base, least);
    }
    if (i == 0 && numbers.empty()) break;
    const bool words = is_word(factors[i]) || (i > 0 && is_word(factors[i - 1]));
    push(begins_with_digit(factors[i]) ? " \\cdot " : words ? "\\," : " ");
  }
  for (std::size_t i = numbers.size(); i-- > 0;) {
    push_number(numbers[i]);
    if (i > 0) push(numbers[i] == std::numbers::pi ? " " : " \\cdot ");
  }
  if (numbers.empty() && factors.empty()) push("1");
}

void LatexWriter::push_argument(Node x) {
  if (level(x) == Level::atom) {
    push(x, Level::atom);
  } else {
    push_parenthesised(x);
  }
}

void LatexWriter::push_parenthesised(Node x) {
  push(is_tall(x) ? "\\right)" : ")");
  push(x, Level::either);
  push(is_tall(x) ? "\\left(" : "(");
}

const std::string& LatexWriter::input_name(std::uint32_t slot) {
  const auto [at, is_new] = names_.try_emplace(slot);
  if (!is_new) return at->second;
  const Symbols& symbols = outline_.symbols();
  const Input& input = symbols.inputs()[slot];
  std::string index;
  if (input.index != no_node) {
    Graph formula;
    const Node root = copied(formula, symbols.graph(), input.index);
    index = LatexWriter(Outline(symbols, formula, root, std::vector<bool>(root, true))).write(root);
  }
  const int dots = input.role == Role::rate ? 1 : input.role == Role::acceleration ? 2 : 0;
  const std::string_view name = input.name;
  at->second = latex_name(name.substr(0, name.find('\'')), dots, index);
  return at->second;
}

bool LatexWriter::is_word(const Factor& factor) {
  if (graph_.op(factor.base) != Op::input || outline_.is_named(factor.base)) return false;
  const std::string& name = input_name(graph_.slot(factor.base));
  return name.starts_with("\\mathrm") || name.starts_with("\\text") || name.starts_with("\\dot{") ||
         name.starts_with("\\ddot{");
}

bool LatexWriter::begins_with_digit(const Factor& factor) const {
  const Node x = factor.base;
  return outline_.is_written(x, Op::power) && graph_.is_constant(graph_[x].a);
}

}  // namespace zwang::formula

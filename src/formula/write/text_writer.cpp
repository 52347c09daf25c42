// SPDX-License-Identifier: Apache-2.0
// The reader hands every operation to the graph as it meets it: a*b*c is (a*b)*c. So the text must
// be such that these steps end in the node that is to be printed, the graph's rewritings included:
// −(a*b) may be written -a*b, because the graph moves the sign outwards again.

#include "formula/write/text_writer.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "formula/rebuild.h"
#include "formula/write/number_text.h"

namespace zwang::formula {

namespace {

constexpr std::array<std::string_view, 17> whole_exponents = {
    "",   "",    "^2",  "^3",  "^4",  "^5",  "^6",  "^7", "^8",
    "^9", "^10", "^11", "^12", "^13", "^14", "^15", "^16"};

bool has_constant_first(const Graph& graph, Node x, Op op) {
  return graph.op(x) == op && graph.is_constant(graph[x].a);
}

// The graph keeps c·x as it is, and does not merge c into x.
bool takes_factor(const Graph& graph, Node x) {
  return !graph.is_constant(x) && graph.op(x) != Op::negate &&
         !has_constant_first(graph, x, Op::multiply) && !has_constant_first(graph, x, Op::divide);
}

// The graph keeps −x as it is.
bool takes_minus(const Graph& graph, Node x) {
  return takes_factor(graph, x) && graph.op(x) != Op::subtract;
}

}  // namespace

TextWriter::Level TextWriter::constant_level(double value) const {
  if (!std::isfinite(value)) return Level::product;  // 1/0
  if (const auto pi = fraction_of_pi(std::abs(value)); pi && pi->numerator + pi->denominator > 2) {
    return Level::product;
  }
  return value < 0 ? Level::sign : Level::atom;
}

TextWriter::Level TextWriter::level(Node x) const {
  if (outline_.is_named(x)) return Level::atom;
  if (outline_.power(x).exponent > 1) return Level::power;
  switch (graph_.op(x)) {
    case Op::constant:
      return constant_level(graph_.value(x));
    case Op::add:
    case Op::subtract:
      return Level::sum;
    case Op::multiply:
    case Op::divide:
      return Level::product;
    case Op::negate:
      return Level::sign;
    case Op::power:
      return Level::power;
    case Op::less:
    case Op::less_equal:
    case Op::equal:
      return Level::comparison;
    case Op::negation:
      return outline_.is_written(graph_[x].a, Op::equal) ? Level::comparison : Level::negation;
    case Op::both:
      return Level::both;
    case Op::either:
      return Level::either;
    default:
      return Level::atom;
  }
}

std::string TextWriter::write(Node x) {
  text_.clear();
  write_out(x);
  while (!todo_.empty()) {
    const Piece piece = todo_.back();
    todo_.pop_back();
    if (piece.node == no_node) {
      text_ += piece.words;
    } else if (level(piece.node) < piece.level) {
      text_ += '(';
      push(")");
      write_out(piece.node);
    } else if (outline_.is_named(piece.node)) {
      text_ += outline_.name(piece.node);
    } else {
      write_out(piece.node);
    }
  }
  return std::move(text_);
}

void TextWriter::write_out(Node x) {
  const Term& term = graph_[x];
  if (const WholePower& power = outline_.power(x); power.exponent > 1) {
    push(whole_exponents[power.exponent]);
    push(power.base, Level::atom);
    return;
  }
  switch (term.op) {
    case Op::constant:
      return write_constant(graph_.value(x));
    case Op::input:
      return write_input(outline_.symbols().inputs()[term.a]);
    case Op::add:
    case Op::subtract:
      return write_sum(x);
    case Op::multiply: {
      if (graph_.is_constant(term.a)) return write_multiple(term.a, term.b);
      const LeftRight sides = outline_.sides(x);
      return push(sides.left, Level::product, "*", sides.right, Level::power);
    }
    case Op::divide:
      return push(term.a, Level::product, "/", term.b, Level::power);
    case Op::negate:
      return write_negative(term.a);
    case Op::power:
      return write_power(term.a, term.b);
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

void TextWriter::write_constant(double value) {
  if (value < 0) text_ += '-';
  const auto pi = fraction_of_pi(std::abs(value));
  if (!pi) {
    text_ += number_text(std::abs(value));
    return;
  }
  if (pi->numerator > 1) text_ += std::to_string(pi->numerator) + '*';
  text_ += "pi";
  if (pi->denominator > 1) text_ += '/' + std::to_string(pi->denominator);
}

// The member of a family whose index differs from place to place is named by its index; the words
// that the index was first written with may have lost their meaning.
void TextWriter::write_input(const Input& input) {
  if (input.index == no_node) {
    text_ += input.name;
    return;
  }
  const Symbols& symbols = outline_.symbols();
  Graph index;
  const Node root = copied(index, symbols.graph(), input.index);
  std::string index_text =
      TextWriter(Outline(symbols, index, root, std::vector<bool>(root, true))).write(root);
  if (index_text.find("if(") == std::string::npos) std::erase(index_text, ' ');
  const Family& family = symbols.families()[input.family];
  const std::string& component = family.components[input.component];
  text_ += family.name + '[' + index_text + ']';
  if (!component.empty()) text_ += '.' + component;
  text_.append(std::count(input.name.begin(), input.name.end(), '\''), '\'');
}

void TextWriter::write_sum(Node x) {
  const bool plus = graph_.op(x) == Op::add;
  const LeftRight sides = plus ? outline_.sides(x) : LeftRight{graph_[x].a, graph_[x].b};
  const bool two_signs = outline_.begins_with_minus(sides.right);
  push(sides.left, Level::sum, plus ? " + " : " - ", sides.right,
       two_signs ? Level::atom : Level::product);
}

// c·x. Of c*a*b the graph makes c·(a·b), but of c*a/b it makes (c·a)/b, and it would merge c into
// a constant at the beginning of x.
void TextWriter::write_multiple(Node factor, Node x) {
  std::vector<Node> rest;
  Node first = x;
  while (outline_.is_written(first, Op::multiply) && !graph_.is_constant(graph_[first].a)) {
    const LeftRight sides = outline_.sides(first);
    rest.push_back(sides.right);
    first = sides.left;
  }
  if (!takes_factor(graph_, first)) {
    rest.clear();
    first = x;
  }
  for (const Node y : rest) {
    push(y, Level::power);
    push("*");
  }
  push(factor, Level::product, "*", first, Level::power);
}

void TextWriter::write_negative(Node x) {
  const bool is_product =
      outline_.is_written(x, Op::multiply) || outline_.is_written(x, Op::divide);
  push(x,
       is_product && takes_minus(graph_, outline_.first_factor(x)) ? Level::product : Level::power);
  push("-");
}

void TextWriter::write_power(Node base, Node exponent) {
  const bool is_number = graph_.is_constant(exponent) && !outline_.is_named(exponent);
  push(base, Level::atom, "^", exponent, is_number ? Level::sign : Level::power);
}

// The moving side first: x > 0 rather than 0 < x.
void TextWriter::write_comparison(Node x) {
  const Term& term = graph_[x];
  if (term.op == Op::equal) {
    const LeftRight sides = outline_.sides(x);
    return push(sides.left, Level::sum, " == ", sides.right, Level::sum);
  }
  const bool strict = term.op == Op::less;
  if (graph_.is_constant(term.a)) {
    return push(term.b, Level::sum, strict ? " > " : " >= ", term.a, Level::sum);
  }
  push(term.a, Level::sum, strict ? " < " : " <= ", term.b, Level::sum);
}

void TextWriter::write_condition(Node x) {
  const Term& term = graph_[x];
  switch (term.op) {
    case Op::both:
    case Op::either: {
      const LeftRight sides = outline_.sides(x);
      return term.op == Op::both
                 ? push(sides.left, Level::both, " and ", sides.right, Level::negation)
                 : push(sides.left, Level::either, " or ", sides.right, Level::both);
    }
    case Op::negation:
      if (outline_.is_written(term.a, Op::equal)) {
        const LeftRight sides = outline_.sides(term.a);
        return push(sides.left, Level::sum, " != ", sides.right, Level::sum);
      }
      push(term.a, Level::negation);
      return push("not ");
    default:
      return write_comparison(x);
  }
}

void TextWriter::write_function(Node x) {
  const Term& term = graph_[x];
  const Node operands[3] = {term.a, term.b, term.c};
  push(")");
  for (int k = arity(term.op); k-- > 1;) {
    push(operands[k], Level::either);
    push(", ");
  }
  // min(a, b, c) is min(min(a, b), c).
  Node first = term.a;
  while ((term.op == Op::min || term.op == Op::max) && outline_.is_written(first, term.op)) {
    push(graph_[first].b, Level::either);
    push(", ");
    first = graph_[first].a;
  }
  push(first, Level::either);
  push("(");
  push(facts(term.op).name);
}

}  // namespace zwang::formula

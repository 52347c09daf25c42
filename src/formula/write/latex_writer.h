// SPDX-License-Identifier: Apache-2.0
#pragma once
// A formula as a textbook would set it. Needs the package amsmath (cases, \text, \operatorname).

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "formula/write/number_text.h"
#include "formula/write/outline.h"

namespace zwang::formula {

// Products and sums laid flat, as LaTeX sets them: one fraction with common factors cancelled,
// powers of equal factors joined, factors and terms in the order of a textbook.

/// base^exponent
struct Factor {
  Node base;
  int exponent;
};

/// ± numbers·factors / (numbers·factors). Numbers are positive and not 1.
struct Product {
  bool minus = false;
  std::vector<double> over_numbers, under_numbers;
  std::vector<Factor> over, under;
};

/// x as a sum, positive terms first. Named parts stay whole, x itself excepted.
std::vector<Product> flat_sum(const Outline& outline, Node x);

class LatexWriter {
 public:
  explicit LatexWriter(const Outline& outline);

  /// The LaTeX of x, itself written out and not by its name.
  std::string write(Node x);

 private:
  /// How strongly an expression holds together on the page.
  enum class Level { either, both, negation, relation, loose, sum, product, factor, atom };

  /// What is still to be written: words, a number, or a node that must hold together so strongly.
  struct Piece {
    std::string_view words;
    Node node = no_node;
    Level level = Level::either;
    double number = 0;
  };

  Level level(Node x) const;
  bool is_tall(Node x) const;
  bool is_word(const Factor& factor);
  bool begins_with_digit(const Factor& factor) const;
  const std::string& input_name(std::uint32_t slot);

  void write_out(Node x);
  void write_condition(Node x);
  void write_function(Node x);
  void write_exponential(Node exponent);
  void write_extremum(Node x);
  void write_cases(Node x);
  void push_sum(const std::vector<Product>& terms);
  void push_product(Product product, Level least);
  void push_coefficient(const Fraction& fraction, const std::vector<Factor>& factors);
  void push_factors(const std::vector<double>& numbers, const std::vector<Factor>& factors,
                    Level least);
  void push_exponent(Node x);
  void push_power(Node base, int exponent);
  void push_power_of_root(Node x, int exponent);
  void push_argument(Node x);
  void push_parenthesised(Node x);

  // Pieces are pushed in reverse: what is pushed last is written first.
  void push(std::string_view words) { todo_.push_back({words}); }
  void push(Node x, Level level) { todo_.push_back({{}, x, level}); }
  void push_number(double number) { todo_.push_back({{}, no_node, Level::either, number}); }
  void push(Node left, Level left_level, std::string_view mark, Node right, Level right_level) {
    push(right, right_level);
    push(mark);
    push(left, left_level);
  }
  void append(std::string_view words);

  const Outline& outline_;
  const Graph& graph_;
  std::vector<bool> tall_;
  std::unordered_map<std::uint32_t, std::string> names_;  // of inputs
  std::vector<Piece> todo_;
  std::string text_;
};

}  // namespace zwang::formula

// SPDX-License-Identifier: Apache-2.0
#pragma once
// A formula in the language of the reader, with no parentheses but those that the reader needs to
// build the same nodes.

#include <string>
#include <string_view>
#include <vector>

#include "formula/write/outline.h"

namespace zwang::formula {

class TextWriter {
 public:
  explicit TextWriter(const Outline& outline) : outline_(outline), graph_(outline.graph()) {}

  /// The text of x, itself written out and not by its name.
  std::string write(Node x);

 private:
  /// How strongly an expression holds together, as in the reader.
  enum class Level { either, both, negation, comparison, sum, product, sign, power, atom };

  /// What is still to be written: words, or a node that must hold together at least so strongly.
  struct Piece {
    std::string_view words;
    Node node = no_node;
    Level level = Level::either;
  };

  Level level(Node x) const;
  Level constant_level(double value) const;
  void write_out(Node x);
  void write_constant(double value);
  void write_input(const Input& input);
  void write_sum(Node x);
  void write_multiple(Node factor, Node x);
  void write_negative(Node x);
  void write_power(Node base, Node exponent);
  void write_comparison(Node x);
  void write_condition(Node x);
  void write_function(Node x);

  // Pieces are pushed in reverse: what is pushed last is written first.
  void push(std::string_view words) { todo_.push_back({words}); }
  void push(Node x, Level level) { todo_.push_back({{}, x, level}); }
  void push(Node left, Level left_level, std::string_view mark, Node right, Level right_level) {
    push(right, right_level);
    push(mark);
    push(left, left_level);
  }

  const Outline& outline_;
  const Graph& graph_;
  std::vector<Piece> todo_;
  std::string text_;
};

}  // namespace zwang::formula

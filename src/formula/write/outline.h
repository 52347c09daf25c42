// SPDX-License-Identifier: Apache-2.0
#pragma once
// How a formula will be written, before it is: what are powers, which operand comes first, how long
// it gets, and which parts deserve a name because they are long and used more than once.

#include <cstdint>
#include <string>
#include <vector>

#include "formula/graph.h"
#include "formula/parse/symbols.h"

namespace zwang::formula {

/// The squares and products that Graph::power builds for a whole exponent; 1: no such thing.
struct WholePower {
  Node base;
  int exponent = 1;
};

/// The two operands of an operation that commutes, in the order in which they are written.
struct LeftRight {
  Node left, right;
};

class Outline {
 public:
  /// Parts that are `barred` get no name, unless they are so long that they must.
  Outline(const Symbols& symbols, const Graph& graph, Node root, std::vector<bool> barred = {});

  Node root() const { return root_; }
  /// The parts that get names, earlier ones never using later ones.
  const std::vector<Node>& parts() const { return parts_; }
  bool is_named(Node x) const { return name_[x] != 0; }
  /// w1, w2, …: none of the names that the symbols know.
  std::string name(Node x) const { return "w" + std::to_string(name_[x]); }
  int name_number(Node x) const { return static_cast<int>(name_[x]); }

  const WholePower& power(Node x) const { return powers_[x]; }
  /// x is this operation and is written as such, not by a name and not as a power.
  bool is_written(Node x, Op op) const {
    return graph_.op(x) == op && !is_named(x) && powers_[x].exponent == 1;
  }
  LeftRight sides(Node x) const;
  /// Where the text of a product or quotient begins: its first factor; x itself otherwise.
  Node first_factor(Node x) const { return firsts_[x]; }
  bool begins_with_minus(Node x) const {
    return graph_.is_constant(firsts_[x]) && graph_.value(firsts_[x]) < 0;
  }
  /// Where a factor belongs in a product: parameters, time, coordinates, rates, …, functions.
  int rank(Node x) const;
  /// About how many characters x takes.
  Index length(Node x) const { return lengths_[x]; }
  /// Whether the text of x contains `if`, that of named parts aside.
  bool contains_if(Node x) const { return contains_if_[x]; }

  const Symbols& symbols() const { return symbols_; }
  const Graph& graph() const { return graph_; }

 private:
  template <class Visit>
  void for_each_operand(Node x, const Visit& visit) const;
  void find_powers(const std::vector<Node>& nodes);
  void count_uses(const std::vector<Node>& nodes);
  void measure(Node x);
  Node find_first(Node x) const;
  void choose_names(const std::vector<Node>& nodes);
  bool deserves_name(Node x) const;
  Index own_length(Node x) const;
  int rank_of_input(Node x) const;
  bool opens_sum(Node x, Node other) const;

  const Symbols& symbols_;
  const Graph& graph_;
  Node root_;
  std::vector<Node> parts_, firsts_;
  std::vector<WholePower> powers_;
  std::vector<std::uint32_t> uses_, name_;
  std::vector<Index> lengths_;
  std::vector<bool> contains_if_, barred_;
};

}  // namespace zwang::formula

// SPDX-License-Identifier: Apache-2.0
#pragma once
// Formulas as one graph: nodes in one array, equal nodes stored once. A node's operands have
// smaller numbers than the node, so every pass is a loop over numbers and none recurses.

#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "base/index.h"
#include "formula/op.h"

namespace zwang::formula {

using Node = std::uint32_t;  // number of a node in its graph

inline constexpr Node no_node = 0xFFFFFFFFu;

/// One node. A constant keeps its bits in a (low half) and b (high half); an input keeps its slot,
/// the place of its value in the array of inputs, in a.
struct Term {
  Op op;
  Node a = 0, b = 0, c = 0;
};

/// The graph. Building a node simplifies it: constants are folded, and the rewritings below keep
/// the value as real numbers (not always the last bit):
///   x + 0, x − 0, 1·x, x/1, x^1 → x;  0·x, x − x → 0;  −(−x) → x;  x·x → square;
///   constants move to the left factor and merge, signs move outwards, x + (−2) → x − 2,
///   c·x ± c·y → c·(x ± y);
///   operands of commuting operations are ordered by number;
///   x^n for whole |n| ≤ 16 becomes squares and products; x^0.5 → sqrt x;
///   select with equal branches, with a constant condition, or nested under its own condition.
class Graph {
 public:
  Graph();

  Node constant(double value);
  Node input(std::uint32_t slot);

  Node add(Node x, Node y);
  Node subtract(Node x, Node y);
  Node multiply(Node x, Node y);
  Node divide(Node x, Node y);
  Node negate(Node x);
  Node square(Node x);
  Node power(Node x, Node y);
  Node sqrt(Node x) { return apply(Op::sqrt, x); }
  Node select(Node condition, Node then, Node otherwise);

  /// Any operation of one or two arguments, simplified as above.
  Node apply(Op op, Node x);
  Node apply(Op op, Node x, Node y);

  Node size() const { return static_cast<Node>(terms_.size()); }
  const Term& operator[](Node x) const { return terms_[x]; }
  Op op(Node x) const { return terms_[x].op; }

  bool is_constant(Node x) const { return terms_[x].op == Op::constant; }
  bool is_constant(Node x, double value) const { return is_constant(x) && this->value(x) == value; }
  /// The value of a constant node.
  double value(Node x) const {
    return std::bit_cast<double>(std::uint64_t{terms_[x].b} << 32 | terms_[x].a);
  }
  bool is_negative(Node x) const { return is_constant(x) && value(x) < 0; }
  /// The slot of an input node.
  std::uint32_t slot(Node x) const { return terms_[x].a; }
  /// One more than the largest slot so far.
  std::uint32_t slots() const { return slots_; }

  /// The nodes that `outputs` need, themselves included, in ascending order (operands first).
  std::vector<Node> reachable(std::span<const Node> outputs) const;

  /// Where x stands in the last answer of reachable(), or -1.
  Index position(Node x) const {
    return x < marks_.size() && marks_[x].epoch == epoch_ ? marks_[x].position : Index{-1};
  }

  /// How many operations `outputs` need: reachable nodes that are neither constant nor input.
  Index operations(std::span<const Node> outputs) const;

 private:
  struct Mark {
    std::uint32_t epoch = 0, position = 0;
  };

  Node intern(const Term& term);
  Node scaled(double factor, Node x);
  Node whole_power(Node x, int n);
  Node common_factor(Node x, Node y) const;
  void grow();

  std::vector<Term> terms_;
  std::vector<Node> table_;  // open addressing, a power of two, at most half full
  std::uint32_t slots_ = 0;
  // Scratch of reachable(): one array for all calls, so that a call costs what it finds and not
  // what the graph holds.
  mutable std::vector<Mark> marks_;
  mutable std::uint32_t epoch_ = 0;
};

}  // namespace zwang::formula

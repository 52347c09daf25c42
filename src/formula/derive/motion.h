// SPDX-License-Identifier: Apache-2.0
#pragma once
// From formulas to the numbers of the instant: rows A, b of a constraint; M, Q of a Lagrangian.

#include <cstdint>
#include <span>
#include <vector>

#include "formula/derive/derive.h"
#include "formula/graph.h"

namespace zwang::formula {

/// What moves; all are input nodes. A frame is a pseudo-coordinate x(q): its value, its rate J v
/// and its bias J̇ v are inputs that somebody else computes. A row then has two parts and belongs
/// to the coordinates as A = A_q + A_x J, while b already contains A_x (J̇ v).
struct Moving {
  std::vector<Node> q, v, a;            // coordinates, rates, accelerations
  std::vector<Node> x, x_rate, x_bias;  // frames
  Node t = no_node;                     // time, if any
};

enum class Level : std::uint8_t { position, velocity, acceleration };

/// One row of A q̈ = b, from φ(q, t) = 0, f(q, v, t) = 0 or g(q, v, q̈, t) = 0.
struct Row {
  Level level = Level::position;
  Node residual = no_node;        // φ, f or g itself
  Node rate = no_node;            // φ̇ of the position level
  std::vector<Partial> A = {};    // over the coordinates
  std::vector<Partial> A_x = {};  // over the frames
  Node b = no_node;
  bool linear = true;  // false: g is not linear in q̈, and the row is of no use
};

/// Makes rows. The tables over all coordinates are made once; a row costs what its formula costs.
class RowMaker {
 public:
  RowMaker(Graph& graph, const Moving& moving);

  Row operator()(Node residual) const;

 private:
  Row from_position(Node phi) const;
  Row from_velocity(Node f) const;
  Row from_acceleration(Node g) const;
  Level level(Node residual) const;
  bool is_linear(Node g, const Row& row) const;

  Graph& graph_;
  Columns q_, v_, a_, x_, x_rate_;
  Direction coasting_;  // d/dt without acceleration: q → v, t → 1, x → ẋ, ẋ → J̇ v
  Direction at_rest_;   // q̈ → 0
};

/// One row; for many, make a RowMaker.
Row row(Graph& graph, Node residual, const Moving& moving);

/// d/dt with q̇ = v, v̇ = q̈, ṫ = 1: the total time derivative. Accelerations count as constant;
/// whoever calls excludes them. Not for frames, whose second derivative needs J.
std::vector<Node> total_rate(Graph& graph, std::span<const Node> nodes, const Moving& moving);

/// M (lower triangle by columns, n(n+1)/2 entries) and Q of a Lagrangian or an integrand.
struct Free {
  std::vector<Node> M, Q;
};
Free euler_lagrange(Graph& graph, Node L, const Moving& moving);

}  // namespace zwang::formula

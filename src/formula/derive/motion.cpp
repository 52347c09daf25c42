// SPDX-License-Identifier: Apache-2.0
// Rows and free motion by derivatives of formulas. [XUMK94] (its signs and indices corrected, see
// errata 1 and 3), [FKNU05]. L here is the paper's F.

#include "formula/derive/motion.h"

#include <algorithm>

#include "base/contract.h"

namespace zwang::formula {

namespace {

void set_all(const Graph& graph, Direction& direction, std::span<const Node> inputs,
             std::span<const Node> nodes) {
  expects(inputs.size() == nodes.size());
  for (std::size_t k = 0; k < inputs.size(); ++k) direction.set(graph.slot(inputs[k]), nodes[k]);
}

// q → v, t → 1, x → ẋ, ẋ → J̇ v; v stands still.
Direction coasting(Graph& graph, const Moving& moving) {
  Direction direction;
  set_all(graph, direction, moving.q, moving.v);
  set_all(graph, direction, moving.x, moving.x_rate);
  set_all(graph, direction, moving.x_rate, moving.x_bias);
  if (moving.t != no_node) direction.set(graph.slot(moving.t), graph.constant(1));
  return direction;
}

Node one_forward(Graph& graph, Node x, const Direction& direction) {
  return forward(graph, {&x, 1}, direction).front();
}

}  // namespace

RowMaker::RowMaker(Graph& graph, const Moving& moving)
    : graph_(graph),
      q_(graph, moving.q),
      v_(graph, moving.v),
      a_(graph, moving.a),
      x_(graph, moving.x),
      x_rate_(graph, moving.x_rate),
      coasting_(coasting(graph, moving)) {
  for (const Node a : moving.a) at_rest_.set(graph.slot(a), graph.constant(0));
}

// The highest derivative decides.
Level RowMaker::level(Node residual) const {
  Level level = Level::position;
  for (const Node x : graph_.reachable({&residual, 1})) {
    if (graph_.op(x) != Op::input) continue;
    const std::uint32_t slot = graph_.slot(x);
    if (a_.at(slot) >= 0) return Level::acceleration;
    if (v_.at(slot) >= 0 || x_rate_.at(slot) >= 0) level = Level::velocity;
  }
  return level;
}

Row RowMaker::operator()(Node residual) const {
  switch (level(residual)) {
    case Level::position:
      return from_position(residual);
    case Level::velocity:
      return from_velocity(residual);
    default:
      return from_acceleration(residual);
  }
}

// φ̈ = A q̈ + (second derivative along the motion without acceleration), so that no Hessian is
// formed: b is minus twice the s² coefficient of φ(q + s v, t + s).
Row RowMaker::from_position(Node phi) const {
  Row row{Level::position, phi};
  row.A = gradient(graph_, phi, q_);  // [XUMK94 23]
  row.A_x = gradient(graph_, phi, x_);
  row.rate = one_forward(graph_, phi, coasting_);
  row.b = graph_.negate(one_forward(graph_, row.rate, coasting_));  // [XUMK94 22]
  return row;
}

Row RowMaker::from_velocity(Node f) const {  // f = 0: [FKNU05 36]
  Row row{Level::velocity, f};
  row.A = gradient(graph_, f, v_);
  row.A_x = gradient(graph_, f, x_rate_);
  row.b = graph_.negate(one_forward(graph_, f, coasting_));  // [FKNU05 37]
  return row;
}

// Linear in q̈: no slope contains an acceleration, and none decides a step.
bool RowMaker::is_linear(Node g, const Row& row) const {
  const auto is_acceleration = [&](Node x) {
    return graph_.op(x) == Op::input && a_.at(graph_.slot(x)) >= 0;
  };
  std::vector<Node> suspects;
  for (const Partial& partial : row.A) suspects.push_back(partial.value);
  for (const Node x : graph_.reachable({&g, 1})) {
    const Op op = graph_.op(x);
    if (op == Op::sign || op == Op::mod || is_condition(op)) suspects.push_back(x);
  }
  const std::vector<Node> below = graph_.reachable(suspects);
  return std::none_of(below.begin(), below.end(), is_acceleration);
}

// g = A q̈ − b already; b is what is left of −g without accelerations.
Row RowMaker::from_acceleration(Node g) const {
  Row row{Level::acceleration, g};
  row.A = gradient(graph_, g, a_);
  row.b = graph_.negate(substitute(graph_, {&g, 1}, at_rest_).front());
  row.linear = is_linear(g, row);
  return row;
}

Row row(Graph& graph, Node residual, const Moving& moving) {
  return RowMaker(graph, moving)(residual);
}

std::vector<Node> total_rate(Graph& graph, std::span<const Node> nodes, const Moving& moving) {
  expects(moving.x.empty());
  Direction direction = coasting(graph, moving);
  set_all(graph, direction, moving.v, moving.a);
  return forward(graph, nodes, direction);
}

Free euler_lagrange(Graph& graph, Node L, const Moving& moving) {
  const std::size_t n = moving.q.size();
  std::vector<Node> wrt = moving.q;
  wrt.insert(wrt.end(), moving.v.begin(), moving.v.end());
  const Node one = graph.constant(1);
  const std::vector<Node> slopes = reverse(graph, {&L, 1}, {&one, 1}, wrt);
  const std::span L_q(slopes.data(), n), p(slopes.data() + n, n);  // p = ∂L/∂v

  Free free;
  const std::vector<Node> p_rate = forward(graph, p, coasting(graph, moving));
  for (std::size_t i = 0; i < n; ++i) {
    free.Q.push_back(graph.subtract(L_q[i], p_rate[i]));  // [XUMK94 17]
  }
  for (std::size_t j = 0; j < n; ++j) {  // forward over reverse: a column of M is ∂p/∂v_j
    Direction along_j;
    along_j.set(graph.slot(moving.v[j]), one);
    const std::vector<Node> column = forward(graph, p.subspan(j), along_j);  // [XUMK94 16]
    free.M.insert(free.M.end(), column.begin(), column.end());
  }
  return free;
}

}  // namespace zwang::formula

// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a formula stands for: a number, a vector of the plane or of space, or a condition.

#include <array>
#include <span>
#include <string_view>

#include "formula/graph.h"

namespace zwang::formula {

enum class Kind : std::uint8_t { scalar, vector, condition };

struct Value {
  Kind kind = Kind::scalar;
  int size = 1;  // components: 1, or 2 and 3 for a vector
  std::array<Node, 3> at = {no_node, no_node, no_node};

  std::span<const Node> nodes() const { return {at.data(), static_cast<std::size_t>(size)}; }
  std::span<Node> nodes() { return {at.data(), static_cast<std::size_t>(size)}; }
};

inline Value scalar(Node x) { return {Kind::scalar, 1, {x, no_node, no_node}}; }
inline Value condition(Node x) { return {Kind::condition, 1, {x, no_node, no_node}}; }
inline Value vector(std::span<const Node> nodes) {
  Value result{Kind::vector, static_cast<int>(nodes.size())};
  for (std::size_t i = 0; i < nodes.size(); ++i) result.at[i] = nodes[i];
  return result;
}

/// 0, 1, 2 for x, y, z if a vector of this size has it, else -1.
inline int component(std::string_view name, int size) {
  const int at = name == "x" ? 0 : name == "y" ? 1 : name == "z" ? 2 : -1;
  return at < size ? at : -1;
}

// Vectors of the plane and of space, component by component; a number is its own only component.
// Sizes must agree: whoever calls has checked.
Value zero_like(Graph& graph, const Value& v);
Value sum(Graph& graph, const Value& u, const Value& v);
Value difference(Graph& graph, const Value& u, const Value& v);
Value negated(Graph& graph, const Value& v);
Value product(Graph& graph, Node factor, const Value& v);
Value quotient(Graph& graph, const Value& v, Node divisor);
Value select(Graph& graph, Node condition, const Value& then, const Value& otherwise);

Node dot(Graph& graph, const Value& u, const Value& v);
/// In the plane a number, u.x v.y − u.y v.x.
Value cross(Graph& graph, const Value& u, const Value& v);
/// √(x² + y² + z²): a root is one instruction, a hypotenuse a call.
Node norm(Graph& graph, const Value& v);

}  // namespace zwang::formula

// SPDX-License-Identifier: Apache-2.0
#include "formula/value.h"

namespace zwang::formula {

namespace {

// v with every component replaced by f(its number).
template <class F>
Value each(const Value& v, F f) {
  Value result{v.kind, v.size};
  for (std::size_t i = 0; i < v.nodes().size(); ++i) result.at[i] = f(i);
  return result;
}

}  // namespace

Value zero_like(Graph& graph, const Value& v) {
  return each(v, [&](std::size_t) { return graph.constant(0); });
}

Value sum(Graph& graph, const Value& u, const Value& v) {
  return each(u, [&](std::size_t i) { return graph.add(u.at[i], v.at[i]); });
}

Value difference(Graph& graph, const Value& u, const Value& v) {
  return each(u, [&](std::size_t i) { return graph.subtract(u.at[i], v.at[i]); });
}

Value negated(Graph& graph, const Value& v) {
  return each(v, [&](std::size_t i) { return graph.negate(v.at[i]); });
}

Value product(Graph& graph, Node factor, const Value& v) {
  return each(v, [&](std::size_t i) { return graph.multiply(factor, v.at[i]); });
}

Value quotient(Graph& graph, const Value& v, Node divisor) {
  return each(v, [&](std::size_t i) { return graph.divide(v.at[i], divisor); });
}

Value select(Graph& graph, Node condition, const Value& then, const Value& otherwise) {
  return each(then,
              [&](std::size_t i) { return graph.select(condition, then.at[i], otherwise.at[i]); });
}

Node dot(Graph& graph, const Value& u, const Value& v) {
  Node result = graph.constant(0);
  for (std::size_t i = 0; i < u.nodes().size(); ++i)
    result = graph.add(result, graph.multiply(u.at[i], v.at[i]));
  return result;
}

Value cross(Graph& graph, const Value& u, const Value& v) {
  const auto turned = [&](std::size_t i, std::size_t j) {
    return graph.subtract(graph.multiply(u.at[i], v.at[j]), graph.multiply(u.at[j], v.at[i]));
  };
  if (u.size == 2) return scalar(turned(0, 1));
  return {Kind::vector, 3, {turned(1, 2), turned(2, 0), turned(0, 1)}};
}

Node norm(Graph& graph, const Value& v) { return graph.sqrt(dot(graph, v, v)); }

}  // namespace zwang::formula

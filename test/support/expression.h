// SPDX-License-Identifier: Apache-2.0
#pragma once
// Formulas written as C++ expressions: an Expr is a node that knows its graph.

#include <span>
#include <vector>

#include "formula/graph.h"

namespace zwang::test {

struct Expr {
  formula::Graph* graph = nullptr;
  formula::Node node = formula::no_node;
};

inline Expr constant(formula::Graph& graph, double value) {
  return {&graph, graph.constant(value)};
}
inline Expr input(formula::Graph& graph, std::uint32_t slot) { return {&graph, graph.input(slot)}; }

inline Expr apply(formula::Op op, Expr x) { return {x.graph, x.graph->apply(op, x.node)}; }
inline Expr apply(formula::Op op, Expr x, Expr y) {
  return {x.graph, x.graph->apply(op, x.node, y.node)};
}

inline Expr operator-(Expr x) { return {x.graph, x.graph->negate(x.node)}; }
inline Expr operator+(Expr x, Expr y) { return {x.graph, x.graph->add(x.node, y.node)}; }
inline Expr operator-(Expr x, Expr y) { return {x.graph, x.graph->subtract(x.node, y.node)}; }
inline Expr operator*(Expr x, Expr y) { return {x.graph, x.graph->multiply(x.node, y.node)}; }
inline Expr operator/(Expr x, Expr y) { return {x.graph, x.graph->divide(x.node, y.node)}; }
inline Expr pow(Expr x, Expr y) { return {x.graph, x.graph->power(x.node, y.node)}; }
inline Expr operator<(Expr x, Expr y) { return apply(formula::Op::less, x, y); }
inline Expr operator>(Expr x, Expr y) { return apply(formula::Op::less, y, x); }

inline Expr operator+(Expr x, double y) { return x + constant(*x.graph, y); }
inline Expr operator+(double x, Expr y) { return constant(*y.graph, x) + y; }
inline Expr operator-(Expr x, double y) { return x - constant(*x.graph, y); }
inline Expr operator-(double x, Expr y) { return constant(*y.graph, x) - y; }
inline Expr operator*(Expr x, double y) { return x * constant(*x.graph, y); }
inline Expr operator*(double x, Expr y) { return constant(*y.graph, x) * y; }
inline Expr operator/(Expr x, double y) { return x / constant(*x.graph, y); }
inline Expr operator/(double x, Expr y) { return constant(*y.graph, x) / y; }
inline Expr pow(Expr x, double y) { return pow(x, constant(*x.graph, y)); }
inline Expr operator<(Expr x, double y) { return x < constant(*x.graph, y); }
inline Expr operator>(Expr x, double y) { return x > constant(*x.graph, y); }

inline Expr square(Expr x) { return {x.graph, x.graph->square(x.node)}; }
inline Expr sqrt(Expr x) { return {x.graph, x.graph->sqrt(x.node)}; }
inline Expr sin(Expr x) { return apply(formula::Op::sin, x); }
inline Expr cos(Expr x) { return apply(formula::Op::cos, x); }
inline Expr exp(Expr x) { return apply(formula::Op::exp, x); }
inline Expr log(Expr x) { return apply(formula::Op::log, x); }
inline Expr abs(Expr x) { return apply(formula::Op::abs, x); }

inline Expr select(Expr condition, Expr then, Expr otherwise) {
  return {then.graph, then.graph->select(condition.node, then.node, otherwise.node)};
}
inline Expr select(Expr condition, Expr then, double otherwise) {
  return select(condition, then, constant(*then.graph, otherwise));
}

inline std::vector<formula::Node> nodes(std::span<const Expr> expressions) {
  std::vector<formula::Node> list;
  for (const Expr& e : expressions) list.push_back(e.node);
  return list;
}

}  // namespace zwang::test

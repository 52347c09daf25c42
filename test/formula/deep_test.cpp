// SPDX-License-Identifier: Apache-2.0
// Formulas of a million terms and a hundred thousand levels. Every pass must be a loop: the tests
// run on a stack of 256 KiB, where a recursion over nodes would end the process.

#include <gtest/gtest.h>
#include <pthread.h>

#include <cmath>
#include <functional>

#include "formula/derive/derive.h"
#include "formula/derive/motion.h"
#include "formula/evaluate.h"
#include "formula/guard.h"
#include "formula/lower.h"
#include "support/expression.h"

namespace zwang::test {
namespace {

using formula::Graph;
using formula::Node;
using formula::Op;

void on_a_small_stack(std::function<void()> body) {
  pthread_attr_t attributes;
  ASSERT_EQ(pthread_attr_init(&attributes), 0);
  ASSERT_EQ(pthread_attr_setstacksize(&attributes, 256 << 10), 0);
  pthread_t thread;
  const auto call = [](void* f) -> void* {
    (*static_cast<std::function<void()>*>(f))();
    return nullptr;
  };
  ASSERT_EQ(pthread_create(&thread, &attributes, call, &body), 0);
  pthread_join(thread, nullptr);
  pthread_attr_destroy(&attributes);
}

/// Through all passes; f depends on the inputs 0 and 1.
void expect_passes(Graph& graph, Node f, double value, double by_first) {
  formula::guard_branches(graph, {&f, 1});
  const Node x = graph.input(0), one = graph.constant(1);
  formula::Direction direction;
  direction.set(0, one);
  const std::vector<Node> outputs = {
      f, formula::forward(graph, {&f, 1}, direction).front(),
      formula::reverse(graph, {&f, 1}, {&one, 1}, {&x, 1}).front(),
      formula::substitute(graph, {&f, 1}, formula::Direction()).front()};
  std::vector<double> inputs(graph.slots(), 0.5);
  const std::vector<double> values = evaluate(graph, outputs, inputs);
  EXPECT_NEAR(values[0], value, 1e-9 * std::abs(value));
  EXPECT_NEAR(values[1], by_first, 1e-9 * std::abs(by_first));
  EXPECT_NEAR(values[2], by_first, 1e-9 * std::abs(by_first));
  EXPECT_EQ(values[3], values[0]);
  formula::Lowering lowering;
  lowering.inputs = static_cast<Index>(graph.slots());
  lowering.settled.assign(graph.slots(), false);
  lowering.settled[1] = true;
  const formula::Lowered lowered = lower(graph, outputs, lowering);
  EXPECT_EQ(lowered.body.outputs.size(), outputs.size());
}

TEST(Deep, SumOfAMillionTerms) {
  on_a_small_stack([] {
    constexpr int terms = 1'000'000;
    Graph graph;
    Expr sum = input(graph, 0);
    for (int k = 1; k < terms; ++k) {
      const Expr x = input(graph, static_cast<std::uint32_t>(k % 100));
      sum = sum + x * k;  // every term is another, none merges
    }
    double by_first = 1;
    for (int k = 100; k < terms; k += 100) by_first += k;
    expect_passes(graph, sum.node, 0.5 * (1 + 0.5 * (terms - 1.0) * terms), by_first);
  });
}

TEST(Deep, AHundredThousandLevels) {
  on_a_small_stack([] {
    constexpr int levels = 100'000;
    Graph graph;
    Expr x = input(graph, 0), f = x;
    double value = 0.5, slope = 1;
    for (int k = 0; k < levels; ++k) {
      f = sin(f) + x * input(graph, 1);
      slope = std::cos(value) * slope + 0.5;
      value = std::sin(value) + 0.25;
    }
    expect_passes(graph, f.node, value, slope);
  });
}

TEST(Deep, AThousandBranchesWithinBranches) {
  on_a_small_stack([] {
    constexpr int levels = 1'000;
    Graph graph;
    const Expr x = input(graph, 0);
    Expr f = x * input(graph, 1);
    for (int k = 0; k < levels; ++k) f = select(x < k + 0.25, sqrt(x + k), f + sqrt(x));
    // x = 1/2 is below 1.25, …: the outermost condition holds.
    expect_passes(graph, f.node, std::sqrt(levels - 0.5), 0.5 / std::sqrt(levels - 0.5));
  });
}

TEST(Deep, RowsOfALongSum) {
  on_a_small_stack([] {
    constexpr std::uint32_t n = 20'000;
    Graph graph;
    formula::Moving moving;
    for (std::uint32_t i = 0; i < n; ++i) moving.q.push_back(graph.input(i));
    for (std::uint32_t i = 0; i < n; ++i) moving.v.push_back(graph.input(n + i));
    Expr sum = constant(graph, 0);
    for (const Node q : moving.q) sum = sum + square(Expr{&graph, q});
    const formula::Row row = formula::RowMaker(graph, moving)(sum.node);
    EXPECT_EQ(row.A.size(), n);
    const std::vector<double> inputs(2 * n, 0.5);
    EXPECT_NEAR(evaluate(graph, {&row.b, 1}, inputs).front(), -0.5 * n, 1e-9);
  });
}

}  // namespace
}  // namespace zwang::test

// SPDX-License-Identifier: Apache-2.0
#include "formula/guard.h"

#include <gtest/gtest.h>

#include <cmath>

#include "formula/derive/derive.h"
#include "formula/evaluate.h"
#include "support/expression.h"
#include "support/random_formula.h"

namespace zwang::test {
namespace {

using formula::Direction;
using formula::Graph;
using formula::Node;
using formula::Op;

TEST(Guard, ChangesNothingWithoutABranch) {
  Graph graph;
  const Expr x = input(graph, 0);
  Node roots[] = {(sqrt(x) / log(x)).node, x.node};
  const Node size = graph.size(), first = roots[0];
  guard_branches(graph, roots);
  EXPECT_EQ(roots[0], first);
  EXPECT_EQ(roots[1], x.node);
  EXPECT_EQ(graph.size(), size);
}

TEST(Guard, OperationsWithoutAnEdgeStayAsTheyAre) {
  Graph graph;
  const Expr x = input(graph, 0);
  const Node before = select(x > 0, sin(x) * square(x) + 2, -x).node;
  Node root = before;
  guard_branches(graph, {&root, 1});
  EXPECT_EQ(root, before);
}

TEST(Guard, WhatIsUsedOutsideTheBranchIsNotGuarded) {
  Graph graph;
  const Expr x = input(graph, 0);
  const Node shared = sqrt(x).node, f = select(x > 0, 2 * sqrt(x), 0).node;
  Node roots[] = {shared, f};
  guard_branches(graph, roots);
  EXPECT_EQ(roots[0], shared);
  EXPECT_EQ(roots[1], f);
  // Used in both branches, it is needed whatever the condition says.
  const Node both = select(x > 0, 2 * sqrt(x), 3 * sqrt(x)).node;
  Node root = both;
  guard_branches(graph, {&root, 1});
  EXPECT_EQ(root, both);
}

TEST(Guard, ConditionOfABranchIsNotGuardedByItself) {
  Graph graph;
  const Expr x = input(graph, 0), c = sqrt(x) > 1.0;
  const Node before = select(c, x, 0).node;
  Node root = before;
  guard_branches(graph, {&root, 1});
  EXPECT_EQ(root, before);
}

TEST(Guard, ArgumentOfAnEdgeIsGuardedByItsBranch) {
  Graph graph;
  const Expr x = input(graph, 0), c = x > 0;
  Node root = select(c, log(x), 0).node;
  guard_branches(graph, {&root, 1});
  EXPECT_EQ(root, select(c, log(select(c, x, 1)), 0).node);
}

TEST(Guard, ValuesOfRandomFormulasStayTheSameToTheBit) {
  int branched = 0;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random = stream(seed);
    const Script script = random_script(random, 3, 60);
    Graph graph;
    const std::vector<Node> nodes = build(graph, script);
    std::vector<Node> roots;
    for (const std::size_t i : std::span(script.outputs).last(3)) roots.push_back(nodes[i]);
    const std::vector<Node> before = roots;
    formula::guard_branches(graph, roots);
    branched += roots != before;
    EXPECT_EQ(evaluate(graph, roots, script.point), evaluate(graph, before, script.point));
  }
  EXPECT_GT(branched, 20);
}

// A force along x/r: its components are branches of one condition and share the stress.
TEST(Guard, BranchesOfOneConditionMayShareWhatTheyNeed) {
  Graph graph;
  const Expr x = input(graph, 0), y = input(graph, 1), r = sqrt(square(x) + square(y));
  const Expr stress = 3 * (r - 1) / r;
  Node force[] = {select(r > 0, stress * x, 0).node, select(r > 0, stress * y, 0).node};
  guard_branches(graph, force);
  const Node weights[] = {graph.constant(2), graph.constant(-3)}, wrt[] = {x.node, y.node};
  const std::vector<Node> slopes = reverse(graph, force, weights, wrt);
  const double origin[] = {0, 0}, elsewhere[] = {3, 4};
  EXPECT_EQ(evaluate(graph, force, origin), (std::vector<double>{0, 0}));
  EXPECT_EQ(evaluate(graph, slopes, origin), (std::vector<double>{0, 0}));
  EXPECT_NEAR(evaluate(graph, force, elsewhere)[0], 7.2, 1e-15);
}

TEST(Guard, ChainOfElseIfsGrowsLinearly) {
  Graph graph;
  const Expr x = input(graph, 0);
  Expr f = x;
  for (int k = 0; k < 300; ++k) f = select(x < k + 0.25, sqrt(x + k), f + log(x));
  const Index before = graph.operations({&f.node, 1});
  guard_branches(graph, {&f.node, 1});
  // Per level at most: the condition's negation, its conjunction with those around, two guards.
  EXPECT_LE(graph.operations({&f.node, 1}), before + 5 * 300);
}

/// A formula of branches within branches, and the same with every condition decided at one point.
struct Branched {
  Expr whole, taken;
};

class Tree {
 public:
  Tree(Graph& graph, Random& random, double x, double y)
      : graph_(graph), random_(random), x_(x), y_(y) {}

  Branched draw(int depth) {
    if (depth == 0) return plain();
    const Branched a = draw(depth - 1), b = draw(depth - 1);
    switch (random_.integer(0, 3)) {
      case 0:
        return {a.whole + b.whole, a.taken + b.taken};
      case 1:
        return {a.whole * sin(b.whole), a.taken * sin(b.taken)};
      default:
        return branch(a, b);
    }
  }

 private:
  // Whole numbers: conditions meet their limit exactly, and often.
  std::pair<Expr, double> linear() {
    const double a = whole(), b = whole(), c = whole();
    return {a * input(graph_, 0) + b * input(graph_, 1) + c, a * x_ + b * y_ + c};
  }
  double whole() { return static_cast<double>(random_.integer(-2, 2)); }
  Branched plain() {
    const Expr e = linear().first;
    return {e, e};
  }

  // if(u > 0, …edge of u…, b), or the other way round.
  Branched branch(const Branched& a, const Branched& b) {
    const auto [u, value] = linear();
    const Branched then = {a.whole + edge(u), a.taken + edge_again(u)};
    const bool taken = value > 0;
    const Expr zero = constant(graph_, 0);
    if (random_.chance(0.5))
      return {select(u > zero, then.whole, b.whole), taken ? then.taken : b.taken};
    return {select(apply(Op::less_equal, u, zero), b.whole, then.whole),
            taken ? then.taken : b.taken};
  }
  Expr edge(Expr u) {
    last_ = random_.integer(0, 6);
    return edge_again(u);
  }
  Expr edge_again(Expr u) const {
    switch (last_) {
      case 0:
        return sqrt(u);
      case 1:
        return log(u);
      case 2:
        return 1 / u;
      case 3:
        return u * log(u);
      case 4:
        return pow(u, -1.5);
      case 5:
        return apply(Op::asin, sqrt(u) / (1 + sqrt(u)));
      default:
        return exp(-1 / u);
    }
  }

  Graph& graph_;
  Random& random_;
  double x_, y_;
  Index last_ = 0;
};

std::vector<Node> derivatives(Graph& graph, Node f) {
  const Node x = graph.input(0), y = graph.input(1), one = graph.constant(1);
  const Node wrt[] = {x, y};
  const std::vector<Node> slopes = reverse(graph, {&f, 1}, {&one, 1}, wrt);
  std::vector<Node> all = {f, slopes[0], slopes[1]};
  for (std::uint32_t slot = 0; slot < 2; ++slot) {
    Direction d;
    d.set(slot, one);
    all.push_back(forward(graph, {&f, 1}, d).front());
    const std::vector<Node> curved = forward(graph, slopes, d);
    all.insert(all.end(), curved.begin(), curved.end());
    const std::vector<Node> twice = reverse(graph, {&slopes[slot], 1}, {&one, 1}, wrt);
    all.insert(all.end(), twice.begin(), twice.end());
  }
  return all;
}

// On the branches that are taken, a formula with branches has the derivatives of one without; what
// the others would divide by or take the root of does not matter, at a limit or beyond it.
TEST(Guard, RandomBranchesHaveTheDerivativesOfThoseThatAreTaken) {
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random = stream(seed);
    const std::vector<double> point = {static_cast<double>(random.integer(-2, 2)),
                                       static_cast<double>(random.integer(-2, 2))};
    Graph graph;
    Branched f = Tree(graph, random, point[0], point[1]).draw(3);
    guard_branches(graph, {&f.whole.node, 1});
    const std::vector<Node> derived = derivatives(graph, f.whole.node),
                            expected = derivatives(graph, f.taken.node);
    const std::vector<double> values = evaluate(graph, derived, point),
                              exact = evaluate(graph, expected, point);
    const std::vector<double> allowed = rounding(graph, expected, point, seed);
    for (std::size_t i = 0; i < values.size(); ++i)
      ASSERT_LE(std::abs(values[i] - exact[i]), allowed[i]) << "derivative " << i;
  }
}

TEST(Guard, RepeatingChangesNothing) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random = stream(seed);
    Graph graph;
    Node once = Tree(graph, random, 0, 0).draw(3).whole.node;
    guard_branches(graph, {&once, 1});
    Node twice = once;
    guard_branches(graph, {&twice, 1});
    EXPECT_EQ(twice, once);
  }
}

}  // namespace
}  // namespace zwang::test

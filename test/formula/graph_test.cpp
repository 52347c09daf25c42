// SPDX-License-Identifier: Apache-2.0
#include "formula/graph.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "support/expression.h"
#include "support/oracle_formula.h"
#include "support/random_formula.h"

namespace zwang::test {
namespace {

using formula::Graph;
using formula::Node;
using formula::Op;

class Graphs : public ::testing::Test {
 protected:
  Graph graph;
  Expr x = input(graph, 0), y = input(graph, 1), z = input(graph, 2);
  Expr number(double value) { return constant(graph, value); }
  Op op(Expr e) const { return graph.op(e.node); }
  double value(Expr e) const { return graph.value(e.node); }
};

/// Nodes of one graph are equal formulas exactly if they have one number.
void expect_same(Expr a, Expr b) { EXPECT_EQ(a.node, b.node); }

TEST_F(Graphs, EqualFormulasAreOneNode) {
  const Expr once = sin(x) * y + z, size = {&graph, graph.size()};
  const Expr again = sin(x) * y + z;
  expect_same(once, again);
  EXPECT_EQ(graph.size(), size.node);
  EXPECT_NE((sin(x) * z).node, (sin(x) * y).node);
}

TEST_F(Graphs, ManyFormulasStayOneNodeEachWhenTheTableGrows) {
  std::vector<Node> first;
  for (int pass = 0; pass < 2; ++pass) {
    for (int k = 0; k < 20'000; ++k) {
      const Expr e = (x + k) * (y - 2 * k);
      if (pass == 0) first.push_back(e.node);
      if (pass == 1) ASSERT_EQ(e.node, first[static_cast<std::size_t>(k)]);
    }
  }
}

TEST_F(Graphs, OperandsComeBeforeTheirOperation) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    Random random = stream(seed);
    Graph g;
    build(g, random_script(random, 3, 40));
    for (Node n = 0; n < g.size(); ++n) {
      const int operands = formula::arity(g.op(n));
      if (operands > 0) ASSERT_LT(g[n].a, n);
      if (operands > 1) ASSERT_LT(g[n].b, n);
      if (operands > 2) ASSERT_LT(g[n].c, n);
    }
  }
}

TEST_F(Graphs, CommutingOperandsHaveOneOrder) {
  for (int k = 0; k < static_cast<int>(formula::op_facts.size()); ++k) {
    const Op o = static_cast<Op>(k);
    if (formula::arity(o) != 2) continue;
    const bool truth = o == Op::both || o == Op::either;
    const Expr a = truth ? x < y : x, b = truth ? y < z : y;
    EXPECT_EQ(apply(o, a, b).node == apply(o, b, a).node, formula::facts(o).commutes)
        << formula::facts(o).name;
  }
}

TEST_F(Graphs, NeutralElementsVanish) {
  expect_same(x + 0, x);
  expect_same(0 + x, x);
  expect_same(x - 0, x);
  expect_same(1 * x, x);
  expect_same(x * 1, x);
  expect_same(x / 1, x);
  expect_same(pow(x, 1), x);
  expect_same(pow(x, 0), number(1));
}

TEST_F(Graphs, ZeroAbsorbs) {
  expect_same(0 * x, number(0));
  expect_same(x * 0, number(0));
  expect_same(x - x, number(0));
  expect_same(0 / x, number(0));
  expect_same(number(-0.0), number(0));
  EXPECT_FALSE(std::signbit(value(number(-0.0))));
}

TEST_F(Graphs, ConstantsAreFolded) {
  EXPECT_EQ(value(number(2) + number(3)), 5);
  EXPECT_EQ(value(number(2) - number(3)), -1);
  EXPECT_EQ(value(number(2) * number(3)), 6);
  EXPECT_EQ(value(number(2) / number(3)), 2.0 / 3);
  EXPECT_EQ(value(-number(2)), -2);
  EXPECT_EQ(value(sin(number(2))), std::sin(2.0));
  EXPECT_EQ(value(pow(number(2), 0.3)), std::pow(2.0, 0.3));
  EXPECT_EQ(value(apply(Op::atan2, number(2), number(-3))), std::atan2(2.0, -3.0));
  EXPECT_EQ(value(apply(Op::mod, number(-1), number(3))), 2);
  EXPECT_EQ(value(number(2) < number(3)), 1);
  EXPECT_EQ(value(select(number(2) < number(3), number(7), 8)), 7);
}

TEST_F(Graphs, SignsMoveOutwards) {
  expect_same(-(-x), x);
  expect_same(-(x - y), y - x);
  expect_same((-x) * y, -(x * y));
  expect_same((-x) * (-y), x * y);
  expect_same((-x) / y, -(x / y));
  expect_same(x / (-y), -(x / y));
  expect_same(x + (-y), x - y);
  expect_same((-x) + y, y - x);
  expect_same(x - (-y), x + y);
  expect_same((-x) - y, -(x + y));
  expect_same(square(-x), square(x));
  expect_same(sin(-x), -sin(x));
  expect_same(cos(-x), cos(x));
  expect_same(abs(-x), abs(x));
  for (const Op odd : {Op::tan, Op::asin, Op::atan, Op::sinh, Op::tanh, Op::sign})
    expect_same(apply(odd, -x), -apply(odd, x));
  expect_same(apply(Op::cosh, -x), apply(Op::cosh, x));
  EXPECT_NE(exp(-x).node, (-exp(x)).node);
}

TEST_F(Graphs, ConstantFactorsMoveLeftAndMerge) {
  expect_same(x * 3, 3 * x);
  EXPECT_TRUE(graph.is_constant(graph[(x * 3).node].a, 3));
  expect_same(2 * (3 * x), 6 * x);
  expect_same((2 * x) * (3 * y), 6 * (x * y));
  expect_same(-(2 * x), -2 * x);
  expect_same(x + x, 2 * x);
  expect_same((2 * x) * y, 2 * (x * y));
  expect_same(x / 4, 0.25 * x);
}

TEST_F(Graphs, QuotientByANumberIsRoundedOnce) {
  // x/3 is not 0.333·x: with a reciprocal, 1 of 3 quotients would differ in the last bit.
  EXPECT_EQ(op(x / 3), Op::divide);
}

TEST_F(Graphs, ProductWithItselfIsASquare) {
  expect_same(x * x, square(x));
  EXPECT_EQ(op(x * x), Op::square);
  expect_same(square(3 * x), 9 * square(x));
}

TEST_F(Graphs, WholePowersAreSquaresAndProducts) {
  expect_same(pow(x, 2), square(x));
  expect_same(pow(x, 3), x * square(x));
  expect_same(pow(x, 4), square(square(x)));
  expect_same(pow(x, -1), 1 / x);
  expect_same(pow(x, -2), 1 / square(x));
  expect_same(pow(x, 0.5), sqrt(x));
  expect_same(pow(x, -0.5), 1 / sqrt(x));
  EXPECT_EQ(op(pow(x, 17)), Op::power);
  EXPECT_EQ(op(pow(x, 1.5)), Op::power);
  for (int n = -16; n <= 16; ++n) {
    if (n == 0) continue;
    const Node power = pow(x, n).node;
    for (const Node node : graph.reachable({&power, 1})) EXPECT_NE(graph.op(node), Op::power) << n;
    for (const double base : {1.5, -0.75}) {
      const Quad at = base;
      const double expected = std::pow(base, n);
      const Quad computed = evaluate_quad(graph, {&power, 1}, {&at, 1}).front();
      // The C library's power is right to half a unit; in quad nothing is lost here.
      EXPECT_NEAR(static_cast<double>(computed), expected, 0x1p-52 * std::abs(expected)) << n;
    }
  }
}

TEST_F(Graphs, SelectIsDecidedWhereItCanBe) {
  const Expr c = x < y;
  expect_same(select(number(1), x, y), x);
  expect_same(select(number(0), x, y), y);
  expect_same(select(c, z, z), z);
  expect_same(select(c, select(c, x, y), z), select(c, x, z));
  expect_same(select(c, x, select(c, y, z)), select(c, x, z));
  expect_same(select(apply(Op::negation, c), x, y), select(c, y, x));
  EXPECT_EQ(op(select(c, x, y)), Op::select);
}

TEST_F(Graphs, ConditionsAreDecidedWhereTheyCanBe) {
  const Expr c = x < y, yes = number(1), no = number(0);
  const auto both = [](Expr a, Expr b) { return apply(Op::both, a, b); };
  const auto either = [](Expr a, Expr b) { return apply(Op::either, a, b); };
  expect_same(x < x, no);
  expect_same(apply(Op::less_equal, x, x), yes);
  expect_same(apply(Op::equal, x, x), yes);
  expect_same(both(c, c), c);
  expect_same(both(c, yes), c);
  expect_same(both(no, c), no);
  expect_same(either(c, c), c);
  expect_same(either(c, yes), yes);
  expect_same(either(no, c), c);
  expect_same(apply(Op::negation, apply(Op::negation, c)), c);
  expect_same(apply(Op::min, x, x), x);
  expect_same(apply(Op::max, x, x), x);
}

TEST_F(Graphs, SlotsCountToTheLargest) {
  EXPECT_EQ(graph.slots(), 3u);
  EXPECT_EQ(graph.slot(input(graph, 11).node), 11u);
  EXPECT_EQ(graph.slots(), 12u);
}

TEST_F(Graphs, ReachableIsWhatIsNeededInAscendingOrder) {
  const Expr unused = cos(z);
  const Expr f = sin(x) * y + 2;
  const std::vector<Node> found = graph.reachable({&f.node, 1});
  EXPECT_EQ(found.size(), 6u);  // x, y, sin x, the product, 2, the sum
  EXPECT_TRUE(std::is_sorted(found.begin(), found.end()));
  for (std::size_t i = 0; i < found.size(); ++i)
    EXPECT_EQ(graph.position(found[i]), static_cast<Index>(i));
  EXPECT_EQ(graph.position(unused.node), -1);
  EXPECT_EQ(graph.operations({&f.node, 1}), 3);
  EXPECT_TRUE(graph.reachable({}).empty());
}

// What a graph makes of a formula has the value of the formula as it was written. In quad, so that
// a difference is one of meaning and not of rounding.
TEST_F(Graphs, SimplifyingKeepsTheValueOfRandomFormulas) {
  Index written = 0, kept = 0;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random = stream(seed);
    const Script script = random_script(random, 3, 50);
    Graph g;
    const std::vector<Node> nodes = build(g, script);
    std::vector<Node> outputs;
    for (const std::size_t i : script.outputs) outputs.push_back(nodes[i]);
    const QuadVector point(script.point.begin(), script.point.end());
    const QuadVector expected = evaluate_script(script, point),
                     computed = evaluate_quad(g, outputs, point);
    const std::vector<double> allowed = rounding(script, seed);
    for (std::size_t i = 0; i < outputs.size(); ++i) {
      // Constants were folded in double; no more than if every operation had been.
      ASSERT_LE(std::abs(static_cast<double>(computed[i] - expected[i])), allowed[i]) << i;
    }
    written += 50;
    kept += g.operations(outputs);
  }
  EXPECT_LT(kept, written);  // and something was simplified
}

}  // namespace
}  // namespace zwang::test

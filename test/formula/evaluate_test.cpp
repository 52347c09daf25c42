// SPDX-License-Identifier: Apache-2.0
#include "formula/evaluate.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "support/expression.h"
#include "support/oracle_formula.h"
#include "support/random_formula.h"

namespace zwang::test {
namespace {

using formula::Graph;
using formula::Node;
using formula::Op;

constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

// Two independent libraries, ours in quad and C's in double, on every operation: the C library
// promises an error below two units in the last place for all of these.
TEST(Evaluate, EveryOperationAgreesWithQuad) {
  for (int k = static_cast<int>(Op::add); k <= static_cast<int>(Op::select); ++k) {
    const Op op = static_cast<Op>(k);
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
      Random random = stream(seed);
      const bool positive = op == Op::log || op == Op::sqrt || op == Op::power;
      const bool unit = op == Op::asin || op == Op::acos;
      double x = random.uniform(unit ? -1 : positive ? 0 : -5, unit ? 1 : 5);
      double y = random.uniform(-5, 5), z = random.uniform(-5, 5);
      if (op >= Op::both && op <= Op::negation) x = x > 0, y = y > 0;
      if (op == Op::select) x = x > 0;
      const Quad exact = apply(op, Quad(x), Quad(y), Quad(z));
      const double value = formula::evaluate(op, x, y, z);
      EXPECT_LE(std::abs(static_cast<double>(value - exact)), 2 * 0x1p-52 * std::abs(value))
          << formula::facts(op).name << ", seed " << seed;
    }
  }
}

TEST(Evaluate, ModTakesTheSignOfTheDivisor) {
  EXPECT_EQ(formula::evaluate(Op::mod, 7, 3, 0), 1);
  EXPECT_EQ(formula::evaluate(Op::mod, -7, 3, 0), 2);
  EXPECT_EQ(formula::evaluate(Op::mod, 7, -3, 0), -2);
  EXPECT_EQ(formula::evaluate(Op::mod, 6, 3, 0), 0);
}

TEST(Evaluate, SignOfZeroIsZero) {
  EXPECT_EQ(formula::evaluate(Op::sign, 0, 0, 0), 0);
  EXPECT_EQ(formula::evaluate(Op::sign, -3, 0, 0), -1);
  EXPECT_EQ(formula::evaluate(Op::sign, 3, 0, 0), 1);
}

TEST(Evaluate, NanOperandsAreNotLost) {
  for (const Op op : {Op::min, Op::max, Op::add, Op::multiply, Op::power, Op::hypot, Op::atan2}) {
    EXPECT_TRUE(std::isnan(formula::evaluate(op, nan, 1.5, 0))) << formula::facts(op).name;
    EXPECT_TRUE(std::isnan(formula::evaluate(op, 1.5, nan, 0))) << formula::facts(op).name;
  }
  for (const Op op : {Op::less, Op::less_equal, Op::equal}) {
    EXPECT_EQ(formula::evaluate(op, nan, 1, 0), 0);
    EXPECT_EQ(formula::evaluate(op, 1, nan, 0), 0);
  }
}

TEST(Evaluate, DivisionAndLogarithmAreIeee) {
  EXPECT_EQ(formula::evaluate(Op::divide, 1, 0, 0), inf);
  EXPECT_EQ(formula::evaluate(Op::log, 0, 0, 0), -inf);
  EXPECT_TRUE(std::isnan(formula::evaluate(Op::sqrt, -1, 0, 0)));
}

TEST(Evaluate, UntakenBranchDoesNotCount) {
  EXPECT_EQ(formula::evaluate(Op::select, 1, 2, nan), 2);
  EXPECT_EQ(formula::evaluate(Op::select, 0, nan, 3), 3);
}

TEST(Evaluate, OutputsMayBeInputsConstantsAndRepeated) {
  Graph graph;
  const Expr x = input(graph, 0), y = input(graph, 1);
  const Node outputs[] = {y.node, graph.constant(4), (x - y).node, y.node};
  const double inputs[] = {7, 2};
  EXPECT_EQ(evaluate(graph, outputs, inputs), (std::vector<double>{2, 4, 5, 2}));
  EXPECT_TRUE(evaluate(graph, {}, inputs).empty());
}

TEST(Evaluate, RandomFormulasAreRightButForRounding) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random = stream(seed);
    const Script script = random_script(random, 3, 50);
    Graph graph;
    const std::vector<Node> nodes = build(graph, script);
    std::vector<Node> outputs;
    for (const std::size_t i : script.outputs) outputs.push_back(nodes[i]);
    const QuadVector exact =
        evaluate_quad(graph, outputs, QuadVector(script.point.begin(), script.point.end()));
    const std::vector<double> values = evaluate(graph, outputs, script.point);
    const std::vector<double> allowed = rounding(graph, outputs, script.point, seed);
    for (std::size_t i = 0; i < outputs.size(); ++i)
      ASSERT_LE(std::abs(static_cast<double>(values[i] - exact[i])), allowed[i]) << "output " << i;
  }
}

}  // namespace
}  // namespace zwang::test

// SPDX-License-Identifier: Apache-2.0
// Simplifying keeps values, cancels what cancels, and gives up where it would not help.

#include "derive/quotient.h"

#include <gtest/gtest.h>

#include <cmath>

#include "derive/arrange.h"
#include "derive/simple.h"
#include "formula/evaluate.h"
#include "formula/write/print.h"
#include "support/random.h"

namespace zwang::deriving {
namespace {

using formula::Graph;
using formula::Node;

struct Page {
  Graph g;
  formula::Symbols symbols{g};
  Node m = symbols.add_parameter("m", 2), x = symbols.add_coordinate("x"),
       y = symbols.add_coordinate("y");

  std::string simple(Node node) {
    return formula::print(symbols, Simplifier(symbols).simple(node)).formula;
  }
};

TEST(Simplifier, CancelsACommonFactor) {
  Page p;
  const Node sum = p.g.add(p.x, p.y), difference = p.g.subtract(p.x, p.y);
  const Node squares = p.g.subtract(p.g.square(p.x), p.g.square(p.y));
  EXPECT_EQ(p.simple(p.g.divide(squares, sum)), "x - y");
  EXPECT_EQ(p.simple(p.g.divide(p.g.multiply(p.m, difference), p.g.multiply(p.m, sum))),
            "(x - y)/(x + y)");
}

TEST(Simplifier, KnowsThatSquaresOfSineAndCosineMakeOne) {
  Page p;
  const Node s = p.g.apply(formula::Op::sin, p.x), c = p.g.apply(formula::Op::cos, p.x);
  EXPECT_EQ(p.simple(p.g.add(p.g.square(s), p.g.square(c))), "1");
  const Node weighted = p.g.add(p.g.multiply(p.m, p.g.square(s)), p.g.multiply(p.m, p.g.square(c)));
  EXPECT_EQ(p.simple(p.g.divide(p.y, weighted)), "y/m");
}

TEST(Simplifier, KnowsThatTheSquareOfARootIsWhatIsBelowIt) {
  Page p;
  const Node xx = p.g.square(p.x), yy = p.g.square(p.y), r = p.g.sqrt(p.g.add(xx, yy));
  const Node a = p.g.divide(p.x, r), b = p.g.divide(p.y, r);
  EXPECT_EQ(p.simple(p.g.add(p.g.square(a), p.g.square(b))), "1");
  EXPECT_EQ(p.simple(p.g.divide(a, p.m)), "x/(m*sqrt(x^2 + y^2))");
}

TEST(Simplifier, TakesRoundingForZeroAndThirdsForThirds) {
  Page p;
  const auto times = [&](double c, Node node) { return p.g.multiply(p.g.constant(c), node); };
  const Node rounding = p.g.subtract(
      p.g.add(times(0.1, p.x), times(0.2, p.g.negate(p.g.negate(p.x)))), times(0.3, p.x));
  EXPECT_EQ(p.simple(p.g.add(rounding, p.y)), "y");
  EXPECT_EQ(p.simple(p.g.divide(p.x, times(3, p.y))), "x/(3*y)");
}

TEST(Quotients, GiveUpWhereFormulasExplode) {
  Page p;
  Node product = p.g.constant(1);
  for (int k = 0; k < 12; ++k) {
    const Node z = p.symbols.add_coordinate("z" + std::to_string(k));
    product = p.g.multiply(product, p.g.add(p.x, z));
  }
  EXPECT_THROW(Quotients(p.g).of(product), TooLong);
  EXPECT_EQ(Simplifier(p.symbols).simple(product), product);
}

TEST(Polynomial, DividesExactlyOrNotAtAll) {
  const Polynomial x(Monomial{{1, 1}}), y(Monomial{{2, 1}}), one(1);
  const Polynomial sum = x + y + one;
  EXPECT_EQ(exact_quotient(sum * (x - y) * sum, sum), (x - y) * sum);
  EXPECT_EQ(exact_quotient(sum * x + one, sum), std::nullopt);
  // Negative powers in the dividend do no harm.
  const Monomial inverse{{1, -2}};
  EXPECT_EQ(exact_quotient((sum * y).times(inverse, 3), sum), y.times(inverse, 3));
}

/// A random expression of `size` operations.
Node random_node(Page& p, test::Random& random, int size) {
  if (size <= 0) {
    const Node leaves[] = {p.m, p.x, p.y, p.g.constant(static_cast<double>(random.integer(1, 5)))};
    return leaves[random.integer(0, 3)];
  }
  const int left = static_cast<int>(random.integer(0, size - 1));
  const Node a = random_node(p, random, left), b = random_node(p, random, size - 1 - left);
  switch (random.integer(0, 7)) {
    case 0:
      return p.g.subtract(a, b);
    case 1:
    case 2:
      return p.g.multiply(a, b);
    case 3:
      return p.g.divide(a, p.g.add(p.g.constant(2), p.g.square(b)));
    case 4:
      return p.g.multiply(p.g.apply(formula::Op::sin, a), p.g.apply(formula::Op::cos, a));
    case 5:
      return p.g.sqrt(p.g.add(p.g.constant(1), p.g.square(a)));
    default:
      return p.g.add(a, b);
  }
}

// Expanding adds terms that may be 10⁴ times their sum for such inputs, in a few hundred
// operations: 10⁶ roundings.
TEST(Simplifier, KeepsTheValueOfRandomFormulas) {
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    Page p;
    test::Random random(seed);
    const Node node = random_node(p, random, static_cast<int>(random.integer(2, 9)));
    const Node simple = Simplifier(p.symbols).simple(node);
    std::vector<double> inputs(p.g.slots());
    for (double& input : inputs) input = random.uniform(0.5, 1.5);
    const Node both[] = {node, simple};
    const std::vector<double> values = formula::evaluate(p.g, both, inputs);
    EXPECT_NEAR(values[0], values[1], 1e6 * 0x1p-53 * (1 + std::abs(values[0])))
        << "seed " << seed << ": " << formula::print(p.symbols, node).formula;
  }
}

}  // namespace
}  // namespace zwang::deriving

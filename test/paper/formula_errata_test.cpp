// SPDX-License-Identifier: Apache-2.0
// Xu, Udwadia, Moore, Kalaba (1994): the example of section 6 from its formulas, and the misprints
// that a way from formulas to M, Q, A, b could copy. Numbers as in doc/theory/errata.md.

#include <gtest/gtest.h>

#include "formula/derive/motion.h"
#include "formula/evaluate.h"
#include "support/expression.h"

namespace zwang::test {
namespace {

using formula::Graph;
using formula::Node;

/// F = ½(ẋ² + ẏ²) − y on the circle φ = x² + y² − 1.
struct Example {
  Graph graph;
  formula::Moving moving;
  Expr x = input(graph, 0), y = input(graph, 1), xd = input(graph, 2), yd = input(graph, 3);
  Expr F = 0.5 * (square(xd) + square(yd)) - y;  // [XUMK94 58]
  Expr phi = square(x) + square(y) - 1;          // [XUMK94 57]

  Example() {
    moving.q = {x.node, y.node};
    moving.v = {xd.node, yd.node};
  }
  std::vector<double> at(const std::vector<Node>& nodes, std::vector<double> state) const {
    return evaluate(graph, nodes, state);
  }
  Node partial(Expr f, Expr by) {
    const Node one = graph.constant(1);
    return reverse(graph, {&f.node, 1}, {&one, 1}, {&by.node, 1}).front();
  }
};

const std::vector<double> states[] = {
    {0.6, -0.8, 0.8, 0.6}, {0, -1, 1.5, 0}, {1, 0, 0, -2}, {3, 4, 1, 2}};

TEST(Xumk94, ExampleOfSectionSixFromItsFormulas) {
  Example e;
  const formula::Free free = euler_lagrange(e.graph, e.F.node, e.moving);
  const formula::Row row = formula::RowMaker(e.graph, e.moving)(e.phi.node);
  ASSERT_EQ(row.A.size(), 2u);
  for (const auto& state : states) {
    const double x = state[0], y = state[1], xd = state[2], yd = state[3];
    EXPECT_EQ(e.at(free.M, state), (std::vector<double>{1, 0, 1}));  // [XUMK94 61]
    EXPECT_EQ(e.at(free.Q, state), (std::vector<double>{0, -1}));    // [XUMK94 63]
    EXPECT_EQ(e.at({row.A[0].value, row.A[1].value}, state),
              (std::vector<double>{2 * x, 2 * y}));                       // [XUMK94 67]
    EXPECT_DOUBLE_EQ(e.at({row.b}, state)[0], -2 * (xd * xd + yd * yd));  // [XUMK94 65,66,68]
    EXPECT_DOUBLE_EQ(e.at({row.rate}, state)[0], 2 * (x * xd + y * yd));
  }
}

// [XUMK94 17, erratum 1]: Q = F_x − F_ẋt − F_ẋx ẋ. As printed the sign is the other one, and what
// is let go would fall upwards.
TEST(Errata, E01SignOfTheAppliedForce) {
  Example e;
  const formula::Free free = euler_lagrange(e.graph, e.F.node, e.moving);
  const Node printed = e.graph.negate(e.partial(e.F, e.y));  // F_ẏt and F_ẏx are 0 here
  for (const auto& state : states) {
    EXPECT_EQ(e.at(free.Q, state), (std::vector<double>{0, -1}));
    EXPECT_EQ(e.at({printed}, state)[0], 1);
  }

  // The mixed terms have the other sign too: F = ½ẋ² e^(xt) at (x, ẋ, t), with
  // F_x = ½ẋ² t e^(xt), F_ẋt = ẋ x e^(xt), F_ẋx ẋ = ẋ² t e^(xt).
  Graph graph;
  const Expr x = input(graph, 0), xd = input(graph, 1), t = input(graph, 2);
  const formula::Moving moving{{x.node}, {xd.node}, {}, {}, {}, {}, t.node};
  const formula::Free mixed = euler_lagrange(graph, (0.5 * square(xd) * exp(x * t)).node, moving);
  const double state[] = {2, 3, 0};
  EXPECT_EQ(evaluate(graph, mixed.Q, state)[0], 0 - 6 - 0);
  const double later[] = {0, 3, 2};
  EXPECT_EQ(evaluate(graph, mixed.Q, later)[0], 9 - 0 - 18);
}

// [XUMK94 22,23, erratum 3]: the last term is Σ_jΣ_k φ_{x_j x_k} ẋ_j ẋ_k; as printed, without ẋ_k, it
// would not be quadratic in the rates.
TEST(Errata, E03SumOverBothIndices) {
  Example e;
  const formula::RowMaker row(e.graph, e.moving);
  const Node b = row(e.phi.node).b;
  for (std::vector<double> state : states) {
    const double once = e.at({b}, state)[0], xd = state[2], yd = state[3];
    EXPECT_DOUBLE_EQ(once, -2 * (xd * xd + yd * yd));
    EXPECT_NE(once, -2 * (xd + yd));  // as printed
    state[2] *= 2, state[3] *= 2;
    EXPECT_DOUBLE_EQ(e.at({b}, state)[0], 4 * once);
  }

  // Off the diagonal both orders count: φ = x y has φ̈ = x ÿ + y ẍ + 2 ẋ ẏ.
  const Node mixed = row((e.x * e.y).node).b;
  EXPECT_EQ(e.at({mixed}, {5, 7, 2, 3})[0], -12);
}

}  // namespace
}  // namespace zwang::test

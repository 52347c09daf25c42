// SPDX-License-Identifier: Apache-2.0
// Derivatives where there is none in the strict sense: at kinks, jumps and the edges of domains.
// The answers are those that derive.h promises, to four units in the last place and 0 as 0, forward and backward, first and second.

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "formula/derive/derive.h"
#include "formula/evaluate.h"
#include "formula/guard.h"
#include "support/expression.h"

namespace zwang::test {
namespace {

using formula::Direction;
using formula::Graph;
using formula::Node;
using formula::Op;

constexpr double inf = std::numeric_limits<double>::infinity();

class Kinks : public ::testing::Test {
 protected:
  Graph graph;
  Expr x = input(graph, 0), y = input(graph, 1);
  Expr number(double value) { return constant(graph, value); }

  Node forward_by(Node f, std::uint32_t slot) {
    Direction d;
    d.set(slot, graph.constant(1));
    return formula::forward(graph, {&f, 1}, d).front();
  }
  Node reverse_by(Node f, std::uint32_t slot) {
    const Node one = graph.constant(1), wrt = graph.input(slot);
    return formula::reverse(graph, {&f, 1}, {&one, 1}, {&wrt, 1}).front();
  }
  double at(Node f, double x_value, double y_value) {
    const double inputs[] = {x_value, y_value};
    return evaluate(graph, {&f, 1}, inputs).front();
  }

  /// The derivative by the input `slot`, both ways.
  void expect_slope(Expr f, std::uint32_t slot, double x_value, double y_value, double expected) {
    EXPECT_DOUBLE_EQ(at(forward_by(f.node, slot), x_value, y_value), expected) << "forward";
    EXPECT_DOUBLE_EQ(at(reverse_by(f.node, slot), x_value, y_value), expected) << "reverse";
  }
  void expect_slope(Expr f, double x_value, double expected) {
    expect_slope(f, 0, x_value, 0, expected);
  }

  /// The second derivative by two inputs, all four ways.
  void expect_curvature(Expr f, std::uint32_t i, std::uint32_t j, double x_value, double y_value,
                        double expected) {
    for (const Node slope : {forward_by(f.node, i), reverse_by(f.node, i)}) {
      EXPECT_DOUBLE_EQ(at(forward_by(slope, j), x_value, y_value), expected) << "then forward";
      EXPECT_DOUBLE_EQ(at(reverse_by(slope, j), x_value, y_value), expected) << "then reverse";
    }
  }
  void expect_curvature(Expr f, double x_value, double expected) {
    expect_curvature(f, 0, 0, x_value, 0, expected);
  }
  /// All second derivatives of a formula of x and y are 0 there.
  void expect_no_curvature(Expr f, double x_value, double y_value) {
    for (std::uint32_t i = 0; i < 2; ++i)
      for (std::uint32_t j = 0; j < 2; ++j) expect_curvature(f, i, j, x_value, y_value, 0);
  }
};

TEST_F(Kinks, AbsoluteValueHasTheSlopeOfItsSign) {
  expect_slope(abs(x), 3, 1);
  expect_slope(abs(x), -3, -1);
  expect_slope(abs(x), 0, 0);
  expect_curvature(abs(x), 0, 0);
  expect_slope(abs(2 * x - y), 1, 0.5, 1, 0);
}

TEST_F(Kinks, TiesOfMinAndMaxTakeTheFirstArgument) {
  const Expr a = 2 * x, b = 3 * x;
  expect_slope(apply(Op::min, a, b), 0, 2);
  expect_slope(apply(Op::min, b, a), 0, 3);
  expect_slope(apply(Op::max, a, b), 0, 2);
  expect_slope(apply(Op::max, b, a), 0, 3);
  expect_slope(apply(Op::min, a, b), 1, 2);
  expect_slope(apply(Op::min, a, b), -1, 3);
  expect_slope(apply(Op::max, a, b), 1, 3);
  expect_slope(apply(Op::max, a, b), -1, 2);
  expect_curvature(apply(Op::min, square(x), b), 0, 2);
  expect_curvature(apply(Op::min, b, square(x)), 0, 0);
}

TEST_F(Kinks, JumpsHaveNoSlope) {
  for (const double at_x : {-1.0, 0.0, 1.0}) {
    expect_slope(apply(Op::sign, x), at_x, 0);
    expect_slope(select(x > 0, number(5), 7), at_x, 0);
    expect_slope(x < 1, at_x, 0);
    expect_slope(apply(Op::equal, x, number(0)), at_x, 0);
  }
}

TEST_F(Kinks, StepsOfModHaveNoSlope) {
  const Expr f = apply(Op::mod, x, y);  // x − y·floor(x/y)
  for (const double at_x : {5.0, 6.0, 7.0}) {
    expect_slope(f, 0, at_x, 3, 1);
    expect_slope(f, 1, at_x, 3, -std::floor(at_x / 3));
    expect_no_curvature(f, at_x, 3);
  }
  expect_slope(f, 1, -7, 2, 4);
}

TEST_F(Kinks, RootsHaveSlopeZeroAtZero) {
  expect_slope(sqrt(x), 0, 0);
  expect_curvature(sqrt(x), 0, 0);
  expect_slope(sqrt(x), 4, 0.25);
  expect_slope(sqrt(square(x)), 0, 0);
  expect_curvature(sqrt(square(x)), 0, 0);
  const Expr norm = sqrt(square(x) + square(y));
  expect_slope(norm, 0, 0, 0, 0);
  expect_slope(norm, 1, 3, 4, 0.8);
  expect_no_curvature(norm, 0, 0);
}

TEST_F(Kinks, HypotHasSlopeZeroAtTheOrigin) {
  const Expr f = apply(Op::hypot, x, y);
  expect_slope(f, 0, 0, 0, 0);
  expect_slope(f, 1, 0, 0, 0);
  expect_slope(f, 0, 3, 4, 0.6);
  expect_no_curvature(f, 0, 0);
}

TEST_F(Kinks, PowersBelowOneHaveSlopeZeroAtZero) {
  for (const double p : {0.25, 0.5, 0.75, 0.0, -0.5, -0.75}) {
    SCOPED_TRACE(p);
    if (p < 0 && p != -0.75) continue;  // 1/sqrt x is a division, see below
    expect_slope(pow(x, p), 0, 0);
    expect_curvature(pow(x, p), 0, 0);
  }
  expect_slope(pow(x, 1.5), 0, 0);
  expect_curvature(pow(x, 1.5), 0, 0);
  expect_slope(pow(x, 1.75), 0, 0);
  expect_curvature(pow(x, 1.75), 0, 0);
  expect_slope(pow(x, 2.5), 0, 0);
  expect_curvature(pow(x, 2.5), 0, 0);
}

TEST_F(Kinks, PowersWithAMovingExponentHaveSlopeZeroAtZero) {
  const Expr f = pow(x, y);
  for (const double p : {0.5, 0.75, 1.5, 2.5}) {
    SCOPED_TRACE(p);
    expect_slope(f, 0, 0, p, 0);
    expect_slope(f, 1, 0, p, 0);
    expect_no_curvature(f, 0, p);
  }
  expect_slope(f, 0, 0, 1, 1);  // x¹
}

TEST_F(Kinks, ArcsHaveSlopeZeroAtOne) {
  for (const double edge : {1.0, -1.0}) {
    for (const Op op : {Op::asin, Op::acos}) {
      expect_slope(apply(op, x), edge, 0);
      expect_curvature(apply(op, x), edge, 0);
    }
  }
  expect_slope(apply(Op::asin, x), 0, 1);
  expect_slope(apply(Op::acos, x), 0, -1);
}

TEST_F(Kinks, AngleHasSlopeZeroAtTheOrigin) {
  const Expr f = apply(Op::atan2, y, x);
  expect_slope(f, 0, 0, 0, 0);
  expect_slope(f, 1, 0, 0, 0);
  expect_slope(f, 0, 1, 1, -0.5);
  expect_slope(f, 1, 1, 1, 0.5);
  expect_no_curvature(f, 0, 0);
}

TEST_F(Kinks, DivisionAndLogarithmStayIeee) {
  expect_slope(1 / x, 0, -inf);
  expect_slope(log(x), 0, inf);
  EXPECT_EQ(at((1 / x).node, 0, 0), inf);
  EXPECT_EQ(at(log(x).node, 0, 0), -inf);
}

// Branches of if, guarded before they are differentiated.

class GuardedKinks : public Kinks {
 protected:
  Expr guarded(Expr f) {
    formula::guard_branches(graph, {&f.node, 1});
    return f;
  }
  /// Value, slope and second derivative by x at one point.
  void expect_jet(Expr f, double x_value, double value, double slope, double curvature) {
    SCOPED_TRACE("x = " + std::to_string(x_value));
    EXPECT_DOUBLE_EQ(at(f.node, x_value, 0), value);
    expect_slope(f, x_value, slope);
    expect_curvature(f, x_value, curvature);
  }
};

TEST_F(GuardedKinks, WithoutGuardTheUntakenBranchSpoilsTheGradient) {
  const Expr f = select(x > 0, sqrt(x), 0);
  EXPECT_TRUE(std::isnan(at(reverse_by(f.node, 0), -1, 0)));
  expect_slope(guarded(f), -1, 0);
}

TEST_F(GuardedKinks, RootOfWhatIsPositive) {
  const Expr f = guarded(select(x > 0, sqrt(x), 0));
  expect_jet(f, 4, 2, 0.25, -0.03125);
  expect_jet(f, 0, 0, 0, 0);
  expect_jet(f, -1, 0, 0, 0);
}

TEST_F(GuardedKinks, EntropyOfWhatIsPositive) {
  const Expr f = guarded(select(x > 0, x * log(x), 0));
  expect_jet(f, 1, 0, 1, 1);
  expect_jet(f, 0, 0, 0, 0);
  expect_jet(f, -2, 0, 0, 0);
}

TEST_F(GuardedKinks, ReciprocalOfWhatIsPositive) {
  const Expr f = guarded(select(x > 0, 1 / x, 0));
  expect_jet(f, 2, 0.5, -0.25, 0.25);
  expect_jet(f, 0, 0, 0, 0);
  expect_jet(f, -2, 0, 0, 0);
}

TEST_F(GuardedKinks, ExponentialThatWouldOverflow) {
  const Expr f = guarded(select(x < 100, exp(x), x));
  expect_jet(f, 0, 1, 1, 1);
  expect_jet(f, 1000, 1000, 1, 0);
}

TEST_F(GuardedKinks, OtherBranchIsGuardedToo) {
  const Expr f = guarded(select(x < 0, -x, sqrt(x)));
  expect_jet(f, -3, 3, -1, 0);
  expect_jet(f, 4, 2, 0.25, -0.03125);
  expect_jet(f, 0, 0, 0, 0);
}

TEST_F(GuardedKinks, BranchesWithinBranches) {
  // 1/x for x > 0, and there √(x − 1) more from 1 on; log(−x) below −1, else 0.
  const Expr inner = select(x > 1, 1 / x + sqrt(x - 1), 1 / x);
  const Expr f = guarded(select(x > 0, inner, select(x < -1, log(-x), number(0))));
  expect_jet(f, 2, 1.5, 0.25, 0);
  expect_jet(f, 1, 1, -1, 2);
  expect_jet(f, 0.5, 2, -4, 16);
  expect_jet(f, 0, 0, 0, 0);
  expect_jet(f, -0.5, 0, 0, 0);
  expect_jet(f, -1, 0, 0, 0);
  expect_jet(f, -2, std::log(2.0), -0.5, -0.25);
}

TEST_F(GuardedKinks, FunctionsWithinFunctions) {
  const Expr f = guarded(select(x > 1, sqrt(log(x)) / log(x), 0));
  for (const double at_x : {1.0, 0.5, 0.0, -1.0}) expect_jet(f, at_x, 0, 0, 0);
  EXPECT_NEAR(at(f.node, std::exp(1.0), 0), 1, 1e-15);
}

}  // namespace
}  // namespace zwang::test

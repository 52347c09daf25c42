// SPDX-License-Identifier: Apache-2.0
// Curves through points: exact for what they are exact for, smooth as they say; and in a graph the same
// numbers, with derivatives.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "formula/derive/derive.h"
#include "formula/evaluate.h"
#include "formula/table/lookup.h"

namespace zwang::formula {
namespace {

using Numbers = std::vector<double>;

// Uneven, the same on every machine.
Numbers knots_between(double from, double to, int count) {
  Numbers x;
  for (int k = 0; k < count; ++k) {
    const double s = static_cast<double>(k) / (count - 1);
    x.push_back(from + (to - from) * (s + 0.04 * std::sin(7 * s) * s * (1 - s)));
  }
  return x;
}

template <class F>
Numbers values(const Numbers& x, F f) {
  Numbers y;
  for (const double one : x) y.push_back(f(one));
  return y;
}

TEST(Curve, IsExactForCubics) {
  const auto f = [](double x, int d) {
    return d == 0   ? 2 - x + 3 * x * x - 0.7 * x * x * x
           : d == 1 ? -1 + 6 * x - 2.1 * x * x
           : d == 2 ? 6 - 4.2 * x
                    : -4.2;
  };
  for (const int count : {4, 5, 9, 40}) {
    const Numbers x = knots_between(-1, 3, count);
    const Curve curve =
        curve_through(x, values(x, [&](double s) { return f(s, 0); }), Interpolation::cubic);
    for (double s = -1; s <= 3; s += 0.0371)
      for (int d = 0; d < 4; ++d)
        EXPECT_NEAR(curve.at(s, d), f(s, d), 1e-11 * std::pow(count, d)) << count << " " << s;
  }
  // Fewer points: a parabola and a line.
  EXPECT_NEAR(curve_through(Numbers{0, 1, 3}, Numbers{0, 1, 9}, Interpolation::cubic).at(2), 4,
              1e-14);
  EXPECT_NEAR(curve_through(Numbers{0, 2}, Numbers{1, 5}, Interpolation::cubic).at(1.5), 4, 1e-14);
}

// C² at all knots, and across the ends; error of order 4.
TEST(Curve, IsSmoothAndPeriodic) {
  double before = 0;
  for (const int count : {3, 4, 11, 21, 41}) {
    const Numbers x = knots_between(0.5, 0.5 + 2 * std::numbers::pi, count);
    Numbers y = values(x, [](double s) { return std::sin(s) + 0.3 * std::cos(2 * s); });
    y.back() = y.front();
    const Curve curve = curve_through(x, y, Interpolation::periodic);
    for (std::size_t k = 0; k + 1 < x.size(); ++k) {
      const auto& left = curve.pieces[k == 0 ? x.size() - 2 : k - 1];
      const double h = k == 0 ? x[x.size() - 1] - x[x.size() - 2] : x[k] - x[k - 1];
      EXPECT_NEAR(left[0] + h * (left[1] + h * (left[2] + h * left[3])), y[k], 1e-13);
      EXPECT_NEAR(left[1] + h * (2 * left[2] + 3 * h * left[3]), curve.pieces[k][1], 1e-12);
      EXPECT_NEAR(2 * left[2] + 6 * h * left[3], 2 * curve.pieces[k][2], 1e-10);
    }
    double error = 0;
    for (double s = x.front(); s < x.back(); s += 0.01)
      error = std::max(error, std::abs(curve.at(s) - std::sin(s) - 0.3 * std::cos(2 * s)));
    if (count > 11) {
      EXPECT_LT(error, before / 10);  // 16 in the limit
    }
    before = error;
  }
}

TEST(Curve, RisesOnlyWhereItsPointsRise) {
  const Numbers x{0, 1, 2, 3, 4, 5}, y{0, 0, 0.1, 5, 5, 4};
  const Curve curve = curve_through(x, y, Interpolation::monotone);
  for (std::size_t k = 0; k + 1 < x.size(); ++k) {
    EXPECT_EQ(curve.at(x[k]), y[k]);
    for (double s = x[k] + 0.01; s < x[k + 1]; s += 0.01)
      EXPECT_GE(curve.at(s, 1) * (y[k + 1] - y[k]), 0) << s;
  }
  double most = 0;
  const Curve cubic = curve_through(x, y, Interpolation::cubic);
  for (double s = 0; s < 5; s += 0.01) most = std::max(most, cubic.at(s));
  EXPECT_GT(most, 5.1);  // which the other kind does not promise
}

// A graph of comparisons has the value and every derivative of the curve.
TEST(Lookup, IsTheCurveWithItsDerivatives) {
  const Numbers x = knots_between(0, 2, 14);
  const Numbers y = values(x, [](double s) { return std::exp(-s) * std::sin(3 * s); });
  for (const Interpolation kind :
       {Interpolation::linear, Interpolation::cubic, Interpolation::monotone}) {
    const Curve curve = curve_through(x, y, kind);
    Graph graph;
    const Node input = graph.input(0);
    Direction along;
    along.set(0, graph.constant(1));
    std::vector<Node> d{lookup(graph, curve, Beyond::extend, input)};
    for (int k = 0; k < 3; ++k) d.push_back(forward(graph, {&d.back(), 1}, along).front());
    const Node one = graph.constant(1);
    d.push_back(reverse(graph, {d.data(), 1}, {&one, 1}, {&input, 1}).front());
    for (double s = 0.003; s < 2; s += 0.01) {
      const Numbers found = evaluate(graph, d, Numbers{s});
      for (int k = 0; k < 4; ++k)
        EXPECT_NEAR(found[k], curve.at(s, k), 1e-12) << s;  // terms of size 30 cancel
      EXPECT_NEAR(found[4], curve.at(s, 1), 1e-12);
    }
    const Numbers left = evaluate(graph, d, Numbers{-1}), right = evaluate(graph, d, Numbers{2.5});
    EXPECT_NEAR(left[0], y.front() - curve.end_slope(false), 1e-14);
    EXPECT_NEAR(right[0], y.back() + 0.5 * curve.end_slope(true), 1e-14);
    EXPECT_EQ(left[1], curve.end_slope(false));
    EXPECT_EQ(right[2], 0);
  }
}

TEST(Lookup, EndsWhereItsDataEnd) {
  Graph graph;
  const Node x = graph.input(0);
  const Curve line = curve_through(Numbers{1, 2, 4}, Numbers{1, 3, 4}, Interpolation::linear);
  const Node error = lookup(graph, line, Beyond::error, x),
             hold = lookup(graph, line, Beyond::hold, x);
  const auto at = [&](Node y, double s) { return evaluate(graph, {&y, 1}, Numbers{s}).front(); };
  EXPECT_EQ(at(error, 1), 1);
  EXPECT_EQ(at(error, 4), 4);
  EXPECT_NEAR(at(error, 4 + 1e-13), 4, 1e-12);  // rounding
  EXPECT_TRUE(std::isnan(at(error, 0.999)));
  EXPECT_TRUE(std::isnan(at(error, 4.001)));
  EXPECT_EQ(at(hold, -7), 1);
  EXPECT_EQ(at(hold, 7), 4);
  EXPECT_EQ(at(hold, 3), 3.5);
  const Curve wave =
      curve_through(Numbers{0, 1, 2, 3, 4}, Numbers{0, 1, 0, -1, 0}, Interpolation::periodic);
  const Node periodic = lookup(graph, wave, Beyond::error, x);
  for (const double s : {-3.3, 0.7, 2.1, 41.9})
    EXPECT_NEAR(at(periodic, s), wave.at(s - 4 * std::floor(s / 4)), 1e-13);
}

}  // namespace
}  // namespace zwang::formula

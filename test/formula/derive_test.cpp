// SPDX-License-Identifier: Apache-2.0
// Derivatives against oracles that know no rule of differentiation: complex steps and differences
// in quad. The derived formulas are evaluated in quad too, so that what is compared is the formula
// and not its rounding; the rounding of the same formulas in double is judged on its own.

#include "formula/derive/derive.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <string>

#include "formula/evaluate.h"
#include "support/expression.h"
#include "support/oracle_formula.h"
#include "support/random_formula.h"

namespace zwang::test {
namespace {

using formula::Direction;
using formula::Graph;
using formula::Node;
using formula::Op;

/// A formula of the inputs 0 … n−1, the directions d at the slots n … 2n−1 and e behind them.
struct Subject {
  Graph& graph;
  Node f;
  std::size_t n;

  Node input(std::size_t slot) const { return graph.input(static_cast<std::uint32_t>(slot)); }
  std::vector<Node> coordinates() const {
    std::vector<Node> list;
    for (std::size_t i = 0; i < n; ++i) list.push_back(input(i));
    return list;
  }
  Direction direction(std::size_t which) const {
    Direction d;
    for (std::size_t i = 0; i < n; ++i) d.set(static_cast<std::uint32_t>(i), input(which * n + i));
    return d;
  }
  Node along(Node g, std::size_t which) const {
    return formula::forward(graph, {&g, 1}, direction(which)).front();
  }
  /// Σ ∂g/∂x_i d_i by one reverse pass.
  Node by_reverse(Node g, std::size_t which) const {
    const Node one = graph.constant(1);
    const std::vector<Node> slopes = formula::reverse(graph, {&g, 1}, {&one, 1}, coordinates());
    Node sum = graph.constant(0);
    for (std::size_t i = 0; i < n; ++i)
      sum = graph.add(sum, graph.multiply(slopes[i], input(which * n + i)));
    return sum;
  }
};

struct Point {
  std::vector<double> x, d, e;

  std::vector<double> inputs() const {
    std::vector<double> all = x;
    all.insert(all.end(), d.begin(), d.end());
    all.insert(all.end(), e.begin(), e.end());
    return all;
  }
};

Point random_point(Random& random, std::vector<double> x) {
  Point point{std::move(x), {}, {}};
  for (std::size_t i = 0; i < point.x.size(); ++i) {
    point.d.push_back(random.uniform(-1, 1));
    point.e.push_back(random.uniform(-1, 1));
  }
  return point;
}

Quad in_quad_at(const Graph& graph, Node f, const std::vector<double>& inputs) {
  return evaluate_quad(graph, {&f, 1}, QuadVector(inputs.begin(), inputs.end())).front();
}

std::function<Quad(Quad)> along_line(const Subject& s, const Point& at,
                                     const std::vector<double>& direction) {
  return [&s, at, direction](Quad h) {
    return evaluate_quad(s.graph, {&s.f, 1}, moved(at.x, h, direction)).front();
  };
}

std::vector<double> sum(std::vector<double> x, const std::vector<double>& y, double factor) {
  for (std::size_t i = 0; i < x.size(); ++i) x[i] += factor * y[i];
  return x;
}

/// d'H e from second differences along d + e and d − e.
Difference second_oracle(const Subject& s, const Point& at) {
  const Difference plus = second_difference(along_line(s, at, sum(at.d, at.e, 1))),
                   minus = second_difference(along_line(s, at, sum(at.d, at.e, -1)));
  return {(plus.value - minus.value) / 4, (plus.error + minus.error) / 4};
}

/// What rounding in quad leaves, compared with double.
constexpr double in_quad_only = 0x1p-60;
/// Where differentiating has folded constants, it has done so in double.
constexpr double with_constants = 1;

/// |derived − oracle| within what the oracle knows of its own error and what rounding leaves.
void expect_value(const Subject& s, Node derived, const Point& at, const Difference& oracle,
                  std::uint64_t seed, double precision) {
  const double rounded = precision * rounding(s.graph, {&derived, 1}, at.inputs(), seed).front();
  const Quad value = in_quad_at(s.graph, derived, at.inputs());
  EXPECT_LE(static_cast<double>(absolute(value - oracle.value)),
            4 * static_cast<double>(oracle.error) + rounded)
      << "derived " << static_cast<double>(value) << ", oracle "
      << static_cast<double>(oracle.value);
}

void expect_rounds_well(const Subject& s, Node derived, const Point& at, std::uint64_t seed) {
  const double value = evaluate(s.graph, {&derived, 1}, at.inputs()).front();
  const Quad exact = in_quad_at(s.graph, derived, at.inputs());
  EXPECT_LE(std::abs(static_cast<double>(value - exact)),
            rounding(s.graph, {&derived, 1}, at.inputs(), seed).front());
}

/// Whether the oracle is sharp enough to prove something: a kink within its steps spoils it.
bool is_sharp(const Difference& oracle) {
  return oracle.error < 1e-12 * (1 + absolute(oracle.value));
}

void expect_first_and_second(const Subject& s, const Point& at, std::uint64_t seed,
                             double precision) {
  const Difference first = first_difference(along_line(s, at, at.d)), second = second_oracle(s, at);
  ASSERT_TRUE(is_sharp(first) && is_sharp(second));
  const Node by_d = s.along(s.f, 1), by_d_too = s.by_reverse(s.f, 1);
  for (const Node slope : {by_d, by_d_too}) {
    expect_value(s, slope, at, first, seed, precision);
    expect_rounds_well(s, slope, at, seed);
    for (const Node curved : {s.along(slope, 2), s.by_reverse(slope, 2)}) {
      expect_value(s, curved, at, second, seed, precision);
      expect_rounds_well(s, curved, at, seed);
    }
  }
}

// One operation at a time.

struct Domain {
  Op op;
  double low, high;      // of the first argument
  double low_2, high_2;  // of the second
};

const Domain domains[] = {
    {Op::add, -3, 3, -3, 3},       {Op::subtract, -3, 3, -3, 3}, {Op::multiply, -3, 3, -3, 3},
    {Op::divide, -3, 3, 0.2, 3},   {Op::divide, -3, 3, -3, -.2}, {Op::negate, -3, 3, 0, 0},
    {Op::square, -3, 3, 0, 0},     {Op::power, 0.2, 3, -3, 3},   {Op::sqrt, 0.1, 5, 0, 0},
    {Op::exp, -3, 3, 0, 0},        {Op::log, 0.1, 5, 0, 0},      {Op::sin, -7, 7, 0, 0},
    {Op::cos, -7, 7, 0, 0},        {Op::tan, -1.4, 1.4, 0, 0},   {Op::asin, -0.95, 0.95, 0, 0},
    {Op::acos, -0.95, 0.95, 0, 0}, {Op::atan, -4, 4, 0, 0},      {Op::sinh, -3, 3, 0, 0},
    {Op::cosh, -3, 3, 0, 0},       {Op::tanh, -3, 3, 0, 0},      {Op::atan2, 0.1, 3, -3, 3},
    {Op::atan2, -3, -0.1, -3, 3},  {Op::atan2, -3, 3, 0.1, 3},   {Op::hypot, 0.1, 3, -3, 3},
    {Op::abs, 0.1, 3, 0, 0},       {Op::abs, -3, -0.1, 0, 0},    {Op::sign, 0.1, 3, 0, 0},
    {Op::min, -3, -0.1, 0.1, 3},   {Op::min, 0.1, 3, -3, -0.1},  {Op::max, -3, -0.1, 0.1, 3},
    {Op::max, 0.1, 3, -3, -0.1},   {Op::mod, 2.1, 2.9, 0.9, 1},  {Op::mod, -2.9, -2.1, 0.9, 1},
    {Op::mod, 2.1, 2.9, -1, -0.9}, {Op::less, -3, -1, 1, 3},
};

Node on_inputs(Graph& graph, Op op) {
  const Node x = graph.input(0), y = graph.input(1);
  return formula::arity(op) == 1 ? graph.apply(op, x) : graph.apply(op, x, y);
}

void for_random_points(
    const std::function<void(const Domain&, const Point&, std::uint64_t)>& body) {
  for (const Domain& domain : domains) {
    for (std::uint64_t seed = 0; seed < 12; ++seed) {
      SCOPED_TRACE(std::string(formula::facts(domain.op).name) + ", seed " + std::to_string(seed));
      Random random = stream(seed);
      std::vector<double> x{random.uniform(domain.low, domain.high)};
      if (formula::arity(domain.op) > 1) x.push_back(random.uniform(domain.low_2, domain.high_2));
      body(domain, random_point(random, std::move(x)), seed);
    }
  }
}

TEST(Derive, EveryOperationTwiceAgainstDifferencesInQuad) {
  for_random_points([](const Domain& domain, const Point& at, std::uint64_t seed) {
    Graph graph;
    const Subject s{graph, on_inputs(graph, domain.op), at.x.size()};
    expect_first_and_second(s, at, seed, in_quad_only);
  });
}

constexpr double step_epsilon = static_cast<double>(std::numeric_limits<long double>::epsilon());

// The step has no truncation error; what is left is the rounding of a few operations in long double.
TEST(Derive, EveryOperationAgainstComplexSteps) {
  for_random_points([](const Domain& domain, const Point& at, std::uint64_t) {
    Graph graph;
    const Subject s{graph, on_inputs(graph, domain.op), at.x.size()};
    const ComplexStep step = complex_step(graph, s.f, at.x, at.d);
    for (const Node slope : {s.along(s.f, 1), s.by_reverse(s.f, 1)}) {
      const long double value = static_cast<long double>(in_quad_at(graph, slope, at.inputs()));
      const long double scale = 1 + std::abs(value) + std::abs(step.value);
      EXPECT_NEAR(static_cast<double>(value - step.slope), 0,
                  64 * step_epsilon * static_cast<double>(scale));
    }
  });
}

TEST(Derive, PowersWithANumberForExponent) {
  for (const double p : {-2.5, -1.0, 0.3125, 0.5, 1.5, 2.0, 3.0, 7.0, 17.0, 20.0}) {
    for (std::uint64_t seed = 0; seed < 6; ++seed) {
      SCOPED_TRACE("exponent " + std::to_string(p) + ", seed " + std::to_string(seed));
      Random random = stream(seed);
      const bool whole = p == std::floor(p);
      double x = random.uniform(0.3, 1.8);
      if (whole && seed % 2) x = -x;  // whole powers of negative numbers have derivatives too
      Graph graph;
      const Subject s{graph, pow(input(graph, 0), p).node, 1};
      expect_first_and_second(s, random_point(random, {x}), seed, in_quad_only);
    }
  }
}

// All operations together.

/// The sum of the last few outputs: not much of a script is left out.
Node last_together(Graph& graph, const Script& script) {
  const std::vector<Node> nodes = build(graph, script);
  Node sum = graph.constant(0);
  const std::size_t count = std::min<std::size_t>(6, script.outputs.size());
  for (const std::size_t i : std::span(script.outputs).last(count)) sum = graph.add(sum, nodes[i]);
  return sum;
}

TEST(Derive, RandomFormulasForwardReverseAndDifferencesAgree) {
  int tried = 0, judged = 0;
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random = stream(seed);
    const Script script = random_script(random, 3, 30);
    Graph graph;
    const Subject s{graph, last_together(graph, script), script.inputs()};
    const Point at = random_point(random, script.point);
    const Difference first = first_difference(along_line(s, at, at.d));
    ++tried;
    if (!is_sharp(first)) continue;
    ++judged;
    for (const Node slope : {s.along(s.f, 1), s.by_reverse(s.f, 1)}) {
      expect_value(s, slope, at, first, seed, with_constants);
      expect_rounds_well(s, slope, at, seed);
    }
  }
  EXPECT_GT(judged, tried * 9 / 10);
}

TEST(Derive, RandomFormulasAgainstComplexSteps) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random = stream(seed);
    const Script script = random_script(random, 3, 30);
    Graph graph;
    const Subject s{graph, last_together(graph, script), script.inputs()};
    const Point at = random_point(random, script.point);
    const ComplexStep step = complex_step(graph, s.f, at.x, at.d);
    for (const Node slope : {s.along(s.f, 1), s.by_reverse(s.f, 1)}) {
      const double allowed = rounding(graph, {&slope, 1}, at.inputs(), seed).front() +
                             128 * step_epsilon * (1 + std::abs(static_cast<double>(step.slope)));
      EXPECT_NEAR(static_cast<double>(in_quad_at(graph, slope, at.inputs()) - Quad(step.slope)), 0,
                  allowed);
    }
  }
}

TEST(Derive, RandomFormulasTwice) {
  int tried = 0, judged = 0;
  for (std::uint64_t seed = 1000; seed < 1060; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random = stream(seed);
    const Script script = random_script(random, 2, 12);
    Graph graph;
    const Subject s{graph, last_together(graph, script), script.inputs()};
    const Point at = random_point(random, script.point);
    ++tried;
    if (!is_sharp(first_difference(along_line(s, at, at.d))) || !is_sharp(second_oracle(s, at)))
      continue;
    ++judged;
    expect_first_and_second(s, at, seed, with_constants);
  }
  EXPECT_GT(judged, tried * 9 / 10);
}

// Shape of the answers.

TEST(Derive, ReverseWeighsAllOutputs) {
  Graph graph;
  const Expr x = input(graph, 0), y = input(graph, 1), a = input(graph, 2), b = input(graph, 3);
  const Node outputs[] = {(x * y).node, sin(x).node}, weights[] = {a.node, b.node},
             wrt[] = {x.node, y.node, a.node};
  const std::vector<Node> slopes = reverse(graph, outputs, weights, wrt);
  ASSERT_EQ(slopes.size(), 3u);
  EXPECT_EQ(slopes[0], (a * y + b * cos(x)).node);
  EXPECT_EQ(slopes[1], (a * x).node);
  EXPECT_TRUE(graph.is_constant(slopes[2], 0));  // weights are factors, not part of the outputs
}

TEST(Derive, OneOutputTwiceCountsTwice) {
  Graph graph;
  const Expr x = input(graph, 0);
  const Node outputs[] = {sin(x).node, sin(x).node},
             weights[] = {graph.constant(1), graph.constant(1)};
  EXPECT_EQ(reverse(graph, outputs, weights, {&x.node, 1}).front(), (2 * cos(x)).node);
}

TEST(Derive, GradientListsOnlyWhatIsThereInTheOrderOfColumns) {
  Graph graph;
  const Expr x = input(graph, 0), y = input(graph, 1), z = input(graph, 2), w = input(graph, 3);
  const Node order[] = {z.node, w.node, x.node};
  const formula::Columns columns(graph, order);
  const Expr f = x * sin(z) + y;  // y is no column; w does not occur
  const std::vector<formula::Partial> partials = gradient(graph, f.node, columns);
  ASSERT_EQ(partials.size(), 2u);
  EXPECT_EQ(partials[0].column, 0);
  EXPECT_EQ(partials[0].value, (x * cos(z)).node);
  EXPECT_EQ(partials[1].column, 2);
  EXPECT_EQ(partials[1].value, sin(z).node);
  EXPECT_TRUE(gradient(graph, y.node, columns).empty());
  EXPECT_TRUE(
      gradient(graph, apply(Op::sign, x).node, columns).empty());  // occurs, but stands still
  EXPECT_TRUE(gradient(graph, graph.constant(3), columns).empty());
}

TEST(Derive, InputsThatStandStillHaveNoDerivative) {
  Graph graph;
  const Expr x = input(graph, 0), y = input(graph, 1);
  Direction only_x;
  only_x.set(0, graph.constant(1));
  const Node outputs[] = {(x * y).node, exp(y).node, x.node, graph.constant(2)};
  const std::vector<Node> slopes = forward(graph, outputs, only_x);
  EXPECT_EQ(slopes[0], y.node);
  EXPECT_TRUE(graph.is_constant(slopes[1], 0));
  EXPECT_TRUE(graph.is_constant(slopes[2], 1));
  EXPECT_TRUE(graph.is_constant(slopes[3], 0));
}

TEST(Derive, SubstituteReplacesInputsAndKeepsTheRest) {
  Graph graph;
  const Expr x = input(graph, 0), y = input(graph, 1), z = input(graph, 2);
  Direction by;
  by.set(0, (y + z).node);
  by.set(2, graph.constant(0));  // z of the formula, not the z that x brings along
  const Node f = select(x < z, sin(x) * y, 1).node;
  EXPECT_EQ(substitute(graph, {&f, 1}, by).front(), select(y + z < 0.0, sin(y + z) * y, 1).node);
}

}  // namespace
}  // namespace zwang::test

// SPDX-License-Identifier: Apache-2.0
// Rows and free motion of random formulas, against second derivatives written out in full and
// against differences along a motion.

#include "formula/derive/motion.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "formula/evaluate.h"
#include "support/expression.h"
#include "support/random_formula.h"

namespace zwang::test {
namespace {

using formula::Graph;
using formula::Level;
using formula::Moving;
using formula::Node;
using formula::Op;
using formula::Row;

/// n coordinates, their rates and accelerations, and time, with numbers for all.
struct Scene {
  Graph graph;
  Moving moving;
  std::vector<double> point;  // by slot: q, v, a, t
  std::size_t n;

  Scene(Random& random, std::size_t count) : n(count) {
    for (auto* list : {&moving.q, &moving.v, &moving.a})
      for (std::size_t i = 0; i < n; ++i) list->push_back(next(random));
    moving.t = next(random);
  }
  Node next(Random& random) {
    point.push_back(random.uniform(-2, 2));
    return graph.input(graph.slots());
  }

  /// A random formula of the given inputs, smooth at the point.
  Node draw(Random& random, const std::vector<Node>& inputs, std::size_t lines = 12) {
    const Script script = random_script(random, inputs.size(), lines);
    formula::Direction shift;  // the script's inputs, moved to where this scene stands
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      const Node x = graph.add(inputs[i], graph.constant(script.point[i] - at(inputs[i])));
      shift.set(static_cast<std::uint32_t>(i), x);
    }
    const std::vector<Node> nodes = build(graph, script);
    Node sum = graph.constant(0);
    const std::size_t count = std::min<std::size_t>(4, script.outputs.size());
    for (const std::size_t i : std::span(script.outputs).last(count))
      sum = graph.add(sum, nodes[i]);
    return substitute(graph, {&sum, 1}, shift).front();
  }

  double at(Node x) const { return evaluate(graph, {&x, 1}, point).front(); }
  Quad in_quad(Node x) const {
    return evaluate_quad(graph, {&x, 1}, QuadVector(point.begin(), point.end())).front();
  }
  /// Along the motion with constant accelerations: q + s v + s²/2 a, v + s a, t + s.
  Quad on_the_way(Node x, Quad s) const {
    QuadVector state(point.begin(), point.end());
    for (std::size_t i = 0; i < n; ++i) {
      const Quad q = state[i], v = state[n + i], a = state[2 * n + i];
      state[i] = q + s * v + s * s / 2 * a;
      state[n + i] = v + s * a;
    }
    state[3 * n] += s;
    return evaluate_quad(graph, {&x, 1}, state).front();
  }
  /// Σ A_j y_j.
  Node product(const std::vector<formula::Partial>& A, const std::vector<Node>& y) {
    Node sum = graph.constant(0);
    for (const formula::Partial& partial : A)
      sum = graph.add(sum,
                      graph.multiply(partial.value, y[static_cast<std::size_t>(partial.column)]));
    return sum;
  }
  Node partial(Node f, Node by) {
    const Node one = graph.constant(1);
    return reverse(graph, {&f, 1}, {&one, 1}, {&by, 1}).front();
  }

  std::vector<Node> joined(std::vector<Node> x, const std::vector<Node>& y) const {
    x.insert(x.end(), y.begin(), y.end());
    return x;
  }
};

/// Equal in quad, but for the constants that were folded in double.
void expect_equal(const Scene& scene, Node x, Node y, std::uint64_t seed) {
  const Node pair[] = {x, y};
  const std::vector<double> allowed = rounding(scene.graph, pair, scene.point, seed);
  EXPECT_LE(std::abs(static_cast<double>(scene.in_quad(x) - scene.in_quad(y))),
            allowed[0] + allowed[1]);
}

/// Equal to a difference, if that is sharp; says whether it was.
bool expect_equal(const Scene& scene, Node x, const Difference& oracle, std::uint64_t seed) {
  if (oracle.error > 1e-12 * (1 + absolute(oracle.value))) return false;
  const double allowed = rounding(scene.graph, {&x, 1}, scene.point, seed).front();
  EXPECT_LE(static_cast<double>(absolute(scene.in_quad(x) - oracle.value)),
            allowed + 4 * static_cast<double>(oracle.error));
  return true;
}

/// Runs a body on many scenes; it returns whether its oracle was sharp, and mostly it must be.
void on_scenes(int count, const std::function<bool(Scene&, Random&, std::uint64_t)>& body) {
  int judged = 0;
  for (int seed = 0; seed < count; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random = stream(static_cast<std::uint64_t>(seed));
    Scene scene(random, 2 + static_cast<std::size_t>(seed) % 3);
    judged += body(scene, random, static_cast<std::uint64_t>(seed));
  }
  EXPECT_GT(judged, count * 3 / 4);
}

/// φ_tt + 2 φ_tx v + vᵀφ_xx v, every second derivative by itself.   [XUMK94 22, erratum 3]
Node full_hessian_form(Scene& scene, Node phi) {
  Graph& g = scene.graph;
  const auto& [q, v, a, x, x_rate, x_bias, t] = scene.moving;
  const Node phi_t = scene.partial(phi, t);
  Node sum = scene.partial(phi_t, t);
  for (std::size_t j = 0; j < q.size(); ++j) {
    sum = g.add(sum, g.multiply(g.constant(2), g.multiply(scene.partial(phi_t, q[j]), v[j])));
    const Node phi_j = scene.partial(phi, q[j]);
    for (std::size_t k = 0; k < q.size(); ++k)
      sum = g.add(sum, g.multiply(scene.partial(phi_j, q[k]), g.multiply(v[j], v[k])));
  }
  return sum;
}

TEST(Motion, PositionRowHasTheRightSideOfTheFullHessian) {
  on_scenes(80, [](Scene& scene, Random& random, std::uint64_t seed) {
    const Node phi = scene.draw(random, scene.joined(scene.moving.q, {scene.moving.t}));
    const Row row = formula::RowMaker(scene.graph, scene.moving)(phi);
    EXPECT_EQ(row.level, Level::position);
    EXPECT_EQ(row.residual, phi);
    EXPECT_TRUE(row.linear);
    EXPECT_TRUE(row.A_x.empty());
    expect_equal(scene, scene.graph.negate(row.b), full_hessian_form(scene, phi), seed);
    return true;
  });
}

// φ̇ = rate and φ̈ = A q̈ − b along any motion.                     [XUMK94 22,23]
TEST(Motion, PositionRowIsTheSecondDerivativeAlongTheMotion) {
  on_scenes(80, [](Scene& scene, Random& random, std::uint64_t seed) {
    const Node phi = scene.draw(random, scene.joined(scene.moving.q, {scene.moving.t}));
    const Row row = formula::RowMaker(scene.graph, scene.moving)(phi);
    const auto along = [&](Quad s) { return scene.on_the_way(phi, s); };
    const Node second = scene.graph.subtract(scene.product(row.A, scene.moving.a), row.b);
    return expect_equal(scene, row.rate, first_difference(along), seed) &&
           expect_equal(scene, second, second_difference(along), seed);
  });
}

// ḟ = A q̈ − b.                                                    [FKNU05 36,37]
TEST(Motion, VelocityRowIsTheDerivativeAlongTheMotion) {
  on_scenes(80, [](Scene& scene, Random& random, std::uint64_t seed) {
    Graph& g = scene.graph;
    const std::vector<Node> state =
        scene.joined(scene.joined(scene.moving.q, scene.moving.v), {scene.moving.t});
    const Node f =
        g.add(scene.draw(random, state), g.multiply(scene.moving.q[0], scene.moving.v[0]));
    const Row row = formula::RowMaker(g, scene.moving)(f);
    EXPECT_EQ(row.level, Level::velocity);
    EXPECT_EQ(row.rate, formula::no_node);
    const Node rate = g.subtract(scene.product(row.A, scene.moving.a), row.b);
    return expect_equal(scene, rate,
                        first_difference([&](Quad s) { return scene.on_the_way(f, s); }), seed);
  });
}

// g = Σ c_j(q, v, t) q̈_j − d(q, v, t) is a row as it stands.
TEST(Motion, AccelerationRowIsTakenApart) {
  on_scenes(60, [](Scene& scene, Random& random, std::uint64_t seed) {
    Graph& g = scene.graph;
    const std::vector<Node> state =
        scene.joined(scene.joined(scene.moving.q, scene.moving.v), {scene.moving.t});
    Node residual = scene.draw(random, state);
    for (const Node a : scene.moving.a)
      residual = g.add(residual, g.multiply(scene.draw(random, state, 6), g.add(a, a)));
    residual = g.add(residual, scene.moving.a[0]);
    const Row row = formula::RowMaker(g, scene.moving)(residual);
    EXPECT_EQ(row.level, Level::acceleration);
    EXPECT_TRUE(row.linear);
    expect_equal(scene, g.subtract(scene.product(row.A, scene.moving.a), row.b), residual, seed);
    std::vector<Node> parts = {row.b};
    for (const formula::Partial& partial : row.A) parts.push_back(partial.value);
    for (const Node x : g.reachable(parts))
      for (const Node a : scene.moving.a) EXPECT_NE(x, a) << "an acceleration is left";
    return true;
  });
}

TEST(Motion, RowThatIsNotLinearInTheAccelerationsIsDetected) {
  Random random = stream(1);
  Scene scene(random, 2);
  Graph& g = scene.graph;
  const Expr a = {&g, scene.moving.a[0]}, b = {&g, scene.moving.a[1]}, q = {&g, scene.moving.q[0]};
  const formula::RowMaker row(g, scene.moving);
  for (const Expr e : {square(a), a * b, sin(a) + b, a / b, abs(a), apply(Op::max, a, b),
                       apply(Op::sign, a), a - apply(Op::sign, b), apply(Op::mod, a, q),
                       select(a > 0, a, b), a + select(b > 0, q, 1), exp(q * a)})
    EXPECT_FALSE(row(e.node).linear) << formula::facts(g.op(e.node)).name;
  for (const Expr e : {a, 2 * a - b, q * a + sin(q), select(q > 0, a, b), (a + b) / q,
                       q * (a - b) * exp(q), a * apply(Op::sign, q)})
    EXPECT_TRUE(row(e.node).linear) << formula::facts(g.op(e.node)).name;
}

TEST(Motion, HighestDerivativeDecidesTheLevel) {
  Random random = stream(2);
  Scene scene(random, 1);
  Graph& g = scene.graph;
  const Expr q = {&g, scene.moving.q[0]}, v = {&g, scene.moving.v[0]}, a = {&g, scene.moving.a[0]},
             t = {&g, scene.moving.t};
  const formula::RowMaker row(g, scene.moving);
  EXPECT_EQ(row((q - t).node).level, Level::position);
  EXPECT_EQ(row(t.node).level, Level::position);
  EXPECT_EQ(row((q + v).node).level, Level::velocity);
  EXPECT_EQ(row((q + v * a).node).level, Level::acceleration);
  EXPECT_EQ(row((q + v - v).node).level, Level::velocity);
  EXPECT_EQ(row((q + (v - v)).node).level, Level::position);  // nothing of v is left
}

TEST(Motion, EntriesOfARowStandInTheOrderOfTheCoordinates) {
  Random random = stream(3);
  Scene scene(random, 4);
  Graph& g = scene.graph;
  const auto q = [&](std::size_t i) { return Expr{&g, scene.moving.q[i]}; };
  const Row row = formula::RowMaker(g, scene.moving)((q(3) * q(0) + sin(q(2))).node);
  ASSERT_EQ(row.A.size(), 3u);
  EXPECT_EQ(row.A[0].column, 0);
  EXPECT_EQ(row.A[0].value, q(3).node);
  EXPECT_EQ(row.A[1].column, 2);
  EXPECT_EQ(row.A[1].value, cos(q(2)).node);
  EXPECT_EQ(row.A[2].column, 3);
  EXPECT_EQ(row.A[2].value, q(0).node);
}

/// As many pseudo-coordinates X(q) as coordinates; their place, rate and bias are inputs.
struct Framed {
  Scene scene;
  std::vector<Node> X, J_v, bias;  // as formulas of q and v
  Moving composed;                 // as if there were no frames

  Framed(Random& random, std::size_t n) : scene(random, n), composed(scene.moving) {
    formula::Direction coasting;
    for (std::size_t i = 0; i < n; ++i)
      coasting.set(scene.graph.slot(composed.q[i]), composed.v[i]);
    for (const Node q : composed.q)  // with a term that moves, whatever else is drawn
      X.push_back(scene.graph.add(scene.draw(random, composed.q, 8), q));
    J_v = forward(scene.graph, X, coasting);
    bias = forward(scene.graph, J_v, coasting);
    add(scene.moving.x, X, random);
    add(scene.moving.x_rate, J_v, random);
    add(scene.moving.x_bias, bias, random);
  }
  void add(std::vector<Node>& list, const std::vector<Node>& values, Random& random) {
    for (const Node x : values) {
      const double value = scene.at(x);
      list.push_back(scene.next(random));
      scene.point.back() = value;
    }
  }
  /// A formula of frames as one of coordinates.
  Node compose(Node f) {
    formula::Direction by;
    for (std::size_t k = 0; k < X.size(); ++k) {
      by.set(scene.graph.slot(scene.moving.x[k]), X[k]);
      by.set(scene.graph.slot(scene.moving.x_rate[k]), J_v[k]);
    }
    return substitute(scene.graph, {&f, 1}, by).front();
  }

  /// A = A_q + A_x J and b of the row with frames, against the row of the composed formula. The
  /// values of the frames are inputs in double: tolerances are those of the composed formulas,
  /// several times over.
  void expect_same_row(Node f, std::uint64_t seed) {
    Graph& g = scene.graph;
    const Row framed = formula::RowMaker(g, scene.moving)(f);
    const Row whole = formula::RowMaker(g, composed)(compose(f));
    ASSERT_EQ(framed.level, whole.level);
    EXPECT_FALSE(framed.A_x.empty());
    const auto expect_near = [&](Node x, Node y) {
      const double allowed = rounding(g, {&y, 1}, scene.point, seed).front() +
                             rounding(g, {&x, 1}, scene.point, seed).front();
      EXPECT_NEAR(scene.at(x), scene.at(y), 8 * allowed + 1e-12 * std::abs(scene.at(y)));
    };
    expect_near(framed.b, whole.b);
    if (whole.level == Level::position) expect_near(framed.rate, whole.rate);
    for (std::size_t j = 0; j < scene.n; ++j) {
      Node entry = g.constant(0), expected = g.constant(0);
      for (const formula::Partial& partial : framed.A)
        if (partial.column == static_cast<Index>(j)) entry = g.add(entry, partial.value);
      for (const formula::Partial& partial : framed.A_x)
        entry = g.add(entry, g.multiply(partial.value,
                                        scene.partial(X[static_cast<std::size_t>(partial.column)],
                                                      composed.q[j])));
      for (const formula::Partial& partial : whole.A)
        if (partial.column == static_cast<Index>(j)) expected = partial.value;
      expect_near(entry, expected);
    }
  }
};

TEST(Motion, PositionRowWithFramesIsTheRowOfTheComposedFormula) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random = stream(seed);
    Framed framed(random, 2);
    Scene& s = framed.scene;
    const std::vector<Node> all = s.joined(s.joined(s.moving.q, s.moving.x), {s.moving.t});
    const Node x0 = s.moving.x[0], x1 = s.moving.x[1];
    framed.expect_same_row(s.graph.add(s.draw(random, all), s.graph.multiply(x0, x1)), seed);
  }
}

TEST(Motion, VelocityRowWithFramesIsTheRowOfTheComposedFormula) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random = stream(seed);
    Framed framed(random, 2);
    Scene& s = framed.scene;
    std::vector<Node> all = s.joined(s.joined(s.moving.q, s.moving.x), {s.moving.t});
    all = s.joined(s.joined(all, s.moving.v), s.moving.x_rate);
    const Node twist = s.graph.multiply(s.moving.x[0], s.moving.x_rate[1]);
    framed.expect_same_row(s.graph.add(s.draw(random, all), twist), seed);
  }
}

TEST(Motion, TotalRateIsTheDerivativeAlongTheMotion) {
  on_scenes(60, [](Scene& scene, Random& random, std::uint64_t seed) {
    const std::vector<Node> state =
        scene.joined(scene.joined(scene.moving.q, scene.moving.v), {scene.moving.t});
    const Node both[] = {scene.draw(random, state), scene.draw(random, state)};
    const std::vector<Node> rates = total_rate(scene.graph, both, scene.moving);
    bool sharp = rates.size() == 2;
    for (std::size_t k = 0; k < rates.size(); ++k)
      sharp = expect_equal(scene, rates[k],
                           first_difference([&](Quad s) { return scene.on_the_way(both[k], s); }),
                           seed) &&
              sharp;
    return sharp;
  });
}

// M = F_ẋẋ and Q = F_x − F_ẋt − F_ẋx ẋ, every derivative by itself. [XUMK94 16] [XUMK94 17, erratum 1]
TEST(Motion, FreeMotionOfALagrangianHasTheFullHessians) {
  on_scenes(60, [](Scene& scene, Random& random, std::uint64_t seed) {
    Graph& g = scene.graph;
    const auto& [q, v, a, x, x_rate, x_bias, t] = scene.moving;
    const Node L = scene.draw(random, scene.joined(scene.joined(q, v), {t}));
    const formula::Free free = euler_lagrange(g, L, scene.moving);
    EXPECT_EQ(free.M.size(), scene.n * (scene.n + 1) / 2);
    EXPECT_EQ(free.Q.size(), scene.n);
    std::size_t entry = 0;
    for (std::size_t j = 0; j < scene.n; ++j) {
      const Node p_j = scene.partial(L, v[j]);
      for (std::size_t i = j; i < scene.n; ++i)  // the lower triangle by columns
        expect_equal(scene, free.M[entry++], scene.partial(p_j, v[i]), seed);
      Node Q_j = g.subtract(scene.partial(L, q[j]), scene.partial(p_j, t));
      for (std::size_t k = 0; k < scene.n; ++k)
        Q_j = g.subtract(Q_j, g.multiply(scene.partial(p_j, q[k]), v[k]));
      expect_equal(scene, free.Q[j], Q_j, seed);
    }
    return true;
  });
}

// d/dt F_ẋ − F_x = M ẍ − Q along any motion.                        [XUMK94 9,14]
TEST(Motion, FreeMotionIsEulersEquation) {
  on_scenes(40, [](Scene& scene, Random& random, std::uint64_t seed) {
    Graph& g = scene.graph;
    const auto& [q, v, a, x, x_rate, x_bias, t] = scene.moving;
    const Node L = scene.draw(random, scene.joined(scene.joined(q, v), {t}));
    const formula::Free free = euler_lagrange(g, L, scene.moving);
    bool sharp = true;
    for (std::size_t i = 0; i < scene.n; ++i) {
      const Node p_i = scene.partial(L, v[i]);
      Node left = g.negate(free.Q[i]);
      for (std::size_t j = 0; j < scene.n; ++j) {
        const std::size_t low = std::max(i, j), column = std::min(i, j);
        const std::size_t entry = column * scene.n - column * (column + 1) / 2 + low;
        left = g.add(left, g.multiply(free.M[entry], a[j]));
      }
      left = g.add(left, scene.partial(L, q[i]));
      sharp =
          expect_equal(scene, left,
                       first_difference([&](Quad s) { return scene.on_the_way(p_i, s); }), seed) &&
          sharp;
    }
    return sharp;
  });
}

}  // namespace
}  // namespace zwang::test

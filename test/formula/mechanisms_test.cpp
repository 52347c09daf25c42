// SPDX-License-Identifier: Apache-2.0
// Whole mechanisms: what the engine derives from formulas against what an engineer derives by hand,
// and, where nobody derived anything, against differences in quad.

#include "support/mechanisms.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "formula/evaluate.h"
#include "support/by_hand.h"
#include "support/oracle_formula.h"
#include "support/random_formula.h"

namespace zwang::test {
namespace {

using formula::Node;

std::vector<double> random_state(Random& random, Index n) {
  std::vector<double> state;
  for (Index i = 0; i < 2 * n; ++i) state.push_back(random.uniform(-2, 2));
  return state;
}

double largest(std::span<const double> values) {
  double most = 0;
  for (const double x : values) most = std::max(most, std::abs(x));
  return most;
}

/// Relative to the largest entry of M, of Q, of A and of b: within one array entries are sums and
/// differences of terms as large as that. The longest sums here have some 30 · 30 terms, of which
/// roundings of 1e-16 leave a few 1e-15 at random.
constexpr double tolerance = 1e-13;

void expect_same(const Mechanism& mechanism, std::span<const double> derived,
                 std::span<const double> by_hand) {
  std::size_t begin = 0;
  for (const auto* part : {&mechanism.M, &mechanism.Q, &mechanism.A, &mechanism.b}) {
    const double scale = largest(by_hand.subspan(begin, part->size()));
    for (std::size_t i = begin; i < begin + part->size(); ++i)
      EXPECT_NEAR(derived[i], by_hand[i], tolerance * scale) << "output " << i;
    begin += part->size();
  }
}

using Hand = std::function<void(const double*, double*)>;

void expect_like_by_hand(Mechanism (*make)(Parameters), int outputs, const Hand& hand) {
  for (const Parameters parameters : {Parameters::folded, Parameters::inputs}) {
    const Mechanism mechanism = make(parameters);
    const std::vector<Node> nodes = mechanism.outputs();
    ASSERT_EQ(static_cast<int>(nodes.size()), outputs);
    EXPECT_EQ(mechanism.parameters.empty(), parameters == Parameters::folded);
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      SCOPED_TRACE("seed " + std::to_string(seed));
      Random random = stream(seed);
      const std::vector<double> state = random_state(random, mechanism.n());
      std::vector<double> expected(nodes.size());
      hand(state.data(), expected.data());
      expect_same(mechanism, evaluate(mechanism.graph, nodes, mechanism.inputs(state)), expected);
    }
  }
}

TEST(Mechanisms, DoublePendulumIsAsByHand) {
  expect_like_by_hand(double_pendulum, by_hand::double_pendulum_outputs, by_hand::double_pendulum);
}

template <int links>
void expect_chain_like_by_hand() {
  expect_like_by_hand([](Parameters p) { return planar_chain(links, p); },
                      by_hand::planar_chain_outputs(links), by_hand::planar_chain<links>);
}

TEST(Mechanisms, ChainsOfFiveTenAndThirtyLinksAreAsByHand) {
  expect_chain_like_by_hand<5>();
  expect_chain_like_by_hand<10>();
  expect_chain_like_by_hand<30>();
}

TEST(Mechanisms, TwentyParticlesAreAsByHand) {
  expect_like_by_hand([](Parameters p) { return particle_chain(20, p); },
                      by_hand::particle_chain_outputs(20),
                      [](const double* x, double* out) { by_hand::particle_chain(20, x, out); });
}

TEST(Mechanisms, SqueezerIsAsByHand) {
  expect_like_by_hand(andrews_squeezer, by_hand::andrews_outputs, by_hand::andrews_squeezer);
}

// The robot and its held tip have no twin by hand: differences of the formulas themselves.

/// A function of the state, along the line state + s·direction, in quad.
struct Line {
  const Mechanism& mechanism;
  Node output;
  std::vector<double> state;

  Difference first(const std::vector<double>& direction) const {
    return first_difference([&](Quad s) { return at(moved(state, s, direction)); });
  }
  Difference second(const std::vector<double>& direction) const {
    return second_difference([&](Quad s) { return at(moved(state, s, direction)); });
  }
  Quad at(QuadVector point) const {
    point.insert(point.end(), mechanism.parameters.begin(), mechanism.parameters.end());
    return evaluate_quad(mechanism.graph, {&output, 1}, point).front();
  }
};

std::vector<double> unit(Index size, Index i, double value = 1) {
  std::vector<double> e(static_cast<std::size_t>(size), 0.0);
  e[static_cast<std::size_t>(i)] = value;
  return e;
}

/// (v, 0): the state moves on without acceleration.
std::vector<double> coasting(const std::vector<double>& state) {
  const std::size_t n = state.size() / 2;
  std::vector<double> direction(state.size(), 0.0);
  std::copy(state.begin() + static_cast<std::ptrdiff_t>(n), state.end(), direction.begin());
  return direction;
}

std::vector<double> sum(std::vector<double> x, const std::vector<double>& y, double factor = 1) {
  for (std::size_t i = 0; i < x.size(); ++i) x[i] += factor * y[i];
  return x;
}

/// x'H y of the Hessian: (second along x + y − second along x − y)/4.
Difference mixed(const Line& line, const std::vector<double>& x, const std::vector<double>& y) {
  const Difference plus = line.second(sum(x, y)), minus = line.second(sum(x, y, -1));
  return {(plus.value - minus.value) / 4, (plus.error + minus.error) / 4};
}

void expect_matches(double derived, Quad value, Quad error, double scale) {
  EXPECT_LT(static_cast<double>(error), 1e-14 * scale);
  EXPECT_NEAR(derived, static_cast<double>(value), tolerance * scale);
}

TEST(Mechanisms, RobotFollowsFromItsLagrangian) {
  for (std::uint64_t seed = 0; seed < 2; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random = stream(seed);
    const Index n = 5;
    const Mechanism robot = serial_robot(n, seed ? Parameters::inputs : Parameters::folded);
    const Line line{robot, robot.L, random_state(random, n)};
    const std::vector<double> inputs = robot.inputs(line.state);
    const std::vector<double> M = evaluate(robot.graph, robot.M, inputs),
                              Q = evaluate(robot.graph, robot.Q, inputs);
    const double M_scale = largest(M), Q_scale = largest(Q);
    std::size_t entry = 0;
    for (Index j = 0; j < n; ++j) {
      const std::vector<double> v_j = unit(2 * n, n + j);
      for (Index i = j; i < n; ++i) {
        const Difference M_ij = mixed(line, unit(2 * n, n + i), v_j);  // [XUMK94 16]
        expect_matches(M[entry++], M_ij.value, M_ij.error, M_scale);
      }
      const Difference L_q = line.first(unit(2 * n, j)),
                       p_rate = mixed(line, v_j, coasting(line.state));
      expect_matches(Q[static_cast<std::size_t>(j)], L_q.value - p_rate.value,
                     L_q.error + p_rate.error, Q_scale);  // [XUMK94 17, erratum 1]
    }
  }
}

TEST(Mechanisms, HeldTipGivesRowsOfItsPose) {
  const int n = 7;
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random = stream(seed);
    const Mechanism robot = tip_pose(n, seed ? Parameters::inputs : Parameters::folded);
    ASSERT_EQ(robot.rows.size(), 6u);
    const std::vector<double> state = random_state(random, n), inputs = robot.inputs(state);
    for (const formula::Row& row : robot.rows) {
      const Line line{robot, row.residual, state};
      const Difference curved = line.second(coasting(state));
      const double b = evaluate(robot.graph, {&row.b, 1}, inputs).front();
      expect_matches(b, -curved.value, curved.error, 1 + std::abs(b));
      std::vector<double> A(static_cast<std::size_t>(n), 0.0);
      for (const formula::Partial& partial : row.A)
        A[static_cast<std::size_t>(partial.column)] =
            evaluate(robot.graph, {&partial.value, 1}, inputs).front();
      for (Index j = 0; j < n; ++j) {
        const Difference slope = line.first(unit(2 * n, j));
        expect_matches(A[static_cast<std::size_t>(j)], slope.value, slope.error, 1);
      }
    }
  }
}

}  // namespace
}  // namespace zwang::test

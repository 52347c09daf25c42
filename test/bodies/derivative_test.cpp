// SPDX-License-Identifier: Apache-2.0
// How inverse dynamics change with positions and with rates: against the recursions in numbers that
// carry derivatives, against differences of inverse dynamics themselves, and against what must hold.

#include "bodies/derivative/derivative.h"

#include <gtest/gtest.h>

#include "bodies/derivative_oracle.h"
#include "bodies/inverse_dynamics.h"
#include "support/sanitized.h"

namespace zwang::test {
namespace {

using bodies::Changes;
using bodies::Derivative;
using bodies::Over;

const std::uint64_t seeds = is_sanitized() ? 100 : 300;

struct TreeSlopes {
  explicit TreeSlopes(const DerivativeCase& c)
      : changes(c.t.tree, c.over), derivative(c.t.tree, changes), n(c.count()) {
    const bool rates = c.over == Over::rates;
    changes.fill(c.t.tree, c.kinematics, c.t.q.data(), rates ? c.t.v.data() : c.qdot.data(),
                 rates ? c.t.vdot.data() : c.qddot.data());
    derivative.form(c.t.tree, c.t.solids, c.kinematics, changes, c.t.q.data(),
                    {c.actions.data(), bodies::vec3<double>(c.t.solids.gravity)});
    for (auto* D : {&by_position, &by_rate}) D->resize(static_cast<std::size_t>(n * n));
    derivative.fill(derivative.by_position(), by_position.data(), n);
    derivative.fill(derivative.by_rate(), by_rate.data(), n);
  }
  double at(Index row, Index column, bool rate) const {
    return (rate ? by_rate : by_position)[static_cast<std::size_t>(row * n + column)];
  }
  Changes changes;
  Derivative derivative;
  Index n;
  std::vector<double> by_position, by_rate;
};

std::string entry(std::uint64_t seed, const DerivativeCase& c, Index d, Index k, bool rate) {
  return seeded(seed, c.t) + ": force " + std::to_string(d) + " by " +
         (rate ? "rate " : "position ") + std::to_string(k);
}

void expect_taylor(Over over) {
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    const DerivativeCase c(seed, over);
    const TreeSlopes slopes(c);
    for (const bool rate : {false, true})
      for (Index k = 0; k < slopes.n; ++k) {
        const std::vector<Taylor> f = forces(c, along(c, k, rate));
        for (Index d = 0; d < slopes.n; ++d)
          ASSERT_NEAR(slopes.at(d, k, rate), f[static_cast<std::size_t>(d)].b,
                      c.size.rounding * c.amplitude(d, k))
              << entry(seed, c, d, k, rate);
      }
  }
}

TEST(Derivative, OverRatesEqualsTheRecursionsInTaylorNumbers) { expect_taylor(Over::rates); }
TEST(Derivative, OverCoordinatesEqualsTheRecursionsInTaylorNumbers) {
  expect_taylor(Over::coordinates);
}

/// τ over coordinates at a state beside that of the case, by inverse dynamics.
std::vector<double> demand(const DerivativeCase& c, const std::vector<double>& q,
                           const std::vector<double>& qdot) {
  const bodies::Tree& tree = c.t.tree;
  std::vector<double> v(c.t.v.size()), vdot(v), g(v), tau(v), over_q(q.size());
  rates_from(tree, q.data(), qdot.data(), v.data());
  rates_from(tree, q.data(), c.qddot.data(), vdot.data());
  rates_bias(tree, q.data(), qdot.data(), g.data());
  for (std::size_t k = 0; k < g.size(); ++k) vdot[k] += g[k];
  bodies::Kinematics kinematics(tree);
  kinematics.place(tree, c.t.solids, q.data());
  kinematics.move(tree, v.data());
  std::vector<bodies::Action> actions(tree.bodies.size());
  for (const Pull& pull : c.pulls)
    add(actions[static_cast<std::size_t>(pull.body)], pull, kinematics[pull.body].R);
  std::vector<bodies::Force<double>> wrenches;
  for (const bodies::Action& action : actions) wrenches.push_back(action.wrench);
  bodies::InverseDynamics inverse(tree);
  inverse.solve(tree, c.t.solids, kinematics,
                {vdot.data(), wrenches.data(), bodies::vec3<double>(c.t.solids.gravity)},
                tau.data());
  forces_over_coordinates(tree, q.data(), tau.data(), over_q.data());
  return over_q;
}

/// Of the fourth order: h⁴/30 of the fifth derivative is left. Along an angle forces are of degree
/// four at most, along a quaternion of length ≥ 1/2 they converge within 1/2: 5! · 2⁵ of them is a
/// bound for both.
TEST(Derivative, EqualsDifferencesOfInverseDynamics) {  // [TREES 20-21]
  const double h = 0x1p-11, left = 128 * h * h * h * h;
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    const DerivativeCase c(seed, Over::coordinates);
    const TreeSlopes slopes(c);
    for (const bool rate : {false, true})
      for (Index k = 0; k < slopes.n; ++k) {
        const auto beside = [&](double way) {
          std::vector<double> q = c.t.q, qdot = c.qdot;
          (rate ? qdot : q)[static_cast<std::size_t>(k)] += way;
          return demand(c, q, qdot);
        };
        const auto a = beside(-2 * h), b = beside(-h), d = beside(h), e = beside(2 * h);
        for (std::size_t i = 0; i < a.size(); ++i) {
          const auto row = static_cast<Index>(i);
          const double slope = (8 * (d[i] - b[i]) - (e[i] - a[i])) / (12 * h);
          // Differences of τ round as τ does, which knows all that the row carries.
          ASSERT_NEAR(slopes.at(row, k, rate), slope,
                      (left + 2 * c.size.rounding / h) * c.paces * c.weight[i])
              << entry(seed, c, row, k, rate);
        }
      }
  }
}

TEST(Derivative, HasNoEntryBetweenBranches) {
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    const DerivativeCase c(seed, Over::coordinates);
    const Changes changes(c.t.tree, c.over);
    const bodies::CommonPaths pattern(c.t.tree, changes);
    const auto carried = [&](Index by, Index body) {
      while (body > by) body = c.t.tree.bodies[static_cast<std::size_t>(body)].parent;
      return body == by;
    };
    Index entries = 0;
    for (Index j = 0; j < c.t.tree.size(); ++j) {
      std::vector<Index> rows;
      for (Index i = 0; i < c.t.tree.size(); ++i) {
        const bodies::Body& body = c.t.tree.bodies[static_cast<std::size_t>(i)];
        if (!carried(i, j) && !carried(j, i)) continue;
        for (Index k = 0; k < coordinates(body.joint); ++k) rows.push_back(body.q + k);
      }
      const bodies::Body& body = c.t.tree.bodies[static_cast<std::size_t>(j)];
      for (Index k = body.q; k < body.q + coordinates(body.joint); ++k) {
        ASSERT_EQ(pattern.begin(k), entries) << seeded(seed, c.t);
        ASSERT_EQ(std::vector<Index>(pattern.rows(k), pattern.rows(k) + pattern.count(k)), rows)
            << seeded(seed, c.t) << ", coordinate " << k;
        entries += pattern.count(k);
      }
    }
    ASSERT_EQ(pattern.entries(), entries) << seeded(seed, c.t);
  }
}

/// At rest, under gravity, dead forces at points and along vectors, τ is a gradient.
TEST(Derivative, AtRestIsSymmetricOverCoordinates) {
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    DerivativeCase c(seed, Over::coordinates);
    for (auto* x : {&c.qdot, &c.qddot, &c.t.v, &c.t.vdot}) std::fill(x->begin(), x->end(), 0.0);
    c.kinematics.move(c.t.tree, c.t.v.data());
    std::fill(c.actions.begin(), c.actions.end(), bodies::Action{});
    for (const Pull& pull : c.pulls)
      if (pull.kind == Pull::point || pull.kind == Pull::vector)
        add(c.actions[static_cast<std::size_t>(pull.body)], pull, c.kinematics[pull.body].R);
    const TreeSlopes slopes(c);
    for (Index d = 0; d < slopes.n; ++d)
      for (Index k = 0; k < d; ++k)
        ASSERT_NEAR(slopes.at(d, k, false), slopes.at(k, d, false),
                    c.size.rounding * c.amplitude(d, k))
            << entry(seed, c, d, k, false);
  }
}

/// m g l sin q, turned by what a slider with an acceleration adds: m l a cos q.
TEST(Derivative, OfAPendulumOnACartIsThatOfItsFormula) {
  RandomTree t;
  for (const auto joint : {bodies::Joint::slider, bodies::Joint::hinge}) {
    append(t.tree, t.tree.size() - 1, joint);
    bodies::SolidNumbers s{};
    s.rotation[0] = s.rotation[4] = s.rotation[8] = 1;
    s.axis[joint == bodies::Joint::slider ? 0 : 2] = 1;
    t.solids.of.push_back(s);
  }
  const double m = 3, l = 0.5, g = 9.81, q = 0.7, v = 1.3, a = 0.4, alpha = -0.6;
  t.solids.of[1].mass = m;
  t.solids.of[1].center[1] = -l;
  t.solids.gravity[1] = -g;
  const double qs[] = {0.2, q}, vs[] = {5, v}, as[] = {a, alpha};
  bodies::Kinematics kinematics(t.tree);
  kinematics.place(t.tree, t.solids, qs);
  kinematics.move(t.tree, vs);
  Changes changes(t.tree, Over::rates);
  changes.fill(t.tree, kinematics, qs, vs, as);
  Derivative derivative(t.tree, changes);
  derivative.form(t.tree, t.solids, kinematics, changes, qs,
                  {nullptr, bodies::vec3<double>(t.solids.gravity)});
  double D[4], E[4];
  derivative.fill(derivative.by_position(), D, 2);
  derivative.fill(derivative.by_rate(), E, 2);
  // τ₁ = m a + m l (α cos q − v² sin q),  τ₂ = m l² α + m l a cos q + m g l sin q.
  const double s = std::sin(q), c = std::cos(q);
  const double by_position[] = {0, m * l * (-alpha * s - v * v * c), 0, m * l * (g * c - a * s)};
  const double by_rate[] = {0, -2 * m * l * v * s, 0, 0};
  for (int k = 0; k < 4; ++k) {
    EXPECT_NEAR(D[k], by_position[k], 1e-14 * m * g) << k;  // a dozen roundings
    EXPECT_NEAR(E[k], by_rate[k], 1e-14 * m * g) << k;
  }
}

}  // namespace
}  // namespace zwang::test

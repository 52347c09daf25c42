// SPDX-License-Identifier: Apache-2.0
// Motions of solids, against closed forms, against the same system in other coordinates, and by
// their books; Jacobians against differences.

#include <gtest/gtest.h>

#include <cmath>

#include "flow/project.h"
#include "motion/built.h"
#include "motion/run/choose.h"
#include "support/random_solids.h"

namespace zwang::test {
namespace {

using bodies::Joint;
using equations::FrameKind;

std::vector<double> rate_at(motion::RightSide& side, const std::vector<double>& y) {
  std::vector<double> f(y.size());
  EXPECT_TRUE(side.rate(0, y.data(), f.data()));
  return f;
}

/// Of the right side along coordinate or rate j: central over h and 2h.
std::vector<double> difference(motion::RightSide& side, const std::vector<double>& y,
                               std::size_t j) {
  const double h = 1e-3;
  std::vector<double> sum(y.size(), 0.0);
  for (const auto& [at, weight] : {std::pair{h, 8.0}, {-h, -8.0}, {2 * h, -1.0}, {-2 * h, 1.0}}) {
    std::vector<double> moved(y);
    moved[j] += at;
    const std::vector<double> f = rate_at(side, moved);
    for (std::size_t i = 0; i < y.size(); ++i) sum[i] += weight * f[i] / (12 * h);
  }
  return sum;
}

TEST(TreeMotion, JacobiansAreThoseOfTheRightSide) {
  for (unsigned seed = 0; seed < 40; ++seed) {
    Random random(seed);
    RandomChoice choice;
    choice.most_bodies = 4;
    choice.scalars = seed % 3;
    choice.rows = static_cast<Index>(seed % 3);
    choice.tangent = true;
    const RandomSolids s = random_solids(random, choice);
    motion::RightSide side(s.equations, Method::automatic);
    ASSERT_TRUE(side.kernel().is_tree());
    const auto size = static_cast<std::size_t>(side.layout().size());
    const std::size_t n = s.q.size();
    std::vector<double> y(size, 0.0);
    std::copy(s.q.begin(), s.q.end(), y.begin());
    std::copy(s.v.begin(), s.v.end(), y.begin() + side.layout().v());
    // Where rows fight, the Jacobian leaves a term out.
    if (side.full_instant(0, s.q.data(), s.v.data()).status != Status::ok) continue;
    const ode::System f = side.system_with_jacobian();
    ASSERT_NE(f.jacobian, nullptr);
    std::vector<double> J(size * size);
    ASSERT_TRUE(f.jacobian(f.self, 0, y.data(), J.data(), nullptr));
    double scale = 1;
    for (const double x : J) scale = std::max(scale, std::abs(x));
    if (scale > 1e4) continue;  // near a singular pose differences tell nothing
    for (std::size_t j = 0; j < 2 * n; ++j) {
      const std::vector<double> expected = difference(side, y, j);
      for (std::size_t i = 0; i < 2 * n; ++i) {
        EXPECT_NEAR(J[i * size + j], expected[i], 1e-7 * scale * scale)
            << "seed " << seed << " row " << i << " column " << j;
      }
    }
  }
}

/// A rod on a hinge: a bob at its end and no inertia make it the pendulum that elliptic functions
/// know.
equations::Equations one_hinge() {
  WrittenSystem s;
  s.set_gravity({0, -9.81, 0});
  bodies::SolidNumbers rod = plain_solid(2);
  rod.center[0] = 1;
  std::fill_n(rod.inertia, 6, 0.0);
  s.add_body(bodies::ground, Joint::hinge, rod);
  const WrittenSystem::Point bob = s.add_frame(0, FrameKind::point, {1, 0, 0});
  s.add_observable(bob.X[0]);
  s.add_observable(bob.X[1]);
  return s.finish({0}, {0});
}

TEST(TreeMotion, AHingeIsAPendulum) {
  const equations::Equations equations = one_hinge();
  for (const motion::Stepper stepper : {motion::Stepper::dopri853, motion::Stepper::gauss6,
                                        motion::Stepper::radau5, motion::Stepper::bdf}) {
    const motion::RunResult result = run(equations, plan(stepper, 1, 0.005, 1e-11));
    ASSERT_EQ(result.ending, motion::Ending::done) << static_cast<int>(stepper);
    equations::Workspace numbers(equations);
    numbers.evaluate(equations::Stage::observe, 1, result.q.data(), result.v.data());
    const double allowed = stepper == motion::Stepper::bdf ? 1e-6 : 2e-9;
    EXPECT_NEAR(numbers.observables()[0], pendulum_at_1[0], allowed);
    EXPECT_NEAR(numbers.observables()[1], pendulum_at_1[1], allowed);
  }
}

using Point = WrittenSystem::Point;

constexpr double g = 9.81;

/// `count` particles of mass 1 in the plane x, y, as scalars.
std::array<formula::Node, 3> particle(WrittenSystem& s, Index number) {
  s.add_force(2 * number + 1, s.g.constant(-g));
  s.add_power(s.g.multiply(s.g.constant(-g), s.v(2 * number + 1)));
  return {s.q(2 * number), s.q(2 * number + 1), s.g.constant(0)};
}

formula::Node length(WrittenSystem& s, const std::array<formula::Node, 3>& x,
                     const std::array<formula::Node, 3>& y, double wanted) {
  return s.g.subtract(s.norm_square(s.difference(x, y)), s.g.constant(wanted * wanted));
}

std::array<formula::Node, 3> fixed(WrittenSystem& s, double x, double y, double z) {
  return {s.g.constant(x), s.g.constant(y), s.g.constant(z)};
}

/// A rod of length l from (x, 0, 0), level, with a mass of 1 at its end.
bodies::SolidNumbers rod_with_bob(double x, double l) {
  bodies::SolidNumbers rod = plain_solid(1);
  rod.at[0] = x;
  rod.center[0] = l;
  std::fill_n(rod.inertia, 6, 0.0);
  return rod;
}

std::vector<double> observe(const equations::Equations& equations, const motion::RunResult& at,
                            Index count) {
  equations::Workspace numbers(equations);
  numbers.evaluate(equations::Stage::observe, at.t, at.q.data(), at.v.data());
  return {numbers.observables(), numbers.observables() + count};
}

TEST(TreeMotion, AFourBarMovesAsItsJointsDo) {
  // Two bobs on rods that a third rod joins: as particles with three rows, and as two bodies with one.
  const double a0 = 1.2, a_x = std::cos(a0), a_y = std::sin(a0), b_x = 1.85, l = 1.1;
  const double b_y = std::sqrt(l * l - (b_x - 2) * (b_x - 2)), c = std::hypot(b_x - a_x, b_y - a_y);
  WrittenSystem bobs(4);
  const auto a = particle(bobs, 0), b = particle(bobs, 1);
  bobs.add_row(length(bobs, a, fixed(bobs, 0, 0, 0), 1));
  bobs.add_row(length(bobs, a, b, c));
  bobs.add_row(length(bobs, b, fixed(bobs, 2, 0, 0), l));
  const equations::Equations particles = bobs.finish({a_x, a_y, b_x, b_y}, {0, 0, 0, 0});

  WrittenSystem rods;
  rods.set_gravity({0, -g, 0});
  rods.add_body(bodies::ground, Joint::hinge, rod_with_bob(0, 1));
  rods.add_body(bodies::ground, Joint::hinge, rod_with_bob(2, l));
  const Point tip = rods.add_frame(0, FrameKind::point, {1, 0, 0}),
              end = rods.add_frame(1, FrameKind::point, {l, 0, 0});
  rods.add_row(length(rods, tip.X, end.X, c));
  for (const Point& seen : {tip, end}) {
    rods.add_observable(seen.X[0]);
    rods.add_observable(seen.X[1]);
  }
  const equations::Equations linked = rods.finish({a0, std::atan2(b_y, b_x - 2)}, {0, 0});

  const motion::RunResult x = run(particles, plan(motion::Stepper::dopri853, 2, 0, 1e-11));
  ASSERT_EQ(x.ending, motion::Ending::done);
  for (const motion::Stepper stepper : {motion::Stepper::dopri853, motion::Stepper::radau5}) {
    const motion::RunResult y = run(linked, plan(stepper, 2, 0, 1e-11));
    ASSERT_EQ(y.ending, motion::Ending::done);
    const std::vector<double> places = observe(linked, y, 4);
    // Both are off by a few tolerances; a falling linkage makes of it ten times that.
    for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(places[i], x.q[i], 1e-9) << i;
    EXPECT_EQ(y.tally.rank, 1u);
  }
}

TEST(TreeMotion, ABallJointWithoutSpinIsASphericalPendulum) {
  WrittenSystem bob(3);
  bob.add_force(2, bob.g.constant(-g));
  bob.add_power(bob.g.multiply(bob.g.constant(-g), bob.v(2)));
  bob.add_row(length(bob, {bob.q(0), bob.q(1), bob.q(2)}, fixed(bob, 0, 0, 0), 1));
  const equations::Equations particle = bob.finish({0.8, 0, -0.6}, {0, 2, 0});

  WrittenSystem rod;
  rod.set_gravity({0, 0, -g});
  bodies::SolidNumbers solid = rod_with_bob(0, 1);
  solid.inertia[0] = 0.05;  // about the rod: felt by none, for it does not spin
  rod.add_body(bodies::ground, Joint::ball, solid);
  const Point end = rod.add_frame(0, FrameKind::point, {1, 0, 0});
  for (const formula::Node x : end.X) rod.add_observable(x);
  rod.add_norm_rows();
  // Turned about y from (1, 0, 0) to (0.8, 0, −0.6); ω = r × v = (1.2, 0, 1.6), without a part along r.
  const double half = 0.5 * std::asin(0.6);
  const double e[] = {std::cos(half), 0, std::sin(half), 0};
  // ė = ½ ω e with ω in world axes.
  const double w[] = {1.2, 0, 1.6};
  const std::vector<double> ed = {0.5 * (-w[0] * e[1] - w[1] * e[2] - w[2] * e[3]),
                                  0.5 * (w[0] * e[0] + w[1] * e[3] - w[2] * e[2]),
                                  0.5 * (w[1] * e[0] + w[2] * e[1] - w[0] * e[3]),
                                  0.5 * (w[2] * e[0] + w[0] * e[2] - w[1] * e[1])};
  const equations::Equations ball = rod.finish({e[0], e[1], e[2], e[3]}, ed);

  const motion::RunResult x = run(particle, plan(motion::Stepper::dopri853, 3, 0, 1e-11));
  ASSERT_EQ(x.ending, motion::Ending::done);
  for (const motion::Stepper stepper :
       {motion::Stepper::dopri853, motion::Stepper::gauss6, motion::Stepper::radau5}) {
    const motion::RunResult y = run(ball, plan(stepper, 3, 0.01, 1e-10));
    ASSERT_EQ(y.ending, motion::Ending::done);
    const std::vector<double> place = observe(ball, y, 3);
    for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(place[i], x.q[i], 2e-8) << i;
    double norm = 0;
    for (const double component : y.q) norm += component * component;
    EXPECT_NEAR(norm, 1, 1e-14);
  }
}

TEST(TreeMotion, AFreeTopPrecessesAsEulerSays) {
  WrittenSystem s;
  bodies::SolidNumbers top = plain_solid(1.5);
  top.inertia[0] = top.inertia[1] = 0.4;
  top.inertia[2] = 0.7;
  s.add_body(bodies::ground, Joint::free, top);
  s.add_norm_rows();
  const double w[] = {0.8, -0.3, 2.5};
  // At e = 1: ė = ½ (0, ω).
  const equations::Equations equations =
      s.finish({1, 2, 3, 1, 0, 0, 0}, {0.5, 0, -1, 0, 0.5 * w[0], 0.5 * w[1], 0.5 * w[2]});
  const double t = 4;
  const motion::RunResult y = run(equations, plan(motion::Stepper::dopri853, t, 0, 1e-11));
  ASSERT_EQ(y.ending, motion::Ending::done);
  equations::Workspace numbers(equations);
  numbers.evaluate(equations::Stage::projection, t, y.q.data(), y.v.data());
  const double* const omega = numbers.solids()->rates() + 3;
  const double turn = (0.7 - 0.4) / 0.4 * w[2] * t;
  EXPECT_NEAR(omega[0], std::cos(turn) * w[0] - std::sin(turn) * w[1], 1e-9);
  EXPECT_NEAR(omega[1], std::sin(turn) * w[0] + std::cos(turn) * w[1], 1e-9);
  EXPECT_NEAR(omega[2], w[2], 1e-10);
  EXPECT_NEAR(y.q[0], 1 + 0.5 * t, 1e-12);
  EXPECT_NEAR(y.q[2], 3 - t, 1e-12);
}

/// Crank, coupler and rocker in a row, closed by a point: the last body's end is held.
equations::Equations closed_four_bar(std::vector<double> q, bool plane) {
  WrittenSystem s;
  s.set_gravity({0, -g, 0});
  const double lengths[] = {0.5, 1.4, 1.0};
  for (Index k = 0; k < 3; ++k) {
    bodies::SolidNumbers bar = plain_solid(1 + static_cast<double>(k));
    bar.at[0] = k > 0 ? lengths[k - 1] : 0.0;
    bar.center[0] = 0.5 * lengths[k];
    s.add_body(k - 1, Joint::hinge, bar);
  }
  const Point end = s.add_frame(2, FrameKind::point, {lengths[2], 0, 0});
  s.add_row(s.g.subtract(end.X[0], s.g.constant(1.3)));
  s.add_row(end.X[1]);
  if (!plane) s.add_row(end.X[2]);
  return s.finish(std::move(q), {1, 0, 0});
}

TEST(TreeMotion, ARoughStartIsAssembled) {
  for (const bool plane : {true, false}) {
    const equations::Equations equations = closed_four_bar({0, 0, 0}, plane);
    motion::RightSide side(equations, Method::automatic);
    motion::Projector projector(side);
    // Angles that come nowhere near: half a radian off, and all of them zero.
    for (const std::vector<double>& start :
         {std::vector<double>{0.9, 0.3, -2.4}, std::vector<double>{0.0, 0.0, 0.1}}) {
      std::vector<double> q(start), v{1, 0, 0};
      const motion::Projection projection = projector.assemble(0, q.data(), v.data());
      EXPECT_TRUE(projection.converged && projection.feasible);
      EXPECT_LT(projection.left.position, 1e-14);
      EXPECT_LT(projection.left.velocity, 1e-14);
      for (std::size_t i = 0; i < 3; ++i) EXPECT_LT(std::abs(q[i] - start[i]), 3) << i;
    }
  }
}

TEST(TreeMotion, TheBooksOfAnOverconstrainedLoopBalance) {
  // The third row says nothing in the plane, and is kept all the same.
  const equations::Equations equations = closed_four_bar({0.9, 0.3, -2.4}, false);
  const motion::RunResult y = run(equations, plan(motion::Stepper::dopri853, 5, 0, 1e-10));
  ASSERT_EQ(y.ending, motion::Ending::done);
  EXPECT_EQ(y.tally.rank, 2u);
  equations::Workspace numbers(equations);
  const auto energy = [&](const std::vector<double>& q, const std::vector<double>& v) {
    numbers.evaluate(equations::Stage::energy, 0, q.data(), v.data());
    return *numbers.energy();
  };
  EXPECT_NEAR(energy(y.q, y.v), energy(y.start_q, y.start_v), 1e-8);
  EXPECT_LT(y.tally.worst.position, 1e-13);
}

TEST(TreeMotion, WorkOfForcesIsBookedWhateverTheJoints) {
  for (unsigned seed = 0; seed < 6; ++seed) {
    Random random(seed);
    RandomChoice choice;
    choice.most_bodies = 4;
    choice.rows = 0;
    const RandomSolids s = random_solids(random, choice);
    motion::RightSide side(s.equations, Method::automatic);
    Witness witness;
    witness.width = static_cast<std::size_t>(side.layout().size());
    motion::RunOptions options = plan(motion::Stepper::dopri853, 0.3, 0, 1e-10);
    options.times = {0, 0.3};
    const motion::RunResult y = motion::run(side, options, witness.listener());
    ASSERT_EQ(y.ending, motion::Ending::done) << "seed " << seed;
    equations::Workspace numbers(s.equations);
    const auto energy = [&](const std::vector<double>& q, const std::vector<double>& v) {
      numbers.evaluate(equations::Stage::energy, 0, q.data(), v.data());
      return *numbers.energy();
    };
    const double work = witness.rows[witness.rows.size() - 3];
    const double before = energy(y.start_q, y.start_v), after = energy(y.q, y.v);
    EXPECT_NEAR(after - before, work, 1e-8 * (1 + std::abs(after) + std::abs(work)))
        << "seed " << seed;
    EXPECT_GT(std::abs(work), 1e-3) << "seed " << seed;
  }
}

TEST(TreeMotion, RattleTakesNoSolids) {
  EXPECT_NE(motion::why_not(motion::Stepper::rattle4, one_hinge()), motion::Refusal::none);
}

}  // namespace
}  // namespace zwang::test

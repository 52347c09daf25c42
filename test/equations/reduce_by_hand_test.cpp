// SPDX-License-Identifier: Apache-2.0
// Solids in the equations, against formulas of a pendulum and patterns that anyone can see.

#include <gtest/gtest.h>

#include <cmath>

#include "equations/evaluate.h"
#include "equations/reduce.h"
#include "support/written_system.h"

namespace zwang::test {
namespace {

using equations::Array;
using equations::Stage;
using Indices = std::vector<Index>;

// A hinge about z, its body's centre c away and a point l away: M = I + m c², Q = −m g c cos θ −
// F l sin θ, and of the row y = l sin θ = const A = l cos θ, b = l sin θ θ̇². [SOLIDS 8-10]
TEST(Reduce, APendulumHasTheNumbersOfItsFormulas) {
  const double m = 2, c = 0.5, l = 1.5, g = 9.81, F = 3, theta = 0.4, rate = 1.1;
  WrittenSystem s;
  s.set_gravity({0, -g, 0});
  bodies::SolidNumbers solid = plain_solid(m);
  solid.center[0] = c;
  s.add_body(bodies::ground, bodies::Joint::hinge, solid);
  const WrittenSystem::Point tip = s.add_frame(0, equations::FrameKind::point, {l, 0, 0});
  s.add_row(s.g.subtract(tip.X[1], s.g.constant(0.3)));
  s.add_force(s.frame_coordinate(0, 0), s.g.constant(F));
  const equations::Equations equations = s.finish({theta}, {rate}, false);
  equations::Workspace numbers(equations);
  numbers.evaluate(Stage::dynamics, 0, &theta, &rate);
  EXPECT_NEAR(numbers.M()[0], 0.1 * m + m * c * c, 1e-15);
  EXPECT_NEAR(numbers.Q()[0], -m * g * c * std::cos(theta) - F * l * std::sin(theta), 1e-14);
  EXPECT_NEAR(numbers.A()[0], l * std::cos(theta), 1e-15);
  EXPECT_NEAR(numbers.b()[0], l * std::sin(theta) * rate * rate, 1e-14);
  numbers.evaluate(Stage::projection, 0, &theta, &rate);
  EXPECT_NEAR(numbers.residual()[0], l * std::sin(theta) - 0.3, 1e-15);
  EXPECT_NEAR(numbers.rate()[0], l * std::cos(theta) * rate, 1e-15);
  numbers.evaluate(Stage::energy, 0, &theta, &rate);
  EXPECT_NEAR(*numbers.energy(),
              0.5 * (0.1 * m + m * c * c) * rate * rate + m * g * c * std::sin(theta), 1e-14);
}

// A slider, a hinge on it, and one more hinge that the first row does not feel. A vector has no place:
// sliding does not move it.
TEST(Reduce, RowsTouchTheCoordinatesOnThePathOfWhatTheySee) {
  WrittenSystem s(1);
  s.add_body(bodies::ground, bodies::Joint::slider, plain_solid());
  s.add_body(0, bodies::Joint::hinge, plain_solid());
  s.add_body(1, bodies::Joint::hinge, plain_solid());
  const WrittenSystem::Point inner = s.add_frame(1, equations::FrameKind::point, {1, 0, 0}),
                             arrow = s.add_frame(2, equations::FrameKind::vector, {1, 0, 0});
  s.add_row(s.g.subtract(inner.X[0], s.q(0)));
  s.add_row(arrow.X[1]);
  const equations::Equations equations = s.finish({0, 0, 0.2, 0.3}, {0, 0, 0, 0}, false);
  EXPECT_EQ(equations.n, 4);
  EXPECT_EQ(equations.solids->n_written(), 4 + 6);
  EXPECT_EQ(equations.A().begin, (Indices{0, 3, 5}));
  EXPECT_EQ(equations.A().column, (Indices{0, 1, 2, 2, 3}));
  EXPECT_EQ(equations.mass_blocks, (std::vector<std::size_t>{1, 3}));
  const equations::RowMap& map = equations.solids->A_rows;
  ASSERT_EQ(map.copies.size(), 1u);
  EXPECT_EQ(map.copies[0].column, 0);
  ASSERT_EQ(map.along.size(), 2u);
  EXPECT_EQ(map.along[0].frame, 0);
  EXPECT_EQ(map.along[1].frame, 1);
  // From the body down to the ground: the hinge, the slider; then hinge, hinge, and no slider.
  EXPECT_EQ(map.place, (Indices{2, 1, 4, 3, -1}));
}

}  // namespace
}  // namespace zwang::test

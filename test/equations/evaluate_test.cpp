// SPDX-License-Identifier: Apache-2.0
// Evaluation against numbers by hand, and nothing but what was asked for.

#include "equations/evaluate.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support/hand_written.h"
#include "support/random_solids.h"

namespace zwang::test {
namespace {

using equations::Array;
using equations::Stage;
using equations::Sums;

constexpr double unset = -77;

/// Of what users read; of the written system, numbers that no program fills in stay 0 from the beginning.
void clear(equations::Workspace& numbers, const equations::Equations& equations) {
  for (const Array array :
       {Array::M, Array::Q, Array::A, Array::b, Array::residual, Array::rate, Array::energy,
        Array::power, Array::observables, Array::C, Array::G, Array::H}) {
    std::fill_n(numbers[array], equations.layout.size(array), unset);
  }
}

/// A pendulum over x and y, of mass p along x and 2 along y, under gravity: φ = x² + y² − 4.
equations::Equations pendulum() {
  HandWritten s(2);
  formula::Graph& g = s.g;
  const auto times = [&](double a, formula::Node x) { return g.multiply(g.constant(a), x); };
  const auto squares = [&](formula::Node x, formula::Node y) {
    return g.add(g.square(x), g.square(y));
  };
  s.sizes.m = s.sizes.observables = 1;
  s.set(Array::M, 0, s.parameter());
  s.set(Array::M, 1, g.constant(2));
  s.set(Array::Q, 0, g.constant(0));
  s.set(Array::Q, 1, g.constant(-2 * 9.81));
  s.set(Array::A, 0, times(2, s.q(0)));
  s.set(Array::A, 1, times(2, s.q(1)));
  s.set(Array::b, 0, times(-2, squares(s.v(0), s.v(1))));
  s.set(Array::residual, 0, g.subtract(squares(s.q(0), s.q(1)), g.constant(4)));
  s.set(Array::rate, 0, times(2, g.add(g.multiply(s.q(0), s.v(0)), g.multiply(s.q(1), s.v(1)))));
  s.set(Array::energy, 0, times(9.81 * 2, s.q(1)));
  s.set(Array::power, 0, s.time());
  s.set(Array::observables, 0, g.multiply(s.time(), s.q(0)));
  return s.finish({1, 1}, {{Array::A, equations::make_pattern(1, {{0, 0}, {0, 1}})}});
}

const double place[] = {1.2, -1.6}, rates[] = {0.8, 0.7};

TEST(Workspace, FillsInTheNumbersOfAPendulum) {
  const equations::Equations equations = pendulum();
  equations::Workspace numbers(equations);
  const double mass = 3;
  numbers.set_parameters({&mass, 1});
  numbers.evaluate(Stage::dynamics, 0.5, place, rates);
  EXPECT_EQ(numbers.M()[0], 3);
  EXPECT_EQ(numbers.M()[1], 2);
  EXPECT_EQ(numbers.Q()[0], 0);
  EXPECT_DOUBLE_EQ(numbers.Q()[1], -19.62);
  EXPECT_DOUBLE_EQ(numbers.A()[0], 2.4);
  EXPECT_DOUBLE_EQ(numbers.A()[1], -3.2);
  EXPECT_DOUBLE_EQ(numbers.b()[0], -2 * (0.64 + 0.49));
  EXPECT_EQ(*numbers.power(), 0.5);
  EXPECT_DOUBLE_EQ(numbers.kinetic(rates), 0.5 * (3 * 0.64 + 2 * 0.49));
  numbers.evaluate(Stage::projection, 0.5, place, rates);
  EXPECT_NEAR(numbers.residual()[0], 0, 1e-15);
  EXPECT_DOUBLE_EQ(numbers.rate()[0], 2 * (1.2 * 0.8 - 1.6 * 0.7));
  numbers.evaluate(Stage::energy, 0.5, place, rates);
  EXPECT_DOUBLE_EQ(*numbers.energy(), 19.62 * -1.6);
  numbers.evaluate(Stage::observe, 0.5, place, rates);
  EXPECT_DOUBLE_EQ(numbers.observables()[0], 0.6);
}

TEST(Workspace, FillsInTheArraysOfAStageAndNoOthers) {
  const equations::Equations equations = pendulum();
  equations::Workspace numbers(equations);
  for (std::size_t k = 0; k < equations::stages; ++k) {
    const auto stage = static_cast<Stage>(k);
    if (!equations.has(stage)) continue;
    clear(numbers, equations);
    numbers.evaluate(stage, 0.5, place, rates);
    for (const Array array : {Array::M, Array::Q, Array::A, Array::b, Array::residual, Array::rate,
                              Array::energy, Array::power, Array::observables, Array::C}) {
      const bool filled = facts(array).stages.has(stage);
      for (Index i = 0; i < equations.layout.size(array); ++i) {
        EXPECT_EQ(numbers[array][i] != unset, filled) << facts(array).name << " of stage " << k;
      }
    }
  }
}

// What programs of bodies write is over (q, X), and what follows from it is of the same stage.
TEST(Workspace, WithBodiesFillsInTheArraysOfAStageAndNoOthers) {
  Random random(3);
  const RandomSolids s = random_solids(random, {.scalars = 2});
  const equations::Equations& equations = s.equations;
  equations::Workspace numbers(equations);
  for (const Stage stage : {Stage::dynamics, Stage::projection, Stage::energy, Stage::observe}) {
    clear(numbers, equations);
    numbers.evaluate(stage, 0, s.q.data(), s.v.data());
    for (const Array array :
         {Array::M, Array::Q, Array::A, Array::b, Array::residual, Array::rate, Array::energy,
          Array::power, Array::observables, Array::G, Array::H}) {
      const bool filled = facts(array).stages.has(stage);
      for (Index i = 0; i < equations.layout.size(array); ++i) {
        EXPECT_EQ(numbers[array][i] != unset, filled) << facts(array).name << ' ' << i;
      }
    }
  }
}

TEST(Workspace, LeavesOutTheSumsThatNobodyAsksFor) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    Random random(seed);
    const RandomSolids s = random_solids(random, {.scalars = 1});
    const equations::Equations& equations = s.equations;
    equations::Workspace with(equations), without(equations);
    const Index M = equations.layout.size(Array::M);
    with.evaluate(Stage::dynamics, 0, s.q.data(), s.v.data());
    clear(without, equations);
    without.evaluate(Stage::dynamics, 0, s.q.data(), s.v.data(), Sums::left_out);
    EXPECT_EQ(without.M()[M - 1], unset) << "seed " << seed;
    EXPECT_EQ(without.Q()[equations.n - 1], unset) << "seed " << seed;
    for (Index i = 0; i < equations.m; ++i) EXPECT_EQ(with.b()[i], without.b()[i]);
    without.fill_mass();
    without.fill_force();
    for (Index i = 0; i < M; ++i) EXPECT_EQ(with.M()[i], without.M()[i]) << "seed " << seed;
    for (Index i = 0; i < equations.n; ++i) EXPECT_EQ(with.Q()[i], without.Q()[i]);
  }
}

TEST(Workspace, StaysWhereItIsWhenParametersChange) {
  Random random(11);
  const RandomSolids s = random_solids(random, {.forces = false});
  equations::Workspace moved(s.equations), fresh(s.equations);
  const double twice = 2;
  moved.evaluate(Stage::dynamics, 0, s.q.data(), s.v.data());
  moved.set_parameters({&twice, 1});
  moved.evaluate(Stage::dynamics, 0, s.q.data(), s.v.data());
  fresh.set_parameters({&twice, 1});
  fresh.evaluate(Stage::dynamics, 0, s.q.data(), s.v.data());
  for (Index i = 0; i < s.equations.n; ++i) EXPECT_EQ(moved.Q()[i], fresh.Q()[i]) << i;
}

}  // namespace
}  // namespace zwang::test

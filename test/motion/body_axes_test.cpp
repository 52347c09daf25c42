// SPDX-License-Identifier: Apache-2.0
// Rotations within a step: the two ways to write them, and what a body that turns about its middle axis
// makes of their errors.

#include "motion/run/body_axes.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "motion/built.h"
#include "support/random.h"

namespace zwang::test {
namespace {

using motion::BodyAxes;

std::string nut(const std::string& omega) {
  return "[[bodies]]\nname = 'nut'\nmass = 1\ninertia = [1, 2, 3]\njoint = 'free'\n"
         "start = { omega = [" +
         omega + "] }\n";
}

TEST(BodyAxes, LeadThereAndBack) {
  const equations::Equations equations = built(nut("1, 2, 3"));
  motion::RightSide side(equations, Method::automatic);
  const BodyAxes axes(side);
  ASSERT_FALSE(axes.is_plain());
  const auto size = zwang::at(side.layout().size());
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Random random(seed);
    std::vector<double> y(size), z(size), f(size), dz(size);
    for (double& x : y) x = random.uniform(-1, 1);
    for (double& x : f) x = random.uniform(-1, 1);
    axes.turn_in(y.data(), z.data());
    axes.turn_in_rate(y.data(), f.data(), dz.data());
    std::vector<double> back = z;
    axes.turn_out(back.data());
    for (std::size_t i = 0; i < size; ++i) EXPECT_NEAR(back[i], y[i], 1e-14) << "seed " << seed;
    // Rates and errors against differences. Here f plays the part of both, with ė in its first half.
    const auto n = zwang::at(equations.n);
    for (std::size_t i = 0; i < n; ++i) f[i] = y[n + i];
    axes.turn_in_rate(y.data(), f.data(), dz.data());
    const double h = 1e-6;
    std::vector<double> ahead = y, behind = y, z1(size), z0(size);
    for (std::size_t i = 0; i < size; ++i) ahead[i] += h * f[i], behind[i] -= h * f[i];
    axes.turn_in(ahead.data(), z1.data());
    axes.turn_in(behind.data(), z0.data());
    for (std::size_t i = 0; i < size; ++i) {
      EXPECT_NEAR(dz[i], (z1[i] - z0[i]) / (2 * h), 1e-7) << "seed " << seed;
    }
    std::vector<double> error = dz;
    axes.turn_out_error(z.data(), error.data());
    for (std::size_t i = n; i < size; ++i) {
      EXPECT_NEAR(error[i], f[i], 1e-12) << "seed " << seed << ", " << i;
    }
  }
}

TEST(BodyAxes, AreLeftAloneWhereNothingTurnsFreely) {
  const equations::Equations equations = built(pendulum());
  motion::RightSide side(equations, Method::automatic);
  EXPECT_TRUE(BodyAxes(side).is_plain());
}

/// ω and the quaternion after t_end, by Taylor's series of Euler's equations, in extended precision.
std::array<long double, 4> turned(const std::array<double, 3>& I,
                                  const std::array<double, 3>& omega, double t_end) {
  constexpr int order = 24, steps = 2000;
  const long double h = static_cast<long double>(t_end) / steps;
  std::array<long double, 7> y{omega[0], omega[1], omega[2], 1, 0, 0, 0};
  for (int step = 0; step < steps; ++step) {
    std::array<std::array<long double, order + 1>, 7> c{};
    for (std::size_t i = 0; i < 7; ++i) c[i][0] = y[i];
    for (std::size_t k = 0; k < order; ++k) {
      const auto product = [&](std::size_t i, std::size_t j) {
        long double sum = 0;
        for (std::size_t l = 0; l <= k; ++l) sum += c[i][l] * c[j][k - l];
        return sum;
      };
      const auto next = static_cast<long double>(k + 1);
      c[0][k + 1] = (I[1] - I[2]) / I[0] * product(1, 2) / next;
      c[1][k + 1] = (I[2] - I[0]) / I[1] * product(2, 0) / next;
      c[2][k + 1] = (I[0] - I[1]) / I[2] * product(0, 1) / next;
      c[3][k + 1] = -(product(4, 0) + product(5, 1) + product(6, 2)) / 2 / next;
      c[4][k + 1] = (product(3, 0) + product(5, 2) - product(6, 1)) / 2 / next;
      c[5][k + 1] = (product(3, 1) - product(4, 2) + product(6, 0)) / 2 / next;
      c[6][k + 1] = (product(3, 2) + product(4, 1) - product(5, 0)) / 2 / next;
    }
    for (std::size_t i = 0; i < 7; ++i) {
      long double sum = 0;
      for (int k = order; k >= 0; --k) sum = sum * h + c[i][static_cast<std::size_t>(k)];
      y[i] = sum;
    }
  }
  return {y[3], y[4], y[5], y[6]};
}

// 200 s, in which it turns over and over again. Along fixed axes the error was 4e-4, and a turn for the
// slower start.
TEST(BodyAxes, KeepTheMiddleAxisAtItsUnstableRotation) {
  for (const double aside : {1e-3, 1e-6}) {
    const std::string w = std::to_string(aside);
    const auto e = turned({1, 2, 3}, {std::stod(w), 1, std::stod(w)}, 200);
    const motion::RunResult result =
        run(built(nut(w + ", 1, " + w)), plan(motion::Stepper::dopri853, 200, 0, 1e-9));
    ASSERT_EQ(result.ending, motion::Ending::done);
    long double same = 0, opposite = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      same += std::pow(result.q[3 + i] - e[i], 2);
      opposite += std::pow(result.q[3 + i] + e[i], 2);
    }
    EXPECT_LE(2 * std::sqrt(std::min(same, opposite)), 1e-6) << aside;
  }
}

}  // namespace
}  // namespace zwang::test

// SPDX-License-Identifier: Apache-2.0
// Rotation near the middle axis of inertia, where neighbours part exponentially: against Euler's equations
// in extended precision, for principal axes that lie anywhere in the body.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <string>

#include "support/random.h"
#include "zwang/run.h"

namespace zwang::test {
namespace {

using Real = long double;
using Free = std::array<Real, 7>;  // orientation w x y z, ω in principal axes

Free rate(const std::array<double, 3>& I, const Free& y) {
  const Real w = y[0], x = y[1], v = y[2], z = y[3], a = y[4], b = y[5], c = y[6];
  return {-(x * a + v * b + z * c) / 2, (w * a + v * c - z * b) / 2,  (w * b + z * a - x * c) / 2,
          (w * c + x * b - v * a) / 2,  (I[1] - I[2]) * b * c / I[0], (I[2] - I[0]) * c * a / I[1],
          (I[0] - I[1]) * a * b / I[2]};
}

/// Classical Runge–Kutta in steps of 1 ms: errors of 1e-14 before they grow.
Free oracle(const std::array<double, 3>& I, Free y, double duration) {
  const int steps = static_cast<int>(duration * 1000);
  const Real h = static_cast<Real>(duration) / steps;
  const auto off = [](const Free& u, const Free& k, Real by) {
    Free sum;
    for (std::size_t i = 0; i < 7; ++i) sum[i] = u[i] + by * k[i];
    return sum;
  };
  for (int s = 0; s < steps; ++s) {
    const Free k1 = rate(I, y), k2 = rate(I, off(y, k1, h / 2)), k3 = rate(I, off(y, k2, h / 2)),
               k4 = rate(I, off(y, k3, h));
    for (std::size_t i = 0; i < 7; ++i) y[i] += h / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]);
  }
  return y;
}

std::string in_toml(double x) {
  char text[40];
  std::snprintf(text, sizeof text, "%.17g", x);
  return text;
}

/// Rows of a rotation by the quaternion e.
std::array<std::array<double, 3>, 3> turned(const std::array<double, 4>& e) {
  const double w = e[0], x = e[1], y = e[2], z = e[3];
  return {{{1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)},
           {2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)},
           {2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)}}};
}

struct Tumbling {
  std::array<double, 3> I, omega;
  std::array<std::array<double, 3>, 3> axes;  // columns: principal axes in the body's frame
  double duration;

  std::string text(const char* joint) const {
    std::string inertia, start;
    for (std::size_t i = 0; i < 3; ++i) {
      double w = 0;
      inertia += i ? ", [" : "[";
      for (std::size_t j = 0; j < 3; ++j) {
        double entry = 0;
        for (std::size_t k = 0; k < 3; ++k) entry += axes[i][k] * I[k] * axes[j][k];
        inertia += (j ? ", " : "") + in_toml(entry);
        w += axes[i][j] * omega[j];
      }
      inertia += "]";
      start += (i ? ", " : "") + in_toml(w);
    }
    return "[[bodies]]\nname = \"top\"\njoint = \"" + std::string(joint) +
           "\"\nmass = 1\ninertia = [" + inertia + "]\nstart = { omega = [" + start +
           "] }\n[simulate]\nduration = " + in_toml(duration) + "\n";
  }
};

double angle_off(const Tumbling& c, const char* joint, double tolerance, const Free& end) {
  RunOptions options;
  options.tolerance = tolerance;
  options.samples = 2;
  const Trajectory motion = run(read_model(c.text(joint), "top"), options);
  EXPECT_EQ(motion.summary().ending, Ending::done) << motion.summary().message;
  // The vector part in the body's frame, where the oracle has it along principal axes.
  std::array<double, 4> known{static_cast<double>(end[0]), 0, 0, 0};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t k = 0; k < 3; ++k)
      known[i + 1] += c.axes[i][k] * static_cast<double>(end[k + 1]);
  const char* const names[] = {"w", "x", "y", "z"};
  double minus = 0, plus = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    const double e = motion.column(std::string("top.orientation.") + names[i]).back();
    minus += (e - known[i]) * (e - known[i]);
    plus += (e + known[i]) * (e + known[i]);
  }
  return 2 * std::sqrt(std::min(minus, plus));
}

std::array<double, 4> random_turn(Random& random) {
  std::array<double, 4> e{random.normal(), random.normal(), random.normal(), random.normal()};
  const double length = std::sqrt(e[0] * e[0] + e[1] * e[1] + e[2] * e[2] + e[3] * e[3]);
  for (double& x : e) x /= length;
  return e;
}

TEST(BodyAxes, RotationNearTheMiddleAxisKeepsItsDigits) {
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const std::array<double, 4> e = random_turn(random);
    const double small = random.uniform(0.5, 1), large = random.uniform(2, 2.4);
    const Tumbling c{
        {small, 1.5, large}, {2e-3 * random.normal(), 1, 2e-3 * random.normal()}, turned(e), 50};
    const Free end = oracle(c.I, {1, 0, 0, 0, c.omega[0], c.omega[1], c.omega[2]}, c.duration);
    // Without body axes: 1e-4 and more at the first tolerance. At the second it is rounding of the start,
    // 1e-16, beside the square of its distance to the axis.
    for (const char* const joint : {"free", "ball"}) {
      EXPECT_LE(angle_off(c, joint, 1e-9, end), 1e-7) << joint;
      EXPECT_LE(angle_off(c, joint, 1e-12, end), 1e-8) << joint;
    }
    EXPECT_LE(angle_off(c, "free", 1e-5, end), 3e-2);
  }
}

/// Where a solid with I0 = I1 is: it turns about L, which stands still, while that turns about its own axis.
Free precessed(const Tumbling& c) {
  const Real t = c.duration, L[] = {c.I[0] * c.omega[0], c.I[1] * c.omega[1], c.I[2] * c.omega[2]};
  const Real size = std::sqrt(L[0] * L[0] + L[1] * L[1] + L[2] * L[2]);
  const Real about_L = size / c.I[0] * t / 2;
  const Real own = (1 - static_cast<Real>(c.I[2]) / c.I[0]) * c.omega[2] * t / 2;
  const Real w = std::cos(about_L), k = std::sin(about_L) / size;
  const Real C = std::cos(own), S = std::sin(own);
  return {w * C - k * L[2] * S,
          k * (L[0] * C + L[1] * S),
          k * (L[1] * C - L[0] * S),
          k * L[2] * C + w * S,
          0,
          0,
          0};
}

// Symmetric solids that nothing but forces acts on, over hundreds of turns. In rates of quaternions they are 10 to
// 300 times as far off after as many steps.
TEST(BodyAxes, WhatTurnsByItselfKeepsItsDigits) {
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const std::array<double, 4> e = random_turn(random);
    const double I = random.uniform(0.5, 2), own = random.uniform(1.3, 2) * I;
    const Tumbling c{{I, I, own},
                     {0.7 * random.normal(), 0.7 * random.normal(), 0.7 * random.normal()},
                     turned(e),
                     1000};
    for (const char* const joint : {"free", "ball"}) {
      EXPECT_LE(angle_off(c, joint, 1e-9, precessed(c)), 5e-7) << joint;
    }
  }
}

}  // namespace
}  // namespace zwang::test

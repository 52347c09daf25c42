// SPDX-License-Identifier: Apache-2.0
// How the instant of bodies changes with parameters, against differences between models whose
// parameter was changed: every number of a solid, of its joint, and of what formulas see.

#include <gtest/gtest.h>

#include <cmath>

#include "equations/evaluate.h"
#include "support/bodies_text.h"
#include "support/compile_text.h"

namespace zwang::test {

/// Where slopes of bodies are taken: anywhere, quaternions of any length.
struct BodiesInstant {
  std::vector<double> q, v, acceleration, multipliers;

  BodiesInstant(const equations::Equations& equations, Random& random)
      : q(equations.q), v(q.size()), acceleration(q.size()) {
    for (double& x : q) x += random.uniform(-0.3, 0.3);
    for (double& x : v) x = random.uniform(-1, 1);
    for (double& x : acceleration) x = random.uniform(-1, 1);
    for (Index i = 0; i < equations.m; ++i) multipliers.push_back(random.uniform(-1, 1));
  }
};

/// Q − M q̈ + Aᵀλ; b − A q̈; φ; φ̇.
std::vector<double> values_of_bodies(const equations::Equations& equations,
                                     const BodiesInstant& at) {
  equations::Workspace numbers(equations);
  numbers.evaluate(equations::Stage::dynamics, 0, at.q.data(), at.v.data());
  std::vector<double> all(numbers.Q(), numbers.Q() + equations.n);
  std::size_t first = 0, entry = 0;
  for (const std::size_t size : equations.mass_blocks) {
    for (std::size_t i = 0; i < size; ++i) {
      for (std::size_t j = 0; j < size; ++j)
        all[first + i] -= numbers.M()[entry++] * at.acceleration[first + j];
    }
    first += size;
  }
  for (std::size_t i = 0; i < equations.rows.size(); ++i) {
    double row = numbers.b()[i];
    for (Index e = equations.A().begin[i]; e < equations.A().begin[i + 1]; ++e) {
      const auto j = static_cast<std::size_t>(equations.A().column[static_cast<std::size_t>(e)]);
      all[j] += numbers.A()[e] * at.multipliers[i];
      row -= numbers.A()[e] * at.acceleration[j];
    }
    all.push_back(row);
  }
  numbers.evaluate(equations::Stage::projection, 0, at.q.data(), at.v.data());
  all.insert(all.end(), numbers.residual(), numbers.residual() + equations.m);
  all.insert(all.end(), numbers.rate(), numbers.rate() + equations.m);
  return all;
}

std::vector<double> slopes_of_bodies(const equations::Equations& equations, const BodiesInstant& at,
                                     Index k) {
  equations::Workspace numbers(equations);
  numbers.evaluate_by_parameter(0, at.q.data(), at.v.data(), at.acceleration.data(),
                                at.multipliers.data());
  const Index n = equations.n, m = equations.m;
  std::vector<double> all(numbers.force_slope() + k * n, numbers.force_slope() + (k + 1) * n);
  for (const double* const part :
       {numbers.row_slope(), numbers.residual_slope(), numbers.rate_slope()}) {
    all.insert(all.end(), part + k * m, part + (k + 1) * m);
  }
  return all;
}

namespace {

// Differences of order 4 with h = 1e-3: rounding leaves 1e-15/h of values of size one to ten, and h⁴/30
// times a fifth derivative, some hundreds where angles of rotations and squares of lengths meet.
void expect_slopes_of_bodies(const std::string& text, Random& random) {
  compile::CompileOptions options;
  options.sensitivity = {0, 1, 2};
  const compile::Compiled model = compile_text(text, options);
  const equations::Equations& equations = model.equations;
  ASSERT_TRUE(equations.sensitivity.compiled) << text;
  const BodiesInstant at(equations, random);
  for (Index k = 0; k < 3; ++k) {
    const std::string& name = model.names.parameters[static_cast<std::size_t>(k)];
    const auto moved = [&](double s) {
      compile::CompileOptions with;
      with.overrides[name] = equations.parameters[static_cast<std::size_t>(k)] + s;
      return values_of_bodies(compile_text(text, with).equations, at);
    };
    constexpr double h = 1e-3;
    const auto a = moved(h), b = moved(-h), c = moved(2 * h), d = moved(-2 * h);
    const auto exact = slopes_of_bodies(equations, at, k);
    ASSERT_EQ(a.size(), exact.size());
    for (std::size_t i = 0; i < a.size(); ++i) {
      const double slope = (8 * (a[i] - b[i]) - (c[i] - d[i])) / (12 * h);
      EXPECT_NEAR(exact[i], slope, 1e-8 * (1 + std::abs(slope) + std::abs(a[i])))
          << "value " << i << " of n = " << equations.n << ", m = " << equations.m << " by " << name
          << "\n"
          << text;
    }
  }
}

TEST(SolidsSlopes, AreDifferencesOfRandomModelsByEveryNumber) {
  for (unsigned seed = 0; seed < 40; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const BodiesChoice choice{.bodies = random.integer(1, 4)};
    expect_slopes_of_bodies(random_bodies_text(random, choice), random);
    if (testing::Test::HasFailure()) return;
  }
}

}  // namespace
}  // namespace zwang::test

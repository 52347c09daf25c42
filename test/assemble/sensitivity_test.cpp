// SPDX-License-Identifier: Apache-2.0
// Slopes by parameters against differences between models whose parameter was changed, so that
// all that is computed from it changes too.

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "equations/evaluate.h"
#include "support/compile_text.h"
#include "support/random.h"

namespace zwang::compile {
namespace {

namespace fs = std::filesystem;
using equations::Equations;
using equations::Workspace;
using Numbers = std::vector<double>;

/// Where the slopes are taken: a state, ẍ and λ.
struct Instant {
  double t = 0;
  Numbers q, v, acceleration, multipliers;

  Instant(const Equations& equations, test::Random& random)
      : t(equations.t + 0.1), q(equations.q), v(equations.v), acceleration(q) {
    for (double& x : q) x += 1e-2 * random.uniform(-1, 1) * (1 + std::abs(x));
    for (double& x : v) x += random.uniform(-1, 1);
    for (double& x : acceleration) x = random.uniform(-1, 1);
    for (Index i = 0; i < equations.m; ++i) multipliers.push_back(random.uniform(-1, 1));
  }
};

/// All that has slopes: forces n, rows m, residuals m, rates m, start q n, start v n.
Numbers values(const Equations& equations, const Instant& at) {
  Workspace numbers(equations);
  numbers.evaluate(equations::Stage::dynamics, at.t, at.q.data(), at.v.data());
  Numbers force(numbers.Q(), numbers.Q() + equations.n),
      row(numbers.b(), numbers.b() + equations.m);
  std::size_t first = 0, entry = 0;
  for (const std::size_t size : equations.mass_blocks) {  // − M ẍ
    for (std::size_t i = 0; i < size; ++i) {
      for (std::size_t j = 0; j < size; ++j, ++entry) {
        force[first + i] -= numbers.M()[entry] * at.acceleration[first + j];
      }
    }
    first += size;
  }
  for (std::size_t i = 0; i < row.size(); ++i) {  // + Aᵀλ, − A ẍ
    for (Index e = equations.A().begin[i]; e < equations.A().begin[i + 1]; ++e) {
      const auto j = static_cast<std::size_t>(equations.A().column[static_cast<std::size_t>(e)]);
      force[j] += numbers.A()[e] * at.multipliers[i];
      row[i] -= numbers.A()[e] * at.acceleration[j];
    }
  }
  numbers.evaluate(equations::Stage::projection, at.t, at.q.data(), at.v.data());
  Numbers all = force;
  all.insert(all.end(), row.begin(), row.end());
  all.insert(all.end(), numbers.residual(), numbers.residual() + equations.m);
  all.insert(all.end(), numbers.rate(), numbers.rate() + equations.m);
  all.insert(all.end(), equations.q.begin(), equations.q.end());
  all.insert(all.end(), equations.v.begin(), equations.v.end());
  return all;
}

/// The slopes of the same by the k-th parameter that was asked for.
Numbers slopes(const Equations& equations, const Instant& at, Index k) {
  Workspace numbers(equations);
  numbers.evaluate_by_parameter(at.t, at.q.data(), at.v.data(), at.acceleration.data(),
                                at.multipliers.data());
  const Index n = equations.n, m = equations.m;
  Numbers all(numbers.force_slope() + k * n, numbers.force_slope() + (k + 1) * n);
  for (const double* const part :
       {numbers.row_slope(), numbers.residual_slope(), numbers.rate_slope()}) {
    all.insert(all.end(), part + k * m, part + (k + 1) * m);
  }
  const equations::Sensitivity& start = equations.sensitivity;
  all.insert(all.end(), start.q.begin() + k * n, start.q.begin() + (k + 1) * n);
  all.insert(all.end(), start.v.begin() + k * n, start.v.begin() + (k + 1) * n);
  return all;
}

// Differences of order 4 with a step of h = 1e-3 of the parameter: rounding leaves 1e-16/h, and the
// truncation h⁴/30 times a fifth derivative; both are far below 1e-8 where formulas are as tame as
// those of mechanisms.
void expect_slopes(const std::string& text, const Instant& at, const Compiled& model, Index k) {
  const auto number =
      static_cast<std::size_t>(model.equations.sensitivity.parameters[static_cast<std::size_t>(k)]);
  const double p = model.equations.parameters[number];
  const double h = 1e-3 * (p == 0 ? 1 : std::abs(p));
  const auto moved = [&](double s) {
    CompileOptions options;
    options.overrides[model.names.parameters[number]] = p + s;
    return values(test::compile_text(text, options).equations, at);
  };
  const Numbers a = moved(h), b = moved(-h), c = moved(2 * h), d = moved(-2 * h);
  const Numbers exact = slopes(model.equations, at, k);
  ASSERT_EQ(exact.size(), a.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double slope = (8 * (a[i] - b[i]) - (c[i] - d[i])) / (12 * h);
    const double size = std::abs(slope) + (1 + std::abs(a[i])) / std::max(std::abs(p), 1e-3);
    EXPECT_NEAR(exact[i], slope, 1e-8 * size)
        << "value " << i << " by " << model.names.parameters[number];
  }
}

// A count is known by its text here: the compiler's own judgement is tested below.
bool counts_something(const std::string& text, const std::string& name) {
  return text.find("count = \"" + name) != std::string::npos ||
         text.find(".." + name) != std::string::npos;
}

void expect_all_slopes(const std::string& text, std::uint64_t seed) {
  SCOPED_TRACE("seed " + std::to_string(seed));
  CompileOptions options;
  const Compiled plain = test::compile_text(text);
  for (std::size_t k = 0; k < plain.names.parameters.size(); ++k) {
    if (!counts_something(text, plain.names.parameters[k])) {
      options.sensitivity.push_back(static_cast<Index>(k));
    }
  }
  const Compiled model = test::compile_text(text, options);
  ASSERT_TRUE(model.diagnostics.empty());
  EXPECT_EQ(model.equations.sensitivity.compiled, !options.sensitivity.empty());
  // The slopes of bodies are made from their tangent.
  EXPECT_EQ(model.equations.tangent.compiled,
            model.equations.solids.has_value() && !options.sensitivity.empty());
  test::Random random(seed);
  const Instant at(model.equations, random);
  for (std::size_t k = 0; k < options.sensitivity.size(); ++k) {
    expect_slopes(text, at, model, static_cast<Index>(k));
  }
}

TEST(Sensitivity, IsTheSlopeOfEveryModelOfTheGalleryByEveryParameter) {
  int compiled = 0;
  for (const auto& entry : fs::directory_iterator(ZWANG_TEST_DATA "/../../models")) {
    if (entry.path().extension() != ".toml") continue;
    SCOPED_TRACE(entry.path().filename().string());
    std::ifstream file(entry.path(), std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    if (test::compile_text(text).equations.n > 40) continue;  // five compilations per parameter
    expect_all_slopes(text, 5301);
    ++compiled;
  }
  EXPECT_GE(compiled, 15);
}

// Masses, springs, rows and starts of families; k and mu come from l.
const std::string family = R"toml(
[parameters]
mu = "k/3 + 1"
k = "2*l^2"
l = 0.7
N = 4
[[particles]]
name = "p"
count = "N"
mass = "mu*i"
position = ["l*i", "k/i"]
velocity = ["l*k", "mu + i"]
force = ["-mu*p[i].x'", 0]
[[forces]]
for = "i in 1..N-1"
spring = { between = ["p[i]", "p[i+1]"], stiffness = "k", length = "l" }
[[constraints]]
name = "links"
for = "i in 1..N-1"
equations = ["norm(p[i+1] - p[i])^2 = l^2*(1 + t*i)", "p[i].x' - mu*p[i+1].y = sin(k*t)"]
)toml";

TEST(Sensitivity, IsTheSlopeThroughFamiliesAndComputedParameters) {
  expect_all_slopes(family, 5302);
}

TEST(Sensitivity, OfAComputedParameterIsItsOwn) {
  CompileOptions options;
  options.sensitivity = {2, 1};  // l, then k, which is 2 l²
  const Compiled model = test::compile_text(family, options);
  const equations::Sensitivity& start = model.equations.sensitivity;
  EXPECT_EQ(start.parameters, (std::vector<Index>{2, 1}));
  ASSERT_EQ(start.q.size(), 2u * 8u);
  // p[2] starts at (2 l, k/2) with (l k, k/3 + 3); dk/dl = 4 l = 2.8.
  EXPECT_DOUBLE_EQ(start.q[2], 2);
  EXPECT_DOUBLE_EQ(start.q[3], 1.4);
  EXPECT_DOUBLE_EQ(start.v[2], 6 * 0.7 * 0.7);
  EXPECT_DOUBLE_EQ(start.v[3], 2.8 / 3);
  EXPECT_DOUBLE_EQ(start.q[8 + 2], 0);
  EXPECT_DOUBLE_EQ(start.q[8 + 3], 0.5);
  EXPECT_DOUBLE_EQ(start.v[8 + 2], 0.7);
  EXPECT_DOUBLE_EQ(start.v[8 + 3], 1.0 / 3);
}

TEST(Sensitivity, EndsAtAParameterThatWasGivenANumber) {
  CompileOptions options;
  options.sensitivity = {2};
  options.overrides["k"] = 5;
  const Compiled model = test::compile_text(family, options);
  EXPECT_DOUBLE_EQ(model.equations.sensitivity.q[2], 2);
  EXPECT_DOUBLE_EQ(model.equations.sensitivity.q[3], 0);
}

TEST(Sensitivity, StandsBesideTheTangent) {
  CompileOptions options;
  options.sensitivity = {2};
  const Compiled alone = test::compile_text(family, options);
  options.tangent = true;
  const Compiled both = test::compile_text(family, options);
  EXPECT_TRUE(both.equations.tangent.compiled);
  test::Random random(5303);
  const Instant at(alone.equations, random);
  EXPECT_EQ(slopes(alone.equations, at, 0), slopes(both.equations, at, 0));
}

TEST(Sensitivity, IsRefusedWhereAParameterCountsSomething) {
  CompileOptions options;
  options.sensitivity = {3};
  EXPECT_EQ(test::complaints_of(family, options),
            "E346: 'N' sets the number of something, so there is no derivative with respect to it");
}

}  // namespace
}  // namespace zwang::compile

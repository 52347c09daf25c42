// SPDX-License-Identifier: Apache-2.0
// The rows differentiated once more, against differences along curves.

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

CompileOptions with_hidden() {
  CompileOptions options;
  options.hidden = true;
  return options;
}

Numbers times(const equations::Pattern& pattern, const double* entries, const Numbers& x) {
  Numbers y(static_cast<std::size_t>(pattern.rows()));
  for (std::size_t i = 0; i < y.size(); ++i) {
    for (Index e = pattern.begin[i]; e < pattern.begin[i + 1]; ++e) {
      y[i] += entries[e] * x[static_cast<std::size_t>(pattern.column[static_cast<std::size_t>(e)])];
    }
  }
  return y;
}

/// b − A ẍ at time s of the curve with constant ẍ through a state.
class Curve {
 public:
  Curve(const Equations& equations, test::Random& random)
      : equations_(equations), numbers_(equations), q_(equations.q), v_(equations.v), a_(q_) {
    for (double& x : q_) x += 1e-2 * random.uniform(-1, 1) * (1 + std::abs(x));
    for (double& x : v_) x += random.uniform(-1, 1);
    for (double& x : a_) x = random.uniform(-1, 1);
  }

  Numbers misfit(double s) {
    Numbers q = q_, v = v_;
    for (std::size_t i = 0; i < q.size(); ++i) {
      q[i] += s * v_[i] + 0.5 * s * s * a_[i];
      v[i] += s * a_[i];
    }
    numbers_.evaluate(equations::Stage::dynamics, equations_.t + s, q.data(), v.data());
    Numbers r = times(equations_.A(), numbers_.A(), a_);
    for (std::size_t i = 0; i < r.size(); ++i) r[i] = numbers_.b()[i] - r[i];
    return r;
  }

  // A₁ẍ − b₁, which the derivative of b − A ẍ is.
  Numbers predicted() {
    numbers_.evaluate(equations::Stage::hide, equations_.t, q_.data(), v_.data());
    Numbers r = times(equations_.layout.pattern(equations::Array::A1), numbers_.A1(), a_);
    for (std::size_t i = 0; i < r.size(); ++i) r[i] -= numbers_.b1()[i];
    return r;
  }

 private:
  const Equations& equations_;
  Workspace numbers_;
  Numbers q_, v_, a_;
};

// Central differences of order 6: with s = 1e-4 they leave an error of 1e-15/s from rounding and of
// s⁶ times a seventh derivative, both far below 1e-8 of the size of what is compared.
void expect_derivative(const Equations& equations, std::uint64_t seed) {
  SCOPED_TRACE("seed " + std::to_string(seed));
  ASSERT_TRUE(equations.hidden.compiled);
  ASSERT_EQ(equations.hidden.refused.size(), static_cast<std::size_t>(equations.m));
  test::Random random(seed);
  Curve curve(equations, random);
  const Numbers predicted = curve.predicted();
  const double s = 1e-4;
  const Numbers at[6] = {curve.misfit(s),      curve.misfit(-s),    curve.misfit(2 * s),
                         curve.misfit(-2 * s), curve.misfit(3 * s), curve.misfit(-3 * s)};
  for (std::size_t i = 0; i < predicted.size(); ++i) {
    if (equations.hidden.refused[i]) continue;
    const double slope =
        (45 * (at[0][i] - at[1][i]) - 9 * (at[2][i] - at[3][i]) + (at[4][i] - at[5][i])) / (60 * s);
    const double size = 1 + std::abs(at[0][i]) + std::abs(slope);
    EXPECT_NEAR(predicted[i], slope, 1e-8 * size) << "row " << i;
  }
}

TEST(Hidden, IsTheDerivativeOfTheRowsOfEveryModelOfTheGallery) {
  int compiled = 0;
  for (const auto& entry : fs::directory_iterator(ZWANG_TEST_DATA "/../../models")) {
    if (entry.path().extension() != ".toml") continue;
    SCOPED_TRACE(entry.path().filename().string());
    std::ifstream file(entry.path(), std::ios::binary);
    const Compiled model =
        test::compile_text({std::istreambuf_iterator<char>(file), {}}, with_hidden());
    if (model.equations.order != 2 || !model.diagnostics.empty()) continue;
    if (model.equations.solids) {  // refused, for points of bodies are not differentiated thrice
      for (const unsigned char refused : model.equations.hidden.refused) EXPECT_TRUE(refused);
      continue;
    }
    expect_derivative(model.equations, 5201);
    ++compiled;
  }
  EXPECT_GE(compiled, 15);
}

const std::string family = R"toml(
[parameters]
l = 0.7
[[particles]]
name = "p"
count = 6
mass = 1
position = ["i", "i^2/9", 0]
[[constraints]]
name = "links"
for = "i in 1..5"
equations = ["norm(p[i+1] - p[i])^2 = l*(1 + t*i)", "p[i].x'*p[i+1].y - p[i+1].z'*p[i].x = sin(t)"]
[[constraints]]
name = "pushed"
equation = "p[1].x'' + p[2].y*p[3].x'' = p[1].x'*p[2].z'^2"
)toml";

TEST(Hidden, IsTheDerivativeOfTheRowsOfFamilies) {
  const Compiled model = test::compile_text(family, with_hidden());
  for (std::uint64_t seed = 5210; seed < 5215; ++seed) expect_derivative(model.equations, seed);
  for (const unsigned char refused : model.equations.hidden.refused) EXPECT_EQ(refused, 0);
}

TEST(Hidden, RefusesRowsWhoseMatrixKnowsRates) {
  const Compiled model = test::compile_text(R"toml(
[[particles]]
name = "p"
count = 3
mass = 1
position = ["i", 0]
velocity = [1, 0]
[[constraints]]
name = "held"
equation = "p[1].x = t"
[[constraints]]
name = "speed"
for = "i in 2..3"
equations = ["p[i].y = 0", "p[i].x'^2 + p[i].y'^2 = 1"]
)toml",
                                            with_hidden());
  EXPECT_EQ(model.equations.hidden.refused, (std::vector<unsigned char>{0, 0, 1, 0, 1}));
}

// ẋ + y = 0 and ẋ − z = 0 hide y + z = 0; with w = (1, −1): ÿ + z̈ = 0.
TEST(Hidden, FindsTheRowThatTwoRatesHide) {
  const Compiled model = test::compile_text(R"toml(
[coordinates]
x = { start = 0 }
y = { start = 0 }
z = { start = 0 }
[free]
acceleration = [0, 0, 1]
[[constraints]]
name = "one"
equation = "x' + y = 0"
[[constraints]]
name = "two"
equation = "x' - z = 0"
)toml",
                                            with_hidden());
  const Equations& equations = model.equations;
  Workspace numbers(equations);
  const Numbers q = {0.1, 0.2, 0.3}, v = {1, 2, 3};
  numbers.evaluate(equations::Stage::hide, 0, q.data(), v.data());
  for (std::size_t j = 0; j < 3; ++j) {
    Numbers e(3);
    e[j] = 1;
    const Numbers column = times(equations.layout.pattern(equations::Array::A1), numbers.A1(), e);
    EXPECT_EQ(column[0] - column[1], j == 0 ? 0 : -1) << "column " << j;
  }
  EXPECT_EQ(numbers.b1()[0] - numbers.b1()[1], 0);
}

TEST(Hidden, IsNotCompiledUnlessAskedForNorForOrderOne) {
  EXPECT_FALSE(test::compile_text(family).equations.hidden.compiled);
  const std::string first =
      "[coordinates]\nx = { start = 1 }\n[free]\norder = 1\nacceleration = [\"-x\"]\n";
  EXPECT_FALSE(test::compile_text(first, with_hidden()).equations.hidden.compiled);
}

}  // namespace
}  // namespace zwang::compile

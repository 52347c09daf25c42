// SPDX-License-Identifier: Apache-2.0
// The boundary value problem of compiled equations: all of its derivatives against differences.

#include "extremal/question/question.h"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>

#include "support/compile_text.h"
#include "support/random.h"

namespace zwang::extremal {
namespace {

struct Asked {
  compile::Compiled compiled;
  std::unique_ptr<Question> question;
};

Asked ask(const std::string& text) {
  Asked asked{test::compile_text(text, {.extremal = true}), nullptr};
  asked.question = std::make_unique<Question>(asked.compiled.equations);
  EXPECT_EQ(asked.question->prepare(1e-9), Failure::none);
  return asked;
}

const char* const circle = R"toml(
[coordinates]
x = 0.3
y = -0.9
[[constraints]]
name = "circle"
equation = "x^2 + y^2 = 1"
[extremal]
integrand = "0.5*(x'^2 + y'^2) - y + 0.1*x*y'"
from = { t = 0, x = 0.479425538604203, y = -0.8775825618903728 }
to = { t = 1, x = -0.2955202066613396, y = -0.955336489125606 }
)toml";

// A free end time, an end on a curve, a start whose height is free; the integrand knows t.
const char* const transversal = R"toml(
[parameters]
k = 0.3
[coordinates]
x = 0.2
y = 0.4
[extremal]
integrand = "0.5*(x'^2 + y'^2)*(1 + k*x^2) + 0.2*t*y + 1"
from = { t = 0, x = 0.1 }
to = { t = "T" }
on = { to = ["x^2 + y = 2 + 0.1*t"] }
unknowns = { T = 1.5 }
)toml";

const char* const catenary = R"toml(
[parameters]
L = "1.5 + 0.1*s"
[coordinates]
y = 0.5
[extremal]
integrand = "y*sqrt(1 + y'^2)"
from = { t = 0, y = 0.5 }
to = { t = "1 + 0.2*s", y = "0.5 + 0.3*s", "y'" = 0.7 }
subject = ["integral(sqrt(1 + y'^2)) = L"]
unknowns = { s = 0.2 }
)toml";

// Least effort of a cart whose acceleration is the control, and a velocity row that bends.
const char* const control = R"toml(
[coordinates]
x = 0
w = 0
z = 0
[[constraints]]
name = "rate"
equation = "x' = w"
[[constraints]]
name = "bent"
equation = "z' = x'^2 + sin(w)*t"
[extremal]
integrand = "0.5*w'^2 + 0.05*z'^2 + 0.1*x^2"
from = { t = 0, x = 0, w = 0, z = 0 }
to = { t = 1.3, x = 1, w = 0 }
)toml";

const char* const moving = R"toml(
[coordinates]
x = 1
y = 0.1
[[constraints]]
name = "circle"
equation = "x^2 + y^2 = (1 + 0.3*t)^2"
[extremal]
integrand = "0.5*(x'^2 + y'^2)"
from = { t = 0, x = 1, y = 0 }
to = { t = 2, y = 0.9575554305663304 }
)toml";

const char* const periodic = R"toml(
[coordinates]
x = 1
y = 0.2
[extremal]
integrand = "0.5*(x'^2 + y'^2) - 0.5*x^2 - y^2*x + cos(t)*y"
from = { t = 0 }
to = { t = 6.283185307179586 }
periodic = ["x", "y"]
)toml";

const char* const own_motion = R"toml(
[parameters]
xi = 0.3
[coordinates]
y = 0.5
[free]
acceleration = ["(1 - y'^2)/xi + 0.2*t*y"]
[extremal]
from = { t = 0, y = 1 }
to = { t = 1 }
)toml";

class Derivatives : public ::testing::TestWithParam<const char*> {};

std::vector<double> random_state(test::Random& random, const Question& question) {
  const Shape& shape = question.shape();
  std::vector<double> z(static_cast<std::size_t>(shape.size()));
  for (double& x : z) x = random.uniform(0.4, 1.3);
  return z;
}

// Of a function of many values by one of its arguments, to about 1e-9.
template <class Function>
std::vector<double> difference(Function f, double& argument) {
  const double kept = argument, h = 1e-4;
  std::vector<std::vector<double>> values;
  for (const double step : {-2 * h, -h, h, 2 * h}) {
    argument = kept + step;
    values.push_back(f());
  }
  argument = kept;
  std::vector<double> slope(values[0].size());
  for (std::size_t i = 0; i < slope.size(); ++i) {
    slope[i] = (8 * (values[2][i] - values[1][i]) - (values[3][i] - values[0][i])) / (12 * h);
  }
  return slope;
}

TEST_P(Derivatives, OfTheRightSideAreThoseOfDifferences) {
  Asked asked = ask(GetParam());
  Question& question = *asked.question;
  const bvp::Bvp bvp = question.bvp();
  const auto rates = static_cast<std::size_t>(bvp.rates());
  const auto size = static_cast<std::size_t>(bvp.size());
  const auto count = static_cast<std::size_t>(bvp.parameters);
  test::Random random(7);  // whatever the numbers, the slopes are exact
  for (int round = 0; round < 5; ++round) {
    std::vector<double> z = random_state(random, question), p = question.first_p();
    for (double& x : p) x += random.uniform(0.1, 0.3);
    const double tau = random.uniform(0, 1);
    std::vector<double> g(rates), gz(rates * size), gp(rates * count);
    ASSERT_TRUE(bvp.set(bvp.self, p.data()));
    ASSERT_TRUE(bvp.slopes(bvp.self, tau, z.data(), g.data(), gz.data(), gp.data()));
    const auto f = [&] {
      std::vector<double> value(rates);
      EXPECT_TRUE(bvp.set(bvp.self, p.data()));
      EXPECT_TRUE(bvp.rate(bvp.self, tau, z.data(), value.data()));
      return value;
    };
    EXPECT_EQ(f(), g);
    for (std::size_t j = 0; j < size + count; ++j) {
      const std::vector<double> slope = difference(f, j < size ? z[j] : p[j - size]);
      for (std::size_t i = 0; i < rates; ++i) {
        const double exact = j < size ? gz[i * size + j] : gp[i * count + j - size];
        EXPECT_NEAR(exact, slope[i], 2e-7 * (1 + std::abs(slope[i])))
            << "rate " << i << " by " << j;
      }
    }
  }
}

// Where natural conditions are not met, their derivative leaves out what vanishes at a solution; so
// the rows given are compared everywhere, the natural ones as far as they are straight.
TEST_P(Derivatives, OfTheEndsAreThoseOfDifferences) {
  Asked asked = ask(GetParam());
  Question& question = *asked.question;
  const bvp::Bvp bvp = question.bvp();
  const auto conditions = static_cast<std::size_t>(bvp.conditions());
  const auto size = static_cast<std::size_t>(bvp.size());
  const auto count = static_cast<std::size_t>(bvp.parameters);
  const std::size_t given = conditions - static_cast<std::size_t>(question.end_rows().naturals());
  test::Random random(7);  // whatever the numbers, the slopes are exact
  for (int round = 0; round < 5; ++round) {
    std::vector<double> z0 = random_state(random, question), z1 = random_state(random, question);
    std::vector<double> p = question.first_p();
    for (double& x : p) x += random.uniform(0.1, 0.3);
    std::vector<double> B(conditions), B0(conditions * size), B1(conditions * size),
        Bp(conditions * count);
    ASSERT_TRUE(bvp.set(bvp.self, p.data()));
    ASSERT_TRUE(
        bvp.ends(bvp.self, z0.data(), z1.data(), B.data(), B0.data(), B1.data(), Bp.data()));
    const auto f = [&] {
      std::vector<double> value(conditions);
      EXPECT_TRUE(bvp.set(bvp.self, p.data()));
      EXPECT_TRUE(
          bvp.ends(bvp.self, z0.data(), z1.data(), value.data(), nullptr, nullptr, nullptr));
      return value;
    };
    for (std::size_t j = 0; j < 2 * size + count; ++j) {
      double& argument = j < size ? z0[j] : j < 2 * size ? z1[j - size] : p[j - 2 * size];
      const std::vector<double> slope = difference(f, argument);
      for (std::size_t i = 0; i < given; ++i) {
        const double exact = j < size       ? B0[i * size + j]
                             : j < 2 * size ? B1[i * size + j - size]
                                            : Bp[i * count + j - 2 * size];
        EXPECT_NEAR(exact, slope[i], 1e-8 * (1 + std::abs(slope[i]))) << "row " << i << " by " << j;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Models, Derivatives,
                         ::testing::Values(circle, transversal, catenary, control, moving, periodic,
                                           own_motion));

TEST(Question, AFixedEndWithConstraintsHasNoNaturalCondition) {
  Asked asked = ask(circle);
  EXPECT_EQ(asked.question->end_rows().naturals(), 0);
  EXPECT_TRUE(asked.question->end_rows().all_fixed());
}

TEST(Question, ConditionsAreAsManyAsUnknowns) {
  EXPECT_EQ(ask(transversal).question->end_rows().naturals(), 3);  // δy₀, along the curve, δT
  EXPECT_EQ(ask(periodic).question->end_rows().naturals(), 2);
  EXPECT_EQ(ask(own_motion).question->end_rows().naturals(), 1);
  EXPECT_EQ(ask(moving).question->end_rows().naturals(), 0);
  EXPECT_EQ(ask(control).question->end_rows().naturals(), 1);
  EXPECT_EQ(ask(catenary).question->end_rows().naturals(), 0);  // the rate determines s
}

TEST(Question, SaysByHowMuchAnEndMissesAConstraint) {
  const std::string text =
      std::string(circle).replace(std::string(circle).find("0.4794"), 6, "0.5");
  compile::Compiled compiled = test::compile_text(text, {.extremal = true});
  Question question(compiled.equations);
  ASSERT_EQ(question.prepare(1e-9), Failure::infeasible_end);
  ASSERT_EQ(question.end_rows().missed().size(), 1u);
  EXPECT_EQ(question.end_rows().missed()[0].end, 0);
  const double x = 0.525538604203, y = -0.8775825618903728;
  EXPECT_NEAR(question.end_rows().missed()[0].by, x * x + y * y - 1, 1e-12);
}

}  // namespace
}  // namespace zwang::extremal

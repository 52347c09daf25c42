// SPDX-License-Identifier: Apache-2.0
// The columns of an extremal that is known in closed form: up and down a slope, x = y = s − s²/4 with
// s = t − 1, which the polynomials of a curve hold exactly.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "api/extremal/sampler.h"
#include "api/extremal/unknowns.h"
#include "api/extremal_texts.h"
#include "model/model_parts.h"

namespace zwang::test {
namespace {

using Columns = record::Columns;

constexpr double t0 = 1, t1 = 3;

// In τ, s = 2τ: x = 2τ − τ².
extremal::Found on_the_slope() {
  bvp::Bvp bvp;
  bvp.n = 2;
  bvp.extra = 1;  // ∂S/∂T so far, which no column shows
  bvp.parameters = 1;
  extremal::Found found;
  found.curve = bvp::make_curve(bvp, 3, 4);
  for (Index i = 0; i <= 4; ++i) {
    const double tau = found.curve.mesh[static_cast<std::size_t>(i)];
    double* const z = found.curve.at(i);
    z[0] = z[1] = 2 * tau - tau * tau;
    z[2] = z[3] = 2 - 2 * tau;
  }
  for (std::size_t k = 0; k < found.curve.rates.size(); k += 3) {
    found.curve.rates[k] = found.curve.rates[k + 1] = -2;
  }
  found.curve.p = {t1};
  found.t0 = t0;
  found.t1 = t1;
  found.unknowns = {t1};
  return found;
}

struct Sampled {
  Model model = read_model(slope_text, "slope.toml");
  const equations::Equations& equations = model.parts().extremal().equations;
  extremal::Found found = on_the_slope();
  ExtremalSampler sampler{equations};
  ExtremalLayout layout = extremal_layout(equations, 1, false, true);
  Columns columns{name_columns(model, equations, layout)};
  std::vector<double> row = std::vector<double>(static_cast<std::size_t>(layout.width));

  Sampled() { sampler.take(found); }
  double operator()(double tau, const char* name) {
    sampler.fill(tau, layout, row.data());
    const Index column = columns.find(name);
    if (column < 0) ADD_FAILURE() << "no column " << name;
    return column < 0 ? std::nan("") : row[static_cast<std::size_t>(column)];
  }
};

std::vector<std::string> names(const Columns& columns) {
  std::vector<std::string> all;
  for (const record::Column& column : columns) all.push_back(column.name);
  return all;
}

TEST(ExtremalSamples, AreCalledAsTheModelCallsThem) {
  Sampled sampled;
  EXPECT_EQ(names(sampled.columns),
            (std::vector<std::string>{"t", "x", "y", "x'", "y'", "x''", "y''", "deviation.x",
                                      "deviation.y", "force(slope).x", "force(slope).y",
                                      "multiplier(slope)", "integrand", "energy", "fall"}));
  EXPECT_EQ(static_cast<Index>(sampled.columns.count()), sampled.layout.width);
}

TEST(ExtremalSamples, BeginWithTheNumberWhereSeveralAreAskedFor) {
  Sampled sampled;
  const ExtremalLayout layout = extremal_layout(sampled.equations, 1, true, false);
  const auto all = names(Columns(name_columns(sampled.model, sampled.equations, layout)));
  EXPECT_EQ(all[0], "extremal");
  EXPECT_EQ(all[1], "t");
  // M is singular: there is no free motion to deviate from.
  EXPECT_EQ(std::count(all.begin(), all.end(), "deviation.x"), 0);
}

TEST(ExtremalSamples, HoldTheCurveItsForcesAndItsEnergy) {
  Sampled sampled;
  const double eps = 1e-14;  // a few roundings of numbers of size 1
  for (const double tau : {0.0, 0.1, 0.5, 0.77, 1.0}) {
    const double s = 2 * tau, x = s - s * s / 4, v = 1 - s / 2;
    EXPECT_NEAR(sampled(tau, "t"), t0 + s, eps);
    EXPECT_NEAR(sampled(tau, "x"), x, eps);
    EXPECT_NEAR(sampled(tau, "y'"), v, eps);
    EXPECT_NEAR(sampled(tau, "x''"), -0.5, eps);
    // Free, it would fall with a = (0, −1). φ = y − x has A = (−1, 1): λ = ½ and Q^c = Aᵀλ.
    EXPECT_NEAR(sampled(tau, "deviation.x"), -0.5, eps);
    EXPECT_NEAR(sampled(tau, "deviation.y"), 0.5, eps);
    EXPECT_NEAR(sampled(tau, "force(slope).x"), -0.5, eps);
    EXPECT_NEAR(sampled(tau, "force(slope).y"), 0.5, eps);
    EXPECT_NEAR(std::abs(sampled(tau, "multiplier(slope)")), 0.5, eps);
    EXPECT_NEAR(sampled(tau, "integrand"), v * v - x, eps);
    EXPECT_NEAR(sampled(tau, "energy"), 1, eps);  // v² + y, at the start 1
  }
}

TEST(ExtremalSamples, FollowTheUnknownsToTheParametersThatDependOnThem) {
  Sampled sampled;
  EXPECT_NEAR(sampled(0.3, "fall"), -0.5 + 2 * t1, 1e-14);  // y'' + k, k = 2 T
}

TEST(ExtremalSamples, EndExactlyAtTheEnds) {
  Sampled sampled;
  EXPECT_EQ(sampled.sampler.state(0).t, t0);
  EXPECT_EQ(sampled.sampler.state(1).t, t1);
  EXPECT_EQ(sampled.sampler.state(0).v, (std::vector<double>{1, 1}));
}

TEST(ExtremalSamples, ShowTheMultipliersOfConstraintsOnRates) {
  const Model model = read_model(skate_text, "skate.toml");
  const equations::Equations& equations = model.parts().extremal().equations;
  const auto all =
      names(Columns(name_columns(model, equations, extremal_layout(equations, 0, false, true))));
  EXPECT_EQ(std::count(all.begin(), all.end(), "lambda(skate)"), 1);
  EXPECT_EQ(std::count(all.begin(), all.end(), "multiplier(skate)"), 1);
}

TEST(ExtremalSamples, StepBackWhereTheUserTookTheName) {
  std::string text = slope_text;
  for (std::size_t at = text.find("fall"); at != std::string::npos; at = text.find("fall")) {
    text.replace(at, 4, "energy");
  }
  const Model model = read_model(text, "slope.toml");
  const equations::Equations& equations = model.parts().extremal().equations;
  const auto all =
      names(Columns(name_columns(model, equations, extremal_layout(equations, 1, false, true))));
  EXPECT_EQ(std::count(all.begin(), all.end(), "run.energy"), 1);
  EXPECT_EQ(std::count(all.begin(), all.end(), "energy"), 1);
}

TEST(ExtremalStart, IsTheEndFromElseTheGuessElseTheStart) {
  const Model model = read_model(R"toml([parameters]
a = "2*T"
[coordinates]
x = 9
y = 9
z = { start = 7, rate = 5 }
[extremal]
integrand = "0.5*(x'^2 + y'^2 + z'^2)"
from = { t = "T", x = "a", "y'" = 3 }
to = { t = 4, x = 1, y = 1, z = 1 }
unknowns = { T = 2 }
guess = { y = "t^2" }
)toml",
                                 "start.toml");
  EXPECT_EQ(model.start().t, 2);
  EXPECT_EQ(model.start().q, (std::vector<double>{4, 4, 7}));
  EXPECT_EQ(model.start().v, (std::vector<double>{0, 3, 5}));
}

TEST(ExtremalStart, IsThatOfTheMotionWhereOneIsAskedForToo) {
  const Model model =
      read_model("[simulate]\nduration = 1\n" + circle_text.substr(17), "both.toml");
  EXPECT_EQ(model.start().q, (std::vector<double>{0, 0}));
}

}  // namespace
}  // namespace zwang::test

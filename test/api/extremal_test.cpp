// SPDX-License-Identifier: Apache-2.0
// Two-ended questions from their text to what comes back.

#include "zwang/extremal.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>

#include "api/extremal_texts.h"

namespace zwang::test {
namespace {

using Json = nlohmann::json;
using Keys = std::set<std::string>;

Keys keys(const Json& object) {
  Keys result;
  for (const auto& [key, value] : object.items()) result.insert(key);
  return result;
}

Extremals find(const std::string& text, const ExtremalOptions& options = {}) {
  return find_extremals(read_model(text, "model.toml"), options);
}

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  return text.replace(text.find(what), what.size(), by);
}

template <class Error, class Action>
std::string error_of(Action action) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  }
  return "nothing was thrown";
}

// θ̇ at the start of the papers' example, by shooting in the angle to 25 digits.
constexpr double rate_at_start = -0.680697068386169209;

TEST(Extremal, OfThePapersExampleSetsOutAsItShould) {
  ExtremalOptions options;
  options.tolerance = 1e-12;
  const Extremals found = find(circle_text, options);
  const ExtremalSummary& summary = found.summary();
  ASSERT_EQ(summary.ending, ExtremalEnding::done) << summary.message;
  ASSERT_EQ(summary.extremals.size(), 1U);
  const ExtremalCurve& curve = summary.extremals.front();
  // ẋ = cos θ θ̇, ẏ = sin θ θ̇
  EXPECT_NEAR(curve.start.v[0], std::cos(0.5) * rate_at_start, 1e-11);
  EXPECT_NEAR(curve.start.v[1], std::sin(0.5) * rate_at_start, 1e-11);
  EXPECT_EQ(curve.verdict, "minimum");
  EXPECT_EQ(curve.index, 0);
  EXPECT_LE(curve.max_position_residual, 1e-12);
  EXPECT_EQ(summary.freedom, 1U);
  EXPECT_EQ(summary.rank, 1U);
  EXPECT_EQ(summary.method, "collocation");
}

TEST(Extremal, HasSamplesFromEndToEndThatSatisfyThePapersFormulas) {
  ExtremalOptions options;
  options.samples = 21;
  options.tolerance = 1e-12;
  const Extremals found = find(circle_text, options);
  ASSERT_EQ(found.samples(), 21U);
  const auto column = [&](const char* name) { return found.column(name); };
  EXPECT_EQ(column("t").front(), 0);
  EXPECT_EQ(column("t").back(), 1);
  for (std::size_t k = 0; k < found.samples(); ++k) {
    const double x = column("x")[k], y = column("y")[k];
    const double vx = column("x'")[k], vy = column("y'")[k];
    const double rho = (y - vx * vx - vy * vy) / (x * x + y * y);  // of [XUMK94 71], a^c = ρ (x, y)
    EXPECT_NEAR(column("deviation.x")[k], rho * x, 1e-10);
    EXPECT_NEAR(column("deviation.y")[k], rho * y, 1e-10);
    EXPECT_NEAR(column("force(circle).y")[k], rho * y, 1e-10);
    EXPECT_NEAR(column("multiplier(circle)")[k], rho / 2, 1e-10);
    EXPECT_NEAR(column("y''")[k], -1 + rho * y, 1e-10);
    EXPECT_NEAR(column("energy")[k], column("energy")[0], 1e-10);
    EXPECT_NEAR(column("integrand")[k], 0.5 * (vx * vx + vy * vy) - y, 1e-12);
  }
  EXPECT_EQ(found.sample(20)[1], column("x").back());
}

TEST(Extremal, OfSeveralComesLeastFirstAndNumbersItsSamples) {
  const std::string text = replaced(circle_text, "t = 1", "t = 8");
  ExtremalOptions options;
  options.all = 4;
  options.samples = 5;
  const Extremals found = find(text, options);
  const auto& curves = found.summary().extremals;
  ASSERT_GE(curves.size(), 2U) << found.summary().message;
  EXPECT_LE(curves.size(), 4U);
  for (std::size_t k = 1; k < curves.size(); ++k) {
    EXPECT_LE(*curves[k - 1].action, *curves[k].action);
  }
  EXPECT_EQ(found.samples(), 5 * curves.size());
  const std::vector<double> numbers = found.column("extremal");
  EXPECT_EQ(numbers.front(), 1);
  EXPECT_EQ(numbers.back(), static_cast<double>(curves.size()));
  EXPECT_TRUE(std::is_sorted(numbers.begin(), numbers.end()));
}

TEST(Extremal, FindsAnUnknownEndTime) {
  const Extremals found = find(slope_text);
  ASSERT_EQ(found.summary().ending, ExtremalEnding::done) << found.summary().message;
  const ExtremalCurve& curve = found.summary().extremals.front();
  ASSERT_EQ(curve.unknowns.size(), 1U);
  EXPECT_EQ(curve.unknowns[0].first, "T");
  EXPECT_NEAR(curve.unknowns[0].second, 3, 1e-8);  // at rest on top: s − s²/4 = 1 at s = 2
  EXPECT_NEAR(curve.start.v[0], 1, 1e-8);
}

TEST(Extremal, IsRefusedByNameWhereAnEndIsOffTheConstraints) {
  const Extremals found = find(replaced(circle_text, "-sin(0.3)", "-sin(0.3) + 0.02"));
  EXPECT_EQ(found.summary().ending, ExtremalEnding::infeasible_end);
  EXPECT_NE(found.summary().message.find("`to` does not satisfy 'circle' (line 7)"),
            std::string::npos)
      << found.summary().message;
  EXPECT_TRUE(found.summary().extremals.empty());
  EXPECT_EQ(found.samples(), 0U);
}

TEST(Extremal, OfAnArcLengthIsRefusedWithTheEnergyForm) {
  const std::string text =
      replaced(circle_text, "0.5*(x'^2 + y'^2) - y", "sqrt(x'^2 + y'^2 + 0*y)");
  const Extremals found = find(text);
  EXPECT_EQ(found.summary().ending, ExtremalEnding::degree_one) << found.summary().message;
  EXPECT_EQ(name(found.summary().ending), "degree_one");
}

TEST(Extremal, StopsWhereItIsToldTo) {
  ExtremalOptions options;
  options.goes_on = [](const ExtremalProgress&) { return false; };
  EXPECT_EQ(find(circle_text, options).summary().ending, ExtremalEnding::interrupted);
}

TEST(Extremal, KeepsWhatWasFoundBeforeItWasStopped) {
  ExtremalOptions options;
  options.all = 4;
  options.goes_on = [](const ExtremalProgress& progress) { return progress.found < 1; };
  const Extremals found = find(replaced(circle_text, "t = 1", "t = 8"), options);
  EXPECT_EQ(found.summary().ending, ExtremalEnding::interrupted);
  EXPECT_EQ(found.summary().extremals.size(), 1U);
  EXPECT_EQ(found.samples(), 200U);
}

// Whenever it is: before the first ray, between rays, while it looks at what they hit.
TEST(Extremal, StopsAtAnyMomentOfASearch) {
  const Model model = load_model(ZWANG_TEST_DATA "/../../models/geodesic_torus.toml");
  for (const int last : {0, 1, 2, 5, 20, 60, 100, 150, 200, 300, 400}) {
    int calls = 0;
    ExtremalOptions options;
    options.all = 9;
    options.goes_on = [&](const ExtremalProgress&) { return calls++ < last; };
    const Extremals found = find_extremals(model, options);
    EXPECT_EQ(found.summary().ending, ExtremalEnding::interrupted) << "after " << last << " calls";
  }
}

TEST(Extremal, WithoutAValueOfItsIntegrandHasNoAction) {
  const Extremals found = find(R"toml([coordinates]
x = 0
[extremal]
integrand = "0.5*x'^2 + log(x)"
from = { t = 0, x = -1 }
to = { t = 1, x = -2 }
)toml");
  for (const ExtremalCurve& curve : found.summary().extremals) EXPECT_FALSE(curve.action);
  EXPECT_EQ(to_json(found).find("nan"), std::string::npos);
}

TEST(Extremal, LetsExceptionsOfTheListenerThrough) {
  ExtremalOptions options;
  options.goes_on = [](const ExtremalProgress&) -> bool { throw std::runtime_error("enough"); };
  EXPECT_EQ(error_of<std::runtime_error>([&] { find(circle_text, options); }), "enough");
}

TEST(Extremal, RefusesOptionsThatCannotBe) {
  const Model model = read_model(circle_text, "circle.toml");
  const auto refusal = [&](auto set) {
    ExtremalOptions options;
    set(options);
    return error_of<InputError>([&] { find_extremals(model, options); });
  };
  EXPECT_EQ(refusal([](auto& o) { o.tolerance = 1; }),
            "tolerance: must be from 1e-15 to 0.1 (got 1)");
  EXPECT_EQ(refusal([](auto& o) {
              o.tolerance = std::numeric_limits<double>::quiet_NaN();
            }).substr(0, 10),
            "tolerance:");
  EXPECT_EQ(refusal([](auto& o) { o.method = "colocation"; }),
            "method: 'colocation' is unknown; did you mean 'collocation'?");
  EXPECT_EQ(refusal([](auto& o) { o.all = 0; }), "all: must be from 1 to 1000 (got 0)");
  EXPECT_EQ(refusal([](auto& o) { o.samples = 0; }),
            "samples: must be from 1 to 100000000 (got 0)");
}

TEST(Extremal, NeedsAQuestion) {
  const std::string text = "[coordinates]\nx = 0\n[free]\nacceleration = [0]\n";
  EXPECT_EQ(error_of<ModelError>([&] { find(text); }).substr(0, 17), "model.toml: E348:");
}

TEST(Extremal, ComplainsOfWhatIsWrongWithTheQuestionWhenTheModelIsRead) {
  const std::string text = replaced(circle_text, "y = \"-cos(0.5)\"", "z = 1");
  EXPECT_NE(error_of<ModelError>([&] { read_model(text, "circle.toml"); }).find("E350"),
            std::string::npos);
}

// The mass of a chain is mu·F_vv of its length, and mu is found with the curve.
TEST(Extremal, IsNotCheckedForAMassThatOnlyItsMultipliersGive) {
  const std::string chain = R"toml([coordinates]
y = 0
[extremal]
independent = "x"
integrand = "y"
from = { x = 0, y = 0 }
to = { x = 1, y = 0 }
)toml";
  EXPECT_FALSE(check(read_model(chain, "chain.toml")).ok());
  const std::string held = chain + "subject = [\"integral(sqrt(1 + y'^2)) = 2\"]\n";
  EXPECT_TRUE(check(read_model(held, "chain.toml")).ok());
}

TEST(ExtremalJson, HasEveryKeyAndNoNumberThatIsNone) {
  ExtremalOptions options;
  options.cross_check = true;
  const Extremals found = find(circle_text, options);
  const std::string text = to_json(found, {{"csv", "circle.csv"}});
  const Json json = Json::parse(text);
  EXPECT_EQ(keys(json),
            (Keys{"model",     "title",     "status",        "message",      "freedom", "rows",
                  "rank",      "redundant", "contradictory", "undetermined", "method",  "kernel",
                  "tolerance", "intervals", "iterations",    "evaluations",  "seconds", "extremals",
                  "more",      "samples",   "files"}));
  ASSERT_EQ(json["extremals"].size(), 1U);
  const Json& curve = json["extremals"][0];
  EXPECT_EQ(keys(curve), (Keys{"initial_rates",
                               "final_rates",
                               "unknowns",
                               "multipliers",
                               "action",
                               "index",
                               "verdict",
                               "index_by_fields",
                               "index_by_second_variation",
                               "nullity",
                               "conjugate_times",
                               "legendre",
                               "max_position_residual",
                               "max_velocity_residual",
                               "max_dense_residual",
                               "error_estimate",
                               "cross_check",
                               "start",
                               "final",
                               "iterations",
                               "seconds"}));
  EXPECT_EQ(keys(curve["initial_rates"]), (Keys{"x'", "y'"}));
  EXPECT_EQ(keys(curve["start"]), (Keys{"t", "x", "y", "x'", "y'"}));
  EXPECT_EQ(keys(curve["cross_check"]), (Keys{"difference", "seconds"}));
  EXPECT_EQ(text.find(": null"), std::string::npos) << text;
  EXPECT_EQ(curve["initial_rates"]["x'"].get<double>(),
            found.summary().extremals.front().start.v[0]);
  EXPECT_EQ(json["status"], "ok");
  EXPECT_EQ(json["files"]["csv"], "circle.csv");
}

}  // namespace
}  // namespace zwang::test

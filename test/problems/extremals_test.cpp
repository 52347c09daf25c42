// SPDX-License-Identifier: Apache-2.0
// Two-ended problems whose answers are known (test/data/extremals): every extremal that the file
// lists is found, in order, right to ten digits and rightly judged; errors follow the tolerance.
// ZWANG_ACCURACY=1 prints a table; ZWANG_SOAK=1 takes the files with "long" as well, and asks for as many
// extremals as the files know where "short" spares a search.

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>

#include "problems/known_extremal.h"

namespace zwang::test {
namespace {

bool soak() { return std::getenv("ZWANG_SOAK") != nullptr; }

bool wanted(const KnownProblem& problem) { return soak() || !problem.facts.contains("long"); }

bool shortened(const KnownProblem& problem) { return !soak() && problem.facts.contains("short"); }

ExtremalOptions options_for(const KnownProblem& problem, double tolerance) {
  ExtremalOptions options;
  options.tolerance = tolerance;
  options.all = problem.facts.value(shortened(problem) ? "short" : "all", 1L);
  options.samples = 5;  // the known ones are at quarters
  return options;
}

void expect_judged(const json& known, const ExtremalCurve& curve) {
  if (known.contains("verdict")) {
    EXPECT_EQ(curve.verdict, known["verdict"].get<std::string>());
  }
  if (known.contains("index")) {
    const long index = known["index"];
    EXPECT_EQ(curve.index, index);
    EXPECT_EQ(curve.index_by_second_variation, index);
  }
  if (!known.contains("conjugate_times")) return;
  const json& times = known["conjugate_times"];
  ASSERT_EQ(curve.conjugate_times.size(), times.size());
  for (std::size_t i = 0; i < times.size(); ++i) {
    const double t = number(times[i]);
    // They rest on the second derivatives along a curve that is right to 1e-12.
    EXPECT_NEAR(curve.conjugate_times[i], t, 1e-10 * std::max(1.0, std::abs(t)));
  }
}

void expect_on_rows(const ExtremalCurve& curve, double tolerance) {
  EXPECT_LE(curve.max_position_residual, 1e-12);
  EXPECT_LE(curve.max_velocity_residual, 1e-11);
  EXPECT_LE(curve.max_dense_residual, 10 * tolerance);
}

class KnownExtremals : public testing::TestWithParam<std::string> {};

TEST_P(KnownExtremals, AreFoundInOrderToTenDigitsAndRightlyJudged) {
  const KnownProblem problem = load_problem(GetParam());
  if (!wanted(problem)) GTEST_SKIP() << "a long search";
  const double tolerance = 1e-12;
  const Extremals extremals = find_extremals(problem.model, options_for(problem, tolerance));
  const ExtremalSummary& summary = extremals.summary();
  ASSERT_EQ(summary.ending, ExtremalEnding::done) << summary.message;
  const std::size_t wanted_count =
      std::min(problem.extremals().size(),
               shortened(problem) ? problem.facts["short"].get<std::size_t>() : SIZE_MAX);
  for (std::size_t i = 0; i < wanted_count; ++i) {
    SCOPED_TRACE("extremal " + std::to_string(i + 1));
    const json& known = problem.extremals()[i];
    const int k = match(problem, known, summary);
    ASSERT_EQ(k, static_cast<int>(i)) << summary.extremals.size() << " were found";
    const ExtremalCurve& curve = summary.extremals[i];
    const double error = error_of(problem, known, extremals, i);
    EXPECT_LE(error, 1e-10);
    // An estimate is of the curve; the results of a file have other scales, within a factor of 30.
    EXPECT_LE(error, 30 * curve.error_estimate + 1e-12);
    EXPECT_LE(curve.error_estimate, tolerance);
    expect_judged(known, curve);
    expect_on_rows(curve, tolerance);
  }
  if (problem.facts.value("complete", false) && !shortened(problem))
    EXPECT_EQ(summary.extremals.size(), problem.extremals().size());
}

TEST_P(KnownExtremals, HaveErrorsInProportionToTheTolerance) {
  const KnownProblem problem = load_problem(GetParam());
  if (!wanted(problem)) GTEST_SKIP() << "a long search";
  const bool table = std::getenv("ZWANG_ACCURACY") != nullptr;
  std::string line;
  for (const double tolerance : {1e-3, 1e-5, 1e-7, 1e-9, 1e-11}) {
    ExtremalOptions options = options_for(problem, tolerance);
    options.all = 1;
    const Extremals extremals = find_extremals(problem.model, options);
    ASSERT_EQ(extremals.summary().ending, ExtremalEnding::done) << extremals.summary().message;
    bool is_known = false;
    for (const json& known : problem.extremals()) {  // it may be any of them
      if (match(problem, known, extremals.summary()) != 0) continue;
      is_known = true;
      const double error = error_of(problem, known, extremals, 0);
      char text[32];
      std::snprintf(text, sizeof text, " | %.1e", error);
      line += text;
      if (!table)
        EXPECT_LE(error, problem.facts.value("amplification", 3.0) * tolerance + 1e-13)
            << "at " << tolerance;
    }
    EXPECT_TRUE(is_known) << "at " << tolerance;
  }
  if (table) std::printf("| %s%s |\n", problem.name.c_str(), line.c_str());
}

INSTANTIATE_TEST_SUITE_P(Of, KnownExtremals, testing::ValuesIn(problem_names()),
                         [](const auto& parameter) {
                           std::string name = parameter.param;
                           for (char& c : name)
                             if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
                           return name;
                         });

TEST(KnownExtremals, AreMany) { EXPECT_GE(problem_names().size(), 40u); }

// Beyond the last parameter value with an extremal ("none" in the file) there is a fold, and it is
// said where.
TEST(KnownExtremals, EndAtAFold) {
  for (const char* name : {"soap_film", "bratu"}) {
    const json set = load_problem(name).facts["none"];
    const KnownProblem beyond = load_problem(name, set);
    const ExtremalSummary summary = find_extremals(beyond.model).summary();
    EXPECT_EQ(summary.ending, ExtremalEnding::fold) << summary.message;
    EXPECT_TRUE(summary.extremals.empty());
  }
}

TEST(KnownExtremals, AreMetByShootingToo) {
  for (const char* name : {"seed_circle", "geodesic_ellipsoid", "lambert", "zermelo", "troesch_5",
                           "expanding_circle", "brachistochrone"}) {
    SCOPED_TRACE(name);
    const KnownProblem problem = load_problem(name);
    ExtremalOptions options = options_for(problem, 1e-11);
    options.all = 1;
    options.method = "shooting";
    const Extremals extremals = find_extremals(problem.model, options);
    ASSERT_EQ(extremals.summary().ending, ExtremalEnding::done) << extremals.summary().message;
    EXPECT_EQ(extremals.summary().method, "shooting");
    EXPECT_EQ(match(problem, problem.extremals()[0], extremals.summary()), 0);
    EXPECT_LE(error_of(problem, problem.extremals()[0], extremals, 0), 1e-10);
  }
}

// Euler's equations of F + Σ λ φ beside the multiplier-free ones: the same curve.    [XUMK94 4-7]
TEST(KnownExtremals, AreMetByMultipliersToo) {
  for (const char* name : {"seed_circle", "geodesic_torus", "expanding_circle", "shortest_path"}) {
    SCOPED_TRACE(name);
    const KnownProblem problem = load_problem(name);
    ExtremalOptions options = options_for(problem, 1e-10);
    options.all = 1;
    options.cross_check = true;
    const ExtremalSummary summary = find_extremals(problem.model, options).summary();
    ASSERT_EQ(summary.ending, ExtremalEnding::done) << summary.message;
    ASSERT_TRUE(summary.extremals[0].cross_check.has_value());
    EXPECT_LE(*summary.extremals[0].cross_check, 1e-8);
    EXPECT_GT(summary.extremals[0].cross_check_seconds, 0);
  }
}

}  // namespace
}  // namespace zwang::test

// SPDX-License-Identifier: Apache-2.0
// What is said where no extremal was found, and of those that were: names of the user, and a remedy.

#include <gtest/gtest.h>

#include <cmath>
#include <regex>
#include <set>
#include <utility>

#include "api/extremal/summary.h"
#include "api/extremal_texts.h"
#include "diagnosis/two_ends/message.h"
#include "model/model_parts.h"

namespace zwang::test {
namespace {

using extremal::Answer;
using extremal::Failure;

std::string words(const Model& model, const Answer& answer, ExtremalSummary summary = {}) {
  summary.ending = ending_of(answer.failure);
  return diagnosis::message_of(model, summary, answer);
}

std::string words(const std::string& text, const Answer& answer) {
  return words(read_model(text, "model.toml"), answer);
}

std::string words(const std::string& text, const ExtremalSummary& summary) {
  return words(read_model(text, "model.toml"), Answer{}, summary);
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

Answer failed(Failure failure) {
  Answer answer;
  answer.failure = failure;
  return answer;
}

// The number of the first row of a kind at an end.
Index row_of(const Model& model, int end, equations::EndKind kind) {
  const auto& rows = model.parts().extremal().equations.two_ends.rows[end];
  for (std::size_t k = 0; k < rows.size(); ++k) {
    if (rows[k].kind == kind) return static_cast<Index>(k);
  }
  ADD_FAILURE() << "no such row";
  return 0;
}

ExtremalCurve curve(const std::string& verdict, std::optional<long> index = {}) {
  ExtremalCurve result;
  result.verdict = verdict;
  result.index = index;
  result.legendre = "positive";
  result.action = 1;
  return result;
}

TEST(ExtremalWords, SayByHowMuchAnEndMissesWhichConstraint) {
  const Model model = read_model(circle_text, "circle.toml");
  Answer answer = failed(Failure::infeasible_end);
  answer.missed = {{1, row_of(model, 1, equations::EndKind::constraint), 0.02}};
  EXPECT_EQ(words(model, answer),
            "The end `to` does not satisfy 'circle' (line 7): x^2 + y^2 = 1 (error 0.02). No curve "
            "can start or end there. Correct the values, or leave out what the constraints "
            "determine: a coordinate that an end does not give is free there.");
}

TEST(ExtremalWords, NameEveryRowThatIsMissedAtBothEnds) {
  const std::string text = slope_text + "on = { to = [\"x^2 = 4\"] }\n";
  const Model model = read_model(text, "slope.toml");
  Answer answer = failed(Failure::infeasible_end);
  answer.missed = {{0, row_of(model, 0, equations::EndKind::constraint), 1},
                   {1, row_of(model, 1, equations::EndKind::coordinate), 0.5},
                   {1, row_of(model, 1, equations::EndKind::rate), 0.25},
                   {1, row_of(model, 1, equations::EndKind::surface), 0.125}};
  const std::string said = words(model, answer);
  EXPECT_TRUE(has(said,
                  "The end `from` does not satisfy 'slope' (line 9): y = x (error 1). The end `to` "
                  "does not satisfy x = 1 (error 0.5), y' = 0 along the constraints (error 0.25), "
                  "the surface x^2 = 4 (error 0.125)."))
      << said;
}

TEST(ExtremalWords, CountConditionsAndSayWhatIsFree) {
  Answer answer = failed(Failure::counts);
  answer.counts.given = 6;
  answer.counts.wanted = 4;
  EXPECT_EQ(words(circle_text, answer),
            "The ends give 6 conditions, but 4 are needed to determine an extremal. Leave out 2 of "
            "them, or make 2 parameters unknown (unknowns = { … }).");
  answer.counts.given = 3;
  const std::string text = circle_text.substr(0, circle_text.find("to = ")) + "to = { t = 1 }\n";
  EXPECT_EQ(words(text, answer),
            "The ends give 3 conditions, but 4 are needed to determine an extremal. Free: x, y at "
            "`to`. Give 1 "
            "more, or remove as many unknowns.");
}

TEST(ExtremalWords, SayThatConstraintsCountAtAFreeEnd) {
  Answer answer = failed(Failure::counts);
  answer.counts.given = 5;
  answer.counts.wanted = 4;
  const std::string text = circle_text.substr(0, circle_text.find("to = ")) + "to = { t = 1 }\n";
  EXPECT_TRUE(has(words(text, answer),
                  "Free: x, y at `to`. Where an end leaves coordinates free, the constraints count "
                  "as conditions. Leave out 1 of them, or make a parameter unknown"));
}

TEST(ExtremalWords, NameTheUnknownThatNothingDetermines) {
  EXPECT_TRUE(
      has(words(slope_text, failed(Failure::natural_unknown)), "determines the unknown 'T'"));
}

TEST(ExtremalWords, NameTheDirectionThatIsNotDetermined) {
  Answer answer = failed(Failure::bad_mass);
  answer.t = 0.25;
  answer.null_direction = {-0.5, 1e-17};
  EXPECT_TRUE(has(words(circle_text, answer),
                  "At t = 0.25 the integrand does not determine the "
                  "acceleration in the direction x':"));
  answer.null_direction = {0.4, -0.8};
  EXPECT_TRUE(has(words(circle_text, answer), "in the direction -0.5 x' + y':"));
}

TEST(ExtremalWords, OfferTheEnergyFormOfAnArcLength) {
  const std::string said = words(circle_text, failed(Failure::degree_one));
  EXPECT_TRUE(has(said, "energy form, 0.5*(…)")) << said;
  EXPECT_TRUE(has(said, "independent = ")) << said;
}

TEST(ExtremalWords, WonderWhetherConstraintsJoinTheEnds) {
  Answer answer = failed(Failure::not_found);
  const std::string said = words(circle_text, answer);
  EXPECT_TRUE(has(said, "did not converge from any guess. Give a better guess")) << said;
  EXPECT_TRUE(has(said, "Perhaps no curve on the constraints connects the ends.")) << said;
  EXPECT_FALSE(has(words(skate_text, answer), "Perhaps"));
}

TEST(ExtremalWords, SayWhereTheSignOfTheIntegrandChanges) {
  Answer answer = failed(Failure::not_found);
  answer.indefinite.start = true;
  std::string said = words(circle_text, answer);
  EXPECT_TRUE(has(said, "is indefinite where a curve starts and definite where it ends")) << said;
  EXPECT_TRUE(has(said, "no extremal passes there. Choose both ends on one side")) << said;
  std::swap(answer.indefinite.start, answer.indefinite.end);
  said = words(circle_text, answer);
  EXPECT_TRUE(has(said, "is indefinite where it ends and definite where a curve starts")) << said;
  answer.indefinite.start = true;
  said = words(circle_text, answer);
  EXPECT_TRUE(has(said, "is indefinite: there is no descent")) << said;
  EXPECT_TRUE(has(said, "Give a better guess")) << said;
}

const std::string chain_text = R"toml([coordinates]
y = 0
[extremal]
integrand = "0.5*y'^2"
from = { t = 0, y = 0 }
to = { t = 1, y = 0 }
subject = ["integral(y) = 1", "integral(2*y) = 3"]
)toml";

TEST(ExtremalWords, NameIntegralsThatDependOnEachOther) {
  Answer answer = failed(Failure::not_found);
  answer.dependent.integrals = {0, 1};
  EXPECT_EQ(
      words(chain_text, answer),
      "No extremal was found. `integral(2*y) = 3` follows from `integral(y) = 1` and the ends, "
      "whatever the curve, so its multiplier is not determined. Leave it out.");
  answer.dependent.contradicts = true;
  answer.dependent.by = -1;
  EXPECT_TRUE(
      has(words(chain_text, answer), "contradicts `integral(y) = 1` and the ends (error 1)."));
  answer.dependent.integrals = {1};
  EXPECT_TRUE(has(words(chain_text, answer), "`integral(2*y) = 3` contradicts the ends ("));
}

TEST(ExtremalWords, NameRowsThatDecideWhereACurveEnds) {
  Answer answer = failed(Failure::not_found);
  answer.dependent.rows = {0};
  answer.dependent.coordinates = {1};
  EXPECT_TRUE(has(words(circle_text, answer),
                  "'circle' and the start determine y at `to`, which is given as well"));
  answer.dependent.coordinates = {0, 1};
  answer.dependent.contradicts = true;
  answer.dependent.by = 0.5;
  EXPECT_TRUE(
      has(words(circle_text, answer),
          "a combination of x, y at `to`, and contradict the value given there (error 0.5)."));
  answer.dependent.coordinates.clear();
  EXPECT_TRUE(
      has(words(circle_text, answer),
          "The best compromise violates 'circle' by 0.5: its equations contradict each other or "
          "the ends, or gradients vanish on the way. Correct it, or move an end."));
}

TEST(ExtremalWords, NameRowsThatDetermineAnIntegral) {
  Answer answer = failed(Failure::not_found);
  answer.dependent.integrals = {0};
  answer.dependent.rows = {0};
  const std::string text =
      "[coordinates]\nx = 0\nv = 0\n[[constraints]]\nname = \"speed\"\nequation = \"x' = v\"\n" +
      chain_text.substr(chain_text.find("[extremal]"));
  const std::string asked = std::regex_replace(text, std::regex("\\by\\b"), "v");
  EXPECT_TRUE(has(words(asked, answer),
                  "`integral(v) = 1` is determined by 'speed' and the ends, whatever the curve: it "
                  "is redundant, or impossible. Leave it out."));
}

TEST(ExtremalWords, OfferAnIntegralAsACoordinate) {
  const Answer answer = failed(Failure::not_found);
  const std::string rest = "unknowns = { T = 1 }\n", fixed = "to = { t = 1,";
  std::string text = chain_text;
  EXPECT_FALSE(has(words(text, answer), "make the integral a coordinate"));
  text.replace(text.find(fixed), fixed.size(), "to = { t = \"T\",");
  EXPECT_TRUE(has(words(text + rest, answer), "make the integral a coordinate, e' = …"));
}

TEST(ExtremalWords, SayHowSmallAnIntegralCanBe) {
  Answer answer = failed(Failure::not_found);
  answer.out_of_range = {0, 2.5, true};
  const std::string said = words(chain_text, answer);
  EXPECT_TRUE(has(said, "`integral(y) = 1` seems out of reach")) << said;
  EXPECT_TRUE(has(said, "the smallest value of this integral between the ends is 2.5.")) << said;
  answer.out_of_range.is_least = false;
  EXPECT_TRUE(has(words(chain_text, answer), "the largest value"));
}

TEST(ExtremalWords, SayThatAKinkMayBeAnywhere) {
  Answer answer = failed(Failure::conjugate_end);
  answer.rests = true;
  EXPECT_TRUE(has(words(circle_text, answer), "is at rest at both ends"));
  EXPECT_FALSE(has(words(circle_text, failed(Failure::conjugate_end)), "at rest"));
}

TEST(ExtremalWords, SayThatEndsLeaveAFamily) {
  Answer answer = failed(Failure::conjugate_end);
  answer.loose = true;
  const std::string text = circle_text.substr(0, circle_text.find("to = ")) + "to = { t = 1 }\n";
  EXPECT_TRUE(has(words(text, answer), "determine a single extremal (free: x, y at `to`)."));
}

TEST(ExtremalWords, SayWhereTheIntegrandJumps) {
  Answer answer = failed(Failure::not_found);
  answer.jumps = true;
  answer.t = 0.25;
  EXPECT_TRUE(has(words(circle_text, answer), "The integrand jumps on the way, near t = 0.25:"));
}

TEST(ExtremalWords, SayThatAFormulaHasNoValueAtAnEnd) {
  Answer answer = failed(Failure::not_finite);
  answer.only_at_end = true;
  answer.t = 1;
  EXPECT_TRUE(has(words(circle_text, answer), "no value at t = 1, at an end of the curve"));
}

TEST(ExtremalWords, SayWhichValueIsNotANumber) {
  Answer answer = failed(Failure::not_finite);
  const Model model = read_model(slope_text, "model.toml");
  answer.missed = {{1, row_of(model, 1, equations::EndKind::rate), NAN}};
  EXPECT_EQ(words(model, answer), "At the end `to`, y' = 0 is not a number. Correct the formula.");
}

TEST(ExtremalWords, SayThatAnEndIsTheTrouble) {
  Answer answer = failed(Failure::bad_mass);
  answer.only_at_end = true;
  EXPECT_TRUE(has(words(circle_text, answer), "Start or end a little beside that point."));
}

TEST(ExtremalWords, NameConstraintsWhoseGradientVanishes) {
  Answer answer;
  answer.found.resize(1);
  answer.found[0].vanished = {0};
  ExtremalSummary summary;
  summary.extremals = {curve("stationary")};
  EXPECT_TRUE(has(words(read_model(circle_text, "model.toml"), answer, summary),
                  "The gradient of 'circle' vanishes everywhere"));
}

TEST(ExtremalWords, SayWhereOneCountOfTheIndexIsAlone) {
  ExtremalSummary summary;
  summary.extremals = {curve("minimum", 0)};
  summary.extremals[0].index_by_second_variation = 0;
  EXPECT_TRUE(has(words(circle_text, summary), "The index is that of the second variation alone"));
  summary.extremals[0].index_by_fields = 0;
  EXPECT_FALSE(has(words(circle_text, summary), "alone"));
  summary.extremals[0].index_by_second_variation.reset();
  EXPECT_TRUE(has(words(circle_text, summary), "is that of neighbouring extremals alone"));
}

TEST(ExtremalWords, SpeakOfConjugateEndsOnlyWhereEndsAreFixed) {
  ExtremalSummary summary;
  summary.extremals = {curve("degenerate")};
  EXPECT_TRUE(has(words(circle_text, summary), "its end is conjugate to its start, and to second"));
  EXPECT_TRUE(has(words(slope_text, summary), "It is degenerate: to second order some"));
}

TEST(ExtremalWords, SayWhereABranchTurnsBack) {
  Answer answer = failed(Failure::fold);
  answer.fold.in_time = true;
  answer.fold.t = 1.32549;
  EXPECT_TRUE(has(words(circle_text, answer), "no extremal beyond t = 1.32549 on the branch"));
  answer.fold.in_time = false;
  answer.fold.value = 3;
  EXPECT_TRUE(has(words(slope_text, answer), "beyond k = 3 on"));
}

TEST(ExtremalWords, CallTheIndependentVariableAsTheModelDoes) {
  const std::string text = R"toml([coordinates]
y = 0
[extremal]
independent = "s"
integrand = "y*sqrt(1 + y'^2)"
from = { s = 0, y = 1 }
to = { s = 3, y = 1 }
)toml";
  Answer answer = failed(Failure::not_finite);
  answer.t = 1.5;
  EXPECT_TRUE(has(words(text, answer), "at s = 1.5, along the guess"));
}

// Whoever reads a failure learns what to do: each has a sentence of its own, with a second one.
TEST(ExtremalWords, HaveARemedyForEveryFailure) {
  std::set<std::string> all;
  for (int k = 1; k < static_cast<int>(Failure::interrupted); ++k) {
    const auto failure = static_cast<Failure>(k);
    const std::string said = words(slope_text, failed(failure));
    EXPECT_FALSE(name(ending_of(failure)).empty()) << k;
    EXPECT_NE(name(ending_of(failure)), "ok") << k;
    EXPECT_TRUE(has(said, ". ")) << said;
    EXPECT_EQ(said.back(), '.') << said;
    EXPECT_TRUE(all.insert(said).second) << said;
  }
  EXPECT_EQ(words(slope_text, failed(Failure::interrupted)), "The search was interrupted.");
}

TEST(ExtremalWords, SayWhatKindALoneExtremalIs) {
  ExtremalSummary summary;
  summary.tolerance = 1e-9;
  summary.extremals = {curve("minimum", 0)};
  EXPECT_EQ(words(circle_text, summary),
            "An extremal was found. It is a minimum among its neighbours.");
  summary.extremals = {curve("saddle", 2)};
  EXPECT_EQ(words(circle_text, summary),
            "An extremal was found. It is a saddle: the action decreases in 2 directions.");
}

TEST(ExtremalWords, CountTheKindsOfSeveralAndSayWhetherThereMayBeMore) {
  ExtremalSummary summary;
  summary.extremals = {curve("minimum", 0), curve("saddle", 1), curve("saddle", 2)};
  summary.more = true;
  EXPECT_EQ(words(circle_text, summary),
            "3 extremals were found, smallest action first: 1 minimum, 2 saddles. There may be "
            "more: as many were found as were requested.");
}

TEST(ExtremalWords, WarnWhereTheTwoCountsOfTheIndexDiffer) {
  ExtremalSummary summary;
  summary.extremals = {curve("saddle")};
  summary.extremals[0].index_by_fields = 1;
  summary.extremals[0].index_by_second_variation = 2;
  EXPECT_TRUE(
      has(words(circle_text, summary), "is 1 by neighbouring extremals and 2 by the second"));
}

TEST(ExtremalWords, WarnWhereTheToleranceIsNotReached) {
  ExtremalSummary summary;
  summary.tolerance = 1e-9;
  summary.extremals = {curve("minimum", 0)};
  summary.extremals[0].error_estimate = 1e-7;
  EXPECT_TRUE(
      has(words(circle_text, summary), "estimated error is 1e-07, more than the tolerance"));
}

TEST(ExtremalWords, SayWhereTheIntegralHasNoValue) {
  ExtremalSummary summary;
  summary.extremals = {curve("stationary")};
  summary.extremals[0].action.reset();
  EXPECT_TRUE(has(words(circle_text, summary), "The integrand has no value somewhere"));
}

TEST(ExtremalWords, TellLagrangesProblemFromNonholonomicMechanics) {
  ExtremalSummary summary;
  summary.extremals = {curve("minimum", 0)};
  EXPECT_TRUE(has(words(skate_text, summary),
                  "Only curves that satisfy 'skate' compete: that is Lagrange's problem"));
  EXPECT_FALSE(has(words(circle_text, summary), "Lagrange's problem"));
}

}  // namespace
}  // namespace zwang::test

// SPDX-License-Identifier: Apache-2.0
// Rows that depend on others: along the motion, in one pose, or because they touch.

#include <gtest/gtest.h>

#include "diagnosis/findings.h"

namespace zwang::test {
namespace {

const std::string plane = coordinates("x = 1\ny = 0\n", "x'^2 + y'^2");
const std::string space = coordinates("x = 1\ny = 0\nz = 0\n", "x'^2 + y'^2 + z'^2");

TEST(CheckDependence, OfAFlatParallelogramIsAPropertyOfThePose) {
  const Diagnosis diagnosis =
      check_text(point("p", 1, 0) + point("r", 3, 0) + bar("crank", "p", "origin", "1") +
                 bar("coupler", "p", "r", "2") + bar("rocker", "r", "[2, 0]", "1"));
  EXPECT_EQ(text_of(diagnosis, "dependent"),
            "The constraint 'rocker' depends on 'crank' and 'coupler', but only in this pose: "
            "elsewhere these equations are independent.");
  EXPECT_EQ(find(diagnosis, "dependent")->severity, "warning");
  EXPECT_FALSE(find(diagnosis, "redundant"));
}

TEST(CheckDependence, OfTheSameParallelogramUprightIsNotThere) {
  const Diagnosis diagnosis =
      check_text(point("p", 0, 1) + point("r", 2, 1) + bar("crank", "p", "origin", "1") +
                 bar("coupler", "p", "r", "2") + bar("rocker", "r", "[2, 0]", "1"));
  EXPECT_EQ(codes(diagnosis), Names{"freedom"});
}

TEST(CheckDependence, ThatHoldsOnTheManifoldOnlyHoldsAlongTheMotion) {
  // The third parallel crank follows from two; off the constraints the rows are independent.
  const Diagnosis diagnosis = check_text(
      coordinates("x = \"cos(0.3)\"\ny = \"sin(0.3)\"\nphi = 0\n", "x'^2 + y'^2 + phi'^2") +
      constraint("left", "x^2 + y^2 = 1") +
      constraint("middle", "(x + cos(phi) - 1)^2 + (y + sin(phi))^2 = 1") +
      constraint("right", "(x + 2*cos(phi) - 2)^2 + (y + 2*sin(phi))^2 = 1"));
  EXPECT_EQ(text_of(diagnosis, "redundant"),
            "The constraint 'right' is redundant: it follows from 'left' and 'middle'.");
  EXPECT_FALSE(find(diagnosis, "dependent"));
}

TEST(CheckDependence, TellsAMultiple) {
  const Diagnosis diagnosis =
      check_text(plane + constraint("a", "x = 1") + constraint("b", "-2*x = -2"));
  EXPECT_EQ(text_of(diagnosis, "redundant"),
            "The constraint 'b' is redundant: it follows from 'a' (-2 times 'a').");
}

TEST(CheckDependence, IsNoMultipleWhereTheFactorChangesAlongTheMotion) {
  const Diagnosis diagnosis = check_text(plane + constraint("a", "x^2 + y^2 = 1") +
                                         constraint("b", "(2 + y)*(x^2 + y^2 - 1) = 0"));
  EXPECT_EQ(text_of(diagnosis, "redundant"),
            "The constraint 'b' is redundant: it follows from 'a'.");
}

TEST(CheckDependence, OfALineThatTouchesACircleIsNoRedundancy) {
  const Diagnosis diagnosis =
      check_text(plane + constraint("circle", "x^2 + y^2 = 1") + constraint("line", "x = 1"));
  EXPECT_EQ(text_of(diagnosis, "dependent"),
            "The constraint 'line' touches 'circle' tangentially: the equations are dependent "
            "wherever all of them hold, and yet none can be left out.");
  EXPECT_FALSE(find(diagnosis, "redundant"));
}

TEST(CheckDependence, OfRowsThatPartLaterIsNoRedundancy) {
  const Diagnosis soon =
      check_text(plane + constraint("held", "x = 1") + constraint("driven", "x = 1 + t^4"));
  EXPECT_EQ(text_of(soon, "dependent"),
            "The constraint 'driven' agrees with 'held' now and not later: at t = 0.02 they cannot "
            "hold together.");
  EXPECT_FALSE(find(soon, "redundant"));
  const Diagnosis later = check_text(plane + constraint("held", "x = 1") +
                                     constraint("driven", "x = 1 + max(0, t - 1)^2"));
  EXPECT_TRUE(find(later, "dependent"));
  EXPECT_FALSE(find(later, "redundant"));
}

TEST(CheckDependence, OfRowsThatMoveTogetherStaysOne) {
  const Diagnosis diagnosis = check_text(plane + constraint("crank", "x*sin(3*t) = y*cos(3*t)") +
                                         constraint("again", "2*x*sin(3*t) = 2*y*cos(3*t)"));
  EXPECT_EQ(text_of(diagnosis, "redundant"),
            "The constraint 'again' is redundant: it follows from 'crank' (2 times 'crank').");
}

TEST(CheckDependence, TellsOfTwoAtOnceWhichIsWhich) {
  // At the start 'again' is a multiple of 'wall' too; along the motion it is one of 'saddle'.
  const Diagnosis diagnosis =
      check_text(space + constraint("wall", "x = 1") + constraint("saddle", "x^2 + y*z = 1") +
                 constraint("again", "2*x^2 + 2*y*z = 2"));
  EXPECT_EQ(text_of(diagnosis, "dependent"),
            "The constraint 'saddle' depends on 'wall', but only in this pose: elsewhere these "
            "equations are independent.");
  EXPECT_EQ(text_of(diagnosis, "redundant"),
            "The constraint 'again' is redundant: it follows from 'saddle' (2 times 'saddle').");
}

TEST(CheckDependence, SeesARateThatFollowsFromAPlace) {
  const Diagnosis diagnosis = check_text(plane + constraint("ring", "x^2 + y^2 = 1") +
                                         constraint("still", "x*x' + y*y' = 0"));
  EXPECT_EQ(text_of(diagnosis, "redundant"),
            "The constraint 'still' is redundant: it follows from 'ring' (0.5 times 'ring').");
}

TEST(CheckDependence, TellsWhatVanishesWhereverItHolds) {
  const Diagnosis diagnosis = check_text(plane + constraint("ring", "(x^2 + y^2 - 1)^2 = 0"));
  EXPECT_EQ(text_of(diagnosis, "vanished"),
            "The constraint 'ring' has no effect at the start: its coefficients are all zero "
            "wherever it holds.");
}

TEST(CheckDependence, TellsWhatVanishesBecauseBranchesMeet) {
  const Diagnosis diagnosis = check_text(plane + constraint("ways", "(x - 1)*y = 0"));
  EXPECT_EQ(text_of(diagnosis, "vanished"),
            "The constraint 'ways' has no effect at the start: its coefficients are all zero "
            "there.");
}

TEST(CheckDependence, SeesASquareFromBesideIt) {
  const Diagnosis diagnosis = check_text(plane + constraint("square", "(x - 0.9)^2 = 0"));
  EXPECT_TRUE(find(diagnosis, "vanished"));
}

TEST(CheckDependence, NamesEveryDirectionThatNothingDecides) {
  const Diagnosis diagnosis = check(read_model(
      "[coordinates]\nx = 0\ny = 0\nz = 0\n[free]\nmass = [0, 1, 0]\nforce = [0, 0, 0]\n", ""));
  EXPECT_EQ(text_of(diagnosis, "massless"),
            "The acceleration along 'x' and 'z' is not determined: there is neither mass nor a "
            "constraint.");
}

TEST(CheckDependence, NamesAFormulaWithoutAValue) {
  const Diagnosis diagnosis = check_text(plane + constraint("root", "sqrt(x - 2) = y"));
  EXPECT_EQ(codes(diagnosis), Names{"not-finite"});
  EXPECT_EQ(find(diagnosis, "not-finite")->constraints, Names{"root"});
  EXPECT_FALSE(diagnosis.ok());
}

TEST(CheckDependence, IsNotLookedForAroundLargeModelsButToldAllTheSame) {
  std::string text =
      "[[particles]]\nname = \"p\"\ncount = 160\nmass = 1\nposition = [\"i\", 0]\n"
      "[[constraints]]\nname = \"row\"\nequation = \"p[i].y = 0\"\nfor = \"i in 1..160\"\n" +
      constraint("again", "p[7].y = 0");
  const Diagnosis diagnosis = check_text(text);
  EXPECT_EQ(text_of(diagnosis, "redundant"),
            "The constraint 'again' is redundant: it follows from equation 7 of 'row'.");
}

TEST(CheckDependence, CountsWhatAStateOffTheConstraintsBlurs) {
  // States come out of an iteration: rows that are dependent on the constraints are so to 1e-9 only.
  const std::vector<double> M{1, 1}, Q{0, 0}, A{1, 0, 2, 2e-9}, b{0, 0};
  Problem problem;
  problem.mass_matrix = M;
  problem.applied_force = Q;
  problem.constraint_matrix = A;
  problem.constraint_rhs = b;
  EXPECT_TRUE(solve_instant(problem).redundant.empty());
  Options options;
  options.tolerance = RankTolerance::stepping;
  const Instant instant = solve_instant(problem, options);
  ASSERT_EQ(instant.redundant.size(), 1u);
  EXPECT_EQ(instant.redundant[0].row, 1u);
  EXPECT_EQ(instant.redundant[0].rows, std::vector<std::size_t>{0});
  EXPECT_NEAR(instant.redundant[0].coefficients[0], 2, 1e-8);
}

TEST(FindingsForRun, AreTheWarningsAndErrors) {
  const Model model = read_model(plane + constraint("circle", "x^2 + y^2 = 1") +
                                     constraint("line", "x = 1") + constraint("same", "2*x = 2"),
                                 "");
  const std::vector<Finding> findings = findings_for_run(model);
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].code, "dependent");
}

}  // namespace
}  // namespace zwang::test

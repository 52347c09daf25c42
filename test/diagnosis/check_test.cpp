// SPDX-License-Identifier: Apache-2.0
// Findings in the user's names and lines.

#include <gtest/gtest.h>

#include "api/texts.h"

namespace zwang::test {
namespace {

using Names = std::vector<std::string>;
using Lines = std::vector<int>;

const Finding* find(const Diagnosis& diagnosis, const std::string& code) {
  for (const Finding& finding : diagnosis.findings) {
    if (finding.code == code) return &finding;
  }
  return nullptr;
}

Names codes(const Diagnosis& diagnosis) {
  Names result;
  for (const Finding& finding : diagnosis.findings) result.push_back(finding.code);
  return result;
}

Diagnosis check_plane(const std::string& rest) {
  return check(
      read_model("[coordinates]\nx = 0\ny = { start = 0, rate = 1 }\n"
                 "[free]\nlagrangian = \"0.5*(x'^2 + y'^2)\"\n" +
                     rest,
                 ""));
}

TEST(Check, OfASoundModelTellsItsFreedomAndNothingElse) {
  const Diagnosis diagnosis = check(read_model(pendulum_text, ""));
  EXPECT_EQ(codes(diagnosis), Names{"freedom"});
  EXPECT_EQ(diagnosis.findings[0].text,
            "2 coordinates, 1 constraint equation of rank 1: 1 degree of freedom.");
  EXPECT_EQ(diagnosis.freedom, 1u);
  EXPECT_EQ(diagnosis.rows, 1u);
  EXPECT_EQ(diagnosis.rank, 1u);
  EXPECT_TRUE(diagnosis.ok());
}

TEST(Check, NamesAConstraintThatRepeatsAnotherAndTheForcesThatAreShared) {
  const Diagnosis diagnosis = check(read_model(two_rods_text, ""));
  EXPECT_EQ(codes(diagnosis), (Names{"freedom", "redundant", "undetermined"}));
  const Finding* const redundant = find(diagnosis, "redundant");
  ASSERT_TRUE(redundant);
  EXPECT_EQ(redundant->text,
            "The constraint 'second' is redundant: it follows from 'first' (0.5 times 'first').");
  EXPECT_EQ(redundant->constraints, (Names{"second", "first"}));
  EXPECT_EQ(redundant->lines, (Lines{12, 8}));
  EXPECT_EQ(find(diagnosis, "undetermined")->constraints, (Names{"first", "second"}));
  EXPECT_EQ(diagnosis.rank, 1u);
  EXPECT_EQ(diagnosis.freedom, 1u);
  EXPECT_TRUE(diagnosis.ok());
}

TEST(Check, TellsRowsOfOneConstraintThatRepeatItsOwn) {
  const Diagnosis diagnosis =
      check_plane("[[constraints]]\nname = \"c\"\nequations = [\"x = 0\", \"2*x = 0\"]\n");
  const Finding* const redundant = find(diagnosis, "redundant");
  ASSERT_TRUE(redundant);
  EXPECT_EQ(redundant->text,
            "Equation 2 of the constraint 'c' is redundant: it follows from its other equations (2 "
            "times equation 1 of "
            "'c').");
}

TEST(Check, TellsAccelerationsThatContradictEachOtherAndByHowMuch) {
  const Diagnosis diagnosis = check_plane(
      "[[constraints]]\nname = \"still\"\nequation = \"x'' = 0\"\n"
      "[[constraints]]\nname = \"pushed\"\nequation = \"x'' = 3\"\n");
  const Finding* const fight = find(diagnosis, "contradictory");
  ASSERT_TRUE(fight);
  EXPECT_EQ(fight->constraints, (Names{"still", "pushed"}));
  EXPECT_EQ(fight->severity, "error");
  // Least squares leaves 1.5 in each row: √(2·1.5²).
  EXPECT_NE(fight->text.find("by 2.12132"), std::string::npos) << fight->text;
  EXPECT_FALSE(find(diagnosis, "redundant"));
  EXPECT_FALSE(diagnosis.ok());
}

TEST(Check, TellsARowThatVanishes) {
  const Diagnosis diagnosis =
      check_plane("[[constraints]]\nname = \"square\"\nequation = \"x^2 = 0\"\n");
  const Finding* const vanished = find(diagnosis, "vanished");
  ASSERT_TRUE(vanished);
  EXPECT_EQ(vanished->constraints, Names{"square"});
  EXPECT_EQ(vanished->severity, "warning");
}

TEST(Check, TellsByHowMuchTheStartMoves) {
  const std::string shifted = "[[constraints]]\nname = \"line\"\nequation = \"x = 0.25\"\n";
  const Diagnosis diagnosis = check_plane(shifted +
                                          "[[constraints]]\nname = \"slow\"\n"
                                          "equation = \"y' = 0.5\"\n");
  const Finding* const moved = find(diagnosis, "start-moved");
  ASSERT_TRUE(moved);
  EXPECT_EQ(moved->constraints, (Names{"slow", "line"}));
  EXPECT_EQ(moved->text,
            "The start violates 'slow' by 0.5 in rates, 'line' by 0.25. To satisfy the "
            "constraints, coordinates change by up to 0.25, rates by up to 0.5.");
  EXPECT_EQ(moved->severity, "note");
  const Diagnosis strict = check_plane(shifted + "[simulate]\nduration = 1\nstart = \"strict\"\n");
  ASSERT_TRUE(find(strict, "start-moved"));
  EXPECT_EQ(find(strict, "start-moved")->severity, "error");
}

TEST(Check, TellsConstraintsThatNoStateSatisfies) {
  const Diagnosis diagnosis = check_plane(
      "[[constraints]]\nname = \"here\"\nequation = \"x = 1\"\n"
      "[[constraints]]\nname = \"there\"\nequation = \"x = 2\"\n"
      "[[constraints]]\nname = \"fine\"\nequation = \"y = 0\"\n");
  const Finding* const impossible = find(diagnosis, "start-impossible");
  ASSERT_TRUE(impossible);
  EXPECT_EQ(impossible->severity, "error");
  EXPECT_EQ(impossible->constraints, (Names{"here", "there"}));
  EXPECT_EQ(impossible->lines, (Lines{7, 10}));
  EXPECT_NE(impossible->text.find("'here' by 0.5"), std::string::npos) << impossible->text;
}

TEST(Check, TellsADirectionThatNothingDecides) {
  const Diagnosis diagnosis =
      check(read_model("[coordinates]\nx = 0\ny = 0\n[free]\nmass = [1, 0]\nforce = [0, 0]\n", ""));
  const Finding* const massless = find(diagnosis, "massless");
  ASSERT_TRUE(massless);
  EXPECT_EQ(
      massless->text,
      "The acceleration along 'y' is not determined: there is neither mass nor a constraint.");
  EXPECT_FALSE(diagnosis.ok());
}

}  // namespace
// First-order coordinates beside a second-order one: refused, and for the true reason.
TEST(Check, ALagrangianThatIsLinearInARateIsNotMassless) {
  const Diagnosis diagnosis = check(read_model(
      "[coordinates]\nx = { start = 1 }\ny = { start = 0 }\nz = { start = 1 }\n"
      "[free]\nlagrangian = \"y*x' - (x^2 + y^2)/2 + z'^2/2 - z^2/2\"\n[simulate]\nduration = 1\n",
      "model.toml"));
  EXPECT_FALSE(diagnosis.ok());
  std::string found;
  for (const Finding& finding : diagnosis.findings)
    if (finding.severity == "error") found += finding.code + ": " + finding.text;
  EXPECT_EQ(found,
            "massless: The Lagrangian is linear in the rates of 'x' and 'y': it gives equations of "
            "first order for rates, and no accelerations.");
}

}  // namespace zwang::test

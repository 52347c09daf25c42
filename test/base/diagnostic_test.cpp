// SPDX-License-Identifier: Apache-2.0
// How a mistake is shown: line, column, carets, cuts; and which name was probably meant.

#include "base/diagnostic.h"

#include <gtest/gtest.h>

#include <string>

namespace zwang {
namespace {

std::string show(std::string_view text, Index begin, Index length, std::string hint = "") {
  return to_text({"E204", {begin, length}, "what", std::move(hint)}, text, "a.toml");
}

TEST(Diagnostic, ShowsPlaceLineCaretsAndHint) {
  EXPECT_EQ(to_text({"E204", {12, 3}, "'lne' is not a name", "did you mean 'len'?"},
                    "x^2 + y^2 = lne^2", "pendulum.toml"),
            "pendulum.toml:1:13: E204: 'lne' is not a name\n"
            "  x^2 + y^2 = lne^2\n"
            "              ^^^\n"
            "  hint: did you mean 'len'?\n");
}

TEST(Diagnostic, WithoutASourceItBeginsWithTheLine) {
  EXPECT_EQ(to_text({"E204", {0, 1}, "what", ""}, "x", ""), "1:1: E204: what\n  x\n  ^\n");
}

TEST(Diagnostic, CountsLinesAndShowsOnlyTheOneThatMatters) {
  const std::string_view text = "first\nsecond\r\nthird";
  EXPECT_EQ(show(text, 6, 3), "a.toml:2:1: E204: what\n  second\n  ^^^\n");
  EXPECT_EQ(show(text, 16, 1), "a.toml:3:3: E204: what\n  third\n    ^\n");
}

TEST(Diagnostic, APlaceOverSeveralLinesIsMarkedToTheEndOfItsFirst) {
  EXPECT_EQ(show("ab\ncd", 1, 4), "a.toml:1:2: E204: what\n  ab\n   ^\n");
}

TEST(Diagnostic, TheEndOfTheTextHasAPlaceBehindTheLastCharacter) {
  EXPECT_EQ(show("x +", 3, 0), "a.toml:1:4: E204: what\n  x +\n     ^\n");
  EXPECT_EQ(show("", 0, 0), "a.toml:1:1: E204: what\n  \n  ^\n");
  EXPECT_EQ(show("x\n", 2, 0), "a.toml:2:1: E204: what\n  \n  ^\n");
  EXPECT_EQ(show("x", 100, 5), show("x", 1, 0)) << "a place outside is the end";
}

TEST(Diagnostic, ColumnsAreCharactersNotBytes) {
  EXPECT_EQ(show("θ + ψ", 5, 2), "a.toml:1:5: E204: what\n  θ + ψ\n      ^\n");
}

TEST(Diagnostic, WhatATerminalWouldNotShowIsReplaced) {
  EXPECT_EQ(show("a\tb\x1B[31m\xFF\xE2\x80\xAE!", 3, 1),
            "a.toml:1:4: E204: what\n  a b�[31m��!\n     ^\n");
}

TEST(Diagnostic, LongLinesAreCutAroundThePlace) {
  const std::string line = std::string(200, 'a') + "X" + std::string(200, 'b');
  EXPECT_EQ(show(line, 200, 1), "a.toml:1:201: E204: what\n  …" + std::string(40, 'a') + "X" +
                                    std::string(55, 'b') + "…\n   " + std::string(40, ' ') + "^\n");
  EXPECT_EQ(show(line, 0, 401), "a.toml:1:1: E204: what\n  " + std::string(96, 'a') + "…\n  " +
                                    std::string(96, '^') + "\n");
  EXPECT_EQ(show(line, 401, 0), "a.toml:1:402: E204: what\n  …" + std::string(40, 'b') + "\n   " +
                                    std::string(40, ' ') + "^\n");
}

TEST(Diagnostic, ALineThatJustFitsIsNotCut) {
  const std::string fits(96, 'a');
  EXPECT_EQ(show(fits, 95, 1),
            "a.toml:1:96: E204: what\n  " + fits + "\n  " + std::string(95, ' ') + "^\n");
}

TEST(Diagnostic, CuttingKeepsCharactersWhole) {
  std::string line;
  for (int k = 0; k < 100; ++k) line += "θ";
  EXPECT_EQ(show(line + "X", 200, 1).find("�"), std::string::npos);
}

TEST(Nearest, FindsSwapsLettersLeftOutAndLettersTooMany) {
  const std::vector<std::string> known = {"bob", "len", "mass", "theta"};
  EXPECT_EQ(nearest("lne", known), "len");
  EXPECT_EQ(nearest("mas", known), "mass");
  EXPECT_EQ(nearest("masss", known), "mass");
  EXPECT_EQ(nearest("thets", known), "theta");
  EXPECT_EQ(nearest("hteta", known), "theta");
}

TEST(Nearest, IgnoresCaseInLatinAndGreek) {
  EXPECT_EQ(nearest("LEN", {"ten", "len"}), "len");
  EXPECT_EQ(nearest("Θ", {"x", "θ"}), "θ");
  EXPECT_EQ(nearest("X", {"x"}), "x");
}

TEST(Nearest, PrefersFewerEditsAndThenTheFirst) {
  EXPECT_EQ(nearest("abcdef", {"abcdxx", "abcdex"}), "abcdex");
  EXPECT_EQ(nearest("abcx", {"abca", "abcb"}), "abca");
}

TEST(Nearest, SaysNothingWhereNothingIsNear) {
  EXPECT_EQ(nearest("y", {"x"}), "") << "another letter is another name";
  EXPECT_EQ(nearest("x1", {"y2"}), "");
  EXPECT_EQ(nearest("velocity", {"len", "mass"}), "");
  EXPECT_EQ(nearest("abcdefghijklmnop", {"ABCDxxxxIJKLMNOP"}), "") << "four edits";
  EXPECT_EQ(nearest("abcdefghijklmnop", {"ABCDxxxhIJKLMNOP"}), "ABCDxxxhIJKLMNOP") << "three";
  EXPECT_EQ(nearest(std::string(1000, 'a'), {std::string(1000, 'a') + "b"}), "");
  EXPECT_EQ(nearest("", {"a"}), "");
  EXPECT_EQ(nearest("abc", {}), "");
}

TEST(Advice, KnowsWhatOthersCallOurJoints) {
  const std::vector<std::string> joints{"fixed", "hinge", "slider", "ball"};
  EXPECT_EQ(advice("revolute", joints), "did you mean 'hinge'?");
  EXPECT_EQ(advice("spherical", joints), "did you mean 'ball'?");
  EXPECT_EQ(advice("helical", joints), "one of fixed, hinge, slider, ball");  // there is no screw
  EXPECT_EQ(advice("hinges", joints), "did you mean 'hinge'?");
}

}  // namespace
}  // namespace zwang

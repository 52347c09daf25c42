// SPDX-License-Identifier: Apache-2.0
// What the reader says, word for word. test/data/bad_formulas.txt holds, after each formula, all
// that must be said about it; the guide's table of codes must say the same.

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>

#include "formula/world.h"

namespace zwang::test {
namespace {

using formula::Wanted;

std::string complaints(std::string_view text, Wanted wanted) {
  World world;
  std::string result;
  for (const Diagnostic& d : world.read(text, wanted).diagnostics) result += to_text(d, text, "");
  return result;
}

std::vector<std::string> lines_of(const std::string& path) {
  std::ifstream file(path);
  EXPECT_TRUE(file) << path;
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

/// "equation> x == 1": what is wanted, and the formula.
std::optional<std::pair<Wanted, std::string>> question(const std::string& line) {
  static const std::pair<std::string, Wanted> starts[] = {{"number> ", Wanted::scalar},
                                                          {"value> ", Wanted::value},
                                                          {"condition> ", Wanted::condition},
                                                          {"equation> ", Wanted::equation}};
  for (const auto& [start, wanted] : starts)
    if (line.starts_with(start)) return std::pair(wanted, line.substr(start.size()));
  return std::nullopt;
}

TEST(BadInput, IsAnsweredWordForWord) {
  const std::vector<std::string> lines = lines_of(ZWANG_TEST_DATA "/bad_formulas.txt");
  int questions = 0;
  for (std::size_t k = 0; k < lines.size(); ++k) {
    const auto asked = question(lines[k]);
    if (!asked) continue;
    std::string expected;
    for (std::size_t j = k + 1; j < lines.size() && !lines[j].empty(); ++j)
      expected += lines[j] + '\n';
    EXPECT_EQ(complaints(asked->second, asked->first), expected) << lines[k];
    ++questions;
  }
  EXPECT_GT(questions, 120);
}

// A row of the guide: | E204 | meaning | `formula` | message |; the formula is an equation if it
// can only be understood as one.
TEST(BadInput, IsAnsweredAsTheGuideSays) {
  int rows = 0;
  for (const std::string& line : lines_of(ZWANG_TEST_DATA "/../../doc/guide/formulas.md")) {
    if (!line.starts_with("| E2")) continue;
    std::vector<std::string> cells;
    std::istringstream stream(line);
    for (std::string cell; std::getline(stream, cell, '|');) cells.push_back(cell);
    ASSERT_EQ(cells.size(), 5u) << line;
    const bool quoted = cells[3].starts_with(" `");  // else it cannot be written in a page
    const std::string text = quoted ? cells[3].substr(2, cells[3].size() - 4) : "\xFF";
    const std::string code = cells[1].substr(1, 4), what = cells[4].substr(1, cells[4].size() - 2);
    const bool equation = what.find("equation") != std::string::npos;
    const std::string said = complaints(text, equation ? Wanted::equation : Wanted::value);
    EXPECT_NE(said.find(": " + code + ": " + what + "\n"), std::string::npos) << line << '\n'
                                                                              << said;
    ++rows;
  }
  EXPECT_EQ(rows, 18);
}

TEST(BadInput, TheEmptyFormula) {
  EXPECT_EQ(complaints("", Wanted::value), "1:1: E203: the formula is empty\n  \n  ^\n");
  EXPECT_EQ(complaints(" \n ", Wanted::equation), "2:2: E203: the formula is empty\n   \n   ^\n");
}

TEST(BadInput, BytesThatAreNoTextAreNotRepeated) {
  const std::string expected =
      "1:5: E202: the text is not UTF-8 from here on\n"
      "  x + �� + y\n"
      "      ^\n"
      "  hint: save the file in UTF-8\n";
  EXPECT_EQ(complaints("x + \xE9\xC3 + y", Wanted::value), expected);
  EXPECT_EQ(complaints("x + \xFE\xFF + y", Wanted::value), expected);
  for (int byte = 0x80; byte < 0x100; ++byte) {
    const std::string said = complaints(std::string("1+") + static_cast<char>(byte), Wanted::value);
    EXPECT_NE(said.find("E202"), std::string::npos) << byte;
  }
}

TEST(BadInput, ControlCharactersAreNamedNotRepeated) {
  EXPECT_EQ(complaints(std::string_view("x\0y", 3), Wanted::value),
            "1:2: E201: the character U+0000 is not allowed in a formula\n  x�y\n   ^\n");
  EXPECT_EQ(complaints("x\x1B[2J", Wanted::value),
            "1:2: E201: the character U+001B is not allowed in a formula\n  x�[2J\n   ^\n");
  EXPECT_EQ(complaints("x \u202E y", Wanted::value),
            "1:3: E201: the character U+202E is not allowed in a formula\n  x � y\n    ^\n");
}

TEST(BadInput, LineEndsInsideANameAreNotRepeated) {
  EXPECT_EQ(complaints("foo\n.\tx(1)", Wanted::value),
            "1:1: E204: 'foo.x' is not a function\n  foo\n  ^^^\n");
  EXPECT_EQ(complaints("bob.\nx'''", Wanted::value),
            "1:1: E207: 'bob.x' has no third derivative\n  bob.\n  ^^^^\n"
            "  hint: a coordinate has two derivatives, x' and x''\n");
}

TEST(BadInput, EverythingThatCanBeToldApartIsSaidAtOnce) {
  World world;
  EXPECT_EQ(world.codes("lne + sin(1, 2) + norm(x) + [1, 2]*bob + m' + p[9].x + (x > 0)"),
            "E204 E206 E205 E205 E207 E208");
  EXPECT_EQ(world.codes("foo = bar", Wanted::equation), "E204 E204");
  EXPECT_EQ(world.codes("p[foo].x + sum(k in 1..bar, baz)"), "E204 E204 E204");
}

TEST(BadInput, AMistakeIsSaidOnceAndNotAgainForWhatContainsIt) {
  World world;
  EXPECT_EQ(world.codes("sqrt(foo*[foo, 1].x)'.x + norm(foo)^[1, 2]"), "E204");
  EXPECT_EQ(world.codes("foo + foo*foo"), "E204");
  EXPECT_EQ(world.codes("sum(k in 1..100, p[k].x)"), "E208");
  EXPECT_EQ(world.codes("sum(k in 1..100, sum(t in 1..2, x))"), "E215");
  EXPECT_EQ(world.codes("sum(k in 1..100, [k, 1] + 1)"), "E205");
}

TEST(BadInput, AfterAMistakeOfStructureTheRestIsNotJudged) {
  World world;
  EXPECT_EQ(world.codes("foo + (1 baz"), "E204 E203");
  EXPECT_EQ(world.codes("1 + * foo"), "E203");
}

TEST(BadInput, TwentyMistakesAreEnough) {
  World world;
  std::string text = "0";
  for (int k = 0; k < 1000; ++k) text += " + name" + std::to_string(k);
  const auto diagnostics = world.read(text).diagnostics;
  EXPECT_EQ(diagnostics.size(), 20u);
  EXPECT_NE(diagnostics[19].what.find("name19"), std::string::npos);
}

// Every guess looks at every name: a model of a million names must not pay for it twenty times.
TEST(BadInput, FiveGuessesAreEnough) {
  World world;
  std::string text = "0";
  for (char letter = 'a'; letter < 'k'; ++letter) text += std::string(" + bob") + letter;
  const auto diagnostics = world.read(text).diagnostics;
  ASSERT_EQ(diagnostics.size(), 10u);
  for (std::size_t k = 0; k < 10; ++k)
    EXPECT_EQ(diagnostics[k].hint, k < 5 ? "did you mean 'bob'?" : "") << k;
}

TEST(BadInput, PlacesLieInsideTheText) {
  World world;
  for (const std::string& line : lines_of(ZWANG_TEST_DATA "/bad_formulas.txt")) {
    const auto asked = question(line);
    if (!asked) continue;
    for (const Diagnostic& d : world.read(asked->second, asked->first).diagnostics) {
      EXPECT_GE(d.place.begin, 0) << line;
      EXPECT_GE(d.place.length, 0) << line;
      EXPECT_LE(d.place.begin + d.place.length, static_cast<Index>(asked->second.size())) << line;
    }
  }
}

}  // namespace
}  // namespace zwang::test

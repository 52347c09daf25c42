// SPDX-License-Identifier: Apache-2.0
// The words and marks of a formula, where they begin and end, and which names may be given.

#include "formula/parse/token.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "formula/parse/letter.h"
#include "formula/parse/words.h"

namespace zwang::formula {
namespace {

/// All tokens as written, with | between; a bad one ends the list with its code.
std::string cut(std::string_view text) {
  Scanner scanner(text);
  std::string result;
  for (Token token = scanner.next(); token.mark != Mark::end; token = scanner.next()) {
    if (!result.empty()) result += '|';
    if (token.mark == Mark::bad) return result + std::string(scanner.problem().code);
    result += scanner.words(token);
  }
  return result;
}

std::vector<Mark> marks(std::string_view text) {
  Scanner scanner(text);
  std::vector<Mark> result;
  for (Token token = scanner.next(); token.mark != Mark::end; token = scanner.next())
    result.push_back(token.mark);
  return result;
}

double number(std::string_view text) {
  Scanner scanner(text);
  const Token token = scanner.next();
  EXPECT_EQ(token.mark, Mark::number) << text;
  EXPECT_EQ(scanner.next().mark, Mark::end) << text;
  return token.number;
}

TEST(Token, CutsAtMarksAndSpaces) {
  EXPECT_EQ(cut("a+b*(c-d)/e^f"), "a|+|b|*|(|c|-|d|)|/|e|^|f");
  EXPECT_EQ(cut("  x ' ' \t\r\n "), "x|'|'");
  EXPECT_EQ(cut("a<=b<c>=d>e==f!=g=h"), "a|<=|b|<|c|>=|d|>|e|==|f|!=|g|=|h");
  EXPECT_EQ(cut("p[i+1].x"), "p|[|i|+|1|]|.|x");
  EXPECT_EQ(cut(""), "");
  EXPECT_EQ(cut(" \n"), "");
}

TEST(Token, WordsAmongTheOperatorsAreWholeWords) {
  EXPECT_EQ(marks("and or not in"),
            (std::vector{Mark::conjunction, Mark::disjunction, Mark::negation, Mark::in}));
  EXPECT_EQ(marks("andy orb knot _in"), std::vector(4, Mark::name));
  EXPECT_EQ(marks("And"), std::vector(1, Mark::name));
}

TEST(Token, NumbersOfEveryForm) {
  EXPECT_EQ(number("1"), 1);
  EXPECT_EQ(number("1.5"), 1.5);
  EXPECT_EQ(number(".5"), 0.5);
  EXPECT_EQ(number("2."), 2);
  EXPECT_EQ(number("1e-3"), 0.001);
  EXPECT_EQ(number("1E+5"), 100000);
  EXPECT_EQ(number("2.e3"), 2000);
  EXPECT_EQ(number("007"), 7);
  EXPECT_EQ(number("0.1"), 0.1);
  EXPECT_EQ(number("4.9e-324"), 4.9e-324);
  EXPECT_EQ(number("1.7976931348623157e308"), 1.7976931348623157e308);
}

TEST(Token, TwoDotsSeparateNumbers) {
  EXPECT_EQ(cut("1..5"), "1|..|5");
  EXPECT_EQ(cut("1.5..2.5"), "1.5|..|2.5");
  EXPECT_EQ(cut("1 .. 5"), "1|..|5");
  EXPECT_EQ(cut("1e2..N"), "1e2|..|N");
  EXPECT_EQ(cut("a..b"), "a|..|b");
}

TEST(Token, NumbersThatCannotBeRead) {
  for (const char* text : {"1e999", "1e-999", "1.2.3", "1e5.2", "1.2.", "2e", "2e+", "3E-"})
    EXPECT_EQ(cut(text), "E210") << text;
}

TEST(Token, ANumberEndsWhereANameBegins) {
  EXPECT_EQ(cut("2x"), "2|x");
  EXPECT_EQ(cut("2exp"), "2|exp");
  EXPECT_EQ(cut("1e5x"), "1e5|x");
  EXPECT_EQ(cut("1.5θ"), "1.5|θ");
}

TEST(Token, NamesHaveLatinAndGreekLetters) {
  EXPECT_EQ(cut("θ_1+Δφ*µ-größe"), "θ_1|+|Δφ|*|µ|-|größe");
  for (const char* name : {"x", "_", "_1", "x1", "θ", "Ω", "größe", "ϕ", "aπ", "ž9"})
    EXPECT_TRUE(is_name(name)) << name;
  for (const char* name : {"", "1x", "x y", "x'", "a.b", "x−y", "×", "÷", "²", "ж", "x\xFF", "\xCE",
                           "a\u0387", "\u037E"})
    EXPECT_FALSE(is_name(name)) << name;
}

TEST(Token, PlacesAreBytes) {
  Scanner scanner("θ + yy");
  EXPECT_EQ(scanner.next().place().length, 2);
  EXPECT_EQ(scanner.next().place().begin, 3);
  const Place last = scanner.next().place();
  EXPECT_EQ(last.begin, 5);
  EXPECT_EQ(last.length, 2);
  const Token end = scanner.next();
  EXPECT_EQ(end.mark, Mark::end);
  EXPECT_EQ(end.place().begin, 7);
  EXPECT_EQ(scanner.next().mark, Mark::end) << "and so on for ever";
}

TEST(Token, SeekingReadsAgain) {
  Scanner scanner("a b c");
  scanner.next();
  scanner.next();
  scanner.seek(2);
  EXPECT_EQ(scanner.words(scanner.next()), "b");
}

TEST(Token, EveryCharacterThatLooksLikeAnotherHasAdvice) {
  for (const char32_t code : U"−·×÷²³’′≥≤≠π\u2013\u2014∗⋅√∑∞\u00A0₂ẋ") {
    if (code == 0 || code == U'∞') continue;
    EXPECT_FALSE(advice(code).empty()) << "U+" << std::hex << static_cast<unsigned>(code);
  }
  EXPECT_EQ(advice(U'∞'), "") << "there is no word for infinity";
  EXPECT_EQ(advice(U'a'), "");
}

TEST(Token, LongWordsAreCutInMessages) {
  EXPECT_EQ(in_quotes("x"), "'x'");
  EXPECT_EQ(in_quotes(std::string(40, 'a')), "'" + std::string(40, 'a') + "'");
  EXPECT_EQ(in_quotes(std::string(41, 'a')), "'" + std::string(40, 'a') + "…'");
  EXPECT_EQ(in_quotes("θθ"), "'θθ'");
  EXPECT_EQ(in_quotes("bob .\n\t x"), "'bob.x'");
}

TEST(Words, FunctionsAreFoundByTheirWholeName) {
  for (const std::string& name : function_names()) {
    ASSERT_NE(find_function(name), nullptr) << name;
    EXPECT_EQ(find_function(name)->name, name);
    EXPECT_TRUE(is_reserved(name)) << name;
    EXPECT_TRUE(is_name(name)) << name;
  }
  EXPECT_EQ(function_names().size(), 27u);
  for (const char* name : {"", "si", "sine", "Sin", "zzz", "aaa"})
    EXPECT_EQ(find_function(name), nullptr) << name;
}

TEST(Words, NamesThatNobodyMayTake) {
  for (const char* name : {"t", "pi", "ground", "origin", "and", "or", "not", "in", "if", "sum"})
    EXPECT_TRUE(is_reserved(name)) << name;
  for (const char* name : {"x", "T", "PI", "i", "e"}) EXPECT_FALSE(is_reserved(name)) << name;
}

}  // namespace
}  // namespace zwang::formula

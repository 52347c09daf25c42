// SPDX-License-Identifier: Apache-2.0
// Long and deep formulas are read, longer and deeper ones refused, and none of them takes long.

#include "formula/parse/limits.h"

#include <gtest/gtest.h>

#include <string>

#include "formula/world.h"

namespace zwang::test {
namespace {

using formula::Limits;
using formula::Wanted;

std::string repeated(std::string_view piece, Index count) {
  std::string result;
  result.reserve(piece.size() * static_cast<std::size_t>(count));
  for (Index k = 0; k < count; ++k) result += piece;
  return result;
}

/// "code: what" of the only thing that is said.
std::string refusal(std::string_view text, const Limits& limits = {}) {
  World world;
  const auto diagnostics = world.read(text, Wanted::value, limits).diagnostics;
  EXPECT_EQ(diagnostics.size(), 1u);
  return diagnostics.empty() ? "" : std::string(diagnostics[0].code) + ": " + diagnostics[0].what;
}

TEST(Limits, AMillionTermsAreRead) {
  World world;
  EXPECT_EQ(world.value("1" + repeated(" + 2*x", 1'000'000)), 1 + 2e6 * world.number("x"));
}

TEST(Limits, AHundredThousandParenthesesAreReadAndOneMoreIsNot) {
  World world;
  EXPECT_EQ(world.value(repeated("(", 100'000) + "x" + repeated(")", 100'000)), world.number("x"));
  EXPECT_EQ(world.value(repeated("-(", 100'000) + "x" + repeated(")", 100'000)), world.number("x"));
  EXPECT_EQ(world.value(repeated("sin(", 99'999) + "0" + repeated(")", 99'999)), 0);
  const std::string deep = "E214: brackets are nested deeper than 100000";
  EXPECT_EQ(refusal(repeated("(", 100'001) + "x" + repeated(")", 100'001)), deep);
  EXPECT_EQ(refusal(repeated("(", 10'000'000)), deep);
  EXPECT_EQ(refusal(repeated("[", 10'000'000)), deep);
  EXPECT_EQ(refusal(repeated("sin(", 1'000'000)), deep);
  EXPECT_EQ(refusal(repeated("u[", 1'000'000)), deep);
}

TEST(Limits, DepthIsCountedByWhatIsOpenNow) {
  World world;
  Limits limits;
  limits.nesting = 3;
  EXPECT_EQ(world.codes("(((1))) + ((([1, 2]).x))", Wanted::value, limits), "E214");
  EXPECT_EQ(world.codes("(((1))) + ((1)) + sin(sin(sin(1)))", Wanted::value, limits), "");
}

TEST(Limits, OperatorsAndValuesThatWait) {
  Limits limits;
  limits.pending = 1000;
  World world;
  EXPECT_EQ(world.codes(repeated("-", 1000) + "x", Wanted::value, limits), "");
  EXPECT_EQ(refusal(repeated("-", 1001) + "x", limits), "E214: too many operators are nested here");
  EXPECT_EQ(world.codes(repeated("1^", 999) + "1", Wanted::value, limits), "");
  EXPECT_EQ(refusal("min(" + repeated("1,", 1000) + "1)", limits),
            "E214: this expression is too long");
  EXPECT_EQ(world.codes(repeated("1+", 100'000) + "1", Wanted::value, limits), "");
}

TEST(Limits, IfIsNestedToAThousand) {
  World world;
  const auto nested = [](Index n) { return repeated("if(x > 9, 1, ", n) + "x" + repeated(")", n); };
  EXPECT_EQ(world.value(nested(1000)), world.number("x"));
  EXPECT_EQ(refusal(nested(1001)), "E214: 'if' is nested deeper than 1000");
  EXPECT_EQ(world.value("0" + repeated(" + if(x > 9, 1, 0)", 2000)), 0) << "side by side";
}

TEST(Limits, SumsAreNestedToEight) {
  std::string text = "x";
  for (char name = 'a'; name < 'i'; ++name)
    text = std::string("sum(") + name + " in 1..1, " + text + ")";
  World world;
  EXPECT_EQ(world.value(text), world.number("x"));
  EXPECT_EQ(refusal("sum(k in 1..1, " + text + ")"), "E214: sums are nested deeper than 8");
  EXPECT_EQ(world.value(text + " + " + text), 2 * world.number("x")) << "side by side";
}

TEST(Limits, TermsOfAllSumsAreCounted) {
  Limits limits;
  limits.sum_terms = 100;
  const std::string refused = "E214: the sums of this formula have more than 100 terms";
  World world;
  EXPECT_EQ(world.codes("sum(k in 1..100, k)", Wanted::value, limits), "");
  EXPECT_EQ(refusal("sum(k in 0..100, k)", limits), refused);
  EXPECT_EQ(refusal("sum(k in 1..60, k) + sum(k in 1..60, k)", limits), refused);
  EXPECT_EQ(refusal("sum(k in 1..10, sum(j in 1..10, k))", limits), refused);
  EXPECT_EQ(refusal("sum(k in 1..1e15, 1)"),
            "E214: the sums of this formula have more than 10000000 terms");
}

TEST(Limits, TheWorkOfSumsIsBounded) {
  const std::string refused = "E214: the sums of this formula become too long";
  Limits limits;
  limits.sum_bytes = 10'000;
  EXPECT_EQ(refusal("sum(k in 1..1000, 1 + 1 + 1 + 1)", limits), refused);
  EXPECT_EQ(refusal("sum(k in 1..1000, sum(j in 1..0, 1 + 1 + 1))", limits), refused);
  limits = {};
  limits.nodes = 1000;
  EXPECT_EQ(refusal("sum(k in 1..1000, sin(k*x))", limits), refused);
}

TEST(Limits, DerivativesAreBounded) {
  Limits limits;
  limits.nodes = 100'000;
  EXPECT_EQ(refusal("(sin(t)*exp(t^2))" + repeated("'", 1000), limits),
            "E214: the derivatives of this formula become too long");
  World world;
  EXPECT_EQ(world.value("(t^9)" + repeated("'", 10'000)), 0);
}

TEST(Limits, BytesAreCountedFirst) {
  Limits limits;
  limits.bytes = 10;
  EXPECT_EQ(refusal("(((((((((((", limits), "E214: a formula can have at most 10 bytes");
  World world;
  EXPECT_EQ(world.codes("1234567890", Wanted::value, limits), "");
}

// Each would take minutes if its time grew with the square of its length.
TEST(Limits, TimeGrowsWithTheLengthOfTheText) {
  World world;
  EXPECT_EQ(world.codes("x" + repeated("'", 1'000'000)), "E207");
  EXPECT_EQ(world.codes(repeated("a", 1'000'000)), "E204");
  EXPECT_EQ(world.codes(repeated("a.", 100'000) + "a"), "E204");
  EXPECT_EQ(world.codes("0." + repeated("1", 1'000'000)), "");
  EXPECT_EQ(world.codes(repeated("1", 1'000'000)), "E210");
  EXPECT_EQ(world.codes(repeated(" ", 1'000'000) + "x"), "");
  EXPECT_EQ(world.codes("min(" + repeated("x, ", 100'000) + "x)"), "");
  EXPECT_EQ(world.codes("0" + repeated(" + (x*y)'", 30'000)), "");
  EXPECT_EQ(world.codes("sum(k in 1..30000, p[1 + N - mod(k, 4)].x*k)"), "");
}

TEST(Limits, AMistakeAtTheEndOfALongTextIsShownAtOnce) {
  World world;
  const std::string text = "1" + repeated(" + 1", 200'000) + " + lne";
  const auto diagnostics = world.read(text).diagnostics;
  ASSERT_EQ(diagnostics.size(), 1u);
  EXPECT_EQ(to_text(diagnostics[0], text, "f"),
            "f:1:800005: E204: 'lne' is not a coordinate, a parameter or a function\n"
            "  …" +
                repeated("1 + ", 10) + "lne\n" + "   " + repeated(" ", 40) + "^^^\n" +
                "  hint: did you mean 'len'?\n");
}

}  // namespace
}  // namespace zwang::test

// SPDX-License-Identifier: Apache-2.0
// What was read knows where it stands in the file, to the byte.

#include <gtest/gtest.h>

#include "base/utf8.h"
#include "read/lines.h"
#include "read/model.h"
#include "read/offset.h"
#include "support/joined.h"
#include "support/random.h"

namespace zwang::read {
namespace {

std::string_view at(std::string_view text, Index begin, Index length) {
  return text.substr(static_cast<std::size_t>(begin), static_cast<std::size_t>(length));
}

std::string random_text(test::Random& random) {
  static const char* const pieces[] = {"a", " ",  "\t",   "θ",  "é",     "…",
                                       "𝄞", "\n", "\r\n", "\"", "longer"};
  std::string text = random.chance(0.2) ? "\xEF\xBB\xBF" : "";
  const Index count = random.integer(0, 300);
  const Index last = random.chance(0.5) ? 10 : 6;  // one long line now and then
  for (Index i = 0; i < count; ++i) text += pieces[random.integer(0, last)];
  return text;
}

TEST(Lines, FindEveryCharacterOfRandomTexts) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    test::Random random(seed);
    const std::string text = random_text(random);
    const Lines lines(text);
    Location here{1, 1};
    for (Index i = byte_order_mark(text); i < static_cast<Index>(text.size());) {
      ASSERT_EQ(lines.byte(here), i) << "seed " << seed << ", " << here.line << ":" << here.column;
      ASSERT_EQ(byte_at(text, here), i) << "seed " << seed;
      const Character c = decode(text, i);
      here = c.code == '\n' ? Location{here.line + 1, 1} : Location{here.line, here.column + 1};
      i += c.length;
    }
    EXPECT_EQ(lines.byte(here), static_cast<Index>(text.size())) << "seed " << seed;
  }
}

TEST(Lines, StayInTheirLineWhenAColumnIsBeyondIt) {
  const std::string text = "ab\nθ";
  const Lines lines(text);
  for (const Location far : {Location{1, 3}, Location{1, 99}}) {
    EXPECT_EQ(lines.byte(far), 2);
    EXPECT_EQ(byte_at(text, far), 2);
  }
  for (const Location far : {Location{2, 2}, Location{2, 9}, Location{7, 1}}) {
    EXPECT_EQ(lines.byte(far), 5);
    EXPECT_EQ(byte_at(text, far), 5);
  }
  EXPECT_EQ(lines.byte({}), 0);
}

TEST(Offset, IsExactInPlainStringsWithTabsAndGreekLetters) {
  const std::string text =
      "# Θ comes first\n"
      "[parameters]\n"
      "\"ω\"\t=\t\"2*α\" # α\n"
      "'β' = 1.5\n"
      "[[constraints]]\n"
      "\tequations = [ \"ωω = γ\", 'γ = lne' ]\n";
  const Reading reading = read(text, "");
  ASSERT_TRUE(reading.ok());
  const Description& model = reading.description;

  const Name& name = model.parameters[0].name;
  EXPECT_EQ(name.at.line, 3);
  EXPECT_EQ(name.at.column, 2);
  const Expression& value = model.parameters[0].value;
  EXPECT_EQ(value.at.column, 8);
  EXPECT_EQ(offset_in_file(text, value, 0), static_cast<Index>(text.find("2*α")));
  EXPECT_EQ(offset_in_file(text, value, 2), static_cast<Index>(text.find("α\"")));
  EXPECT_EQ(offset_in_file(text, model.parameters[1].value, 0),
            static_cast<Index>(text.find("1.5")));

  const Expression& second = model.constraints[0].equations[1];
  EXPECT_EQ(second.at.line, 6);
  EXPECT_EQ(second.at.column, 27);
  const Place place = place_in_file(text, second, {static_cast<Index>(second.text.find("lne")), 3});
  EXPECT_EQ(place.begin, static_cast<Index>(text.find("lne")));
  EXPECT_EQ(at(text, place.begin, place.length), "lne");
}

TEST(Offset, IsExactInStringsOfSeveralLines) {
  const std::string text =
      "[free]\nkinetic = \"\"\"\na +\n  mistake\"\"\"\npotential = '''b\n+ error'''\n";
  const Reading reading = read(text, "");
  ASSERT_TRUE(reading.ok());
  const Expression& kinetic = reading.description.free.kinetic;
  EXPECT_EQ(kinetic.text, "a +\n  mistake");
  EXPECT_EQ(kinetic.at.line, 3);
  EXPECT_EQ(kinetic.at.column, 1);
  EXPECT_EQ(offset_in_file(text, kinetic, 6), static_cast<Index>(text.find("mistake")));
  const Expression& potential = reading.description.free.potential;
  EXPECT_EQ(offset_in_file(text, potential, 4), static_cast<Index>(text.find("error")));

  // Ends of lines are read as \n; so with \r\n the first line is exact.
  const std::string windows = "[free]\r\nkinetic = \"\"\"\r\na + mistake +\r\nb\"\"\"\r\n";
  const Expression there = read(windows, "").description.free.kinetic;
  EXPECT_EQ(there.text, "a + mistake +\nb");
  EXPECT_EQ(there.at.line, 3);
  EXPECT_EQ(offset_in_file(windows, there, 4), static_cast<Index>(windows.find("mistake")));
}

TEST(Offset, FallsBackToTheBeginningAfterAnEscape) {
  const std::string text = "[define]\nr = \"a + \\u03b8*b\"\ns = \"\"\"\\\n  c\"\"\"\nn = 0x10\n";
  const Reading reading = read(text, "");
  ASSERT_TRUE(reading.ok());
  const Expression& r = reading.description.definitions[0].formula;
  EXPECT_EQ(r.text, "a + θ*b");
  const Index begin = static_cast<Index>(text.find("a + "));
  EXPECT_EQ(offset_in_file(text, r, 2), begin + 2);
  EXPECT_EQ(offset_in_file(text, r, 7), begin);
  EXPECT_EQ(place_in_file(text, r, {2, 5}).length, 2);  // up to the escape
  EXPECT_EQ(reading.description.definitions[1].formula.text, "c");
  const Expression& n = reading.description.definitions[2].formula;
  EXPECT_EQ(offset_in_file(text, n, 1), static_cast<Index>(text.find("0x10")));
}

TEST(Offset, IsHarmlessForWhatWasNotRead) {
  EXPECT_EQ(offset_in_file("", Expression("x + y"), 3), 0);
  EXPECT_EQ(offset_in_file("abc", Expression("abc", {9, 9}), 1), 3);
  EXPECT_EQ(place_in_file("abc", Expression("abc", {1, 1}), {1, 99}).length, 2);
  EXPECT_EQ(place_in_file("abc", Expression("abc", {1, 1}), {-5, 2}).begin, 0);
}

TEST(Offset, IsExactInRandomFiles) {
  static const char* const spaces[] = {" ", "\t", "  ", ""};
  static const char* const letters[] = {"x", "θ", "Ω", "é", "ξξ"};
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    test::Random random(seed);
    const auto space = [&] { return std::string(spaces[random.integer(0, 3)]); };
    const auto word = [&] {
      std::string result;
      for (Index i = random.integer(1, 8); i > 0; --i) result += letters[random.integer(0, 4)];
      return result;
    };
    const std::string line_end = random.chance(0.3) ? "\r\n" : "\n";
    std::string text = random.chance(0.2) ? "\xEF\xBB\xBF" : "";
    std::vector<Index> begins, marks;
    text += "[define]" + line_end;
    for (int i = 0; i < 12; ++i) {
      const std::string quote = random.chance(0.5) ? "\"" : "'";
      if (random.chance(0.3)) text += "# " + word() + line_end;
      text += test::joined(
          {space(), quote, "θ", std::to_string(i), quote, space(), "=", space(), quote});
      begins.push_back(static_cast<Index>(text.size()));
      text += word() + " + ";
      marks.push_back(static_cast<Index>(text.size()));
      text += test::joined({"mark", quote, space(), "#", word(), line_end});
    }
    const Reading reading = read(text, "");
    ASSERT_TRUE(reading.ok()) << "seed " << seed << "\n"
                              << to_text(reading.diagnostics[0], text, "");
    ASSERT_EQ(reading.description.definitions.size(), 12u);
    for (std::size_t i = 0; i < 12; ++i) {
      const Expression& formula = reading.description.definitions[i].formula;
      EXPECT_EQ(offset_in_file(text, formula, 0), begins[i]) << "seed " << seed;
      EXPECT_EQ(offset_in_file(text, formula, static_cast<Index>(formula.text.find("mark"))),
                marks[i])
          << "seed " << seed;
    }
  }
}

}  // namespace
}  // namespace zwang::read

// SPDX-License-Identifier: Apache-2.0
// What is wrong with a file is said in the words that stand beside it (test/data/models/bad), all of
// it at once, whatever the bytes.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

#include "base/utf8.h"
#include "read/limits.h"
#include "read/model.h"
#include "support/random.h"

namespace zwang::read {
namespace {

namespace fs = std::filesystem;

std::string load(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  EXPECT_TRUE(file) << path;
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<fs::path> files(const char* folder) {
  std::vector<fs::path> paths;
  for (const auto& entry : fs::directory_iterator(std::string(ZWANG_TEST_DATA "/models/") + folder))
    if (entry.path().extension() == ".toml") paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  return paths;
}

std::string messages(std::string_view text, const std::string& source) {
  std::string result;
  for (const Diagnostic& diagnostic : read(text, source).diagnostics)
    result += to_text(diagnostic, text, source);
  return result;
}

Diagnostic only(std::string_view text) {
  const Reading reading = read(text, "");
  EXPECT_EQ(reading.diagnostics.size(), 1u) << messages(text, "");
  return reading.diagnostics.empty() ? Diagnostic{} : reading.diagnostics[0];
}

TEST(BadFile, IsAnsweredInTheWordsThatStandBesideIt) {
  const auto bad = files("bad");
  ASSERT_GE(bad.size(), 24u);
  for (const fs::path& path : bad)
    EXPECT_EQ(messages(load(path), path.filename().string()),
              load(fs::path(path).replace_extension(".txt")))
        << path;
}

TEST(BadFile, ShowsEveryCodeBetweenThemAll) {
  std::set<std::string_view> codes;
  for (const fs::path& path : files("bad"))
    for (const Diagnostic& diagnostic : read(load(path), "").diagnostics)
      codes.insert(diagnostic.code);
  EXPECT_EQ(codes, (std::set<std::string_view>{"E101", "E102", "E103", "E104", "E105", "E106",
                                               "E107", "E108", "E109", "E110", "E111"}));
}

TEST(BadFile, IsNotReadFurtherAfterAPlaceThatIsNotToml) {
  EXPECT_EQ(only("parameters = 1\nsimulate = 2\nx == 3\n").code, "E101");
}

TEST(BadFile, GivesTheFirstHundredErrorsInTheOrderOfTheFile) {
  // Unknown keys stand below the particles' errors, but are found before them.
  std::string text;
  for (int i = 0; i < 2000; ++i) text += "[[particles]]\nmass = 1\nposition = [0, 0]\n";
  for (int i = 0; i < 2000; ++i) text += "[unknown" + std::to_string(i) + "]\n";
  const Reading reading = read(text, "");
  ASSERT_EQ(reading.diagnostics.size(), 100u);
  Index expected = 0;
  for (const Diagnostic& diagnostic : reading.diagnostics) {
    EXPECT_EQ(diagnostic.code, "E105");
    EXPECT_EQ(diagnostic.place.begin, expected);
    expected =
        static_cast<Index>(text.find("[[particles]]", static_cast<std::size_t>(expected) + 1));
  }
}

TEST(BadFile, OfMoreThan64MebibytesIsNotRead) {
  std::string text(static_cast<std::size_t>(read::max_file_bytes), '#');
  EXPECT_FALSE(read::find_excess(text));
  text += '#';
  const Diagnostic diagnostic = only(text);
  EXPECT_EQ(diagnostic.code, "E111");
  EXPECT_EQ(diagnostic.what, "the file is larger than 64 MiB");
}

TEST(BadFile, MayNotNestDeeperOrDotLongerThanTheLimits) {
  const auto nested = [](std::size_t depth) {
    return "x = " + std::string(depth, '[') + std::string(depth, ']');
  };
  EXPECT_EQ(only(nested(32)).code, "E102");
  EXPECT_EQ(only(nested(33)).what, "brackets are nested more than 32 deep");

  const auto dotted = [](int parts) {
    std::string key = "x";
    for (int i = 1; i < parts; ++i) key += ".a";
    return key;
  };
  EXPECT_EQ(only(dotted(16) + " = 1").code, "E102");
  EXPECT_EQ(only("[" + dotted(16) + "]\n" + dotted(16) + " = 1").code, "E102");
  EXPECT_EQ(only(dotted(17) + " = 1").what, "a key has more than 16 parts");
  EXPECT_EQ(only("[[" + dotted(17) + "]]").what, "a key has more than 16 parts");

  // A million parts would exhaust the stack of the library.
  EXPECT_EQ(only(dotted(1'000'000) + " = 1").code, "E111");
  EXPECT_EQ(only(nested(1'000'000)).code, "E111");
}

TEST(BadFile, CountsNoDotsOrBracketsInStringsAndComments) {
  std::string many;
  for (int i = 0; i < 50; ++i) many += "[.{";
  EXPECT_TRUE(read("title = \"" + many + "\\\"" + many + "\" # " + many + "\"\n", "").ok());
  EXPECT_TRUE(read("title = '" + many + "\\'\n", "").ok());
  EXPECT_TRUE(
      read("title = \"\"\"\n" + many + "\n\"\"" + many + "\\\"\"\"\"\"\" # " + many, "").ok());
  EXPECT_TRUE(read("title = '''" + many + "\n''" + many + "'''''\n[parameters]\na = 1.5", "").ok());
}

TEST(BadFile, CountsAgainAfterTheEndOfAString) {
  const std::string deep = "\nx = " + std::string(33, '[') + std::string(33, ']');
  for (const char* const title : {R"("")", R"('')", R"("a\"")", R"('\')", R"("""a""")",
                                  R"("""a"""")", R"('''a'''')", R"('''a''''')"}) {
    EXPECT_EQ(only("title = " + std::string(title) + deep).code, "E111") << title;
    EXPECT_TRUE(read("title = " + std::string(title), "").ok()) << title;
  }
}

TEST(BadFile, MayHaveAHundredThousandKeysWithDotsAndNoMore) {
  std::string keys = "[x]\n", headers, numbers = "x = [", plain = "[x]\n";
  for (int i = 0; i <= read::max_dotted_keys; ++i) {
    keys += "a" + std::to_string(i) + ".b = 1.5\n";
    headers += "[[ a" + std::to_string(i) + " . b ]]\n";
    numbers += "1.5,\n";
    plain += "a" + std::to_string(i) + " = 1.5\n";
  }
  EXPECT_EQ(only(keys).what, "the file has more than 100000 dotted keys");
  EXPECT_EQ(only(headers).what, "the file has more than 100000 dotted keys");
  EXPECT_FALSE(read::find_excess(numbers + "]\n"));
  EXPECT_FALSE(read::find_excess(plain));
}

TEST(BadFile, MayHaveTenMillionValuesAndNoMore) {
  std::string text = "x = [";
  for (Index i = 2; i < read::max_values; ++i) text += "0,";
  EXPECT_FALSE(read::find_excess(text + "]"));
  EXPECT_EQ(only(text + "0,]").what, "the file has more than 10000000 values");
}

TEST(BadFile, LeaksNothingIntoAMessageThatATerminalWouldObey) {
  for (const char* const text :
       {"[parameters]\n\"a\\u001b[31m\" = 1\n", "\"\\u202e\" = 1", "x = \x1b[31m",
        "[\"\\u0007\"]\n", "[simulate]\nduration = 1\nmethod = \"\\u001b\\u0000\""}) {
    const std::string message = messages(text, "");
    EXPECT_FALSE(message.empty());
    for (Index i = 0; i < static_cast<Index>(message.size());) {
      const Character c = decode(message, i);
      EXPECT_TRUE(c.valid && (c.code == '\n' || is_printable(c.code))) << message;
      i += c.length;
    }
  }
}

TEST(BadFile, CannotMakeTheReaderFailWhateverWasDoneToAGoodOne) {
  const auto good = files("");
  ASSERT_GE(good.size(), 12u);
  static const std::string pieces[] = {"\"",  "'",      "[",     "]",  "{",  "}", "=",
                                       ",",   ".",      "\n",    "#",  "\\", "θ", "\xCE",
                                       "\0x", "\"\"\"", "1e999", "[[", "]]"};
  for (std::uint64_t seed = 0; seed < 600; ++seed) {
    test::Random random(seed);
    std::string text = load(good[static_cast<std::size_t>(seed) % good.size()]);
    for (Index i = random.integer(1, 4); i > 0; --i) {
      const auto place =
          static_cast<std::size_t>(random.integer(0, static_cast<Index>(text.size())));
      const auto length = static_cast<std::size_t>(random.integer(0, 5));
      text.replace(place, length, pieces[random.integer(0, 18)]);
    }
    const Reading reading = read(text, "");
    Index last = 0;
    for (const Diagnostic& diagnostic : reading.diagnostics) {
      const Place place = diagnostic.place;
      EXPECT_TRUE(place.begin >= last && place.length >= 0 &&
                  place.begin + place.length <= static_cast<Index>(text.size()))
          << "seed " << seed << ": " << to_text(diagnostic, text, "");
      last = place.begin;
    }
  }
}

}  // namespace
}  // namespace zwang::read

// SPDX-License-Identifier: Apache-2.0
// The published schema and the page of the guide know the same words as the reader.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>

#include "formula/parse/words.h"
#include "read/model.h"

namespace zwang::read {
namespace {

std::string load(const std::string& name) {
  std::ifstream file(ZWANG_TEST_DATA "/../../doc/" + name, std::ios::binary);
  EXPECT_TRUE(file) << name;
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string codes(const std::string& text) {
  std::string result;
  for (const Diagnostic& diagnostic : read(text, "").diagnostics) {
    if (!result.empty()) result += " ";
    result += diagnostic.code;
  }
  return result;
}

nlohmann::json definitions() { return nlohmann::json::parse(load("model.schema.json"))["$defs"]; }

TEST(Schema, ReservesTheSameNamesAsTheReader) {
  const nlohmann::json name = definitions()["name"];
  std::set<std::string> reserved;
  for (const std::string word : name["not"]["enum"]) {
    reserved.insert(word);
    EXPECT_EQ(codes("[parameters]\n\"" + word + "\" = 1\n"), "E106") << word;
  }
  for (const std::string& function : formula::function_names())
    EXPECT_TRUE(reserved.contains(function)) << function;
  for (const char* const word : {"t", "pi", "ground", "origin", "and", "or", "not", "in"})
    EXPECT_TRUE(reserved.contains(word)) << word;
}

TEST(Schema, OffersTheSameWordsAsTheReader) {
  const nlohmann::json properties = definitions()["simulate"]["properties"];
  for (const char* const key : {"method", "kernel", "start", "rank_change"}) {
    const nlohmann::json& words = properties[key]["enum"];
    EXPECT_GE(words.size(), 3u) << key;
    std::string all;
    for (const std::string word : words) {
      const std::string line = std::string(key) + " = \"" + word + "\"\n";
      EXPECT_EQ(codes("[simulate]\nduration = 1\n" + line), "") << line;
      all += (all.empty() ? "" : ", ") + word;
    }
    // The hint lists what the reader knows; the schema must not know less.
    const Reading reading = read("simulate." + std::string(key) + " = \"zzzzzzzz\"", "");
    EXPECT_EQ(reading.diagnostics.back().hint, "one of " + all) << key;
  }
}

/// Tries the words of a list of the schema, and the hint that lists those of the reader.
void compare_words(const nlohmann::json& words, const std::string& before,
                   const std::string& after) {
  std::string all;
  for (const std::string word : words["enum"]) {
    EXPECT_EQ(codes(before + "\"" + word + "\"" + after), "") << before;
    all += (all.empty() ? "" : ", ") + word;
  }
  const Reading reading = read(before + "\"zzzzzzzz\"" + after, "");
  ASSERT_EQ(reading.diagnostics.size(), 1u) << before;
  EXPECT_EQ(reading.diagnostics[0].hint, "one of " + all) << before;
}

TEST(Schema, OffersTheSameWordsForImpactsExtremalsEventsAndLaws) {
  const nlohmann::json all = definitions();
  const nlohmann::json& event = all["event"]["properties"];
  compare_words(all["simulate"]["properties"]["impact"],
                "simulate = { duration = 1, impact = ", " }");
  compare_words(all["extremal"]["properties"]["method"],
                "extremal = { from = { t = 0 }, to = { t = 1 }, method = ", " }");
  compare_words(event["direction"], "[[events]]\nwhen = 'x'\ndirection = ", "\n");
  compare_words(event["action"]["anyOf"][0], "[[events]]\nwhen = 'x'\naction = ", "\n");
  compare_words(all["nonideal"]["properties"]["law"],
                "[[nonideal]]\non = 'x'\nforce = 1\nlaw = ", "\n");
}

TEST(Page, ShowsExamplesThatAreRead) {
  const std::string fence = "```";
  for (const auto& entry :
       std::filesystem::directory_iterator(ZWANG_TEST_DATA "/../../doc/guide")) {
    const std::string page = load("guide/" + entry.path().filename().string());
    for (std::size_t at = page.find("```toml\n"); at != std::string::npos;
         at = page.find("```toml\n", at)) {
      const std::size_t begin = page.find('\n', at) + 1, end = page.find(fence, begin);
      ASSERT_NE(end, std::string::npos);
      const std::string example = page.substr(begin, end - begin);
      for (const Diagnostic& diagnostic : read(example, "example").diagnostics)
        ADD_FAILURE() << entry.path() << "\n" << to_text(diagnostic, example, "example");
      at = end;
    }
  }
}

TEST(Page, ShowsEveryPartOfAModel) {
  const std::string page = load("guide/model-format.md");
  const nlohmann::json schema = nlohmann::json::parse(load("model.schema.json"));
  for (const auto& [part, value] : schema["properties"].items())
    EXPECT_TRUE(part == "title" || part == "about" ||
                page.find("[" + part + "]") != std::string::npos)
        << part;
  for (const char* const table :
       {"constraint", "nonideal", "friction", "event", "action", "simulate", "extremal"})
    for (const auto& [key, value] : schema["$defs"][table]["properties"].items())
      EXPECT_NE(page.find("`" + key + "`"), std::string::npos) << table << ": " << key;
}

TEST(Page, ListsEveryCode) {
  const std::string page = load("guide/model-format.md");
  for (const char* const header : {"read/code.h", "scope/code.h"}) {
    const std::string codes = load("../src/" + std::string(header));
    int count = 0;
    for (std::size_t at = codes.find("\"E"); at != std::string::npos;
         at = codes.find("\"E", at + 1), ++count) {
      const std::string code = codes.substr(at + 1, 4);
      EXPECT_NE(page.find("| " + code + " |"), std::string::npos) << code;
    }
    EXPECT_GE(count, 11) << header;
  }
}

}  // namespace
}  // namespace zwang::read

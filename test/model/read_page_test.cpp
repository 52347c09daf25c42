// SPDX-License-Identifier: Apache-2.0
// The published schema and the page of the guide know the same words as the reader.

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>

#include "formula/words.h"
#include "model/read_model.h"

namespace zwang::model {
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

TEST(Page, ShowsExamplesThatAreRead) {
  const std::string page = load("guide/model-format.md");
  const std::string fence = "```";
  std::size_t examples = 0;
  for (std::size_t at = page.find("```toml\n"); at != std::string::npos;
       at = page.find("```toml\n", at)) {
    const std::size_t begin = page.find('\n', at) + 1, end = page.find(fence, begin);
    ASSERT_NE(end, std::string::npos);
    const std::string example = page.substr(begin, end - begin);
    for (const Diagnostic& diagnostic : read(example, "example").diagnostics)
      ADD_FAILURE() << to_text(diagnostic, example, "example");
    ++examples;
    at = end;
  }
  EXPECT_GE(examples, 5u);
}

TEST(Page, ListsEveryCode) {
  const std::string page = load("guide/model-format.md");
  for (int code = 101; code <= 111; ++code)
    EXPECT_NE(page.find("| E" + std::to_string(code) + " |"), std::string::npos) << code;
}

}  // namespace
}  // namespace zwang::model

// SPDX-License-Identifier: Apache-2.0
// A file that reads well may still describe nothing that can move: that is said in the words that
// stand beside the models in test/data/models/wrong, all of it at once.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

#include "compile/compile.h"
#include "read/model.h"

namespace zwang::read {
namespace {

namespace fs = std::filesystem;

std::string load(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  EXPECT_TRUE(file) << path;
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<fs::path> wrong_models() {
  std::vector<fs::path> paths;
  for (const auto& entry : fs::directory_iterator(ZWANG_TEST_DATA "/models/wrong"))
    if (entry.path().extension() == ".toml") paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  return paths;
}

std::vector<Diagnostic> diagnostics(const std::string& text, const std::string& source,
                                    const compile::CompileOptions& options = {}) {
  const Reading reading = read::read(text, source);
  EXPECT_TRUE(reading.ok()) << source;
  return compile::compile(reading.description, options).diagnostics;
}

TEST(WrongModel, IsAnsweredInTheWordsThatStandBesideIt) {
  const auto paths = wrong_models();
  ASSERT_GE(paths.size(), 12u);
  for (const fs::path& path : paths) {
    const std::string text = load(path), source = path.filename().string();
    std::string messages;
    for (const Diagnostic& diagnostic : diagnostics(text, source))
      messages += to_text(diagnostic, text, source);
    EXPECT_EQ(messages, load(fs::path(path).replace_extension(".txt"))) << path;
  }
}

TEST(WrongModel, ShowsEveryCodeOfDescriptionsBetweenThemAll) {
  std::set<std::string_view> codes;
  for (const fs::path& path : wrong_models())
    for (const Diagnostic& diagnostic : diagnostics(load(path), ""))
      if (diagnostic.code >= "E300") codes.insert(diagnostic.code);
  for (const char* const code : {"E301", "E302", "E303", "E304", "E305", "E306", "E307", "E308",
                                 "E309", "E310", "E311", "E312", "E314", "E315"}) {
    EXPECT_TRUE(codes.count(code)) << code;
  }
}

TEST(WrongModel, MayBeMadeByASettingOfWhatIsNotAParameter) {
  const std::string text =
      "[parameters]\nlength = 1\n[coordinates]\nx = 0\n[free]\nkinetic = \"x'^2\"\n";
  compile::CompileOptions options;
  options.overrides["lenght"] = 2;
  const auto found = diagnostics(text, "", options);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].code, "E313");
  EXPECT_EQ(found[0].what, "'lenght' is not a parameter of this model");
  EXPECT_EQ(found[0].hint, "did you mean 'length'?");
}

}  // namespace
}  // namespace zwang::read

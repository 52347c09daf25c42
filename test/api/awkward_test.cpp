// SPDX-License-Identifier: Apache-2.0
// Models that are wrong or awkward, each with the words that it gets. ZWANG_WRITE_GOLDEN=1 in the
// environment writes the words anew; read them before they are kept.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "zwang/model.h"

namespace zwang::test {
namespace {

namespace fs = std::filesystem;

std::string read_text(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

// As `zwang check` prints them.
std::string words(const Model& model) {
  std::string text = model.description().title + "\n";
  for (const Finding& finding : check(model).findings) {
    text += "  " + finding.severity + ": " + finding.text;
    for (std::size_t k = 0; k < finding.lines.size(); ++k) {
      text += (k                          ? ", "
               : finding.lines.size() > 1 ? " (lines "
                                          : " (line ") +
              std::to_string(finding.lines[k]);
    }
    text += finding.lines.empty() ? "\n" : ")\n";
    if (!finding.hint.empty()) text += "    hint: " + finding.hint + "\n";
  }
  return text;
}

std::string words_of_file(const fs::path& path) {
  try {
    return words(read_model(read_text(path), path.filename().string()));
  } catch (const ModelError& error) {
    std::string text;
    for (const Complaint& complaint : error.complaints()) text += complaint.text + "\n";
    return text;
  }
}

std::vector<fs::path> models() {
  std::vector<fs::path> paths;
  for (const auto& entry : fs::directory_iterator(ZWANG_TEST_DATA "/models/awkward")) {
    if (entry.path().extension() == ".toml") paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

TEST(Awkward, ModelsGetTheirWords) {
  const bool write = std::getenv("ZWANG_WRITE_GOLDEN") != nullptr;
  const std::vector<fs::path> paths = models();
  EXPECT_GE(paths.size(), 200u);
  for (const fs::path& path : paths) {
    SCOPED_TRACE(path.filename().string());
    const std::string said = words_of_file(path);
    fs::path golden = path;
    golden.replace_extension(".txt");
    if (write) std::ofstream(golden, std::ios::binary) << said;
    EXPECT_EQ(said, read_text(golden));
  }
}

}  // namespace
}  // namespace zwang::test

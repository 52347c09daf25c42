// SPDX-License-Identifier: Apache-2.0
// Models whose trouble shows only in a run, each with how the run ended, its message and what came
// to pass. ZWANG_WRITE_GOLDEN=1 in the environment writes the words anew; read them before they are
// kept.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "zwang/run.h"

namespace zwang::test {
namespace {

namespace fs = std::filesystem;

// Of events that are told; the number of all of them follows.
constexpr std::size_t told = 12;

std::string read_text(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

std::string six_digits(double number) {
  std::ostringstream text;
  text << number;
  return text.str();
}

void list(std::string& text, const char* what, const std::vector<std::string>& names) {
  if (names.empty()) return;
  text += std::string("  ") + what + ":";
  for (const std::string& name : names) text += " " + name;
  text += "\n";
}

// What the summary says besides its message. Below 1e-9 is rounding, for lengths here are about 1.
void tell_lists(std::string& text, const Summary& summary) {
  if (std::max(summary.start_moved, summary.start_rate_moved) > 1e-9) {
    text += "  start moved by " + six_digits(summary.start_moved) + ", rates by " +
            six_digits(summary.start_rate_moved) + "\n";
  }
  list(text, "redundant", summary.redundant);
  list(text, "contradictory", summary.contradictory);
  list(text, "undetermined", summary.undetermined);
  if (summary.servo_residual > 1e-9) {
    text += "  controls cannot do " + six_digits(summary.servo_residual) + "\n";
  }
}

std::string words(const Model& model) {
  const Summary summary = run(model).summary();
  std::string text = model.description().title + "\n";
  text += std::string(name(summary.ending)) + ": " + summary.message + "\n";
  tell_lists(text, summary);
  const std::size_t shown = std::min(told, summary.events.size());
  for (std::size_t k = 0; k < shown; ++k) text += "  " + summary.events[k].text + "\n";
  if (summary.events_in_all > shown) {
    text += "  and " + std::to_string(summary.events_in_all - shown) + " more\n";
  }
  return text;
}

std::string words_of_file(const fs::path& path) {
  try {
    return words(read_model(read_text(path), path.filename().string()));
  } catch (const ModelError& error) {
    std::string text;
    for (const Complaint& complaint : error.complaints()) text += complaint.text;
    return text;
  }
}

std::vector<fs::path> models() {
  std::vector<fs::path> paths;
  for (const auto& entry : fs::directory_iterator(ZWANG_TEST_DATA "/models/awkward_run")) {
    if (entry.path().extension() == ".toml") paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

TEST(Awkward, RunsGetTheirWords) {
  const bool write = std::getenv("ZWANG_WRITE_GOLDEN") != nullptr;
  const std::vector<fs::path> paths = models();
  EXPECT_GE(paths.size(), 80u);
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

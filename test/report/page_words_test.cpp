// SPDX-License-Identifier: Apache-2.0
// The words of pages: papers that were used and no others, formulas as mathematics.

#include "report/words/section.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <regex>

#include "api/run_files.h"
#include "report/words/parts.h"

namespace zwang {
namespace {

std::string method_of(const std::string& words) {
  const std::size_t from = words.find("<section id=\"method\">");
  return words.substr(from, words.find("</section>", from) - from);
}

std::string method_of_text(const std::string& text, const RunOptions& options = {}) {
  return method_of(report::page_words(test::run_text(text, options), "", {}));
}

const char* const wordy_pendulum = R"toml(
[[particles]]
name = "bob"
mass = 1
position = [1, 0]
[free]
gravity = [0, -9.81]
[[constraints]]
name = "rod"
equation = "bob.x^2 + bob.y^2 = 1"
[simulate]
duration = 0.5
)toml";

TEST(PageWords, BellmanIsNamedOnlyWhereItWasUsed) {
  const std::string usual = method_of_text(wordy_pendulum);
  EXPECT_EQ(usual.find("KNUX99"), std::string::npos) << usual;
  EXPECT_NE(usual.find("UK92"), std::string::npos);
  RunOptions options;
  options.kernel = "bellman";
  const std::string bellman = method_of_text(wordy_pendulum, options);
  EXPECT_NE(bellman.find("KNUX99"), std::string::npos) << bellman;
  EXPECT_EQ(bellman.find("5a"), std::string::npos) << bellman;  // the explicit kernel never ran
}

// The mass along y is used up at t = 1; from then on M is singular, and only the null-space method
// takes it. "auto" begins with the explicit one.
TEST(PageWords, RunThatHandsItsInstantsOnNamesBothKernels) {
  const std::string text = R"toml(
[coordinates]
x = 0
y = 0
[free]
mass  = [["1", "0"], ["0", "max(0, 1 - t)"]]
force = ["1", "0"]
[[constraints]]
name = "tie"
equation = "x = y"
[simulate]
duration = 2
)toml";
  const std::string words = report::page_words(test::run_text(text), "", {});
  EXPECT_NE(words.find("<td>explicit, nullspace</td>"), std::string::npos);  // in the summary
  const std::string both = method_of(words);
  EXPECT_TRUE(std::regex_search(both, std::regex("[0-9] instants? by the kernel <b>explicit")))
      << both;
  EXPECT_TRUE(std::regex_search(both, std::regex("[0-9] instants? by the kernel <b>nullspace")))
      << both;
  EXPECT_NE(both.find("19, 21"), std::string::npos);
  std::string before = text;
  before.replace(before.find("duration = 2"), 12, "duration = 0.9");
  const std::string one = method_of_text(before);
  EXPECT_EQ(one.find("nullspace"), std::string::npos) << one;
}

TEST(PageWords, WorkOfConstraintsAndImpactsAreToldWhereTheyHappened) {
  EXPECT_EQ(method_of_text(wordy_pendulum).find("16–21"), std::string::npos);
  const std::string rubbed = method_of_text(std::string(wordy_pendulum) +
                                            "[[nonideal]]\nfriction = { constraint = "
                                            "\"rod\", coefficient = 0.1 }\n");
  EXPECT_NE(rubbed.find("16–21"), std::string::npos) << rubbed;
  const std::string ball = R"toml(
[[particles]]
name = "ball"
mass = 1
position = [0, 1]
[free]
gravity = [0, -9.81]
[[constraints]]
name = "floor"
equation = "ball.y >= 0"
restitution = 0.5
[simulate]
duration = )toml";
  EXPECT_EQ(method_of_text(ball + "0.1").find("impact"), std::string::npos);
  EXPECT_NE(method_of_text(ball + "0.5").find("1 impact "), std::string::npos);
}

TEST(PageWords, EveryFormulaOfEveryModelIsMathematics) {
  std::size_t models = 0, formulas = 0;
  for (const auto& entry : std::filesystem::directory_iterator(ZWANG_TEST_DATA "/../../models")) {
    if (entry.path().extension() != ".toml") continue;
    SCOPED_TRACE(entry.path().filename().string());
    const std::string html = report::equations_section(load_model(entry.path().string()));
    EXPECT_EQ(html.find("<code>"), std::string::npos)
        << html.substr(std::min(html.find("<code>"), html.size() - 1), 200);
    for (std::size_t at = html.find("<math"); at != std::string::npos;
         at = html.find("<math", at + 1))
      ++formulas;
    ++models;
  }
  EXPECT_GT(models, 60u);
  EXPECT_GT(formulas, 6 * models);
}

TEST(PageWords, JointsAreSaidInWordsAndMatricesWithTheirSizes) {
  const std::string html = report::equations_section(
      load_model(ZWANG_TEST_DATA "/../../models/slider_crank_bodies.toml"));
  EXPECT_NE(html.find("<bdi>crank</bdi> turns about z, on the ground"), std::string::npos) << html;
  EXPECT_NE(html.find("<bdi>rod.tip</bdi> and <bdi>slider</bdi> coincide"), std::string::npos);
  EXPECT_NE(html.find("5 × 3"), std::string::npos);
}

TEST(PageWords, FormulasThatNoOneWouldReadStayText) {
  std::string sum = "x";
  for (int k = 0; k < 2000; ++k) sum += " + x";
  const std::string html = report::equations_section(
      read_model("[coordinates]\nx = 1\n[free]\nlagrangian = \"x'^2/2 - (" + sum + ")\"\n", "a"));
  EXPECT_NE(html.find("<mtext>"), std::string::npos);
  EXPECT_NE(html.find("Lagrangian"), std::string::npos);
}

}  // namespace
}  // namespace zwang

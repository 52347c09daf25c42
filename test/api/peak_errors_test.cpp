// SPDX-License-Identifier: Apache-2.0
// The errors of peaks, against closed forms and against max() and min() of a run at a far smaller tolerance, which are found
// on the continuous motion by another search.

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <map>
#include <sstream>
#include <string>

#include "zwang/model.h"
#include "zwang/run.h"

namespace zwang::test {
namespace {

struct Count {
  int values = 0, covered = 0, known = 0, sharp = 0;
  std::string missed;

  void add(const std::string& what, const RunError::Value& peak, double exact, double range) {
    ++values;
    if (!std::isfinite(peak.error)) return;
    ++known;
    const double off = std::abs(peak.value - exact);
    if (off <= peak.error) {
      ++covered;
    } else {
      missed += what + " " + peak.name + " off " + std::to_string(off / peak.error) + " times ±\n";
    }
    if (peak.error <= 1e-4 * range) ++sharp;
  }
};

const RunError::Value* find(const RunError& error, const std::string& name) {
  for (const RunError::Value& value : error.values)
    if (value.name == name) return &value;
  return nullptr;
}

std::string text_of(const std::string& model) {
  std::ifstream file(ZWANG_TEST_DATA "/../../models/" + model + ".toml");
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

// With the extremes of each coordinate as numbers of the run.
Model with_extremes(const std::string& text, const std::string& name) {
  std::string more;
  int k = 0;
  const Model model = read_model(text, name);
  for (const std::string& coordinate : model.coordinates()) {
    for (const char* const which : {"min", "max"}) {
      more += std::string("\n[[observe]]\nname = \"") + which + "_" + std::to_string(k) +
              "\"\nformula = \"" + which + "(" + coordinate + ")\"\n";
    }
    ++k;
  }
  return read_model(text + more, name);
}

std::map<std::string, double> reductions_of(const Summary& summary) {
  std::map<std::string, double> found;
  for (const Reduction& one : summary.reductions) found[one.name] = one.value;
  return found;
}

RunOptions options_at(double tolerance, double duration) {
  RunOptions options;
  options.tolerance = tolerance;
  options.absolute = tolerance;
  options.duration = duration;
  options.samples = 37;  // peaks lie between them
  return options;
}

TEST(PeakErrors, ContainWhatAFarFinerRunFinds) {
  const std::map<std::string, double> models = {
      {"pendulum", 5},         {"double_pendulum", 4},    {"double_pendulum_points", 4},
      {"four_bar", 4},         {"spherical_pendulum", 6}, {"slider_crank", 4},
      {"foucault", 8},         {"chaplygin_sleigh", 5},   {"driven_pendulum", 8},
      {"flyball_governor", 4}, {"bead_on_rod", 2},        {"knife_edge", 4},
  };
  Count count;
  for (const auto& [name, duration] : models) {
    const Model model = with_extremes(text_of(name), name);
    const Trajectory fine = run(model, options_at(1e-13, duration));
    ASSERT_EQ(fine.summary().ending, Ending::done) << name << ": " << fine.summary().message;
    const auto exact = reductions_of(fine.summary());
    for (const double tolerance : {1e-4, 1e-6, 1e-8, 1e-10}) {
      RunOptions options = options_at(tolerance, duration);
      options.error = true;
      const Trajectory trajectory = run(model, options);
      ASSERT_EQ(trajectory.summary().ending, Ending::done) << name;
      const RunError& error = *trajectory.summary().error;
      for (std::size_t k = 0; k < model.coordinates().size(); ++k) {
        const double low = exact.at("min_" + std::to_string(k)),
                     high = exact.at("max_" + std::to_string(k));
        const std::string what = name + " at " + std::to_string(tolerance);
        for (const auto& [which, value] : {std::pair{"min", low}, std::pair{"max", high}}) {
          const auto* peak = find(error, std::string(which) + "(" + model.coordinates()[k] + ")");
          ASSERT_NE(peak, nullptr) << what;
          count.add(what, *peak, value, high - low);
        }
      }
    }
  }
  RecordProperty("values", count.values);
  RecordProperty("covered", count.covered);
  RecordProperty("sharp", count.sharp);
  EXPECT_GE(count.known, 0.95 * count.values) << count.known << " of " << count.values;
  EXPECT_GE(count.covered, 0.95 * count.known) << count.missed;
  EXPECT_GE(count.sharp, 0.8 * count.known);  // ± of more than 1e-4 of the range says little
}

// A pendulum that is let go level: the rod pulls with 0 to 3 m g, the height goes from 0 to −l.
TEST(PeakErrors, ContainClosedFormsOfReactions) {
  const Model model = read_model(R"toml(
[parameters]
m = 2
g = 9.81
l = 0.7
[[particles]]
name = "bob"
mass = "m"
position = ["l", 0]
[free]
gravity = [0, "-g"]
[[constraints]]
name = "rod"
equation = "bob.x^2 + bob.y^2 = l^2"
[[observe]]
name = "height"
formula = "bob.y"
)toml",
                                 "rod");
  const std::map<std::string, double> exact = {{"max(reaction(rod))", 3 * 2 * 9.81},
                                               {"min(bob.y)", -0.7},
                                               {"min(height)", -0.7},
                                               {"max(bob.x)", 0.7},
                                               {"min(bob.x)", -0.7}};
  int sharp = 0;
  for (const double tolerance : {1e-4, 1e-6, 1e-8, 1e-10, 1e-12}) {
    RunOptions options = options_at(tolerance, 7.3);
    options.error = true;
    const Trajectory trajectory = run(model, options);
    for (const auto& [name, value] : exact) {
      const auto* peak = find(*trajectory.summary().error, name);
      ASSERT_NE(peak, nullptr) << name;
      EXPECT_LE(std::abs(peak->value - value), peak->error) << name << " at " << tolerance;
      if (peak->error < 1e-4 * std::abs(value)) ++sharp;
    }
  }
  EXPECT_GE(sharp, 20);  // of 25
}

TEST(PeakErrors, AreUnknownWhereDigitsAreLost) {
  RunOptions options = options_at(1e-6, 60);
  options.error = true;
  const Trajectory trajectory = run(read_model(text_of("double_pendulum"), "m"), options);
  const auto* peak = find(*trajectory.summary().error, "max(a)");
  ASSERT_NE(peak, nullptr);
  EXPECT_TRUE(std::isnan(peak->error));
}

}  // namespace
}  // namespace zwang::test

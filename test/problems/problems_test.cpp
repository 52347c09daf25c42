// SPDX-License-Identifier: Apache-2.0
// Initial-value problems whose answers are known (test/data/problems): reached at a tight tolerance
// to the digits that double precision allows, and an error in proportion to the tolerance before.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "zwang/zwang.h"

namespace zwang {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

const std::string data = ZWANG_TEST_DATA "/problems/", models = ZWANG_TEST_DATA "/../../models/";

struct Problem {
  std::string name;
  json facts;
  Model model;
};

std::vector<Problem> problems() {
  std::vector<fs::path> paths;
  for (const auto& entry : fs::directory_iterator(data))
    if (entry.path().extension() == ".json") paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  std::vector<Problem> all;
  for (const fs::path& path : paths) {
    json facts = json::parse(std::ifstream(path));
    Settings settings;
    const json set = facts.value("set", json::object());
    for (const auto& [key, value] : set.items())
      settings[key] = value.is_string() ? std::stod(value.get<std::string>()) : value.get<double>();
    const std::string file = facts["model"];
    const std::string model = fs::exists(data + file) ? data + file : models + file;
    all.push_back({path.stem().string(), std::move(facts), load_model(model, settings)});
  }
  return all;
}

// The results of a run's end by their names.
std::map<std::string, double> results(const Trajectory& trajectory) {
  std::map<std::string, double> by_name;
  const Summary& summary = trajectory.summary();
  const auto& coordinates = trajectory.model().coordinates();
  for (std::size_t i = 0; i < coordinates.size(); ++i) {
    by_name[coordinates[i]] = summary.end.q[i];
    by_name[coordinates[i] + "'"] = summary.end.v[i];
  }
  for (const ConstraintForce& force : summary.forces) {
    for (const std::string& coordinate : coordinates)  // it does nothing to those it does not touch
      by_name["force(" + force.name + ")." + coordinate] = 0;
    for (const auto& [coordinate, value] : force.force)
      by_name["force(" + force.name + ")." + coordinate] = value;
  }
  const auto& observables = trajectory.model().observables();
  for (std::size_t i = 0; i < observables.size(); ++i)
    by_name[observables[i]] = summary.observables[i];
  by_name["energy"] = summary.energy.end;
  return by_name;
}

// The worst error over all samples, relative to numbers greater than 1.
double worst_error(const Problem& problem, double tolerance) {
  double worst = 0;
  for (const json& sample : problem.facts["samples"]) {
    RunOptions options;
    options.duration = sample["t"].get<double>() - problem.model.start().t;
    options.tolerance = tolerance;
    options.samples = 2;
    const Trajectory trajectory = run(problem.model, options);
    EXPECT_EQ(trajectory.summary().ending, Ending::done)
        << problem.name << ": " << trajectory.summary().message;
    EXPECT_LE(trajectory.summary().max_position_residual, 1e-12) << problem.name;
    const auto found = results(trajectory);
    for (const auto& [name, text] : sample["values"].items()) {
      const auto at = found.find(name);
      if (at == found.end()) {
        ADD_FAILURE() << problem.name << " has no result '" << name << "'";
        continue;
      }
      const double value = std::stod(text.get<std::string>());
      worst = std::max(worst, std::abs(at->second - value) / std::max(1.0, std::abs(value)));
    }
  }
  return worst;
}

// What no tolerance takes away: digits that the answer has not, and rounding that a pose with
// dependent rows enlarges.
double floor_of(const Problem& problem) {
  return std::pow(10.0, -problem.facts.value("digits", 15.0)) + problem.facts.value("floor", 0.0);
}

// `amplification` is what the motion makes of the tolerance: measured once, and kept.
TEST(Problems, HaveErrorsInProportionToTheTolerance) {
  const bool table = std::getenv("ZWANG_ACCURACY") != nullptr;  // print what is measured
  const auto all = problems();
  ASSERT_GE(all.size(), 25u);
  for (const Problem& problem : all) {
    const double tightest = problem.facts.value("tolerance", 1e-12);
    const double amplification = problem.facts.value("amplification", 1.0);
    double most = 0;
    std::string line;
    for (const double tolerance : {1e-4, 1e-6, 1e-8, 1e-10, 1e-12}) {
      if (tolerance < tightest) continue;
      const double error = worst_error(problem, tolerance);
      char text[32];
      std::snprintf(text, sizeof text, " | %.1e", error);
      line += text;
      most = std::max(most, (error - floor_of(problem)) / tolerance);
      if (!table)
        EXPECT_LE(error, amplification * tolerance + floor_of(problem))
            << problem.name << " at " << tolerance;
    }
    if (table) std::printf("| %s%s | %.0e |\n", problem.name.c_str(), line.c_str(), most);
  }
}

}  // namespace
}  // namespace zwang

// SPDX-License-Identifier: Apache-2.0
#pragma once
// Two-ended problems whose answers are known (test/data/extremals), and how far an answer is from them.

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "zwang/zwang.h"

namespace zwang::test {

using nlohmann::json;

inline double number(const json& value) {
  return value.is_string() ? std::stod(value.get<std::string>()) : value.get<double>();
}

/// One file of facts, with its model.
struct KnownProblem {
  std::string name;
  json facts;
  Model model;

  const json& extremals() const { return facts["extremals"]; }

  /// The largest known magnitude of a result: what its errors are relative to.
  double scale(const std::string& result) const {
    const json scales = facts.value("scales", json::object());
    if (scales.contains(result)) return number(scales[result]);
    double most = 0;
    const auto look = [&](const json& values) {
      if (values.contains(result)) most = std::max(most, std::abs(number(values[result])));
    };
    for (const json& extremal : extremals()) {
      look(extremal.value("initial_rates", json::object()));
      look(extremal.value("final_rates", json::object()));
      for (const json& sample : extremal.value("samples", json::array())) look(sample["values"]);
    }
    return most > 0 ? most : 1;
  }
};

inline KnownProblem load_problem(const std::string& name, const json& set = {}) {
  namespace fs = std::filesystem;
  const std::string here = ZWANG_TEST_DATA "/extremals/";
  json facts = json::parse(std::ifstream(here + name + ".json"));
  Settings settings;
  for (const json& values : {facts.value("set", json::object()), set}) {
    for (const auto& [key, value] : values.items()) settings[key] = number(value);
  }
  const std::string file = facts["model"];
  const std::string model =
      fs::exists(here + file) ? here + file : ZWANG_TEST_DATA "/../../models/" + file;
  return {name, std::move(facts), load_model(model, settings)};
}

inline std::vector<std::string> problem_names() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(ZWANG_TEST_DATA "/extremals"))
    if (entry.path().extension() == ".json") names.push_back(entry.path().stem().string());
  std::sort(names.begin(), names.end());
  return names;
}

/// The results at an end, by name.
inline std::map<std::string, double> rates_of(const Model& model, const State& state) {
  std::map<std::string, double> rates;
  for (std::size_t i = 0; i < model.coordinates().size(); ++i)
    rates[model.coordinates()[i] + "'"] = state.v[i];
  return rates;
}

/// How far results are from what is known of them, relative to the scales of the problem.
inline double miss(const KnownProblem& problem, const json& known,
                   const std::map<std::string, double>& found) {
  double worst = 0;
  for (const auto& [result, value] : known.items()) {
    const auto at = found.find(result);
    const double error = at == found.end() ? HUGE_VAL : std::abs(at->second - number(value));
    worst = std::max(worst, error / problem.scale(result));
  }
  return worst;
}

/// Which of the answers has the initial rates and unknowns of the known one; −1: none.
inline int match(const KnownProblem& problem, const json& known, const ExtremalSummary& summary) {
  for (std::size_t k = 0; k < summary.extremals.size(); ++k) {
    const ExtremalCurve& curve = summary.extremals[k];
    if (miss(problem, known.value("initial_rates", json::object()),
             rates_of(problem.model, curve.start)) > 1e-3)
      continue;
    const std::map<std::string, double> unknowns(curve.unknowns.begin(), curve.unknowns.end());
    if (miss(problem, known.value("unknowns", json::object()), unknowns) < 1e-3)
      return static_cast<int>(k);
  }
  return -1;
}

/// The worst error of one answer: rates at both ends, unknowns, multipliers, action, and samples.
inline double error_of(const KnownProblem& problem, const json& known, const Extremals& extremals,
                       std::size_t k) {
  const ExtremalCurve& curve = extremals.summary().extremals[k];
  const Model& model = problem.model;
  const json none = json::object();
  double worst =
      std::max(miss(problem, known.value("initial_rates", none), rates_of(model, curve.start)),
               miss(problem, known.value("final_rates", none), rates_of(model, curve.end)));
  const std::map<std::string, double> unknowns(curve.unknowns.begin(), curve.unknowns.end());
  worst = std::max(worst, miss(problem, known.value("unknowns", none), unknowns));
  if (known.contains("action")) {
    const double action = number(known["action"]);
    worst = std::max(worst, std::abs(curve.action.value_or(HUGE_VAL) - action) /
                                std::max(1.0, std::abs(action)));
  }
  const json multipliers = known.value("multipliers", json::array());
  for (std::size_t i = 0; i < multipliers.size(); ++i) {
    const double mu = number(multipliers[i]);
    const double error = i < curve.multipliers.size() ? curve.multipliers[i] - mu : HUGE_VAL;
    worst = std::max(worst, std::abs(error) / std::max(1.0, std::abs(mu)));
  }
  const std::size_t each = extremals.samples() / extremals.summary().extremals.size();
  const std::vector<double> times = extremals.column(model.description().time.text);
  for (const json& sample : known.value("samples", json::array())) {
    std::size_t row = k * each;
    while (row + 1 < (k + 1) * each && std::abs(times[row] - number(sample["t"])) > 1e-9) ++row;
    std::map<std::string, double> results;
    for (const auto& [result, value] : sample["values"].items())
      results[result] = extremals.column(result)[row];
    worst = std::max(worst, miss(problem, sample["values"], results));
  }
  return worst;
}

}  // namespace zwang::test

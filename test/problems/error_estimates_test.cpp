// SPDX-License-Identifier: Apache-2.0
// The estimated errors of runs against the true ones, on problems whose answers are known (test/data/problems).
// ZWANG_SOAK=1 takes all of them, at all times and tolerances; ZWANG_ACCURACY=1 prints what is measured.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
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

bool soak() { return std::getenv("ZWANG_SOAK") != nullptr; }
bool told() { return std::getenv("ZWANG_ACCURACY") != nullptr; }

Model model_of(const json& facts) {
  Settings settings;
  const json set = facts.value("set", json::object());
  for (const auto& [key, value] : set.items())
    settings[key] = value.is_string() ? std::stod(value.get<std::string>()) : value.get<double>();
  const std::string file = facts["model"];
  return load_model(fs::exists(data + file) ? data + file : models + file, settings);
}

/// How estimates compare with true errors.
struct Count {
  long values = 0, covered = 0, unknown = 0;
  long large = 0,
       sharp =
           0;  // errors beyond the tolerance; those whose estimate is at most ten times as large
  double first = 0, both = 0;  // evaluations of the first runs, of both

  void add(const Count& other) {
    values += other.values;
    covered += other.covered;
    unknown += other.unknown;
    large += other.large;
    sharp += other.sharp;
    first += other.first;
    both += other.both;
  }
  void tell(const char* name) const {
    const auto percent = [](long part, long of) {
      return of > 0 ? 100 * static_cast<double>(part) / static_cast<double>(of) : 100.0;
    };
    std::printf("| %s | %ld | %.2f %% | %ld | %ld | %.1f %% | %.2f |\n", name, values,
                percent(covered, values), unknown, large, percent(sharp, large), both / first);
  }
};

void compare_values(const json& sample, const RunError& error, double tolerance, double digits,
                    const std::string& where, Count& count) {
  for (const auto& item : sample["values"].items()) {
    const std::string name = item.key();
    const auto at = std::find_if(error.values.begin(), error.values.end(),
                                 [&](const RunError::Value& value) { return value.name == name; });
    if (at == error.values.end())
      continue;  // a force on a coordinate that the constraint does not touch
    const double truth = std::stod(item.value().get<std::string>());
    const double off = std::abs(at->value - truth), size = std::max(1.0, std::abs(truth));
    const double known_to = std::pow(10.0, -digits) * size;
    if (std::isnan(at->error)) {
      ++count.unknown;
      continue;
    }
    ++count.values;
    const bool covered = off <= at->error + known_to;
    if (covered) ++count.covered;
    if (!covered && told())
      std::printf("  %s: %s is off by %.2e, estimated %.2e\n", where.c_str(), name.c_str(), off,
                  at->error);
    if (off <= tolerance * size) continue;
    ++count.large;
    if (at->error <= 10 * off) ++count.sharp;
  }
}

Count campaign(const std::string& name, long samples, bool all) {
  const json facts = json::parse(std::ifstream(data + name + ".json"));
  const Model model = model_of(facts);
  const double tightest = facts.value("tolerance", 1e-12);
  Count count;
  for (const double tolerance : {1e-4, 1e-6, 1e-8, 1e-10, 1e-12}) {
    if (tolerance < tightest) continue;
    for (std::size_t k = all ? 0 : facts["samples"].size() - 1; k < facts["samples"].size(); ++k) {
      const json& sample = facts["samples"][k];
      RunOptions options;
      options.duration = sample["t"].get<double>() - model.start().t;
      options.tolerance = tolerance;
      options.samples = samples;
      options.error = true;
      const Trajectory trajectory = run(model, options);
      const Summary& summary = trajectory.summary();
      EXPECT_TRUE(summary.error.has_value());
      if (!summary.error) continue;
      count.first += static_cast<double>(summary.evaluations);
      count.both += static_cast<double>(summary.evaluations + summary.error->evaluations);
      char where[64];
      std::snprintf(where, sizeof where, " %.0e, t = %g", tolerance, sample["t"].get<double>());
      compare_values(sample, *summary.error, tolerance, facts.value("digits", 15.0), name + where,
                     count);
    }
  }
  if (told()) count.tell(name.c_str());
  return count;
}

std::vector<std::string> names() {
  if (!soak()) return {"pendulum", "double_pendulum_points", "ball_on_turntable", "heavy_top"};
  std::vector<std::string> all;
  for (const auto& entry : fs::directory_iterator(data))
    if (entry.path().extension() == ".json") all.push_back(entry.path().stem().string());
  std::sort(all.begin(), all.end());
  return all;
}

TEST(ErrorEstimates, ContainTheTruthAndAreNotMuchLarger) {
  Count count;
  for (const std::string& name : names()) count.add(campaign(name, 200, soak()));
  if (told()) count.tell("all");
  EXPECT_GE(static_cast<double>(count.covered), 0.99 * static_cast<double>(count.values));
  EXPECT_GE(static_cast<double>(count.sharp), 0.9 * static_cast<double>(count.large));
  EXPECT_LE(count.both, 2.5 * count.first);
}

// Without samples between start and end there is nothing but the end to compare.
TEST(ErrorEstimates, HoldWithoutSamplesToo) {
  Count count;
  for (const std::string& name : names()) count.add(campaign(name, 2, soak()));
  if (told()) count.tell("all, 2 samples");
  EXPECT_GE(static_cast<double>(count.covered), 0.95 * static_cast<double>(count.values));
  EXPECT_GE(static_cast<double>(count.sharp), 0.9 * static_cast<double>(count.large));
}

/// The double pendulum of models/double_pendulum.toml in extended precision, by extrapolation (Gragg, order 16):
/// an oracle that shares nothing with the program.
using Real = long double;
using Place = std::array<Real, 4>;  // both angles, both rates

Place slope(const Place& y) {
  const Real g = 9.81;  // the number that the model has
  const Real s = std::sin(y[0] - y[1]), c = std::cos(y[0] - y[1]);
  const Real first = -s * y[3] * y[3] - 2 * g * std::sin(y[0]);
  const Real second = s * y[2] * y[2] - g * std::sin(y[1]);
  return {y[2], y[3], (first - c * second) / (2 - c * c), (2 * second - c * first) / (2 - c * c)};
}

Place along(const Place& y, Real h, const Place& f) {
  return {y[0] + h * f[0], y[1] + h * f[1], y[2] + h * f[2], y[3] + h * f[3]};
}

Place extrapolated(const Place& y, Real step) {
  constexpr int rows = 8;
  std::array<Place, rows> table{};
  for (int j = 0; j < rows; ++j) {
    const Real h = step / (2 * (j + 1));
    Place before = y, now = along(y, h, slope(y));
    for (int k = 1; k < 2 * (j + 1); ++k) {
      const Place next = along(before, 2 * h, slope(now));
      before = now;
      now = next;
    }
    Place column = along(now, h, slope(now));
    for (int i = 0; i < 4; ++i) column[i] = (column[i] + before[i]) / 2;
    for (int k = 1; k <= j; ++k) {  // Aitken, Neville
      const Real ratio = Real(j + 1) / Real(j + 1 - k);
      const Place left = table[k - 1];
      table[k - 1] = column;
      for (int i = 0; i < 4; ++i) column[i] += (column[i] - left[i]) / (ratio * ratio - 1);
    }
    table[j] = column;
  }
  return table[rows - 1];
}

std::vector<Place> double_pendulum(double until, long samples, int steps_between) {
  const Real right = std::acos(-1.0) / 2;
  std::vector<Place> course = {{right, right, 0, 0}};
  for (long k = 1; k < samples; ++k) {
    Place y = course.back();
    for (int i = 0; i < steps_between; ++i)
      y = extrapolated(y, Real(until) / Real(samples - 1) / steps_between);
    course.push_back(y);
  }
  return course;
}

// The first look at which a course is off by a tenth of its size; `samples` if at none.
std::size_t first_lost(const std::vector<std::vector<double>>& columns,
                       const std::vector<Place>& course) {
  const std::size_t samples = course.size();
  for (std::size_t k = 0; k < samples; ++k) {
    for (std::size_t i = 0; i < 4; ++i) {
      double size = 0;
      for (const double x : columns[i]) size = std::max(size, std::abs(x));
      if (std::abs(columns[i][k] - static_cast<double>(course[k][i])) > 0.1 * size) return k;
    }
  }
  return samples;
}

TEST(ErrorEstimates, SayWhenTheDoublePendulumHasNoDigitsLeft) {
  constexpr double until = 36;
  constexpr long samples = 240;
  const std::vector<Place> course = double_pendulum(until, samples, 16);
  const std::vector<Place> again = double_pendulum(until, samples, 21);
  std::size_t trusted = 0;  // looks at which the oracle agrees with itself
  while (trusted < course.size() && std::abs(course[trusted][0] - again[trusted][0]) < 1e-3L)
    ++trusted;
  const Model model = load_model(models + "double_pendulum.toml");
  std::vector<double> tolerances = {1e-4, 1e-8, 1e-12};
  if (soak()) tolerances = {1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10, 1e-11, 1e-12};
  for (const double tolerance : tolerances) {
    RunOptions options;
    options.duration = until;
    options.samples = samples;
    options.tolerance = tolerance;
    options.error = true;
    const Trajectory trajectory = run(model, options);
    const RunError& error = *trajectory.summary().error;
    const std::vector<double> t = trajectory.column("t");
    std::vector<std::vector<double>> columns;
    for (const char* name : {"a", "b", "a'", "b'"}) columns.push_back(trajectory.column(name));
    const std::size_t lost = first_lost(columns, course);
    ASSERT_TRUE(lost < trusted) << "the oracle is not good enough";
    if (told())
      std::printf("%.0e: %s\n  lost at t = %g (oracle good to t = %g)\n", tolerance,
                  error.message.c_str(), t[lost], t[trusted - 1]);
    ASSERT_TRUE(error.unknown_after.has_value()) << tolerance << ": " << error.message;
    EXPECT_LE(*error.unknown_after, t[lost]) << tolerance;
    EXPECT_GE(*error.unknown_after, 0.75 * t[lost]) << tolerance;  // nor much too early
    EXPECT_GT(error.growth, 0.2) << tolerance;
  }
}

}  // namespace
}  // namespace zwang

// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the race between two ends asks: models that ship, and what is known of their answers
// (test/data/extremals has the same to 25 digits).

#include <map>
#include <string>
#include <vector>

namespace bench {

inline constexpr int extremal_samples = 5;  // at equal distances, both ends included

/// A result at a sample; columns are the coordinates, then their rates.
struct KnownResult {
  int sample = 0, column = 0;
  double value = 0;
};

struct ExtremalTask {
  std::string name;
  std::string model;  // its file
  std::map<std::string, double> settings;
  std::vector<std::string> coordinates;  // those that are compared
  std::vector<KnownResult> known;
};

struct ExtremalRun {
  double seconds = 0;  // CPU; NaN: not solved
  double error = 0;    // largest at the known results, relative to the column's largest
  long intervals = 0;

  bool solved() const { return seconds > 0; }
};

std::vector<ExtremalTask> extremal_tasks();

/// Judges samples, all columns of one after the other. Off by more than 1e-2 it is another extremal,
/// and counts as not solved.
ExtremalRun assess(const ExtremalTask& task, const std::vector<double>& values, double seconds,
                   long intervals);

ExtremalRun unsolved();

}  // namespace bench

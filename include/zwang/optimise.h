// SPDX-License-Identifier: Apache-2.0
#pragma once
// For which values a number of the motion is least, or greatest: between bounds, subject to other numbers of it.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "zwang/run.h"

namespace zwang {

struct OptimiseRange {
  std::string name;  // of a parameter, or of a coordinate or rate of the start
  double from = 0, to = 0;
};

struct Optimise {
  std::string formula;  // one number of a run: "max(abs(drive(motor)))"
  bool maximise = false;
  std::vector<OptimiseRange> vary;
  std::vector<std::string> subject;  // "range(x) = 2", "max(f) <= 3"
  long starts = 8;                   // searches, from the best of 16 times as many points
  std::uint64_t seed = 1;
  double tolerance = 1e-5;  // of each value, as a share of its range, and of the conditions
};

/// What [optimise] of a model asks; nothing if there is none. Throws ModelError.
std::optional<Optimise> asked_optimise(const Model& model);

struct OptimiseOptions {
  RunOptions run;  // of each run; its start, settings, columns and keep are the search's
  unsigned threads = 1;
  /// Asked between runs, with how many there were; false ends the search with the best so far.
  std::function<bool(long runs)> goes_on;
};

/// Where one search ended.
struct LocalOptimum {
  std::vector<double> at;       // in the order of Optimise::vary
  double value = 0;             // of the formula
  std::vector<double> subject;  // left side less right side, of each condition
  bool met = false;             // all conditions are, by the tolerance
  bool converged = false;       // nothing near is better
};

struct Optimum {
  std::string problem;  // why there is no answer; empty: there is one
  std::string text;     // what was found, in sentences
  LocalOptimum best;
  Settings settings;                   // parameters at the best, as Model::with takes them
  std::vector<LocalOptimum> searches;  // all of them, best first
  long runs = 0;
};

/// Throws InputError for what cannot be asked, ModelError for a formula that cannot.
Optimum optimise(const Model& model, const Optimise& asked, const OptimiseOptions& options = {});

std::string to_json(const Optimum& optimum, const Optimise& asked, const Model& model);

}  // namespace zwang

// SPDX-License-Identifier: Apache-2.0
#pragma once
// Parameters and starts of a model that fit measurements best, how uncertain they are, and which of them the
// measurements cannot tell apart.

#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "zwang/model.h"

namespace zwang {

/// What is to be found: a parameter, or a coordinate or rate of the start ("bob.x", "bob.x'"), which every
/// experiment has for itself.
struct FitUnknown {
  std::string name;
  std::optional<double> guess;  // not given: as the model has it
  double lower = -std::numeric_limits<double>::infinity();
  double upper = std::numeric_limits<double>::infinity();
};

/// One experiment: a file of comma-separated values, or the numbers themselves. Columns are named like
/// coordinates, rates or observables; a cell that is empty or NaN was not measured.
struct FitData {
  std::string file;
  std::vector<double> t;
  std::map<std::string, std::vector<double>> columns;
  Settings set;  // parameters that this experiment has for itself
};

/// What is not given here is as the model's [fit] says.
struct FitOptions {
  std::optional<std::vector<FitData>> data;
  std::optional<std::vector<FitUnknown>> unknowns;
  /// Standard deviations of measurements, by column. A column without one has that of its residuals.
  std::optional<std::map<std::string, double>> weights;
  std::optional<std::string> loss;  // "squares", "huber", "cauchy"
  std::optional<double> tolerance;  // of the motions; else that of [simulate], at most 1e-9
  int steps = 100;                  // at most
  std::function<bool(int evaluations)> goes_on;  // asked between motions; false ends the search
};

struct FitEstimate {
  std::string name;
  std::size_t experiment = 0;  // of a start: which, from 1; 0: the same in all
  double guess = 0, value = 0;
  double deviation = 0;         // standard; infinite where nothing determines it
  double lower = 0, upper = 0;  // of the 95 % interval
  bool determined = true;
  bool at_bound = false;
};

/// A column of an experiment, and what is left of it.
struct FitColumn {
  std::string name;
  std::size_t experiment = 0;  // from 1
  double deviation = 0;        // that it was weighed by
  bool given = false;          // by weights
  double rms = 0;              // of what is left
  std::vector<double> t, measured, model;
};

struct FitResult {
  std::string problem;  // why there is no answer; empty: there is one
  std::string text;     // how it went, in sentences
  std::vector<FitEstimate> estimates;
  std::vector<double> covariance, correlation;  // by estimate, row-major; NaN where undetermined
  std::vector<std::string> only;                // "m*l^2": all that is determined of some
  std::vector<FitColumn> columns;
  double chi_squared = 0;  // Σ of squares, in units of the deviations
  std::size_t measurements = 0;
  double freedom = 0;  // measurements less what was determined by them
  bool converged = false;
  int steps = 0, motions = 0;
  Settings settings;               // the parameters found, for Model::with
  std::vector<State> starts;       // by experiment, as they were found
  std::vector<std::string> notes;  // sentences about what limits the answer
};

/// Throws InputError for names and data that cannot be, ModelError where the model asks for them, FileTrouble for
/// a file that cannot be read.
FitResult fit(const Model& model, const FitOptions& options = {});

std::string to_json(const FitResult& result, const Model& model);

}  // namespace zwang

// SPDX-License-Identifier: Apache-2.0
#pragma once
// What is to be fitted to what, from names to numbers.

#include <string>
#include <vector>

#include "api/run/start_sensitivity.h"
#include "estimate/least_squares.h"
#include "questions/fit/outputs.h"
#include "zwang/fit.h"

namespace zwang {

/// One number that is searched for.
struct FitSought {
  StartMove move;
  std::size_t experiment = 0;  // from 1; 0: of all
  double guess = 0, lower = 0, upper = 0;
};

struct FitExperiment {
  Model model;                      // with the parameters that are its own
  std::vector<std::size_t> sought;  // numbers of what it depends on
  std::vector<double> times;        // each once
  std::vector<std::string> names;   // of columns that are compared
  std::vector<FitOutput> outputs;
  std::vector<std::vector<double>> measured;  // by column and time; NaN: not measured
};

struct FitWish {
  std::vector<FitSought> sought;
  std::vector<FitExperiment> experiments;
  std::map<std::string, double> weights;
  estimate::Loss loss = estimate::Loss::squares;
  double tolerance = 1e-9;
  std::size_t measurements = 0;
  std::vector<std::string> notes;
};

/// The options, else what [fit] says. Throws as fit does.
FitWish fit_wish(const Model& model, const FitOptions& options);

}  // namespace zwang

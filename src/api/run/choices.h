// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a run is asked to do: the options of the call, else [simulate], else the defaults.

#include <optional>
#include <string>

#include "flow/run_plan.h"
#include "zwang/run.h"

namespace zwang {

struct RunChoices {
  motion::RunOptions plan;  // its stepper is not decided yet where method is "auto"
  std::string method;
  bool method_of_call = false;  // not of the model
  Method kernel = Method::automatic;
  double t = 0;         // where it begins
  std::string samples;  // in words, for the identity of the run
  std::optional<motion::StartState>
      given;                  // the start, where plan.from is not it but was found from it
  bool sensitivities = true;  // of the end, where they are asked for
  bool peaks = false;         // also of a run whose columns are chosen
};

/// Throws InputError for options that cannot be, ModelError for a model that lacks something.
RunChoices choices_of(const Model& model, const RunOptions& options);

/// All that was chosen, in one line: runs whose lines differ are different runs.
std::string in_words(const RunChoices& choices);

}  // namespace zwang

// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a run is asked to do, all of it decided, so that it can be asked again.

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

}  // namespace zwang

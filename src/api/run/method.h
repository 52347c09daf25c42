// SPDX-License-Identifier: Apache-2.0
#pragma once
// Methods by name: which stepper, which derivatives it needs, where it is written down.

#include <string>

#include "api/run/choices.h"
#include "equations/equations.h"
#include "motion/run/tally.h"

namespace zwang {

struct RunMethod {
  motion::Stepper stepper = motion::Stepper::dopri853;
  std::string name, reference, why;
  const equations::Equations* equations = nullptr;  // with derivatives where they are needed
};

/// Decides "auto". Throws InputError or ModelError where the method cannot take the model.
RunMethod choose_method(const Model& model, const RunChoices& choices);

/// What ran, and why, where that may be another than was chosen, or one after the other.
RunMethod method_that_ran(const RunMethod& chosen, const motion::Tally& tally);

}  // namespace zwang

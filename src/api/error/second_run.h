// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the second run is asked to do, whose errors are to be smaller than those of the first.

#include "api/run/choices.h"

namespace zwang {

struct SecondRun {
  RunOptions options;
  RunChoices choices;
  bool is_fixed = false;  // the step is half as long
  bool is_finer = true;   // else coarser: the first is already at the limit of its numbers
};

/// `method`: that ran first; at these times the second is looked at, and these of its columns are.
SecondRun second_run(const std::string& method, const RunOptions& options,
                     const RunChoices& choices, std::vector<double> times,
                     std::vector<std::string> columns);

}  // namespace zwang

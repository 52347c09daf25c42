// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the second run is asked to do, whose errors are to be smaller than those of the first.

#include "accuracy/run_choices.h"

namespace zwang {

struct SecondRun {
  RunOptions options;
  RunChoices choices;
  bool is_fixed = false;  // the step is half as long
  bool is_finer = true;   // else coarser: the first is already at the limit of its numbers
};

/// What the first run was like.
struct FirstRun {
  std::string method;  // that it began with
  double stiff = 0;    // the share of its time in which an implicit one ran
};

/// At these times the second is looked at, and these of its columns are.
SecondRun second_run(const FirstRun& first, const RunOptions& options, const RunChoices& choices,
                     std::vector<double> times, std::vector<std::string> columns);

}  // namespace zwang

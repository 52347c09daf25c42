// SPDX-License-Identifier: Apache-2.0
#pragma once
// What `zwang run` is asked to do, and what became of it.

#include <optional>
#include <string>
#include <vector>

#include "zwang/extremal.h"
#include "zwang/run.h"

namespace cli {

struct RunWish {
  std::string model, out = ".", only;
  std::vector<std::string> set;
  std::optional<long> sample;  // of [sweep]: this run alone
  zwang::RunOptions options;
  zwang::ExtremalOptions extremal;
  bool quiet = false, json = false;
  bool report = true;    // the page too
  bool live = true;      // with the engine inside, where there is one
  bool referee = false;  // the motion once more, in quadruple precision

  bool talks() const { return !quiet && !json; }  // prints a summary for people
};

struct RunOutcome {
  int status = 0;    // of the program
  std::string json;  // the summary, where it is wanted
};

// The motion of a model, as [simulate] asks for it.

/// Runs, writes KEEP.csv, KEEP.h5 and KEEP.json, and says what was found.
RunOutcome run_motion(const RunWish& wish, const zwang::Model& model, const std::string& keep);

// The extremals of a model, as [extremal] asks for them.

/// Looks for them, writes KEEP.csv, KEEP.h5 and KEEP.json if there are any, and says what was found.
RunOutcome run_extremal(const RunWish& wish, const zwang::Model& model, const std::string& keep);

}  // namespace cli

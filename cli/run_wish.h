// SPDX-License-Identifier: Apache-2.0
#pragma once
// What `zwang run` is asked to do, and what became of it.

#include <string>
#include <vector>

#include "zwang/extremal.h"
#include "zwang/run.h"

namespace cli {

struct RunWish {
  std::string model, out = ".", only;
  std::vector<std::string> set;
  zwang::RunOptions options;
  zwang::ExtremalOptions extremal;
  bool quiet = false, json = false;
  bool report = true;  // the page too

  bool talks() const { return !quiet && !json; }  // prints a summary for people
};

struct RunOutcome {
  int status = 0;    // of the program
  std::string json;  // the summary, where it is wanted
};

}  // namespace cli

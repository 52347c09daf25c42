// SPDX-License-Identifier: Apache-2.0
#pragma once
// The events of two solutions, each with its counterpart.

#include <optional>
#include <string>
#include <vector>

#include "zwang/run.h"

namespace zwang {

struct PairedEvents {
  std::vector<double>
      other;  // of each event of the first: when its counterpart was; NaN: there is none
  std::vector<double>
      difference;  // of their times, the largest of it and its neighbours of that name
  std::optional<double> unpaired;  // the first that has none, in either solution
  std::string what, name;          // it
};

/// The k-th of a name and kind belongs to the k-th, so that those at one time may come in any order; where one solution
/// has more of them, those belong together that are nearest to each other.
PairedEvents pair_events(const std::vector<RunEvent>& a, const std::vector<RunEvent>& b);

}  // namespace zwang

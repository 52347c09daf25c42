// SPDX-License-Identifier: Apache-2.0
#pragma once
// The targets that the library sets itself, each with the figure that was measured.

#include <string>
#include <vector>

#include "batch_race.h"
#include "race.h"

namespace bench {

struct Verdict {
  std::string target;  // "explicit against the best rank-safe peer"
  std::string peer;    // the peer that set the mark
  Size size;
  double asked = 0;     // peer's time / ours, at least
  double measured = 0;  // 0 if there was no right answer to compare

  bool met() const { return measured >= asked; }
};

std::vector<Verdict> verdicts(const std::vector<Outcome>& outcomes,
                              const std::vector<BatchOutcome>& batches);

}  // namespace bench

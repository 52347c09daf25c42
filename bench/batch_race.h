// SPDX-License-Identifier: Apache-2.0
#pragma once
// Many small systems at once: our BatchSolver against a loop over Eigen's fixed-size Schur
// complement.

#include <vector>

#include "race.h"

namespace bench {

/// Times are per system, the least of all rounds; 0 if the answer was wrong.
struct BatchOutcome {
  Size size;
  std::size_t count = 0;  // systems
  std::size_t lone = 0;   // of them took the path of a lone system
  Timing ours, peer;      // peer: the faster of its two forms
};

/// The sizes that are compiled in for the peer: (6,3) and (12,8).
std::vector<BatchOutcome> race_batches(const Pace& pace);

}  // namespace bench

// SPDX-License-Identifier: Apache-2.0
#pragma once
// A family of constraints, neighbours in a chain of particles at fixed distances: one tape and the
// table of its places against a hand-written loop.

#include <vector>

#include "race.h"

namespace bench {

/// Times are per constraint, the least of all rounds; 0 if the rows were wrong.
struct FamilyOutcome {
  std::size_t places = 0;
  double nanoseconds = 0;
  double by_hand = 0;     // the faster form
  double difference = 0;  // of ours from the hand-written rows, relative to the largest entry

  bool right() const { return nanoseconds > 0; }
  double ratio() const { return nanoseconds / by_hand; }
};

std::vector<FamilyOutcome> race_families(const Pace& pace);

}  // namespace bench

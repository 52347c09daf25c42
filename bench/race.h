// SPDX-License-Identifier: Apache-2.0
#pragma once
// A race: contestants checked against the reference, then timed in interleaved rounds.

#include <cstddef>
#include <string>
#include <vector>

#include "contestant.h"
#include "system.h"

namespace bench {

/// How long to measure.
struct Pace {
  double batch = 300;   // µs, the least length of one contestant's turn
  double budget = 4e6;  // µs for all timed rounds of one size
  std::size_t least_rounds = 8;
  std::size_t most_rounds = 300;
};

Pace full_pace();
Pace quick_pace();

/// The largest difference from the reference that still counts as the right answer. Schur and
/// KKT lose κ²·eps, so a tighter limit would disqualify them for their method's nature.
inline constexpr double difference_limit = 1e-9;

/// One contestant's outcome.
struct Timing {
  std::string name, form;
  Kind kind = Kind::ours;
  double microseconds = 0;  // per call, the least of all rounds; 0 if the answer was wrong
  double difference = 0;    // relative, the largest over the pool

  bool right() const { return difference <= difference_limit; }
};

/// The outcome at one size. Every form of every contestant.
struct Outcome {
  Size size;
  std::vector<Timing> timings;

  /// The fastest right form of a contestant, or null.
  const Timing* best(const std::string& name) const;
  /// The fastest right contestant of a kind, or null.
  const Timing* best(Kind kind) const;
};

/// Runs one size. The pool's size sets which peers take part.
Outcome race(Size size, const Pace& pace);

/// Rounds that fit the budget if one round takes `round` µs.
std::size_t rounds_within(const Pace& pace, double round);

}  // namespace bench

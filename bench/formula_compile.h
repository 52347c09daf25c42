// SPDX-License-Identifier: Apache-2.0
#pragma once
// How long it takes to make a program of a model, from a hundred nodes to a million.

#include <string>
#include <vector>

#include "race.h"

namespace bench {

/// Times are CPU times of the thread, the least of all rounds.
struct CompileOutcome {
  std::string model;
  std::size_t nodes = 0;  // that the outputs need
  std::size_t instructions = 0;
  double build = 0;  // µs: the formulas as nodes, and all their derivatives
  double lower = 0;  // µs: nodes to a tape
  double emit = 0;   // µs: the tape to native code, one lane

  double build_per_node() const { return build / static_cast<double>(nodes); }
  double compile_per_node() const { return (lower + emit) / static_cast<double>(nodes); }
};

std::vector<CompileOutcome> race_compilation(const Pace& pace);

}  // namespace bench

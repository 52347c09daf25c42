// SPDX-License-Identifier: Apache-2.0
#pragma once
// One tape and the table of the places where it applies: a family of constraints is one program,
// run eight places at a time.

#include <cstdint>
#include <span>
#include <vector>

#include "tape/program.h"

namespace zwang::tape {

/// Where the inputs of a program come from, place by place.
class Places {
 public:
  /// table[input][place] is a position in the array that run_places reads.
  Places(Index inputs, Index count, std::span<const std::uint32_t> table);

  Index inputs() const { return inputs_; }
  Index count() const { return count_; }
  Index padded() const { return padded_; }  // count rounded up to a multiple of 8

 private:
  friend void run_places(const Program&, const Places&, const double*, double*, double*) noexcept;

  Index inputs_, count_, padded_;
  std::vector<std::uint32_t> table_;    // [group][run][8 lanes], the last place repeated
  std::vector<std::uint32_t> lengths_;  // of the runs: inputs side by side at every place
  std::vector<std::uint32_t> varying_;  // inputs that differ between places, run after run
  std::vector<std::uint32_t> common_;   // (input, position) of those that do not
};

/// Doubles of scratch that run_places needs.
Index places_scratch(const Program& program);

/// Runs an 8-lane program at every place. x is the array that the table points into; outputs are
/// [output][places.padded()]. A program whose output_stride is places.padded() writes there itself.
void run_places(const Program& program, const Places& places, const double* x, double* outputs,
                double* scratch) noexcept;

}  // namespace zwang::tape

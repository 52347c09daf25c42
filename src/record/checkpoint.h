// SPDX-License-Identifier: Apache-2.0
#pragma once
// All that a run needs to go on as if it had never stopped, to the bit.

#include <cstdint>
#include <string>
#include <vector>

#include "record/identity.h"
#include "record/input.h"

namespace zwang::record {

struct Checkpoint {
  Identity identity;
  double time = 0;             // t
  double step = 0;             // dt that is to be tried next
  std::vector<double> state;   // coordinates, rates, and what else is integrated
  std::vector<double> memory;  // of the controller and the stepper
  std::uint64_t steps = 0, rejected = 0, evaluations = 0;
  std::uint64_t segment = 0;  // how many events have begun a new one
  std::uint64_t rows = 0;     // of the record when this was written
};

/// Replaces the file at once and waits until the disk has it. Throws FileError.
void save_checkpoint(const std::string& path, const Checkpoint& checkpoint);

/// Throws FileError if there is none, it is damaged, or it belongs to another run than `now`; the
/// message says what differs.
Checkpoint load_checkpoint(const std::string& path, const Identity& now);

/// Whatever run it is of.
Checkpoint read_checkpoint(Input input);

}  // namespace zwang::record

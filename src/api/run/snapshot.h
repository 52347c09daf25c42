// SPDX-License-Identifier: Apache-2.0
#pragma once
// A snapshot of a run as a checkpoint, and back. `state` is y; `memory` holds, in this order:
//
//   seconds that the run has taken
//   the memory of the stepper: its length, then the numbers
//   worst residuals: position, velocity
//   energy: start, end, work applied, work of constraints, worst drift
//   rank: now, least, most; steps near singular; changes of rank; 1 where it was stiff
//   the changes: their number, then t, from, to of each

#include "motion/run/run_result.h"
#include "record/checkpoint.h"

namespace zwang {

record::Checkpoint to_checkpoint(const motion::Snapshot& snapshot, double seconds,
                                 const record::Identity& identity);

struct Resumption {
  motion::Snapshot snapshot;
  double seconds = 0;
};

/// Throws record::FileError, naming `path`, where the numbers are not those of such a run.
Resumption from_checkpoint(const record::Checkpoint& checkpoint, std::size_t state_size,
                           const std::string& path);

}  // namespace zwang
